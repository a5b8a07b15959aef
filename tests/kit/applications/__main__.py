"""Survey: the rows of the servers that are installed.

    PYTHONPATH=tests python -m kit.applications [NAME...]

prints the rows that differ from those of ``superuri.wire.servers``; with ``--write`` it writes
them, and keeps those of the servers that are not installed.
"""

import re
import sys
import textwrap
from pathlib import Path

from kit import applications
from superuri.wire import servers, servers_rows

#: The width of the rows, in characters.
WIDTH = 98


def survey(names: list[str]) -> list[servers.Server]:
    """Return the rows of these servers, or of all; a server that is not installed keeps its row."""
    known = {(row.name, row.view): row for row in servers.SERVERS}
    rows = []
    for served in applications.SERVERS:
        there = applications.version_of(served)
        row = known.get((served.name, served.view))
        if there is None:
            print(f"not installed: {served.name}", file=sys.stderr)
        elif not names or served.name in names:
            row = fitted(served, there)
        if row is not None:
            rows.append(row)
    return rows


def fitted(served: applications.Served, version: str) -> servers.Server:
    """Return the row of a server, by the rule that leaves the fewest differences."""
    answers = applications.asked(served)
    found = []
    for rule in ("sent", "decoded"):
        differs = {sent: got for sent, got in answers.items() if got != servers.by_rule(sent, rule)}
        found.append(servers.Server(served.name, version, served.view, rule, differs))
    return min(found, key=lambda row: len(row.differs))


def written(row: servers.Server) -> str:
    # A pair is not divided by the end of a line.
    pairs = "  ".join(f"{sent}\0{got}" for sent, got in row.differs.items())
    lines = textwrap.wrap(
        pairs, WIDTH - 2, break_on_hyphens=False, break_long_words=False, drop_whitespace=True
    )
    return "\n  ".join([" | ".join(row[:4]), *lines]).replace("\0", " ") + "\n"


def main() -> None:
    """Print the rows that changed, or write them."""
    words = sys.argv[1:]
    rows = survey([word for word in words if word != "--write"])
    if "--write" in words:
        file = Path(servers_rows.__file__)
        text = "".join(map(written, rows))
        made = re.sub(r'(?s)(?<=r""")\n.*(?=""")', lambda _: f"\n{text}", file.read_text("utf-8"))
        file.write_text(made, "utf-8")
    else:
        print(*(written(row) for row in rows if row not in servers.SERVERS), sep="")


if __name__ == "__main__":
    main()
