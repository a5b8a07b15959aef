"""Lines: the verbs of lines, with their options, over the texts of a column."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import superuri._core as _core
from superuri._verbs import COMMANDS

#: The verbs of lines, by their names in columns.
_VERBS = {verb.name.replace(" ", "_"): verb for verb in COMMANDS}


def options(verb: str, given: Mapping[str, object], threads: int | None = None) -> _core._Options:
    """Return the options of the engine; those that are not given have their defaults.

    Raises KeyError if it is not a verb of lines.
    """
    row = _VERBS[verb]
    own = [*row.options, *filter(None, [row.operand])]
    values: dict[str, Any] = {each.name: given.get(each.attribute, each.default) for each in own}
    unknown = given.keys() - {each.attribute for each in own}
    if unknown:
        raise TypeError(f"{verb} has no option {min(unknown)!r}")
    return {
        "verb": row.name,
        "given": {name: value for name, value in values.items() if value is not None},
        "distinct": None,
        "nul": True,
        "json": False,
        "on_error": "null",
        "max_line": _core.MAX_LINE,
        "threads": threads or 0,
    }


def has(verb: str) -> bool:
    """Return whether it is a verb of lines."""
    return verb in _VERBS


def extracts(verb: str) -> bool:
    """Return whether it is a verb of lines that returns parts of a text."""
    return verb in _VERBS and _VERBS[verb].extracts
