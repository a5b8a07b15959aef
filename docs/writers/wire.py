"""Tables of docs/wire.md: the clients that keep a URL's bytes, and how each sends exact bytes.

Every installed client runs; the row of a client that is not installed is kept. ``--check`` compares
the code, and the rows of installed versions; ``--check --signed`` sends only the signed target, and
keeps the other columns.
"""

from __future__ import annotations

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from superuri import wire
from superuri.wire.clients import CLIENTS, Client
from superuri.wire.programs import OPTIONS
from writers import markdown
from writers.markdown import CHECKS

#: A target as in a presigned URL: legal, with every octet signed.
SIGNED = "/a%40b/~u/x%2Fy/%27z//k%7e?X-Sig=a+b%2b&o='"


class Column(NamedTuple):
    """A piece of a target, with its label in the table."""

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
#: The number of targets that are sent at once, because the slowest client would delay the others.
AT_ONCE = 3
ONLY_SIGNED = CHECKS and "--signed" in sys.argv

LANGUAGES = {"node": "javascript", **dict.fromkeys(OPTIONS, "sh")}


def rows(old: dict[str, list[str]], *, exact: bool) -> dict[str, list[str]]:
    """Return the cells of each installed client, by its name and version."""
    cells: dict[str, list[str]] = {}
    targets = list(dict.fromkeys(column.target for column in COLUMNS))
    targets = [SIGNED] if ONLY_SIGNED else targets
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answered = pool.map(lambda url: wire.send(url, exact=exact, timeout=60), targets)
        requested = dict(zip(targets, answered, strict=True))
    for number, client in enumerate(CLIENTS):
        answers = {target: answers[number] for target, answers in requested.items()}
        first = answers[SIGNED]
        if first.status in {"absent", "none"}:
            continue
        name = f"{client.name} {first.version}"
        cells[name] = [
            cell(answers[column.target], column) if column.target in answers else before
            for column, before in zip(COLUMNS, old.get(name, [""] * len(COLUMNS)), strict=True)
        ]
    return cells


def cell(answer: wire.Answer, column: Column) -> str:
    """Return what the client did to the piece."""
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
    """Return the rows as a table; rows of clients that are not installed are kept."""
    here = {name.rpartition(" ")[0] for name in found}
    known = {**{n: c for n, c in old.items() if n.rpartition(" ")[0] not in here}, **found}
    names = [client.name for client in CLIENTS]
    ordered = sorted(known, key=lambda name: names.index(name.rpartition(" ")[0]))
    head = ["client", *(column.label.replace("|", r"\|") for column in COLUMNS)]
    return markdown.table(head, ([name, *known[name]] for name in ordered))


def rows_on(text: str, region: str) -> dict[str, list[str]]:
    """Return the rows of a table in the page."""
    inside = re.search(f"<!-- {region} -->\n(.*?)<!-- /{region} -->", text, re.DOTALL)
    lines = inside[1].strip().splitlines()[2:] if inside else []
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines]
    return {name.strip(): [cell.strip() for cell in more] for name, *more in cells}


def code() -> str:
    """Return every client's code: the usual one, and the one that sends exact bytes."""
    return "\n\n".join(f"### {client.name}\n\n{ways(client)}" for client in CLIENTS)


def ways(client: Client) -> str:
    """Return the code of one client."""
    parts = [client.note] if client.note else []
    if client.exact == client.usual:
        parts.append("This sends exactly these bytes:")
    else:
        exactly = "Exactly these bytes:" if client.exact else "Exactly these bytes: not possible."
        parts += ["Usually:", fenced(client, client.usual), exactly]
    if client.exact:
        parts.append(fenced(client, client.exact))
    return "\n\n".join(parts)


def fenced(client: Client, snippet: str) -> str:
    """Return the code as a block."""
    language = LANGUAGES.get(client.program, client.program)
    return f"```{language}\n{snippet.rstrip()}\n```"


def kept() -> str:
    """Return what each client's usual code sends."""
    return sent("kept", exact=False)


def exactly() -> str:
    """Return what the code sends that is for exact bytes."""
    return sent("exact", exact=True)


def sent(region: str, *, exact: bool) -> str:
    """Return the table of a region, with new rows of the clients that are installed."""
    old = rows_on(markdown.read("docs/wire.md"), region)
    found = rows(old, exact=exact)
    if CHECKS:
        # The versions measured here may be newer than those on the page, or older.
        found = {name: cells for name, cells in found.items() if name in old}
    return table(found, old)
