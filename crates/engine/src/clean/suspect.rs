//! Suspects: texts that are probably not a single URI, such as a path of Windows or a URI in
//! brackets.
//!
//! `clean` never guesses, so it escapes these like any other text. The command line counts them,
//! and the linter does not offer their escapes as safe fixes.

use crate::clean::fanged::is_defanged;
use crate::clean::salvage::{WRAPPERS, begins_uri, begins_url, of_scheme, wrapper};
use crate::syntax::split;

/// What such a text probably is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suspect {
    /// A URI in quotes or brackets.
    Wrapped,
    /// A URI with white space in its scheme or host.
    Spaced,
    /// A URI next to other words or another URI.
    Beside,
    /// A URI after an invisible character.
    Invisible,
    /// A path of Windows.
    WindowsPath,
    /// An address in the notation of scp and git.
    ScpAddress,
    /// A URL that was written so that nobody opens it.
    Defanged,
}

impl Suspect {
    /// What the text probably is, and what to do.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Wrapped => "it seems to be a URI in quotes or brackets: remove them",
            Self::Spaced => "there is white space in the scheme or host: remove it",
            Self::Beside => "there are other words or another URI next to the URI: separate them",
            Self::Invisible => "an invisible character precedes the URI: remove it",
            Self::WindowsPath => {
                "it seems to be a path of Windows: file_uri.from_path makes a URI of it"
            }
            Self::ScpAddress => {
                "it seems to be an address of scp or git, user@host:path: ssh://user@host/path is its URI"
            }
            Self::Defanged => "it seems to be a defanged URL: superuri refang restores it",
        }
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
    } else {
        spaced(text)
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
    !path.is_empty() && is_name(&before[..at]) && is_name(&before[at + 1..])
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
            "see: a://e.com/",
            "see: 1a://e.com/",
            "see (1) a://e.com/",
            "see (1) 1a://e.com/",
        ] {
            assert_eq!(suspect(text.as_bytes()), None, "{text}");
        }
    }
}
