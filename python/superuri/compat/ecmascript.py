"""JavaScript: its functions for URIs, bit for bit.

A string there is UTF-16: two halves of a surrogate pair that are side by side in a str are one
character here too, and a half alone is what they raise ``URIError`` for (except ``escape``). Our
``EncodeError`` and ``DecodeError`` replace it, and give the position.

>>> from superuri.compat import ecmascript
>>> ecmascript.escape("☃ é"), ecmascript.encodeURIComponent("☃ é")
('%u2603%20%E9', '%E2%98%83%20%C3%A9')
"""

from superuri._core import (
    decodeURI,
    decodeURIComponent,
    encodeURI,
    encodeURIComponent,
    escape,
    fixedDecodeURI,
    fixedEncodeURI,
    fixedEncodeURIComponent,
    unescape,
)

__all__ = [
    "decodeURI",
    "decodeURIComponent",
    "encodeURI",
    "encodeURIComponent",
    "escape",
    "fixedDecodeURI",
    "fixedEncodeURI",
    "fixedEncodeURIComponent",
    "unescape",
]
