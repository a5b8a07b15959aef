r"""Go: the escapers of ``net/url``, bit for bit.

A string of Go is bytes, UTF-8 or not: that is what unescaping gives.

>>> from superuri.compat.dialects import go
>>> go.query_escape("a b/ü"), go.path_escape("a b/$&+=:@")
('a+b%2F%C3%BC', 'a%20b%2F$&+=:@')
>>> go.query_unescape("a+b%E9"), go.path_unescape("a+b")
(b'a b\xe9', b'a+b')
"""

import superuri._core as _core
import superuri.sets as sets
from superuri.compat.dialects import encode, without_plus

__all__ = ["path_escape", "path_unescape", "query_escape", "query_unescape"]


def query_escape(text: str | bytes) -> str:
    """The text as url.QueryEscape writes it: a space is ``+``.

    >>> query_escape("1 + 1")
    '1+%2B+1'

    Source: Go, net/url.
    """
    return encode(text, sets.go.QUERY_ESCAPE)


def path_escape(text: str | bytes) -> str:
    """The text as url.PathEscape writes it: ``$&+=:@`` stay.

    >>> path_escape("1 + 1/2")
    '1%20+%201%2F2'

    Source: Go, net/url.
    """
    return encode(text, sets.go.PATH_ESCAPE)


def query_unescape(text: str | bytes) -> bytes:
    """The bytes that url.QueryUnescape reads: ``+`` is a space.

    >>> query_unescape("1+%2B+1")
    b'1 + 1'

    Raises DecodeError where Go returns an EscapeError.
    Source: Go, net/url.
    """
    return _core.decode_bytes(without_plus(text))


def path_unescape(text: str | bytes) -> bytes:
    """The bytes that url.PathUnescape reads: ``+`` stays.

    >>> path_unescape("1%20+%201")
    b'1 + 1'

    Raises DecodeError where Go returns an EscapeError.
    Source: Go, net/url.
    """
    return _core.decode_bytes(text)
