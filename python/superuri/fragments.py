"""Fragments that follow a standard: JSON Pointers and text directives.

>>> from superuri import fragments
>>> fragments.json_pointer(["paths", "/pets/{id}", "get"])
'/paths/~1pets~1%7Bid%7D/get'
>>> fragments.text_directive("a-b, c")
':~:text=a%2Db%2C%20c'
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import superuri._core as _core
import superuri.sets as sets
from superuri._values.pairs import pairs
from superuri._values.plain import listed, plain
from superuri._values.refusal import bad, decoded, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "TextDirective",
    "json_pointer",
    "parse_json_pointer",
    "parse_text_directives",
    "text_directive",
]

#: The delimiter before a fragment's directives, which scripts of the page do not see.
_DIRECTIVES = ":~:"
#: The delimiters of a text directive are escaped in its texts.
_TEXT = sets.rfc3986.FRAGMENT | "&-,"
_WRONG_TILDE = re.compile("~(?![01])")


class TextDirective(NamedTuple):
    """The text to which a browser scrolls, and what surrounds it."""

    start: str
    end: str | None = None
    prefix: str | None = None
    suffix: str | None = None


def json_pointer(tokens: Iterable[str | int]) -> str:
    """Return the fragment that points into a JSON document.

    Args:
        tokens: The names of members and the numbers of elements, from the outside in.

    Returns:
        The fragment without its ``#``; "" for the whole document.

    Raises:
        EncodeError: A token has a lone surrogate.
        TypeError: The tokens are one str, or one of them is neither a str nor an int.

    Example:
        >>> from superuri import fragments
        >>> fragments.json_pointer(["a/b", 0, "m~n"])
        '/a~1b/0/m~0n'

    Source:
        RFC 6901 section 6.
    """
    given = listed(tokens, "the tokens of a pointer", "str and int")
    escaped = (_token(token).replace("~", "~0").replace("/", "~1") for token in given)
    return "".join(f"/{_core.encode(token, sets.rfc3986.FRAGMENT)}" for token in escaped)


def _token(token: object) -> str:
    if isinstance(token, int) and not isinstance(token, bool):
        return int.__repr__(token)
    return plain(token, "a token of a pointer, unless it is an int,")


def parse_json_pointer(fragment: str) -> tuple[str, ...]:
    """Return the tokens of a fragment that points into a JSON document.

    Args:
        fragment: The fragment as it is written, with or without its ``#``.

    Returns:
        A tuple of str; empty for the whole document.

    Raises:
        ParseError: It does not begin with a slash, or a ``~`` is not followed by 0 or 1.
        DecodeError: An escape is malformed, or not valid UTF-8.

    Example:
        >>> from superuri import fragments
        >>> fragments.parse_json_pointer("/a~1b/0/c%25d")
        ('a/b', '0', 'c%d')

    Source:
        RFC 6901 section 6.
    """
    fragment = _without_number_sign(fragment)
    pointer = _core.decode(fragment)
    wrong = _WRONG_TILDE.search(pointer)
    if wrong or (pointer and not pointer.startswith("/")):
        is_ = "has a ~ without 0 or 1" if wrong else "does not begin with a slash"
        raise bad("bad-pointer", fragment, is_)
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:])


def text_directive(
    start: str, end: str | None = None, *, prefix: str | None = None, suffix: str | None = None
) -> str:
    """Return the fragment that scrolls to a text.

    Args:
        start: The text, or how a longer text begins.
        end: How the longer text ends. The default None is a text that start has whole.
        prefix: What is before the text. The default None is anything.
        suffix: What is behind the text. The default None is anything.

    Returns:
        The fragment without its ``#``. It can follow another fragment.

    Raises:
        EncodeError: A text has a lone surrogate.
        ValueError: A text is "", for which a browser ignores the whole directive.

    Example:
        >>> from superuri import fragments
        >>> fragments.text_directive("an example", "text", prefix="this is", suffix="a-b")
        ':~:text=this%20is-,an%20example,text,-a%2Db'

    Source:
        WICG, URL Fragment Text Directives, section 3.3.
    """
    plain(start, "start")
    for name, text in {"start": start, "end": end, "prefix": prefix, "suffix": suffix}.items():
        if text is not None and plain(text, name) == "":
            raise ValueError(f"{name} is empty: a browser ignores a directive with an empty text")
    parts = [_core.encode(text, _TEXT) for text in (start, end) if text is not None]
    if prefix is not None:
        parts.insert(0, f"{_core.encode(prefix, _TEXT)}-")
    if suffix is not None:
        parts.append(f"-{_core.encode(suffix, _TEXT)}")
    return f"{_DIRECTIVES}text={','.join(parts)}"


def parse_text_directives(fragment: str) -> list[TextDirective]:
    """Return the text directives of a fragment.

    Args:
        fragment: The fragment as it is written, with or without its ``#``.

    Returns:
        A list of TextDirective, in order. Other directives and malformed ones are left out, as a
        browser does.

    Raises:
        DecodeError: An escape is malformed, or not valid UTF-8.

    Example:
        >>> from superuri import fragments
        >>> fragments.parse_text_directives("top:~:text=a%2Cb,c&text=-,d")
        [TextDirective(start='a,b', end='c', prefix=None, suffix=None)]

    Source:
        WICG, URL Fragment Text Directives, section 3.4.
    """
    found, text = [], _without_number_sign(fragment)
    for name, value, *_ in pairs(text.partition(_DIRECTIVES)[2], "&"):
        read = _directive(value or "", text) if name == "text" else None
        if read is not None:
            found.append(read)
    return found


def _without_number_sign(fragment: object) -> str:
    """Return the fragment; a # in a fragment is escaped, so that a raw one begins it."""
    return text_of(fragment).removeprefix("#")


def _directive(value: str, fragment: str) -> TextDirective | None:
    parts = value.split(",")
    prefix = parts.pop(0)[:-1] if parts[0].endswith("-") else None
    suffix = parts.pop()[1:] if parts and parts[-1].startswith("-") else None
    texts = [*parts, *(text for text in (prefix, suffix) if text is not None)]
    if len(parts) not in {1, 2} or not all(texts) or any("-" in text for text in texts):
        return None
    start, end = parts if len(parts) > 1 else (parts[0], None)
    read = (None if text is None else decoded(text, fragment) for text in (end, prefix, suffix))
    return TextDirective(decoded(start, fragment), *read)
