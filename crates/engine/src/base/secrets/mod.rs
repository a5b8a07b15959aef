//! Secrets: where a text that is about to be shown has a password, and how it is hidden.
//!
//! One function decides for every output, [`spans`]. It reads any text, malformed ones too, in each
//! spelling (`spellings.rs`). What only looks like a password stays visible: `tests.rs` has rows of
//! both.

use std::{borrow::Cow, ops::Range};

use superuri_kernels::memory;

mod authorities;
mod cuts;
mod later;
mod names;
mod pairs;
mod spellings;
#[cfg(test)]
mod tests;

pub use later::password_end;

/// What is shown in place of a password. No URI contains this character, so the shown text is never
/// mistaken for the text that would be sent.
pub const HIDDEN: &str = "…";

/// The text with an ellipsis in place of each password.
///
/// ```
/// use superuri::base::secrets::masked;
/// assert_eq!(masked("see http://bob:secret@example.com/"), "see http://bob:…@example.com/");
/// assert_eq!(masked("jdbc:mysql://h/db?user=bob&password=secret"), "jdbc:mysql://h/db?user=bob&password=…");
/// assert_eq!(masked("http://bob:@example.com/"), "http://bob:@example.com/");
/// assert_eq!(masked("https://example.com/@ann/12:30@home"), "https://example.com/@ann/12:30@home");
/// ```
#[must_use]
pub fn masked(text: &str) -> Cow<'_, str> {
    hidden(text, &spans(text.as_bytes()))
}

/// The text with an ellipsis in place of each of these spans, which are in order and do not
/// overlap.
#[must_use]
pub fn hidden<'a>(text: &'a str, spans: &[Range<usize>]) -> Cow<'a, str> {
    if spans.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut done = 0;
    for span in spans {
        out.push_str(&text[done..span.start]);
        out.push_str(HIDDEN);
        done = span.end;
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// Where passwords are, in order and apart from each other: the password of a user wherever a parser
/// may read a URL, at any nesting and in any spelling; and the value of a pair of a name of
/// `names.rs` in a query, a fragment, or a list of pairs.
#[must_use]
pub fn spans(text: &[u8]) -> Vec<Range<usize>> {
    if may_have_any(text) { every_span(text) } else { Vec::new() }
}

/// The same without the fast test: the definition.
fn every_span(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    spellings::for_each_spelling(text, |level| {
        let mut at = Vec::new();
        authorities::passwords(level, &mut at);
        authorities::passwords_of_oracle(&level.bytes, &mut at);
        pairs::values(&level.bytes, names::is_hidden, &mut at);
        // Without text behind the colon there is nothing to hide: RFC 3986 section 3.2.1.
        for span in at.into_iter().filter(|span| !span.is_empty()) {
            memory::push(&mut found, level.source(span.start)..level.source(span.end));
        }
        true
    });
    merged(found)
}

/// Whether the text may have a password. False for most texts, and quick.
fn may_have_any(text: &[u8]) -> bool {
    // An @, or what may begin an escape of one.
    let mark = |byte: &u8| matches!(byte, b'@' | b'%' | b'\\' | b'&' | 0xEF);
    let named = |at: usize| {
        let rest = &text[at + 1..];
        [&b"ass"[..], b"wd"]
            .iter()
            .any(|word| rest.get(..word.len()).is_some_and(|rest| rest.eq_ignore_ascii_case(word)))
    };
    text.iter().any(mark)
        || spellings::has_mark(text)
        || memchr::memchr2_iter(b'p', b'P', text).any(named)
}

/// Whether the text has a password, or a pair whose value is a secret: it is not kept in a history.
#[must_use]
pub fn is_private(text: &[u8]) -> bool {
    let mut found = !spans(text).is_empty();
    spellings::for_each_spelling(text, |level| {
        let mut at = Vec::new();
        pairs::values(&level.bytes, names::is_private, &mut at);
        found |= !at.is_empty();
        !found
    });
    found
}

/// Whether the text has an `@` in any spelling. What is before it may be a password.
#[must_use]
pub fn has_at_sign(text: &[u8]) -> bool {
    let mut found = text.contains(&b'@');
    if !found && may_have_any(text) {
        spellings::for_each_spelling(text, |level| {
            found |= level.bytes.contains(&b'@');
            !found
        });
    }
    found
}

/// These spans in order; spans that touch or overlap are joined.
#[must_use]
pub fn merged(mut spans: Vec<Range<usize>>) -> Vec<Range<usize>> {
    spans.sort_unstable_by_key(|span| span.start);
    let mut all: Vec<Range<usize>> = memory::with_capacity(spans.len());
    for span in spans {
        match all.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => all.push(span),
        }
    }
    all
}
