//! Special hosts: the blocks of addresses and the names that registries and providers set apart.
//!
//! If two blocks contain an address, the longer prefix counts; of two names, the longer one. A row
//! of a name is for all names below it, too.

use std::{net::IpAddr, sync::LazyLock};

/// A registry, or the documents that rows were taken from.
#[derive(Debug)]
pub struct Registry {
    /// Its name.
    pub title: &'static str,
    /// The date of the registry's own version; "" if it has none.
    pub version: &'static str,
    /// When the rows were last compared with it, or with a published copy of that version.
    pub checked: &'static str,
    /// Its rows.
    pub rows: &'static [SpecialRow],
}

/// A block of addresses, or a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpecialRow {
    /// The block or the name.
    pub host: &'static str,
    /// What it is, in the words of the registries.
    pub kind: &'static str,
    /// Whether it is of the public Internet: the registry's column "Globally Reachable", with "N/A"
    /// as false. Mapped and NAT64 addresses are public if the IPv4 address in them is.
    pub is_public: bool,
    /// The RFC, or the provider's page.
    pub document: &'static str,
}

const fn public(host: &'static str, kind: &'static str, document: &'static str) -> SpecialRow {
    SpecialRow { host, kind, is_public: true, document }
}

const fn row(host: &'static str, kind: &'static str, document: &'static str) -> SpecialRow {
    SpecialRow { host, kind, is_public: false, document }
}

/// The blocks of addresses.
pub static ADDRESSES: [Registry; 5] = [
    Registry {
        title: "IANA IPv4 Special-Purpose Address Registry",
        version: "2025-10-09",
        checked: "2026-11-23",
        rows: &[
            row("0.0.0.0/8", "reserved", "RFC 791 section 3.2"),
            row("0.0.0.0/32", "unspecified", "RFC 1122 section 3.2.1.3"),
            row("10.0.0.0/8", "private", "RFC 1918"),
            row("100.64.0.0/10", "shared", "RFC 6598"),
            row("127.0.0.0/8", "loopback", "RFC 1122 section 3.2.1.3"),
            row("169.254.0.0/16", "link-local", "RFC 3927"),
            row("172.16.0.0/12", "private", "RFC 1918"),
            row("192.0.0.0/24", "reserved", "RFC 6890 section 2.1"),
            row("192.0.0.0/29", "reserved", "RFC 7335"),
            row("192.0.0.8/32", "reserved", "RFC 7600"),
            public("192.0.0.9/32", "public", "RFC 7723"),
            public("192.0.0.10/32", "public", "RFC 8155"),
            row("192.0.0.170/32", "reserved", "RFC 7050 section 2.2"),
            row("192.0.0.171/32", "reserved", "RFC 7050 section 2.2"),
            row("192.0.2.0/24", "documentation", "RFC 5737"),
            public("192.31.196.0/24", "public", "RFC 7535"),
            public("192.52.193.0/24", "public", "RFC 7450"),
            row("192.88.99.0/24", "reserved", "RFC 7526"),
            row("192.88.99.2/32", "reserved", "RFC 6751"),
            row("192.168.0.0/16", "private", "RFC 1918"),
            public("192.175.48.0/24", "public", "RFC 7534"),
            row("198.18.0.0/15", "benchmarking", "RFC 2544"),
            row("198.51.100.0/24", "documentation", "RFC 5737"),
            row("203.0.113.0/24", "documentation", "RFC 5737"),
            row("240.0.0.0/4", "reserved", "RFC 1112 section 4"),
            row("255.255.255.255/32", "broadcast", "RFC 8190"),
        ],
    },
    Registry {
        title: "IANA IPv6 Special-Purpose Address Registry",
        version: "2025-10-09",
        checked: "2026-11-23",
        rows: &[
            row("::1/128", "loopback", "RFC 4291"),
            row("::/128", "unspecified", "RFC 4291"),
            public("::ffff:0:0/96", "ipv4-mapped", "RFC 4291"),
            public("64:ff9b::/96", "nat64", "RFC 6052"),
            row("64:ff9b:1::/48", "nat64", "RFC 8215"),
            row("100::/64", "reserved", "RFC 6666"),
            row("100:0:0:1::/64", "reserved", "RFC 9780"),
            row("2001::/23", "reserved", "RFC 2928"),
            row("2001::/32", "teredo", "RFC 4380"),
            public("2001:1::1/128", "public", "RFC 7723"),
            public("2001:1::2/128", "public", "RFC 8155"),
            public("2001:1::3/128", "public", "RFC 9665"),
            row("2001:2::/48", "benchmarking", "RFC 5180"),
            public("2001:3::/32", "public", "RFC 7450"),
            public("2001:4:112::/48", "public", "RFC 7535"),
            row("2001:10::/28", "reserved", "RFC 4843"),
            public("2001:20::/28", "public", "RFC 7343"),
            public("2001:30::/28", "public", "RFC 9374"),
            row("2001:db8::/32", "documentation", "RFC 3849"),
            row("2002::/16", "6to4", "RFC 3056"),
            public("2620:4f:8000::/48", "public", "RFC 7534"),
            row("3fff::/20", "documentation", "RFC 9637"),
            row("5f00::/16", "reserved", "RFC 9602"),
            row("fc00::/7", "unique-local", "RFC 4193"),
            row("fe80::/10", "link-local", "RFC 4291"),
        ],
    },
    Registry {
        title: "IANA IPv4 Address Space Registry",
        version: "",
        checked: "2026-11-23",
        rows: &[
            public("0.0.0.0/0", "public", "RFC 7249"),
            row("224.0.0.0/4", "multicast", "RFC 5771"),
        ],
    },
    Registry {
        title: "IANA IPv6 Address Space Registry",
        version: "",
        checked: "2026-11-23",
        rows: &[
            row("::/0", "reserved", "RFC 4291"),
            // Two deprecated forms that contain an IPv4 address: compatible, and translated.
            row("::/96", "reserved", "RFC 4291 section 2.5.5.1"),
            row("::ffff:0:0:0/96", "reserved", "RFC 2765 section 2.1"),
            public("2000::/3", "public", "RFC 4291"),
            row("fec0::/10", "reserved", "RFC 3879"),
            row("ff00::/8", "multicast", "RFC 4291"),
        ],
    },
    Registry {
        title: "Cloud providers' documentation",
        version: "",
        checked: "2026-11-23",
        rows: &[
            row("100.100.100.200/32", "cloud-metadata", "Alibaba Cloud"),
            row("168.63.129.16/32", "cloud-metadata", "Azure: the platform's own address"),
            row("169.254.0.23/32", "cloud-metadata", "Tencent Cloud"),
            row("169.254.42.42/32", "cloud-metadata", "Scaleway"),
            row("169.254.169.254/32", "cloud-metadata", "AWS, Azure, Google Cloud, Oracle, …"),
            row("169.254.170.2/32", "cloud-metadata", "AWS: containers"),
            row("169.254.170.23/32", "cloud-metadata", "AWS: pods"),
            row("192.0.0.192/32", "cloud-metadata", "Oracle Cloud, Classic"),
            row("fd00:42::42/128", "cloud-metadata", "Scaleway"),
            row("fd00:100::100:200/128", "cloud-metadata", "Alibaba Cloud"),
            row("fd00:a9fe:a9fe::1/128", "cloud-metadata", "Akamai (Linode)"),
            row("fd00:c1::a9fe:a9fe/128", "cloud-metadata", "Oracle Cloud"),
            row("fd00:ec2::23/128", "cloud-metadata", "AWS: pods"),
            row("fd00:ec2::254/128", "cloud-metadata", "AWS"),
            row("fd20:ce::254/128", "cloud-metadata", "Google Cloud"),
            row("fe80::a9fe:a9fe/128", "cloud-metadata", "OpenStack"),
        ],
    },
];

/// The names.
pub static NAMES: [Registry; 3] = [
    Registry {
        title: "IANA Special-Use Domain Names registry",
        version: "",
        checked: "2026-11-23",
        rows: &[
            row("6tisch.arpa", "special-use-name", "RFC 9031"),
            row("10.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("16.172.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("17.172.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("18.172.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("19.172.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("20.172.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("21.172.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("22.172.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("23.172.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("24.172.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("25.172.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("26.172.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("27.172.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("28.172.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("29.172.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("30.172.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("31.172.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("168.192.in-addr.arpa", "special-use-name", "RFC 6761"),
            row("170.0.0.192.in-addr.arpa", "special-use-name", "RFC 8880"),
            row("171.0.0.192.in-addr.arpa", "special-use-name", "RFC 8880"),
            row("254.169.in-addr.arpa", "special-use-name", "RFC 6762"),
            row("8.e.f.ip6.arpa", "special-use-name", "RFC 6762"),
            row("9.e.f.ip6.arpa", "special-use-name", "RFC 6762"),
            row("a.e.f.ip6.arpa", "special-use-name", "RFC 6762"),
            row("b.e.f.ip6.arpa", "special-use-name", "RFC 6762"),
            row("alt", "special-use-name", "RFC 9476"),
            row("eap-noob.arpa", "special-use-name", "RFC 9140"),
            row("eap.arpa", "special-use-name", "RFC 9965"),
            row("example", "special-use-name", "RFC 6761"),
            row("example.com", "special-use-name", "RFC 6761"),
            row("example.net", "special-use-name", "RFC 6761"),
            row("example.org", "special-use-name", "RFC 6761"),
            row("home.arpa", "special-use-name", "RFC 8375"),
            row("invalid", "special-use-name", "RFC 6761"),
            row("ipv4only.arpa", "special-use-name", "RFC 8880"),
            row("local", "special-use-name", "RFC 6762"),
            row("localhost", "special-use-name", "RFC 6761"),
            row("onion", "special-use-name", "RFC 7686"),
            row("resolver.arpa", "special-use-name", "RFC 9462"),
            row("service.arpa", "special-use-name", "RFC 9665"),
            row("test", "special-use-name", "RFC 6761"),
        ],
    },
    Registry {
        title: "Top-level names of private networks",
        version: "",
        checked: "2026-11-23",
        rows: &[
            row("internal", "special-use-name", "ICANN resolution 2024.07.29.06"),
            row("corp", "special-use-name", "RFC 6762 appendix G"),
            row("home", "special-use-name", "RFC 6762 appendix G"),
            row("intranet", "special-use-name", "RFC 6762 appendix G"),
            row("lan", "special-use-name", "RFC 6762 appendix G"),
            row("private", "special-use-name", "RFC 6762 appendix G"),
        ],
    },
    Registry {
        title: "Cloud providers' documentation",
        version: "",
        checked: "2026-11-23",
        rows: &[
            row("instance-data", "cloud-metadata", "AWS"),
            row("instance-data.ec2.internal", "cloud-metadata", "AWS"),
            row("metadata", "cloud-metadata", "Google Cloud"),
            row("metadata.goog", "cloud-metadata", "Google Cloud"),
            row("metadata.google.internal", "cloud-metadata", "Google Cloud"),
            row("metadata.tencentyun.com", "cloud-metadata", "Tencent Cloud"),
        ],
    },
];

/// A block with its row: the bits of its first address, and the length of its prefix.
type AddressBlock = (bool, u128, u32, &'static SpecialRow);

static BLOCKS: LazyLock<Vec<AddressBlock>> = LazyLock::new(|| {
    let rows = ADDRESSES.iter().flat_map(|source| source.rows);
    rows.filter_map(|row| {
        let (first, length) = row.host.split_once('/')?;
        let (is_v4, bits) = bits(first.parse().ok()?);
        Some((is_v4, bits, length.parse().ok()?, row))
    })
    .collect()
});

/// The row of the longest block that contains the address. One block contains all addresses.
///
/// ```
/// use superuri::syntax::hosts::special::row_of;
/// assert_eq!(row_of("10.1.2.3".parse().unwrap()).unwrap().kind, "private");
/// assert_eq!(row_of("fe80::1".parse().unwrap()).unwrap().host, "fe80::/10");
/// ```
#[must_use]
pub fn row_of(address: IpAddr) -> Option<&'static SpecialRow> {
    let (is_v4, bits) = bits(address);
    let holds =
        |block: &&AddressBlock| block.0 == is_v4 && (block.1 ^ bits).leading_zeros() >= block.2;
    BLOCKS.iter().filter(holds).max_by_key(|block| block.2).map(|block| block.3)
}

/// The address from the highest bit on.
fn bits(address: IpAddr) -> (bool, u128) {
    match address {
        IpAddr::V4(it) => (true, u128::from(it.to_bits()) << 96),
        IpAddr::V6(it) => (false, it.to_bits()),
    }
}

#[cfg(test)]
mod tests {
    use super::{ADDRESSES, BLOCKS};

    #[test]
    fn each_row_of_an_address_is_a_block() {
        assert_eq!(BLOCKS.len(), ADDRESSES.iter().map(|source| source.rows.len()).sum::<usize>());
    }
}
