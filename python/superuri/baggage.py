"""W3C Baggage: the whole header, with members, properties and limits.

>>> from superuri import baggage
>>> baggage.build({"userId": "alice", "serverNode": "DF 28"})
'userId=alice,serverNode=DF%2028'
>>> baggage.parse("userId = alice, serverNode=DF%2028;ttl=3;private")[1]
Member(key='serverNode', value='DF 28', properties=(('ttl', '3'), ('private', None)))
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

import superuri.headers as headers
import superuri.sets as sets
from superuri._values.refusal import refused
from superuri._values.token import TOKEN
from superuri.errors import ParseError

__all__ = ["MOST_BYTES", "MOST_MEMBERS", "Member", "build", "parse"]

#: A header with at most so many members and bytes has to be propagated (section 3.3.2).
MOST_MEMBERS = 64
MOST_BYTES = 8192

_OCTETS = f"[{re.escape(sets.w3c.BAGGAGE_VALUE.bare)}%]*"
_KEY = re.compile(TOKEN)
_PAIR = re.compile(rf"({TOKEN})[ \t]*(?:=[ \t]*({_OCTETS}))?")
_HELP = "write key=value;property;property=value, with values percent-encoded"


class Member(NamedTuple):
    """One member of the list: a key, its decoded value, and its properties."""

    key: str
    value: str
    #: Names and decoded values; None for a property without a value.
    properties: tuple[tuple[str, str | None], ...] = ()


def build(
    members: Mapping[str, str] | Iterable[Member],
    *,
    beyond: Literal["raise", "drop"] = "raise",
) -> str:
    """Return the value of the header ``baggage``.

    Args:
        members: A mapping of keys and values, or an iterable of Member.
        beyond: What happens to members beyond 64, or beyond 8192 bytes, which others need not
            propagate: "raise" (the default) refuses them, "drop" leaves out the last ones.

    Returns:
        A str of ASCII.

    Raises:
        ParseError: A key is not a token, or there is too much.
        EncodeError: A value has a lone surrogate.
        ValueError: The word of beyond is unknown.

    Example:
        >>> build([Member("a", "1, 2", (("b", None), ("c", "ü")))])
        'a=1%2C%202;b;c=%C3%BC'

    Source:
        W3C Baggage, sections 3.3.1 and 3.3.2.
    """
    if beyond not in {"raise", "drop"}:
        raise ValueError('beyond is "raise" or "drop"')
    pairs = members.items() if isinstance(members, Mapping) else members
    written: list[str] = []
    length = -1
    for member in pairs:
        text = _written(Member(*member))
        length += 1 + len(text)
        if len(written) == MOST_MEMBERS or length > MOST_BYTES:
            if beyond == "drop":
                break
            is_ = f"is beyond {MOST_MEMBERS} members or {MOST_BYTES} bytes"
            raise _bad(text, (0, len(text)), is_, 'send less, or drop the rest with beyond="drop"')
        written.append(text)
    return ",".join(written)


def _written(member: Member) -> str:
    pieces = [_pair(member.key, member.value)]
    pieces += [_pair(name, value) for name, value in member.properties]
    return ";".join(pieces)


def _pair(key: str, value: str | None) -> str:
    if not _KEY.fullmatch(key):
        raise _bad(key, (0, len(key)), "is not a token", "write letters, digits, -._ and the like")
    return key if value is None else f"{key}={headers.baggage_value(value)}"


def parse(header: str | Iterable[str]) -> tuple[Member, ...]:
    r"""Return the members of the header, in order, duplicates included.

    Args:
        header: The value of the header, or those of several headers.

    Returns:
        A tuple of Member. Bytes of a value that are not valid UTF-8 are U+FFFD, and ``+`` stays.

    Raises:
        ParseError: A member is malformed, with its offsets.

    Example:
        >>> parse(["a=b=c", "d=%FF;e = 1 ;f"])[1]
        Member(key='d', value='\ufffd', properties=(('e', '1'), ('f', None)))

    Source:
        W3C Baggage, section 3.3.1; RFC 9110 section 5.6.1, for empty members of a list.
    """
    lines = [header] if isinstance(header, str) else header
    return tuple(member for line in lines for member in _members(line))


def _members(line: str) -> Iterable[Member]:
    at = 0
    for text in line.split(","):
        if text.strip(" \t"):
            yield _member(line, text, at)
        at += len(text) + 1


def _member(line: str, text: str, at: int) -> Member:
    pairs: list[tuple[str, str | None]] = []
    for piece in text.split(";"):
        found = _PAIR.fullmatch(piece.strip(" \t"))
        # Only a property may have no value.
        if found is None or not (pairs or found[2] is not None):
            is_ = "is not a property" if pairs else "is not a member of baggage"
            raise _bad(line, (at, at + len(piece)), is_, _HELP)
        value = found[2]
        decoded = None if value is None else headers.parse_baggage_value(value)
        pairs.append((found[1], decoded))
        at += len(piece) + 1
    (key, value), *properties = pairs
    return Member(key, value or "", tuple(properties))


def _bad(text: str, span: tuple[int, int], is_: str, help_: str) -> ParseError:
    return refused(ParseError, text, span, (is_, "bad-baggage", help_))
