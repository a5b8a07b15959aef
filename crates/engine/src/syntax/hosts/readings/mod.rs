//! Readings: the hosts that parsers see in a text, and whether all of them see the same one.
//!
//! Parsers of URLs differ, and what checks a host is seldom what connects to it. Each row is a
//! reading that widely used software has or had; where any two differ, there is no answer.

use std::borrow::Cow;
use std::rc::Rc;

use unicode_normalization::UnicodeNormalization;

use crate::base::error::{Error, Kind, Result, quote};
use crate::base::schemes::{SPECIAL_SCHEMES, scheme_in};
use crate::base::sets::rfc3986::COMPONENT;
use crate::base::sets::whatwg::C0_CONTROL;
use crate::codec::percent::{self, Encoder, Errors};
use crate::codec::triplets::triplet;
use crate::syntax::hosts::idna;
use crate::syntax::hosts::plain::{Alike, alike};
use crate::syntax::hosts::whatwg::{self, Part, Url};
use crate::syntax::split;
use superuri_kernels::{Table, find};

/// What is encoded in a host whose scheme is not special.
const OPAQUE: Encoder = Encoder::new(C0_CONTROL);

/// What stands in no host that all readers take whole: what is not legal, and the sub-delims of
/// RFC 3986, at which some end it (Node's `url.parse` and wget at `;` and `'`).
static ODD: Table = Table::new(COMPONENT.but("%").bits());

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
/// use superuri::syntax::hosts::readings::agreed;
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
    answer(octets, &READINGS.each_ref().map(|row| Rc::new((row.read)(&text))))
}

/// What the readings have in common, which saw this in these octets.
fn answer(octets: &[u8], seen: &[Rc<Seen>]) -> Result<Option<String>> {
    if seen.iter().all(|one| *one == seen[RFC]) {
        match &*seen[RFC] {
            Seen::Host(host) => return Ok(Some(host.clone())),
            Seen::Nothing => return Ok(None),
            Seen::Refused => {}
        }
    }
    let mut answers: Vec<(&Rc<Seen>, Vec<&str>)> = Vec::new();
    for (row, seen) in READINGS.iter().zip(seen) {
        match answers.iter_mut().find(|(known, _)| *known == seen) {
            Some((_, names)) => names.push(row.name),
            None => answers.push((seen, vec![row.name])),
        }
    }
    let said: Vec<String> = answers
        .iter()
        .map(|(seen, names)| match &***seen {
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
fn seen(text: &str) -> Vec<Rc<Seen>> {
    let mut all: Vec<Rc<Seen>> = Vec::with_capacity(READINGS.len());
    for row in &READINGS {
        let is_same = !(row.unless)(text);
        all.push(if is_same { all[row.same_as].clone() } else { Rc::new((row.read)(text)) });
    }
    all
}

/// May it matter to the URL standard which base there is? Only one of the same scheme has a part
/// in what is no relative text, and only where no `//` follows.
fn needs_base(text: &str) -> bool {
    let parts = split::split(text.as_bytes());
    let bytes = text.trim_start_matches(|c: char| c <= ' ').bytes();
    let start = bytes.filter(|byte| !matches!(byte, b'\t' | b'\n' | b'\r')).take(4);
    (parts.scheme.is_none() || parts.authority.is_none())
        && start.map(|byte| byte.to_ascii_lowercase()).eq(*b"http")
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
    let is_joiner = |c: &char| matches!(c, '\u{200C}' | '\u{200D}');
    let mut characters = head(text).nfkc().filter(|c| !is_joiner(c)).peekable();
    // Nobody need take the time for what cannot begin a scheme or `//`, nor for what is refused.
    let begins = |c: &char| c.is_ascii_alphabetic() || matches!(c, '/' | '\\' | 'ß' | 'ẞ');
    if !characters.peek().is_some_and(begins) {
        return Seen::Nothing;
    }
    let bytes = text.as_bytes();
    let authority = split::split(bytes).authority.map(|at| split::authority(bytes, at));
    if authority.is_some_and(|authority| is_too_long(text, &text[authority.host])) {
        return Seen::Refused;
    }
    let mapped: String = characters.collect();
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
    let has_odd = if host.is_ascii() {
        find(host.as_bytes(), &ODD) < host.len()
    } else {
        host.bytes().any(|byte| byte.is_ascii() && ODD.has(byte))
    };
    if has_odd || stray_percent(host) {
        return Seen::Refused;
    }
    if host.is_ascii() {
        return Seen::Host(host.to_ascii_lowercase());
    }
    if is_too_long(text, host) {
        return Seen::Refused;
    }
    if is_domain(text) {
        return match idna::to_ascii(host) {
            // To a reader without IDNA this is no address.
            Ok(ascii) if whatwg::ipv4(&ascii).is_none() => Seen::Host(ascii),
            _ => Seen::Refused,
        };
    }
    let encoded = percent::encode(host.as_bytes(), &OPAQUE);
    Seen::Host(String::from_utf8_lossy(&encoded).to_ascii_lowercase())
}

/// Is the host of this text a domain, or an address?
fn is_domain(text: &str) -> bool {
    let scheme = split::scheme(text.as_bytes()).map(|len| &text.as_bytes()[..len]);
    scheme_in(scheme, &SPECIAL_SCHEMES)
}

/// Is this a host that the library refuses unseen, so that nobody need take the time to read it?
fn is_too_long(text: &str, host: &str) -> bool {
    host.len() > whatwg::LONGEST_HOST && !host.is_ascii() && is_domain(text)
}

/// Is there a `%` that begins no escape? One reader keeps it, the next escapes it.
fn stray_percent(host: &str) -> bool {
    let host = host.as_bytes();
    memchr::memchr_iter(b'%', host).any(|at| triplet(&host[at..]).is_none())
}

#[cfg(test)]
mod tests;
