//! Places: how a value is written in each part of a URI, and which values are refused.
//!
//! A value is encoded for its place. Schemes, hosts, ports and dot segments cannot be escaped: such
//! a value is validated and, if it is illegal, refused. It is never rewritten.

use crate::base::error::{Error, Kind, Result};
use crate::base::schemes::{IDNA_SCHEMES, scheme_in};
use crate::base::sets::rfc3986;
use crate::codec::percent::{self, Encoder};
use crate::syntax::{hosts::idna, hosts::literal};

/// All but *unreserved*, for values next to a delimiter, or where parsers disagree about one.
///
/// Users and passwords are written with this set: some parsers of DSNs decode `+` as a space, and
/// some split at every comma.
pub static DATA: Encoder = Encoder::new(rfc3986::COMPONENT);
/// A segment that is one value. It also escapes `;`, `=` and `,`, which delimit path parameters,
/// and `+`, which some decode as a space.
pub static SEGMENT: Encoder = Encoder::new(rfc3986::SEGMENT.and("+,;="));
/// The first segment of a relative path, as one value: a colon in it would end a scheme.
pub static FIRST_SEGMENT: Encoder = Encoder::new(rfc3986::SEGMENT.and("+,;=:"));
/// A path in which slashes delimit. Its other delimiters are up to the scheme.
pub static PATH: Encoder = Encoder::new(rfc3986::PATH);
/// The same, where a `+` would be read as a space.
pub static PATH_WITHOUT_PLUS: Encoder = Encoder::new(rfc3986::PATH.and("+"));
/// The first segment of a relative path: a colon in it would end a scheme.
pub static FIRST: Encoder = Encoder::new(rfc3986::SEGMENT_NZ_NC);
/// A name or a value of a query.
pub static QUERY: Encoder = Encoder::new(rfc3986::QUERY_VALUE);
/// A fragment.
pub static FRAGMENT: Encoder = Encoder::new(rfc3986::FRAGMENT);

/// Appends the value, encoded for a place with this set.
#[inline]
pub fn push(value: &[u8], encoder: &Encoder, out: &mut Vec<u8>) {
    if !percent::encode_onto(value, encoder, out) {
        out.extend_from_slice(value);
    }
}

/// An error of a part, with the text that was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedPart {
    /// The component or the value that was refused.
    pub text: Vec<u8>,
    /// The reason, and its place in that text.
    pub error: Box<Error>,
}

/// A URI, or the part that was refused.
pub type Edited = std::result::Result<Vec<u8>, RefusedPart>;

pub(crate) fn refused(text: &[u8], error: Box<Error>) -> RefusedPart {
    RefusedPart { text: text.to_vec(), error }
}

/// The reason to refuse a path that begins with two slashes.
pub(crate) const AS_AUTHORITY: &str =
    "would read back as an authority, for there is no host before it";
/// The reason to refuse a relative path that begins with a slash.
pub(crate) const FROM_ROOT: &str =
    "would read back as a path from the root: its first segment is empty";

/// The kind of host that the parsers of a scheme expect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hosts {
    /// A domain or an address, and never empty.
    Web,
    /// The same in browsers, or empty for a local file.
    File,
    /// Any name.
    Any,
}

impl Hosts {
    /// The kind of host after this scheme, or without one.
    #[must_use]
    pub fn of(scheme: Option<&[u8]>) -> Self {
        match scheme {
            _ if scheme_in(scheme, &IDNA_SCHEMES) => Self::Web,
            Some(scheme) if scheme.eq_ignore_ascii_case(b"file") => Self::File,
            _ => Self::Any,
        }
    }
}

/// Refuses a value that is not a scheme.
///
/// # Errors
/// [`Kind::NotScheme`].
pub fn check_scheme(value: &[u8]) -> Result<()> {
    let legal = |&(n, b): &(usize, &u8)| {
        b.is_ascii_alphabetic() || n > 0 && (b.is_ascii_digit() || b"+-.".contains(b))
    };
    match value.iter().enumerate().find(|at| !legal(at)) {
        None if value.is_empty() => Err(Error::naming(Kind::NotScheme, 0..0, "the empty text")),
        None => Ok(()),
        Some(_) => Err(Error::quoting(Kind::NotScheme, value, 0..value.len())),
    }
}

/// The number of a port.
///
/// # Errors
/// [`Kind::BadPort`] unless it is a number from 0 to 65535.
pub fn port(value: &[u8]) -> Result<u16> {
    let number = std::str::from_utf8(value).ok().filter(|_| value.iter().all(u8::is_ascii_digit));
    number.and_then(|digits| digits.parse().ok()).ok_or_else(|| {
        Error::quoting(Kind::BadPort, value, 0..value.len()).that("is not a port from 0 to 65535")
    })
}

/// Appends the port, a number.
///
/// # Errors
/// As [`port`].
pub fn push_port(value: &[u8], out: &mut Vec<u8>) -> Result<()> {
    out.extend_from_slice(port(value)?.to_string().as_bytes());
    Ok(())
}

/// Appends a host that all parsers read the same way: a name, or an address with or without its
/// brackets.
///
/// # Errors
/// [`Kind::NotHost`] if the value is not a host: delimiters are never escaped in one.
pub fn push_host(value: &[u8], hosts: Hosts, out: &mut Vec<u8>) -> Result<()> {
    let no_host = |at, is: &str| Err(Error::quoting(Kind::NotHost, value, at).that(is));
    let (inside, bracket) = match value {
        [b'[', inside @ .., b']'] => (inside, 1),
        _ => (value, 0),
    };
    if bracket == 1 || value.contains(&b':') {
        let zone = memchr::memchr(b'%', inside)
            .map_or(inside.len(), |at| at + if inside[at..].starts_with(b"%25") { 3 } else { 1 });
        if let Some(at) = memchr::memchr(b'%', &inside[zone..]) {
            let at = bracket + zone + at;
            return no_host(at..at + 1, "is not allowed in a zone: its escapes are not read");
        }
        let literal = match literal::ip_literal(inside) {
            Ok(literal) => literal,
            Err(error) if error.kind == literal::HostKind::IpLiteral => {
                return no_host(0..value.len(), "is neither a name nor an IP address");
            }
            Err(error) => {
                let at = error.at.start + bracket..error.at.end + bracket;
                return no_host(at, error.kind.why());
            }
        };
        out.push(b'[');
        out.extend_from_slice(&literal);
        out.push(b']');
        return Ok(());
    }
    let start = out.len();
    push_name(value, hosts, out)?;
    if hosts != Hosts::Any {
        let name = &out[start..];
        if name.is_empty() && hosts == Hosts::Web {
            let what = Error::naming(Kind::NotHost, 0..0, "the host");
            return Err(what.that("is empty: parsers would look for one in the path"));
        }
        if ends_in_a_number(name) && !literal::is_ipv4(name) {
            return no_host(
                0..value.len(),
                "is an IPv4 address to browsers: write its four numbers, with dots",
            );
        }
        // A host beyond ASCII has been through UTS 46 already.
        if value.is_ascii() && has_a_label(name) && !is_idna(name) {
            return no_host(0..value.len(), "has a label that no name has (UTS 46)");
        }
    }
    Ok(())
}

fn push_name(value: &[u8], hosts: Hosts, out: &mut Vec<u8>) -> Result<()> {
    // The grammar allows sub-delimiters in names, but no name that is looked up has one. Some
    // parsers of DSNs start another host at a comma.
    let is_odd = |b: &u8| *b < 0x80 && DATA.table().has(*b);
    if let Some(at) = value.iter().position(is_odd) {
        let failure = Error::quoting(Kind::NotHost, value, at..at + 1);
        return Err(failure.that("is not allowed in a host, not even escaped"));
    }
    if hosts == Hosts::Web && !value.is_ascii() {
        let Ok(name) = std::str::from_utf8(value) else {
            let failure = Error::quoting(Kind::NotHost, value, 0..value.len());
            return Err(failure.that("is not valid UTF-8"));
        };
        let ascii = idna::to_ascii(name).map_err(|error| {
            Error::quoting(Kind::NotHost, value, error.at).that(error.kind.why())
        })?;
        // UTS 46 makes `;` of `；`, for example.
        let has_odd = |ascii: &str| ascii.bytes().any(|b| is_odd(&b));
        if has_odd(&ascii) {
            let maps = |c: &str| idna::to_ascii(c).is_ok_and(|ascii| has_odd(&ascii));
            let spans = name.char_indices().map(|(at, c)| at..at + c.len_utf8());
            let at = { spans }.find(|at| maps(&name[at.clone()])).unwrap_or(0..value.len());
            let failure = Error::quoting(Kind::NotHost, value, at);
            return Err(failure.that("becomes a character that is not allowed in a host (UTS 46)"));
        }
        out.extend_from_slice(ascii.as_bytes());
        return Ok(());
    }
    push(value, &DATA, out);
    Ok(())
}

/// Do browsers read the name as an IPv4 address, or refuse it as a broken one?
///
/// Source: <https://url.spec.whatwg.org/#ends-in-a-number-checker>.
pub(crate) fn ends_in_a_number(name: &[u8]) -> bool {
    let name = name.strip_suffix(b".").unwrap_or(name);
    let last = name.rsplit(|&b| b == b'.').next().unwrap_or_default();
    match last {
        [b'0', b'x' | b'X', hex @ ..] => hex.iter().all(u8::is_ascii_hexdigit),
        _ => !last.is_empty() && last.iter().all(u8::is_ascii_digit),
    }
}

fn has_a_label(name: &[u8]) -> bool {
    name.split(|&b| b == b'.').any(idna::is_a_label)
}

fn is_idna(name: &[u8]) -> bool {
    let name = std::str::from_utf8(name).unwrap_or_default();
    idna::to_ascii(name).is_ok_and(|ascii| ascii.eq_ignore_ascii_case(name))
}

/// Refuses a segment that parsers would remove from the path, escaped or not.
///
/// # Errors
/// [`Kind::DotSegment`], for `.` and `..`.
pub fn check_segment(value: &[u8]) -> Result<()> {
    if matches!(value, b"." | b"..") {
        return Err(Error::quoting(Kind::DotSegment, value, 0..value.len()));
    }
    Ok(())
}

/// Is this encoded segment a dot segment that parsers of paths remove?
#[must_use]
pub fn is_dots(segment: &[u8]) -> bool {
    // `%2E%2E`, the longest spelling of two dots, has six octets.
    if segment.len() > 6 || !matches!(segment.first(), Some(b'.' | b'%')) {
        return false;
    }
    let (mut rest, mut dots) = (segment, 0);
    while !rest.is_empty() {
        rest = match rest {
            [b'.', rest @ ..] | [b'%', b'2', b'E' | b'e', rest @ ..] => rest,
            _ => return false,
        };
        dots += 1;
    }
    dots <= 2
}

/// Refuses a scheme that needs a host, if there is no host.
///
/// # Errors
/// [`Kind::NotHost`].
pub fn needs_host(scheme: &[u8]) -> Result<()> {
    if Hosts::of(Some(scheme)) != Hosts::Web {
        return Ok(());
    }
    let failure = Error::quoting(Kind::NotHost, scheme, 0..scheme.len());
    Err(failure.that("needs a host: browsers read one in the path"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(value: &str, hosts: Hosts) -> Option<String> {
        let mut out = Vec::new();
        push_host(value.as_bytes(), hosts, &mut out).ok()?;
        Some(String::from_utf8(out).expect("a host is ASCII"))
    }

    #[test]
    fn hosts_stay_hosts_or_are_refused() {
        for (value, web, file, any) in [
            ("e.com", Some("e.com"), Some("e.com"), Some("e.com")),
            ("", None, Some(""), Some("")),
            ("127.0.0.1", Some("127.0.0.1"), Some("127.0.0.1"), Some("127.0.0.1")),
            ("127.1", None, None, Some("127.1")),
            ("1.2.3.4.", None, None, Some("1.2.3.4.")),
            ("a.0x", None, None, Some("a.0x")),
            ("a.0xg", Some("a.0xg"), Some("a.0xg"), Some("a.0xg")),
            ("::1", Some("[::1]"), Some("[::1]"), Some("[::1]")),
            ("[::1]", Some("[::1]"), Some("[::1]"), Some("[::1]")),
            ("ü", Some("xn--tda"), Some("%C3%BC"), Some("%C3%BC")),
            ("xn--a", None, None, Some("xn--a")),
            ("１２７.１", None, Some("%EF%BC%91%EF%BC%92%EF%BC%97.%EF%BC%91"), None),
        ] {
            assert_eq!(host(value, Hosts::Web).as_deref(), web, "{value}");
            assert_eq!(host(value, Hosts::File).as_deref(), file, "{value}");
            if any.is_some() {
                assert_eq!(host(value, Hosts::Any).as_deref(), any, "{value}");
            }
        }
        for value in
            ["a/b", "a b", "a@b", "a:1", "a%41", "a,b", "a\\b", "[::1", "::1]", "[]", "::1%a%b"]
        {
            for hosts in [Hosts::Web, Hosts::File, Hosts::Any] {
                assert_eq!(host(value, hosts), None, "{value}");
            }
        }
    }

    #[test]
    fn the_place_in_a_literal_counts_its_bracket() {
        for (value, at) in
            [("[::1%a%b]", 6..7), ("::1%a%b", 5..6), ("[::1%25a%b]", 8..9), ("[::1%25]", 4..7)]
        {
            let error = push_host(value.as_bytes(), Hosts::Any, &mut Vec::new()).expect_err(value);
            assert_eq!(error.at, at, "{value}");
        }
    }

    #[test]
    fn each_scheme_has_its_kind_of_host() {
        for (scheme, hosts) in [("http", Hosts::Web), ("File", Hosts::File), ("urn", Hosts::Any)] {
            assert_eq!(Hosts::of(Some(scheme.as_bytes())), hosts, "{scheme}");
        }
        assert_eq!(Hosts::of(None), Hosts::Web, "a reference resolves to a URL of the web");
    }

    #[test]
    fn dots_are_seen_however_they_are_written() {
        for (segment, want) in [
            (".", true),
            ("..", true),
            ("%2e", true),
            (".%2E", true),
            ("%2e%2E", true),
            ("...", false),
            ("%2e%2e.", false),
            (".a", false),
            ("%2f", false),
            ("a", false),
        ] {
            assert_eq!(is_dots(segment.as_bytes()), want, "{segment}");
        }
    }
}
