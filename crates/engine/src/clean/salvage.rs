//! Salvage: what mail, chat and shells put around a URI and changed inside it, undone.
//!
//! Everything here deletes or puts back a few ASCII characters, and then the text is cleaned like
//! any other.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;

use crate::base::error::Result;
use crate::clean::edit::{Edit, Why, apply};
use crate::codec::triplets::triplet;
use crate::syntax::split;
use superuri_kernels::memory;

/// What is around a URI in free text, opening and closing.
pub(super) const WRAPPERS: [(&str, &str); 7] = [
    ("<", ">"),
    ("\"", "\""),
    ("'", "'"),
    ("`", "`"),
    ("\u{201C}", "\u{201D}"),
    ("\u{2018}", "\u{2019}"),
    ("\u{AB}", "\u{BB}"),
];

/// The byte order mark, as a text file's first line has it.
const BOM: &[u8] = "\u{FEFF}".as_bytes();

/// Schemes that are known without two slashes.
const OPAQUE: [&[u8]; 5] = [b"mailto:", b"data:", b"urn:", b"tel:", b"javascript:"];

/// The edits that salvage the text and then clean what was salvaged, in offsets of the text.
///
/// # Errors
/// What cleaning refuses, in offsets of the text.
pub fn edits(text: &[u8], clean: impl FnOnce(&[u8]) -> Result<Vec<Edit>>) -> Result<Vec<Edit>> {
    let salvaged = salvages(text);
    if salvaged.is_empty() {
        return clean(text);
    }
    let origin = Origin::of(text.len(), &salvaged);
    let inner = apply(text, &salvaged);
    let cleaned = clean(&inner).map_err(|mut error| {
        error.at = origin.span(&error.at);
        error
    })?;
    let moved = cleaned.into_iter().map(|edit| Edit { at: origin.span(&edit.at), ..edit });
    let mut all: Vec<Edit> = salvaged.into_iter().chain(moved).collect();
    // The wider of two that begin together comes first.
    all.sort_by_key(|edit| (edit.at.start, Reverse(edit.at.end)));
    // What is replaced as a whole, as a host is, takes along what was salvaged inside it.
    let mut end = 0;
    all.retain(|edit| {
        let apart = edit.at.start >= end;
        end = end.max(edit.at.end);
        apart
    });
    Ok(all)
}

/// The text with what surrounds it taken off, and its inside put back.
#[must_use]
pub fn salvaged(text: &[u8]) -> Cow<'_, [u8]> {
    let edits = salvages(text);
    if edits.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(apply(text, &edits)) }
}

fn salvages(text: &[u8]) -> Vec<Edit> {
    let mut edits = Vec::new();
    each(text, &mut |edit| memory::push(&mut edits, edit));
    edits.sort_unstable_by_key(|edit| edit.at.start);
    edits
}

/// Puts the edits that salvage the text, one by one: those around it, then those inside in order.
pub(crate) fn each(text: &[u8], put: &mut dyn FnMut(Edit)) {
    let inside = unwrapped(text, put);
    let body = &text[inside.clone()];
    if body.len() > 4 && body[..4].eq_ignore_ascii_case(b"hxxp") {
        let secure = usize::from(body[4].eq_ignore_ascii_case(&b's'));
        if body.get(4 + secure) == Some(&b':') {
            let at = inside.start + 1..inside.start + 3;
            put(Edit { at, with: Cow::Borrowed(b"tt"), why: Why::Defanged });
        }
    }
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

/// Where the host is. An entity there stays: no name holds a `&`, and what IDNA lowers or
/// maps to one (`&Amp;`, a full-width `＆amp;`) would be undone only the second time.
fn host(body: &[u8]) -> Range<usize> {
    split::split(body).authority.map_or(0..0, |at| split::authority(body, at).host)
}

/// What is left inside white space, brackets and quotes; each layer taken off is an edit.
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

/// Does a URI begin here?
pub(super) fn begins_uri(text: &[u8]) -> bool {
    let known =
        |head: &[u8]| text.get(..head.len()).is_some_and(|it| it.eq_ignore_ascii_case(head));
    begins_url(text) || known(b"www.") || OPAQUE.iter().any(|scheme| known(scheme))
}

/// A scheme and two slashes.
pub(super) fn begins_url(text: &[u8]) -> bool {
    scheme_len(text).is_some_and(|len| text[len..].starts_with(b"://"))
}

pub(super) fn of_scheme(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')
}

/// How long the scheme is that the text begins with (RFC 3986 section 3.1), of two letters or more.
fn scheme_len(text: &[u8]) -> Option<usize> {
    let len = text.iter().take_while(|b| of_scheme(**b)).count();
    (len > 1 && text[0].is_ascii_alphabetic()).then_some(len)
}

/// The lengths of the bracket or quote that opens the text and its fellow that closes it.
pub(super) fn wrapper(body: &[u8]) -> Option<(usize, usize)> {
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

/// Where each byte of the salvaged text came from.
struct Origin {
    /// The spans of the text that were kept or replaced, in order: (in the salvaged, in the text,
    /// length), each as long in both.
    runs: Vec<(usize, usize, usize)>,
}

impl Origin {
    fn of(len: usize, edits: &[Edit]) -> Self {
        let (mut runs, mut inner, mut at) = (Vec::new(), 0, 0);
        for edit in edits {
            // A replacement by as many characters does not move what follows.
            if edit.with.is_empty() {
                memory::push(&mut runs, (inner, at, edit.at.start - at));
                inner += edit.at.start - at;
                at = edit.at.end;
            }
        }
        memory::push(&mut runs, (inner, at, len - at));
        Self { runs }
    }

    fn byte(&self, inner: usize) -> usize {
        let n = self.runs.partition_point(|&(start, _, len)| start + len <= inner);
        let (start, at, _) = self.runs[n.min(self.runs.len() - 1)];
        at + inner - start
    }

    fn span(&self, inner: &Range<usize>) -> Range<usize> {
        let start = self.byte(inner.start);
        let end = if inner.is_empty() { start } else { self.byte(inner.end - 1) + 1 };
        start..end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_to_a_uri_is_undone() {
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
            ("//a&amp;b@c&amp;d/e&amp;f", "//a&b@c&amp;d/e&f"),
            ("   ", ""),
            ("<", "<"),
            ("''", ""),
        ] {
            assert_eq!(&*salvaged(text.as_bytes()), want.as_bytes(), "{text}");
        }
    }
}
