//! Fast check: a quick test that is enough for most URIs.
//!
//! Most URIs are short and legal, and are already in the wanted form, or would be if some of their
//! octets were escaped. A single [look](kernels::look_at) at the text recognises most of these. A
//! yes is certain; a no is not, so the remaining texts are processed in full.

use crate::base::{schemes, sets::rfc3986};
use crate::codec::triplets::triplet;
use crate::syntax::hosts::plain::{ODD_IN_HOST, has_a_label};
use crate::syntax::{dots, split};
use superuri_kernels as kernels;
use superuri_kernels::marks::{BLOCK, MarkQuery, MarkSummary, below};
use superuri_kernels::{Table, encode_onto, find, set::Set};

/// Longer texts are searched by the functions for long texts.
const LONGEST: usize = 4 * BLOCK;

/// Bytes that are not allowed in a URI, and brackets, which are allowed only in some places.
pub const ODD_OCTETS: Set = rfc3986::FRAGMENT.but("%#");

/// The same as a table.
pub static ODD: Table = Table::new(ODD_OCTETS.bits());

/// Bytes that the URL standard escapes in paths, queries and fragments alike.
static ESCAPED_IN_HREF: Table = Table::new(Set::only(" \"<>").bits());

/// Like [`ODD`], with the `'`, which the URL standard escapes in a query but not in a path.
static ODD_IN_HREF: Table = Table::new(rfc3986::FRAGMENT.but("%#").and("'").bits());

/// How a text becomes a legal URI reference, if one look shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FastResult {
    /// It is one already.
    Unchanged,
    /// By escaping its octets that are in [`ODD`].
    Escaped,
}

/// How this text becomes a legal URI reference, if one look shows it.
///
/// ```
/// use superuri::clean::fast_check::{FastResult, legal};
/// assert_ne!(legal(b"http://example.com/a b"), Some(FastResult::Unchanged));
/// ```
#[must_use]
#[inline]
pub fn legal(text: &[u8]) -> Option<FastResult> {
    if text.len() > LONGEST { None } else { kernels::look_at(text, &ODD) }
}

impl MarkQuery for FastResult {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a look marks only what is needed")]
    fn of(text: &[u8], look: &MarkSummary) -> Option<Self> {
        FastCheck::of(text, look)?.legal(text)
    }
}

/// Whether one look shows that this is a legal URI reference.
///
/// ```
/// use superuri::clean::fast_check::is_legal;
/// assert!(!is_legal(b"http://example.com/a b"));
/// ```
#[must_use]
#[inline]
pub fn is_legal(text: &[u8]) -> bool {
    legal(text) == Some(FastResult::Unchanged)
}

/// How this text becomes a legal URI reference, as [`legal`], and whether it has a triplet already.
#[inline]
pub(crate) fn legal_and_triplets(text: &[u8]) -> Option<(FastResult, bool)> {
    let check = FastCheck::at(text, &ODD)?;
    Some((check.legal(text)?, check.escapes))
}

/// Whether one look shows that this is its own normal form at the highest level.
///
/// ```
/// use superuri::clean::fast_check::is_normal;
/// assert!(!is_normal(b"http://example.com"));
/// ```
#[must_use]
pub fn is_normal(text: &[u8]) -> bool {
    FastCheck::at(text, &ODD).is_some_and(|check| check.is_normal(text))
}

/// Whether one look shows that this is a URL of the URL standard that equals its `href`.
///
/// ```
/// use superuri::clean::fast_check::is_href;
/// assert!(!is_href(b"http://0x7f.1/"));
/// ```
#[must_use]
pub fn is_href(text: &[u8]) -> bool {
    let Some(check) = FastCheck::at(text, &ODD_IN_HREF) else { return false };
    let (Some(len), Some((start, end))) = (check.scheme, check.authority) else { return false };
    // These schemes have a host, and no special rules for it.
    !check.odd
        && schemes::IDNA_SCHEMES.contains(&&text[..len])
        && text.get(end) == Some(&b'/')
        && find(&text[start..end], &ODD_IN_HOST) == end - start
        // A label that begins with a digit may be a number, which would make the host an address.
        && text[check.label].is_ascii_lowercase()
        && !has_a_label(&text[start..end])
        && (!check.escapes || !has_escaped_dot(text))
        && (!check.dots || !has_dots(text))
}

/// The href of a URL of the URL standard, if one look shows that it only needs escapes.
///
/// ```
/// use superuri::clean::fast_check::escaped_href;
/// let href = escaped_href("http://e.com/a b".as_bytes());
/// assert!(href.is_none_or(|href| href == b"http://e.com/a%20b"));
/// ```
#[must_use]
pub fn escaped_href(text: &[u8]) -> Option<Vec<u8>> {
    // A space at either end is not part of the URL.
    if text.len() > LONGEST || text.first()? == &b' ' || text.last()? == &b' ' {
        return None;
    }
    let mut escaped = Vec::new();
    encode_onto(text, &ESCAPED_IN_HREF, &mut escaped);
    // A character that was escaped in scheme or host makes `is_href` fail.
    is_href(&escaped).then_some(escaped)
}

/// What one look found.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct FastCheck {
    /// Whether a byte after the authority is in the set.
    pub(crate) odd: bool,
    /// Whether a letter of scheme or authority is in upper case.
    pub(crate) upper: bool,
    /// The length of the scheme.
    pub(crate) scheme: Option<usize>,
    /// The start and end of the authority, which has a host and perhaps a port.
    pub(crate) authority: Option<(usize, usize)>,
    /// The start of the port.
    pub(crate) port: Option<usize>,
    /// Where the last label of the authority starts.
    label: usize,
    pub(crate) escapes: bool,
    /// Whether there is a dot after a slash, or at the start.
    pub(crate) dots: bool,
}

impl MarkQuery for FastCheck {
    /// For a URI reference that is legal except for octets of the set after its authority; `None`
    /// if one look is not enough to find out.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a look marks only what is needed")]
    fn of(text: &[u8], look: &MarkSummary) -> Option<Self> {
        if look.all.stray != 0 || look.hashes > 1 {
            return None;
        }
        let marks = &look.first;
        let ends = marks.slash | marks.question | marks.hash;
        let first = |bits: u64| bits.trailing_zeros() as usize;
        let scheme = (first(marks.colon) < first(ends)).then(|| first(marks.colon));
        if !scheme.is_none_or(|len| split::is_scheme(&text[..len])) {
            return None;
        }
        let at = scheme.map_or(0, |len| len + 1);
        if at + 2 >= BLOCK || ends == 0 && text.len() > BLOCK {
            return None;
        }
        let mut upper_matters = below(at);
        let (mut authority, mut port, mut label) = (None, None, at);
        if marks.slash >> at & 0b11 == 0b11 {
            let start = at + 2;
            let end = first(ends & !below(start));
            if end == BLOCK && text.len() > BLOCK {
                return None;
            }
            let end = end.min(text.len());
            let within = between(start, end);
            if marks.at & within != 0 {
                return None;
            }
            if marks.colon & within != 0 {
                let start = first(marks.colon & within) + 1;
                if !text[start..end].iter().all(u8::is_ascii_digit) {
                    return None;
                }
                port = Some(start);
            }
            let dots = marks.dot & within;
            label = if dots == 0 { start } else { dots.ilog2() as usize + 1 };
            upper_matters |= within;
            authority = Some((start, end));
        }
        if marks.members & below(authority.map_or(at, |(_, end)| end)) != 0 {
            return None;
        }
        Some(Self {
            odd: look.all.members != 0,
            dots: look.all.slash_dot | marks.dot & 1 != 0,
            escapes: look.all.percent != 0,
            upper: marks.upper & upper_matters != 0,
            scheme,
            authority,
            port,
            label,
        })
    }
}

impl FastCheck {
    /// The check of a text, if it is short enough.
    #[inline]
    pub(crate) fn at(text: &[u8], odd: &Table) -> Option<Self> {
        if text.len() > LONGEST { None } else { kernels::look_at(text, odd) }
    }

    /// Whether this is certainly its own normal form at the highest level.
    pub(crate) fn is_normal(&self, text: &[u8]) -> bool {
        !self.odd
            && !self.upper
            && self.authority.is_none_or(|(_, end)| self.keeps_authority(text, end))
            && (!self.escapes || escapes_are_normal(text))
            && (!self.dots || !has_dots(text))
    }

    /// Whether port and path after this authority, which ends at `end`, stay unchanged.
    fn keeps_authority(&self, text: &[u8], end: usize) -> bool {
        let row = || self.scheme.and_then(|len| schemes::find(&text[..len]));
        let keeps_port = self.port.is_none_or(|start| match &text[start..end] {
            [] | [b'0', _, ..] => false,
            port => row().is_none_or(|row| row.port != port),
        });
        keeps_port && (text.get(end) == Some(&b'/') || row().is_none_or(|row| !row.has_root))
    }

    #[inline]
    pub(crate) fn legal(&self, text: &[u8]) -> Option<FastResult> {
        // White space around a URI is not part of it.
        let is_space = |end: Option<&u8>| end.is_some_and(u8::is_ascii_whitespace);
        let inner = !self.odd || !is_space(text.first()) && !is_space(text.last());
        inner.then_some(if self.odd { FastResult::Escaped } else { FastResult::Unchanged })
    }
}

/// A word with a bit set for each place from `start` up to `end`.
const fn between(start: usize, end: usize) -> u64 {
    below(end) & !below(start)
}

/// Whether every triplet is in upper case, and none is of an unreserved character.
fn escapes_are_normal(text: &[u8]) -> bool {
    memchr::memchr_iter(b'%', text).all(|at| {
        let digits = &text[at + 1..at + 3];
        !digits.iter().any(u8::is_ascii_lowercase)
            && triplet(&text[at..])
                .is_some_and(|octet| !octet.is_ascii() || rfc3986::COMPONENT.encodes(octet))
    })
}

fn has_escaped_dot(text: &[u8]) -> bool {
    memchr::memchr_iter(b'%', text).any(|at| triplet(&text[at..]) == Some(b'.'))
}

fn has_dots(text: &[u8]) -> bool {
    dots::has_dots(&text[split::split(text).path])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean::edit::apply;
    use crate::clean::edits::{Encodings, edits};
    use crate::clean::octets;
    use crate::clean::profiles::RFC3986;
    use crate::normal::{Also, Level, normalize, of_clean};
    use crate::rng::Rng;
    use crate::syntax::hosts::whatwg::{Part, Url};

    /// Pieces to be joined to texts, including some that confuse parsers.
    #[rustfmt::skip] // similar atoms share a line
    const ATOMS: &[&str] = &[
        "http://", "https://", "HTTP://", "ftp://", "x://", "mailto:", "//", "http:", "file://", "e.com", "a.b-c.de",
        "www.example.org", "E.com", "xn--a", "1.2", "a.0x7f", "a_b", "a..b", ":80", ":8080", ":", ":0", ":443", "@",
        "/", "/", "/", "/a", "/path/to", "/.", "/..", "/...", ".", "..", "./", "%2e", "%2E", "%41", "%2f", "%2F", "%C3%A9",
        "%c3", "%", "%2", "?", "?q=1", "&a=b", "'", "#", "#frag", "[", "[::1]", "\\", " ", "\t", "|", "^", "\"", "~", "!", "é",
        "abcdefghijklmnopqrstuvwxyz", "0123456789012345678901234567890123456789", "a", "-", "+", ";=,", "A", "9",
    ];

    /// Calls `check` with joined pieces, and with each such text shifted across the boundaries of
    /// blocks. Prints the seed.
    fn texts(count: usize, mut check: impl FnMut(&[u8])) {
        let mut rng = Rng(20_261_121);
        println!("{rng:?}");
        let mut below = |limit| rng.below(limit);
        for _ in 0..count {
            let mut text = Vec::new();
            if below(3) > 0 {
                text.extend_from_slice(b"http://www.example.org");
            }
            for _ in 0..below(8) {
                text.extend_from_slice(ATOMS[below(ATOMS.len())].as_bytes());
            }
            check(&text);
            let place = below(text.len() + 1);
            let letters = std::iter::repeat_n(b'a', below(2 * BLOCK));
            text.splice(place..place, letters);
            check(&text);
        }
    }

    #[test]
    fn a_yes_is_certain() {
        let (mut legal, mut cleaned, mut normal, mut href, mut escaped) = (0, 0, 0, 0, 0);
        let count = if std::env::var_os("SUPERURI_FULL").is_some() { 400_000 } else { 100_000 };
        let mut all = Also::default();
        for (_, option) in Also::NAMES {
            *option(&mut all) = true;
        }
        texts(count, |text| {
            let shown = text.escape_ascii();
            let truth = || edits(text, RFC3986, Encodings::default());
            if is_legal(text) {
                legal += 1;
                assert_eq!(truth(), Ok(vec![]), "{shown}");
            }
            if super::legal(text) == Some(FastResult::Escaped) {
                cleaned += 1;
                let mut found = Vec::new();
                encode_onto(text, &ODD, &mut found);
                let want = apply(text, &truth().expect("legal, except for octets"));
                assert_eq!(found, want, "{shown}");
                assert_ne!(found, text, "{shown}");
                let listed = octets::edits(text, 0..text.len(), ODD_OCTETS, true);
                assert_eq!(Ok(listed), truth(), "{shown}");
            }
            if is_legal(text) {
                for (_, level) in Level::NAMES {
                    let found = normalize(text, level, Also::default()).expect("it is legal");
                    assert_eq!(found, of_clean(text, level, Also::default()), "{shown}");
                }
                let found = normalize(text, Level::Scheme, all).expect("it is legal");
                assert_eq!(found, of_clean(text, Level::Scheme, all), "{shown}");
            }
            let legal_and_triplets = super::legal(text).map(|legal| (legal, text.contains(&b'%')));
            assert_eq!(super::legal_and_triplets(text), legal_and_triplets, "{shown}");
            if is_normal(text) {
                normal += 1;
                let truth = of_clean(text, Level::Scheme, Also::default());
                assert_eq!(truth, text, "{shown}");
            }
            if let Some(found) = escaped_href(text)
                && let Ok(text) = std::str::from_utf8(text)
            {
                escaped += 1;
                let url = Url::parse(text, None).expect("a URL");
                assert_eq!(url.href().as_bytes(), found, "{text:?}");
            }
            if is_href(text) {
                href += 1;
                let text = std::str::from_utf8(text).expect("ASCII");
                let url = Url::parse(text, None).expect("a URL");
                assert_eq!(url.href(), text);
                for part in Part::ALL {
                    assert_eq!(part.of_href(text), url.get(part), "{} of {text}", part.name());
                }
            }
        });
        // Without the necessary CPU instructions, the result is never yes.
        let rare = [legal, cleaned, normal, href, escaped].map(|found| found < count / 40);
        assert!(legal == 0 || rare == [false; 5], "{legal} {cleaned} {normal} {href} {escaped}");
    }

    #[test]
    fn common_uris_need_one_look() {
        if kernels::marks(b"", &ODD).is_none() {
            return;
        }
        for text in ["https://www.example.com/", "http://e.com/a/b.c?q=a+b&c=%2F#f", "/a?b", ""] {
            assert!(is_normal(text.as_bytes()), "{text}");
        }
        let long = ["https://www.example.com/", &"a".repeat(200)].concat();
        for text in ["http://e.com/.well-known/%2F", "wss://a.b/?q#f", &long] {
            assert!(is_normal(text.as_bytes()), "{text}");
            assert!(is_href(text.as_bytes()), "{text}");
        }
    }
}
