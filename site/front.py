"""Front: the pictures of the landing page, as HTML that wraps on a phone."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

import superuri
from writers.markdown import ROOT, put

if TYPE_CHECKING:
    from collections.abc import Iterable

#: The URL of the first picture, and of the tabs.
DIRTY = "https://example.com/my photo [1].jpg?q=50% off&sig=ab%2Bcd"


def marked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a text as HTML, in which these spans are marked.

    >>> marked("a b&c", [(1, 2)])
    'a<mark> </mark>b&amp;c'
    """
    done, parts = 0, list[str]()
    for start, end in spans:
        parts += [escape(text[done:start]), f"<mark>{escape(text[start:end])}</mark>"]
        done = end
    return "".join([*parts, escape(text[done:])])


def figure(name: str, rows: Iterable[tuple[str, str]]) -> str:
    """Return rows of a label and HTML as a figure."""
    inside = "".join(f"<dt>{escape(label)}</dt><dd>{html}</dd>\n" for label, html in rows)
    return f'<dl class="simple picture" aria-label="{escape(name)}">\n{inside}</dl>'


def cleaned() -> str:
    """Return a URL before and after `clean`, with what was changed."""
    before, after, moved = list[tuple[int, int]](), list[tuple[int, int]](), 0
    for start, end, new, _ in superuri.edits(DIRTY):
        before.append((start, end))
        after.append((start + moved, start + moved + len(new)))
        moved += len(new) - (end - start)
    rows = (("before", DIRTY, before), ("after", superuri.clean(DIRTY), after))
    shown = ((label, f"<code>{marked(text, spans)}</code>") for label, text, spans in rows)
    return figure("Before and after", shown)


def compared(readme: str) -> str:
    """Return the picture of the README: what a client changes, and which host each parser reads."""
    [text] = re.findall(r"<!-- before -->\n```text\n(.*?)```", readme, re.DOTALL)
    figures = list[str]()
    for number, block in enumerate(text.strip("\n").split("\n\n")):
        rows = list[tuple[str, str]]()
        for line in block.splitlines():
            label, inside = line[:11].strip(), line[11:]
            if label:
                rows.append((label, inside))
                continue
            # A line of carets points at the text above it, and says why.
            name, above = rows.pop()
            spans = [at.span() for at in re.finditer(r"\^+", inside)]
            rows.append((name, f"{marked(above, spans)}\0{inside[spans[-1][1] :].strip()}"))
        named = ((f"read as {it} by" if "." in it else it, shown(inside)) for it, inside in rows)
        titles = ("What a client changes", "Which host a parser reads")
        figures.append(figure(titles[number], named))
    return "\n\n".join(figures)


def shown(inside: str) -> str:
    """Return the content of a row as HTML: a URL as code, with the note below it; names as text."""
    url, _, note = inside.partition("\0")
    if "://" not in url:
        return escape(url)
    html = url if "<mark>" in url else escape(url)
    return f"<code>{html}</code>" + (f"<small>{escape(note)}</small>" if note else "")


def page(text: str) -> str:
    """Return the landing page with its pictures."""
    readme = (ROOT / "README.md").read_text("utf-8")
    return put(put(text, "cleaned", cleaned()), "compared", compared(readme))
