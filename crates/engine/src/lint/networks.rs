//! Lint rules for networks: addresses and names that lead to no host of the public Internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::ops::Range;

use super::Linter;
use super::rule::{Id, rows};
use crate::syntax::hosts::{domain, special};

rows! {
    /// A server that fetches URLs for its users reaches services that are closed to them, such as
    /// the metadata service of a cloud (CWE-918).
    LOCAL_ADDRESS: "U631", "local-address", Info, ON, "the host is this machine or one in a private network: from elsewhere the same address leads to another machine", "http://localhost/", "RFC 6890; RFC 6761 section 6.3; CWE-918",
        bad: "http://169.254.169.254/latest/", good: "http://h.example/",
        ignore: "the text is a manual, a test or the configuration of a developer.",
        fix: "[server-requests.md](server-requests.md) shows what to check before a server \
            connects.";
    /// A server that fetches URLs for its users looks the name up in its own network, and reaches
    /// services that are closed to them (CWE-918).
    PRIVATE_NAME: "U634", "private-name", Warning, OFF, "no public host has this name: it is looked up in the reader's own network", "http://metadata/", "Public Suffix List; RFC 6761; RFC 6762 appendix G",
        bad: "http://metadata.google.internal/", good: "http://example.com/",
        ignore: "only your own programs write the URL.",
        fix: "[server-requests.md](server-requests.md) shows what to check before a server \
            connects.";
    /// Routers and operating systems differ in what they do with such an address. Some send
    /// requests for it to a nearby machine; none send them to a host that the writer could mean
    /// (CWE-918).
    SPECIAL_ADDRESS: "U635", "special-address", Info, ON, "the address is reserved: no public host has it", "http://240.0.0.1/", "IANA IPv4 and IPv6 Special-Purpose Address Registries, 2025-10-09",
        bad: "http://[64:ff9b:1::808:808]/", good: "http://h.example/",
        ignore: "the text describes a network.";
}

/// Suffixes on the Public Suffix List under which no registry registers hosts.
const NOT_FOR_HOSTS: [&str; 2] = ["arpa", "onion"];

/// The metadata service of a cloud gives data and credentials of a machine to any program on it.
const METADATA: &str = "the metadata service of a cloud";

pub(super) fn address(found: &mut Linter<'_>, address: IpAddr, at: Range<usize>) {
    let address = address.to_canonical();
    if let Some(is) = local_network_kind(address) {
        found.detail(Id::LOCAL_ADDRESS, at, || is.to_owned());
    } else if let IpAddr::V6(it) = address
        && let Some(inner) = embedded(it)
        && local_network_kind(IpAddr::V4(inner)).is_some()
    {
        found.detail(Id::LOCAL_ADDRESS, at, || "it contains a local IPv4 address".to_owned());
    } else if let Some(is) = special_use_kind(address) {
        found.detail(Id::SPECIAL_ADDRESS, at, || is.to_owned());
    }
}

/// Reports what is special about a name, without a dot at its end.
pub(super) fn name(found: &mut Linter<'_>, name: &[u8], at: Range<usize>) {
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
    let detail = if domain::is_listed(&name) && !NOT_FOR_HOSTS.contains(&last) {
        let mut rows = special::NAMES.iter().flat_map(|source| source.rows);
        if !rows.any(|row| row.host == name && row.kind == "cloud-metadata") {
            return;
        }
        METADATA.to_owned()
    } else if name.contains('.') {
        format!("no registry gives out names under .{last}, by {}", domain::LIST)
    } else {
        "it has no dot".to_owned()
    };
    found.detail(Id::PRIVATE_NAME, at, || detail);
}

/// The kind of an address that leads to this machine or its network.
fn local_network_kind(address: IpAddr) -> Option<&'static str> {
    let row = special::row_of(address)?;
    match (row.kind, row.host) {
        ("cloud-metadata", _) => Some(METADATA),
        // "This host on this network" (RFC 6890).
        (_, "0.0.0.0/8") => Some("reserved: this network"),
        // Deprecated (RFC 3879), but still in use.
        (_, "fec0::/10") => Some("site-local"),
        ("loopback" | "unspecified" | "private" | "shared" | "link-local" | "unique-local", _) => {
            Some(row.kind)
        }
        _ => None,
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
fn special_use_kind(address: IpAddr) -> Option<&'static str> {
    let row = special::row_of(address)?;
    match (row.kind, row.host) {
        ("benchmarking", _) => Some("for benchmarks"),
        ("teredo", _) => Some("Teredo"),
        (_, "64:ff9b:1::/48") => Some("NAT64 of a local network"),
        ("multicast" | "broadcast" | "reserved" | "6to4", _) => Some(row.kind),
        _ => None,
    }
}
