//! Percent-encoding: octets escaped, and escapes decoded (RFC 3986 section 2.1).
//!
//! The functions process one component and one level at a time; the layer above splits the text
//! into components.

use std::{borrow::Cow, ops::Range};

use crate::base::{error::Result, table::words};
use crate::codec::characters::iri;
use crate::codec::encodings::{not_utf8, utf8};
use crate::codec::triplets::{Token, escaped, malformed, tokens};
use superuri_kernels as kernels;
use superuri_kernels::set::{NonAscii, Set};
use superuri_kernels::{Decoded, Table, memory, pause::Steps};

/// A set, prepared for [`encode`].
pub struct Encoder {
    set: Set,
    table: Table,
}

impl Encoder {
    /// Prepares the set.
    #[must_use]
    pub const fn new(set: Set) -> Self {
        Self { set, table: Table::new(set.bits()) }
    }

    /// The set.
    #[must_use]
    pub const fn set(&self) -> Set {
        self.set
    }

    /// The lookup table of the set.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }
}

/// Up to this length, in bytes, starting a search takes longer than the search itself.
const NEAR: usize = 64;

words! {
    /// What to do with a malformed triplet, and with bytes that are not valid text: the policies of
    /// Python, and `keep`.
    Errors {
        /// Fail at the first.
        Strict => "strict",
        /// U+FFFD for each maximal ill-formed subpart; a stray `%` stays.
        Replace => "replace",
        /// Drop the bytes; a stray `%` stays.
        Ignore => "ignore",
        /// Leave the triplets unchanged; a stray `%` stays.
        Keep => "keep",
    }
}

impl Errors {
    /// The policy for malformed triplets, where octets are the result.
    #[must_use]
    pub const fn when_octets(self) -> Self {
        match self {
            Self::Strict => Self::Strict,
            _ => Self::Replace,
        }
    }

    /// The name of the policy in Python; for `Keep`, the codec is called with `replace`, and the
    /// octets are kept by other means.
    #[must_use]
    pub const fn in_python(self) -> &'static str {
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

/// Appends the encoded text and returns whether anything changed; if not, nothing is appended.
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

/// Whether the text has no `%`, so that there is nothing to decode.
#[must_use]
#[inline]
pub fn is_noop(text: &[u8]) -> bool {
    if text.len() > NEAR { memchr::memchr(b'%', text).is_none() } else { !kernels::has(text, b'%') }
}

/// Decodes one level of percent-encoding, to octets.
///
/// # Errors
/// Under [`Errors::Strict`], the first `%` that does not begin a triplet.
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

/// Decodes one level of percent-encoding, to UTF-8 text.
///
/// ```
/// use superuri::codec::percent::{Errors, decode};
/// assert_eq!(&*decode(b"caf%C3%A9", Errors::Strict).unwrap(), "café".as_bytes());
/// assert_eq!(&*decode(b"%E9%25", Errors::Keep).unwrap(), b"%E9%");
/// ```
///
/// # Errors
/// Under [`Errors::Strict`], the first `%` that does not begin a triplet or the first octets that
/// are not valid UTF-8, whichever comes first.
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
    // If the result has no %, no stray % remains that could form a new escape.
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

/// Appends what [`decode`] returns under [`Errors::Keep`].
pub fn decode_onto(text: &[u8], out: &mut Vec<u8>) {
    let before = out.len();
    memory::reserve(out, text.len());
    let decoded = kernels::decode_onto(text, out);
    let bytes = &out[before..];
    let well_formed = !decoded.high || simdutf8::basic::from_utf8(bytes).is_ok();
    if !well_formed || !is_noop(bytes) {
        let kept = keep_text(text, bytes);
        out.truncate(before);
        memory::reserve(out, kept.len());
        out.extend_from_slice(&kept);
    }
}

/// The result; borrowed if it equals the text.
fn unless_same(text: &[u8], result: Vec<u8>) -> Cow<'_, [u8]> {
    if result == text { Cow::Borrowed(text) } else { Cow::Owned(result) }
}

/// The decoded bytes; `first` is the offset of the first `%`.
fn decoded(text: &[u8], first: usize) -> (Vec<u8>, Decoded) {
    let mut bytes = Vec::new();
    memory::reserve(&mut bytes, text.len());
    bytes.extend_from_slice(&text[..first]);
    let mut result = kernels::decode_onto(&text[first..], &mut bytes);
    result.high |= !text[..first].is_ascii();
    (bytes, result)
}

/// A token in the middle, with two tokens before it and two after it.
type TokenWindow = [Option<Token>; 5];

/// Every token of the text with its neighbours, from left to right.
fn windows(text: &[u8]) -> impl Iterator<Item = TokenWindow> + '_ {
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

/// Whether the middle token must stay as it is, because decoding it would make a new triplet: it is
/// a `%25` whose `%` would begin one, or a digit that would complete one after a stray `%`.
pub(crate) fn must_stay(window: &TokenWindow) -> bool {
    let digit = |n: usize| window[n].is_some_and(|token| token.byte.is_ascii_hexdigit());
    let stray = |n: usize| window[n].is_some_and(|token| token.stray);
    let raw = |n: usize| window[n].is_some_and(|token| !token.is_triplet());
    match window[2] {
        Some(token) if !token.is_triplet() => false,
        Some(token) if token.byte == b'%' => digit(3) && digit(4),
        _ => digit(2) && (stray(1) && digit(3) || stray(0) && digit(1) && raw(1)),
    }
}

/// Appends the token as it is written if it must stay or `keeps` is set, and its octet otherwise.
fn keep(text: &[u8], window: &TokenWindow, keeps: bool, out: &mut Vec<u8>) {
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

/// Decodes without loss: what is not valid text, or would become another escape, stays.
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

/// The source of the character with this index in the decoded text.
///
/// A simple model of [`decode`], except that escapes which [`Errors::Keep`] leaves because they
/// would make another triplet count as decoded.
#[must_use]
pub fn origin(text: &[u8], errors: Errors, number: usize) -> Option<Range<usize>> {
    let octets = memory::collected(tokens(text).map(|token| token.byte));
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
    use crate::base::error::Kind;

    #[test]
    fn an_error_is_the_first_one() {
        for (text, kind, at) in [
            (&b"a%zz%FF"[..], Kind::BadHex, 1..4),
            (b"%FF%zz", Kind::InvalidUtf8, 0..3),
            (b"a%4", Kind::TruncatedEscape, 1..3),
        ] {
            let error = decode(text, Errors::Strict).expect_err("it is wrong");
            assert_eq!((error.kind, error.at.clone()), (kind, at), "{}", text.escape_ascii());
        }
        assert_eq!(Errors::Strict.when_octets(), Errors::Strict);
        assert_eq!(Errors::Ignore.when_octets(), Errors::Replace);
    }

    #[test]
    fn a_character_has_its_source() {
        for (text, errors, number, want) in [
            ("%FF%C3%A9x", Errors::Ignore, 0, Some(3..9)),
            ("%FF%C3%A9x", Errors::Ignore, 1, Some(9..10)),
            ("%FF%C3%A9x", Errors::Replace, 0, Some(0..3)),
            ("%FF%C3%A9x", Errors::Replace, 1, Some(3..9)),
            ("%FF%C3%A9x", Errors::Keep, 0, Some(0..3)),
            ("%FF%C3%A9x", Errors::Keep, 2, Some(0..3)),
            ("%FF%C3%A9x", Errors::Keep, 3, Some(3..9)),
            ("%FF%C3%A9x", Errors::Keep, 5, None),
            ("%FF%FFx", Errors::Replace, 1, Some(3..6)),
            ("%FF%FFx", Errors::Replace, 2, Some(6..7)),
        ] {
            assert_eq!(origin(text.as_bytes(), errors, number), want, "{text} {errors:?} {number}");
        }
    }

    /// The fast way of keeping agrees with keeping token by token.
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
        // All texts of up to four atoms.
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
                let mut appended = b"%2".to_vec();
                decode_onto(text, &mut appended);
                assert_eq!(appended, [b"%2", &*kept].concat(), "{shown}");
            }
        }
    }
}
