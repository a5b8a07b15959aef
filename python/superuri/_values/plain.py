"""Plain text: what a caller's object is, and not what its class shows.

A ``str`` subclass may show something else than its characters: ``str()`` of a member of a
``(str, Enum)`` is the name of the member. The engine reads the characters, and so do
these functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import superuri._core as _core

#: Functions that return an object's text, by an attribute of its type.
_HINTS = (
    ("isoformat", "its .isoformat()"),
    ("_value_", "its .value"),
    ("tobytes", "bytes(…).decode() of it"),
    ("decode", "its .decode()"),
)


def plain(text: object, what: str = "a text") -> str:
    """Return the characters of a str; raise a TypeError for anything else.

    >>> plain("a b"), type(plain(type("Text", (str,), {})("a"))) is str
    ('a b', True)
    >>> plain(b"a", "a title")
    Traceback (most recent call last):
        ...
    TypeError: a title is a str, not bytes: pass its .decode() if that is meant
    """
    if isinstance(text, str):
        return str.__str__(text)
    if text is None:
        raise TypeError(f"{what} is a str, not None")
    how = next((how for name, how in _HINTS if hasattr(text, name)), "str() of it")
    raise TypeError(f"{what} is a str, not {type(text).__name__}: pass {how} if that is meant")


def scalar(value: object) -> str | bytes:
    """Return the text or the octets of a value by the rules of ``superuri.build``.

    >>> scalar(1.5), scalar(True), scalar(bytearray(b"a"))
    ('1.5', 'true', b'a')
    """
    text = _core.scalar(value)
    return str.__str__(text) if isinstance(text, str) else bytes(text)


def listed(texts: object, what: str, of: str = "str") -> list[Any]:
    """Return the items of an iterable; raise a TypeError for a text, a mapping, or another object.

    >>> listed(("a", 1), "the tokens")
    ['a', 1]
    >>> listed("ab", "the tokens")
    Traceback (most recent call last):
        ...
    TypeError: the tokens are a list of str, not one str
    """
    is_one = isinstance(texts, str | bytes | bytearray | memoryview | Mapping)
    if is_one or not isinstance(texts, Iterable):
        raise TypeError(f"{what} are a list of {of}, not one {type(texts).__name__}")
    return list(texts)


def whole_number(value: object, what: str) -> int:
    """Return an int as exactly that; raise a TypeError for a bool and anything else.

    >>> whole_number(7, "digits")
    7
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{what} is an int, not {type(value).__name__}")
    return int.__pos__(value)
