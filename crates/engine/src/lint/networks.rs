//! Lint rules for networks: addresses and names that lead to no host of the public Internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::ops::Range;

use super::Found;
use super::rule::{Id, rows};
use crate::syntax::hosts::domain;

rows! {
    LOCAL_ADDRESS: "U631", "local-address", Info, ON, "the host is this machine or one in a private network: from elsewhere the same address leads to another machine", "http://localhost/", "RFC 6890; RFC 6761 section 6.3; CWE-918";
    PRIVATE_NAME: "U634", "private-name", Warning, OFF, "no public host has this name: it is looked up in the reader's own network", "http://metadata/", "Public Suffix List; RFC 6761; RFC 6762 appendix G";
    SPECIAL_ADDRESS: "U635", "special-address", Info, ON, "the address is reserved: no public host has it", "http://240.0.0.1/", "IANA IPv4 and IPv6 Special-Purpose Address Registries, 2025-10-09";
}

/// Metadata services of clouds: they give data and credentials of a machine to any program that
/// runs on it.
const METADATA: [[u8; 4]; 8] = [
    [100, 100, 100, 200],
    [168, 63, 129, 16],
    [169, 254, 0, 23],
    [169, 254, 42, 42],
    [169, 254, 169, 254],
    [169, 254, 170, 2],
    [169, 254, 170, 23],
    [192, 0, 0, 192],
];

/// Metadata services with a name under a public suffix.
const METADATA_NAMES: [&str; 2] = ["metadata.goog", "metadata.tencentyun.com"];

/// Suffixes on the Public Suffix List under which no registry registers hosts.
const NOT_FOR_HOSTS: [&str; 2] = ["arpa", "onion"];

/// Reports what is special about an address.
pub(super) fn address(found: &mut Found<'_>, address: IpAddr, at: Range<usize>) {
    if let Some(is) = local(address) {
        found.detail(Id::LOCAL_ADDRESS, at, || is.to_owned());
    } else if let Some(is) = special(address) {
        found.detail(Id::SPECIAL_ADDRESS, at, || is.to_owned());
    }
}

/// Reports what is special about a name, without a dot at its end.
pub(super) fn name(found: &mut Found<'_>, name: &[u8], at: Range<usize>) {
    let last = name.rsplit(|&b| b == b'.').next().unwrap_or_default();
    if last.eq_ignore_ascii_case(b"localhost") {
        found.detail(Id::LOCAL_ADDRESS, at, || "loopback".to_owned());
        return;
    }
    // A name beyond ASCII has rules of its own.
    if !found.wants(Id::PRIVATE_NAME) || !name.is_ascii() {
        return;
    }
    let Ok(name) = str::from_utf8(name) else { return };
    let name = name.to_ascii_lowercase();
    let last = name.rsplit('.').next().unwrap_or_default();
    let detail = if METADATA_NAMES.contains(&&*name) {
        "the metadata service of a cloud".to_owned()
    } else if domain::is_listed(&name) && !NOT_FOR_HOSTS.contains(&last) {
        return;
    } else if name.contains('.') {
        format!("no registry gives out names under .{last}, by {}", domain::LIST)
    } else {
        "it has no dot".to_owned()
    };
    found.detail(Id::PRIVATE_NAME, at, || detail);
}

/// The kind of an address that leads to this machine or its network.
fn local(address: IpAddr) -> Option<&'static str> {
    match address.to_canonical() {
        IpAddr::V4(it) if METADATA.contains(&it.octets()) => {
            Some("the metadata service of a cloud")
        }
        IpAddr::V4(it) if it.is_loopback() => Some("loopback"),
        IpAddr::V4(it) if it.is_unspecified() => Some("unspecified"),
        // "This host on this network" (RFC 6890).
        IpAddr::V4(it) if it.octets()[0] == 0 => Some("reserved: this network"),
        IpAddr::V4(it) if it.is_link_local() => Some("link-local"),
        IpAddr::V4(it) if it.is_private() => Some("private"),
        IpAddr::V4(it) if matches!(it.octets(), [100, 64..=127, ..]) => Some("shared"),
        IpAddr::V4(_) => None,
        IpAddr::V6(it) if it.is_loopback() => Some("loopback"),
        IpAddr::V6(it) if it.is_unspecified() => Some("unspecified"),
        IpAddr::V6(it) if it.is_unicast_link_local() => Some("link-local"),
        IpAddr::V6(it) if it.is_unique_local() => Some("unique-local"),
        // Deprecated (RFC 3879), but still in use.
        IpAddr::V6(it) if it.segments()[0] & 0xFFC0 == 0xFEC0 => Some("site-local"),
        IpAddr::V6(it) => {
            let inner = embedded(it).and_then(|inner| local(IpAddr::V4(inner)));
            inner.map(|_| "it contains a local IPv4 address")
        }
    }
}

/// The IPv4 address that an IPv6 address contains, to which gateways forward it: NAT64 (RFC 6052,
/// RFC 8215), 6to4 (RFC 3056), and the deprecated compatible and translated forms (RFC 4291 section
/// 2.5.5.1, RFC 2765).
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let ([0x64, 0xFF9B, 0, 0, 0, 0, high, low]
    | [0x64, 0xFF9B, 1, _, _, _, high, low]
    | [0, 0, 0, 0, 0 | 0xFFFF, 0, high, low]
    | [0x2002, high, low, ..]) = address.segments()
    else {
        return None;
    };
    Some(Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low)))
}

/// Why the address is neither a public host's nor one for documentation.
#[expect(clippy::match_same_arms, reason = "what is reserved and what is not alternate")]
fn special(address: IpAddr) -> Option<&'static str> {
    match address.to_canonical() {
        IpAddr::V4(it) => match it.octets() {
            // Anycast addresses of the public Internet (RFC 7723, RFC 8155).
            [192, 0, 0, 9 | 10] => None,
            [192, 0, 0, _] | [192, 88, 99, _] => Some("reserved"),
            [198, 18 | 19, ..] => Some("for benchmarks"),
            [224..=239, ..] => Some("multicast"),
            [255, 255, 255, 255] => Some("broadcast"),
            [240..=255, ..] => Some("reserved"),
            _ => None,
        },
        IpAddr::V6(it) => match it.segments() {
            [0x64, 0xFF9B, 0, 0, 0, 0, ..] => None,
            [0x64, 0xFF9B, 1, ..] => Some("NAT64 of a local network"),
            [0x2001, 0, ..] => Some("Teredo"),
            [0x2002, ..] => Some("6to4"),
            [0x2001, 1, 0, 0, 0, 0, 0, 1..=3]
            | [0x2001, 3 | 0x20..=0x3F, ..]
            | [0x2001, 4, 0x112, ..] => None,
            [0x2001, 0..=0x1FF, ..] => Some("reserved"),
            [0xFF00..=0xFFFF, ..] => Some("multicast"),
            [0x2000..=0x3FFF, ..] => None,
            _ => Some("reserved"),
        },
    }
}
