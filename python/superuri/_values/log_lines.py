"""Lines of logs: the span of each field, and the request target."""

from __future__ import annotations

import re
from typing import NamedTuple

import superuri._core as _core

# Text in quotes, in brackets (as a time, which is short), or up to a space.
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"(?=\s|$)|\[([^]]{0,256})\]|(\S+)')
_FIRST_QUOTED = re.compile(r'(?<= )"((?:[^"\\]|\\.)*)"(?=\s|$)')
# Spellings of one octet in a log, besides the character itself.
_UNITS = tuple(
    re.compile(f"{each}.", re.DOTALL)
    for each in ("", "%[0-9A-Fa-f]{2}|", r"\\x[0-9A-Fa-f]{2}|\\.|")
)
# RFC 9112 section 3: the method, the target, and the version, which HTTP/0.9 lacks.
_REQUEST = re.compile(rb"[!#-'*+.^`|~\w-]+ (.*?)(?: HTTP/\d(?:\.\d)?)?", re.DOTALL)
#: The fields with the request line, or otherwise with the path and the query.
_LINES = ("request", "request_uri")
_PARTS = ("cs-uri-stem", "cs-uri-query")
#: The minimum number of fields before a request line: an address, a user, a time.
_BEFORE = 3

Span = tuple[int, int]


class Sent(NamedTuple):
    """The request target of a line, and where it is written there."""

    #: The request target: the octets that were sent.
    target: bytes
    #: The fields that contain it, and the index of its first octet in theirs.
    fields: list[tuple[str, Span]]
    start: int

    def places(self, line: str, log: str) -> list[int]:
        """Return the place in the line of each octet, and the end after the last one."""
        found: list[int] = []
        for name, at in self.fields:
            found += _places(line, log, name, at)
        return found[self.start : self.start + len(self.target) + 1]


def spans(line: str, divided: str) -> list[Span]:
    """Return the spans of a line's fields, without quotes or brackets."""
    if divided == "quoted":
        return [found.span(found.lastindex or 0) for found in _QUOTED.finditer(line)]
    found = []
    start = 0
    for value in line.split("\t" if divided == "tabs" else " "):
        found.append((start, start + len(value)))
        start += len(value) + 1
    return found


def request_of(line: str, log: str, divided: str, names: tuple[str, ...]) -> Sent | None:
    """Return the request target of a line that may have additional fields.

    Raises:
        ValueError: The fields with the target are not where the format has them.
    """
    if "request" in names:
        # A user name may contain spaces and brackets; quotes before the request line are escaped.
        quoted = _FIRST_QUOTED.search(line)
        fields = {"request": quoted.span(1)} if quoted else {}
        if line.count(" ", 0, fields.get("request", (0, 0))[0]) < _BEFORE:
            fields = {}
    else:
        fields = dict(zip(names, spans(line, divided), strict=False))
    if not fields.keys() & {*_LINES, _PARTS[0]}:
        raise ValueError("the request is not where the format has it")
    return sent(line, log, fields)


def sent(line: str, log: str, fields: dict[str, Span]) -> Sent | None:
    """Return the request target of a line; None if the request has none."""
    for name in _LINES:
        if name in fields:
            request = _REQUEST.fullmatch(_octets(line, log, name, fields[name]))
            return Sent(request[1], [(name, fields[name])], request.start(1)) if request else None
    given = [(name, fields[name]) for name in _PARTS if not _is_absent(line, fields.get(name))]
    if not given or given[0][0] != _PARTS[0]:
        return None
    return Sent(b"?".join(_octets(line, log, *each) for each in given), given, 0)


def _is_absent(line: str, at: Span | None) -> bool:
    return at is None or line[slice(*at)] in {"", "-"}


def _octets(line: str, log: str, name: str, at: Span) -> bytes:
    """Return the octets of a field with the log's own encoding undone."""
    return _core.log_wire(line[slice(*at)].encode("utf-8", "surrogateescape"), log, field=name)


def _places(line: str, log: str, name: str, at: Span) -> list[int]:
    """Return the place of each octet of a field, and its end."""
    start, end = at
    octets = _octets(line, log, name, at)
    for pattern in _UNITS:
        units = [unit.span() for unit in pattern.finditer(line, start, end)]
        pieces = [_octets(line, log, name, unit) for unit in units]
        if b"".join(pieces) == octets:
            found = [unit[0] for unit, piece in zip(units, pieces, strict=True) for _ in piece]
            return [*found, end]
    return [start] * len(octets) + [end]
