"""URLs of RFC 1738: cleaned and compared by the grammar of each scheme.

The profile ``RFC1738`` of ``superuri.clean`` knows only the characters that are unsafe everywhere.
Here each part of a URL has the set of its scheme. ``schemes`` has the rows.

>>> from superuri import rfc1738
>>> rfc1738.clean("ftp://me@host/my file;v1;type=a")
'ftp://me@host/my%20file%3Bv1;type=a'
>>> rfc1738.equivalent("gopher://Host:70", "gopher://host/1")
True
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import superuri._core as _core
import superuri.sets as sets
from superuri._values.refusal import bad, text_of
from superuri._values.rfc1738 import OTHER, SCHEMES, Part, Scheme

if TYPE_CHECKING:
    from collections.abc import Callable

    from superuri._core import URI, URL

__all__ = ["Part", "Scheme", "clean", "equivalent", "normalize", "schemes"]

#: The rows of the standard: each scheme by its name.
schemes: dict[str, Scheme] = SCHEMES

_URL = re.compile(r"([A-Za-z0-9+.-]+):([^#]*)(?:#(.*))?", re.DOTALL)
_TRIPLET = re.compile("(%[0-9A-Fa-f]{2})")
#: A fragment is not part of a URL; what follows its # is only made safe.
_FRAGMENT = Part(sets.rfc1738.COMPONENT, sets.rfc1738.RESERVED.encoded)


def clean(text: str | URI | URL) -> str:
    """Return the text as a URL of its scheme: each part is encoded with its own set.

    Args:
        text: A str or a URI.

    Returns:
        A str of ASCII. Triplets stay as they are; a ``%`` that begins none becomes ``%25``.

    Raises:
        ParseError: It has no scheme, or not the form that its scheme has.
        EncodeError: It has a lone surrogate.

    Example:
        >>> clean("wais://host/db/TEXT/a/b?c")
        'wais://host/db/TEXT/a%2Fb%3Fc'
        >>> clean("nntp://host/not a group")
        Traceback (most recent call last):
        superuri.errors.ParseError: "//host/not a group" at 5..23 is not the rest of a URL of nntp

    Source:
        RFC 1738 sections 3 and 5.
    """
    return str(_Url.of(text_of(text)).changed(_cleaned))


def normalize(text: str | URI | URL) -> str:
    """Return the one spelling of all URLs that are equivalent by the rules of their scheme.

    Scheme, host and the type of ftp are in lower case, the default port is omitted, and what has no
    special meaning in its part is not encoded.

    Args:
        text: A str or a URI. It is cleaned first.

    Returns:
        A str of ASCII.

    Raises:
        ParseError: As of ``clean``.
        EncodeError: It has a lone surrogate.

    Example:
        >>> normalize("FTP://Host:21/%2a%2F;type=A")
        'ftp://host/*%2F;type=a'
        >>> normalize("file://localhost/a")
        'file:///a'

    Source:
        RFC 1738 sections 2.1, 2.2, 3 and 5.
    """
    decoded = str(_Url.of(clean(text)).changed(_decoded))
    # A decoded text can have a part that the encoded one did not show, as the host in mailto:a%40B.
    url = _Url.of(decoded).changed(_folded).without_port()
    short, usual = url.row.same or ("(?!)", "")
    found = re.fullmatch(short, url.rest)
    rest = found.expand(usual) if found else url.rest
    return str(url._replace(scheme=url.scheme.lower(), rest=rest))


def equivalent(a: str | URI | URL, b: str | URI | URL) -> bool:
    """Return whether two URLs mean the same by the rules of their scheme.

    Args:
        a: A str or a URI.
        b: A str or a URI.

    Returns:
        A bool. Fragments are compared too.

    Raises:
        ParseError: As of ``clean``.
        EncodeError: One has a lone surrogate.

    Example:
        >>> equivalent("http://Host/a*b", "http://host:80/a%2Ab")
        True
        >>> equivalent("ftp://host/a/b", "ftp://host/a%2Fb")
        False

    Source:
        RFC 1738 section 2.2.
    """
    return normalize(a) == normalize(b)


class _Url(NamedTuple):
    """A URL, its row, and what its row's pattern found."""

    scheme: str
    rest: str
    fragment: str | None
    row: Scheme
    found: re.Match[str]

    @classmethod
    def of(cls, text: str) -> _Url:
        """Return the URL. Raises ParseError."""
        whole = _URL.fullmatch(text)
        if whole is None:
            raise bad("bad-url", text, "has no scheme")
        row = schemes.get(whole[1].lower(), OTHER)
        found = row.pattern.fullmatch(whole[2])
        if found is None:
            is_ = f"is not the rest of a URL of {row.name}"
            raise bad("bad-url", text, is_, whole.span(2), f"write {row.form}")
        return cls(whole[1], whole[2], whole[3], row, found)

    def changed(self, change: Callable[[str, Part], str]) -> _Url:
        """Return the URL with each part changed."""
        parts = self.row.parts
        pieces, at = [], 0
        for name in sorted(parts, key=self.found.span):
            (start, end), part = self.found.span(name), parts[name]
            if start >= 0:
                pieces += [self.rest[at:start], change(self.rest[start:end], part)]
                at = end
        rest = "".join([*pieces, self.rest[at:]])
        fragment = None if self.fragment is None else change(self.fragment, _FRAGMENT)
        return self._replace(rest=rest, fragment=fragment)

    def without_port(self) -> _Url:
        """Return the URL without its port, if that is the default."""
        found = self.row.pattern.fullmatch(self.rest)
        port = found["port"] if found and "port" in self.row.pattern.groupindex else None
        if found is None or port is None or (port and port.lstrip("0") != self.row.port):
            return self
        start, end = found.span("port")
        return self._replace(rest=self.rest[: start - 1] + self.rest[end:])

    def __str__(self) -> str:
        """Return the text."""
        url = f"{self.scheme}:{self.rest}"
        return url if self.fragment is None else f"{url}#{self.fragment}"


def _cleaned(text: str, part: Part) -> str:
    encoded = part.data - part.delimiters
    pieces = enumerate(_TRIPLET.split(text))
    return "".join(piece if n % 2 else _core.encode(piece, encoded) for n, piece in pieces)


def _decoded(text: str, part: Part) -> str:
    """Return the text with the triplets decoded that mean the same as their characters."""
    stays = part.data | part.reserved

    def one(triplet: re.Match[str]) -> str:
        character = chr(int(triplet[0][1:], 16))
        is_free = character.isascii() and character not in stays
        return character if is_free else triplet[0].upper()

    return _TRIPLET.sub(one, text)


def _folded(text: str, part: Part) -> str:
    return text.lower() if part.folded else text
