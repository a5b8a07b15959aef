//! Readings: the hosts that different parsers see in a text, and whether they all agree.
//!
//! Parsers of URLs differ, and the one that checks a host is often not the one that connects to it.
//! Each row is a reading of widely used software, present or past. If any two of them differ, no
//! host is returned.

use std::{borrow::Cow, ops::Range, rc::Rc};

use crate::base::error::{Error, Kind, Result, quote};
use crate::base::secrets::{HIDDEN, spans};
use crate::syntax::hosts::plain::{Alike, alike, lower_host};
use crate::syntax::{hosts::idna, split};
use superuri_kernels::pause;

mod read;

/// What a parser sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// This host, in ASCII and lower case.
    Host(String),
    /// There is no host, or an empty one.
    Nothing,
    /// It refuses the text.
    Refused,
}

/// A group of parsers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parsers {
    /// All of them, with those that read a text without a scheme as a host and a path.
    All,
    /// Those that resolve relative texts against the URL of a page.
    OnPage,
}

/// A way to read a URL.
pub struct Reading {
    /// What it is called.
    pub name: &'static str,
    /// Programs that read this way, or did; with a version if it was observed.
    pub clients: &'static str,
    /// What it sees in a text.
    pub read: fn(&str) -> Seen,
    /// Does it resolve relative texts, or not need to?
    pub on_page: bool,
    /// The index of a reading with the same result, …
    same_as: usize,
    /// … unless this is true of the text.
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

/// The indexes of two of the readings.
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
    row("only / ends the host", read::only_slash, "urllib before bpo-30500").like(RFC, may_go_on),
    row("decoded first", read::decoded_first, "servers and proxies").like(RFC, |text| text.contains('%')),
    row("NFKC first, or IDNA of 2003", read::compatible_first, "Python's sockets, java.net.IDN").like(RFC, |text| !text.is_ascii()),
    row("the URL inside of another", read::innermost, "java.net.URL (url:, jar:), browsers (view-source:), JDBC").like(RFC, read::has_another),
    row("shares of Windows", read::share, "programs that open files there").like(RFC, read::is_file),
    row("the host first, without a scheme", read::host_first, "curl, wget").like(RFC, read::has_no_host).without_page(),
    row("a scheme with a dot is a host", read::dotted_first, "urllib3").like(RFC, read::has_dotted_scheme).without_page(),
];

/// The host that every reading sees, if there is one, in ASCII and lower case. Invalid UTF-8 is
/// read as U+FFFD.
///
/// ```
/// use superuri::syntax::hosts::readings::{Parsers::All, Parsers::OnPage, agreed};
/// assert_eq!(agreed(b"http://u@Example.COM:80/", All).unwrap().as_deref(), Some("example.com"));
/// assert_eq!(agreed(b"/a/b", All).unwrap(), None);
/// assert_eq!(agreed(b"a/b", OnPage).unwrap(), None);
/// assert!(agreed(b"a/b", All).is_err());
/// assert!(agreed(br"http://evil.com\@good.com/", All).is_err());
/// ```
///
/// # Errors
///
/// [`Kind::AmbiguousAuthority`], which lists the readings; [`Kind::NoScheme`] if parsers that have
/// no page read the start of the text as a host.
pub fn agreed(text: &[u8], parsers: Parsers) -> Result<Option<Cow<'_, str>>> {
    if let Some(host) = lower_host(text) {
        return Ok(Some(Cow::Borrowed(host)));
    }
    match alike(text) {
        Some(Alike::Nothing) => Ok(None),
        Some(Alike::Relative) => nothing(text, parsers),
        Some(Alike::Host(host)) if host.bytes().any(|byte| byte.is_ascii_uppercase()) => {
            Ok(Some(Cow::Owned(host.to_ascii_lowercase())))
        }
        Some(Alike::Host(host)) => Ok(Some(Cow::Borrowed(host))),
        None => {
            let seen = seen(&String::from_utf8_lossy(text), parsers);
            answer(text, &seen, parsers).map(|host| host.map(Cow::Owned))
        }
    }
}

/// The host that every reading sees in a text that is only a host. An IPv6 address may be without
/// its brackets.
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
/// [`Kind::BadHost`] if the text is not only a host; as [`agreed`].
pub fn agreed_of_host(host: &[u8]) -> Result<Cow<'_, str>> {
    let colons = memchr::memchr_iter(b':', host).count();
    let is_bracketed = host.first() == Some(&b'[');
    let literal = if is_bracketed { memchr::memchr(b']', host).unwrap_or(host.len()) } else { 0 };
    let delimits = |(at, b): (usize, &u8)| match b {
        b'/' | b'?' | b'#' | b'@' | b'\\' | 0..=b' ' | 0x7F => true,
        b':' => at >= literal && (is_bracketed || colons == 1),
        _ => false,
    };
    if let Some(at) = host.iter().enumerate().position(delimits) {
        let failure = Error::quoting(Kind::BadHost, host, at..at + 1);
        return Err(failure.that("is not allowed in a host alone"));
    }
    let (before, behind): (&[u8], &[u8]) =
        if colons > 1 && !is_bracketed { (b"http://[", b"]") } else { (b"http://", b"") };
    let uri = [before, host, behind].concat();
    let back = |at: usize| at.saturating_sub(before.len()).min(host.len());
    match agreed(&uri, Parsers::All) {
        Ok(Some(host)) => Ok(Cow::Owned(host.into_owned())),
        Ok(None) => Err(Error::quoting(Kind::BadHost, host, 0..host.len())),
        Err(error) => {
            let at = back(error.at.start)..back(error.at.end);
            Err(Box::new(Error { at, ..*error }))
        }
    }
}

/// No host, or an error if parsers that have no page read the start of the text as one.
fn nothing<T>(text: &[u8], parsers: Parsers) -> Result<Option<T>> {
    let is_bare = !matches!(text, [] | [b'/' | b'?' | b'#', ..]) && split::scheme(text).is_none();
    if parsers == Parsers::OnPage || !is_bare {
        return Ok(None);
    }
    let end = memchr::memchr3(b'/', b'?', b'#', text).unwrap_or(text.len());
    Err(Error::naming(Kind::NoScheme, 0..end, "the start of the text"))
}

/// The reference implementation of [`agreed`], which computes every reading.
///
/// # Errors
///
/// As [`agreed`].
pub fn agreed_by_all(octets: &[u8], parsers: Parsers) -> Result<Option<String>> {
    let text = String::from_utf8_lossy(octets);
    let seen: Vec<_> = rows_of(parsers).map(|row| Rc::new((row.read)(&text))).collect();
    answer(octets, &seen, parsers)
}

/// Whether a text may have a name that a parser continues behind the `?` or `#`, or an `@` there.
fn may_go_on(text: &str) -> bool {
    text.contains('@') || text.contains("?.") || text.contains("#.")
}

/// Whether what is behind an authority continues a name for those who end it only at `/`.
pub(crate) fn goes_on(behind: impl AsRef<[u8]>) -> bool {
    let behind = behind.as_ref();
    behind.starts_with(b"?.") || behind.starts_with(b"#.")
}

fn rows_of(parsers: Parsers) -> impl Iterator<Item = &'static Reading> {
    READINGS.iter().filter(move |row| row.on_page || parsers == Parsers::All)
}

/// The common answer of the readings, given what each saw in these octets.
fn answer(octets: &[u8], seen: &[Rc<Seen>], parsers: Parsers) -> Result<Option<String>> {
    if seen.iter().all(|one| *one == seen[RFC]) {
        match &*seen[RFC] {
            Seen::Host(host) => match host.split('.').find(|label| !idna::is_valid(label)) {
                None => return Ok(Some(host.clone())),
                Some(label) => return Err(not_an_a_label(octets, label)),
            },
            Seen::Nothing => return nothing(octets, parsers),
            Seen::Refused => {}
        }
    }
    let mut answers: Vec<(&Rc<Seen>, Vec<&str>)> = Vec::new();
    for (row, seen) in rows_of(parsers).zip(seen) {
        match answers.iter_mut().find(|(known, _)| *known == seen) {
            Some((_, names)) => names.push(row.name),
            None => answers.push((seen, vec![row.name])),
        }
    }
    // To some parsers, a part of a password is the host.
    let secrets = spans(octets);
    let is_secret = |host: &str| {
        let host = host.as_bytes();
        let has = |at: &Range<usize>| {
            memchr::memmem::find(&octets[at.clone()].to_ascii_lowercase(), host).is_some()
        };
        !host.is_empty() && secrets.iter().any(has)
    };
    let shown: Vec<String> = answers
        .iter()
        .map(|(seen, names)| {
            let answer = match &***seen {
                Seen::Host(host) if is_secret(host) => HIDDEN.to_string(),
                Seen::Host(host) => quote(host.as_bytes()),
                Seen::Nothing => "none".into(),
                Seen::Refused => "refused".into(),
            };
            format!("{answer} ({})", few(names))
        })
        .collect();
    let mut is = match &*shown {
        [_] => "is refused by all parsers".into(),
        _ => format!("is not the same to all parsers: {}", shown.join(", ")),
    };
    if let (Seen::Host(host), false) = (&*seen[RFC], octets.is_ascii())
        && host.split('.').any(|label| idna::is_a_label(label.as_bytes()))
        && host.split('.').all(idna::is_valid)
    {
        is = format!("{is}; if {host} is meant, write that");
    }
    Err(Error::naming(Kind::AmbiguousAuthority, authority_of(octets), "the host").that(is))
}

/// The first names, and how many others there are.
fn few(names: &[&str]) -> String {
    match names {
        [first, second, rest @ ..] if rest.len() > 1 => {
            format!("{first}; {second}; {} others", rest.len())
        }
        _ => names.join("; "),
    }
}

/// The error about a label that begins with `xn--` and is not an A-label: some parsers decode it to
/// another name, others refuse it.
fn not_an_a_label(octets: &[u8], label: &str) -> Box<Error> {
    let is = format!("has a label that is not a valid A-label: {}", quote(label.as_bytes()));
    Error::naming(Kind::AmbiguousAuthority, authority_of(octets), "the host").that(is)
}

/// The span of the authority, or of everything if there is none.
fn authority_of(octets: &[u8]) -> Range<usize> {
    split::split(octets).authority.filter(|at| !at.is_empty()).unwrap_or(0..octets.len())
}

/// For a text of more bytes, there is a pause between the readings.
const PAUSE_ABOVE_BYTES: usize = 1 << 16;

/// What each reading sees, in the order of the rows. Equal readings are computed once.
fn seen(text: &str, parsers: Parsers) -> Vec<Rc<Seen>> {
    let mut all: Vec<Rc<Seen>> = Vec::with_capacity(READINGS.len());
    for row in rows_of(parsers) {
        if text.len() > PAUSE_ABOVE_BYTES {
            pause::now();
        }
        let is_same = !(row.unless)(text);
        all.push(if is_same { all[row.same_as].clone() } else { Rc::new((row.read)(text)) });
    }
    all
}

#[cfg(test)]
mod tests;
