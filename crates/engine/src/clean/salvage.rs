//! Salvage: removing what mail, chat and shells put around a URI, and undoing their changes inside
//! it.
//!
//! Everything here deletes or restores a few ASCII characters; then the text is cleaned like any
//! other.

use std::{borrow::Cow, cmp::Reverse, ops::Range};

use crate::base::error::Result;
use crate::clean::edit::{Edit, Why, apply};
use crate::clean::fanged;
use crate::codec::triplets::triplet;
use crate::syntax::split;
use superuri_kernels::memory;

/// The delimiters that enclose a URI in free text, opening and closing.
pub(super) const WRAPPERS: [(&str, &str); 7] = [
    ("<", ">"),
    ("\"", "\""),
    ("'", "'"),
    ("`", "`"),
    ("\u{201C}", "\u{201D}"),
    ("\u{2018}", "\u{2019}"),
    ("\u{AB}", "\u{BB}"),
];

/// The byte order mark at the start of a text file.
const BOM: &[u8] = "\u{FEFF}".as_bytes();

/// Schemes that are recognised without two slashes.
const OPAQUE: [&[u8]; 5] = [b"mailto:", b"data:", b"urn:", b"tel:", b"javascript:"];

/// The edits that salvage the text and then clean the result, in offsets of the text.
///
/// # Errors
/// Those of `clean`, with offsets of the text.
pub fn edits(text: &[u8], clean: impl FnOnce(&[u8]) -> Result<Vec<Edit>>) -> Result<Vec<Edit>> {
    let salvaged = salvages(text);
    if salvaged.is_empty() {
        return clean(text);
    }
    let origin = SalvageMap::of(text.len(), &salvaged);
    let inner = apply(text, &salvaged);
    let cleaned = clean(&inner).map_err(|mut error| {
        error.at = origin.span(&error.at);
        error
    })?;
    let moved = cleaned.into_iter().map(|edit| Edit { at: origin.span(&edit.at), ..edit });
    let mut all: Vec<Edit> = salvaged.into_iter().chain(moved).collect();
    // Of two that begin together, the wider comes first.
    all.sort_by_key(|edit| (edit.at.start, Reverse(edit.at.end)));
    // An edit that replaces a whole span, as of a host, includes what was salvaged inside it.
    let mut end = 0;
    all.retain(|edit| {
        let apart = edit.at.start >= end;
        end = end.max(edit.at.end);
        apart
    });
    Ok(all)
}

/// The text without what surrounds it, and with the changes inside it undone.
#[must_use]
pub fn salvaged(text: &[u8]) -> Cow<'_, [u8]> {
    let edits = salvages(text);
    if edits.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(apply(text, &edits)) }
}

fn salvages(text: &[u8]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for_each_edit(text, &mut |edit| memory::push(&mut edits, edit));
    edits.sort_unstable_by_key(|edit| edit.at.start);
    edits
}

/// Passes the edits that salvage the text to `put`: those around it first, then those inside, in
/// order.
pub(crate) fn for_each_edit(text: &[u8], put: &mut dyn FnMut(Edit)) {
    let inside = unwrapped(text, put);
    let body = &text[inside.clone()];
    fanged::salvage(body, &mut |edit| {
        let at = inside.start + edit.at.start..inside.start + edit.at.end;
        put(Edit { at, ..edit });
    });
    let host = host(body);
    let mut at = inside.start;
    while at < inside.end {
        let rest = &text[at..inside.end];
        match rest[0] {
            b'&' if !host.contains(&(at - inside.start)) => {
                let mut end = at + 1;
                while text[end..inside.end].starts_with(b"amp;") {
                    end += 4;
                }
                if end > at + 1 {
                    put(deletion(at + 1..end, Why::Entity));
                }
                at = end;
            }
            b'\\' if triplet(&rest[1..]).is_some() => {
                put(deletion(at..at + 1, Why::ShellEscape));
                at += 1;
            }
            _ => at += 1,
        }
    }
}

/// The span of the host. An entity there stays: no host name contains a `&`, and an entity that
/// IDNA makes by mapping characters (`&Amp;`, a full-width `＆amp;`) would only be undone by a
/// second cleaning.
fn host(body: &[u8]) -> Range<usize> {
    split::split(body).authority.map_or(0..0, |at| split::authority(body, at).host)
}

/// The span inside white space, brackets and quotes; each removed layer is an edit.
fn unwrapped(text: &[u8], put: &mut dyn FnMut(Edit)) -> Range<usize> {
    let mut inside = 0..text.len();
    let mut cut = |inside: &mut Range<usize>, front: usize, back: usize, why| {
        if front > 0 {
            put(deletion(inside.start..inside.start + front, why));
        }
        if back > 0 {
            put(deletion(inside.end - back..inside.end, why));
        }
        *inside = inside.start + front..inside.end - back;
    };
    loop {
        let body = &text[inside.clone()];
        let front = body.len() - body.trim_ascii_start().len();
        let back = if front < body.len() { body.len() - body.trim_ascii_end().len() } else { 0 };
        if front + back > 0 {
            cut(&mut inside, front, back, Why::Trim);
        } else if body.starts_with(BOM) {
            cut(&mut inside, BOM.len(), 0, Why::Trim);
        } else if let Some((open, close)) = wrapper(body) {
            cut(&mut inside, open, close, Why::Unwrap);
        } else {
            return inside;
        }
    }
}

pub(super) fn begins_uri(text: &[u8]) -> bool {
    let known =
        |head: &[u8]| text.get(..head.len()).is_some_and(|it| it.eq_ignore_ascii_case(head));
    begins_url(text) || known(b"www.") || OPAQUE.iter().any(|scheme| known(scheme))
}

/// Whether the text begins with a scheme and two slashes.
pub(super) fn begins_url(text: &[u8]) -> bool {
    scheme_len(text).is_some_and(|len| text[len..].starts_with(b"://"))
}

pub(super) fn of_scheme(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')
}

/// The length of the scheme at the start of the text (RFC 3986 section 3.1), if it has two letters
/// or more.
fn scheme_len(text: &[u8]) -> Option<usize> {
    let len = text.iter().take_while(|b| of_scheme(**b)).count();
    (len > 1 && text[0].is_ascii_alphabetic()).then_some(len)
}

/// The lengths of the bracket or quote that opens the text and of the one that closes it.
pub(crate) fn wrapper(body: &[u8]) -> Option<(usize, usize)> {
    if body.first()?.is_ascii_alphanumeric() {
        return None;
    }
    if let [b'(', inner @ .., b')'] = body
        && begins_uri(inner)
    {
        // Parentheses may be data; around a scheme they are not.
        return Some((1, 1));
    }
    WRAPPERS.iter().find_map(|(open, close)| {
        let wraps = body.len() >= open.len() + close.len()
            && body.starts_with(open.as_bytes())
            && body.ends_with(close.as_bytes());
        // RFC 3986 Appendix C: an older custom writes <URL:…>.
        let custom = *open == "<"
            && body.get(1..5).is_some_and(|prefix| prefix.eq_ignore_ascii_case(b"URL:"));
        wraps.then_some((open.len() + if custom { 4 } else { 0 }, close.len()))
    })
}

const fn deletion(at: Range<usize>, why: Why) -> Edit {
    Edit { at, with: Cow::Borrowed(b""), why }
}

/// Maps the bytes of the salvaged text to their origin.
struct SalvageMap {
    /// The spans that were kept or replaced, in order.
    runs: Vec<SalvagedSpan>,
}

/// A span of the salvaged text and what it was in the text.
struct SalvagedSpan {
    inner: Range<usize>,
    at: Range<usize>,
}

impl SalvageMap {
    fn of(len: usize, edits: &[Edit]) -> Self {
        let (mut runs, mut inner, mut at) = (Vec::new(), 0, 0);
        let mut push = |len: usize, origin: Range<usize>| {
            memory::push(&mut runs, SalvagedSpan { inner: inner..inner + len, at: origin });
            inner += len;
        };
        for edit in edits {
            // A replacement of the same length does not move what follows.
            if edit.with.len() != edit.at.len() {
                push(edit.at.start - at, at..edit.at.start);
                if !edit.with.is_empty() {
                    push(edit.with.len(), edit.at.clone());
                }
                at = edit.at.end;
            }
        }
        push(len - at, at..len);
        Self { runs }
    }

    /// The origin of this byte. All bytes of a replacement have the same one.
    fn byte(&self, inner: usize) -> Range<usize> {
        let n = self.runs.partition_point(|run| run.inner.end <= inner);
        let run = &self.runs[n.min(self.runs.len() - 1)];
        if run.inner.len() != run.at.len() {
            return run.at.clone();
        }
        let byte = run.at.start + inner - run.inner.start;
        byte..byte + 1
    }

    fn span(&self, inner: &Range<usize>) -> Range<usize> {
        let start = self.byte(inner.start).start;
        let end = if inner.is_empty() { start } else { self.byte(inner.end - 1).end };
        start..end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_to_a_uri_are_undone() {
        for (text, want) in [
            (" <http://e.com/a> ", "http://e.com/a"),
            ("<URL:http://e.com/>", "http://e.com/"),
            ("\u{FEFF}“http://e.com/”", "http://e.com/"),
            ("'\"http://e.com\"'", "http://e.com"),
            ("hxxps://e.com/?a&amp;amp;b&amp;c", "https://e.com/?a&b&c"),
            ("http://e.com/a\\%20b\\c", "http://e.com/a%20b\\c"),
            ("(https://e.com/a_(b))", "https://e.com/a_(b)"),
            ("(a)", "(a)"),
            ("hxxp", "hxxp"),
            ("HXXP://e[.]com:80/a[.]b", "http://e.com:80/a[.]b"),
            ("<hxp://a[dot]e[.]com/&amp;>", "http://a.e.com/&"),
            ("http://e(.)com/", "http://e(.)com/"),
            ("hxxp[:]//e[.]com/", "hxxp[:]//e[.]com/"),
            ("e[.]com", "e[.]com"),
            ("//a&amp;b@c&amp;d/e&amp;f", "//a&b@c&amp;d/e&f"),
            ("   ", ""),
            ("<", "<"),
            ("''", ""),
            ("<www.e.com>", "www.e.com"),
            ("<mailto:a@e.com>", "mailto:a@e.com"),
            ("(1a://e.com)", "(1a://e.com)"),
            (" http://a&amp;b/&amp;", "http://a&amp;b/&"),
            ("         http://a&amp;b/", "http://a&amp;b/"),
            ("(www.e.com)", "www.e.com"),
        ] {
            assert_eq!(&*salvaged(text.as_bytes()), want.as_bytes(), "{text}");
        }
    }
}
