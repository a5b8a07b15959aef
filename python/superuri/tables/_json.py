"""How is a line of JSON read and changed, so that all else in it stays as it is written?"""

from __future__ import annotations

import json
import re
from typing import Any

from superuri.tables import _text

_SPACE = re.compile(r"[ \t\n\r]*")


class Number(str):
    """A number as it is written."""

    __slots__ = ()


_DECODER = json.JSONDecoder(parse_int=Number, parse_float=Number, parse_constant=Number)


def decoded(line: str) -> dict[str, Any] | None:
    """Return the object on a line, or None if there is none."""
    try:
        found = _DECODER.decode(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def text(value: object, line: str) -> object:
    """Return a value of a line if it is a text or null, or what says that it is none."""
    if isinstance(value, Number):
        return _NO_TEXT
    # What is no UTF-8 in the line itself are octets.
    if isinstance(value, str) and _text.is_odd(value) and not _text.is_odd(line):
        return _text.Half(value)
    return value


_NO_TEXT = object()


def spans(line: str) -> dict[str, tuple[object, int, int]]:
    """Return the members of the object on a line: their values, and where those are written."""
    found: dict[str, tuple[object, int, int]] = {}
    at = _skip(line, _skip(line, 0) + 1)
    while line[at] != "}":
        key, at = _DECODER.raw_decode(line, at)
        start = _skip(line, _skip(line, at) + 1)
        value, end = _DECODER.raw_decode(line, start)
        found[key] = value, start, end
        at = _skip(line, end)
        if line[at] == ",":
            at = _skip(line, at + 1)
    return found


def _skip(line: str, at: int) -> int:
    found = _SPACE.match(line, at)
    return found.end() if found else at


def fields(line: str) -> dict[str, str | None]:
    """Return the members of the object on a line as texts; what is none, as it is written."""
    made: dict[str, str | None] = {}
    for key, (value, start, end) in spans(line).items():
        is_text = isinstance(value, str) and not isinstance(value, Number)
        new = spelled(str(value), line) if is_text else line[start:end]
        made[spelled(key, line)] = None if value is None else new
    return made


def spelled(value: str, line: str) -> str:
    """Return a text of a line; half of a surrogate pair as JSON writes it."""
    return _text.spelled(value) if _text.is_odd(value) and not _text.is_odd(line) else value


def dumped(value: object) -> str:
    """Return a value as JSON; octets that are no UTF-8 as they are, what no text holds escaped."""
    try:
        made = json.dumps(value, ensure_ascii=False, allow_nan=False, default=_other)
    except ValueError:
        made = json.dumps(_finite(value), ensure_ascii=False, default=_other)
    try:
        made.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return _text.spelled(made)
    return made


def _other(value: object) -> str:
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)


def _finite(value: Any) -> Any:  # noqa: ANN401  it is any value of JSON
    """Return a value; numbers that JSON has not, as texts."""
    if isinstance(value, float):
        known = {"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}
        return known.get(str(value), value)
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    return [_finite(each) for each in value] if isinstance(value, (list, tuple)) else value


def with_members(line: str, extra: dict[str, object]) -> str:
    """Return the line of an object with members more."""
    body = line.rstrip(" \t\r\n")
    inner = body[:-1].rstrip(" \t\r\n")
    comma = "" if inner.endswith("{") else ", "
    return f"{inner}{comma}{spelled(dumped(extra)[1:-1], line)}}}{line[len(body) :]}"


def with_value(line: str, key: str, value: object) -> str:
    """Return the line of an object with another value of a member, if it has that."""
    old, start, end = spans(line).get(key, (value, 0, 0))
    if old == value and type(old) is type(value):
        return line
    return f"{line[:start]}{dumped(value)}{line[end:]}"
