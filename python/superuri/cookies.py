"""Cookies: values of RFC 6265, and what servers and scripts write and read there.

No standard encodes the value of a cookie, so each library has its own way. ``coders`` has the rows.

>>> from superuri import cookies
>>> cookies.value("50% off; today")
'50%25%20off%3B%20today'
>>> cookies.parse('a=1; theme="dark"; b=50%25+x')
(('a', '1'), ('theme', '"dark"'), ('b', '50%25+x'))
>>> cookies.coders["Rack"].decode("50%25+x"), cookies.coders["js-cookie"].decode("50%25+x")
('50% x', '50%+x')
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

import superuri._core as _core
import superuri.form as form
import superuri.sets as sets
from superuri._core import Set
from superuri._values.pairs import pairs
from superuri._values.plain import plain
from superuri._values.refusal import bad, decoded
from superuri.compat import dialects, ecmascript
from superuri.errors import DecodeError

__all__ = ["Coder", "coders", "parse", "parse_value", "value"]

#: Escapes that are decoded together.
_RUN = re.compile("(?:%[0-9A-Fa-f]{2})+")
_NOT_OCTET = re.compile(f"[^{re.escape(sets.rfc6265.COOKIE_VALUE.bare)}%]")


class Coder(NamedTuple):
    """How one library writes and reads the values of cookies."""

    name: str
    #: The characters that it encodes.
    set: Set
    source: str
    checked: str
    #: The parts that it decodes: "pairs" of a form, "escapes", the "whole" value if that is
    #: possible, or "runs" of escapes.
    reads: Literal["pairs", "escapes", "whole", "runs"]

    def encode(self, text: str) -> str:
        """The text as the library writes it.

        Args:
            text: A str.

        Returns:
            A str.

        Raises:
            EncodeError: A str has a lone surrogate.

        Example:
            >>> coders["Rack"].encode("a b/ü")
            'a+b%2F%C3%BC'
        """
        return dialects.encode(text, self.set)

    def decode(self, value: str) -> str:
        """The text that the library reads in a value.

        Args:
            value: The value as it is in the header.

        Returns:
            A str. Malformed escapes stay. Bytes that are not valid UTF-8 are U+FFFD; ``cookie``
            then returns the value as it is, and js-cookie has no such cookie.

        Raises:
            DecodeError: js-cookie drops the cookie, because an escape in it is not valid UTF-8.

        Example:
            >>> coders["cookie"].decode("a+b%2F"), coders["cookie"].decode("50%25%zz")
            ('a+b/', '50%25%zz')
            >>> coders["js-cookie"].decode('"50%25%zz"')
            '50%%zz'
        """
        value = plain(value, "a value")
        if self.reads == "runs":
            # It drops the last character, whatever that is.
            return _RUN.sub(lambda run: decoded(run[0], value), _inside(value))
        if self.reads == "whole":
            try:
                return ecmascript.decodeURIComponent(value)
            except DecodeError:
                return value
        decode = form.decode if self.reads == "pairs" else _core.decode
        return decode(value, errors="replace")


def _inside(value: str) -> str:
    return value[1:-1] if value.startswith('"') else value


#: Codings of cookies by libraries that percent-encode, by the name of the library.
coders: dict[str, Coder] = {
    row.name: row
    for row in (
        Coder(
            *("PHP", sets.php.RAWURLENCODE, "PHP 8.2.36: setcookie, $_COOKIE, run", "2026-11-25"),
            reads="escapes",
        ),
        Coder(
            *("Rack", sets.ruby.FORM, "Rack 2.2.22: add_cookie_to_header, run", "2026-11-25"),
            reads="pairs",
        ),
        Coder(
            *("Ruby CGI", sets.ruby.CGI_ESCAPE, "Ruby: CGI::Cookie, run", "2026-11-25"),
            reads="pairs",
        ),
        Coder(
            *("cookie", sets.ecmascript.COMPONENT, "cookie (npm) 1.0: src/index.ts", "2026-11-28"),
            reads="whole",
        ),
        Coder(
            *("js-cookie", sets.rfc6265.COOKIE_VALUE, "js-cookie 3.0: converter", "2026-11-28"),
            reads="runs",
        ),
    )
}


def value(text: str) -> str:
    """Return the text as the value of a cookie: only what a value cannot have is percent-encoded.

    Args:
        text: A str.

    Returns:
        A str of ASCII, for every library that percent-decodes cookies and leaves ``+`` as it is.

    Raises:
        EncodeError: A str has a lone surrogate.

    Example:
        >>> value('{"a": 1}')
        '{%22a%22:%201}'

    Source:
        RFC 6265 section 4.1.1: cookie-octet.
    """
    return _core.encode(text, sets.rfc6265.COOKIE_VALUE)


def parse_value(value: str) -> str:
    """Return the text of a value that ``value`` wrote; quotes around it are dropped.

    Args:
        value: The value as it is in the header.

    Returns:
        A str; ``+`` stays.

    Raises:
        ParseError: It has a character that the value of a cookie cannot have.
        DecodeError: An escape is malformed, or not valid UTF-8.

    Example:
        >>> parse_value('"50%25+off"')
        '50%+off'

    Source:
        RFC 6265 section 4.1.1.
    """
    value = plain(value, "a value")
    is_quoted = len(value) > 1 and value.startswith('"') and value.endswith('"')
    inside = value[1:-1] if is_quoted else value
    wrong = _NOT_OCTET.search(inside)
    if wrong:
        start = wrong.start() + is_quoted
        raise bad("bad-cookie", value, "cannot be in the value of a cookie", (start, start + 1))
    return _core.decode(inside)


def parse(header: str) -> tuple[tuple[str, str], ...]:
    """Return the names and raw values of the header ``Cookie``.

    Args:
        header: The value of the header.

    Returns:
        A tuple of (name, value), in order; values are as they are written, quotes included. A pair
        without ``=`` has an empty name, as in browsers.

    Example:
        >>> parse("a=b=c; d; a=%20")
        (('a', 'b=c'), ('', 'd'), ('a', '%20'))

    Source:
        RFC 6265 sections 4.2.1 and 5.4; RFC 6265bis section 5.6, for a pair without =.
    """
    return tuple(
        ("", name) if value is None else (name, value)
        for name, value, *_ in pairs(plain(header, "a header"), ";", blank=" \t")
        if name or value is not None
    )
