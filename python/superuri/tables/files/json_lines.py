"""Lines of JSON, changed so that all else in them stays as it is written."""

import json
import re
from functools import cache
from typing import Any, NamedTuple

from superuri.tables.files import delimited, strings

_SPACE = re.compile(r"[ \t\n\r]*")
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[][{}]|[^][{}",:\s]+')


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


def is_json(line: str) -> bool:
    """Return whether a line is any value of JSON."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def text(value: object, line: str) -> object:
    """Return a value of a line if it is a text or null, else a marker."""
    if isinstance(value, Number):
        return _NO_TEXT
    # What is not valid UTF-8 in the line itself are octets.
    if isinstance(value, str) and strings.has_surrogate(value) and not strings.has_surrogate(line):
        return strings.SurrogateText(value)
    return value


_NO_TEXT = object()
#: An element of a list that stays as it is written.
UNCHANGED = object()


def value(found: dict[str, Any], name: str) -> Any:  # noqa: ANN401  it is any value of JSON
    """Return a member of an object, or, of a name with dots, a member of a member."""
    if name in found or "." not in name:
        return found.get(name)
    at: Any = found
    for part in name.split("."):
        at = at.get(part) if isinstance(at, dict) else None
    return at


def has(found: dict[str, Any], name: str) -> bool:
    """Return whether an object has such a member."""
    return name in found or value(found, name) is not None


class Member(NamedTuple):
    """Where a member of an object is written: its name, and its value."""

    name: tuple[int, int]
    value: tuple[int, int]


def members(line: str) -> dict[str, Member]:
    """Return where the members of the object on a line are."""
    found: dict[str, Member] = {}
    at = _skip(line, _skip(line, 0) + 1)
    while line[at] != "}":
        name = at, end_of(line, at)
        start = _skip(line, _skip(line, name[1]) + 1)
        value = start, end_of(line, start)
        found[json.loads(line[slice(*name)])] = Member(name, value)
        at = _skip(line, value[1])
        if line[at] == ",":
            at = _skip(line, at + 1)
    return found


def _skip(line: str, at: int) -> int:
    found = _SPACE.match(line, at)
    return found.end() if found else at


def end_of(line: str, at: int) -> int:
    """Return where a value ends that begins here; of any depth."""
    depth = 0
    for found in _TOKEN.finditer(line, at):
        depth += (found[0] in "[{") - (found[0] in "]}")
        if not depth:
            return found.end()
    return len(line)


def fields(line: str) -> dict[str, str | None]:
    """Return the members of the object on a line as texts; other values as their JSON."""
    found: dict[str, Any] = _DECODER.decode(line)
    nested = [name for name, value in found.items() if isinstance(value, (dict, list))]
    where = members(line) if nested else {}
    for name in nested:
        found[name] = line[slice(*where[name].value)]
    return {escape_surrogates(name, line): _field(value, line) for name, value in found.items()}


def others(line: str, known: frozenset[str]) -> str:
    """Return an object of the members of an object that are called otherwise."""
    more = [
        line[where.name[0] : where.value[1]]
        for name, where in members(line).items()
        if escape_surrogates(name, line) not in known
    ]
    return f"{{{', '.join(more)}}}"


def _field(value: Any, line: str) -> str | None:  # noqa: ANN401  it is any value of JSON
    if isinstance(value, str):
        return escape_surrogates(value, line)
    return None if value is None else str(value).lower()


def escape_surrogates(value: str, line: str) -> str:
    """Return a text of a line; half of a surrogate pair as JSON writes it."""
    return (
        strings.escape_surrogates(value, octets=strings.has_surrogate(line))
        if strings.has_surrogate(value)
        else value
    )


def dumped(value: object) -> str:
    """Return a value as JSON; octets that are not UTF-8 as they are, what no text holds escaped."""
    try:
        made = _ENCODER.encode(value)
    except ValueError:
        made = _ENCODER.encode(_finite(value))
    return strings.escape_surrogates(made, octets=True) if strings.has_surrogate(made) else made


def _other(value: object) -> str:
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=_other)


def _finite(value: Any) -> Any:  # noqa: ANN401  it is any value of JSON
    """Return a value; numbers that JSON has not, as texts."""
    if isinstance(value, float):
        known = {"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}
        return known.get(str(value), value)
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    return [_finite(each) for each in value] if isinstance(value, (list, tuple)) else value


def with_members(line: str, extra: dict[str, object]) -> str:
    """Return the line of an object with members more; one that has such a name gets another."""
    if "\\" in line or any(name in line for name in extra):
        line = _renamed(line, extra)
    body = line.rstrip(" \t\r\n")
    inner = body[:-1].rstrip(" \t\r\n")
    comma = "" if inner.endswith("{") else ", "
    return f"{inner}{comma}{escape_surrogates(dumped(extra)[1:-1], line)}}}{line[len(body) :]}"


def _renamed(line: str, extra: dict[str, object]) -> str:
    known = members(line)
    for name, where in sorted(known.items(), key=lambda item: item[1], reverse=True):
        if name in extra:
            start, end = where.name
            others = (other for other in known if other not in extra)
            new = delimited.unique([*extra, *others, name])[-1]
            line = f"{line[:start]}{dumped(new)}{line[end:]}"
    return line


def with_value(line: str, key: str, value: object, *, is_text: bool) -> str:
    """Return the line of an object with another value of a member, if it has that.

    ``is_text`` says that it has it, and that the value is a text.
    """
    quick = _quick(key).search(line) if is_text and "\\" not in line else None
    if quick and line.count(quick[1]) == 1:
        start, end = quick.span(2)
    else:
        found = _where(line, key)
        if found is None:
            return line
        start, end = found
    if isinstance(value, list):
        return f"{line[:start]}{_elements(line[start:end], value)}{line[end:]}"
    if isinstance(value, str) and line[start] == '"' and json.loads(line[start:end]) == value:
        return line
    return f"{line[:start]}{dumped(value)}{line[end:]}"


def _elements(written: str, values: list[Any]) -> str:
    """Return a list with other elements; one that stays, or is equal, is as it is written."""
    if not written.startswith("["):
        # It is neither a list nor a text.
        return written if values == [UNCHANGED] else "null"
    parts: list[str] = []
    done, at = 0, 1
    for value in values:
        at = _skip(written, at)
        end = end_of(written, at)
        old = written[at:end]
        if value is not UNCHANGED and not (old[0] in '"n' and json.loads(old) == value):
            parts += [written[done:at], dumped(value)]
            done = end
        at = _skip(written, end) + 1
    return "".join([*parts, written[done:]])


def _where(line: str, key: str) -> tuple[int, int] | None:
    """Return where a member's value is, or that of a member of a member, as ``value`` finds it."""
    known = members(line)
    if key in known or "." not in key:
        return known[key].value if key in known else None
    start, end = 0, len(line)
    for part in key.split("."):
        inside = line[start:end]
        place = members(inside).get(part) if inside.lstrip().startswith("{") else None
        if place is None:
            return None
        start, end = start + place.value[0], start + place.value[1]
    return start, end


@cache
def _quick(key: str) -> re.Pattern[str]:
    """Return what finds a member where nothing is escaped, and nothing else is called so."""
    return re.compile(rf'({re.escape(json.dumps(key, ensure_ascii=False))})\s*:\s*("[^"]*")')
