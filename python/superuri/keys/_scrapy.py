"""Scrapy's fingerprint of a request, with the parts beside its URL."""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha1
from typing import TypeAlias

import superuri._core as _core
from superuri.errors import ParseError

_Value: TypeAlias = str | bytes

_HELP = "Scrapy refuses it, too: write the URL that is meant"
_HELP_LONG = "a host has at most 253 characters (RFC 1035 section 2.3.4); Scrapy has no limit"


def scrapy(
    url: str | bytes | _core.URI | _core.URL,
    *,
    method: str = "GET",
    body: _Value = b"",
    headers: Mapping[str, _Value | Iterable[_Value]] | None = None,
    keep_fragments: bool = False,
) -> bytes:
    """Return Scrapy's fingerprint of a request, 20 bytes: what its filter of duplicates goes by.

    Args:
        url: A str, bytes or a URI.
        method: The method of the request, in any case.
        body: The body; a str is UTF-8.
        headers: The headers that count, as Scrapy's include_headers; none do by default.
        keep_fragments: Whether URLs that differ in the fragment differ.

    Returns:
        20 bytes.

    Raises:
        ParseError: Scrapy refuses the URL, or a host beyond ASCII has more than 1,024 characters.
        EncodeError: A str has a lone surrogate.

    Example:
        >>> from superuri import keys
        >>> keys.scrapy("http://www.example.com/query?id=111&cat=222").hex()
        '8fcf173c15d0d14f77c0c9a61209caf224e90164'
        >>> _ == keys.scrapy("http://www.example.com/query?cat=222&id=111").hex()
        True

    Source:
        Scrapy 2.19, scrapy.utils.request.fingerprint; w3lib 2.5, canonicalize_url.
    """
    try:
        if (method, body, headers) == ("GET", b"", None):
            return _core.scrapy(url, keep_fragments=keep_fragments)
        canonical = _core.scrapy_url(url, keep_fragments=keep_fragments)
    except ParseError as error:
        error.help = _HELP_LONG if "no host is that long" in str(error) else _HELP
        raise
    counted: dict[str, list[str]] = {}
    for name, value in (headers or {}).items():
        values = [value] if isinstance(value, str | bytes) else value
        counted.setdefault(name.lower().encode().hex(), []).extend(_bytes(v).hex() for v in values)
    parts = {
        "method": method.upper(),
        "url": canonical,
        "body": _bytes(body).hex(),
        "headers": counted,
    }
    return sha1(json.dumps(parts, sort_keys=True).encode(), usedforsecurity=False).digest()


def _bytes(value: _Value) -> bytes:
    return value.encode() if isinstance(value, str) else value
