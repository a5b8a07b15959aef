r"""PHP: its four functions for URLs, bit for bit.

A string of PHP is bytes; decoding takes what it can and leaves the rest, and never fails.

>>> from superuri.compat.dialects import php
>>> php.urlencode("a b~"), php.rawurlencode("a b~")
('a+b%7E', 'a%20b~')
>>> php.urldecode("a+b%zz%E9%4"), php.rawurldecode("a+b")
(b'a b%zz\xe9%4', b'a+b')
"""

import superuri._core as _core
import superuri.sets as sets
from superuri.compat.dialects import encode, without_plus

__all__ = ["rawurldecode", "rawurlencode", "urldecode", "urlencode"]


def urlencode(text: str | bytes) -> str:
    """The text as urlencode writes it: a space is ``+``, a ``~`` is escaped.

    >>> urlencode("1 + 1")
    '1+%2B+1'

    Source: PHP, ext/standard/url.c.
    """
    return encode(text, sets.php.URLENCODE)


def rawurlencode(text: str | bytes) -> str:
    """The text as rawurlencode writes it, which is RFC 3986's way.

    >>> rawurlencode("1 + 1")
    '1%20%2B%201'

    Source: PHP, ext/standard/url.c.
    """
    return encode(text, sets.php.RAWURLENCODE)


def urldecode(text: str | bytes) -> bytes:
    """The bytes that urldecode reads: ``+`` is a space, and invalid percent-escapes stay.

    >>> urldecode("100%+%2B")
    b'100% +'

    Source: PHP, ext/standard/url.c.
    """
    return _core.decode_bytes(without_plus(text, "replace"), errors="replace")


def rawurldecode(text: str | bytes) -> bytes:
    """The bytes that rawurldecode reads: ``+`` and invalid percent-escapes stay.

    >>> rawurldecode("100%+%2B")
    b'100%++'

    Source: PHP, ext/standard/url.c.
    """
    return _core.decode_bytes(text, errors="replace")
