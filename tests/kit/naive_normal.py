"""Naive normal form of a URI, step by step as RFC 3986 section 6.2 defines it.

Takes a legal URI reference. It is not written to be fast, nor to match the engine.
"""

import re

#: RFC 3986 Appendix B.
_PARTS = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
_TRIPLET = re.compile("%([0-9A-Fa-f]{2})")
_UNRESERVED = re.compile("[A-Za-z0-9._~-]")
#: Scheme → its default port, and whether an empty path means the root.
_SCHEMES = {
    "http": ("80", True),
    "https": ("443", True),
    "ws": ("80", True),
    "wss": ("443", True),
    "ftp": ("21", True),
    "ldap": ("389", False),
}
_BROWSED = {None, "http", "https", "ws", "wss", "ftp"}
#: Schemes without a default port above, whose hosts are DNS names: their case means nothing.
_DNS_HOSTS = {None, "file", "ssh", "sftp", "redis", "postgresql", "mongodb", "amqp"}


def normal(uri: str, level: str = "scheme") -> str:
    """The normal form of a legal URI reference at this level.

    >>> normal("HTTP://User@E.com:080/a/../%7euser?%c3")
    'http://User@e.com/~user?%C3'
    """
    steps = ("case", "percent", "path", "scheme")
    done = steps[: steps.index(level) + 1]
    match = _PARTS.fullmatch(uri)
    assert match, uri
    scheme, authority, path, query, fragment = match.groups()
    if scheme is not None:
        scheme = scheme.lower()

    def written(text: str) -> str:
        return _TRIPLET.sub(lambda found: _triplet(found.group(1), undo="percent" in done), text)

    path = written(path)
    query, fragment = (part and written(part) for part in (query, fragment))
    port_of_scheme, has_root = _SCHEMES.get(scheme or "", (None, False))
    if authority is not None:
        userinfo, at, host_port = authority.rpartition("@")
        host, colon, port = re.fullmatch(r"(\[.*\]|[^:]*)(:?)(.*)", host_port).groups()
        if "scheme" in done and colon:
            port = port.lstrip("0") or port[:1]
            # Without a host, browsers would look for one in the path.
            alone = not host + at and scheme in _BROWSED
            if port in ("", port_of_scheme) and not alone:
                colon = port = ""
        lowered = scheme in _DNS_HOSTS or scheme in _SCHEMES or host.startswith("[")
        host = _host(host, written) if lowered else written(host)
        authority = written(userinfo) + at + host + colon + port
        if "scheme" in done and has_root and not path:
            path = "/"
    if "path" in done:
        path = _without_dots(scheme, authority, path)
    out = path if authority is None else f"//{authority}{path}"
    out = out if scheme is None else f"{scheme}:{out}"
    out += "" if query is None else f"?{query}"
    return out + ("" if fragment is None else f"#{fragment}")


def _triplet(digits: str, *, undo: bool) -> str:
    character = chr(int(digits, 16))
    return character if undo and _UNRESERVED.fullmatch(character) else f"%{digits.upper()}"


def _host(host: str, written: object) -> str:
    """Return the host in lower case, except for digits of triplets and the zone of an address."""
    address, zone = host, ""
    if host.startswith("[") and "%" in host:
        at = host.index("%")
        address, zone = host[:at], host[at:]
    pieces = re.split("(%[0-9A-F]{2})", written(address))  # type: ignore[operator]
    lower = "".join(piece if piece.startswith("%") else piece.lower() for piece in pieces)
    return lower + written(zone)  # type: ignore[operator]


def _without_dots(scheme: str | None, authority: str | None, path: str) -> str:
    if not {".", ".."} & set(path.split("/")):
        return path
    if path.startswith("/"):
        path = _remove_dot_segments(path)
        return "/." + path if authority is None and path.startswith("//") else path
    return path if scheme is not None else _relative(path)


def _remove_dot_segments(path: str) -> str:
    """RFC 3986 section 5.2.4, its steps A to E."""
    rest, out = path, ""
    while rest:
        if rest.startswith(("../", "./")):
            rest = rest.partition("/")[2]
        elif rest.startswith("/./") or rest == "/.":
            rest = "/" + rest[3:]
        elif rest.startswith("/../") or rest == "/..":
            rest = "/" + rest[4:]
            out = out.rpartition("/")[0]
        elif rest in (".", ".."):
            rest = ""
        else:
            segment = re.match("/?[^/]*", rest)
            assert segment
            out += segment.group()
            rest = rest[segment.end() :]
    return out


def _relative(path: str) -> str:
    """Return a path whose base is unknown: leading dot segments are kept, and how it is read."""
    kept: list[str] = []
    *segments, last = path.split("/")
    for segment in segments if last not in (".", "..") else [*segments, last]:
        if segment == ".." and kept and kept[-1] != "..":
            kept.pop()
        elif segment != ".":
            kept.append(segment)
    kept.append("" if last in (".", "..") else last)
    reads_otherwise = kept[0] == "" or ":" in kept[0]
    return "./" * reads_otherwise + "/".join(kept)
