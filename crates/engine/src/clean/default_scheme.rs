//! Default scheme: a text that begins with a host, as the URL that it stands for.
//!
//! Lists of hosts, address bars and command lines leave out the scheme. By RFC 3986 such a text is
//! a path, so a scheme is added only for a caller who names one. A text that can be read in two
//! ways, or that is in the notation of another program, is an error.

use std::{borrow::Cow, ops::Range};

use crate::base::error::{Error, Kind, Result};
use crate::base::schemes::{IDNA_SCHEMES, is_opaque};
use crate::clean::bare_host::{BareHost, word};
use crate::clean::other_notations::other_notation;
use crate::syntax::{places::check_scheme, split};
use superuri_kernels::memory;

/// A scheme for texts that have none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DefaultScheme {
    /// The scheme with its colon and two slashes.
    before_host: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Start {
    Host,
    /// With two slashes and a host.
    Slashes,
    /// With a scheme, or with something that is not a host.
    Other,
}

impl DefaultScheme {
    /// The scheme of this name.
    ///
    /// ```
    /// use superuri::clean::default_scheme::DefaultScheme;
    /// assert!(DefaultScheme::new(b"https").is_ok());
    /// assert!(DefaultScheme::new(b"https://").is_err());
    /// assert!(DefaultScheme::new(b"mailto").is_err());
    /// ```
    ///
    /// # Errors
    /// [`Kind::NotScheme`] for a text that is not a scheme, or is one without hosts.
    pub fn new(name: &[u8]) -> Result<Self> {
        check_scheme(name)?;
        if is_opaque(name) {
            let failure = Error::quoting(Kind::NotScheme, name, 0..name.len());
            return Err(failure.that("is a scheme whose URIs have no host"));
        }
        Ok(Self { before_host: [&*name.to_ascii_lowercase(), b"://"].concat() })
    }

    /// The text with the scheme, if it begins with a host; else the text itself.
    ///
    /// ```
    /// use superuri::clean::default_scheme::DefaultScheme;
    /// let https = DefaultScheme::new(b"https").unwrap();
    /// assert_eq!(&*https.read(b"e.com:8080/a").unwrap(), b"https://e.com:8080/a");
    /// assert_eq!(&*https.read(b"tel:911").unwrap(), b"tel:911");
    /// assert_eq!(&*https.read(b"/a/b").unwrap(), b"/a/b");
    /// assert!(https.read(b"db:5432").is_err());
    /// ```
    ///
    /// # Errors
    /// [`Kind::SchemeOrHost`] where the text can be read in two ways, [`Kind::OtherNotation`],
    /// [`Kind::NotHost`] for a number that is not an address, and [`Kind::SurroundingSpace`] around
    /// a text that begins with a host.
    pub fn read<'a>(&self, text: &'a [u8]) -> Result<Cow<'a, [u8]>> {
        let inner = text.trim_ascii();
        let lead = text.len() - text.trim_ascii_start().len();
        let start = start(inner).map_err(|error| error.shifted(lead))?;
        let before = match start {
            // White space behind two slashes would be a host once it is escaped.
            Start::Other if inner != b"//" || text == inner => return Ok(Cow::Borrowed(text)),
            Start::Other => &[],
            Start::Host => &*self.before_host,
            Start::Slashes => &self.before_host[..self.before_host.len() - b"//".len()],
        };
        if inner.len() < text.len() {
            let at = if lead > 0 { 0..lead } else { inner.len()..text.len() };
            return Err(Error::naming(Kind::SurroundingSpace, at, "the white space"));
        }
        let mut whole = Vec::new();
        memory::reserve(&mut whole, before.len() + text.len());
        whole.extend_from_slice(before);
        whole.extend_from_slice(text);
        Ok(Cow::Owned(whole))
    }

    /// Calls `then` with the text as [`DefaultScheme::read`] returns it.
    ///
    /// # Errors
    /// Those of [`DefaultScheme::read`] and of `then`, with spans of the text itself.
    pub fn within<T>(&self, text: &[u8], then: impl FnOnce(&[u8]) -> Result<T>) -> Result<T> {
        let whole = self.read(text)?;
        then(&whole).map_err(|error| without(whole.len() - text.len(), text.len(), error))
    }
}

/// The error of a text of `len` bytes, before which this many bytes were `added`.
pub(crate) fn without(added: usize, len: usize, mut error: Box<Error>) -> Box<Error> {
    let at = error.at.start.saturating_sub(added)..error.at.end.saturating_sub(added);
    error.at = if added > 0 && at.is_empty() && !error.at.is_empty() { 0..len } else { at };
    error
}

fn start(text: &[u8]) -> Result<Start> {
    let scheme = split::scheme(text).map(|len| (&text[..len], &text[len + 1..]));
    match (text, scheme) {
        ([b'/', b'/', host, ..], _) => {
            let has_host = !matches!(host, b'/' | b'\\' | b'?' | b'#');
            return Ok(if has_host { Start::Slashes } else { Start::Other });
        }
        (_, Some((_, rest))) if rest.starts_with(b"//") => return Ok(Start::Other),
        (_, Some((name, _))) if is_opaque(name) => return Ok(Start::Other),
        _ => {}
    }
    let authority = &text[..text.iter().position(|b| b"/?#".contains(b)).unwrap_or(text.len())];
    let backslash = memchr::memchr(b'\\', authority).unwrap_or(authority.len());
    if let Some(at) = memchr::memrchr(b'@', &authority[backslash..])
        && BareHost::of(host_and_port(&authority[backslash + at + 1..]).0) != BareHost::None
    {
        // `a\@e.com` has two hosts, which every verb refuses.
        return Ok(Start::Host);
    }
    let (head, rest) = text.split_at(backslash);
    if let Some((at, is)) = other_notation(text, head) {
        return Err(Error::quoting(Kind::OtherNotation, text, at).that(is));
    }
    let user = memchr::memrchr(b'@', head);
    let host_at = user.map_or(0, |at| at + 1);
    let (host, port) = host_and_port(&head[host_at..]);
    match BareHost::of(host) {
        BareHost::Number => {
            let at = host_at..host_at + host.len();
            let failure = Error::quoting(Kind::NotHost, text, at);
            Err(failure.that("is an IPv4 address to browsers: write its four numbers, with dots"))
        }
        BareHost::None if port.is_some_and(is_digits) && word(host).is_some() => {
            Err(scheme_or_host(text, host_at..head.len()))
        }
        BareHost::None => Ok(Start::Other),
        BareHost::Name => match (user, port) {
            (Some(_), None) => has_user(text, head, rest),
            // A user, and a password: `http:me@e.com` lacks the slashes instead.
            (Some(_), Some(_)) if scheme.is_some_and(|(name, _)| is_of_web(name)) => {
                Ok(Start::Other)
            }
            (_, None) => Ok(Start::Host),
            (_, Some(port)) if is_digits(port) || host.starts_with(b"[") => Ok(Start::Host),
            (Some(_), Some(_)) => {
                let is = "is the notation of scp and git: ssh://user@host/path is its URL";
                Err(Error::naming(Kind::OtherNotation, 0..head.len(), "the start").that(is))
            }
            (None, Some(_)) => Err(scheme_or_host(text, 0..head.len())),
        },
    }
}

/// How a text begins that has a user before its host, and no port.
fn has_user(text: &[u8], head: &[u8], rest: &[u8]) -> Result<Start> {
    match split::scheme(text) {
        Some(len) if is_of_web(&text[..len]) => Ok(Start::Other),
        // A mail address has no password and no path.
        _ if rest.starts_with(b"/") || rest.starts_with(b"\\") || head.contains(&b':') => {
            Ok(Start::Host)
        }
        _ => {
            let failure = Error::quoting(Kind::OtherNotation, text, 0..head.len());
            Err(failure.that("is a mail address: mailto: before it makes it a URI"))
        }
    }
}

fn is_of_web(scheme: &[u8]) -> bool {
    IDNA_SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme))
}

fn scheme_or_host(text: &[u8], at: Range<usize>) -> Box<Error> {
    Error::quoting(Kind::SchemeOrHost, text, at)
}

fn is_digits(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// The host, with its brackets, and the text after its colon.
fn host_and_port(text: &[u8]) -> (&[u8], Option<&[u8]>) {
    let in_brackets = text.starts_with(b"[");
    let end = if in_brackets { memchr::memchr(b']', text).map_or(0, |at| at + 1) } else { 0 };
    match memchr::memchr(b':', &text[end..]) {
        Some(colon) if !in_brackets || colon == 0 => {
            (&text[..end + colon], Some(&text[end + colon + 1..]))
        }
        _ => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> std::result::Result<String, String> {
        let https = DefaultScheme::new(b"HTTPS").expect("a scheme");
        let read = https.read(text).map_err(|error| error.to_string())?;
        Ok(String::from_utf8_lossy(&read).into_owned())
    }

    // tests/clean/rows/default_scheme.toml has the other rows.
    #[test]
    fn bytes_that_are_not_text_are_not_a_host() {
        for text in [&b"\xFF.com"[..], b"e\xC3.com/x", b"\xFF:80", b"u\xFF@\xFF.com"] {
            assert_eq!(read(text), Ok(String::from_utf8_lossy(text).into_owned()));
        }
        assert_eq!(read(b"u\xFF@e.com/"), Ok("https://u\u{FFFD}@e.com/".into()));
    }

    #[test]
    fn an_error_is_placed_in_the_text_itself() {
        let https = DefaultScheme::new(b"https").expect("a scheme");
        let at = |text: &[u8], then: &dyn Fn(&[u8]) -> std::ops::Range<usize>| {
            let fail = |whole: &[u8]| -> Result<()> {
                Err(Error::naming(Kind::BadHost, then(whole), "the host"))
            };
            https.within(text, fail).expect_err("it fails").at
        };
        assert_eq!(at(b"e.com/a", &|_| 8..13), 0..5);
        assert_eq!(at(b"e.com/a", &|_| 0..5), 0..7);
        assert_eq!(at(b"e.com/a", &|whole| 0..whole.len()), 0..7);
        assert_eq!(at(b"e.com/a", &|_| 15..15), 7..7);
        assert_eq!(at(b"//e.com/a", &|_| 8..13), 2..7);
        assert_eq!(at(b"/a/b", &|_| 1..2), 1..2);
    }
}
