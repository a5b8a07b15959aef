//! Why are these octets no UTF-8, and where does the text say them?

use std::ops::Range;

use crate::base::error::{Error, Kind, quote};
use crate::codec::encodings::charset::Known;
use crate::codec::encodings::guess::guess;
use crate::codec::percent::{Errors, tokens};
use superuri_kernels::memory;

/// The failure of the first octets that are no UTF-8, among those that the text stands for.
///
/// # Panics
///
/// If they are all UTF-8.
#[must_use]
pub fn failure(text: &[u8], octets: &[u8]) -> Box<Error> {
    let first = std::str::from_utf8(octets)
        .expect_err("the caller has seen that this is no UTF-8")
        .valid_up_to();
    let (kind, len) = classify(&octets[first..]);
    let mut span = tokens(text).skip(first).take(len);
    let start = span.next().map_or(0, |token| token.start);
    let at = start..span.last().map_or_else(|| end_of(text, start), |token| token.end);
    let error = Error::naming(kind, at, named(&octets[first..first + len]));
    if !matches!(kind, Kind::InvalidUtf8 | Kind::TruncatedUtf8) {
        return error;
    }
    let rest = &octets[first..];
    let run = rest.iter().position(u8::is_ascii).unwrap_or(rest.len()).max(len);
    // The octet after the run may be the second of its last character.
    let read = read_as(octets, &rest[..run])
        .or_else(|| read_as(octets, rest.get(..=run).unwrap_or_default()));
    match read {
        Some(read) => error.that(format!("{} ({read})", kind.sentence())),
        None => error,
    }
}

/// The failure of the first of these octets that are no UTF-8, as they stand.
///
/// # Panics
///
/// If they are all UTF-8.
#[must_use]
pub fn of_raw(octets: &[u8]) -> Box<Error> {
    let first = std::str::from_utf8(octets)
        .expect_err("the caller has seen that this is no UTF-8")
        .valid_up_to();
    let (kind, len) = classify(&octets[first..]);
    Error::naming(kind, first..first + len, named(&octets[first..first + len]))
}

/// These octets in words.
fn named(octets: &[u8]) -> String {
    let names: Vec<String> = octets.iter().map(|byte| format!("{byte:02X}")).collect();
    let noun = if octets.len() == 1 { "byte" } else { "byte sequence" };
    format!("the {noun} {}", names.join(" "))
}

/// From this score on, a guess is worth mentioning.
const LIKELY: f64 = 0.5;

/// What these octets may be instead, as far as the others around them tell.
fn read_as(octets: &[u8], run: &[u8]) -> Option<String> {
    let guess = guess(octets, None).into_iter().next().filter(|guess| guess.score >= LIKELY)?;
    let encoding = Known::from(encoding_rs::Encoding::for_label(guess.encoding.as_bytes())?);
    let text = encoding.text(run)?;
    let mut characters = text.chars();
    match (characters.next()?, characters.next()) {
        (c, None) if c.is_control() => None,
        (_, None) => Some(format!("in {} it is \"{text}\"", guess.encoding)),
        _ => Some(format!("in {} it reads {}", guess.encoding, quote(text.as_bytes()))),
    }
}

/// The kind of the ill-formed sequence that begins the bytes, and how many of them it takes:
/// what its writer meant as one character, where that can be told.
pub(crate) fn classify(bytes: &[u8]) -> (Kind, usize) {
    let continuations =
        |most: usize| bytes[1..].iter().take(most).take_while(|&&byte| byte & 0xC0 == 0x80).count();
    // The shapes of Unicode's table 3-7, and what lies outside it.
    let (kind, most) = match (bytes[0], bytes.get(1)) {
        (0xC0 | 0xC1, Some(0x80..=0xBF)) => (Kind::Overlong, 1),
        (0xE0, Some(0x80..=0x9F)) => (Kind::Overlong, 2),
        (0xF0, Some(0x80..=0x8F)) => (Kind::Overlong, 3),
        (0xED, Some(0xA0..=0xBF)) => (Kind::Surrogate, 2),
        (0xF4, Some(0x90..=0xBF)) | (0xF5..=0xF7, Some(0x80..=0xBF)) => (Kind::OutOfRange, 3),
        (0xE0..=0xEF, Some(0x80..=0xBF)) => (Kind::TruncatedUtf8, 1),
        (0xF0..=0xF4, Some(0x80..=0xBF)) => (Kind::TruncatedUtf8, 2),
        _ => (Kind::InvalidUtf8, 0),
    };
    (kind, 1 + continuations(most))
}

/// What stands for octets that are no text, in UTF-8.
pub const REPLACEMENT: &str = "\u{FFFD}";

/// Octets that are read at once, and room for them if each is replaced, and for a store's overhang.
const BLOCK: usize = 256;
const ROOM: usize = BLOCK * REPLACEMENT.len() + MOST;

/// Octets of a character, at most.
const MOST: usize = 4;

/// These octets as UTF-8, with this character, or none, for each maximal ill-formed subpart.
///
/// ```
/// use superuri::codec::encodings::utf8::{REPLACEMENT, replaced};
/// assert_eq!(replaced(b"a\xE2\x98b", REPLACEMENT), "a\u{FFFD}b".as_bytes());
/// ```
///
/// Source: the Unicode Standard, section 3.9.6, as in the Encoding Standard and in Python.
///
/// # Panics
/// If the character has more octets than U+FFFD.
#[must_use]
pub fn replaced(octets: &[u8], with: &str) -> Vec<u8> {
    assert!(with.len() <= REPLACEMENT.len(), "there is room for three octets");
    let mut instead = [0; MOST];
    instead[..with.len()].copy_from_slice(with.as_bytes());
    let mut out = Vec::new();
    memory::reserve(&mut out, octets.len());
    let mut at = 0;
    while at < octets.len() {
        let block = octets.len().min(at + BLOCK);
        if octets[at..block].is_ascii() {
            memory::reserve(&mut out, block - at);
            out.extend_from_slice(&octets[at..block]);
            at = block;
            continue;
        }
        let (mut room, mut to) = ([0; ROOM], 0);
        // The last character may end behind the block: it needs no more room than was kept for it.
        while at < block {
            let four = match octets[at..].first_chunk() {
                Some(four) => *four,
                None => std::array::from_fn(|n| octets.get(at + n).copied().unwrap_or_default()),
            };
            let (len, is_text) = sequence(four);
            let (said, added) = if is_text { (four, len) } else { (instead, with.len()) };
            room[to..to + MOST].copy_from_slice(&said);
            (at, to) = (at + len, to + added);
        }
        memory::reserve(&mut out, to);
        out.extend_from_slice(&room[..to]);
    }
    out
}

/// The length of the character that begins these octets, or of the ill-formed subpart that does, and
/// whether it is a character: Unicode's table 3-7. Zeros stand for what is behind the end.
#[inline]
pub(crate) fn sequence(octets: [u8; MOST]) -> (usize, bool) {
    let (len, second) = match octets[0] {
        0..0x80 => return (1, true),
        0x80..=0xC1 | 0xF5..=0xFF => return (1, false),
        0xC2..=0xDF => (2, 0x80..=0xBF),
        0xE0 => (3, 0xA0..=0xBF),
        0xED => (3, 0x80..=0x9F),
        0xE1..=0xEF => (3, 0x80..=0xBF),
        0xF0 => (4, 0x90..=0xBF),
        0xF1..=0xF3 => (4, 0x80..=0xBF),
        0xF4 => (4, 0x80..=0x8F),
    };
    if !second.contains(&octets[1]) {
        return (1, false);
    }
    let is_more = |at: &usize| octets[*at] & 0xC0 == 0x80;
    match (2..len).find(|at| !is_more(at)) {
        Some(at) => (at, false),
        None => (len, true),
    }
}

/// Where the token ends that begins here.
fn end_of(text: &[u8], start: usize) -> usize {
    tokens(&text[start..]).next().map_or(start, |token| start + token.end)
}

/// Where the character with this number comes from, among those that the text is decoded to.
///
/// The plain truth of [`crate::codec::percent::decode`], but for what would make another triplet under
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

/// The offsets of a text's bytes, in characters where it has characters. Asked in order, each byte
/// is counted once.
pub struct Offsets<'a> {
    text: &'a [u8],
    is_text: bool,
    byte: usize,
    character: usize,
}

impl<'a> Offsets<'a> {
    /// Of this text, from its beginning.
    #[must_use]
    pub fn of(text: &'a [u8]) -> Self {
        Self::counting(text, std::str::from_utf8(text).is_ok())
    }

    /// The same, where it is known whether its characters are counted.
    #[must_use]
    pub fn counting(text: &'a [u8], is_text: bool) -> Self {
        Self { text, is_text, byte: 0, character: 0 }
    }

    /// The span of bytes as a reader of the text counts.
    pub fn span(&mut self, at: &Range<usize>) -> Range<usize> {
        if !self.is_text || at.end > self.text.len() {
            return at.clone();
        }
        self.at(at.start)..self.at(at.end)
    }

    fn at(&mut self, byte: usize) -> usize {
        let count = |bytes: &[u8]| bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count();
        if byte < self.byte {
            self.character -= count(&self.text[byte..self.byte]);
        } else {
            self.character += count(&self.text[self.byte..byte]);
        }
        self.byte = byte;
        self.character
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The library's own is the truth, which looks at one octet after the other.
    #[test]
    fn what_is_replaced_is_what_the_library_replaces() {
        let agree = |octets: &[u8]| {
            let shown = octets.escape_ascii();
            let truth = String::from_utf8_lossy(octets);
            assert_eq!(replaced(octets, REPLACEMENT), truth.as_bytes(), "{shown}");
            let left: Vec<u8> = octets.utf8_chunks().flat_map(|c| c.valid().bytes()).collect();
            assert_eq!(replaced(octets, ""), left, "{shown}");
        };
        // Each kind of octet, and what makes a difference behind it.
        let edges = b"a\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xEC\xED\xEE\xEF\xF0\xF1\xF3\xF4\xF5\xFF";
        for first in edges {
            for second in edges {
                for third in edges {
                    for fourth in edges {
                        agree(&[*first, *second, *third, *fourth]);
                        agree(&[*first, *second, *third, *fourth, b'a']);
                    }
                }
            }
        }
        let pieces: [&[u8]; 6] =
            [b"\xFF", b"a", b"\xC3", "\u{e9}".as_bytes(), b"\xF0\x9F\x98", "\u{1F600}".as_bytes()];
        for piece in pieces {
            for other in pieces {
                for before in 0..12 {
                    let (lead, many) =
                        (other.repeat(before), piece.repeat(2 * BLOCK / piece.len()));
                    agree(&[&lead, &*many, other].concat());
                    agree(&[&many, &*lead, &many].concat());
                }
            }
        }
    }

    #[test]
    fn each_kind_is_told_apart() {
        for (text, kind, at) in [
            (&b"%E9"[..], Kind::InvalidUtf8, 0..3),
            (b"ab%C3%28", Kind::InvalidUtf8, 2..5),
            (b"%E2%98a", Kind::TruncatedUtf8, 0..6),
            (b"%F0%9F%98", Kind::TruncatedUtf8, 0..9),
            (b"%C0%AF", Kind::Overlong, 0..6),
            (b"%E0%80%AF", Kind::Overlong, 0..9),
            (b"%F0%80%80%AF", Kind::Overlong, 0..12),
            (b"%ED%A0%80", Kind::Surrogate, 0..9),
            (b"%F4%90%80%80", Kind::OutOfRange, 0..12),
            (b"%F5%80%80%80", Kind::OutOfRange, 0..12),
            (b"a\xFF", Kind::InvalidUtf8, 1..2),
        ] {
            let octets: Vec<u8> = tokens(text).map(|token| token.byte).collect();
            let error = failure(text, &octets);
            assert_eq!((error.kind, error.at.clone()), (kind, at), "{text:?}: {error}");
        }
        assert_eq!(
            failure(b"abc%E9", b"abc\xE9").to_string(),
            "the byte E9 at 3..6 is no UTF-8 (in windows-1252 it is \"é\")"
        );
    }
}
