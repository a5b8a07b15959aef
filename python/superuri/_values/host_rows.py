"""Rows of kinds of hosts: blocks of addresses, and names, each with its kind and source.

If two blocks contain an address, the longer prefix counts; of two names, the longer one. A source
is named once, above its rows, with its own date.
"""

from typing import NamedTuple


class Source(NamedTuple):
    """A registry, or the documents that rows were taken from."""

    title: str
    #: The date of the registry's own version; "" if it has none.
    version: str
    #: When the rows were last compared with it, or with a published copy of that version.
    checked: str
    #: (block or name, kind, is it of the public Internet?, RFC or page)
    rows: tuple[tuple[str, str, bool, str], ...]


#: The engine's Public Suffix List has no date of its own: it is newer than the list of the first
#: date, and was compared with that one on the second.
SUFFIX_LIST = ("2026-10-22", "2026-11-21")

# `public` is the column "Globally Reachable" of the registry, with "N/A" as False.
# Mapped and NAT64 addresses are public if the IPv4 address in them is.
ADDRESSES = (
    Source(
        "IANA IPv4 Special-Purpose Address Registry",
        "2025-10-09",
        "2026-11-23",
        (
            ("0.0.0.0/8", "reserved", False, "RFC 791 section 3.2"),
            ("0.0.0.0/32", "unspecified", False, "RFC 1122 section 3.2.1.3"),
            ("10.0.0.0/8", "private", False, "RFC 1918"),
            ("100.64.0.0/10", "shared", False, "RFC 6598"),
            ("127.0.0.0/8", "loopback", False, "RFC 1122 section 3.2.1.3"),
            ("169.254.0.0/16", "link-local", False, "RFC 3927"),
            ("172.16.0.0/12", "private", False, "RFC 1918"),
            ("192.0.0.0/24", "reserved", False, "RFC 6890 section 2.1"),
            ("192.0.0.0/29", "reserved", False, "RFC 7335"),
            ("192.0.0.8/32", "reserved", False, "RFC 7600"),
            ("192.0.0.9/32", "public", True, "RFC 7723"),
            ("192.0.0.10/32", "public", True, "RFC 8155"),
            ("192.0.0.170/32", "reserved", False, "RFC 7050 section 2.2"),
            ("192.0.0.171/32", "reserved", False, "RFC 7050 section 2.2"),
            ("192.0.2.0/24", "documentation", False, "RFC 5737"),
            ("192.31.196.0/24", "public", True, "RFC 7535"),
            ("192.52.193.0/24", "public", True, "RFC 7450"),
            ("192.88.99.0/24", "reserved", False, "RFC 7526"),
            ("192.88.99.2/32", "reserved", False, "RFC 6751"),
            ("192.168.0.0/16", "private", False, "RFC 1918"),
            ("192.175.48.0/24", "public", True, "RFC 7534"),
            ("198.18.0.0/15", "benchmarking", False, "RFC 2544"),
            ("198.51.100.0/24", "documentation", False, "RFC 5737"),
            ("203.0.113.0/24", "documentation", False, "RFC 5737"),
            ("240.0.0.0/4", "reserved", False, "RFC 1112 section 4"),
            ("255.255.255.255/32", "broadcast", False, "RFC 8190"),
        ),
    ),
    Source(
        "IANA IPv6 Special-Purpose Address Registry",
        "2025-10-09",
        "2026-11-23",
        (
            ("::1/128", "loopback", False, "RFC 4291"),
            ("::/128", "unspecified", False, "RFC 4291"),
            ("::ffff:0:0/96", "ipv4-mapped", True, "RFC 4291"),
            ("64:ff9b::/96", "nat64", True, "RFC 6052"),
            ("64:ff9b:1::/48", "nat64", False, "RFC 8215"),
            ("100::/64", "reserved", False, "RFC 6666"),
            ("100:0:0:1::/64", "reserved", False, "RFC 9780"),
            ("2001::/23", "reserved", False, "RFC 2928"),
            ("2001::/32", "teredo", False, "RFC 4380"),
            ("2001:1::1/128", "public", True, "RFC 7723"),
            ("2001:1::2/128", "public", True, "RFC 8155"),
            ("2001:1::3/128", "public", True, "RFC 9665"),
            ("2001:2::/48", "benchmarking", False, "RFC 5180"),
            ("2001:3::/32", "public", True, "RFC 7450"),
            ("2001:4:112::/48", "public", True, "RFC 7535"),
            ("2001:10::/28", "reserved", False, "RFC 4843"),
            ("2001:20::/28", "public", True, "RFC 7343"),
            ("2001:30::/28", "public", True, "RFC 9374"),
            ("2001:db8::/32", "documentation", False, "RFC 3849"),
            ("2002::/16", "6to4", False, "RFC 3056"),
            ("2620:4f:8000::/48", "public", True, "RFC 7534"),
            ("3fff::/20", "documentation", False, "RFC 9637"),
            ("5f00::/16", "reserved", False, "RFC 9602"),
            ("fc00::/7", "unique-local", False, "RFC 4193"),
            ("fe80::/10", "link-local", False, "RFC 4291"),
        ),
    ),
    Source(
        "IANA IPv4 Address Space Registry",
        "",
        "2026-11-23",
        (
            ("0.0.0.0/0", "public", True, "RFC 7249"),
            ("224.0.0.0/4", "multicast", False, "RFC 5771"),
        ),
    ),
    Source(
        "IANA IPv6 Address Space Registry",
        "",
        "2026-11-23",
        (
            ("::/0", "reserved", False, "RFC 4291"),
            # Two deprecated forms that contain an IPv4 address: compatible, and translated.
            ("::/96", "reserved", False, "RFC 4291 section 2.5.5.1"),
            ("::ffff:0:0:0/96", "reserved", False, "RFC 2765 section 2.1"),
            ("2000::/3", "public", True, "RFC 4291"),
            ("fec0::/10", "reserved", False, "RFC 3879"),
            ("ff00::/8", "multicast", False, "RFC 4291"),
        ),
    ),
    Source(
        "Cloud providers' documentation",
        "",
        "2026-11-23",
        (
            ("100.100.100.200/32", "cloud-metadata", False, "Alibaba Cloud"),
            ("168.63.129.16/32", "cloud-metadata", False, "Azure: the platform's own address"),
            ("169.254.0.23/32", "cloud-metadata", False, "Tencent Cloud"),
            ("169.254.42.42/32", "cloud-metadata", False, "Scaleway"),
            ("169.254.169.254/32", "cloud-metadata", False, "AWS, Azure, Google Cloud, Oracle, …"),
            ("169.254.170.2/32", "cloud-metadata", False, "AWS: containers"),
            ("169.254.170.23/32", "cloud-metadata", False, "AWS: pods"),
            ("192.0.0.192/32", "cloud-metadata", False, "Oracle Cloud, Classic"),
            ("fd00:42::42/128", "cloud-metadata", False, "Scaleway"),
            ("fd00:100::100:200/128", "cloud-metadata", False, "Alibaba Cloud"),
            ("fd00:a9fe:a9fe::1/128", "cloud-metadata", False, "Akamai (Linode)"),
            ("fd00:c1::a9fe:a9fe/128", "cloud-metadata", False, "Oracle Cloud"),
            ("fd00:ec2::23/128", "cloud-metadata", False, "AWS: pods"),
            ("fd00:ec2::254/128", "cloud-metadata", False, "AWS"),
            ("fd20:ce::254/128", "cloud-metadata", False, "Google Cloud"),
            ("fe80::a9fe:a9fe/128", "cloud-metadata", False, "OpenStack"),
        ),
    ),
)

_REVERSE = ("10.in-addr.arpa", *(f"{second}.172.in-addr.arpa" for second in range(16, 32)))

# A row is for the name and all names below it.
NAMES = (
    Source(
        "IANA Special-Use Domain Names registry",
        "",
        "2026-11-23",
        (
            ("6tisch.arpa", "special-use-name", False, "RFC 9031"),
            *((name, "special-use-name", False, "RFC 6761") for name in _REVERSE),
            ("168.192.in-addr.arpa", "special-use-name", False, "RFC 6761"),
            ("170.0.0.192.in-addr.arpa", "special-use-name", False, "RFC 8880"),
            ("171.0.0.192.in-addr.arpa", "special-use-name", False, "RFC 8880"),
            ("254.169.in-addr.arpa", "special-use-name", False, "RFC 6762"),
            ("8.e.f.ip6.arpa", "special-use-name", False, "RFC 6762"),
            ("9.e.f.ip6.arpa", "special-use-name", False, "RFC 6762"),
            ("a.e.f.ip6.arpa", "special-use-name", False, "RFC 6762"),
            ("b.e.f.ip6.arpa", "special-use-name", False, "RFC 6762"),
            ("alt", "special-use-name", False, "RFC 9476"),
            ("eap-noob.arpa", "special-use-name", False, "RFC 9140"),
            ("eap.arpa", "special-use-name", False, "RFC 9965"),
            ("example", "special-use-name", False, "RFC 6761"),
            ("example.com", "special-use-name", False, "RFC 6761"),
            ("example.net", "special-use-name", False, "RFC 6761"),
            ("example.org", "special-use-name", False, "RFC 6761"),
            ("home.arpa", "special-use-name", False, "RFC 8375"),
            ("invalid", "special-use-name", False, "RFC 6761"),
            ("ipv4only.arpa", "special-use-name", False, "RFC 8880"),
            ("local", "special-use-name", False, "RFC 6762"),
            ("localhost", "special-use-name", False, "RFC 6761"),
            ("onion", "special-use-name", False, "RFC 7686"),
            ("resolver.arpa", "special-use-name", False, "RFC 9462"),
            ("service.arpa", "special-use-name", False, "RFC 9665"),
            ("test", "special-use-name", False, "RFC 6761"),
        ),
    ),
    Source(
        "Top-level names of private networks",
        "",
        "2026-11-23",
        (
            ("internal", "special-use-name", False, "ICANN resolution 2024.07.29.06"),
            ("corp", "special-use-name", False, "RFC 6762 appendix G"),
            ("home", "special-use-name", False, "RFC 6762 appendix G"),
            ("intranet", "special-use-name", False, "RFC 6762 appendix G"),
            ("lan", "special-use-name", False, "RFC 6762 appendix G"),
            ("private", "special-use-name", False, "RFC 6762 appendix G"),
        ),
    ),
    Source(
        "Cloud providers' documentation",
        "",
        "2026-11-23",
        (
            ("instance-data", "cloud-metadata", False, "AWS"),
            ("instance-data.ec2.internal", "cloud-metadata", False, "AWS"),
            ("metadata", "cloud-metadata", False, "Google Cloud"),
            ("metadata.goog", "cloud-metadata", False, "Google Cloud"),
            ("metadata.google.internal", "cloud-metadata", False, "Google Cloud"),
            ("metadata.tencentyun.com", "cloud-metadata", False, "Tencent Cloud"),
        ),
    ),
)
