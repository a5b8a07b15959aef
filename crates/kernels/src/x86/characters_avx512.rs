//! The characters of UTF-8, with AVX-512: checks of neighbours are shifts of a word of bits.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use crate::characters::{TextShape, Width, plain};
use crate::x86::avx512_registers::{
    WIDE, are, at_least, continuations, first, load, load_part, splat, store, store_part,
};
#[cfg(miri)]
use crate::x86::emulated::{_mm512_maskz_compress_epi8, _mm512_maskz_permutexvar_epi8};

/// How many characters of one byte fit a register as UTF-8, whatever they are.
const LANES: usize = WIDE / 2;

/// Every second place of a register, from the first on.
const FIRSTS: u64 = 0x5555_5555_5555_5555;

/// For each place of a register, the place before it, and the one before that.
const BEFORE: [[u8; WIDE]; 2] = {
    let mut before = [[0; WIDE]; 2];
    let mut at = 2;
    while at < WIDE {
        before[0][at - 1] = at.to_le_bytes()[0] - 2;
        before[0][at] = at.to_le_bytes()[0] - 1;
        before[1][at] = at.to_le_bytes()[0] - 2;
        at += 1;
    }
    before
};

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn shape(utf8: &[u8]) -> Option<TextShape> {
    let (mut len, mut wide, mut rest) = (0, 0, utf8);
    while !rest.is_empty() {
        let block = CharacterBlock::of(rest);
        if at_least(block.bytes, 0xF0) != 0 {
            return plain::shape(utf8);
        }
        if !block.is_text() {
            return None;
        }
        len += block.len - block.later.count_ones() as usize;
        wide |= at_least(block.bytes, 0xC4);
        rest = &rest[block.len..];
    }
    Some(TextShape { len, width: if wide == 0 { Width::One } else { Width::Two } })
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn latin1(utf8: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
    let (mut len, mut rest) = (0, utf8);
    while !rest.is_empty() {
        let block = CharacterBlock::of(rest);
        // After C2, the continuation byte equals the character. After C3, they differ in one bit.
        let behind_c3 = are(block.bytes, 0xC3) << 1;
        let flipped = _mm512_or_si512(block.bytes, splat(0x40));
        let units = _mm512_mask_mov_epi8(block.bytes, behind_c3, flipped);
        let last = !block.lead & first(block.len);
        let count = last.count_ones() as usize;
        store_part(&mut out[len..][..count], _mm512_maskz_compress_epi8(last, units));
        len += count;
        rest = &rest[block.len..];
    }
    len
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn ucs2(utf8: &[u8], out: &mut [MaybeUninit<u16>]) -> usize {
    let (mut len, mut rest) = (0, utf8);
    while !rest.is_empty() {
        let block = CharacterBlock::of(rest);
        let bits = |bytes, bits: u8| _mm512_and_si512(bytes, splat(bits));
        // The bytes one and two places before, if they belong to the same character.
        let behind_three = at_least(block.bytes, 0xE0) << 2;
        let before = _mm512_maskz_permutexvar_epi8(block.later, load(&BEFORE[0]), block.bytes);
        let first_of_three =
            _mm512_maskz_permutexvar_epi8(behind_three, load(&BEFORE[1]), block.bytes);
        // The two halves of a character, at its last byte: four bits, six, and six.
        let six = _mm512_mask_mov_epi8(block.bytes, block.later, bits(block.bytes, 0x3F));
        let low = _mm512_or_si512(six, _mm512_slli_epi16::<6>(bits(before, 0x03)));
        let high = _mm512_or_si512(
            _mm512_srli_epi16::<2>(bits(before, 0x3C)),
            _mm512_slli_epi16::<4>(bits(first_of_three, 0x0F)),
        );
        let last = !(block.later >> 1) & first(block.len);
        let low = _mm512_maskz_compress_epi8(last, low);
        let high = _mm512_maskz_compress_epi8(last, high);
        let count = last.count_ones() as usize;
        let units = |low, high| {
            let high = _mm512_slli_epi16::<8>(_mm512_cvtepu8_epi16(high));
            _mm512_or_si512(_mm512_cvtepu8_epi16(low), high)
        };
        let front = units(_mm512_castsi512_si256(low), _mm512_castsi512_si256(high));
        store_part(&mut out[len..][..count.min(LANES)], front);
        if count > LANES {
            let back = |bytes| _mm512_extracti64x4_epi64::<1>(bytes);
            store_part(&mut out[len + LANES..][..count - LANES], units(back(low), back(high)));
        }
        len += count;
        rest = &rest[block.len..];
    }
    len
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn latin1_to_utf8(characters: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
    let (mut len, mut rest) = (0, characters);
    while !rest.is_empty() {
        let count = rest.len().min(LANES);
        let c = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(load_part(&rest[..count])));
        let (bytes, width) = utf8_of(c, count);
        store(out, len, bytes);
        len += width;
        rest = &rest[count..];
    }
    len
}

/// The UTF-8 of the first characters, each below U+0800, and its length.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn utf8_of(lanes: __m512i, count: usize) -> (__m512i, usize) {
    let is_two = _mm512_cmpge_epu16_mask(lanes, _mm512_set1_epi16(0x80));
    // The upper bits of the character, and the lower six. The lower byte of a lane comes first.
    let lead = _mm512_srli_epi16::<6>(lanes);
    let later = _mm512_slli_epi16::<8>(_mm512_and_si512(lanes, _mm512_set1_epi16(0x3F)));
    let marks = _mm512_set1_epi16(0x80C0_u16.cast_signed());
    let both = _mm512_or_si512(_mm512_or_si512(lead, later), marks);
    let bytes = _mm512_mask_mov_epi16(lanes, is_two, both);
    let keep = FIRSTS & first(2 * count) | _pdep_u64(is_two.into(), !FIRSTS);
    (_mm512_maskz_compress_epi8(keep, bytes), keep.count_ones() as usize)
}

/// Whole characters in a register, if this is valid UTF-8.
struct CharacterBlock {
    /// The bytes, padded with zeros.
    bytes: __m512i,
    len: usize,
    /// A bit for each lead byte of more than one byte.
    lead: u64,
    /// A bit for each continuation byte.
    later: u64,
}

impl CharacterBlock {
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn of(utf8: &[u8]) -> Self {
        let (mut bytes, mut len) = (load_part(utf8), utf8.len());
        let mut later = continuations(bytes);
        if len > WIDE {
            // The last character may be cut, so the next block begins with it.
            len = match (!later).checked_ilog2() {
                None | Some(0) => WIDE,
                Some(start) => start as usize,
            };
            bytes = _mm512_maskz_mov_epi8(first(len), bytes);
            later &= first(len);
        }
        Self { bytes, len, lead: at_least(bytes, 0xC0), later }
    }

    /// Is this UTF-8 of characters of up to three bytes? RFC 3629 section 4.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn is_text(&self) -> bool {
        let three = at_least(self.bytes, 0xE0);
        let wanted = self.lead << 1 | three << 2;
        let cut = self.lead >> (WIDE - 1) | three >> (WIDE - 2);
        // C0 and C1 would encode ASCII, E0 with a low byte a character of two bytes, and ED with a
        // high byte a surrogate.
        let high = at_least(self.bytes, 0xA0);
        let none = self.lead & !at_least(self.bytes, 0xC2);
        let none = none | are(self.bytes, 0xE0) << 1 & !high | are(self.bytes, 0xED) << 1 & high;
        wanted ^ self.later | cut | none == 0
    }
}
