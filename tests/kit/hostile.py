"""Hostile values: what an attacker would pass as a part of a URI, and a parser to check it.

The parser is independent of the engine: it uses RFC 3986's own pattern, and the standard library's
unquoting of octets.
"""

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any
from urllib.parse import unquote_to_bytes

from kit import legal

#: Text that has ended components, and text that has broken decoders.
ATOMS = [
    *("/", "//", "\\", "?", "#", "@", ":", "&", "=", "+", ";", ",", "[", "]", "%", "%%", "%4"),
    *("$", "%2F", "%2f", "%2e", "%2E%2e", "%25", "%00", "%0d%0a", "%40", "%23", "%3F", "%5C"),
    *("%c0%af", ".", "..", "...", "../", "/..", "evil.com", "//evil.com", "/@evil.com"),
    *("http://evil.com", "javascript:", "a:b", ":80", "user:pw@", "::1", "[::1]", "xn--"),
    *("127.1", "0x7f", "%u002e", "\x00", "\t", "\n", "\r", "\r\nHost: evil", " ", "\x1f", "\x7f"),
    *("\x80", "\x85", "\xa0", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\uffff"),
    *("\u2024", "\uff0f", "\uff0e", "。", "℀", "℅", "é", "ß", "起", "😀", "{", "}", "{x}", "{{"),
    *("<", ">", '"', "'", "`", "|", "^", "~", "a", "b", "1", "-", "_", "*", "!", "(", ")"),
]
SURROGATES = ["\ud800", "\udc80", "\udfff"]

HOSTS = [
    *("e.com", "E.com", "a.b.example", "127.0.0.1", "::1"),
    *("[2001:db8::7]", "fe80::1%eth0", "bücher.example"),
]
WEB = ("http", "https", "ws", "wss", "ftp")
SCHEMES = [*WEB, "http", "https", "file", "postgresql", "redis", "foo", "a+-.1"]


def hostile(rng: Random, most: int = 4) -> str:
    """Return a text of at most that many atoms, rarely with a lone surrogate."""
    atoms = [rng.choice(ATOMS) for _ in range(rng.randint(0, most))]
    if rng.random() < 0.01:
        atoms.append(rng.choice(SURROGATES))
    return "".join(atoms)


def value(rng: Random) -> str | bytes:
    """Return the text unchanged, or octets that are not valid UTF-8."""
    if rng.random() < 0.1:
        octets = hostile(rng).encode(errors="replace")
        return octets + bytes([rng.randrange(256)])
    return hostile(rng)


def octets(given: object) -> bytes:
    if isinstance(given, bytes):
        return given
    return str(given).encode(errors="surrogatepass")


def is_broken(given: object) -> bool:
    """Return whether it has a lone surrogate."""
    return isinstance(given, str) and any("\ud800" <= c <= "\udfff" for c in given)


Read = dict[str, Any]


def read(text: str) -> Read:
    """Return the parts of a URI, decoded to octets, by RFC 3986 alone, and a query as pairs."""
    parts = legal.parts(text)
    out: Read = {"scheme": parts["scheme"], "user": None, "password": None}
    out |= {"host": None, "port": None, "query": [], "fragment": None}
    if (authority := parts["authority"]) is not None:
        userinfo, at, rest = authority.rpartition("@")
        if at:
            user, colon, password = userinfo.partition(":")
            out["user"] = unquote_to_bytes(user)
            out["password"] = unquote_to_bytes(password) if colon else None
        match = re.fullmatch(r"(\[[^\]]*\]|[^:]*)(?::(.*))?", rest)
        assert match, rest
        out["host"], out["port"] = unquote_to_bytes(match[1]), match[2]
    path = parts["path"] or ""
    out["path"] = path
    out["rooted"] = path.startswith("/")
    segments = path.removeprefix("/").split("/") if path else []
    out["segments"] = [unquote_to_bytes(segment) for segment in segments]
    if parts["query"] is not None:
        pairs = [pair.partition("=") for pair in parts["query"].split("&")]
        out["query"] = [
            (unquote_to_bytes(name), unquote_to_bytes(value) if equals else None)
            for name, equals, value in pairs
        ]
    if parts["fragment"] is not None:
        out["fragment"] = unquote_to_bytes(parts["fragment"])
    return out


def plain_host(host: str, scheme: str | None) -> bytes:
    """Return what a host of `HOSTS` reads back as, without brackets."""
    host = host.removeprefix("[").removesuffix("]")
    web = scheme is None or scheme in WEB
    return b"xn--bcher-kva.example" if web and not host.isascii() else host.encode()


def authority_arguments(rng: Random) -> dict[str, Any]:
    """Return a host, and optional parts of an authority."""
    given: dict[str, Any] = {"host": rng.choice(HOSTS)}
    if rng.random() < 0.4:
        given["user"] = value(rng)
        if rng.random() < 0.6:
            given["password"] = value(rng)
    if rng.random() < 0.3:
        given["port"] = rng.choice([0, 1, 80, 8080, 65535, "5432"])
    return given


def build_arguments(rng: Random) -> dict[str, Any]:
    """Return parts for build: valid where only one spelling is allowed, and hostile elsewhere."""
    given: dict[str, Any] = {}
    if rng.random() < 0.85:
        given["scheme"] = rng.choice(SCHEMES)
    if given.get("scheme") in WEB or rng.random() < 0.7:
        given |= authority_arguments(rng)
    kind = rng.random()
    if kind < 0.3:
        given["path"] = rng.choice(["/", "/", ""]) + hostile(rng)
    elif kind < 0.8:
        given["segments"] = [value(rng) for _ in range(rng.randint(0, 3))]
    if rng.random() < 0.7:
        given["query"] = [(value(rng), value(rng)) for _ in range(rng.randint(0, 3))]
    if rng.random() < 0.5:
        given["fragment"] = value(rng)
    # Sometimes a part that can only be validated is hostile, too.
    part, chance, most = rng.choice([("host", 0.3, 3), ("port", 0.1, 2), ("scheme", 0.1, 2)])
    if part in given and rng.random() < chance:
        given[part] = hostile(rng, most)
    return given


def values_of(given: dict[str, Any]) -> list[object]:
    flat: list[object] = []
    for part in given.values():
        if isinstance(part, Sequence) and not isinstance(part, (str, bytes)):
            for each in part:
                flat += each if isinstance(each, tuple) else [each]
        else:
            flat.append(part)
    return flat


def may_be_refused(given: dict[str, Any]) -> bool:
    """Return whether there is a part that cannot be escaped."""
    segments = given.get("segments", [])
    path = given.get("path", "")
    return (
        any(map(is_broken, values_of(given)))
        or any(octets(segment) in {b".", b".."} for segment in segments)
        or any(segment in {".", ".."} for segment in path.split("/"))
        or (path.startswith("//") if "host" not in given else path[:1] not in {"", "/"})
        or ("host" not in given and segments[1:] and not segments[0])
        or given.get("host", "e.com") not in HOSTS
        or not re.fullmatch("[0-9]{1,5}", str(given.get("port", 0)))
        or not re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*", str(given.get("scheme", "a")))
        or ("host" not in given and given.get("scheme") in WEB)
    )


def segments_of(given: dict[str, Any]) -> list[bytes]:
    """Return the segments of a path, given in either way."""
    if path := given.get("path"):
        return octets(path.removeprefix("/")).split(b"/")
    return [octets(segment) for segment in given.get("segments", [])]


def wanted(given: dict[str, Any]) -> Read:
    """Return the parts that must be read back."""
    host = given.get("host")
    literal = host is not None and ":" in host
    text = (
        None
        if host is None
        else plain_host(host, given.get("scheme"))
        if host in HOSTS
        else host.encode()
    )
    optional: Callable[[str], bytes | None] = lambda part: (  # noqa: E731  because it is a table's cell
        octets(given[part]) if part in given else None
    )
    return {
        "scheme": given.get("scheme"),
        "user": optional("user"),
        "password": optional("password"),
        "host": b"[" + text + b"]" if text is not None and literal else text,
        "port": str(int(given["port"])) if "port" in given else None,
        "segments": segments_of(given),
        "rooted": given.get("path", "").startswith("/") or bool(given.get("segments")),
        "query": [(octets(n), octets(v)) for n, v in given.get("query", [])],
        "fragment": optional("fragment"),
    }
