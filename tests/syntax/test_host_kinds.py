"""Kinds of hosts: each block of the registries at its ends, and other types of hosts."""

import ipaddress
import subprocess
import sys

import pytest

from kit.clock import linearly
from superuri import agreed_host, hosts
from superuri._values.host_rows import ADDRESSES, NAMES
from superuri.errors import ParseError

# The two registries, version 2025-10-09: each block with its column "Globally Reachable"
# (T, F, or N for "N/A"; the blocks of a deprecated protocol have none).
REGISTRY = """
0.0.0.0/8 F  0.0.0.0/32 F  10.0.0.0/8 F  100.64.0.0/10 F  127.0.0.0/8 F  169.254.0.0/16 F
172.16.0.0/12 F  192.0.0.0/24 F  192.0.0.0/29 F  192.0.0.8/32 F  192.0.0.9/32 T  192.0.0.10/32 T
192.0.0.170/32 F  192.0.0.171/32 F  192.0.2.0/24 F  192.31.196.0/24 T  192.52.193.0/24 T
192.88.99.0/24 N  192.88.99.2/32 F  192.168.0.0/16 F  192.175.48.0/24 T  198.18.0.0/15 F
198.51.100.0/24 F  203.0.113.0/24 F  240.0.0.0/4 F  255.255.255.255/32 F
::1/128 F  ::/128 F  ::ffff:0:0/96 F  64:ff9b::/96 T  64:ff9b:1::/48 F  100::/64 F
100:0:0:1::/64 F  2001::/23 F  2001::/32 N  2001:1::1/128 T  2001:1::2/128 T  2001:1::3/128 T
2001:2::/48 F  2001:3::/32 T  2001:4:112::/48 T  2001:10::/28 N  2001:20::/28 T  2001:30::/28 T
2001:db8::/32 F  2002::/16 N  2620:4f:8000::/48 T  3fff::/20 F  5f00::/16 F  fc00::/7 F
fe80::/10 F
"""
# (block, the kind within it, before it, after it)
ENDS = [
    ("10.0.0.0/8", "private", "public", "public"),
    ("100.64.0.0/10", "shared", "public", "public"),
    ("127.0.0.0/8", "loopback", "public", "public"),
    ("169.254.0.0/16", "link-local", "public", "public"),
    ("169.254.169.254/32", "cloud-metadata", "link-local", "link-local"),
    ("100.100.100.200/32", "cloud-metadata", "shared", "shared"),
    ("168.63.129.16/32", "cloud-metadata", "public", "public"),
    ("172.16.0.0/12", "private", "public", "public"),
    ("192.0.0.0/24", "reserved", "public", "public"),
    ("192.0.0.9/32", "public", "reserved", "public"),
    ("192.0.0.10/32", "public", "public", "reserved"),
    ("192.0.2.0/24", "documentation", "public", "public"),
    ("192.88.99.0/24", "reserved", "public", "public"),
    ("192.168.0.0/16", "private", "public", "public"),
    ("198.18.0.0/15", "benchmarking", "public", "public"),
    ("198.51.100.0/24", "documentation", "public", "public"),
    ("203.0.113.0/24", "documentation", "public", "public"),
    ("224.0.0.0/4", "multicast", "public", "reserved"),
    ("255.255.255.255/32", "broadcast", "reserved", None),
    ("0.0.0.0/32", "unspecified", None, "reserved"),
    ("0.0.0.0/8", None, None, "public"),
    ("::/128", "unspecified", None, "loopback"),
    ("::1/128", "loopback", "unspecified", "reserved"),
    ("::ffff:0:0/96", "ipv4-mapped", "reserved", "reserved"),
    ("64:ff9b::/96", "nat64", "reserved", "reserved"),
    ("64:ff9b:1::/48", "nat64", "reserved", "reserved"),
    ("2000::/3", None, "reserved", "reserved"),
    ("2001::/32", "teredo", "public", "reserved"),
    ("2001::/23", None, "public", "public"),
    ("2001:1::1/128", "public", "reserved", "public"),
    ("2001:2::/48", "benchmarking", "reserved", "reserved"),
    ("2001:db8::/32", "documentation", "public", "public"),
    ("2002::/16", "6to4", "public", "public"),
    ("3fff::/20", "documentation", "public", "public"),
    ("5f00::/16", "reserved", "reserved", "reserved"),
    ("fc00::/7", "unique-local", "reserved", "reserved"),
    ("fd00:ec2::254/128", "cloud-metadata", "unique-local", "unique-local"),
    ("fe80::/10", "link-local", "reserved", "reserved"),
    ("fec0::/10", "reserved", "link-local", "multicast"),
    ("ff00::/8", "multicast", "reserved", None),
]
# Embedded addresses: (host, its kind, the IPv4 address, its kind, is_public)
EMBEDDED = [
    ("::ffff:127.0.0.1", "ipv4-mapped", "127.0.0.1", "loopback", False),
    ("::ffff:8.8.8.8", "ipv4-mapped", "8.8.8.8", "public", True),
    ("[::FFFF:A9FE:A9FE]", "ipv4-mapped", "169.254.169.254", "cloud-metadata", False),
    ("64:ff9b::10.0.0.1", "nat64", "10.0.0.1", "private", False),
    ("64:ff9b::808:808", "nat64", "8.8.8.8", "public", True),
    ("2002:7f00:1::", "6to4", "127.0.0.1", "loopback", False),
    ("2002:808:808::1", "6to4", "8.8.8.8", "public", False),
    ("2001:0:4136:e378:8000:63bf:3fff:fdd2", "teredo", "192.0.2.45", "documentation", False),
    ("::7f00:1", "reserved", "127.0.0.1", "loopback", False),
    ("::ffff:0:127.0.0.1", "reserved", "127.0.0.1", "loopback", False),
]
# (host, the connected address, kind, its row)
SPELLED = [
    ("127.1", "127.0.0.1", "loopback", "127.0.0.0/8"),
    ("0x7f.1", "127.0.0.1", "loopback", "127.0.0.0/8"),
    ("017700000001", "127.0.0.1", "loopback", "127.0.0.0/8"),
    ("2130706433", "127.0.0.1", "loopback", "127.0.0.0/8"),
    ("2852039166", "169.254.169.254", "cloud-metadata", "169.254.169.254/32"),
    ("127.0.0.1.", "127.0.0.1", "loopback", "127.0.0.0/8"),
    ("0", "0.0.0.0", "unspecified", "0.0.0.0/32"),  # noqa: S104  nothing listens
    ("１２７。0。0。1", "127.0.0.1", "loopback", "127.0.0.0/8"),
    ("①②⑦.⓪.⓪.①", "127.0.0.1", "loopback", "127.0.0.0/8"),
    ("[0:0:0:0:0:0:0:1]", "::1", "loopback", "::1/128"),
    ("fe80::1%eth0", "fe80::1%eth0", "link-local", "fe80::/10"),
    ("[fe80::1%25eth0]", "fe80::1%eth0", "link-local", "fe80::/10"),
    ("LocalHost.", "localhost", "special-use-name", "localhost"),
    ("a.localhost", "a.localhost", "special-use-name", "localhost"),
    ("ｌocal\u00adhost", "localhost", "special-use-name", "localhost"),
    ("printer.local", "printer.local", "special-use-name", "local"),
    ("db.internal", "db.internal", "special-use-name", "internal"),
    ("x.onion", "x.onion", "special-use-name", "onion"),
    ("router.home.arpa", "router.home.arpa", "special-use-name", "home.arpa"),
    ("a.test", "a.test", "special-use-name", "test"),
    ("a.invalid", "a.invalid", "special-use-name", "invalid"),
    ("intranet", "intranet", "special-use-name", "intranet"),
    ("wiki", "wiki", "special-use-name", ""),
    ("metadata.google.internal", "metadata.google.internal", "cloud-metadata", None),
    ("mylocalhost.com", "mylocalhost.com", "domain-name", ""),
    ("local.example.dev", "local.example.dev", "domain-name", ""),
    ("Bücher.de", "xn--bcher-kva.de", "domain-name", ""),
    ("a_b.python.org", "a_b.python.org", "domain-name", ""),
]
# (text that is not a host, code, start, end)
REFUSED = [
    ("", "bad-host", 0, 0),
    (".", "bad-host", 0, 1),
    ("a..b", "bad-host", 0, 4),
    ("256.1.1.1", "bad-host", 0, 9),
    ("1.2.3.4.5", "bad-host", 0, 9),
    ("4294967296", "bad-host", 0, 10),
    ("08.1", "bad-host", 0, 4),
    ("127.0.0.77;.good.com", "bad-host", 10, 11),
    ("http//good.com", "bad-host", 4, 5),
    ("good.com\n", "bad-host", 8, 9),
    (" good.com", "bad-host", 0, 1),
    ("u@good.com", "bad-host", 1, 2),
    ("%31.good.com", "bad-host", 0, 1),
    ("a\x00b", "bad-host", 1, 2),
    ("\ud800.com", "bad-host", 0, 1),
    ("good.com:80", "bad-ip-literal", 0, 11),
    ("127.0.0.1:80", "bad-ip-literal", 0, 12),
    ("[::1", "bad-ip-literal", 0, 4),
    ("::1]", "bad-ip-literal", 0, 4),
    ("[127.0.0.1]", "bad-ip-literal", 0, 11),
    ("[v1.a:b]", "bad-ip-literal", 0, 8),
    ("[::1]:80", "bad-ip-literal", 0, 8),
    ("fe80::1%", "bad-ip-literal", 0, 8),
    ("fe80::1%a b", "bad-ip-literal", 0, 11),
    ("1::2::3", "bad-ip-literal", 0, 7),
    ("::127.1", "bad-ip-literal", 0, 7),
]


def blocks():
    return [(row, source) for source in ADDRESSES for row in source.rows]


def test_the_rows_are_those_of_the_registries():
    words = REGISTRY.split()
    registry = {
        block: reachable == "T" for block, reachable in zip(words[::2], words[1::2], strict=True)
    }
    ours = {row[0]: row[2] for row, source in blocks() if "Special-Purpose Address" in source.title}
    # A connection to a mapped address uses the IPv4 address in it.
    assert ours.pop("::ffff:0:0/96") != registry.pop("::ffff:0:0/96")
    assert ours == registry


@pytest.mark.parametrize(("block", "within", "before", "behind"), ENDS)
def test_a_block_ends_where_the_registry_ends_it(block, within, before, behind):
    net = ipaddress.ip_network(block)
    first, last = net[0], net[-1]
    if within:
        assert {hosts.kind(str(first)).kind, hosts.kind(str(last)).kind} == {within}
    if before:
        assert hosts.kind(str(first - 1)).kind == before
    if behind:
        assert hosts.kind(str(last + 1)).kind == behind


def ends():
    """Return the ends of every block, and their neighbours."""
    for row, _ in blocks():
        net = ipaddress.ip_network(row[0])
        for number in (int(net[0]) - 1, int(net[0]), int(net[-1]), int(net[-1]) + 1):
            if 0 <= number < 1 << net.max_prefixlen:
                yield type(net[0])(number)


@pytest.mark.parametrize("address", sorted(set(ends()), key=lambda a: (a.version, a)), ids=str)
def test_the_longest_prefix_counts(address):
    nets = [(ipaddress.ip_network(row[0]), row) for row, _ in blocks()]
    _, row = max(
        (pair for pair in nets if pair[0].version == address.version and address in pair[0]),
        key=lambda pair: pair[0].prefixlen,
    )
    found = hosts.kind(str(address))
    assert (found.block, found.kind) == row[:2]
    assert found.is_public == (row[2] and (found.embedded is None or found.embedded.is_public))
    # agreed_host spells addresses in the same way.
    url = f"http://[{address}]/" if address.version == 6 else f"http://{address}/"
    assert agreed_host(url).strip("[]") == found.host


@pytest.mark.parametrize("address", sorted(set(ends()), key=lambda a: (a.version, a)), ids=str)
def test_the_standard_library_agrees_or_is_older(address):
    found = hosts.kind(str(address))
    # Its tables differ by version; what the registry calls reachable is public to us in all.
    if found.is_public and not address.is_global:
        assert found.kind in {"public", "ipv4-mapped"}
        assert "Special-Purpose" in found.source
    for word in ("multicast", "loopback", "link_local", "unspecified"):
        if getattr(address, f"is_{word}"):
            assert found.kind in {word.replace("_", "-"), "cloud-metadata", "ipv4-mapped"}


@pytest.mark.parametrize(("host", "kind", "inner", "inner_kind", "public"), EMBEDDED)
def test_an_embedded_address_has_its_kind(host, kind, inner, inner_kind, public):
    found = hosts.kind(host)
    assert (found.kind, found.is_public) == (kind, public)
    assert (found.embedded.host, found.embedded.kind) == (inner, inner_kind)
    assert found.embedded == hosts.kind(inner)


@pytest.mark.parametrize(("host", "spelled", "kind", "block"), SPELLED)
def test_a_host_in_any_spelling(host, spelled, kind, block):
    found = hosts.kind(host)
    assert (found.host, found.kind) == (spelled, kind)
    assert found.block == (spelled if block is None else block)
    assert not found.is_public
    assert hosts.kind(found.host) == found
    assert found.source


@pytest.mark.parametrize(("host", "code", "start", "end"), REFUSED)
def test_what_is_not_a_host_is_refused(host, code, start, end):
    with pytest.raises(ParseError) as caught:
        hosts.kind(host)
    assert (caught.value.code, caught.value.start, caught.value.end) == (code, start, end)
    assert caught.value.help


@pytest.mark.parametrize("host", [None, b"127.0.0.1", 2130706433])
def test_a_host_is_a_str(host):
    with pytest.raises(TypeError, match="a host is a str"):
        hosts.kind(host)


@pytest.mark.parametrize("name", [row[0] for source in NAMES for row in source.rows])
def test_a_name_and_all_below_it_are_of_one_kind(name):
    found = hosts.kind(name)
    assert hosts.kind(f"a.{name}")[1:] == found[1:]
    assert hosts.kind(f"x{name}.dev").kind == "domain-name"


def test_hosts_load_no_addresses_before_they_are_needed():
    code = (
        "import sys, superuri.hosts as h; before = set(sys.modules); h.kind('::1');"
        "print('ipaddress' in before, 'ipaddress' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:] = {sys.path!r}; {code}"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == ["False", "True"]


def test_a_name_of_many_labels_takes_linear_time():
    with linearly():
        assert hosts.kind("ab." * 100_000).kind == "domain-name"
        assert hosts.kind("ab." * 100_000 + "localhost").kind == "special-use-name"
