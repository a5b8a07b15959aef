//! UTF-8: the first character of some octets, the replacement of ill-formed ones, and offsets in
//! characters.

use std::ops::Range;

use superuri_kernels::memory;

/// The replacement character, in UTF-8.
pub const REPLACEMENT: &str = "\u{FFFD}";

/// The octets that are processed at once, and the size of the buffer for them: enough if each is
/// replaced, and for one store beyond the end.
const BLOCK: usize = 256;
const CAPACITY: usize = BLOCK * REPLACEMENT.len() + MOST;

/// The most octets of a character.
const MOST: usize = 4;

/// These octets as UTF-8, with `with` in place of each maximal ill-formed subpart.
///
/// ```
/// use superuri::codec::encodings::utf8::{REPLACEMENT, replaced};
/// assert_eq!(replaced(b"a\xE2\x98b", REPLACEMENT), "a\u{FFFD}b".as_bytes());
/// ```
///
/// Source: the Unicode Standard, section 3.9.6, as in the Encoding Standard and in Python.
///
/// # Panics
/// If `with` has more octets than U+FFFD.
#[must_use]
pub fn replaced(octets: &[u8], with: &str) -> Vec<u8> {
    assert!(with.len() <= REPLACEMENT.len(), "there is space for three octets");
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
        let (mut space, mut to) = ([0; CAPACITY], 0);
        // The last character may end after the block; it needs no more space than was reserved for
        // it.
        while at < block {
            let four = match octets[at..].first_chunk() {
                Some(four) => *four,
                None => std::array::from_fn(|n| octets.get(at + n).copied().unwrap_or_default()),
            };
            let (len, is_text) = sequence(four);
            let (new, added) = if is_text { (four, len) } else { (instead, with.len()) };
            space[to..to + MOST].copy_from_slice(&new);
            (at, to) = (at + len, to + added);
        }
        memory::reserve(&mut out, to);
        out.extend_from_slice(&space[..to]);
    }
    out
}

/// The length of the character, or of the ill-formed subpart, at the start of these octets, and
/// whether it is a character: Unicode's table 3-7. Octets after the end of the text are given as
/// zeros.
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

/// Converts byte offsets of a text to offsets in characters, if it is valid text. If the offsets
/// come in ascending order, each byte is counted once.
pub struct Offsets<'a> {
    text: &'a [u8],
    is_text: bool,
    byte: usize,
    character: usize,
}

impl<'a> Offsets<'a> {
    /// For this text, from its start.
    #[must_use]
    pub fn of(text: &'a [u8]) -> Self {
        Self::counting(text, std::str::from_utf8(text).is_ok())
    }

    /// The same, if the caller knows whether characters are counted.
    #[must_use]
    pub fn counting(text: &'a [u8], is_text: bool) -> Self {
        Self { text, is_text, byte: 0, character: 0 }
    }

    /// The span in the units that a reader of the text counts.
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

    /// The standard library's function, which examines one octet after the other, is the reference.
    #[test]
    fn replacing_agrees_with_the_standard_library() {
        let agree = |octets: &[u8]| {
            let shown = octets.escape_ascii();
            let truth = String::from_utf8_lossy(octets);
            assert_eq!(replaced(octets, REPLACEMENT), truth.as_bytes(), "{shown}");
            let left: Vec<u8> = octets.utf8_chunks().flat_map(|c| c.valid().bytes()).collect();
            assert_eq!(replaced(octets, ""), left, "{shown}");
        };
        // Each kind of octet, and the octets that matter after it.
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
}
