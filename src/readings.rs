//! Which hosts can be read in a text, and do all readers see the same one?
//!
//! Parsers of URLs differ, and what checks a host is seldom what connects to it. Each row is a
//! reading that widely used software has or had; where any two differ, there is no answer.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use crate::alike::{Alike, alike};
use crate::error::{Error, Kind, Result, quote};
use crate::idna;
use crate::percent::{self, Encoder, Errors};
use crate::schemes::{SPECIAL_SCHEMES, scheme_in};
use crate::sets::{rfc3986::REG_NAME, whatwg::C0_CONTROL};
use crate::split;
use crate::whatwg::{self, Part, Url};

/// What is encoded in a host whose scheme is not special.
const OPAQUE: Encoder = Encoder::new(C0_CONTROL);

/// What a reader sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// This host, in ASCII and lower case.
    Host(String),
    /// There is no host, or an empty one.
    Nothing,
    /// It refuses the text.
    Refused,
}

/// A way to read.
pub struct Reading {
    /// What it is called.
    pub name: &'static str,
    /// What it sees in a text.
    pub read: fn(&str) -> Seen,
    /// The number of the reading that it is the same as, …
    same_as: usize,
    /// … unless the text has what only this one looks at.
    unless: fn(&str) -> bool,
}

const fn row(name: &'static str, read: fn(&str) -> Seen) -> Reading {
    Reading { name, read, same_as: 0, unless: |_| true }
}

impl Reading {
    const fn like(self, same_as: usize, unless: fn(&str) -> bool) -> Self {
        Self { same_as, unless, ..self }
    }
}

/// A relative text is read against these; whose host is theirs, of either, has none.
const BASES: [[&str; 2]; 2] = [
    ["http://base.invalid/a/b", "http://other.invalid/a/b"],
    ["https://base.invalid/a/b", "https://other.invalid/a/b"],
];

/// Two of the readings, by their numbers.
const RFC: usize = 0;
const STANDARD: usize = 1;

/// Every reading, the two standards first.
#[rustfmt::skip] // a table reads best one row a line
pub static READINGS: [Reading; 10] = [
    row("RFC 3986", rfc3986),
    row("the URL standard", standard),
    row("the URL standard on a page of http", |text| based(text, BASES[0])).like(STANDARD, needs_base),
    row("the URL standard on a page of https", |text| based(text, BASES[1])).like(STANDARD, needs_base),
    row("RFC 3986 with \\ as /", |text| rfc3986(&text.replace('\\', "/"))).like(RFC, |text| text.contains('\\')),
    row("RFC 3986 without white space", |text| rfc3986(&without_space(text))).like(RFC, has_space),
    row("the first @ delimits", first_at).like(RFC, |text| text.contains('@')),
    row("only / ends the host", only_slash).like(RFC, |text| text.contains('@')),
    row("decoded first", decoded_first).like(RFC, |text| text.contains('%')),
    row("NFKC first, or IDNA of 2003", compatible_first).like(RFC, |text| !text.is_ascii()),
];

/// The host that every reading sees, if there is one, in ASCII and lower case. What is no UTF-8 is
/// read as U+FFFD.
///
/// ```
/// use superuri::readings::agreed;
/// assert_eq!(agreed(b"http://u@Example.COM:80/").unwrap().as_deref(), Some("example.com"));
/// assert_eq!(agreed(b"/a/b").unwrap(), None);
/// assert!(agreed(br"http://evil.com\@good.com/").is_err());
/// ```
///
/// # Errors
///
/// [`Kind::AmbiguousAuthority`], which names the readings.
pub fn agreed(text: &[u8]) -> Result<Option<Cow<'_, str>>> {
    match alike(text) {
        Some(Alike::Nothing) => Ok(None),
        Some(Alike::Host(host)) if host.bytes().any(|byte| byte.is_ascii_uppercase()) => {
            Ok(Some(Cow::Owned(host.to_ascii_lowercase())))
        }
        Some(Alike::Host(host)) => Ok(Some(Cow::Borrowed(host))),
        None => {
            answer(text, &seen(&String::from_utf8_lossy(text))).map(|host| host.map(Cow::Owned))
        }
    }
}

/// What [`agreed`] answers, by asking every reading, whatever the text: the truth.
///
/// # Errors
///
/// As [`agreed`].
pub fn agreed_by_all(octets: &[u8]) -> Result<Option<String>> {
    let text = String::from_utf8_lossy(octets);
    answer(octets, &READINGS.each_ref().map(|row| (row.read)(&text)))
}

/// What the readings have in common, which saw this in these octets.
fn answer(octets: &[u8], seen: &[Seen]) -> Result<Option<String>> {
    if seen.iter().all(|one| *one == seen[RFC]) {
        match &seen[RFC] {
            Seen::Host(host) => return Ok(Some(host.clone())),
            Seen::Nothing => return Ok(None),
            Seen::Refused => {}
        }
    }
    let mut answers: Vec<(&Seen, Vec<&str>)> = Vec::new();
    for (row, seen) in READINGS.iter().zip(seen) {
        match answers.iter_mut().find(|(known, _)| *known == seen) {
            Some((_, names)) => names.push(row.name),
            None => answers.push((seen, vec![row.name])),
        }
    }
    let said: Vec<String> = answers
        .iter()
        .map(|(seen, names)| match seen {
            Seen::Host(host) => format!("{} ({})", quote(host.as_bytes()), names.join("; ")),
            Seen::Nothing => format!("none ({})", names.join("; ")),
            Seen::Refused => format!("refused ({})", names.join("; ")),
        })
        .collect();
    let at = split::split(octets).authority.filter(|at| !at.is_empty());
    let at = at.unwrap_or(0..octets.len());
    let is = format!("is not the same to all readers: {}", said.join(", "));
    Err(Error::naming(Kind::AmbiguousAuthority, at, "the host").that(is))
}

/// What each reading sees, in the order of the rows; none is asked twice by other names.
fn seen(text: &str) -> Vec<Seen> {
    let mut all: Vec<Seen> = Vec::with_capacity(READINGS.len());
    for row in &READINGS {
        all.push(if (row.unless)(text) { (row.read)(text) } else { all[row.same_as].clone() });
    }
    all
}

/// May a base have a part in what the URL standard reads? It has none behind a scheme and `//`.
fn needs_base(text: &str) -> bool {
    let parts = split::split(text.as_bytes());
    parts.scheme.is_none() || parts.authority.is_none()
}

/// Has the text anything that [`without_space`] takes out?
fn has_space(text: &str) -> bool {
    let is_space = |byte: Option<&u8>| byte.is_some_and(|byte| *byte <= b' ');
    let bytes = text.as_bytes();
    is_space(bytes.first())
        || is_space(bytes.last())
        || memchr::memchr3(b'\t', b'\n', b'\r', bytes).is_some()
}

/// RFC 3986 Appendix B, and section 3.2: the last `@` delimits.
fn rfc3986(text: &str) -> Seen {
    let parts = split::split(text.as_bytes());
    let Some(at) = parts.authority else { return Seen::Nothing };
    let host = split::authority(text.as_bytes(), at).host;
    named(text, &text[host])
}

fn standard(text: &str) -> Seen {
    match Url::parse(text, None) {
        Ok(url) => host_of(&url),
        // By itself a relative text has no reading, and a page's is asked for elsewhere.
        Err(error) if error.kind == Kind::RelativeUrl => based(text, BASES[0]),
        Err(_) => Seen::Refused,
    }
}

/// What the URL standard reads on one page and on another, which differs in its host alone.
fn based(text: &str, [base, other]: [&str; 2]) -> Seen {
    let Ok(url) = Url::parse(text, Some(base)) else { return Seen::Refused };
    let is_theirs = |url: Url| url.get(Part::Hostname) == "other.invalid";
    if url.get(Part::Hostname) == "base.invalid"
        && Url::parse(text, Some(other)).is_ok_and(is_theirs)
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

/// As browsers and newer URL libraries take white space out before they read.
fn without_space(text: &str) -> String {
    let inner = text.trim_matches(|c: char| c <= ' ');
    inner.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect()
}

fn first_at(text: &str) -> Seen {
    let Some(at) = split::split(text.as_bytes()).authority else { return Seen::Nothing };
    let authority = &text[at];
    match authority.split_once('@') {
        Some((_, rest)) if rest.contains('@') => named(text, rest),
        _ => rfc3986(text),
    }
}

/// As readers that looked for `/` alone: `?`, `#` and `@` behind them were part of the authority.
fn only_slash(text: &str) -> Seen {
    let parts = split::split(text.as_bytes());
    let Some(at) = parts.authority else { return Seen::Nothing };
    let end = text[at.start..].find('/').map_or(text.len(), |len| at.start + len);
    match text[at.start..end].rfind('@') {
        Some(sign) if at.start + sign >= at.end => {
            let rest = &text[at.start + sign + 1..end];
            named(text, rest.split([':', '?', '#']).next().unwrap_or(rest))
        }
        _ => rfc3986(text),
    }
}

/// As a server or proxy that decodes a URL before it looks for its parts.
fn decoded_first(text: &str) -> Seen {
    let parts = split::split(text.as_bytes());
    if parts.authority.is_none() && parts.scheme.is_some() {
        return Seen::Nothing;
    }
    let head = head(text).as_bytes();
    let decoded = percent::decode_bytes(head, Errors::Replace).unwrap_or(Cow::Borrowed(head));
    rfc3986(&String::from_utf8_lossy(&decoded))
}

/// What ends where the authority does, or the path if there is none. Whatever is done to it, what
/// stands behind it begins with `/`, `?` or `#`, which no character in front is composed with: it
/// is no part of a host.
fn head(text: &str) -> &str {
    let parts = split::split(text.as_bytes());
    &text[..parts.authority.map_or(parts.path.end, |at| at.end)]
}

/// As CVE-2019-9636, and as every IDNA of 2003: NFKC first, `ß` is `ss`, joiners vanish.
fn compatible_first(text: &str) -> Seen {
    if text.is_ascii() {
        return rfc3986(text);
    }
    let mapped: String =
        head(text).nfkc().filter(|c| !matches!(c, '\u{200C}' | '\u{200D}')).collect();
    let mapped = mapped.replace(['ß', 'ẞ'], "ss").replace('ς', "σ");
    // What was a wide backslash is one now: w3lib's pull request 280.
    rfc3986(&mapped.replace('\\', "/"))
}

/// The host that stands in a text, in ASCII and lower case.
fn named(text: &str, host: &str) -> Seen {
    if host.is_empty() {
        return Seen::Nothing;
    }
    if host.starts_with('[') {
        // An address has many spellings; whoever reads it sees the address.
        return match Url::parse(&format!("http://{host}/"), None) {
            Ok(url) => Seen::Host(url.get(Part::Hostname).to_owned()),
            Err(_) => Seen::Refused,
        };
    }
    let is_odd = |b: u8| b < 0x80 && b != b'%' && REG_NAME.encodes(b);
    if stray_percent(host) || host.bytes().any(is_odd) {
        return Seen::Refused;
    }
    if host.is_ascii() {
        return Seen::Host(host.to_ascii_lowercase());
    }
    if scheme_in(
        split::scheme(text.as_bytes()).map(|len| &text.as_bytes()[..len]),
        &SPECIAL_SCHEMES,
    ) {
        // The library refuses it unseen; nobody need take the time to agree.
        if host.len() > whatwg::LONGEST_HOST {
            return Seen::Refused;
        }
        return match idna::to_ascii(host) {
            // To a reader without IDNA this is no address.
            Ok(ascii) if whatwg::ipv4(&ascii).is_none() => Seen::Host(ascii),
            _ => Seen::Refused,
        };
    }
    let encoded = percent::encode(host.as_bytes(), &OPAQUE);
    Seen::Host(String::from_utf8_lossy(&encoded).to_ascii_lowercase())
}

/// Is there a `%` that begins no escape? One reader keeps it, the next escapes it.
fn stray_percent(host: &str) -> bool {
    let digits = |rest: &str| rest.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2;
    host.split('%').skip(1).any(|rest| !digits(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AGREED: [(&str, Option<&str>); 22] = [
        ("http://example.com/", Some("example.com")),
        ("HTTPS://u:p@Example.Com:443/a?b#c", Some("example.com")),
        ("//example.com/a@b", Some("example.com")),
        ("http://e.com/?next=http://x@y/", Some("e.com")),
        ("http://127.0.0.1:8080/", Some("127.0.0.1")),
        ("http://[2001:DB8:0:0::1]/", Some("[2001:db8::1]")),
        ("http://bücher.example/", Some("xn--bcher-kva.example")),
        ("http://bu\u{308}cher.example/", Some("xn--bcher-kva.example")),
        ("foo://Example/", Some("example")),
        ("foo://bücher/", Some("b%c3%bccher")),
        ("file:///etc/passwd", None),
        ("mailto:a@e.com", None),
        ("data:,//x@y", None),
        ("/a/b?c=//d", None),
        ("a/b", None),
        ("?a@b", None),
        ("", None),
        ("http://e.com/a b/ü", Some("e.com")),
        ("http://BASE.invalid/", Some("base.invalid")),
        ("http://other.invalid/", Some("other.invalid")),
        ("/?u=base.invalid", None),
        ("file:///", None),
    ];

    const DISPUTED: [&str; 29] = [
        "http://evil.com\\@good.com/",
        "http://good.com\\.evil.com/",
        "http://a@b@c/",
        "http://evil.com#@good.com/",
        "http://evil.com?@good.com/",
        "http://evil.com%2F@good.com/",
        "http://good.com%00.evil.com/",
        "http://g%6fod.com/",
        "http:h/x",
        "http:/h/x",
        "http:///h/x",
        "/\\evil.com",
        "/\t/evil.com",
        "\\\\evil.com",
        " http://h/",
        "ht\ntp://h/",
        "http://h\r\n.evil.com/",
        "http://0x7f.1/",
        "http://017700000001/",
        "http://2130706433/",
        "http://[::1]evil/",
        "http://good.com[evil.com]/",
        "http://[fe80::1%25eth0]/",
        "http://h:8o/",
        "http://h:99999/",
        "http://faß.de/",
        "http://evil.c℀.good.com/",
        "/%2Fevil.com",
        "http://good.com\u{FF3C}@evil.com/",
    ];

    #[test]
    fn what_all_read_alike_is_agreed() {
        for (text, host) in AGREED {
            let got = agreed(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(got.as_deref(), host, "{text}");
        }
    }

    #[test]
    fn what_any_reads_otherwise_is_refused() {
        for text in DISPUTED {
            let error = agreed(text.as_bytes()).expect_err(text);
            assert_eq!(error.kind, Kind::AmbiguousAuthority, "{text}");
        }
    }
}
