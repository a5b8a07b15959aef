"""Keys: they identify a URI in archives, crawlers, block lists, and in your own job.

>>> from superuri import keys
>>> keys.key("HTTP://e.com:80/?b&a#top") == keys.key("http://e.com/?a&b")
True
>>> keys.surt("http://www.example.com/a")
'com,example)/a'
>>> keys.safe_browsing_expressions("http://www.example.com/a")
('www.example.com/a', 'www.example.com/', 'example.com/a', 'example.com/')

A key is not a URI: it identifies a page, but nothing can be fetched with it; for URIs, use
``superuri.normalize``. Each key is that of the program that defines it; ``key`` is superuri's.
"""

from hashlib import sha256

import superuri._core as _core
from superuri._core import Tracking as Tracking
from superuri._core import key as key
from superuri._core import key_tables as tables
from superuri._core import safe_browsing as safe_browsing
from superuri._core import safe_browsing_expressions as safe_browsing_expressions
from superuri._core import surt as surt
from superuri.keys._scrapy import scrapy as scrapy
from superuri.keys._tracking import ReadTracking as ReadTracking
from superuri.keys._tracking import Tracker as Tracker
from superuri.keys._tracking import read_tracking as read_tracking
from superuri.keys._tracking import trackers as trackers

__all__ = [
    "ReadTracking",
    "Tracker",
    "Tracking",
    "key",
    "read_tracking",
    "safe_browsing",
    "safe_browsing_expressions",
    "safe_browsing_hashes",
    "scrapy",
    "surt",
    "tables",
    "trackers",
]


#: The minimum and maximum length of a hash prefix in Safe Browsing lists, in bytes.
_SHORTEST, _WHOLE = 4, 32


def safe_browsing_hashes(
    url: str | bytes | _core.URI | _core.URL, *, size: int = _WHOLE
) -> tuple[bytes, ...]:
    """Return the first bytes of the SHA-256 of each expression of a URL, in their order.

    Args:
        url: A str, bytes or a URI.
        size: How many bytes of each, 4 to 32; most lists of Safe Browsing hold 4.

    Returns:
        A tuple of bytes.

    Raises:
        ParseError: As ``safe_browsing``.
        EncodeError: A str has a lone surrogate.
        ValueError: The size is not from 4 to 32.

    Example:
        >>> from superuri import keys
        >>> keys.safe_browsing_hashes("http://example.com/", size=4)[0].hex()
        '73d986e0'

    Source:
        <https://developers.google.com/safe-browsing/v4/urls-hashing>.
    """
    if not _SHORTEST <= size <= _WHOLE:
        raise ValueError(f"size={size}: it is {_SHORTEST} to {_WHOLE} bytes")
    expressions = _core.safe_browsing_expressions(url)
    return tuple(sha256(text.encode()).digest()[:size] for text in expressions)
