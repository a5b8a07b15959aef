"""The table of docs/lint.md: requests of published vulnerabilities, and what reports them.

The rows are those of ``tests/lint/cves.toml``.
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

ROWS = Path(__file__).parent.parent / "tests" / "lint" / "cves.toml"
#: The most characters of a request and of a file in a cell.
WIDE = 60


def requests(code: Code, table: Table) -> str:
    """Return what was sent, what was read, and the rules that warn of it."""
    rows = [
        [
            case["id"],
            code(cut(case["text"])),
            code(cut(case["read"])),
            ", ".join(case["reported"]) or "none",
            case["why"],
        ]
        for case in tomllib.loads(ROWS.read_text("utf-8"))["case"]
    ]
    return table(["id", "sent", "read", "reported by", "why"], rows)


def cut(text: str) -> str:
    """Return the text, without its middle if it is long."""
    half = WIDE // 2
    return text if len(text) <= WIDE else f"{text[:half]}…{text[-half:]}"
