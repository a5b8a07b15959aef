//! Browsers: where they drop a character that is not allowed in a URI, or read it as a delimiter, so
//! that its escape would lead them elsewhere.

use std::ops::Range;

use super::{Linter, occurring::Occurring};
use crate::base::schemes::{SPECIAL_SCHEMES, scheme_in};
use crate::syntax::split::{self, Parts};
/// What browsers drop of a text (URL standard, section 4.4, basic URL parser).
pub(super) struct Dropped {
    /// Is there a tab or a line break between others, or a scheme or an authority behind the dropped
    /// controls? Then they read other components.
    pub(super) reads_otherwise: bool,
    /// The text without the controls and spaces at its ends.
    pub(super) inner: Range<usize>,
}

impl Dropped {
    pub(super) fn of(text: &[u8], occurs: &Occurring) -> Self {
        let is_kept = |byte: &u8| *byte > b' ';
        let start = text.iter().position(is_kept).unwrap_or(text.len());
        let end = text.iter().rposition(is_kept).map_or(start, |last| last + 1);
        let any_break = || memchr::memchr3(b'\t', b'\n', b'\r', text.trim_ascii()).is_some();
        let rest = &text[start..];
        let begins_otherwise = || split::scheme(rest).is_some() || begins_with_slashes(rest);
        let reads_otherwise =
            occurs.has_any(b"\t\n\r") && any_break() || start > 0 && begins_otherwise();
        Self { reads_otherwise, inner: start..end }
    }
}

/// What some parsers count to the authority: they end it only at a slash, and an `@` behind it
/// begins their host. Escaped, the host would be another one.
pub(super) fn claimed(text: &[u8], parts: &Parts) -> Range<usize> {
    let Some(Range { end, .. }) = parts.authority else { return 0..0 };
    let len = memchr::memchr(b'/', &text[end..]).unwrap_or(text.len() - end);
    let has_host = memchr::memchr(b'@', &text[end..end + len]).is_some();
    if has_host { end..end + len } else { 0..0 }
}

/// Is this an internationalised host of a `file:` URL? Browsers turn it into A-labels, escaped or
/// not, and other parsers do not: they would see another host.
pub(super) fn is_in_host_of_file(found: &Linter<'_>, at: usize) -> bool {
    let Parts { scheme, authority, .. } = &found.parts;
    authority.as_ref().is_some_and(|authority| authority.contains(&at))
        && scheme.clone().is_some_and(|at| found.text[at].eq_ignore_ascii_case(b"file"))
        && !found.text[at].is_ascii()
}

/// Do browsers read a delimiter there, or drop the character? Then escaping it would lead them
/// elsewhere (URL standard, section 4.4, basic URL parser).
pub(super) fn is_syntax_in_browsers(found: &Linter<'_>, at: usize) -> bool {
    let text = found.text;
    let Some(&byte) = text.get(at) else { return false };
    // A character that they drop may be inside a scheme or an escape.
    if found.dropped.reads_otherwise || !found.dropped.inner.contains(&at) {
        return true;
    }
    let scheme = found.parts.scheme.clone().map(|scheme| &text[scheme]);
    if scheme.is_some() && !scheme_in(scheme, &SPECIAL_SCHEMES) {
        return false;
    }
    let slashes = match scheme {
        Some(scheme) => Some(&text[scheme.len() + 1..]),
        None => Some(text).filter(|text| begins_with_slashes(text)),
    };
    let is_file = scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"file"));
    // After `//`, all parsers see a host; after two slashes of another kind, browsers do, and after
    // more or fewer, unless it is a file.
    let is_odd = |rest: &[u8]| {
        let is_two = begins_with_slashes(rest) && !matches!(rest.get(2), None | Some(b'/' | b'\\'));
        if is_two { !rest.starts_with(b"//") } else { !is_file }
    };
    let data = found.parts.query.clone().or(found.parts.fragment.clone());
    let is_data = data.is_some_and(|data| data.start <= at);
    match byte {
        _ if is_data => false,
        b'\\' => true,
        b'|' => {
            let inner = &found.dropped.inner;
            is_drive(&text[inner.clone()], at - inner.start)
        }
        _ => slashes.is_some_and(is_odd),
    }
}

/// Does the text begin with two slashes, as browsers read them?
fn begins_with_slashes(text: &[u8]) -> bool {
    matches!(text, [b'/' | b'\\', b'/' | b'\\', ..])
}

/// Is this the `|` of a drive, as in `/C|/`?
fn is_drive(text: &[u8], at: usize) -> bool {
    at > 0 && text[at - 1].is_ascii_alphabetic() && is_of_drive(text, &(at - 1..at))
}

/// Is this span the whole segment but for one `:` or `|` behind it, as the letter of a drive is?
pub(super) fn is_of_drive(text: &[u8], at: &Range<usize>) -> bool {
    let begins = at.start == 0 || matches!(text[at.start - 1], b'/' | b'\\' | b':');
    let ends = |behind: &[u8]| behind.first().is_none_or(|next| b"/\\?#".contains(next));
    begins && matches!(text[at.end..], [b':' | b'|', ref behind @ ..] if ends(behind))
}
