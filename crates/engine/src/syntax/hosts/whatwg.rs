//! WHATWG URLs: parsing and editing by the URL standard.
//!
//! A thin layer over the library ada, which does parsing, components and setters. This file adds
//! the reason for a refusal, and its place.

use std::ops::Range;

use crate::base::error::{Error, Kind, Result};
use crate::base::schemes::{SPECIAL_SCHEMES, scheme_in};
use crate::base::{secrets::has_at_sign, table::table};
use crate::syntax::hosts::agreement::{authority, is_agreed, is_host_agreed};
use crate::syntax::split;
use superuri_kernels::memory;

/// Of a text, its base and the URL, each in bytes. The library uses 32-bit offsets, and an escaped
/// octet takes three bytes.
pub const LONGEST: usize = 256 << 20;

/// In bytes: a text and a base up to this make a URL within the limit, even with all escaped.
const SHORT: usize = LONGEST / 8;

/// In bytes: the library refuses longer hosts unread. The standard has no such limit.
pub const LONGEST_HOST: usize = 16 << 10;

/// A parsed URL of the URL standard, whose components can be read and set.
///
/// ```
/// use superuri::syntax::hosts::whatwg::{Part, Url};
/// let url = Url::parse("../ü?q", Some("HTTP://ex%41mple.com:80/a/b/")).unwrap();
/// assert_eq!(url.href(), "http://example.com/a/%C3%BC?q");
/// assert_eq!(url.get(Part::Pathname), "/a/%C3%BC");
/// ```
#[derive(Clone)]
pub struct Url(ada_url::Url);

type Getter = fn(&ada_url::Url) -> &str;
type Setter = fn(&mut ada_url::Url, &str) -> std::result::Result<(), ()>;

table! {
    /// A component that can be read and set, in the order in which they are set: its name in the
    /// standard, its getter and its setter.
    #[expect(missing_docs, reason = "each row documents it")]
    Part: (&'static str, Getter, Setter) {
        Protocol => ("protocol", |url| url.protocol(), |url, text| url.set_protocol(text)),
        Username => ("username", |url| url.username(), |url, text| url.set_username(Some(text))),
        Password => ("password", |url| url.password(), |url, text| url.set_password(Some(text))),
        Host => ("host", |url| url.host(), |url, text| url.set_host(Some(text))),
        Hostname => ("hostname", |url| url.hostname(), |url, text| url.set_hostname(Some(text))),
        Port => ("port", |url| url.port(), |url, text| url.set_port(Some(text))),
        Pathname => ("pathname", |url| url.pathname(), |url, text| url.set_pathname(Some(text))),
        Search => ("search", |url| url.search(), |url, text| { url.set_search(Some(text)); Ok(()) }),
        Hash => ("hash", |url| url.hash(), |url, text| { url.set_hash(Some(text)); Ok(()) }),
    }
}

impl Part {
    /// Its name in the standard.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// The component by the standard's getter, for a text that is known to be its own href
    /// ([`crate::clean::fast_check::is_href`]), with a domain and without userinfo and port.
    ///
    /// ```
    /// use superuri::syntax::hosts::whatwg::Part;
    /// assert_eq!(Part::Search.of_href("http://e.com/a?q#f"), "?q");
    /// ```
    #[must_use]
    pub fn of_href(self, href: &str) -> &str {
        let parts = split::split(href.as_bytes());
        // With its mark, unless the component is empty.
        let marked = |span: Option<Range<usize>>| {
            span.filter(|span| !span.is_empty()).map_or("", |span| &href[span.start - 1..span.end])
        };
        match self {
            Self::Protocol => &href[..parts.scheme.map_or(0, |span| span.end + 1)],
            Self::Username | Self::Password | Self::Port => "",
            Self::Host | Self::Hostname => &href[parts.authority.unwrap_or_default()],
            Self::Pathname => &href[parts.path],
            Self::Search => marked(parts.query),
            Self::Hash => marked(parts.fragment),
        }
    }
}

impl Url {
    /// The URL of the text, resolved against the base if there is one.
    ///
    /// # Errors
    ///
    /// The reason, with its place in the text. An invalid base is reported as an error of the text,
    /// too: to distinguish them, check the base first.
    pub fn parse(text: &str, base: Option<&str>) -> Result<Self> {
        for (what, part) in [("the text", text), ("the base", base.unwrap_or(""))] {
            if part.len() > LONGEST {
                return Err(too_long(0..text.len(), what, LONGEST));
            }
        }
        let url = Self::of_any_length(text, base).ok_or_else(|| refusal(text, base))?;
        if url.is_long() { Err(too_long(0..text.len(), "the URL", LONGEST)) } else { Ok(url) }
    }

    /// As [`Url::parse`], without the reason why there is none.
    #[must_use]
    pub fn read(text: &str, base: Option<&str>) -> Option<Self> {
        if text.len().max(base.map_or(0, str::len)) > LONGEST {
            return None;
        }
        Self::of_any_length(text, base).filter(|url| !url.is_long())
    }

    /// The URL of a text and a base within the limit; the URL itself may be longer.
    fn of_any_length(text: &str, base: Option<&str>) -> Option<Self> {
        // The library cannot report that memory ran out, and its buffers grow by doubling.
        memory::check_available(2 * (text.len() + base.map_or(0, str::len)));
        let url = ada_url::Url::parse(text, base).ok()?;
        is_agreed(&url, text, base).then_some(Self(url))
    }

    /// Is the text a valid URL, resolved against the base if there is one?
    #[must_use]
    pub fn can_parse(text: &str, base: Option<&str>) -> bool {
        if is_plain(text) && base.is_none_or(is_plain) {
            return ada_url::Url::can_parse(text, base);
        }
        // The base has to be a URL itself.
        base.is_none_or(|base| Self::read(base, None).is_some()) && Self::read(text, base).is_some()
    }

    fn is_long(&self) -> bool {
        self.href().len() > LONGEST
    }

    /// The URL as text.
    #[must_use]
    pub fn href(&self) -> &str {
        self.0.href()
    }

    /// Scheme, host and port as text, or `null` for an opaque origin.
    #[must_use]
    pub fn origin(&self) -> String {
        self.0.origin()
    }

    /// The component by the standard's getter.
    #[must_use]
    pub fn get(&self, part: Part) -> &str {
        part.row().1(&self.0)
    }

    /// Sets the component by the standard's setter.
    ///
    /// # Errors
    ///
    /// [`Kind::PartRefused`] if the standard ignores the value: the URL is unchanged.
    /// [`Kind::UrlTooLong`] if the text or the URL is too long for the library: it is unchanged.
    pub fn set(&mut self, part: Part, text: &str) -> Result<()> {
        let (name, _, set) = part.row();
        if text.len() > LONGEST {
            return Err(too_long(0..text.len(), "the text", LONGEST));
        }
        memory::check_available(3 * (text.len() + self.href().len()));
        let before = (!is_plain(text) || self.href().len() > SHORT).then(|| self.0.clone());
        // The same value is not an error, even if the setter ignores it.
        if set(&mut self.0, text).is_ok() || self.get(part) == text {
            let Some(before) = before else { return Ok(()) };
            let (is_long, is_same) = (self.is_long(), self.0.hostname() == before.hostname());
            if !is_long && (is_same || is_host_agreed(&self.0, text)) {
                return Ok(());
            }
            self.0 = before;
            if is_long {
                return Err(too_long(0..text.len(), "the URL", LONGEST));
            }
        }
        Err(Error::naming(Kind::PartRefused, 0..text.len(), name))
    }

    /// Is its scheme http, https, ws, wss, ftp or file?
    #[must_use]
    pub fn is_special(&self) -> bool {
        self.0.scheme_type() != ada_url::SchemeType::NotSpecial
    }

    /// Is the path a single string, as for `mailto:`?
    #[must_use]
    pub fn has_opaque_path(&self) -> bool {
        let rest = &self.href()[self.0.components().protocol_end as usize..];
        !rest.starts_with('/')
    }
}

/// The dotted IPv4 address that the standard reads in a host of one to four numbers, which may be
/// decimal, octal or hexadecimal.
///
/// ```
/// assert_eq!(superuri::syntax::hosts::whatwg::ipv4("0x7f.1").as_deref(), Some("127.0.0.1"));
/// assert_eq!(superuri::syntax::hosts::whatwg::ipv4("0x7f.example"), None);
/// ```
#[must_use]
pub fn ipv4(host: &str) -> Option<String> {
    let digits = host.bytes().all(|b| b.is_ascii_hexdigit() || matches!(b, b'x' | b'X' | b'.'));
    let url = digits.then(|| Url::read(&format!("http://{host}/"), None))??;
    let is_address = url.0.host_type() == ada_url::HostType::IPV4;
    is_address.then(|| url.get(Part::Hostname).to_owned())
}

/// Is the text short, and ASCII without escapes, so that its host is not mapped?
fn is_plain(text: &str) -> bool {
    text.len() <= SHORT && text.is_ascii() && !text.contains('%')
}

fn too_long(at: Range<usize>, what: &str, limit: usize) -> Box<Error> {
    let is = format!("is longer than {limit} bytes, the limit of the parser");
    Error::naming(Kind::UrlTooLong, at, what).that(is)
}

/// Does the text need a base, having no scheme?
#[must_use]
pub fn is_relative(text: &str) -> bool {
    split::scheme(&text.as_bytes()[visible(text.as_bytes())]).is_none()
}

/// The span without the white space and controls around it, which the standard ignores.
fn visible(bytes: &[u8]) -> Range<usize> {
    let start = bytes.iter().position(|b| *b > b' ').unwrap_or(0);
    let end = bytes.iter().rposition(|b| *b > b' ').map_or(bytes.len(), |at| at + 1);
    start.min(end)..end
}

/// The reason why the text was refused. With a scheme, only the host or the port can be at fault.
fn refusal(text: &str, base: Option<&str>) -> Box<Error> {
    let bytes = text.as_bytes();
    let whole = visible(bytes);
    let start = whole.start;
    let Some(scheme) = split::scheme(&bytes[whole.clone()]) else {
        let failure = culprit(Kind::RelativeUrl, bytes, whole.clone());
        return match base {
            None => failure,
            // A text that begins like an authority has an error in it.
            Some(_) if matches!(bytes[start..], [b'/' | b'\\', b'/' | b'\\', ..]) => {
                authority(bytes, start, true).map_or(failure, |at| host_or_port(bytes, at))
            }
            Some(_) => failure.that("cannot be read against this base: its path has no segments"),
        };
    };
    let special = scheme_in(Some(&bytes[start..start + scheme]), &SPECIAL_SCHEMES);
    match authority(bytes, start + scheme + 1, special) {
        Some(at) => host_or_port(bytes, at),
        None => culprit(Kind::NoUrl, bytes, whole),
    }
}

/// The error at these bytes, not quoted if they may contain a password.
fn culprit(kind: Kind, bytes: &[u8], at: Range<usize>) -> Box<Error> {
    if has_at_sign(&bytes[at.clone()]) {
        return Error::naming(kind, at, "the text");
    }
    Error::quoting(kind, bytes, at)
}

/// The error in this authority: its port, or else its host.
fn host_or_port(bytes: &[u8], at: Range<usize>) -> Box<Error> {
    let parts = split::authority(bytes, at.clone());
    let literal = &bytes[parts.host.clone()];
    if literal.starts_with(b"[") && !literal.ends_with(b"]") {
        return culprit(Kind::NoUrl, bytes, at).that("has a [ without a ]");
    }
    if let Some(port) = parts.port.filter(|port| !is_port(&bytes[port.clone()])) {
        let is = "is not a port, a number up to 65535";
        // Before an `@`, escaped or not, this may be a password.
        let secret = has_at_sign(&bytes[port.start..]);
        return if secret {
            Error::naming(Kind::BadPort, port, "the port").that(is)
        } else {
            Error::quoting(Kind::BadPort, bytes, port).that(is)
        };
    }
    if parts.host.len() > LONGEST_HOST {
        return too_long(parts.host, "the host", LONGEST_HOST);
    }
    if parts.host.is_empty() {
        let end = parts.host.end;
        return Error::naming(Kind::NoUrl, end..end, "the host").that("is missing");
    }
    Error::quoting(Kind::NoUrl, bytes, parts.host).that("is not a host of the URL standard")
}

fn is_port(digits: &[u8]) -> bool {
    let number = std::str::from_utf8(digits).ok().filter(|_| digits.iter().all(u8::is_ascii_digit));
    number.is_some_and(|number| number.is_empty() || number.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::schemes;

    /// The text, its base, the code of the error, and its place.
    #[rustfmt::skip] // a table reads best one row a line
    const REFUSED: [(&str, Option<&str>, &str, Range<usize>); 16] = [
        ("", None, "relative-url", 0..0),
        ("  /a", None, "relative-url", 2..4),
        ("/a ", None, "relative-url", 0..2),
        ("a", Some("mailto:x"), "relative-url", 0..1),
        ("//a b/", Some("http://h"), "no-url", 2..5),
        ("http://a b/", None, "no-url", 7..10),
        ("http:\\\\u:p@a b\\", None, "no-url", 11..14),
        ("http://", None, "no-url", 0..7),
        ("http://u@/", None, "no-url", 9..9),
        ("http://h:99999/", None, "bad-port", 9..14),
        ("http://h:+80/", None, "bad-port", 9..12),
        ("http://[::1]:x/", None, "bad-port", 13..14),
        ("http://[::1/", None, "no-url", 7..11),
        ("http://1.2.3.256/", None, "no-url", 7..16),
        ("foo://a b/", None, "no-url", 6..9),
        ("http://%2f/", None, "no-url", 7..10),
    ];

    #[test]
    fn only_a_scheme_needs_no_base() {
        for (text, want) in [("a", true), ("//h", true), (" http:a", false), ("\u{1}x:", false)] {
            assert_eq!(is_relative(text), want, "{text}");
        }
    }

    #[test]
    fn a_tab_in_a_host_is_dropped() {
        for (text, href) in [
            ("http://xn\t--1ug/", "http://xn--1ug/"),
            ("http://a.xn\n--1ug/", "http://a.xn--1ug/"),
            ("http\t://xn--1ug/", "http://xn--1ug/"),
        ] {
            assert!(Url::can_parse(text, None));
            assert_eq!(Url::parse(text, None).expect("a URL").href(), href);
        }
    }

    #[test]
    fn the_host_behind_the_scheme_of_the_base_is_the_bases() {
        for (text, base, href) in [
            ("http:xn--1ug", "http://h", "http://h/xn--1ug"),
            ("http:/xn--1ug", "http://h", "http://h/xn--1ug"),
            ("http:h/a", "http://xn--1ug", "http://xn--1ug/h/a"),
            ("HTTP:\\/xn--1ug", "http://h", "http://xn--1ug/"),
            ("https:xn--1ug", "http://h", "https://xn--1ug/"),
        ] {
            assert!(Url::can_parse(text, Some(base)), "{text}");
            assert_eq!(Url::parse(text, Some(base)).expect(text).href(), href);
        }
    }

    #[test]
    fn a_refusal_reports_where_and_why() {
        for (text, base, code, at) in REFUSED {
            let error = Url::parse(text, base).err().expect(text);
            assert_eq!((error.kind.code(), &error.at), (code, &at), "{text}");
        }
        let at_signs = ["//u:secret%40h", "http://u:secret%40h/", "http://u:secret%40h:x/"];
        for text in ["//u:secret@h", "http://u:secret@[::1", "http://u:secret/x@h"]
            .into_iter()
            .chain(at_signs)
        {
            let error = Url::parse(text, None).err().expect(text);
            assert!(!error.to_string().contains("secret"), "{error}");
        }
        let host = format!("http://ü{}/", "a".repeat(LONGEST_HOST));
        let error = Url::parse(&host, None).err().expect("too long");
        assert_eq!(error.kind, Kind::UrlTooLong);
        let host = format!("http://|{}/", "a".repeat(LONGEST_HOST - 1));
        let error = Url::parse(&host, None).err().expect("no host has a |");
        assert_eq!(error.kind, Kind::NoUrl);
    }

    #[test]
    fn the_library_has_the_schemes_of_the_table() {
        let names = schemes::SCHEMES.iter().map(|row| row.name).chain(SPECIAL_SCHEMES);
        for name in names {
            let text = format!("{}://h", String::from_utf8_lossy(name));
            let url = Url::parse(&text, None).expect("a URL");
            assert_eq!(url.is_special(), SPECIAL_SCHEMES.contains(&name), "{text}");
        }
    }

    #[test]
    fn a_refused_value_leaves_the_url() {
        let mut url = Url::parse("mailto:x", None).expect("a URL");
        assert_eq!(url.set(Part::Host, "h").expect_err("refused").kind, Kind::PartRefused);
        assert_eq!(url.href(), "mailto:x");
        assert!(url.has_opaque_path() && !url.is_special());
    }
}
