"""Quoting and queries bit for bit as urllib.parse of the running Python does them, natively.

A drop-in: ``from superuri.compat import urllib`` or ``from superuri.compat.urllib import quote``
where ``urllib.parse`` was. Names that are not here are handed through.

>>> from superuri.compat import urllib
>>> urllib.quote("El Niño/"), urllib.urlsplit("http://e.com/?q").query
('El%20Ni%C3%B1o/', 'q')
"""

from functools import partial
from typing import TYPE_CHECKING, Any
from urllib import parse as _parse

import superuri._core as _core
from superuri._core import urllib_parse_qs as parse_qs
from superuri._core import urllib_parse_qsl as parse_qsl
from superuri._core import urllib_quote as quote
from superuri._core import urllib_quote_from_bytes as quote_from_bytes
from superuri._core import urllib_quote_plus as quote_plus
from superuri._core import urllib_unquote as unquote
from superuri._core import urllib_unquote_plus as unquote_plus
from superuri._core import urllib_unquote_to_bytes as unquote_to_bytes
from superuri._core import urllib_urlencode as urlencode

if TYPE_CHECKING:
    from urllib.parse import (
        DefragResult,
        DefragResultBytes,
        ParseResult,
        ParseResultBytes,
        SplitResult,
        SplitResultBytes,
        urldefrag,
        urljoin,
        urlparse,
        urlsplit,
        urlunparse,
        urlunsplit,
    )

__all__ = [
    "DefragResult",
    "DefragResultBytes",
    "ParseResult",
    "ParseResultBytes",
    "SplitResult",
    "SplitResultBytes",
    "parse_qs",
    "parse_qsl",
    "quote",
    "quote_from_bytes",
    "quote_plus",
    "unquote",
    "unquote_plus",
    "unquote_to_bytes",
    "urldefrag",
    "urlencode",
    "urljoin",
    "urlparse",
    "urlsplit",
    "urlunparse",
    "urlunsplit",
]

# If these functions replace Python's own, they must not call themselves: see Verb::ORIGINAL.
_core.urllib_remember()


#: Other names are looked up in urllib.parse directly, without a frame of ours, so that a warning
#: points to the caller.
__getattr__: partial[Any] = partial(getattr, _parse)
