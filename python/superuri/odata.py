"""OData: the key of an entity in a segment of the path, with quotes doubled and slashes escaped.

>>> from superuri import odata
>>> odata.segment("People", "O'Neil"), odata.segment("Categories", "Smartphone/Tablet")
("People('O''Neil')", "Categories('Smartphone%2FTablet')")
>>> odata.parse_segment("People%28%27O%27%27Neil%27%29")
Entity(name='People', key="O'Neil")
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import superuri._core as _core
import superuri.sets as sets
from superuri._values.plain import plain
from superuri._values.refusal import bad, text_of

__all__ = ["Entity", "Literal", "Value", "literal", "parse_segment", "segment"]

_NAME = re.compile(r"\$?[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_QUOTED = "'(?:[^']|'')*'"
_PREDICATE = re.compile(
    rf"(?:([^\W\d]\w*)=)?({_QUOTED}|(?:[\w.]+{_QUOTED}|[^'(),=\s]+))(?:,(?=.)|\Z)", re.DOTALL
)
_INTEGER = re.compile("-?[0-9]{1,19}")
#: Keywords of a key that are not str.
_WORDS = {"true": True, "false": False}


class Literal(NamedTuple):
    """A literal that is neither a text nor a number nor a truth value: a date, a GUID, an alias."""

    text: str


Value: TypeAlias = str | bool | int | Literal


class Entity(NamedTuple):
    """A segment: the name of a set, and the key of one entity in it."""

    name: str
    #: One value; or a dict, for names and values; None for a segment without a key.
    key: Value | dict[str, Value] | None


def literal(value: Value) -> str:
    """Return the value as it is written in a key or in a query option, before percent-encoding.

    Args:
        value: A str, an int, a bool, or a Literal.

    Returns:
        A str; a text is in single quotes.

    Raises:
        TypeError: The value has another type.
        ParseError: A Literal has a character that would end it.

    Example:
        >>> literal("O'Neil"), literal(7), literal(True)
        ("'O''Neil'", '7', 'true')

    Source:
        OData 4.01 URL Conventions, section 2; ABNF: string.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, Literal):
        found = _PREDICATE.fullmatch(value.text)
        if found is None or found[1] or value.text.endswith(","):
            raise bad("bad-odata", value.text, "is not a literal")
        return value.text
    if isinstance(value, str):
        return "'" + plain(value).replace("'", "''") + "'"
    raise TypeError(f"a key is a str, an int, a bool or a Literal, not {type(value).__name__}")


def segment(name: str, key: Value | Mapping[str, Value] | None = None) -> str:
    """Return the segment of a path that names an entity.

    Args:
        name: The name of the set.
        key: One value; or a mapping, for a key of several properties. The default None names the
            whole set.

    Returns:
        A str, percent-encoded: a slash in a text does not divide the path.

    Raises:
        ParseError: A name is not an identifier.
        TypeError: A value is not a str, an int, a bool or a Literal.
        EncodeError: A text has a lone surrogate.

    Example:
        >>> segment("Items", {"OrderID": 1, "ItemNo": 2})
        'Items(OrderID=1,ItemNo=2)'
        >>> segment("Employees", {"ID": "A1 245?"})
        "Employees(ID='A1%20245%3F')"

    Source:
        OData 4.01 URL Conventions, sections 2 and 4.3.1.
    """
    name = plain(name, "the name of a set")
    if not _NAME.fullmatch(name):
        raise bad("bad-odata", name, "is not the name of a set")
    if key is None:
        text = name
    elif isinstance(key, Mapping):
        given = {plain(each, "the name of a property"): value for each, value in key.items()}
        for each in given:
            if not _NAME.fullmatch(each):
                raise bad("bad-odata", each, "is not the name of a property")
        text = f"{name}({','.join(f'{each}={literal(value)}' for each, value in given.items())})"
    else:
        text = f"{name}({literal(key)})"
    return _core.encode(text, sets.rfc3986.SEGMENT)


def parse_segment(segment: str) -> Entity:
    """Return the name and the key in one segment of a path.

    Args:
        segment: One segment, as it is written: the path is divided at slashes first.

    Returns:
        An Entity.

    Raises:
        ParseError: It is not a name with a key, or it has a slash, or a quote that is not doubled.
        DecodeError: An escape is malformed, or not valid UTF-8.

    Example:
        >>> parse_segment("Items(OrderID=1,ItemNo=2)").key
        {'OrderID': 1, 'ItemNo': 2}
        >>> parse_segment("People('O%27Neil')")
        Traceback (most recent call last):
        superuri.errors.ParseError: "People('O%27Neil')" at 0..18 is not a name with a key

    Source:
        OData 4.01 URL Conventions, section 2: the order of splitting and decoding.
    """
    segment = text_of(segment)
    if re.search("[/?#]", segment):
        raise bad("bad-odata", segment, "is not one segment of a path")
    name, parenthesis, rest = _core.decode(segment).partition("(")
    if not _NAME.fullmatch(name) or (parenthesis and not rest.endswith(")")):
        raise bad("bad-odata", segment, "is not a name with a key")
    if not parenthesis:
        return Entity(name, None)
    pairs = _pairs(segment, rest[:-1])
    if len(pairs) == 1 and not pairs[0][0]:
        return Entity(name, pairs[0][1])
    key = dict(pairs)
    if "" in key or len(key) < len(pairs):
        raise bad("bad-odata", segment, "has a key with a name that is absent or given twice")
    return Entity(name, key)


def _pairs(segment: str, text: str) -> list[tuple[str, Value]]:
    pairs: list[tuple[str, Value]] = []
    at = 0
    while at < len(text):
        found = _PREDICATE.match(text, at)
        if found is None:
            raise bad("bad-odata", segment, "is not a name with a key")
        pairs.append((found[1] or "", _value(found[2])))
        at = found.end()
    return pairs


def _value(text: str) -> Value:
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _INTEGER.fullmatch(text) else Literal(text)
