//! Fanged: a URL that was written so that nobody opens it by accident, as it was, and the way back.
//!
//! `hxxps://e[.]com` is defanged, `https://e.com` is not. What counts as defanged is the table
//! [`SPELLINGS`], for `refang`, `defang`, the profile `SALVAGE` and the linter.

use std::{borrow::Cow, ops::Range};

use crate::base::defanged::{DefangedPart, SPELLINGS, Spelling, SpellingPlace};
use crate::base::error::{Error, Kind, Result};
use crate::base::schemes::USUAL_HEADS;
use crate::clean::edit::{Edit, Why};
use crate::clean::rewrite::Rewrite;

mod head;
mod marks;

use head::Head;
use marks::DefangedChars;

/// The length of the longest mark in one pair of brackets: `[punkt]`.
const LONGEST_MARK: usize = 7;

/// The text with its scheme, `://`, dots and `@` restored; borrowed if it is not defanged.
///
/// ```
/// use superuri::clean::fanged::refang;
/// assert_eq!(&*refang(b"hxxps://e[.]com/a[.]html"), b"https://e.com/a.html");
/// assert_eq!(&*refang(b"user[@]e[.]com"), b"user@e.com");
/// assert_eq!(&*refang(b"http://[::1]/a[.]html"), b"http://[::1]/a[.]html");
/// ```
#[must_use]
pub fn refang(text: &[u8]) -> Cow<'_, [u8]> {
    if is_surely_plain(text) {
        return Cow::Borrowed(text);
    }
    let once = restored(text);
    match once {
        // What would be restored again is ambiguous: `[[.].]`.
        Cow::Owned(ref whole) if matches!(restored(whole), Cow::Owned(_)) => Cow::Borrowed(text),
        _ => once,
    }
}

/// Fast: whether the text begins as usual and has no mark in its authority, or is a path, so that
/// nothing is restored behind it either.
fn is_surely_plain(text: &[u8]) -> bool {
    let is_plain =
        |rest: &[u8]| !rest[..authority_end(rest, 0)].iter().any(|byte| marks::HAVE.contains(byte));
    USUAL_HEADS.iter().find_map(|head| text.strip_prefix(*head)).is_some_and(is_plain)
        || text.starts_with(b"/") && !text.starts_with(b"//")
}

/// Whether `refang` changes the text.
#[must_use]
pub fn is_defanged(text: &[u8]) -> bool {
    matches!(refang(text), Cow::Owned(_))
}

/// Whether the text begins with a dot, `@` or `:` in brackets.
#[must_use]
pub fn begins_with_mark(text: &[u8]) -> bool {
    let near = 0..text.len().min(LONGEST_MARK);
    DefangedChars::of(text, near, SpellingPlace::Authority)
        .next()
        .is_some_and(|mark| mark.at.start == 0)
}

/// Passes the edits that restore a defanged text to `put`, in order.
pub fn for_each_edit(text: &[u8], put: &mut dyn FnMut(Edit)) {
    if is_defanged(text) {
        restore_all(text, put);
    }
}

/// As [`for_each_edit`], of scheme and authority only, without what is legal in them: what
/// `SALVAGE` repairs.
pub(super) fn salvage(text: &[u8], put: &mut dyn FnMut(Edit)) {
    let head = Head::of(text);
    // Slashes in brackets stay, and so does what follows them.
    if !head.has_slashes || head.slashes.is_some() {
        return;
    }
    head.put_scheme(text, put);
    let authority = head.authority.clone();
    DefangedChars::of(text, authority, SpellingPlace::Authority).for_each(|mark| {
        if mark.is_salvaged {
            put(mark.edit(text));
        }
    });
}

fn restored(text: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Rewrite::of(text);
    restore_all(text, &mut |edit| out.replace(&edit.at, &edit.with));
    out.done()
}

fn restore_all(text: &[u8], put: &mut dyn FnMut(Edit)) {
    let head = Head::of(text);
    let mut marked = head.is_marked();
    let authority = || DefangedChars::of(text, head.authority.clone(), SpellingPlace::Authority);
    if head.has_authority() || may_be_host(text, &head.authority) {
        head.put(text, put);
        for mark in authority() {
            marked = true;
            put(mark.edit(text));
        }
    }
    if marked {
        let behind = head.authority.end..text.len();
        DefangedChars::of(text, behind, SpellingPlace::Everywhere)
            .for_each(|mark| put(mark.edit(text)));
    }
}

/// Whether this span, as it is without marks, looks like a host or a mail address.
fn may_be_host(text: &[u8], at: &Range<usize>) -> bool {
    let mut host = Rewrite::within(text, at.clone());
    for mark in DefangedChars::of(text, at.clone(), SpellingPlace::Authority) {
        host.replace(&mark.at, mark.meaning.as_bytes());
    }
    is_host(&host.done())
}

/// Whether a text without a scheme looks like a host, perhaps with a user and a port.
fn is_host(text: &[u8]) -> bool {
    let (user, host) = match memchr::memrchr(b'@', text) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (&b""[..], text),
    };
    let inner = host.strip_prefix(b"[").and_then(|host| host.strip_suffix(b"]")).unwrap_or(host);
    let of_name = |b: &u8| {
        b.is_ascii_alphanumeric() || !b.is_ascii() || matches!(b, b'.' | b'-' | b'_' | b'*' | b'%')
    };
    let of_address = |b: &u8| b.is_ascii_hexdigit() || matches!(b, b':' | b'.');
    let colons = memchr::memchr_iter(b':', host).count();
    let name = host.split(|b| *b == b':').next().unwrap_or_default();
    !user.iter().any(|b| b.is_ascii_whitespace() || b.is_ascii_control())
        && match colons {
            0 | 1 => {
                let port = &host[(name.len() + colons).min(host.len())..];
                name.contains(&b'.')
                    && name.iter().all(of_name)
                    && name[0] != b'.'
                    && port.iter().all(u8::is_ascii_digit)
            }
            _ => inner.iter().all(of_address),
        }
}

/// The text with its scheme, and the dots and `@` of its authority, defanged; borrowed if it has
/// none of them. `refang` of the result is the text.
///
/// ```
/// use superuri::clean::fanged::defang;
/// assert_eq!(&*defang(b"https://u@e.com/a.html").unwrap(), b"hxxps://u[@]e[.]com/a.html");
/// assert_eq!(&*defang(b"SSH://e.com").unwrap(), b"[SSH]://e[.]com");
/// ```
///
/// # Errors
/// [`Kind::Defanged`] if the text is defanged already, or could not be restored.
pub fn defang(text: &[u8]) -> Result<Cow<'_, [u8]>> {
    let mut first = None;
    restore_all(text, &mut |edit| _ = first.get_or_insert(edit.at));
    if let Some(at) = first {
        return Err(Error::quoting(Kind::Defanged, text, at));
    }
    let defanged = written(text);
    if matches!(&defanged, Cow::Owned(new) if *refang(new) != *text) {
        let failure = Error::naming(Kind::Defanged, 0..text.len(), "the text");
        return Err(failure.that("cannot be restored once it is defanged"));
    }
    Ok(defanged)
}

fn written(text: &[u8]) -> Cow<'_, [u8]> {
    let head = Head::of(text);
    let scheme = &text[head.scheme.clone()];
    let at = head.authority.clone();
    let mut out = Rewrite::of(text);
    if head.has_slashes && !scheme.is_empty() || is_mail(scheme) {
        let row =
            |row: &&Spelling| row.part == DefangedPart::Scheme && row.meaning.as_bytes() == scheme;
        if let Some(row) = SPELLINGS.iter().find(row).filter(|_| head.has_slashes) {
            out.replace(&head.scheme, row.written.as_bytes());
        } else {
            out.replace(&(head.scheme.start..head.scheme.start), b"[");
            out.replace(&(head.scheme.end..head.scheme.end), b"]");
        }
    } else if !head.has_authority() && !is_host(&text[at.clone()]) {
        return Cow::Borrowed(text);
    }
    for n in memchr::memchr2_iter(b'.', b'@', &text[at.clone()]) {
        let n = at.start + n;
        out.replace(&(n..n + 1), if text[n] == b'.' { b"[.]" } else { b"[@]" });
    }
    out.done()
}

/// Whether the scheme is that of mail, whose path is an address.
fn is_mail(scheme: &[u8]) -> bool {
    scheme.eq_ignore_ascii_case(b"mailto")
}

/// The end of the authority that begins here.
fn authority_end(text: &[u8], start: usize) -> usize {
    let rest = &text[start..];
    memchr::memchr3(b'/', b'?', b'#', rest).map_or(text.len(), |len| start + len)
}

/// The edit that makes this span of the text mean `meaning`, as short as possible.
fn least(text: &[u8], at: Range<usize>, meaning: &'static [u8]) -> Edit {
    let written = &text[at.clone()];
    let front = written.iter().zip(meaning).take_while(|(a, b)| a == b).count();
    let most = written.len().min(meaning.len()) - front;
    let pairs = written.iter().rev().zip(meaning.iter().rev());
    let back = pairs.take(most).take_while(|(a, b)| a == b).count();
    let with = Cow::Borrowed(&meaning[front..meaning.len() - back]);
    Edit { at: at.start + front..at.end - back, with, why: Why::Defanged }
}

#[cfg(test)]
mod tests;
