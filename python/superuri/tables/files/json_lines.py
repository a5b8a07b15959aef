"""Lines of JSON, edited without changing the rest of their text."""

import json
import re
from functools import cache
from typing import Any, NamedTuple

from superuri.tables.files import delimited, strings

_SPACE = re.compile(r"[ \t\n\r]*")
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[][{}]|[^][{}",:\s]+')


class Number(str):
    """A number in its original spelling."""

    __slots__ = ()


_DECODER = json.JSONDecoder(parse_int=Number, parse_float=Number, parse_constant=Number)


def decoded(line: str) -> dict[str, Any] | None:
    """Return the object on a line, or None if the line is not an object."""
    try:
        values = _DECODER.decode(line)
    except (ValueError, RecursionError):
        return None
    return values if isinstance(values, dict) else None


def is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def text(value: object, line: str) -> object:
    """Return a value of a line for ``strings.from_values``."""
    if isinstance(value, Number):
        return _NOT_TEXT
    # Surrogates in the line itself are bytes that are not valid UTF-8.
    if isinstance(value, str) and strings.has_surrogate(value) and not strings.has_surrogate(line):
        return strings.SurrogateText(value)
    return value


_NOT_TEXT = object()
#: An element of a list that is not changed.
UNCHANGED = object()


def value(object_: dict[str, Any], name: str) -> Any:  # noqa: ANN401  it is any value of JSON
    """Return a member of an object, or of a nested object if the name has dots."""
    if name in object_ or "." not in name:
        return object_.get(name)
    current: Any = object_
    for part in name.split("."):
        current = current.get(part) if isinstance(current, dict) else None
    return current


def has(object_: dict[str, Any], name: str) -> bool:
    return name in object_ or value(object_, name) is not None


class Member(NamedTuple):
    """The positions of a member's name and value in a line."""

    name: tuple[int, int]
    value: tuple[int, int]


def members(line: str) -> dict[str, Member]:
    """Return the positions of all members of the object on a line."""
    spans: dict[str, Member] = {}
    at = _skip(line, _skip(line, 0) + 1)
    while line[at] != "}":
        name_span = at, value_end(line, at)
        start = _skip(line, _skip(line, name_span[1]) + 1)
        value_span = start, value_end(line, start)
        spans[json.loads(line[slice(*name_span)])] = Member(name_span, value_span)
        at = _skip(line, value_span[1])
        if line[at] == ",":
            at = _skip(line, at + 1)
    return spans


def _skip(line: str, at: int) -> int:
    match = _SPACE.match(line, at)
    return match.end() if match else at


def value_end(line: str, at: int) -> int:
    """Return the end of the value that begins at ``at``, however deeply it is nested."""
    depth = 0
    for token in _TOKEN.finditer(line, at):
        depth += (token[0] in "[{") - (token[0] in "]}")
        if not depth:
            return token.end()
    return len(line)


def fields(line: str) -> dict[str, str | None]:
    """Return the members of the object on a line as texts; lists and objects as JSON."""
    values: dict[str, Any] = _DECODER.decode(line)
    nested = [name for name, value in values.items() if isinstance(value, (dict, list))]
    spans = members(line) if nested else {}
    for name in nested:
        values[name] = line[slice(*spans[name].value)]
    return {escape_surrogates(name, line): _field(value, line) for name, value in values.items()}


def other_members(line: str, known: frozenset[str]) -> str:
    """Return, as an object, the members whose names are not in ``known``."""
    members_ = [
        line[member.name[0] : member.value[1]]
        for name, member in members(line).items()
        if escape_surrogates(name, line) not in known
    ]
    return f"{{{', '.join(members_)}}}"


def _field(value: Any, line: str) -> str | None:  # noqa: ANN401  it is any value of JSON
    if isinstance(value, str):
        return escape_surrogates(value, line)
    return None if value is None else str(value).lower()


def escape_surrogates(value: str, line: str) -> str:
    """Return a text of a line, with lone surrogates as JSON escapes."""
    if not strings.has_surrogate(value):
        return value
    return strings.escape_surrogates(value, keep_bytes=strings.has_surrogate(line))


def dumped(value: object) -> str:
    """Return a value as JSON, with escaped bytes kept and lone surrogates as JSON escapes."""
    try:
        text = _ENCODER.encode(value)
    except ValueError:
        text = _ENCODER.encode(_without_nan(value))
    return strings.escape_surrogates(text, keep_bytes=True) if strings.has_surrogate(text) else text


def _default(value: object) -> str:
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=_default)


def _without_nan(value: Any) -> Any:  # noqa: ANN401  it is any value of JSON
    """Return a value with NaN and infinities as texts."""
    if isinstance(value, float):
        known = {"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}
        return known.get(str(value), value)
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    return [_without_nan(item) for item in value] if isinstance(value, (list, tuple)) else value


def with_members(line: str, extra: dict[str, object]) -> str:
    """Return the line of an object with extra members; existing ones of these names are renamed."""
    if "\\" in line or any(name in line for name in extra):
        line = _renamed(line, extra)
    body = line.rstrip(" \t\r\n")
    inner = body[:-1].rstrip(" \t\r\n")
    comma = "" if inner.endswith("{") else ", "
    return f"{inner}{comma}{escape_surrogates(dumped(extra)[1:-1], line)}}}{line[len(body) :]}"


def _renamed(line: str, extra: dict[str, object]) -> str:
    known = members(line)
    for name, member in sorted(known.items(), key=lambda item: item[1], reverse=True):
        if name in extra:
            start, end = member.name
            other_members = (other for other in known if other not in extra)
            new = delimited.unique([*extra, *other_members, name])[-1]
            line = f"{line[:start]}{dumped(new)}{line[end:]}"
    return line


def with_value(line: str, key: str, value: object, *, is_text: bool) -> str:
    """Return the line of an object with another value of a member, if it has the member.

    ``is_text`` is true if the caller knows that the member exists and is a text.
    """
    match = _member_pattern(key).search(line) if is_text and "\\" not in line else None
    if match and line.count(match[1]) == 1:
        start, end = match.span(2)
    else:
        span = _value_span(line, key)
        if span is None:
            return line
        start, end = span
    if isinstance(value, list):
        return f"{line[:start]}{_replace_elements(line[start:end], value)}{line[end:]}"
    if isinstance(value, str) and line[start] == '"' and json.loads(line[start:end]) == value:
        return line
    return f"{line[:start]}{dumped(value)}{line[end:]}"


def _replace_elements(written: str, values: list[Any]) -> str:
    """Return a list with other elements; unchanged and equal ones keep their spelling."""
    if not written.startswith("["):
        # The row had neither a list nor a text.
        return written if values == [UNCHANGED] else "null"
    parts: list[str] = []
    done, at = 0, 1
    for value in values:
        at = _skip(written, at)
        end = value_end(written, at)
        old = written[at:end]
        if value is not UNCHANGED and not (old[0] in '"n' and json.loads(old) == value):
            parts += [written[done:at], dumped(value)]
            done = end
        at = _skip(written, end) + 1
    return "".join([*parts, written[done:]])


def _value_span(line: str, key: str) -> tuple[int, int] | None:
    """Return the position of the value that ``value`` returns."""
    known = members(line)
    if key in known or "." not in key:
        return known[key].value if key in known else None
    start, end = 0, len(line)
    for part in key.split("."):
        text = line[start:end]
        member = members(text).get(part) if text.lstrip().startswith("{") else None
        if member is None:
            return None
        start, end = start + member.value[0], start + member.value[1]
    return start, end


@cache
def _member_pattern(key: str) -> re.Pattern[str]:
    """Return a pattern of the member with a text as its value, for lines without escapes."""
    return re.compile(rf'({re.escape(json.dumps(key, ensure_ascii=False))})\s*:\s*("[^"]*")')
