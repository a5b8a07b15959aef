//! What are the characters of this UTF-8, in units of one byte, two or four?
//!
//! And what is the UTF-8 of characters of one byte each? For short texts: 64 bytes of UTF-8 at a
//! time with AVX-512, in which every question about a byte's neighbours is a shift of a word of
//! bits, sixteen with SSSE3.

use std::mem::MaybeUninit;

use crate::Tier;

#[cfg(test)]
mod tests;

/// What text is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// How many characters.
    pub len: usize,
    /// How many bytes the largest of them needs, if each has as many.
    pub width: Width,
}

/// Bytes of a character.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Width {
    /// Up to U+00FF.
    One,
    /// Up to U+FFFF.
    Two,
    /// All.
    Four,
}

impl Width {
    /// Of the largest character, by its code point.
    #[must_use]
    pub const fn of(most: u32) -> Self {
        match most {
            0..=0xFF => Self::One,
            0x100..=0xFFFF => Self::Two,
            _ => Self::Four,
        }
    }
}

/// The shape of UTF-8; `None` if it is none.
#[must_use]
pub fn shape(utf8: &[u8]) -> Option<Shape> {
    Tier::best().shape(utf8)
}

/// How many characters of one byte it wrote: those of UTF-8 that has such.
///
/// # Panics
/// If `out` is shorter than they are.
pub fn latin1(utf8: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
    Tier::best().latin1(utf8, out)
}

/// How many characters of two bytes it wrote: those of UTF-8 that has such.
///
/// # Panics
/// If `out` is shorter than they are.
pub fn ucs2(utf8: &[u8], out: &mut [MaybeUninit<u16>]) -> usize {
    Tier::best().to_ucs2(utf8, out)
}

/// How many characters of four bytes it wrote.
///
/// # Panics
/// If `out` is shorter than they are.
pub fn ucs4(utf8: &[u8], out: &mut [MaybeUninit<u32>]) -> usize {
    plain::ucs4(utf8, out)
}

/// How many bytes it wrote: the UTF-8 of characters of one byte.
///
/// # Panics
/// If `out` is shorter than two bytes for each character and [`SLACK`].
pub fn latin1_to_utf8(characters: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
    Tier::best().latin1_to_utf8(characters, out)
}

/// The most bytes that are written behind what counts.
pub const SLACK: usize = 64;

/// The plain twins, by libraries.
pub(crate) mod plain {
    use super::{MaybeUninit, Shape, Width};

    pub(crate) fn shape(utf8: &[u8]) -> Option<Shape> {
        let text = std::str::from_utf8(utf8).ok()?;
        // What the longest character begins with says how wide all of them are.
        let width = match text.bytes().max().unwrap_or(0) {
            0..0xC4 => Width::One,
            0xC4..0xF0 => Width::Two,
            _ => Width::Four,
        };
        Some(Shape { len: text.chars().count(), width })
    }

    pub(crate) fn latin1(utf8: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
        put(utf8, out, |c| c.to_le_bytes()[0])
    }

    pub(crate) fn ucs2(utf8: &[u8], out: &mut [MaybeUninit<u16>]) -> usize {
        put(utf8, out, |c| {
            let [low, high, ..] = c.to_le_bytes();
            u16::from_le_bytes([low, high])
        })
    }

    pub(super) fn ucs4(utf8: &[u8], out: &mut [MaybeUninit<u32>]) -> usize {
        put(utf8, out, |c| c)
    }

    /// Writes each character as a unit of this width; that they are characters has been seen.
    #[inline]
    fn put<U>(utf8: &[u8], out: &mut [MaybeUninit<U>], unit: impl Fn(u32) -> U) -> usize {
        let (mut at, mut len) = (0, 0);
        while let Some(&lead) = utf8.get(at) {
            let lead = u32::from(lead);
            let later = |n: usize| u32::from(utf8.get(at + n).map_or(0, |&byte| byte & 0x3F));
            let (c, size) = match lead {
                0..0x80 => (lead, 1),
                0x80..0xE0 => ((lead & 0x1F) << 6 | later(1), 2),
                0xE0..0xF0 => ((lead & 0x0F) << 12 | later(1) << 6 | later(2), 3),
                _ => ((lead & 0x07) << 18 | later(1) << 12 | later(2) << 6 | later(3), 4),
            };
            out[len].write(unit(c));
            (at, len) = (at + size, len + 1);
        }
        len
    }

    pub(crate) fn latin1_to_utf8(characters: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
        let room = &mut out[..2 * characters.len()];
        room.fill(MaybeUninit::new(0));
        // SAFETY: every byte has just been written.
        let room = unsafe { &mut *(std::ptr::from_mut(room) as *mut [u8]) };
        encoding_rs::mem::convert_latin1_to_utf8(characters, room)
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512 {
    #[cfg_attr(
        not(test),
        expect(clippy::wildcard_imports, reason = "each has a prefix of its own")
    )]
    use std::arch::x86_64::*;
    use std::mem::MaybeUninit;

    use super::{SLACK, Shape, Width, plain};
    use crate::x86::avx512::{WIDE, first, load, load_part};

    /// Characters of one byte whose UTF-8 fits a register, whatever they are.
    const LANES: usize = WIDE / 2;

    /// Every second place of a register, from the first on.
    const FIRSTS: u64 = 0x5555_5555_5555_5555;

    /// For each place of a register, the one before it, and the one before that.
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

    /// As [`plain::shape`].
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(crate) fn shape(utf8: &[u8]) -> Option<Shape> {
        let (mut len, mut wide, mut rest) = (0, 0, utf8);
        while !rest.is_empty() {
            let block = Block::of(rest);
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
        Some(Shape { len, width: if wide == 0 { Width::One } else { Width::Two } })
    }

    /// As [`plain::latin1`].
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(crate) fn latin1(utf8: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
        let (mut len, mut rest) = (0, utf8);
        while !rest.is_empty() {
            let block = Block::of(rest);
            // Behind C2 a byte is the character; behind C3 it is, but for one bit.
            let behind_c3 = _mm512_cmpeq_epi8_mask(block.bytes, all(0xC3)) << 1;
            let flipped = _mm512_or_si512(block.bytes, all(0x40));
            let units = _mm512_mask_mov_epi8(block.bytes, behind_c3, flipped);
            let last = !block.lead & first(block.len);
            let count = last.count_ones() as usize;
            let room = &mut out[len..][..count];
            let units = _mm512_maskz_compress_epi8(last, units);
            // SAFETY: the mask has a bit for each place of the room, and no other is written.
            unsafe { _mm512_mask_storeu_epi8(room.as_mut_ptr().cast(), first(count), units) };
            len += count;
            rest = &rest[block.len..];
        }
        len
    }

    /// As [`plain::ucs2`].
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(crate) fn ucs2(utf8: &[u8], out: &mut [MaybeUninit<u16>]) -> usize {
        let (mut len, mut rest) = (0, utf8);
        while !rest.is_empty() {
            let block = Block::of(rest);
            let bits = |bytes, bits: u8| _mm512_and_si512(bytes, all(bits));
            // The bytes one before and two before, where they are of the same character.
            let behind_three = at_least(block.bytes, 0xE0) << 2;
            let before = _mm512_maskz_permutexvar_epi8(block.later, load(&BEFORE[0]), block.bytes);
            let first_of_three =
                _mm512_maskz_permutexvar_epi8(behind_three, load(&BEFORE[1]), block.bytes);
            // A character's two halves, at its last byte: four bits, six, and six.
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
            put(&mut out[len..][..count.min(LANES)], front);
            if count > LANES {
                let back = |bytes| _mm512_extracti64x4_epi64::<1>(bytes);
                put(&mut out[len + LANES..][..count - LANES], units(back(low), back(high)));
            }
            len += count;
            rest = &rest[block.len..];
        }
        len
    }

    /// As [`plain::latin1_to_utf8`].
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(crate) fn latin1_to_utf8(characters: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
        let (mut len, mut rest) = (0, characters);
        while !rest.is_empty() {
            let count = rest.len().min(LANES);
            let c = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(load_part(&rest[..count])));
            let two = _mm512_cmpge_epu16_mask(c, _mm512_set1_epi16(0x80));
            let lead = _mm512_srli_epi16::<6>(c);
            let later = _mm512_slli_epi16::<8>(_mm512_and_si512(c, _mm512_set1_epi16(0x3F)));
            let marks = _mm512_set1_epi16(0x80C0_u16.cast_signed());
            let both = _mm512_or_si512(_mm512_or_si512(lead, later), marks);
            let bytes = _mm512_mask_mov_epi16(c, two, both);
            let firsts = FIRSTS & first(2 * count);
            let keep = firsts | _pdep_u64(two.into(), !FIRSTS);
            let room = &mut out[len..][..SLACK];
            let bytes = _mm512_maskz_compress_epi8(keep, bytes);
            // SAFETY: the room has as many bytes as are written.
            unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), bytes) };
            len += keep.count_ones() as usize;
            rest = &rest[count..];
        }
        len
    }

    /// Whole characters that fit a register, if this is text.
    struct Block {
        /// The bytes, and zeros.
        bytes: __m512i,
        len: usize,
        /// A bit for each byte that begins a character of more than one.
        lead: u64,
        /// A bit for each byte that stands in a character behind its first.
        later: u64,
    }

    impl Block {
        #[inline]
        #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
        fn of(utf8: &[u8]) -> Self {
            let (mut bytes, mut len) = (load_part(utf8), utf8.len());
            let mut later = _mm512_cmplt_epi8_mask(bytes, all(0xC0));
            if len > WIDE {
                // The last character may end in the next block: it is left to that.
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
            // C0 and C1 would begin ASCII, E0 and a low byte a character of two bytes, ED and a
            // high byte a surrogate.
            let is = |byte| _mm512_cmpeq_epi8_mask(self.bytes, all(byte));
            let high = at_least(self.bytes, 0xA0);
            let none = self.lead & !at_least(self.bytes, 0xC2);
            let none = none | is(0xE0) << 1 & !high | is(0xED) << 1 & high;
            wanted ^ self.later | cut | none == 0
        }
    }

    /// A bit for each byte that is this or more.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn at_least(bytes: __m512i, least: u8) -> u64 {
        _mm512_cmpge_epu8_mask(bytes, all(least))
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn all(byte: u8) -> __m512i {
        _mm512_set1_epi8(byte.cast_signed())
    }

    /// Writes the first units of a register, as many as there is room for.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn put(room: &mut [MaybeUninit<u16>], units: __m512i) {
        let places = if room.len() < LANES { (1 << room.len()) - 1 } else { !0 };
        // SAFETY: the mask has a bit for no unit behind the room's end, and no other is written.
        unsafe { _mm512_mask_storeu_epi16(room.as_mut_ptr().cast(), places, units) }
    }
}
