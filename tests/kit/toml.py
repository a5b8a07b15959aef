"""Tables in TOML: what a file contains, and how a script writes rows.

A row is an inline table on a line of its own. One that is longer is a list of tables, a line each.
"""

import json
import sys
from pathlib import Path
from typing import Any

from kit import TESTS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # pytest brings it along there

#: Characters of a line of rows.
WIDTH = 140


def read(path: str | Path) -> dict[str, Any]:
    """Return the contents of a file, by its path below tests/, each row as one table."""
    contents = tomllib.loads((TESTS / path).read_text(encoding="utf-8"))
    return {
        key: [_row(row) for row in value] if isinstance(value, list) else value
        for key, value in contents.items()
    }


def written(row: dict[str, Any]) -> str:
    """Return the lines of a row, in the array of its table."""
    tables: list[str] = []
    for key, value in row.items():
        pair = f"{key} = {_value(value)}"
        if tables and len(tables[-1]) + len(pair) < WIDTH - len("    {  } ],"):
            tables[-1] += f", {pair}"
        else:
            tables.append(pair)
    lines = ",\n    ".join(f"{{ {pairs} }}" for pairs in tables)
    return f"  [{lines}],\n" if len(tables) > 1 else f"  {lines},\n"


def _value(it: Any) -> str:
    if isinstance(it, dict):
        pairs = ", ".join(f"{json.dumps(key)} = {_value(its)}" for key, its in it.items())
        return f"{{ {pairs} }}" if it else "{}"
    return json.dumps(it, ensure_ascii=False)


def _row(row: Any) -> Any:
    if isinstance(row, list) and all(isinstance(part, dict) for part in row):
        return {key: value for part in row for key, value in part.items()}
    return row
