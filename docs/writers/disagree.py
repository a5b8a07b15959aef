"""Disagreements: the page docs/disagree.md, how each installed parser reads tricky URLs."""

import platform
import sys
from collections import Counter
from datetime import datetime, timezone

from writers.markdown import CHECKS, ROOT, read

sys.path.insert(0, str(ROOT / "tests"))

from kit import survey as kit_survey
from superuri.disagree import GAINS, Disagreement, survey, versions
from superuri.disagree.parsers import PARSERS
from superuri.render import table
from writers.tricky import TRICKY

#: Seconds for an answer: the page must not depend on how busy the machine is.
PATIENCE = 600
HEAD = """# Where parsers disagree

The program that checks a URL is seldom the one that follows it. If the two read it differently, an
attacker can write a URL that the first accepts and the second follows elsewhere. `superuri disagree
URL` runs every installed parser, each in its own process, and shows where they differ.

```pycon
>>> from superuri.disagree import disagree
>>> result = disagree("http://good.com#@evil.com/", parsers=["whatwg", "urllib"])
>>> result.differences
()
```

superuri itself refuses an authority that can be read in two ways (`ambiguous-authority`), and
`superuri.agreed_host` returns a host only if all readings that it knows agree.

`python -m docs disagree` writes this page. """


def page() -> str:
    """Return the page: as it is if it has these answers, or if other versions are installed and it
    is only compared.
    """
    here, old = versions(), read("docs/disagree.md")
    is_same = versions_line(here) in old
    if CHECKS and not is_same:
        print("not run: other parsers or versions are installed than those of docs/disagree.md")
        return old
    answers = body(here)
    if is_same and answers in old and old.startswith(HEAD):
        return old
    system = f"{platform.system()} {platform.machine()}, {datetime.now(timezone.utc).date()}"
    return f"{HEAD}It ran ({system}): {versions_line(here)}.\n\n{answers}"


def versions_line(here: dict[str, str]) -> str:
    """Return the parsers with their versions, without superuri's, which changes with every
    release.
    """
    others = {name: shown for name, shown in here.items() if name not in {"superuri", "whatwg"}}
    return ", ".join(f"{name} {shown}" for name, shown in others.items())


def body(here: dict[str, str]) -> str:
    """Return the content of the page."""
    urls = [url for group in TRICKY.values() for url in group]
    found = dict(zip(urls, survey(urls, parsers=list(here), limit=PATIENCE), strict=True))
    parts = [summary(list(found.values()), here), surveyed()]
    for title, group in TRICKY.items():
        rows = [row(found[url]) for url in group]
        names = ["URL", "host", "else"]
        lines = [f"| {' | '.join(line)} |" for line in [names, ["---"] * len(names), *rows]]
        parts.append("\n".join([f"## {title}", "", *lines, ""]))
    return "\n".join(parts)


def summary(found: list[Disagreement], here: dict[str, str]) -> str:
    """Return the counts: which parts differ, and how often each parser disagrees with the
    majority.
    """
    differs = Counter(difference.part for result in found for difference in result.differences)
    rows = [[part, str(differs[part]), gain] for part, gain in GAINS.items()]
    titles = {parser.name: parser.title for parser in PARSERS}
    alone: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for result in found:
        for difference in result.differences:
            if difference.part == "host":
                most = max(difference.readings, key=lambda reading: len(reading[1]))
                alone.update(set(here) - set(most[1]) - refusing(result))
        refused.update(refusing(result))
    who = [[f"`{titles[name]}`", str(refused[name]), str(alone[name])] for name in here]
    parts = table(["what differs", "URLs", "what an attacker gains"], rows, "markdown")
    parsers = table(["parser", "refuses", "a different host from most"], who, "markdown")
    shown = parsers.replace("\\`", "`")
    return f"Of {len(found)} URLs, each read by {len(here)} parsers:\n\n{parts}\n\n{shown}\n"


def surveyed() -> str:
    """Return what the survey of many versions of parsers found."""
    asked, urls = kit_survey.read()
    rows = []
    for letter, part in kit_survey.PARTS.items():
        ways = {parts[letter] for parts in urls.values() if letter in parts}
        most = max(len(set(way) - {"-"}) for way in ways)
        rows.append([part, str(len(ways)), str(most)])
    refused = sum(any("-" in way for way in parts.values()) for parts in urls.values())
    names = ", ".join(f"{name} {version}" for name, version in asked.items())
    head = ["what differs", "ways to divide the parsers", "most readings of a URL"]
    return (
        f"""## {len(urls):,} URLs of a grammar

`python -m heavy survey` makes URLs from a grammar, the short ones first, and asks {len(asked)}
parsers, several versions of some of them. `tests/compat/survey.txt` keeps a URL only if the others
do not imply how it divides the parsers: which refuse it, and which read it alike. Some parser
refuses {refused:,} of these.

"""
        + table(head, rows, "markdown")
        + f"\n\nThe parsers: {names}.\n"
    )


def refusing(result: Disagreement) -> set[str]:
    """Return the parsers that refuse the URL."""
    return {name for name, answer in result.answers if answer.error}


def row(result: Disagreement) -> list[str]:
    """Return the line for one URL."""
    hosts = next((d for d in result.differences if d.part == "host"), None)
    if hosts is None:
        seen = {answer.host or "" for _, answer in result.answers if not answer.error}
        shown = ", ".join(sorted(map(quoted, seen))[:1]) or "all refuse"
    else:
        shown = "; ".join(f"{quoted(host)}: {', '.join(who)}" for host, who in hosts.readings)
    others = [d.part for d in result.differences if d.part not in {"host", "refusal"}]
    no = refusing(result)
    if no and len(no) < len(result.answers):
        others.append(f"refused by {', '.join(sorted(no))}")
    return [quoted(result.url), shown, "; ".join(others)]


def quoted(text: str) -> str:
    """Return the text as code for a Markdown cell, shortened if it is long."""
    most = 60
    shown = text if len(text) <= most else f"{text[: most - 1]}…"
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in shown)
    if not shown:
        return "nothing"
    fence = "``" if "`" in shown else "`"
    space = " " if "`" in shown or shown != shown.strip() else ""
    return f"{fence}{space}{shown}{space}{fence}".replace("|", "\\|")
