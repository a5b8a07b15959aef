//! Splitting: where the components of a URI reference begin and end (RFC 3986 Appendix B).
//!
//! Splitting never fails and never decides whether a component is legal.

use std::ops::Range;

use superuri_kernels as kernels;
use superuri_kernels::Table;
use superuri_kernels::marks::{BLOCK, MarkQuery, MarkSummary, Marks, below};
use superuri_kernels::set::{ALNUM, Set};

static NO_SCHEME: Table = Table::new(Set::all_but(ALNUM).but("+-.").bits());

/// Up to this length, in bytes, a plain loop is faster than a search.
const NEAR: usize = 16;

/// An empty table, because only the marks are needed.
pub(crate) const NOTHING: Table = Table::new(0);

/// The spans of the components. Absent and empty differ: `None` is absent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// Without its `:`.
    pub scheme: Option<Range<usize>>,
    /// Without its `//`.
    pub authority: Option<Range<usize>>,
    /// Always there, perhaps empty.
    pub path: Range<usize>,
    /// Without its `?`.
    pub query: Option<Range<usize>>,
    /// Without its `#`.
    pub fragment: Option<Range<usize>>,
}

/// The spans of an authority's subcomponents (RFC 3986 section 3.2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Authority {
    /// Without its `@`. The last `@` is the delimiter.
    pub userinfo: Option<Range<usize>>,
    /// With its brackets.
    pub host: Range<usize>,
    /// Without its `:`.
    pub port: Option<Range<usize>>,
}

/// The length of the scheme at the start of the text, without its `:`, if there is one (RFC 3986
/// section 3.1).
#[must_use]
pub fn scheme(text: &[u8]) -> Option<usize> {
    if !text.first()?.is_ascii_alphabetic() {
        return None;
    }
    let near = text.iter().take(NEAR).position(|&byte| NO_SCHEME.has(byte));
    let len = near.unwrap_or_else(|| kernels::find(text, &NO_SCHEME));
    (text.get(len) == Some(&b':')).then_some(len)
}

/// Is this a scheme (RFC 3986 section 3.1)?
#[must_use]
pub fn is_scheme(name: &[u8]) -> bool {
    let stays = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
    match name {
        b"https" | b"http" => true,
        [first, rest @ ..] => first.is_ascii_alphabetic() && rest.iter().all(stays),
        [] => false,
    }
}

/// The components of the text.
///
/// ```
/// let text = b"http://e.com?a#";
/// let parts = superuri::syntax::split::split(text);
/// assert_eq!(parts.authority, Some(7..12));
/// assert_eq!((parts.path, parts.query, parts.fragment), (12..12, Some(13..14), Some(15..15)));
/// ```
#[must_use]
pub fn split(text: &[u8]) -> Parts {
    let block = &text[..text.len().min(BLOCK)];
    let delimiters: Option<Delimiters> = kernels::look_at(block, &NOTHING);
    delimiters.and_then(|found| split_by(&found, text)).unwrap_or_else(|| split_searching(text))
}

/// Where delimiters are in the first block.
struct Delimiters {
    colon: u64,
    slash: u64,
    question: u64,
    hash: u64,
}

impl MarkQuery for Delimiters {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a look marks only what is needed")]
    fn of(_: &[u8], look: &MarkSummary) -> Option<Self> {
        let Marks { colon, slash, question, hash, .. } = look.first;
        Some(Self { colon, slash, question, hash })
    }
}

/// The components of a text; `None` if its scheme or its authority may end behind the first block.
fn split_by(found: &Delimiters, text: &[u8]) -> Option<Parts> {
    let is_cut = text.len() > BLOCK;
    let first = |bits: u64| bits.trailing_zeros() as usize;
    let behind = found.question | found.hash;
    let colon = first(found.colon);
    let scheme = (colon < BLOCK && is_scheme(&text[..colon])).then_some(colon);
    let from = scheme.map_or(0, |len| len + 1);
    if is_cut && (found.colon | found.slash | behind == 0 || from + 2 > BLOCK) {
        return None;
    }
    let slashes = found.slash & !below(from);
    let mut authority = None;
    if slashes & slashes >> 1 & !below(from) & below(from + 1) != 0 {
        let end = first((slashes | behind) & !below(from + 2));
        if is_cut && end == BLOCK {
            return None;
        }
        authority = Some(from + 2..end.min(text.len()));
    }
    let from = authority.as_ref().map_or(from, |span| span.end);
    let rest = text.get(BLOCK..).unwrap_or_default();
    let mut end = first(behind & !below(from));
    if end == BLOCK {
        end = memchr::memchr2(b'?', b'#', rest).map_or(text.len(), |n| BLOCK + n);
    }
    let mut hash = first(found.hash & !below(end));
    if hash == BLOCK {
        let from = end.max(BLOCK).min(text.len());
        hash = memchr::memchr(b'#', &text[from..]).map_or(text.len(), |n| from + n);
    }
    let query = (text.get(end) == Some(&b'?')).then(|| end + 1..hash);
    let fragment = (hash < text.len()).then(|| hash + 1..text.len());
    Some(Parts { scheme: scheme.map(|len| 0..len), authority, path: from..end, query, fragment })
}

/// The components of any text, found one after another. It is the reference implementation of
/// [`split_by`].
fn split_searching(text: &[u8]) -> Parts {
    let scheme = scheme(text).map(|len| 0..len);
    let mut at = scheme.as_ref().map_or(0, |scheme| scheme.end + 1);
    let authority = authority_end(text, at).map(|end| at + 2..end);
    if let Some(authority) = &authority {
        at = authority.end;
    }
    let found = |from: usize, n: Option<usize>| n.map_or(text.len(), |n| from + n);
    let path = at..found(at, memchr::memchr2(b'?', b'#', &text[at..]));
    let hash = || found(path.end, memchr::memchr(b'#', &text[path.end..]));
    let query = (text.get(path.end) == Some(&b'?')).then(|| path.end + 1..hash());
    let end = query.as_ref().map_or(path.end, |query| query.end);
    let fragment = (end < text.len()).then(|| end + 1..text.len());
    Parts { scheme, authority, path, query, fragment }
}

/// The end of the authority whose `//` is at `at`, if there is one.
#[must_use]
pub fn authority_end(text: &[u8], at: usize) -> Option<usize> {
    let rest = text[at..].strip_prefix(b"//")?;
    let len = memchr::memchr3(b'/', b'?', b'#', rest).unwrap_or(rest.len());
    Some(at + 2 + len)
}

/// The subcomponents of the authority at this span of the text.
#[must_use]
pub fn authority(text: &[u8], span: Range<usize>) -> Authority {
    let at_sign = memchr::memrchr(b'@', &text[span.clone()]).map(|n| span.start + n);
    let userinfo = at_sign.map(|at| span.start..at);
    let start = at_sign.map_or(span.start, |at| at + 1);
    let rest = &text[start..span.end];
    // A colon within the brackets of an IP literal does not begin a port.
    let literal = if rest.first() == Some(&b'[') {
        memchr::memchr(b']', rest).map_or(0, |n| n + 1)
    } else {
        0
    };
    let colon = memchr::memchr(b':', &rest[literal..]).map(|n| start + literal + n);
    let host = start..colon.unwrap_or(span.end);
    let port = colon.map(|at| at + 1..span.end);
    Authority { userinfo, host, port }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The components put together again as in RFC 3986 section 5.3.
    fn joined(text: &[u8], parts: &Parts) -> Vec<u8> {
        let mut out = Vec::new();
        if let Some(scheme) = &parts.scheme {
            out.extend_from_slice(&text[scheme.clone()]);
            out.push(b':');
        }
        if let Some(authority) = &parts.authority {
            out.extend_from_slice(b"//");
            out.extend_from_slice(&text[authority.clone()]);
        }
        out.extend_from_slice(&text[parts.path.clone()]);
        for (mark, part) in [(b'?', &parts.query), (b'#', &parts.fragment)] {
            if let Some(part) = part {
                out.push(mark);
                out.extend_from_slice(&text[part.clone()]);
            }
        }
        out
    }

    #[test]
    fn splitting_and_joining_gives_every_text_back() {
        for text in [
            "",
            "?",
            "#",
            "//",
            "a:",
            ":a",
            "1a:b",
            "a b:c",
            "////x",
            "?#?",
            "#?#",
            "http:///x",
            "file:/x",
            "x://",
            "http://u@h:1/p?q#f",
            "//[::1]:80?",
            "mailto:a@b",
            "a/b:c",
        ] {
            let parts = split(text.as_bytes());
            assert_eq!(joined(text.as_bytes(), &parts), text.as_bytes(), "{text}");
        }
    }

    #[test]
    fn the_marks_say_what_searching_finds() {
        let atoms = ["a", ":", "/", "//", "?", "#", "@", "1", "+", "http:", "https:", "\u{e9}"];
        let mut texts = vec![String::new()];
        for _ in 0..5 {
            let longer = texts.iter().flat_map(|t| atoms.iter().map(move |a| format!("{t}{a}")));
            texts = longer.chain([String::new()]).collect();
            for text in &texts {
                assert_eq!(split(text.as_bytes()), split_searching(text.as_bytes()), "{text}");
            }
        }
        // Every place and length, up to the end of a block and beyond it.
        for mark in atoms {
            for place in 0..=2 * BLOCK {
                let before = "a".repeat(place);
                for after in [0, 1, 2, BLOCK.saturating_sub(place + mark.len()), 2 * BLOCK] {
                    for lead in ["", "x:", "//", "x://h/", "?"] {
                        for end in ["", "/", "?b", "#b"] {
                            let text = [lead, &before, mark, &"b".repeat(after), end].concat();
                            assert_eq!(
                                split(text.as_bytes()),
                                split_searching(text.as_bytes()),
                                "{text}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_last_at_sign_and_the_first_colon_delimit() {
        for (text, userinfo, host, port) in [
            ("h", None, "h", None),
            ("u@h:80", Some("u"), "h", Some("80")),
            ("a@b@h", Some("a@b"), "h", None),
            ("u:p:q@[::1]:8", Some("u:p:q"), "[::1]", Some("8")),
            ("@:", Some(""), "", Some("")),
            ("h:1:2", None, "h", Some("1:2")),
        ] {
            let parts = authority(text.as_bytes(), 0..text.len());
            let of = |span: Option<Range<usize>>| span.map(|span| &text[span]);
            assert_eq!(of(parts.userinfo), userinfo, "{text}");
            assert_eq!(of(Some(parts.host)), Some(host), "{text}");
            assert_eq!(of(parts.port), port, "{text}");
        }
    }
}
