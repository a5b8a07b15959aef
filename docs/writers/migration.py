"""Migration: the tables of docs/migration.md, from the rows of migration.toml."""

from __future__ import annotations

import shlex
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from superuri import keys, percent_u, sets
from superuri.compat import dialects, ecmascript
from superuri.compat.dialects import dotnet, go, java, perl, php
from writers import errors
from writers.markdown import code, rows_of, table

if TYPE_CHECKING:
    from collections.abc import Callable

    Row = dict[str, Any]

LIBRARIES: list[dict[str, Any]] = rows_of("docs/migration.toml")["library"]
#: Names that the rows' expressions can use.
NAMES: dict[str, Any] = errors.NAMES | {
    module.__name__.rpartition(".")[2]: module
    for module in (keys, percent_u, sets, ecmascript, dialects, dotnet, go, java, perl, php)
}
#: Packages that the tests run if they are installed; for other languages, they compare `like`.
RUN = ("python", "node", "java", "perl")
PLAIN = (str, bytes, bool, int, list, tuple, dict, type(None))


def shown(made: Callable[[], object]) -> str:
    """Return a result as it is compared and shown: the text of a URI, or the name of an error.

    >>> shown(lambda: NAMES["URI"]("/a")), shown(lambda: NAMES["URI"]("/a b"))
    ("'/a'", 'ParseError')
    """
    try:
        value = made()
    except Exception as error:  # noqa: BLE001  because it is what is compared
        return type(error).__name__
    if isinstance(value, tuple) and type(value) is not tuple:
        value = tuple(value)
    return repr(value if isinstance(value, PLAIN) else getattr(value, "href", None) or str(value))


def evaluated(expression: str) -> str:
    """Return what an expression of superuri, or a command, makes."""
    if not expression.startswith("superuri "):
        return shown(lambda: eval(expression, dict(NAMES)))  # noqa: S307  because it is a row
    command = [sys.executable, "-m", *shlex.split(expression)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    return done.stdout.strip() or done.stderr.partition("\n")[0]


def line(row: Row, *, runs: bool) -> list[str]:
    """Return the cells of a row."""
    notes = [f"bit for bit: {code(row['like'])}"] if "like" in row else []
    if not runs and not notes:
        notes = ["not compared"]
    if "was" in row:
        fault = "**fault**: " if row.get("bug") else ""
        notes.insert(0, f"{fault}{row['why']} ({code(row['was'])})")
    return [code(row["old"]), code(row["new"]), code(evaluated(row["new"])), "; ".join(notes)]


def library(found: dict[str, Any]) -> str:
    """Return the table of a library."""
    head = ["yours", "with superuri", "gives", "what differs"]
    return table(head, (line(row, runs=found["runs"] in RUN) for row in found["rows"]))


def libraries() -> str:
    """Return the table of each library, below its name."""
    return "\n\n".join(f"## {each['name']}\n\n{library(each)}" for each in LIBRARIES)
