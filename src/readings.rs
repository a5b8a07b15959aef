//! Which hosts can be read in a text, and do all readers see the same one?
//!
//! Parsers of URLs differ, and what checks a host is seldom what connects to it. Each row is a
//! reading that widely used software has or had; where any two differ, there is no answer.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use crate::error::{Error, Kind, Result, quote};
use crate::idna;
use crate::percent::{self, Encoder, Errors};
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

/// A way to read: what it is called, and what it sees.
type Reading = (&'static str, fn(&str) -> Seen);

/// A relative text is read against these; their host stands for none.
const BASES: [&str; 2] = ["http://base.invalid/a/b", "https://base.invalid/a/b"];
const BASE_HOST: &str = "base.invalid";

/// Every reading, the two standards first.
pub const READINGS: [Reading; 10] = [
    ("RFC 3986", rfc3986),
    ("the URL standard", |text| standard(text, None)),
    ("the URL standard on a page of http", |text| standard(text, Some(BASES[0]))),
    ("the URL standard on a page of https", |text| standard(text, Some(BASES[1]))),
    ("RFC 3986 with \\ as /", |text| rfc3986(&text.replace('\\', "/"))),
    ("RFC 3986 without white space", |text| rfc3986(&without_space(text))),
    ("the first @ delimits", first_at),
    ("only / ends the host", only_slash),
    ("decoded first", decoded_first),
    ("NFKC first, or IDNA of 2003", compatible_first),
];

/// The host that every reading sees, if there is one.
///
/// ```
/// use superuri::readings::agreed;
/// assert_eq!(agreed("http://u@Example.COM:80/").unwrap().as_deref(), Some("example.com"));
/// assert_eq!(agreed("/a/b").unwrap(), None);
/// assert!(agreed(r"http://evil.com\@good.com/").is_err());
/// ```
///
/// # Errors
///
/// [`Kind::AmbiguousAuthority`], which names the readings.
pub fn agreed(text: &str) -> Result<Option<String>> {
    let mut answers: Vec<(Seen, Vec<&str>)> = Vec::new();
    for (name, read) in READINGS {
        let seen = read(text);
        match answers.iter_mut().find(|(known, _)| *known == seen) {
            Some((_, names)) => names.push(name),
            None => answers.push((seen, vec![name])),
        }
    }
    if let [(seen, _)] = answers.as_slice() {
        match seen {
            Seen::Host(host) => return Ok(Some(host.clone())),
            Seen::Nothing => return Ok(None),
            Seen::Refused => {}
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
    let at = split::split(text.as_bytes()).authority.filter(|at| !at.is_empty());
    let at = at.unwrap_or(0..text.len());
    let is = format!("is not the same to all readers: {}", said.join(", "));
    Err(Error::naming(Kind::AmbiguousAuthority, at, "the host").that(is))
}

/// RFC 3986 Appendix B, and section 3.2: the last `@` delimits.
fn rfc3986(text: &str) -> Seen {
    let parts = split::split(text.as_bytes());
    let Some(at) = parts.authority else { return Seen::Nothing };
    let host = split::authority(text.as_bytes(), at).host;
    seen(text, &text[host])
}

fn standard(text: &str, base: Option<&str>) -> Seen {
    let url = match Url::parse(text, base) {
        Ok(url) => url,
        // By itself a relative text has no reading, and a page's is asked for elsewhere.
        Err(error) if base.is_none() && error.kind == Kind::RelativeUrl => {
            return standard(text, Some(BASES[0]));
        }
        Err(_) => return Seen::Refused,
    };
    match url.get(Part::Hostname) {
        "" => Seen::Nothing,
        // Only a text that names no host has the base's.
        BASE_HOST if base.is_some() && !text.contains(BASE_HOST) => Seen::Nothing,
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
        Some((_, rest)) if rest.contains('@') => seen(text, rest),
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
            seen(text, rest.split([':', '?', '#']).next().unwrap_or(rest))
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
    // What stands behind the authority can only be taken for one where there is none.
    let head = parts.authority.map_or(parts.path.end, |at| at.end);
    let (head, rest) = text.split_at(head);
    let decoded = percent::decode_bytes(head.as_bytes(), Errors::Replace);
    let decoded = decoded.unwrap_or(Cow::Borrowed(head.as_bytes()));
    rfc3986(&format!("{}{rest}", String::from_utf8_lossy(&decoded)))
}

/// As CVE-2019-9636, and as every IDNA of 2003: NFKC first, `ß` is `ss`, joiners vanish.
fn compatible_first(text: &str) -> Seen {
    if text.is_ascii() {
        return rfc3986(text);
    }
    let mapped: String = text.nfkc().filter(|c| !matches!(c, '\u{200C}' | '\u{200D}')).collect();
    let mapped = mapped.replace(['ß', 'ẞ'], "ss").replace('ς', "σ");
    // What was a wide backslash is one now: w3lib's pull request 280.
    rfc3986(&mapped.replace('\\', "/"))
}

/// The host that stands in a text, in ASCII and lower case.
fn seen(text: &str, host: &str) -> Seen {
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
    let is_domain = Url::parse(text, Some(BASES[0])).map_or(true, |url| url.is_special());
    if is_domain {
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

    const AGREED: [(&str, Option<&str>); 18] = [
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
            let got = agreed(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(got.as_deref(), host, "{text}");
        }
    }

    #[test]
    fn what_any_reads_otherwise_is_refused() {
        for text in DISPUTED {
            let error = agreed(text).expect_err(text);
            assert_eq!(error.kind, Kind::AmbiguousAuthority, "{text}");
        }
    }
}
