//! Suspects: texts that are probably not a single URI, such as a path of Windows or a URI in
//! brackets.
//!
//! `clean` never guesses, so it escapes these like any other text. The command line counts them,
//! and the linter does not offer their escapes as safe fixes.

use crate::base::{secrets::password_end, table::table};
use crate::clean::connection::{Mistake, mistake};
use crate::clean::salvage::{WRAPPERS, begins_uri, begins_url, of_scheme, wrapper};
use crate::clean::{self, fanged::is_defanged, profiles::RFC3986};
use crate::syntax::{hosts::domain, hosts::literal::is_ipv4, split};

table! {
    /// What such a text probably is: a stable name, what it has in a few words, and a sentence that
    /// says what to do.
    Suspect: (&'static str, &'static str, &'static str) {
        /// A URI in quotes or brackets.
        Wrapped => ("wrapped", "quotes or brackets around it", "it seems to be a URI in quotes or brackets: remove them"),
        /// A URI with white space in its scheme or host.
        Spaced => ("spaced", "white space in the scheme or host", "there is white space in the scheme or host: remove it"),
        /// A URI next to other words or another URI.
        Beside => ("beside", "other words or another URI next to it", "there are other words or another URI next to the URI: separate them"),
        /// A URI after an invisible character.
        Invisible => ("invisible", "an invisible character before it", "an invisible character precedes the URI: remove it"),
        /// A path of Windows.
        WindowsPath => ("windows", "a Windows path", "it seems to be a path of Windows: file_uri.from_path makes a URI of it"),
        /// An address in the notation of scp and git.
        ScpAddress => ("git", "user@host:path", "it seems to be an address of scp or git, user@host:path: ssh://user@host/path is its URI"),
        /// A URL whose scheme has an underscore or begins with a digit.
        NearScheme => ("near-scheme", "a scheme with an _ or a digit first", "its scheme is none by RFC 3986, which has no _ and no digit first: SQLAlchemy and others read it"),
        /// A URL that is written so that nobody opens it.
        Defanged => ("defanged", "hxxp or [.], a defanged URL", "it seems to be a defanged URL: superuri refang restores it"),
        /// A mail address.
        Mail => ("mail", "a mail address", "it seems to be a mail address: mailto:user@host is its URI"),
        /// A host without a scheme, which is read as a path.
        Host => ("no-scheme", "a host without a scheme", "it seems to begin with a host, but is read as a path: write its scheme"),
        /// A connection string that is not a URI.
        Connection => ("connection-string", "a driver's connection string", "it is a driver's connection string: give it to the driver's own parser"),
        /// A URL with a colon before its path, as in scp.
        ScpPath => ("scp-path", "a path of scp in a URL", "a colon begins a port, but a path follows it: write a slash"),
        /// A password with a delimiter.
        Password => ("password", "a delimiter in a password", "a /, ? or # seems to be a part of a password: write %2F, %3F or %23"),
    }
}

impl Suspect {
    /// The stable name of what it is.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.row().0
    }

    /// What it has, in a few words.
    #[must_use]
    pub const fn brief(self) -> &'static str {
        self.row().1
    }

    /// What the text probably is, and what to do.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        self.row().2
    }
}

/// Opening quotation marks and brackets, which cannot begin a URI.
const OPENING: [&str; 12] =
    ["<", "\"", "'", "`", "(", "[", "{", "\u{201C}", "\u{201E}", "\u{2018}", "\u{AB}", "\u{FF08}"];

/// Marks of byte order, joining and direction that editors and chats leave behind.
const INVISIBLE: [&str; 9] = [
    "\u{FEFF}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{2060}", "\u{202A}",
    "\u{202D}",
];

fn is_behind(text: &[u8], opening: &[u8]) -> bool {
    text.strip_prefix(opening).is_some_and(begins_uri)
}

/// What a text that `clean` would change probably is, if its escapes are certainly not meant.
///
/// ```
/// use superuri::clean::suspect::{Suspect, suspect};
/// assert_eq!(suspect(b"(http://e.com/a)"), Some(Suspect::Wrapped));
/// assert_eq!(suspect(b"http://e.com/a b"), None);
/// ```
#[must_use]
pub fn suspect(text: &[u8]) -> Option<Suspect> {
    suspect_or(text, is_defanged)
}

/// The same, if `is_defanged` says of the text without white space around it whether it is defanged.
pub(crate) fn suspect_or(text: &[u8], is_defanged: impl FnOnce(&[u8]) -> bool) -> Option<Suspect> {
    let text = text.trim_ascii();
    // Most texts begin with a letter or a slash, and what is wrapped or invisible does not.
    let begins_plainly =
        text.first().is_some_and(|first| first.is_ascii_alphanumeric() || *first == b'/');
    if !begins_plainly && is_wrapped(text) {
        Some(Suspect::Wrapped)
    } else if !begins_plainly && INVISIBLE.iter().any(|c| is_behind(text, c.as_bytes())) {
        Some(Suspect::Invisible)
    } else if is_windows_path(text) {
        Some(Suspect::WindowsPath)
    } else if is_scp_address(text) {
        Some(Suspect::ScpAddress)
    } else if is_defanged(text) {
        Some(Suspect::Defanged)
    } else if is_near_scheme(text) {
        Some(Suspect::NearScheme)
    } else {
        spaced(text)
    }
}

/// What any text probably is, if it is not a plain URI, whether or not `clean` would change it.
///
/// ```
/// use superuri::clean::suspect::{Suspect, meant};
/// assert_eq!(meant(b"example.com/a"), Some(Suspect::Host));
/// assert_eq!(meant(b"hxxp://example.com/"), Some(Suspect::Defanged));
/// assert_eq!(meant(b"http://example.com/a b"), None);
/// ```
#[must_use]
pub fn meant(text: &[u8]) -> Option<Suspect> {
    if is_defanged(text.trim_ascii()) {
        return Some(Suspect::Defanged);
    }
    suspect_or(text, |_| false).or_else(|| {
        let text = text.trim_ascii();
        if is_mail(text) {
            Some(Suspect::Mail)
        } else if begins_with_host(text) {
            Some(Suspect::Host)
        } else {
            mistaken(text)
        }
    })
}

/// Whether the text is a name at a domain of the Public Suffix List, and nothing else.
fn is_mail(text: &[u8]) -> bool {
    let Some(at) = memchr::memchr(b'@', text) else { return false };
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || b"._+-".contains(b);
    at > 0 && text[..at].iter().all(of_name) && is_known_host(&text[at + 1..])
}

/// Whether the text begins with a host, perhaps a port, and its end or a delimiter. As most names of
/// files have a dot, too, the host is an IPv4 address or under a suffix of the Public Suffix List.
#[must_use]
pub fn begins_with_host(text: &[u8]) -> bool {
    let end = text.iter().position(|b| b"/?#".contains(b)).unwrap_or(text.len());
    let colon = memchr::memchr(b':', &text[..end]).unwrap_or(end);
    let port = text[colon..end].strip_prefix(b":").unwrap_or_default();
    let is_port = colon == end || !port.is_empty() && port.iter().all(u8::is_ascii_digit);
    is_port && is_known_host(&text[..colon])
}

/// Longer than any name, in bytes: RFC 1035 section 2.3.4.
const LONGEST_NAME: usize = 255;

fn is_known_host(host: &[u8]) -> bool {
    let of_host = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
    if host == b"localhost" || is_ipv4(host) {
        return true;
    }
    host.len() <= LONGEST_NAME
        && host.contains(&b'.')
        && !host.starts_with(b".")
        && host.iter().all(of_host)
        && std::str::from_utf8(host).is_ok_and(|name| domain::is_listed(&name.to_ascii_lowercase()))
}

/// What the authority seems to be, if it is not one.
fn mistaken(text: &[u8]) -> Option<Suspect> {
    let parts = split::split(text);
    let span = parts.authority?;
    let authority = split::authority(text, span.clone());
    match mistake(text, &span, &authority)? {
        // Commas alone are legal in a host.
        Mistake::Hosts | Mistake::Urls | Mistake::Memory => {
            clean::clean(text, RFC3986).is_err().then_some(Suspect::Connection)
        }
        Mistake::Scp => Some(Suspect::ScpPath),
        Mistake::Password => password_end(text, span.end).map(|_| Suspect::Password),
        Mistake::Placeholder => None,
    }
}

fn is_wrapped(text: &[u8]) -> bool {
    let mut openings = WRAPPERS.iter().map(|(open, _)| *open).chain(OPENING);
    let open = openings.find(|open| text.starts_with(open.as_bytes()));
    open.is_some_and(|open| begins_uri(&text[open.len()..]) || wrapper(text).is_some())
}

/// Whether the text begins with a drive and a slash of either kind, or with a share.
#[must_use]
pub fn is_windows_path(text: &[u8]) -> bool {
    match text {
        [drive, b':', b'\\' | b'/', ..] => drive.is_ascii_alphabetic(),
        [b'\\', b'\\', name, ..] => name.is_ascii_alphanumeric(),
        _ => false,
    }
}

/// Whether the text is `user@host:path`, with a colon that a URI would not have there.
fn is_scp_address(text: &[u8]) -> bool {
    let is_name = |name: &[u8]| {
        let of_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
        !name.is_empty() && name.iter().all(of_name)
    };
    let Some(colon) = memchr::memchr(b':', text) else { return false };
    let (before, path) = (&text[..colon], &text[colon + 1..]);
    let Some(at) = memchr::memchr(b'@', before) else { return false };
    let first = path.split(|b| b"/?#".contains(b)).next().unwrap_or_default();
    // Digits alone are a port: `user@host:80/path`.
    let is_port = !first.is_empty() && first.iter().all(u8::is_ascii_digit);
    !path.is_empty() && !is_port && is_name(&before[..at]) && is_name(&before[at + 1..])
}

/// Whether the text begins with `NAME://` and the name would be a scheme without its underscores and
/// the digits it begins with.
#[must_use]
pub fn is_near_scheme(text: &[u8]) -> bool {
    let of_name = |b: &u8| of_scheme(*b) || *b == b'_';
    let len = text.iter().take_while(|b| of_name(b)).count();
    let name = &text[..len];
    text[len..].starts_with(b"://")
        && name.iter().any(u8::is_ascii_alphabetic)
        && !split::is_scheme(name)
}

/// White space in a place where it cannot be data.
fn spaced(text: &[u8]) -> Option<Suspect> {
    let space = text.iter().position(u8::is_ascii_whitespace)?;
    let parts = split::split(text);
    if parts.scheme.is_none() && !text.starts_with(b"/") {
        // Of a reference, only the part before `://` is examined.
        let slashes = memchr::memmem::find(text, b"://").filter(|at| space < *at)?;
        let before = &text[..slashes];
        let last = before.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
        // After other words, the last word is a whole scheme; in `http ://` and `ht tp://` it is
        // not.
        return if last.len() > 1
            && split::is_scheme(last)
            && (is_web(last) || !before.iter().copied().all(of_spaced_scheme))
        {
            Some(Suspect::Beside)
        } else {
            before.iter().copied().all(of_spaced_scheme).then_some(Suspect::Spaced)
        };
    }
    let authority = parts.authority.unwrap_or(0..0);
    if text[authority].iter().any(u8::is_ascii_whitespace) {
        return Some(Suspect::Spaced);
    }
    // A query may be a search for several words, one of them a URL, so it is not examined.
    let data = parts.query.or(parts.fragment).map_or(text.len(), |at| at.start);
    let word = |at: usize| text[at].is_ascii_whitespace() && begins_url(&text[at + 1..]);
    (space..data).any(word).then_some(Suspect::Beside)
}

fn of_spaced_scheme(b: u8) -> bool {
    of_scheme(b) || b.is_ascii_whitespace()
}

fn is_web(scheme: &[u8]) -> bool {
    [&b"http"[..], b"https", b"ftp"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_not_one_uri_are_recognised() {
        for (text, want) in [
            ("<https://e.com>", Suspect::Wrapped),
            ("\"https://e.com", Suspect::Wrapped),
            ("(https://e.com)", Suspect::Wrapped),
            ("\u{201C}mailto:a@e.com\u{201D}", Suspect::Wrapped),
            ("'/a'", Suspect::Wrapped),
            ("ht tp://e.com/", Suspect::Spaced),
            ("http ://e.com/", Suspect::Spaced),
            ("http:// e.com/", Suspect::Spaced),
            ("https://e com/", Suspect::Spaced),
            ("see http://e.com/", Suspect::Beside),
            ("http://e.com/ http://f.com/", Suspect::Beside),
            ("/a\thttp://f.com/", Suspect::Beside),
            ("\u{FEFF}http://e.com/", Suspect::Invisible),
            ("\u{200B}https://e.com/", Suspect::Invisible),
            ("C:\\Users\\me", Suspect::WindowsPath),
            ("c:/a b", Suspect::WindowsPath),
            ("\\\\server\\share", Suspect::WindowsPath),
            ("git@github.com:org/repo.git", Suspect::ScpAddress),
            ("a_b-c.d@h:p", Suspect::ScpAddress),
            ("oracle+cx_oracle://u:p@h:1521/", Suspect::NearScheme),
            ("ibm_db_sa://h", Suspect::NearScheme),
            ("my_app://open?x=1", Suspect::NearScheme),
            ("fb_123://authorize/a", Suspect::NearScheme),
            ("1password://x", Suspect::NearScheme),
            ("ht\ttp://e.com/", Suspect::Spaced),
            ("a b://e.com/", Suspect::Spaced),
            ("see ab://e.com/", Suspect::Spaced),
            ("see: ab://e.com/", Suspect::Beside),
            ("see (1) ab://e.com/", Suspect::Beside),
            ("hxxp://e.com/a b", Suspect::Defanged),
            ("e[.]com/a", Suspect::Defanged),
            ("http[:]//e.com", Suspect::Defanged),
        ] {
            assert_eq!(suspect(text.as_bytes()), Some(want), "{text}");
            assert!(want.sentence().contains(": "), "{text}");
        }
    }

    #[test]
    fn what_is_legal_may_not_be_what_was_meant() {
        for (text, want) in [
            ("hxxp://e.com/", Suspect::Defanged),
            ("HXXPS://e[.]com/?a", Suspect::Defanged),
            ("192[.]0[.]2[.]1", Suspect::Defanged),
            ("http[:]//e.com", Suspect::Defanged),
            ("ann.b+c@e.com", Suspect::Mail),
            ("e.com", Suspect::Host),
            ("E.COM/a b", Suspect::Host),
            ("www.e.co.uk:8080/a", Suspect::Host),
            ("192.0.2.1/a", Suspect::Host),
            ("localhost:8000/x", Suspect::Host),
            ("e.com?a", Suspect::Host),
            (" e.com#a", Suspect::Host),
            ("e.com.", Suspect::Host),
            ("mongodb://a:1,b:2", Suspect::Connection),
            ("ssh://git@e.com:u/r.git", Suspect::ScpPath),
            ("postgres://u:pa#ss@h/db", Suspect::Password),
            ("git@e.com:/srv/a.git", Suspect::ScpAddress),
            ("C:\\a", Suspect::WindowsPath),
        ] {
            assert_eq!(meant(text.as_bytes()), Some(want), "{text}");
            assert!(want.sentence().contains(want.word()) || !want.brief().is_empty());
        }
        for text in [
            "http://e.com/a b",
            "http://e.com/?a=[.]",
            "/e.com",
            "//e.com",
            "index.html",
            "e.com:/a",
            "e.com:x",
            "a@e.com:80/x",
            ".com",
            "@e.com",
            "a@b",
            "hxxp:e",
            "mongodb://a,b/db",
            "http://h:8o80/",
            "ssh://h:port/",
            "",
        ] {
            assert_eq!(meant(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn texts_that_may_be_meant_are_not_suspects() {
        for text in [
            "http://e.com/a b",
            "http://e.com/?q=see http://f.com/",
            "a b",
            "/a:b c",
            "(a)",
            "[::1]:80",
            "user@host",
            "http://user@e.com:80/ ",
            "\"a",
            "",
            " ",
            "@h:p",
            "u@:p",
            "u@h:",
            "u!@h:p",
            "u@h!:p",
            "(a://e.com/",
            "a_b:c",
            "a_b:/c",
            "1://a",
            "/a_b://c",
            "see: a://e.com/",
            "see: 1a://e.com/",
            "see (1) a://e.com/",
            "see (1) 1a://e.com/",
        ] {
            assert_eq!(suspect(text.as_bytes()), None, "{text}");
        }
    }
}
