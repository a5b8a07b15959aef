"""Kinds of hosts: what an address or a name is according to the registries."""

from __future__ import annotations

import re
from ipaddress import IPv6Address, ip_network
from typing import Literal, NamedTuple, TypeAlias, cast

import superuri._core as _core
from superuri._values.host_rows import ADDRESSES, NAMES, Registry
from superuri._values.refusal import refused
from superuri.errors import ParseError

Kind: TypeAlias = Literal[
    "public",
    "loopback",
    "unspecified",
    "private",
    "shared",
    "link-local",
    "unique-local",
    "cloud-metadata",
    "multicast",
    "broadcast",
    "documentation",
    "benchmarking",
    "reserved",
    "ipv4-mapped",
    "nat64",
    "6to4",
    "teredo",
    "domain-name",
    "special-use-name",
]


class HostKind(NamedTuple):
    """The kind of a host."""

    #: The address as ``connect`` accepts it, or the name in lower case and ASCII.
    host: str
    #: In the words of the registries.
    kind: Kind
    #: The matching block of addresses or name; "" for a name in no registry.
    block: str
    #: The registry, and the RFC or the provider.
    source: str
    #: The IPv4 address in a mapped, NAT64, 6to4 or Teredo address.
    embedded: HostKind | None
    #: Is it an address of the public Internet? Never true for a name: resolve it first.
    is_public: bool


#: The place of the IPv4 address in an IPv6 address: the shift to the right, and the XOR mask.
_EMBEDDED = {
    "::ffff:0:0/96": (0, 0),
    "64:ff9b::/96": (0, 0),
    "::/96": (0, 0),
    "::ffff:0:0:0/96": (0, 0),
    "2002::/16": (80, 0),
    # The client's address, inverted by RFC 4380 section 4.
    "2001::/32": (0, 0xFFFFFFFF),
}
_LITERAL = re.compile(r"\[?([0-9A-Fa-f:.]+)(?:%(?:25)?([A-Za-z0-9._~-]+))?(\]?)")
_NO_NAME = re.compile(r"[^\w.\u0080-\ud7ff\ue000-\U0010ffff-]", re.ASCII)


def _blocks(version: int) -> list[tuple[int, int, Registry, tuple[str, str, bool, str]]]:
    """Return (shift, prefix, source, row) of each block, the longest prefix first."""
    found = []
    for source in ADDRESSES:
        for row in source.rows:
            net = ip_network(row[0])
            if net.version == version:
                shift = net.max_prefixlen - net.prefixlen
                found.append((shift, int(net.network_address) >> shift, source, row))
    return sorted(found, key=lambda block: block[0])


_V4, _V6 = _blocks(4), _blocks(6)
_BY_NAME = {row[0]: (source, row) for source in NAMES for row in source.rows}
#: No name in the tables has more labels.
_MOST_LABELS = max(name.count(".") + 1 for name in _BY_NAME)


def kind_of(host: str) -> HostKind:
    """Return what the host is; the public function is ``superuri.hosts.kind``."""
    if not isinstance(host, str):
        raise TypeError(f"a host is a str, not {type(host).__name__}")
    text = str.__str__(host)
    if text.startswith("[") or ":" in text:
        return _literal(text)
    bad = _NO_NAME.search(text)
    if bad:
        help_ = "name the host alone: no scheme, port or path"
        raise refused(ParseError, text, bad.span(), ("may not appear in a host", "bad-host", help_))
    dotted = _core.ipv4(text)
    if dotted is None:
        name = _name(text)
        # IDNA maps full-width digits and ideographic full stops to those of ASCII.
        dotted = _core.ipv4(name)
        if dotted is None:
            return _named(name)
    return _ipv4(_number(dotted))


def _number(dotted: str) -> int:
    first, second, third, last = map(int, dotted.split("."))
    return first << 24 | second << 16 | third << 8 | last


def _ipv4(value: int) -> HostKind:
    host = ".".join(str(value >> shift & 255) for shift in (24, 16, 8, 0))
    source, row = _row(_V4, value)
    return _kind(host, source, row, None)


def _literal(text: str) -> HostKind:
    found = _LITERAL.fullmatch(text)
    if found and text.startswith("[") == bool(found[3]):
        try:
            value = int(IPv6Address(found[1]))
        except ValueError:
            value = -1
        if value >= 0:
            return _ipv6(value, found[2])
    what = ("is not an IPv6 address", "bad-ip-literal", "name the host alone, without a port")
    raise refused(ParseError, text, (0, len(text)), what)


def _ipv6(value: int, zone: str | None) -> HostKind:
    groups = ":".join(f"{value >> shift & 0xFFFF:x}" for shift in range(112, -1, -16))
    # Python 3.13 and 3.12 write mapped addresses differently.
    host = _core.URL(f"https://[{groups}]/").hostname[1:-1]
    source, row = _row(_V6, value)
    at, mask = _EMBEDDED.get(row[0], (-1, 0))
    inner = _ipv4((value >> at ^ mask) & 0xFFFFFFFF) if at >= 0 else None
    return _kind(f"{host}%{zone}" if zone else host, source, row, inner)


def _row(
    blocks: list[tuple[int, int, Registry, tuple[str, str, bool, str]]], value: int
) -> tuple[Registry, tuple[str, str, bool, str]]:
    """Return the row with the longest matching prefix; the last block contains all addresses."""
    return next((source, row) for shift, prefix, source, row in blocks if value >> shift == prefix)


def _kind(
    host: str, source: Registry, row: tuple[str, str, bool, str], inner: HostKind | None
) -> HostKind:
    block, kind, public, document = row
    is_public = public and (inner is None or inner.is_public)
    title = f"{source.title}: {document}"
    return HostKind(host, cast("Kind", kind), block, title, inner, is_public)


def _name(text: str) -> str:
    """Return the name in lower case with A-labels, or raise."""
    try:
        name = _core.URL(f"https://{text}/").hostname.removesuffix(".") if text else ""
    except ParseError:
        name = ""
    if not all(name.split(".")):
        last = text.removesuffix(".").rpartition(".")[2]
        what = (
            ("is not an IPv4 address", "bad-host", "an address is four numbers up to 255")
            if last.isdecimal()
            else ("is not the name of a host", "bad-host", "its labels are letters, digits and -")
        )
        raise refused(ParseError, text, (0, len(text)), what)
    return name


def _named(name: str) -> HostKind:
    labels = name.split(".")
    for first in range(max(0, len(labels) - _MOST_LABELS), len(labels)):
        found = _BY_NAME.get(".".join(labels[first:]))
        if found:
            return _kind(name, *found, None)
    if len(labels) == 1:
        source = "RFC 1123 section 6.1.4.3: a resolver may complete a name without a dot"
        return HostKind(name, "special-use-name", "", source, None, is_public=False)
    return HostKind(name, "domain-name", "", "RFC 1034 section 3.1", None, is_public=False)
