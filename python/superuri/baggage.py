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
from superuri._values.pairs import pairs, spans
from superuri._values.passwords import described
from superuri._values.plain import listed, plain
from superuri._values.refusal import bad
from superuri._values.token import TOKEN

__all__ = ["MOST_BYTES", "MOST_MEMBERS", "Member", "build", "parse"]

#: A header with at most so many members and bytes has to be propagated (section 3.3.2).
MOST_MEMBERS = 64
MOST_BYTES = 8192

_KEY = re.compile(TOKEN)
_OCTETS = re.compile(f"[{re.escape(sets.w3c.BAGGAGE_VALUE.bare)}%]*")


class Member(NamedTuple):
    """One member of the list: a key, its decoded value, and its properties."""

    key: str
    value: str
    #: Names and decoded values; None for a property without a value.
    properties: tuple[tuple[str, str | None], ...] = ()

    def __repr__(self) -> str:
        return described(self)


def build(
    members: Mapping[str, str] | Iterable[Member], *, beyond: Literal["raise", "drop"] = "raise"
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
    pairs = (
        members.items()
        if isinstance(members, Mapping)
        else listed(members, "the members", "Member")
    )
    written: list[str] = []
    length = -1
    for member in pairs:
        text = _written(_read(member))
        length += 1 + len(text)
        if len(written) == MOST_MEMBERS or length > MOST_BYTES:
            if beyond == "drop":
                break
            is_ = f"is beyond {MOST_MEMBERS} members or {MOST_BYTES} bytes"
            help_ = 'send less, or drop the rest with beyond="drop"'
            raise bad("bad-baggage", text, is_, help_=help_)
        written.append(text)
    return ",".join(written)


def _read(member: object) -> Member:
    if not isinstance(member, tuple) or len(member) not in {2, 3}:
        kind = type(member).__name__
        raise TypeError(f"a member is a tuple of a key, a value and properties, not {kind}")
    return Member(*member)


def _written(member: Member) -> str:
    pieces = [_pair(member.key, member.value)]
    pieces += [_pair(name, value) for name, value in member.properties]
    return ";".join(pieces)


def _pair(key: str, value: str | None) -> str:
    key = plain(key, "a key")
    if not _KEY.fullmatch(key):
        help_ = "write letters, digits, -._ and the like"
        raise bad("bad-baggage", key, "is not a token", help_=help_)
    return key if value is None else f"{key}={headers.baggage_value(plain(value, 'a value'))}"


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
    given = [header] if isinstance(header, str) else listed(header, "the headers")
    return tuple(
        _member(line, start, end)
        for line in ([plain(line, "a header") for line in given])
        for start, end in spans(line, ",")
        if line[start:end].strip(" \t")
    )


def _member(line: str, start: int, end: int) -> Member:
    read: list[tuple[str, str | None]] = []
    for name, value, *span in pairs(line, ";", start, end, blank=" \t"):
        # Only a property may have no value.
        is_whole = value is not None or read
        if not (is_whole and _KEY.fullmatch(name) and _OCTETS.fullmatch(value or "")):
            is_ = "is not a property" if read else "is not a member of baggage"
            raise bad("bad-baggage", line, is_, (span[0], span[1]))
        read.append((name, None if value is None else headers.parse_baggage_value(value)))
    (key, value), *properties = read
    return Member(key, value or "", tuple(properties))
