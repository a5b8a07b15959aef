//! IP literals (RFC 3986 section 3.2.2, RFC 6874), and the reasons why a host is refused.
//!
//! An IP literal is the text between `[` and `]`, by RFC 3986 section 3.2.2, with the zone
//! identifiers of RFC 6874. Names beyond ASCII are handled in [`crate::syntax::hosts::idna`].

use std::{borrow::Cow, ops::Range};

use crate::base::sets::rfc3986::{COMPONENT, USERINFO};
use crate::base::table::table;
use crate::codec::triplets::escaped;

/// Why a host is refused, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostError {
    /// The bytes at fault, counted from the start of the text that was checked.
    pub at: Range<usize>,
    /// The reason.
    pub kind: HostKind,
}

table! {
    /// The reasons why a host is refused. The sentence follows the quoted part.
    HostKind: &'static str {
        /// The brackets hold neither an IPv6 address nor an `IPvFuture`.
        IpLiteral => "is not an IPv6 address and no IPvFuture (RFC 3986 section 3.2.2)",
        /// A triplet other than `%25` after the address.
        ZoneDelimiter => "does not begin a zone identifier: %25 does (RFC 6874)",
        /// No zone after the `%` or `%25`.
        ZoneEmpty => "is followed by no zone identifier (RFC 6874)",
        /// A label that is too long for DNS.
        LabelTooLong => "is longer than any DNS label",
        /// UTS 46 refuses the label, or the host as a whole.
        Idna => "is not an internationalised domain name (UTS 46)",
        /// UTS 46 would delete the character.
        Deleted => "would vanish from the host (UTS 46)",
        /// The character is not allowed in a host, or UTS 46 maps it to such a character.
        NotInHost => "is not allowed in a host (UTS 46)",
    }
}

impl HostKind {
    /// The sentence, which follows the quoted part.
    #[must_use]
    pub const fn why(self) -> &'static str {
        self.row()
    }
}

/// The text between the brackets, made legal; borrowed if it is legal already.
///
/// ```
/// use superuri::syntax::hosts::literal::ip_literal;
/// assert_eq!(ip_literal(b"2001:db8::1").unwrap(), b"2001:db8::1".as_slice());
/// assert_eq!(ip_literal(b"fe80::1%eth0").unwrap(), b"fe80::1%25eth0".as_slice());
/// assert!(ip_literal(b"1::2::3").is_err());
/// ```
///
/// # Errors
///
/// [`HostKind::IpLiteral`], [`HostKind::ZoneDelimiter`] or [`HostKind::ZoneEmpty`].
/// Source: RFC 3986 section 3.2.2, RFC 6874 sections 2 and 3.
pub fn ip_literal(inside: &[u8]) -> Result<Cow<'_, [u8]>, HostError> {
    if let [b'v' | b'V', rest @ ..] = inside {
        return if is_ip_future(rest) {
            Ok(Cow::Borrowed(inside))
        } else {
            Err(HostError { at: 0..inside.len(), kind: HostKind::IpLiteral })
        };
    }
    let percent = inside.iter().position(|b| *b == b'%').unwrap_or(inside.len());
    if !is_ipv6(&inside[..percent]) {
        return Err(HostError { at: 0..percent, kind: HostKind::IpLiteral });
    }
    if percent == inside.len() {
        return Ok(Cow::Borrowed(inside));
    }
    let zone = match &inside[percent + 1..] {
        [b'2', b'5', ..] => percent + 3,
        // A bare % is accepted only if no two hexadecimal digits follow: RFC 6874 section 3.
        [a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
            return Err(HostError { at: percent..percent + 3, kind: HostKind::ZoneDelimiter });
        }
        _ => percent + 1,
    };
    if zone == inside.len() {
        return Err(HostError { at: percent..zone, kind: HostKind::ZoneEmpty });
    }
    let raw = zone == percent + 1;
    match zone_id(&inside[zone..]) {
        None if !raw => Ok(Cow::Borrowed(inside)),
        repaired => {
            let mut whole = inside[..percent].to_vec();
            whole.extend_from_slice(b"%25");
            whole.extend_from_slice(repaired.as_deref().unwrap_or(&inside[zone..]));
            Ok(Cow::Owned(whole))
        }
    }
}

/// The corrected `ZoneID`, or `None` if it is legal (RFC 6874 section 2).
fn zone_id(zone: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(zone.len());
    for (at, &byte) in zone.iter().enumerate() {
        let stays = match byte {
            b'%' => {
                matches!(&zone[at + 1..], [a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit())
            }
            _ => byte < 0x80 && !COMPONENT.encodes(byte),
        };
        if stays {
            out.push(byte);
        } else {
            out.extend(escaped(byte));
        }
    }
    (out != zone).then_some(out)
}

/// Is it `1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`, the text after the `v`? The last part
/// has the characters of a userinfo.
fn is_ip_future(rest: &[u8]) -> bool {
    let dot = rest.iter().position(|b| !b.is_ascii_hexdigit()).unwrap_or(rest.len());
    match &rest[dot..] {
        [b'.', address @ ..] => {
            dot > 0
                && !address.is_empty()
                && address.iter().all(|b| *b < 0x80 && !USERINFO.encodes(*b))
        }
        _ => false,
    }
}

/// Is this an `IPv6address`?
///
/// The nine alternatives of RFC 3986 mean: eight groups, or at most seven with one `::`. A dotted
/// IPv4 address counts as the last two groups.
fn is_ipv6(text: &[u8]) -> bool {
    let mut groups = 0;
    let mut elided = text.starts_with(b"::");
    let mut at = if elided { 2 } else { 0 };
    while at < text.len() {
        let end = text[at..].iter().position(|b| *b == b':').map_or(text.len(), |i| at + i);
        let group = &text[at..end];
        if end == text.len() && is_ipv4(group) {
            groups += 2;
        } else if matches!(group.len(), 1..=4) && group.iter().all(u8::is_ascii_hexdigit) {
            groups += 1;
        } else {
            return false;
        }
        at = end;
        if text[at..].starts_with(b"::") {
            if elided {
                return false;
            }
            elided = true;
            at += 2;
        } else if at < text.len() {
            at += 1;
            if at == text.len() {
                return false;
            }
        }
    }
    if elided { groups <= 7 } else { groups == 8 }
}

/// Is the text four numbers from 0 to 255, with dots and without leading zeros?
pub(crate) fn is_ipv4(text: &[u8]) -> bool {
    let is_octet = |octet: &[u8]| {
        matches!(
            octet,
            [b'0'..=b'9']
                | [b'1'..=b'9', b'0'..=b'9']
                | [b'1', b'0'..=b'9', b'0'..=b'9']
                | [b'2', b'0'..=b'4', b'0'..=b'9']
                | [b'2', b'5', b'0'..=b'5']
        )
    };
    let octets = || text.split(|b| *b == b'.');
    // Most names begin with a letter.
    text.first().is_some_and(u8::is_ascii_digit) && octets().count() == 4 && octets().all(is_octet)
}

#[cfg(test)]
#[cfg(test)]
mod tests {
    use super::*;

    const LEGAL: [&str; 43] = [
        "::",
        "::1",
        "1::",
        "1:2:3:4:5:6:7:8",
        "1::8",
        "1:2:3:4:5:6:7::",
        "::2:3:4:5:6:7:8",
        "1:2:3::6:7:8",
        "1::3:4:5:6:7:8",
        "1:2:3:4:5:6::8",
        "2001:db8::1",
        "2001:DB8::aBcD",
        "0:0:0:0:0:0:0:0",
        "0000:0000::0000",
        "ffff::ffff",
        "::1.2.3.4",
        "::ffff:192.0.2.1",
        "1:2:3:4:5:6:1.2.3.4",
        "1:2:3:4:5::1.2.3.4",
        "::3:4:5:6:7:1.2.3.4",
        "1::1.2.3.4",
        "::0.0.0.0",
        "::255.255.255.255",
        "::10.99.100.249",
        "::1:2:3:4:5:6:7",
        "v1.x",
        "V1.x",
        "vF.x",
        "vf0.a",
        "v1.:",
        "v1.a:b:c",
        "v1.-._~!$&'()*+,;=:",
        "v0123456789.0",
        "v1..",
        "fe80::1%25eth0",
        "::%25a",
        "::%250",
        "::%2525",
        "fe80::1%25%C3%BC",
        "::%25a%2Fb",
        "::1.2.3.4%25en1",
        "fe80::1%25-._~",
        "1:2:3:4:5:6:7:8%25lo",
    ];

    const ILLEGAL: [&str; 46] = [
        "",
        ":",
        ":::",
        "::::",
        "1",
        "1:",
        ":1",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:",
        ":2:3:4:5:6:7:8",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7:8:",
        "1:2:3:4:5:6:7:8::",
        "::1:2:3:4:5:6:7:8",
        "1:2:3:4::5:6:7:8",
        "1::2::3",
        "::1::",
        "1:::2",
        "1::2:",
        "12345::",
        "::00000",
        "::g",
        "::-1",
        " ::1",
        "::1 ",
        "1.2.3.4",
        "::1.2.3.400",
        "::1.2.3.256",
        "::1.2.3.04",
        "::1.2.3",
        "::1.2.3.4.5",
        "::1.2.3.",
        "::.1.2.3",
        "::0x1.2.3.4",
        "1.2.3.4::",
        "::1.2.3.4:5",
        "1:2:3:4:5:6:7:1.2.3.4",
        "::1/64",
        "::\u{FF11}",
        "v.x",
        "v1",
        "v1.",
        "vg.x",
        "v1.a/b",
        "v1.a%25b",
        "example.org",
    ];

    const NO_ZONE: [(&str, Range<usize>, HostKind); 4] = [
        ("fe80::1%", 7..8, HostKind::ZoneEmpty),
        ("fe80::1%25", 7..10, HostKind::ZoneEmpty),
        ("fe80::1%41", 7..10, HostKind::ZoneDelimiter),
        ("1%25e", 0..1, HostKind::IpLiteral),
    ];

    const REPAIRED: [(&str, &str); 13] = [
        ("fe80::1%eth0", "fe80::1%25eth0"),
        ("fe80::1%en0%25", "fe80::1%25en0%25"),
        ("fe80::1%2", "fe80::1%252"),
        ("fe80::1%g1", "fe80::1%25g1"),
        ("fe80::1%%41", "fe80::1%25%41"),
        ("fe80::1%%zz", "fe80::1%25%25zz"),
        ("fe80::1%25%", "fe80::1%25%25"),
        ("fe80::1%25a%4", "fe80::1%25a%254"),
        ("fe80::1%25a b", "fe80::1%25a%20b"),
        ("fe80::1%25a:b@c", "fe80::1%25a%3Ab%40c"),
        ("fe80::1%ü", "fe80::1%25%C3%BC"),
        ("fe80::1%25Ethernet (2)", "fe80::1%25Ethernet%20%282%29"),
        ("::1.2.3.4%\0", "::1.2.3.4%25%00"),
    ];

    #[test]
    fn legal_literals_stay() {
        for text in LEGAL {
            let found = ip_literal(text.as_bytes());
            assert!(matches!(found, Ok(Cow::Borrowed(same)) if same == text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn illegal_literals_are_refused() {
        for text in ILLEGAL {
            let error = HostError { at: 0..text.len(), kind: HostKind::IpLiteral };
            assert_eq!(ip_literal(text.as_bytes()), Err(error), "{text}");
        }
        for (text, at, kind) in NO_ZONE {
            assert_eq!(ip_literal(text.as_bytes()), Err(HostError { at, kind }), "{text}");
        }
    }

    #[test]
    fn raw_zones_are_repaired_once() {
        for (raw, want) in REPAIRED {
            assert_eq!(ip_literal(raw.as_bytes()).as_deref(), Ok(want.as_bytes()), "{raw}");
            assert!(matches!(ip_literal(want.as_bytes()), Ok(Cow::Borrowed(_))), "{want}");
        }
    }

    #[test]
    fn octets_beyond_ascii_in_a_zone_are_escaped() {
        for octet in 0x80..=0xFF {
            let literal = [b"fe80::1%25", &[octet][..]].concat();
            let want = format!("fe80::1%25%{octet:02X}");
            assert_eq!(*ip_literal(&literal).expect("a literal"), *want.as_bytes());
        }
    }
}
