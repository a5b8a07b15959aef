"""Sections of a page as pages of their own: a page for each rule, a page for each error."""

from __future__ import annotations

import re

#: Pages of docs/ whose named sections are pages of their own on the site.
SPLIT = ("errors.md", "rules.md")
#: They are not in the menu, which every page repeats: it would take most of a page.
ORPHAN = "---\norphan: true\n---\n\n"
_HEAD = re.compile(
    r'^<a id="(?P<anchor>[^"]+)"></a>\n\n#{2,3} (?P<title>(?P<name>\w+).*)\n', re.MULTILINE
)
_NEXT = re.compile(r"^(?:## |<!-- /|<a id=)", re.MULTILINE)
_MESSAGE = re.compile(r"\* \*\*Message\*\*: (.*?)\n(?=\*|\n)", re.DOTALL)
_RELATIVE = re.compile(r"\]\((?!\w+:|#)")


def addresses(name: str, text: str) -> dict[str, str]:
    r"""Return the page of each named section, by the link to the section.

    >>> addresses("rules.md", '<a id="u1"></a>\n\n### U1 one\n')
    {'rules.md#u1': 'rules/U1.md'}
    """
    folder = name.removesuffix(".md")
    return {f"{name}#{at['anchor']}": f"{folder}/{at['name']}.md" for at in _HEAD.finditer(text)}


def split(name: str, text: str) -> dict[str, str]:
    r"""Return the page with a table in place of its named sections, and a page for each section.

    >>> text = '<a id="u1"></a>\n\n### U1 one\n\nerror\n\n* **Message**: wrong.\n'
    >>> pages = split("rules.md", text)
    >>> pages["rules/U1.md"]
    '---\norphan: true\n---\n\n# U1 one\n\nerror\n\n* **Message**: wrong.\n'
    >>> pages["rules.md"].splitlines()[0]
    '| <a id="u1"></a>[U1 one](rules/U1.md) | wrong. |'
    """
    found, parts, done = dict[str, str](), list[str](), 0
    links = addresses(name, text)
    for head in _HEAD.finditer(text):
        end = _NEXT.search(text, head.end())
        stop = end.start() if end else len(text)
        body = text[head.end() : stop].strip()
        link = links[f"{name}#{head['anchor']}"]
        found[link] = f"{ORPHAN}# {head['title']}\n\n{_RELATIVE.sub('](../', body)}\n"
        message = _MESSAGE.search(f"{body}\n\n")
        about = message[1] if message else body.partition("\n\n")[0]
        if before := text[done : head.start()].strip():
            parts += [f"\n{before}\n", "| page | about |\n|---|---|"]
        about = " ".join(about.split()).replace("|", r"\|")
        parts.append(f'| <a id="{head["anchor"]}"></a>[{head["title"]}]({link}) | {about} |')
        done = stop
    found[name] = "\n".join([*parts, "", text[done:].strip(), ""]).lstrip()
    return found
