//! Characters of UTF-8, sixteen octets at a time, with SSSE3.
//!
//! As with AVX-512, checks of neighbours are shifts of a word of bits.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use crate::blocks;
use crate::characters::{TextShape, Width, plain};
use crate::layout::{WIDE, first};
use crate::x86::ssse3::{load_part, mask, pack};

#[target_feature(enable = "ssse3,popcnt")]
pub(crate) fn shape(utf8: &[u8]) -> Option<TextShape> {
    let (mut len, mut wide, mut rest) = (0, 0, utf8);
    while !rest.is_empty() {
        let block = CharacterBlock::of(rest);
        if block.later | block.lead != 0 {
            if at_least(block.bytes, 0xF0) != 0 {
                return plain::shape(utf8);
            }
            if !block.is_text() {
                return None;
            }
            wide |= at_least(block.bytes, 0xC4);
        }
        len += block.len - block.later.count_ones() as usize;
        rest = &rest[block.len..];
    }
    Some(TextShape { len, width: if wide == 0 { Width::One } else { Width::Two } })
}

#[target_feature(enable = "ssse3,popcnt")]
pub(crate) fn latin1(utf8: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
    let (mut len, mut rest) = (0, utf8);
    while !rest.is_empty() {
        let block = CharacterBlock::of(rest);
        // After C2, the continuation byte equals the character. After C3, they differ in one bit.
        let c3 = _mm_cmpeq_epi8(block.bytes, splat(0xC3));
        let bit = _mm_and_si128(_mm_slli_si128::<1>(c3), splat(0x40));
        let units = _mm_or_si128(block.bytes, bit);
        let last = !block.lead & first(block.len);
        len += blocks::write(&mut out[len..], |space| pack(units, last, space));
        rest = &rest[block.len..];
    }
    len
}

/// Whole characters in a register, if this is valid UTF-8.
struct CharacterBlock {
    /// The octets, padded with zeros.
    bytes: __m128i,
    len: usize,
    /// A bit for each lead byte of more than one octet.
    lead: u32,
    /// A bit for each continuation byte.
    later: u32,
}

impl CharacterBlock {
    #[inline]
    #[target_feature(enable = "ssse3,popcnt")]
    fn of(utf8: &[u8]) -> Self {
        let (bytes, mut len) = (load_part(utf8), utf8.len());
        let high = mask(bytes);
        let mut lead = if high == 0 { 0 } else { at_least(bytes, 0xC0) };
        let mut later = high ^ lead;
        if len > WIDE {
            // The last character may be cut, so the next block begins with it.
            len = match (!later & first(WIDE)).checked_ilog2() {
                None | Some(0) => WIDE,
                Some(start) => start as usize,
            };
            (lead, later) = (lead & first(len), later & first(len));
        }
        Self { bytes, len, lead, later }
    }

    /// Is this UTF-8 of characters of up to three octets? RFC 3629 section 4.
    #[inline]
    #[target_feature(enable = "ssse3,popcnt")]
    fn is_text(&self) -> bool {
        let own = first(self.len);
        let three = at_least(self.bytes, 0xE0) & own;
        let wanted = self.lead << 1 | three << 2;
        // C0 and C1 would encode ASCII, E0 with a low octet a character of two octets, and ED with
        // a high octet a surrogate.
        let is = |byte| mask(_mm_cmpeq_epi8(self.bytes, splat(byte))) & own;
        let high = at_least(self.bytes, 0xA0);
        let none = self.lead & !at_least(self.bytes, 0xC2);
        let none = none | is(0xE0) << 1 & !high | is(0xED) << 1 & high;
        // A character that is cut at the end expects continuation bytes beyond the block.
        wanted ^ self.later | none == 0
    }
}

/// A bit for each octet that is this or more.
#[inline]
#[target_feature(enable = "ssse3,popcnt")]
fn at_least(bytes: __m128i, least: u8) -> u32 {
    mask(_mm_cmpeq_epi8(_mm_max_epu8(bytes, splat(least)), bytes))
}

#[inline]
#[target_feature(enable = "ssse3,popcnt")]
fn splat(byte: u8) -> __m128i {
    _mm_set1_epi8(byte.cast_signed())
}
