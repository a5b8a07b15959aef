//! Readings: the hosts that parsers see in a text, and whether all of them see the same one.
//!
//! Parsers of URLs differ, and what checks a host is seldom what connects to it. Each row is a
//! reading that widely used software has or had; where any two differ, there is no answer.

use std::borrow::Cow;
use std::rc::Rc;

use crate::base::error::{Error, Kind, Result, quote};
use crate::syntax::hosts::plain::{Alike, alike};
use crate::syntax::split;
use superuri_kernels::pause;

mod read;

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

/// Who reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Readers {
    /// Everyone, among them those who take a text without a scheme for one that begins with a host.
    All,
    /// Those who have a page: a text without a scheme is relative to it.
    OnPage,
}

/// A way to read.
pub struct Reading {
    /// What it is called.
    pub name: &'static str,
    /// Programs that read so, or did; a version where it was seen.
    pub clients: &'static str,
    /// What it sees in a text.
    pub read: fn(&str) -> Seen,
    /// Has it a page, or no need of one?
    pub on_page: bool,
    /// The number of the reading that it is the same as, …
    same_as: usize,
    /// … unless the text has what only this one looks at.
    unless: fn(&str) -> bool,
}

const fn row(name: &'static str, read: fn(&str) -> Seen, clients: &'static str) -> Reading {
    Reading { name, clients, read, on_page: true, same_as: 0, unless: |_| true }
}

impl Reading {
    const fn like(self, same_as: usize, unless: fn(&str) -> bool) -> Self {
        Self { same_as, unless, ..self }
    }

    const fn without_page(self) -> Self {
        Self { on_page: false, ..self }
    }
}

/// Two of the readings, by their numbers.
const RFC: usize = 0;
const STANDARD: usize = 1;

/// Every reading, the two standards first.
#[rustfmt::skip] // a table reads best one row a line
pub static READINGS: [Reading; 14] = [
    row("RFC 3986", read::rfc3986, "httpx, java.net.URI, rfc3986, uritools"),
    row("the URL standard", read::standard, "browsers, new URL of Node.js, ada"),
    row("the URL standard on a page of http", read::on_http, "browsers").like(STANDARD, read::needs_base),
    row("the URL standard on a page of https", read::on_https, "browsers").like(STANDARD, read::needs_base),
    row("RFC 3986 with \\ as /", read::with_slashes, "url.parse of Node.js").like(RFC, |text| text.contains('\\')),
    row("RFC 3986 without white space", read::without_space, "urllib, yarl").like(RFC, read::has_space),
    row("the first @ delimits", read::first_at, "parsers of 2017 (Orange Tsai)").like(RFC, |text| text.contains('@')),
    row("only / ends the host", read::only_slash, "urllib before bpo-30500").like(RFC, |text| text.contains('@')),
    row("decoded first", read::decoded_first, "servers and proxies").like(RFC, |text| text.contains('%')),
    row("NFKC first, or IDNA of 2003", read::compatible_first, "Python's sockets, java.net.IDN").like(RFC, |text| !text.is_ascii()),
    row("the URL inside of another", read::innermost, "java.net.URL (url:, jar:), browsers (view-source:), JDBC").like(RFC, read::has_another),
    row("shares of Windows", read::share, "whatever opens files there").like(RFC, read::is_file),
    row("the host first, without a scheme", read::host_first, "curl, wget").like(RFC, read::has_no_host).without_page(),
    row("a scheme with a dot is a host", read::dotted_first, "urllib3").like(RFC, read::has_dotted_scheme).without_page(),
];

/// The host that every reading sees, if there is one, in ASCII and lower case. What is not valid
/// UTF-8 is read as U+FFFD.
///
/// ```
/// use superuri::syntax::hosts::readings::{Readers::All, Readers::OnPage, agreed};
/// assert_eq!(agreed(b"http://u@Example.COM:80/", All).unwrap().as_deref(), Some("example.com"));
/// assert_eq!(agreed(b"/a/b", All).unwrap(), None);
/// assert_eq!(agreed(b"a/b", OnPage).unwrap(), None);
/// assert!(agreed(b"a/b", All).is_err());
/// assert!(agreed(br"http://evil.com\@good.com/", All).is_err());
/// ```
///
/// # Errors
///
/// [`Kind::AmbiguousAuthority`], which names the readings; [`Kind::NoScheme`] where readers without
/// a page take the start of a text for a host.
pub fn agreed(text: &[u8], readers: Readers) -> Result<Option<Cow<'_, str>>> {
    match alike(text) {
        Some(Alike::Nothing) => Ok(None),
        Some(Alike::Relative) => nothing(text, readers),
        Some(Alike::Host(host)) if host.bytes().any(|byte| byte.is_ascii_uppercase()) => {
            Ok(Some(Cow::Owned(host.to_ascii_lowercase())))
        }
        Some(Alike::Host(host)) => Ok(Some(Cow::Borrowed(host))),
        None => {
            let seen = seen(&String::from_utf8_lossy(text), readers);
            answer(text, &seen, readers).map(|host| host.map(Cow::Owned))
        }
    }
}

/// The host on which every reader agrees, of a text that is a host and nothing else: an address of
/// IPv6 may be without its brackets.
///
/// ```
/// use superuri::syntax::hosts::readings::agreed_of_host;
/// assert_eq!(agreed_of_host(b"Example.COM").unwrap(), "example.com");
/// assert_eq!(agreed_of_host(b"::1").unwrap(), "[::1]");
/// assert!(agreed_of_host(b"example.com:80").is_err());
/// assert!(agreed_of_host(b"127.1").is_err());
/// ```
///
/// # Errors
/// [`Kind::BadHost`] for what is not a host alone; as [`agreed`].
pub fn agreed_of_host(host: &[u8]) -> Result<Cow<'_, str>> {
    let colons = memchr::memchr_iter(b':', host).count();
    let is_bracketed = host.first() == Some(&b'[');
    let delimits = |b: &u8| match b {
        b'/' | b'?' | b'#' | b'@' | b'\\' | 0..=b' ' | 0x7F => true,
        b':' => colons == 1 && !is_bracketed,
        _ => false,
    };
    if let Some(at) = host.iter().position(delimits) {
        let failure = Error::quoting(Kind::BadHost, host, at..at + 1);
        return Err(failure.that("is not allowed in a host alone"));
    }
    let (before, behind): (&[u8], &[u8]) =
        if colons > 1 && !is_bracketed { (b"http://[", b"]") } else { (b"http://", b"") };
    let uri = [before, host, behind].concat();
    let back = |at: usize| at.saturating_sub(before.len()).min(host.len());
    match agreed(&uri, Readers::All) {
        Ok(Some(host)) => Ok(Cow::Owned(host.into_owned())),
        Ok(None) => Err(Error::quoting(Kind::BadHost, host, 0..host.len())),
        Err(error) => {
            let at = back(error.at.start)..back(error.at.end);
            Err(Box::new(Error { at, ..*error }))
        }
    }
}

/// No host, unless readers without a page take the start of the text for one.
fn nothing<T>(text: &[u8], readers: Readers) -> Result<Option<T>> {
    let is_bare = !matches!(text, [] | [b'/' | b'?' | b'#', ..]) && split::scheme(text).is_none();
    if readers == Readers::OnPage || !is_bare {
        return Ok(None);
    }
    let end = memchr::memchr3(b'/', b'?', b'#', text).unwrap_or(text.len());
    Err(Error::naming(Kind::NoScheme, 0..end, "the start of the text"))
}

/// What [`agreed`] answers, by asking every reading, whatever the text: the truth.
///
/// # Errors
///
/// As [`agreed`].
pub fn agreed_by_all(octets: &[u8], readers: Readers) -> Result<Option<String>> {
    let text = String::from_utf8_lossy(octets);
    let seen: Vec<_> = asked(readers).map(|row| Rc::new((row.read)(&text))).collect();
    answer(octets, &seen, readers)
}

/// The rows of these readers, which are the first ones of the table.
fn asked(readers: Readers) -> impl Iterator<Item = &'static Reading> {
    READINGS.iter().filter(move |row| row.on_page || readers == Readers::All)
}

/// What the readings have in common, which saw this in these octets.
fn answer(octets: &[u8], seen: &[Rc<Seen>], readers: Readers) -> Result<Option<String>> {
    if seen.iter().all(|one| *one == seen[RFC]) {
        match &*seen[RFC] {
            Seen::Host(host) => return Ok(Some(host.clone())),
            Seen::Nothing => return nothing(octets, readers),
            Seen::Refused => {}
        }
    }
    let mut answers: Vec<(&Rc<Seen>, Vec<&str>)> = Vec::new();
    for (row, seen) in asked(readers).zip(seen) {
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

/// Between the readings of a text of more bytes, others are served.
const LONG: usize = 1 << 16;

/// What each reading sees, in the order of the rows; none is asked twice by other names.
fn seen(text: &str, readers: Readers) -> Vec<Rc<Seen>> {
    let mut all: Vec<Rc<Seen>> = Vec::with_capacity(READINGS.len());
    for row in asked(readers) {
        if text.len() > LONG {
            pause::now();
        }
        let is_same = !(row.unless)(text);
        all.push(if is_same { all[row.same_as].clone() } else { Rc::new((row.read)(text)) });
    }
    all
}

#[cfg(test)]
mod tests;
