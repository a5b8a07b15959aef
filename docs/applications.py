"""The table of docs/wire.md: what servers hand to an application.

The rows are those of ``tests/compat/servers.toml``.
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

ROWS = Path(__file__).parent.parent / "tests" / "compat" / "servers.toml"
#: What is sent in each column, as tests/kit/applications.py sends it.
SENT = {
    "slash": "/a%2Fb",
    "dots": "/a/%2e%2e/b",
    "plain": "/a/../b",
    "semicolon": "/a;x=1/b",
    "double": "//a//b",
    "nul": "/a%00b",
    "octet": "/aéb",
    "stray": "/a%zzb",
    "plus": "/a+b",
}


def paths(code: Code, table: Table) -> str:
    """Return the path that each server hands on, or the status with which it refuses."""
    rows = [
        [case["name"], *(case[key] if case[key].isdigit() else code(case[key]) for key in SENT)]
        for case in tomllib.loads(ROWS.read_text("utf-8"))["case"]
    ]
    return table(["server", *map(code, SENT.values())], rows)
