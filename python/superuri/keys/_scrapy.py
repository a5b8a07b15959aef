"""Scrapy's fingerprint of a request.

The steps of Scrapy 2.19 and w3lib 2.5, with which a test compares it.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from hashlib import sha1
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TypeAlias
from urllib.parse import quote_from_bytes, unquote_to_bytes, uses_netloc, uses_params

import superuri._core as _core
from superuri.errors import ParseError

_Value: TypeAlias = str | bytes

SPECIAL = frozenset({"file", "ftp", "http", "https", "ws", "wss"})

# Characters that stay unescaped besides the unreserved ones.
IN_USERINFO = "!$&'()*+,"
IN_PATH = ":/?@!$&'()*+,;=%"
IN_CANONICAL_PATH = IN_PATH + "[]|"

C0_AND_SPACE = "".join(map(chr, range(0x21)))
SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
#: Escapes in a path that are kept: % / ; and ?
KEPT = re.compile("%(25|2[fF]|3[bBfF])")
AUTHORITY = re.compile(r"[/\\]{2}([^/\\?#]*)")
FUTURE = re.compile(r"v[0-9a-fA-F]+\..+")

#: Longer hosts are refused, because normalising them would take too long.
LONGEST_HOST = 1024
MOST = 65535
_HELP = "Scrapy refuses it, too: write the URL that is meant"
_HELP_LONG = "a host has at most 253 characters (RFC 1035 section 2.3.4); Scrapy has no limit"


def fingerprint(
    url: str | bytes | _core.URI | _core.URL,
    *,
    method: str = "GET",
    body: _Value = b"",
    headers: Mapping[str, _Value | Iterable[_Value]] | None = None,
    keep_fragments: bool = False,
) -> bytes:
    """Return Scrapy's fingerprint of a request, 20 bytes: what its filter of duplicates goes by.

    >>> from superuri import keys
    >>> keys.fingerprint("http://www.example.com/query?id=111&cat=222").hex()
    '8fcf173c15d0d14f77c0c9a61209caf224e90164'
    >>> _ == keys.fingerprint("http://www.example.com/query?cat=222&id=111").hex()
    True

    ``headers`` are those that count, as Scrapy's include_headers; none do by default.

    Raises ParseError where Scrapy refuses the URL or a host that is not ASCII has more than 1,024
    characters, and EncodeError for a lone surrogate.
    Source: Scrapy 2.19, scrapy.utils.request.fingerprint; w3lib 2.5, canonicalize_url.
    """
    try:
        canonical = _canonical(_safe(_text(url)), keep_fragments=keep_fragments)
    except _RefusedError as refused:
        raise refused.on(url) from None
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


def _text(url: str | bytes | _core.URI | _core.URL) -> str:
    if isinstance(url, str | _core.URI | _core.URL):
        text = str(url)
        if not text.isascii():
            _core.encode(text)  # raises for a lone surrogate, with its offset
        return text
    octets = memoryview(url).tobytes().decode("utf-8", "surrogateescape")
    return re.sub("[\udc80-\udcff]", lambda lone: f"%{ord(lone[0]) - 0xDC00:02X}", octets)


class _RefusedError(ValueError):
    """An error in a part of a URL: the part, the end of the message, the code, and what to do."""

    def on(self, url: str | bytes | _core.URI | _core.URL) -> ParseError:
        """Return the error for the whole text, with the place of the part in it."""
        part, why, code, *help_ = self.args
        text = str(url) if isinstance(url, str | _core.URI | _core.URL) else bytes(memoryview(url))
        if isinstance(text, str):
            start, end = _place(text, part, code)
        else:
            # Each octet is one character of Latin-1, so that the offsets are those of octets.
            start, end = _place(text.decode("latin-1"), part.encode().decode("latin-1"), code)
        return ParseError(
            f"the {'port' if code == 'bad-port' else 'URL'} at {start}..{end} {why}",
            *(text, start, end, code, *(help_ or [_HELP])),
        )


def _place(text: str, part: str, code: str) -> tuple[int, int]:
    """Return the offsets of a part; those of the whole text if it is not in it as it is."""
    found = AUTHORITY.search(text)
    if not found or part not in found[1]:
        return 0, len(text)
    # It is the port, something in the host, or all of the authority.
    start, end = found.span(1)
    host = end - len(found[1].rpartition("@")[2])
    at = text.rfind(part, host, end) if code == "bad-port" else text.find(part, host, end)
    start = at if at >= 0 else start
    return start, start + len(part)


def _safe(url: str) -> str:
    """The URL that Scrapy stores in a request."""
    safe = _unsplit(*_safe_split(url))
    if "://" not in safe and not safe.startswith(("about:", "data:")):
        raise _RefusedError(url, "has no scheme", "relative-url")
    return safe


def _safe_split(url: str) -> tuple[str, str, str, str, str]:
    scheme, netloc, path, query, fragment = _split(url)
    path = quote_from_bytes(path.encode(), IN_PATH)
    query = quote_from_bytes(query.encode(), IN_PATH)
    fragment = quote_from_bytes(fragment.encode(), IN_PATH)
    return scheme, netloc, path, query, fragment


def _split(url: str) -> tuple[str, str, str, str, str]:
    rest = url.strip(C0_AND_SPACE).translate({9: None, 10: None, 13: None})
    scheme = netloc = ""
    if found := SCHEME.match(rest):
        scheme, rest = found[1].lower(), rest[found.end() :]
    rest, _, fragment = rest.partition("#")
    rest, _, query = rest.partition("?")
    if scheme in SPECIAL:
        rest = rest.replace("\\", "/")
    if rest.startswith("//"):
        netloc, slash, rest = rest[2:].partition("/")
        rest = slash + rest
    return scheme, _netloc(netloc), rest, query, fragment


def _netloc(netloc: str) -> str:
    if not netloc:
        return ""
    if not netloc.isascii():
        if len(netloc) > LONGEST_HOST:
            why = "has no host: no host is that long"
            raise _RefusedError(netloc, why, "bad-host", _HELP_LONG)
        bare = re.sub("[@:#?]", "", netloc)
        mapped = unicodedata.normalize("NFKC", bare)
        if bare != mapped and re.search(r"[/?#@:\\]", mapped):
            raise _RefusedError(
                netloc, "has a host with a character that NFKC turns into a delimiter", "bad-host"
            )
    has_brackets = "[" in netloc
    if has_brackets != ("]" in netloc):
        raise _RefusedError(netloc, "has a bracket without the other one", "bad-host")
    userinfo, at_sign, info = netloc.rpartition("@")
    if has_brackets:
        _check_brackets(info)
        host, _, port = info.partition("[")[2].partition("]")
        port = port.partition(":")[2]
    else:
        host, _, port = info.partition(":")
    name, colon, password = userinfo.partition(":")
    parts = [quote_from_bytes(unquote_to_bytes(part), IN_USERINFO) for part in (name, password)]
    user = parts[0] + (":" + parts[1] if colon else "") if at_sign else ""
    return user + at_sign + _host(host) + _port(port)


def _check_brackets(info: str) -> None:
    before, bracket, inside = info.partition("[")
    host, _, port = inside.partition("]") if bracket else (before.partition(":")[0], "", "")
    if (bracket and before) or (port and not port.startswith(":")):
        raise _RefusedError(info, "has text next to the brackets of its host", "bad-host")
    if host[:1] in {"v", "V"}:
        if not FUTURE.fullmatch(host):
            raise _RefusedError(host, "has no address in its brackets", "bad-host")
        return
    try:
        is_new = not isinstance(ip_address(host), IPv4Address)
    except ValueError:
        is_new = False
    if not is_new:
        raise _RefusedError(host or info, "has no IPv6 address in its brackets", "bad-host")


def _host(host: str) -> str:
    if ":" in host:
        if not host.isascii():
            raise _RefusedError(host, "has a zone that is not ASCII", "bad-host")
        return f"[{host}]"
    if host.isascii():
        return host
    mapped = unicodedata.normalize("NFKC", host.lower())
    try:
        return mapped.encode("idna").decode()
    except UnicodeError:
        return host


def _port(port: str) -> str:
    if not port:
        return ""
    number = port.lstrip("0") or "0"
    if not (port.isascii() and port.isdigit()) or len(number) > 5 or int(number) > MOST:  # noqa: PLR2004  because MOST has five digits
        raise _RefusedError(port, "is not a number up to 65535", "bad-port")
    return f":{int(number)}"


def _unsplit(scheme: str, netloc: str, path: str, query: str, fragment: str) -> str:
    if netloc:
        path = f"//{netloc}{path}"
    elif path.startswith("//") or (scheme in uses_netloc and scheme and path[:1] in {"", "/"}):
        path = f"//{path}"
    return "".join(
        (
            scheme and f"{scheme}:",
            path,
            query and f"?{query}",
            fragment and f"#{fragment}",
        )
    )


def _canonical(url: str, *, keep_fragments: bool) -> str:
    scheme, netloc, path, query, fragment = _safe_split(url)
    params = ""
    if scheme in uses_params:
        start = path.find(";", path.rfind("/") + 1)
        if start >= 0:
            path, params = path[:start], path[start:]
    pairs = []
    for pair in filter(None, query.encode().split(b"&")):
        name, _, value = pair.replace(b"+", b" ").partition(b"=")
        pairs.append((unquote_to_bytes(name), unquote_to_bytes(value)))
    query = "&".join(f"{_plus(name)}={_plus(value)}" for name, value in sorted(pairs))
    kept = KEPT.sub(lambda escape: "%25" + escape[1].upper(), path)
    path = quote_from_bytes(unquote_to_bytes(kept), IN_CANONICAL_PATH) or "/"
    if path.startswith("/"):
        path = _without_dots(path)
    user, at_sign, host = netloc.rpartition("@")
    netloc = user + at_sign + _address(host.lower())
    # An empty parameter is dropped with its semicolon.
    path += params if params != ";" else ""
    return _unsplit(scheme, netloc, path, query, fragment if keep_fragments else "")


def _plus(octets: bytes) -> str:
    return quote_from_bytes(octets, "").replace("%20", "+")


def _without_dots(path: str) -> str:
    kept: list[str] = []
    *segments, last = path[1:].split("/")
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if last == "..":
        del kept[-1:]
    kept.append("" if last in {".", ".."} else last)
    return "/" + "/".join(kept)


def _address(host: str) -> str:
    inside, bracket, port = host.removeprefix("[").partition("]")
    if not (host.startswith("[") and bracket):
        return host
    try:
        address = ip_address(inside)
    except ValueError:
        return host
    return f"[{address}]{port}" if isinstance(address, IPv6Address) else host
