//! Head: the scheme of a text, its slashes and its authority, defanged or not.

use std::{borrow::Cow, ops::Range};

use super::{authority_end, is_mail, least, marks::closing};
use crate::base::defanged::{DefangedPart, SPELLINGS, Spelling};
use crate::clean::edit::{Edit, Why};
use crate::syntax::split;

/// What a text begins with.
pub(super) struct Head {
    /// The scheme as it is written, with its brackets; empty if there is none.
    pub(super) scheme: Range<usize>,
    /// The scheme that a defanged one means.
    meaning: Option<&'static str>,
    is_bracketed: bool,
    /// The slashes, if they are defanged.
    pub(super) slashes: Option<Range<usize>>,
    pub(super) has_slashes: bool,
    /// The authority, or what would be one if there were a scheme.
    pub(super) authority: Range<usize>,
}

/// Schemes behind which two backslashes are slashes.
const WEB: [&str; 3] = ["http", "https", "ftp"];

impl Head {
    pub(super) fn of(text: &[u8]) -> Self {
        defanged(text).or_else(|| bracketed(text)).or_else(|| plain(text)).unwrap_or_else(|| {
            let has_slashes = text.starts_with(b"//");
            let start = if has_slashes { 2 } else { 0 };
            Self { has_slashes, ..Self::without_scheme(text, start) }
        })
    }

    fn without_scheme(text: &[u8], start: usize) -> Self {
        Self {
            scheme: 0..0,
            meaning: None,
            is_bracketed: false,
            slashes: None,
            has_slashes: false,
            authority: start..authority_end(text, start),
        }
    }

    /// The head with this scheme, if slashes follow it, or the colon of mail.
    fn with_scheme(
        text: &[u8],
        len: usize,
        name: &[u8],
        meaning: Option<&'static str>,
    ) -> Option<Self> {
        let is_bracketed = name.len() < len && meaning.is_none();
        let head = |end: usize| Self {
            scheme: 0..len,
            meaning,
            is_bracketed,
            ..Self::without_scheme(text, end)
        };
        if let Some((end, is_defanged)) = slashes(text, len, meaning.map_or(name, str::as_bytes)) {
            let slashes = is_defanged.then_some(len..end);
            return Some(Self { slashes, has_slashes: true, ..head(end) });
        }
        (is_mail(name) && text.get(len) == Some(&b':')).then(|| head(len + 1))
    }

    /// Whether it has an authority, or the address of mail.
    pub(super) fn has_authority(&self) -> bool {
        self.has_slashes || !self.scheme.is_empty()
    }

    pub(super) fn is_marked(&self) -> bool {
        self.meaning.is_some() || self.is_bracketed || self.slashes.is_some()
    }

    /// Passes the edits that restore it to `put`.
    pub(super) fn put(&self, text: &[u8], put: &mut dyn FnMut(Edit)) {
        self.put_scheme(text, put);
        if let Some(at) = &self.slashes {
            put(least(text, at.clone(), b"://"));
        }
    }

    /// As [`put`](Self::put), of the scheme.
    pub(super) fn put_scheme(&self, text: &[u8], put: &mut dyn FnMut(Edit)) {
        let Range { start, end } = self.scheme;
        if let Some(meaning) = self.meaning {
            put(least(text, start..end, meaning.as_bytes()));
        } else if self.is_bracketed {
            for at in [start..start + 1, end - 1..end] {
                put(Edit { at, with: Cow::Borrowed(b""), why: Why::Defanged });
            }
        }
    }
}

fn begins(text: &[u8], with: &str) -> bool {
    text.get(..with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with.as_bytes()))
}

fn schemes() -> impl Iterator<Item = &'static Spelling> {
    let is_bracketed = |row: &Spelling| closing(row.written.as_bytes()[0]).is_some();
    SPELLINGS.iter().filter(move |row| row.part == DefangedPart::Scheme && !is_bracketed(row))
}

fn defanged(text: &[u8]) -> Option<Head> {
    let mut rows = schemes().filter(|row| begins(text, row.written));
    rows.find_map(|row| {
        let len = row.written.len();
        Head::with_scheme(text, len, &text[..len], Some(row.meaning))
    })
}

fn bracketed(text: &[u8]) -> Option<Head> {
    let close = closing(*text.first()?).filter(|close| *close != b'>')?;
    let name = scheme_of(&text[1..])?;
    let end = name.len() + 1;
    let row = || schemes().find(|row| name.eq_ignore_ascii_case(row.written.as_bytes()));
    (text.get(end) == Some(&close))
        .then(|| Head::with_scheme(text, end + 1, name, row().map(|row| row.meaning)))?
}

/// The head with a scheme that is not defanged.
fn plain(text: &[u8]) -> Option<Head> {
    let name = scheme_of(text)?;
    Head::with_scheme(text, name.len(), name, None)
}

/// The scheme of two letters or more at the start of the text. A shorter one is a drive.
fn scheme_of(text: &[u8]) -> Option<&[u8]> {
    let stays = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
    let len = text.iter().take_while(stays).count();
    let name = &text[..len];
    (len > 1 && split::is_scheme(name)).then_some(name)
}

/// The end of the slashes behind this scheme, and whether they are defanged.
fn slashes(text: &[u8], at: usize, scheme: &[u8]) -> Option<(usize, bool)> {
    let rest = &text[at..];
    if rest.starts_with(b"://") {
        return Some((at + 3, false));
    }
    let is_web = || WEB.iter().any(|web| scheme.eq_ignore_ascii_case(web.as_bytes()));
    let mut rows = SPELLINGS.iter().filter(|row| row.part == DefangedPart::Slashes);
    let row = rows.find(|row| {
        rest.starts_with(row.written.as_bytes()) && (!row.written.ends_with('\\') || is_web())
    })?;
    Some((at + row.written.len(), true))
}
