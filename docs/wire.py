"""Tables of docs/wire.md: the clients that kept a URL's bytes, and how each sends exact ones.

``python docs/wire.py`` asks every client that is installed and writes; a client that is not keeps
its row as it was measured. ``--check`` compares the code, and the rows whose very version is here;
``--check --signed`` sends the signed target only, and leaves the other columns as they are.
"""

from __future__ import annotations

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from regions import CHECKS, put, settle
from superuri import wire
from superuri.wire.clients import CLIENTS, Client

PAGE = Path(__file__).parent / "wire.md"

#: As a presigned URL has it: legal, and every octet of it is signed.
SIGNED = "/a%40b/~u/x%2Fy/%27z//k%7e?X-Sig=a+b%2b&o='"


class Column(NamedTuple):
    """A piece of a target, and what the table calls it."""

    label: str
    target: str
    piece: str


COLUMNS = (
    *(Column(f"`{piece}`", SIGNED, piece) for piece in ("%40", "~", "%2F", "%27", "//", "+")),
    Column("`%7e` in the path", SIGNED, "%7e"),
    Column("`%2b` in the query", SIGNED, "%2b"),
    Column("`'`", SIGNED, "'"),
    Column("`x/../`", "/x/../y", "x/../"),
    Column("`|`", "/a|b", "|"),
    Column("`é`", "/é", "é"),
    Column("space", "/a b", " "),
    Column("`%zz`", "/%zz", "%zz"),
)
#: How many targets are sent at once: the slowest client would keep the others waiting.
AT_ONCE = 3
ONLY_SIGNED = CHECKS and "--signed" in sys.argv

LANGUAGES = {"node": "javascript", "curl": "sh", "wget": "sh"}


def rows(old: dict[str, list[str]], *, exact: bool) -> dict[str, list[str]]:
    """Return the cells of each client that is installed, by its name and version."""
    told: dict[str, list[str]] = {}
    targets = list(dict.fromkeys(column.target for column in COLUMNS))
    if ONLY_SIGNED:
        targets = [SIGNED]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answered = pool.map(lambda url: wire.send(url, exact=exact, timeout=60), targets)
        asked = dict(zip(targets, answered, strict=True))
    for number, client in enumerate(CLIENTS):
        answers = {target: answers[number] for target, answers in asked.items()}
        first = answers[SIGNED]
        if first.status in {"absent", "none"}:
            continue
        name = f"{client.name} {first.version}"
        told[name] = [
            cell(answers[column.target], column) if column.target in answers else before
            for column, before in zip(COLUMNS, old.get(name, [""] * len(COLUMNS)), strict=True)
        ]
    return told


def cell(answer: wire.Answer, column: Column) -> str:
    """Return what became of the piece."""
    if answer.status == "refused":
        return "refused"
    start = column.target.index(column.piece)
    end = start + len(column.piece)
    for change in answer.changes:
        if change.start < end and start < max(change.end, change.start + 1):
            became = change.received.encode("utf-8", "surrogateescape").decode("latin-1")
            shown = became if became.isascii() else ascii(became)[1:-1]
            return f"`{shown}`".replace("|", r"\|") if shown else "dropped"
    return "kept"


def table(found: dict[str, list[str]], old: dict[str, list[str]]) -> str:
    """Return the rows as a table; those of clients that are not here as they were."""
    here = {name.rpartition(" ")[0] for name in found}
    known = {**{n: c for n, c in old.items() if n.rpartition(" ")[0] not in here}, **found}
    names = [client.name for client in CLIENTS]
    ordered = sorted(known, key=lambda name: names.index(name.rpartition(" ")[0]))
    head = ["client", *(column.label.replace("|", r"\|") for column in COLUMNS)]
    lines = [head, ["---"] * len(head), *([name, *known[name]] for name in ordered)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def read(text: str, region: str) -> dict[str, list[str]]:
    """Return the rows of a table of the page."""
    inside = re.search(f"<!-- {region} -->\n(.*?)<!-- /{region} -->", text, re.DOTALL)
    lines = inside[1].strip().splitlines()[2:] if inside else []
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines]
    return {name.strip(): [cell.strip() for cell in more] for name, *more in cells}


def code() -> str:
    """Return every client's code: what everybody writes, and what sends exactly these bytes."""
    return "\n\n".join(f"### {client.name}\n\n{ways(client)}" for client in CLIENTS)


def ways(client: Client) -> str:
    """Return the ways of one client."""
    told = [client.note] if client.note else []
    if client.exact == client.usual:
        told.append("This sends exactly these bytes:")
    else:
        told += ["Usually:", fenced(client, client.usual)]
        told.append("Exactly these bytes:" if client.exact else "Exactly these bytes: no way.")
    if client.exact:
        told.append(fenced(client, client.exact))
    return "\n\n".join(told)


def fenced(client: Client, snippet: str) -> str:
    """Return the code as a block."""
    language = LANGUAGES.get(client.program, client.program)
    return f"```{language}\n{snippet.rstrip()}\n```"


def main() -> int:
    """Write the page; or tell, by the exit code, whether it is as it should be."""
    old = PAGE.read_text(encoding="utf-8")
    new = put(old, "code", f"\n{code()}\n")
    checked = new
    for region, exact in (("kept", False), ("exact", True)):
        told = read(old, region)
        found = rows(told, exact=exact)
        new = put(new, region, f"\n{table(found, told)}\n")
        # What is measured here may be newer than the page, and older.
        same = {name: cells for name, cells in found.items() if name in told}
        checked = put(checked, region, f"\n{table(same, told)}\n")
    return settle({PAGE: checked if CHECKS else new})


if __name__ == "__main__":
    sys.exit(main())
