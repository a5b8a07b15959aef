"""The table of docs/compose.md: what drivers read in connection strings.

The rows are those of ``tests/uri/drivers.toml``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Code = Callable[[object], str]
    Table = Callable[[Iterable[str], Iterable[Iterable[str]]], str]

ROWS = Path(__file__).parent.parent / "tests" / "uri" / "drivers.toml"
#: What is written in each question of the table, as tests/kit/drivers.py asks it.
WRITTEN = {
    "password": "p%40q",
    "plus": "p+q",
    "percent": "p%q",
    "octet": "p%E9",
    "at": "p@q",
    "slash": "p/q",
    "hash": "p#q",
    "question": "p?q",
}


def passwords(code: Code, table: Table) -> str:
    """Return the password that each driver reads."""
    rows = [
        [case["name"], *(cell(case[key], code) for key in WRITTEN)]
        for case in tomllib.loads(ROWS.read_text("utf-8"))["case"]
    ]
    return table(["driver", *map(code, WRITTEN.values())], rows)


def cell(read: str, code: Code) -> str:
    """Return an answer as a cell of the table."""
    return {"refused": "refused", "None": "nothing"}.get(read) or code(read)
