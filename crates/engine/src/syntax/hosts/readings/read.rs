//! The function of each reading, which finds the host in a text.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use super::{Seen, goes_on};
use crate::base::schemes::{SPECIAL_SCHEMES, scheme_in};
use crate::base::sets::rfc3986::COMPONENT;
use crate::codec::percent::{self, Errors};
use crate::codec::triplets::triplet;
use crate::syntax::hosts::whatwg::{self, Part, Url};
use crate::syntax::hosts::{idna, literal};
use crate::syntax::{hosts::letters::is_agreed, split};
use superuri_kernels::{Table, find};

/// Characters at which some parsers end or refuse a host: illegal characters, and the sub-delims of
/// RFC 3986 (Node's `url.parse` and wget stop at `;` and `'`).
static ODD: Table = Table::new(COMPONENT.but("%").bits());

/// A relative text has no host if it has the host of each base of a pair.
const BASES: [[&str; 2]; 2] = [
    ["http://base.invalid/a/b", "http://other.invalid/a/b"],
    ["https://base.invalid/a/b", "https://other.invalid/a/b"],
];

/// The schemes that curl supports. It reads one slash or three after them as two.
const CURLS: [&[u8]; 28] = [
    b"dict", b"ftp", b"ftps", b"gopher", b"gophers", b"http", b"https", b"imap", b"imaps", b"ipfs",
    b"ipns", b"ldap", b"ldaps", b"mqtt", b"mqtts", b"pop3", b"pop3s", b"rtmp", b"rtsp", b"scp",
    b"sftp", b"smb", b"smbs", b"smtp", b"smtps", b"telnet", b"tftp", b"ws",
];

/// Can the scheme of the base matter to the URL standard? It does for a text with that scheme and
/// without `//`.
pub(super) fn needs_base(text: &str) -> bool {
    let bytes = text.trim_start_matches(|c: char| c <= ' ').bytes();
    let start = bytes.filter(|byte| !matches!(byte, b'\t' | b'\n' | b'\r'));
    let mut start = start.map(|byte| byte.to_ascii_lowercase());
    start.by_ref().take(4).eq(*b"http")
        && matches!((start.next(), start.next()), (Some(b':'), _) | (Some(b's'), Some(b':')))
        && split::split(text.as_bytes()).authority.is_none()
}

/// Does the text have white space that [`without_space`] removes?
pub(super) fn has_space(text: &str) -> bool {
    let is_space = |byte: Option<&u8>| byte.is_some_and(|byte| *byte <= b' ');
    let bytes = text.as_bytes();
    is_space(bytes.first())
        || is_space(bytes.last())
        || memchr::memchr3(b'\t', b'\n', b'\r', bytes).is_some()
}

/// RFC 3986 Appendix B: the last `@` delimits. urllib reads a host in brackets behind `:0\`.
pub(super) fn rfc3986(text: &str) -> Seen {
    let parts = split::split(text.as_bytes());
    let Some(at) = parts.authority else { return Seen::Nothing };
    let parts = split::authority(text.as_bytes(), at);
    let is_odd = parts.port.is_some_and(|at| text[at].contains('\\'));
    if is_odd { Seen::Refused } else { read_host(&text[parts.host], is_domain(text)) }
}

pub(super) fn standard(text: &str) -> Seen {
    match Url::read(text, None) {
        Some(url) => host_of(&url),
        // A relative text needs a base. Its reading on a page is a row of its own.
        None if text.len() <= whatwg::LONGEST && whatwg::is_relative(text) => based(text, BASES[0]),
        None => Seen::Refused,
    }
}

/// As the URL standard on a page of http.
pub(super) fn on_http(text: &str) -> Seen {
    based(text, BASES[0])
}

/// As the URL standard on a page of https.
pub(super) fn on_https(text: &str) -> Seen {
    based(text, BASES[1])
}

/// The URL standard's reading against two bases that differ only in their host.
fn based(text: &str, [base, other]: [&str; 2]) -> Seen {
    let Some(url) = Url::read(text, Some(base)) else { return Seen::Refused };
    let is_theirs = |url: Url| url.get(Part::Hostname) == "other.invalid";
    if url.get(Part::Hostname) == "base.invalid"
        && Url::read(text, Some(other)).is_some_and(is_theirs)
    {
        return Seen::Nothing;
    }
    host_of(&url)
}

fn host_of(url: &Url) -> Seen {
    match url.get(Part::Hostname) {
        "" => Seen::Nothing,
        host => Seen::Host(host.to_ascii_lowercase()),
    }
}

/// As parsers that replace `\` by `/`.
pub(super) fn with_slashes(text: &str) -> Seen {
    rfc3986(&text.replace('\\', "/"))
}

/// As browsers and newer URL libraries, which remove white space first.
pub(super) fn without_space(text: &str) -> Seen {
    let inner = text.trim_matches(|c: char| c <= ' ');
    rfc3986(&inner.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect::<String>())
}

pub(super) fn first_at(text: &str) -> Seen {
    let Some(at) = split::split(text.as_bytes()).authority else { return Seen::Nothing };
    let authority = &text[at];
    match authority.split_once('@') {
        Some((_, rest)) if rest.contains('@') => read_host(rest, is_domain(text)),
        _ => rfc3986(text),
    }
}

/// As parsers that end the authority only at `/`, so that `?`, `#` and an `@` after them belong to
/// it.
pub(super) fn only_slash(text: &str) -> Seen {
    let parts = split::split(text.as_bytes());
    let Some(at) = parts.authority else { return Seen::Nothing };
    let end = text[at.start..].find('/').map_or(text.len(), |len| at.start + len);
    match text[at.start..end].rfind('@') {
        Some(sign) if at.start + sign >= at.end => {
            let rest = &text[at.start + sign + 1..end];
            read_host(rest.split([':', '?', '#']).next().unwrap_or(rest), is_domain(text))
        }
        _ if goes_on(&text[at.end..end]) => Seen::Host(text[at.start..end].to_ascii_lowercase()),
        _ => rfc3986(text),
    }
}

/// As a server or proxy that decodes a URL before it splits it.
pub(super) fn decoded_first(text: &str) -> Seen {
    let parts = split::split(text.as_bytes());
    if parts.authority.is_none() && parts.scheme.is_some() {
        return Seen::Nothing;
    }
    let head = head(text).as_bytes();
    let decoded = percent::decode_bytes(head, Errors::Replace).unwrap_or(Cow::Borrowed(head));
    rfc3986(&String::from_utf8_lossy(&decoded))
}

/// The text up to the end of the authority, or of the path if there is none. The rest begins with
/// `/`, `?` or `#`, which never combine with the character before them, so it cannot become a part
/// of the host.
fn head(text: &str) -> &str {
    let parts = split::split(text.as_bytes());
    &text[..parts.authority.map_or(parts.path.end, |at| at.end)]
}

/// As in CVE-2019-9636, and in IDNA 2003: NFKC first, `ß` becomes `ss`, and joiners are dropped.
pub(super) fn compatible_first(text: &str) -> Seen {
    if text.is_ascii() {
        return rfc3986(text);
    }
    let is_joiner = |c: &char| matches!(c, '\u{200C}' | '\u{200D}');
    let mut characters = head(text).nfkc().filter(|c| !is_joiner(c)).peekable();
    // Skip what cannot begin a scheme or `//`, and what is refused anyway, to save time.
    let begins = |c: &char| c.is_ascii_alphabetic() || matches!(c, '/' | '\\' | 'ß' | 'ẞ');
    if !characters.peek().is_some_and(begins) {
        return Seen::Nothing;
    }
    let bytes = text.as_bytes();
    if let Some(at) = split::split(bytes).authority {
        let host = &text[split::authority(bytes, at).host];
        if is_too_long(host) || !host.chars().all(is_agreed) {
            return Seen::Refused;
        }
    }
    let mapped: String = characters.collect();
    let mapped = mapped.replace(['ß', 'ẞ'], "ss").replace('ς', "σ");
    // A wide backslash has become a plain one: w3lib's pull request 280.
    rfc3986(&mapped.replace('\\', "/"))
}

/// As parsers that fetch the URL inside `jar:`, `view-source:`, `url:`, `feed:`, `jdbc:`, …
pub(super) fn innermost(text: &str) -> Seen {
    let mut inner = text;
    while let Some(rest) = another(inner) {
        inner = rest;
    }
    let is_web = inner.len() < text.len() && is_domain(inner);
    if is_web { standard(inner) } else { rfc3986(inner) }
}

/// Is there another URL after the scheme? The URL in `blob:` is not connected to.
pub(super) fn has_another(text: &str) -> bool {
    another(text).is_some()
}

fn another(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_at(split::scheme(text.as_bytes())?);
    let rest = &rest[1..];
    let is_fetched = !scheme.eq_ignore_ascii_case("blob");
    split::scheme(rest.as_bytes()).filter(|_| is_fetched).map(|_| rest)
}

/// As Windows opens the path of a file: two slashes of either kind begin a server's name.
pub(super) fn share(text: &str) -> Seen {
    match rfc3986(text) {
        Seen::Nothing if is_file(text) => {}
        seen => return seen,
    }
    let Some(url) = Url::read(text, None) else { return Seen::Refused };
    let path = url.get(Part::Pathname).as_bytes();
    let path = percent::decode_bytes(path, Errors::Replace).unwrap_or(Cow::Borrowed(path));
    let path = String::from_utf8_lossy(&path).replace('\\', "/");
    match path.strip_prefix("//") {
        Some(path) => {
            read_host(path.trim_start_matches('/').split('/').next().unwrap_or_default(), true)
        }
        None => Seen::Nothing,
    }
}

pub(super) fn is_file(text: &str) -> bool {
    split::scheme(text.as_bytes()).is_some_and(|len| text[..len].eq_ignore_ascii_case("file"))
}

/// As curl and wget, which need a slash after a scheme, and otherwise read the first part as a
/// host.
pub(super) fn host_first(text: &str) -> Seen {
    let known = rfc3986(text);
    if known != Seen::Nothing {
        return known;
    }
    let rest = match split::scheme(text.as_bytes()) {
        Some(len) if text[len + 1..].starts_with('/') => {
            let rest = text[len + 1..].trim_start_matches('/');
            let slashes = text.len() - len - 1 - rest.len();
            let is_curls = scheme_in(Some(&text.as_bytes()[..len]), &CURLS);
            if is_curls && slashes <= 3 { rest } else { "" }
        }
        Some(_) => text,
        // The first part may be a host then, which is an error of its own.
        None => "",
    };
    begins_with(rest, &['/', '?', '#'])
}

/// As urllib3, which reads a scheme with a dot as a host.
pub(super) fn dotted_first(text: &str) -> Seen {
    if has_dotted_scheme(text) { begins_with(text, &['/', '\\', '?', '#']) } else { rfc3986(text) }
}

pub(super) fn has_dotted_scheme(text: &str) -> bool {
    split::scheme(text.as_bytes()).is_some_and(|len| text[..len].contains('.'))
}

/// The host of an authority at the start of the text that ends at one of these characters. A port
/// that is not a number is not connected to.
fn begins_with(text: &str, ends: &[char]) -> Seen {
    let end = text.find(ends).unwrap_or(text.len());
    let authority = split::authority(text.as_bytes(), 0..end);
    if authority.port.is_some_and(|at| !text[at].bytes().all(|byte| byte.is_ascii_digit())) {
        return Seen::Nothing;
    }
    read_host(&text[authority.host], true)
}

/// Is there no authority, or one without a host?
pub(super) fn has_no_host(text: &str) -> bool {
    let text = text.as_bytes();
    split::split(text).authority.is_none_or(|at| split::authority(text, at).host.is_empty())
}

/// A host in ASCII and lower case. `is_domain`: is it a domain, or a name of another scheme?
/// Numbers are addresses in both.
fn read_host(host: &str, is_domain: bool) -> Seen {
    if host.is_empty() {
        return Seen::Nothing;
    }
    if host.starts_with('[') {
        // An IPv6 address has many spellings, and all parsers see the same address.
        return match Url::read(&format!("http://{host}/"), None) {
            Some(url) => Seen::Host(url.get(Part::Hostname).to_owned()),
            None => Seen::Refused,
        };
    }
    let has_odd = if host.is_ascii() {
        find(host.as_bytes(), &ODD) < host.len()
    } else {
        host.bytes().any(|byte| byte.is_ascii() && ODD.has(byte))
    };
    if has_odd || stray_percent(host) {
        return Seen::Refused;
    }
    if host.is_ascii() {
        return if ends_in_number(host) && !literal::is_ipv4(host.as_bytes()) {
            Seen::Refused
        } else {
            Seen::Host(host.to_ascii_lowercase())
        };
    }
    // Names of other schemes are looked up as A-labels by some and as octets by others.
    if is_too_long(host) || !is_domain {
        return Seen::Refused;
    }
    match idna::to_ascii(host) {
        // Parsers without IDNA would not see an address here.
        Ok(ascii) if !ends_in_number(&ascii) => Seen::Host(ascii),
        _ => Seen::Refused,
    }
}

/// Does the URL standard read the host as an address, or refuse it, because its last label is a
/// number?
fn ends_in_number(host: &str) -> bool {
    let labels = host.strip_suffix('.').unwrap_or(host);
    let last = labels.rsplit('.').next().unwrap_or_default();
    let is_hex = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_hexdigit());
    match last.get(..2) {
        Some("0x" | "0X") if is_hex(&last[2..]) => true,
        _ => !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

fn is_domain(text: &str) -> bool {
    let scheme = split::scheme(text.as_bytes()).map(|len| &text.as_bytes()[..len]);
    scheme_in(scheme, &SPECIAL_SCHEMES)
}

/// Is this a host that the URL library refuses unread, so that reading it is not needed?
fn is_too_long(host: &str) -> bool {
    host.len() > whatwg::LONGEST_HOST && !host.is_ascii()
}

/// Is there a `%` that does not begin an escape? Some parsers keep it, others escape it.
fn stray_percent(host: &str) -> bool {
    let host = host.as_bytes();
    memchr::memchr_iter(b'%', host).any(|at| triplet(&host[at..]).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_host_a_number_or_refused() {
        let host = |host: &str| Seen::Host(host.to_owned());
        for (name, of_domain, of_other) in [
            ("E.com", host("e.com"), host("e.com")),
            ("", Seen::Nothing, Seen::Nothing),
            ("é", host("xn--9ca"), Seen::Refused),
            ("[::0]", host("[::]"), host("[::]")),
            ("[::g]", Seen::Refused, Seen::Refused),
            ("a%zz", Seen::Refused, Seen::Refused),
            ("1.2.3.4", host("1.2.3.4"), host("1.2.3.4")),
            ("1.2.3", Seen::Refused, Seen::Refused),
            ("a.0x", Seen::Refused, Seen::Refused),
            ("a.0x1F.", Seen::Refused, Seen::Refused),
            ("a.0xg", host("a.0xg"), host("a.0xg")),
            ("１", Seen::Refused, Seen::Refused),
        ] {
            let found = [true, false].map(|is_domain| read_host(name, is_domain));
            assert_eq!(found, [of_domain, of_other], "{name}");
        }
    }

    #[test]
    fn long_names_beyond_ascii_are_refused_unread() {
        let most = "é".repeat(whatwg::LONGEST_HOST / 2);
        let longer = format!("{most}a");
        let rows = [(&*most, false), (&longer, true), ("é", false), (&"a".repeat(20_000), false)];
        for (name, want) in rows {
            assert_eq!(is_too_long(name), want, "{} bytes", name.len());
        }
    }

    #[test]
    fn what_makes_a_reading_differ_is_found() {
        for (text, base, space, no_host) in [
            ("http://e.com/", false, false, false),
            ("http:e.com", true, false, true),
            ("HTTPS:/e.com", true, false, true),
            ("\thttp:e", true, true, true),
            ("ht\ntps:e", true, true, true),
            ("httpx:e", false, false, true),
            ("ftp:e", false, false, true),
            (" //e", false, true, true),
            ("//e ", false, true, false),
            ("//:80", false, false, true),
        ] {
            let found = (needs_base(text), has_space(text), has_no_host(text));
            assert_eq!(found, (base, space, no_host), "{text:?}");
        }
        assert!(is_domain("http://e") && is_domain("WS://e") && !is_domain("foo://e"));
        assert!(!stray_percent("%41") && stray_percent("%4g") && stray_percent("a%"));
        assert!(has_another("url:http://e") && !has_another("blob:http://e") && !has_another("a"));
    }
}
