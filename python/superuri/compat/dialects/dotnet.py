r""".NET: ``Uri.EscapeDataString`` and ``WebUtility.UrlEncode``, bit for bit.

A string of .NET is UTF-16; half a surrogate pair is written as U+FFFD. (The .NET Framework's
``EscapeDataString`` threw instead: for that, ``dialects.encode`` raises.)

>>> from superuri.compat.dialects import dotnet
>>> dotnet.escape_data_string("a b!~"), dotnet.url_encode("a b!~"), dotnet.url_encode("\ud800")
('a%20b%21~', 'a+b!%7E', '%EF%BF%BD')
"""

import re

import superuri._core as _core
import superuri.sets as sets
from superuri.compat.dialects import encode
from superuri.compat.dialects.java import utf16

__all__ = ["escape_data_string", "url_encode"]

_LONE = re.compile("[\ud800-\udfff]")


def escape_data_string(text: str) -> str:
    """The text as Uri.EscapeDataString of .NET 5 and newer writes it.

    >>> escape_data_string("1 + 1")
    '1%20%2B%201'

    Source: .NET, System.Uri.
    """
    return _core.encode(_LONE.sub("\ufffd", utf16(text)), sets.dotnet.ESCAPE_DATA_STRING)


def url_encode(text: str) -> str:
    """The text as WebUtility.UrlEncode writes it: a space is ``+``.

    >>> url_encode("1 + 1 (one)")
    '1+%2B+1+(one)'

    Source: .NET, System.Net.WebUtility.
    """
    return encode(_LONE.sub("\ufffd", utf16(text)), sets.dotnet.URL_ENCODE)
