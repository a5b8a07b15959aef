//! Percent-encoding: octets escaped, and escapes undone (RFC 3986 section 2.1).
//!
//! One component at a time, one level at a time (RFC 3986 section 2.1). What the text is made of
//! is for the layer above to say.

use std::borrow::Cow;
use std::ops::Range;

use crate::base::error::Result;
use crate::codec::characters::iri;
use crate::codec::encodings::{not_utf8, utf8};
use crate::codec::triplets::{Token, escaped, malformed, tokens};
use superuri_kernels as kernels;
use superuri_kernels::memory;
use superuri_kernels::pause::Steps;
use superuri_kernels::set::{NonAscii, Set};
use superuri_kernels::{Decoded, Table};

/// A set made ready: what [`encode`] needs to know of it.
pub struct Encoder {
    set: Set,
    table: Table,
}

impl Encoder {
    /// The set made ready.
    #[must_use]
    pub const fn new(set: Set) -> Self {
        Self { set, table: Table::new(set.bits()) }
    }

    /// The set.
    #[must_use]
    pub const fn set(&self) -> Set {
        self.set
    }

    /// Its lookup form.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }
}

/// Up to this length, in bytes, a search takes longer to begin than to search.
const NEAR: usize = 64;

/// What to do with a malformed triplet, and with bytes that are not valid text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errors {
    /// Fail at the first.
    Strict,
    /// U+FFFD for each maximal ill-formed subpart; a stray `%` stays.
    Replace,
    /// Drop the bytes; a stray `%` stays.
    Ignore,
    /// Leave the triplets unchanged; a stray `%` stays.
    Keep,
}

impl Errors {
    /// Each by its name: Python's words, and one of our own.
    pub const NAMES: [(&str, Self); 4] = [
        ("strict", Self::Strict),
        ("replace", Self::Replace),
        ("ignore", Self::Ignore),
        ("keep", Self::Keep),
    ];

    /// The policy for malformed triplets alone.
    #[must_use]
    pub const fn when_octets(self) -> Self {
        match self {
            Self::Strict => Self::Strict,
            _ => Self::Replace,
        }
    }

    /// The policy in Python's words; what is kept is decoded by other means.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Replace | Self::Keep => "replace",
            Self::Ignore => "ignore",
        }
    }
}

/// The text with each octet of the set percent-encoded.
///
/// ```
/// use superuri::codec::percent::{Encoder, encode};
/// use superuri::base::sets::rfc3986;
/// let component = Encoder::new(rfc3986::COMPONENT);
/// assert_eq!(&*encode("a b/ü".as_bytes(), &component), b"a%20b%2F%C3%BC");
/// ```
#[must_use]
pub fn encode<'a>(text: &'a [u8], encoder: &Encoder) -> Cow<'a, [u8]> {
    let mut out = Vec::new();
    if encode_onto(text, encoder, &mut out) { Cow::Owned(out) } else { Cow::Borrowed(text) }
}

/// Appends the encoded text, and says whether anything changed. Nothing is appended if not.
pub fn encode_onto(text: &[u8], encoder: &Encoder, out: &mut Vec<u8>) -> bool {
    let clean = kernels::find(text, &encoder.table);
    if clean == text.len() {
        return false;
    }
    if encoder.set.rule() != NonAscii::Encoded {
        return iri::encode_onto(text, encoder.set, out);
    }
    out.extend_from_slice(&text[..clean]);
    kernels::encode_onto(&text[clean..], &encoder.table, out);
    true
}

/// Has the text no `%`, so that there is nothing to decode?
#[must_use]
#[inline]
pub fn is_idle(text: &[u8]) -> bool {
    if text.len() > NEAR { memchr::memchr(b'%', text).is_none() } else { !kernels::has(text, b'%') }
}

/// The octets that the text stands for: one level of percent-encoding undone.
///
/// # Errors
/// Under [`Errors::Strict`], the first `%` that begins no triplet.
pub fn decode_bytes(text: &[u8], errors: Errors) -> Result<Cow<'_, [u8]>> {
    let Some(first) = memchr::memchr(b'%', text) else { return Ok(Cow::Borrowed(text)) };
    let (bytes, decoded) = decoded(text, first);
    if errors == Errors::Keep && memchr::memchr(b'%', &bytes).is_some() {
        return Ok(unless_same(text, keep_percents(text)));
    }
    if decoded.malformed && errors == Errors::Strict {
        return Err(malformed(text));
    }
    Ok(unless_same(text, bytes))
}

/// The UTF-8 text that the text stands for: one level of percent-encoding undone.
///
/// ```
/// use superuri::codec::percent::{Errors, decode};
/// assert_eq!(&*decode(b"caf%C3%A9", Errors::Strict).unwrap(), "café".as_bytes());
/// assert_eq!(&*decode(b"%E9%25", Errors::Keep).unwrap(), b"%E9%");
/// ```
///
/// # Errors
/// Under [`Errors::Strict`], the first `%` that begins no triplet or the first octets that are not
/// valid UTF-8, whichever comes first.
pub fn decode(text: &[u8], errors: Errors) -> Result<Cow<'_, [u8]>> {
    let first = memchr::memchr(b'%', text);
    let (bytes, decoded) = match first {
        Some(first) => {
            let (bytes, decoded) = decoded(text, first);
            (Cow::Owned(bytes), decoded)
        }
        None => (
            Cow::Borrowed(text),
            Decoded { len: text.len(), high: !text.is_ascii(), malformed: false },
        ),
    };
    let well_formed = !decoded.high || simdutf8::basic::from_utf8(&bytes).is_ok();
    if errors == Errors::Strict && (decoded.malformed || !well_formed) {
        let ill_formed = (!well_formed).then(|| not_utf8::failure(text, &bytes));
        return Err(match ill_formed {
            Some(error) if !decoded.malformed => error,
            Some(error) => std::cmp::min_by_key(error, malformed(text), |error| error.at.start),
            None => malformed(text),
        });
    }
    // Where no % is left, none was kept that something else could complete.
    let percent = || first.is_some() && memchr::memchr(b'%', &bytes).is_some();
    if errors == Errors::Keep && (!well_formed || percent()) {
        return Ok(unless_same(text, keep_text(text, &bytes)));
    }
    if well_formed {
        return Ok(match bytes {
            Cow::Owned(bytes) => unless_same(text, bytes),
            same @ Cow::Borrowed(_) => same,
        });
    }
    let with = if errors == Errors::Replace { utf8::REPLACEMENT } else { "" };
    Ok(Cow::Owned(utf8::replaced(&bytes, with)))
}

/// The result, unless it is the text itself.
fn unless_same(text: &[u8], result: Vec<u8>) -> Cow<'_, [u8]> {
    if result == text { Cow::Borrowed(text) } else { Cow::Owned(result) }
}

/// The decoded bytes, given where the first `%` is.
fn decoded(text: &[u8], first: usize) -> (Vec<u8>, Decoded) {
    let mut bytes = Vec::new();
    memory::reserve(&mut bytes, text.len());
    bytes.extend_from_slice(&text[..first]);
    let mut result = kernels::decode_onto(&text[first..], &mut bytes);
    result.high |= !text[..first].is_ascii();
    (bytes, result)
}

/// A token with the two before it and the two behind it, itself in the middle.
type Window = [Option<Token>; 5];

/// Every token of the text with its neighbours, from left to right.
fn windows(text: &[u8]) -> impl Iterator<Item = Window> + '_ {
    let mut tokens = tokens(text);
    let mut window = [None, None, None, tokens.next(), tokens.next()];
    let mut steps = Steps::default();
    std::iter::from_fn(move || {
        steps.one();
        window.rotate_left(1);
        window[4] = tokens.next();
        window[2].map(|_| window)
    })
}

/// Does the middle token stay as it is, so that the result reads as the source did: is it a `%25`
/// whose `%` would begin a triplet, or a digit that would complete one after a stray `%`?
pub(crate) fn must_stay(window: &Window) -> bool {
    let digit = |n: usize| window[n].is_some_and(|token| token.byte.is_ascii_hexdigit());
    let stray = |n: usize| window[n].is_some_and(|token| token.stray);
    let raw = |n: usize| window[n].is_some_and(|token| !token.is_triplet());
    match window[2] {
        Some(token) if !token.is_triplet() => false,
        Some(token) if token.byte == b'%' => digit(3) && digit(4),
        _ => digit(2) && (stray(1) && digit(3) || stray(0) && digit(1) && raw(1)),
    }
}

/// Appends the token of the text as it is if it must or `keeps`, else its octet.
fn keep(text: &[u8], window: &Window, keeps: bool, out: &mut Vec<u8>) {
    let Some(token) = window[2] else { return };
    if must_stay(window) || keeps && token.is_triplet() {
        out.extend_from_slice(&text[token.start..token.end]);
    } else if keeps {
        out.extend_from_slice(&escaped(token.byte));
    } else {
        out.push(token.byte);
    }
}

fn keep_percents(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    memory::reserve(&mut out, text.len());
    for window in windows(text) {
        keep(text, &window, false, &mut out);
    }
    out
}

/// The decoding that loses nothing: what is not valid text, or would become another escape, stays.
fn keep_text(text: &[u8], bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    memory::reserve(&mut out, text.len());
    let mut windows = windows(text);
    for chunk in bytes.utf8_chunks() {
        for (len, keeps) in [(chunk.valid().len(), false), (chunk.invalid().len(), true)] {
            for window in windows.by_ref().take(len) {
                keep(text, &window, keeps, &mut out);
            }
        }
    }
    out
}

/// Where the character with this number comes from, among those that the text is decoded to.
///
/// The plain truth of [`decode`], except for what would make another triplet under
/// [`Errors::Keep`], which counts as decoded.
#[must_use]
pub fn origin(text: &[u8], errors: Errors, number: usize) -> Option<Range<usize>> {
    let octets: Vec<u8> = tokens(text).map(|token| token.byte).collect();
    let mut tokens = tokens(text);
    let mut left = number;
    let mut span = |len: usize| {
        let mut taken = tokens.by_ref().take(len);
        let first = taken.next()?;
        Some(first.start..taken.last().unwrap_or(first).end)
    };
    for chunk in octets.utf8_chunks() {
        for c in chunk.valid().chars() {
            let span = span(c.len_utf8());
            if left == 0 {
                return span;
            }
            left -= 1;
        }
        let invalid = span(chunk.invalid().len());
        let Some(invalid) = invalid else { continue };
        let characters = match errors {
            Errors::Ignore => 0,
            Errors::Keep => invalid.len(),
            _ => 1,
        };
        if left < characters {
            return Some(invalid);
        }
        left -= characters;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is kept quickly is what is kept token by token.
    #[test]
    fn keeping_is_keeping_token_by_token() {
        let atoms: [&[u8]; 14] = [
            b"%",
            b"%25",
            b"%2",
            b"2",
            b"5",
            b"%32",
            b"%35",
            b"a",
            b"%41",
            b"%61",
            b"%C3%A9",
            b"%C3",
            b"\xFF",
            b"%EF%BB%BF",
        ];
        // Every string of up to four of them.
        let mut texts: Vec<Vec<u8>> = vec![vec![]];
        for _ in 0..4 {
            let longer = texts.iter().flat_map(|text| atoms.map(|atom| [text, atom].concat()));
            texts = longer.chain([vec![]]).collect();
            for text in &texts {
                let shown = text.escape_ascii();
                let kept = decode_bytes(text, Errors::Keep).expect("keep keeps");
                assert_eq!(*kept, *keep_percents(text), "{shown}");
                let octets = decode_bytes(text, Errors::Replace).expect("it is replaced");
                let kept = decode(text, Errors::Keep).expect("keep keeps");
                assert_eq!(*kept, *keep_text(text, &octets), "{shown}");
            }
        }
    }
}
