//! Strings as UTF-8: code points below 0x10000, or below 0x100, eight at a time, with AVX2.
//!
//! Each is written as the last bytes of four. Then a shuffle for each four of them keeps the bytes
//! that their lengths need.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use crate::units;

/// Units that are read at once, and the space for their bytes.
const LANES: usize = 8;
const CAPACITY: usize = 32;

/// The bytes to keep of four units of four bytes each. The row has eight bits: for the units of
/// more than one byte, and above them for those of more than two.
static KEPT: [KeepShuffle; 256] = {
    let mut kept = [KeepShuffle { places: [0x80; 16], len: 0 }; 256];
    let mut lengths = 0;
    while lengths < 256 {
        let one = &mut kept[lengths];
        let mut place = 0;
        while place < 16 {
            let unit = place / 4;
            let bytes = 1 + (lengths >> unit & 1) + (lengths >> (unit + 4) & 1);
            if place as usize % 4 + bytes >= 4 {
                one.places[one.len] = place;
                one.len += 1;
            }
            place += 1;
        }
        lengths += 1;
    }
    kept
};

/// A shuffle that moves the bytes to keep to the front, and their number.
#[derive(Clone, Copy)]
struct KeepShuffle {
    places: [u8; 16],
    len: usize,
}

/// As [`units::plain`], of units of two bytes.
#[target_feature(enable = "avx2")]
pub(crate) fn ucs2(text: &[u16], out: &mut [MaybeUninit<u8>]) -> Option<usize> {
    assert!(out.len() >= 3 * text.len() + CAPACITY, "no space for the longest UTF-8");
    let (blocks, rest) = text.as_chunks::<LANES>();
    let mut at = 0;
    for block in blocks {
        let space: &mut [MaybeUninit<u8>; CAPACITY] =
            (&mut out[at..at + CAPACITY]).try_into().expect("as long as CAPACITY");
        // SAFETY: the block has as many bytes as are read.
        let block = unsafe { _mm_loadu_si128(block.as_ptr().cast()) };
        at += write(block, space)?;
    }
    Some(at + units::plain(rest, &mut out[at..])?)
}

/// As [`units::plain`], of units of one byte, which always have a UTF-8 form.
#[target_feature(enable = "avx2")]
pub(crate) fn latin1_to_utf8(text: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
    let (blocks, rest) = text.as_chunks::<LANES>();
    let mut at = 0;
    for block in blocks {
        let space: &mut [MaybeUninit<u8>; CAPACITY] =
            (&mut out[at..at + CAPACITY]).try_into().expect("as long as CAPACITY");
        // SAFETY: the block has as many bytes as are read.
        let block = unsafe { _mm_loadl_epi64(block.as_ptr().cast()) };
        at += write(_mm_cvtepu8_epi16(block), space).expect("no surrogate is that small");
    }
    at + units::plain(rest, &mut out[at..]).expect("no surrogate is that small")
}

/// Writes the UTF-8 of the eight units. Returns the number of bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn write(units: __m128i, space: &mut [MaybeUninit<u8>; CAPACITY]) -> Option<usize> {
    if _mm_testz_si128(units, _mm_set1_epi16(!0x7F)) != 0 {
        put(_mm_packus_epi16(units, units), 0, space);
        return Some(LANES);
    }
    let above = _mm_and_si128(units, _mm_set1_epi16(0xF800_u16.cast_signed()));
    let surrogate = _mm_cmpeq_epi16(above, _mm_set1_epi16(0xD800_u16.cast_signed()));
    if _mm_movemask_epi8(surrogate) != 0 {
        return None;
    }
    let c = _mm256_cvtepu16_epi32(units);
    let all = |bits: u32| _mm256_set1_epi32(bits.cast_signed());
    let two = _mm256_cmpgt_epi32(c, all(0x7F));
    let three = _mm256_cmpgt_epi32(c, all(0x7FF));
    // Six bits for each byte, the last in the highest, each with the mark of a continuation byte.
    let last = _mm256_slli_epi32::<24>(_mm256_and_si256(c, all(0x3F)));
    let second = _mm256_and_si256(_mm256_slli_epi32::<10>(c), all(0x003F_0000));
    let lead = _mm256_and_si256(_mm256_srli_epi32::<4>(c), all(0x0F00));
    let long = _mm256_or_si256(_mm256_or_si256(last, second), lead);
    // A lead of two bytes is 0xC0 or more, of three 0xE0 or more: add the missing bits to 0x80.
    let long = _mm256_or_si256(long, all(0x8080_E000));
    let long = _mm256_or_si256(long, _mm256_andnot_si256(three, all(0x0040_0000)));
    let bytes = _mm256_blendv_epi8(_mm256_slli_epi32::<24>(c), long, two);
    let two = bits(two);
    let three = bits(three);
    let low = &KEPT[two & 15 | (three & 15) << 4];
    let high = &KEPT[two >> 4 | (three >> 4) << 4];
    put(shuffled(_mm256_castsi256_si128(bytes), low), 0, space);
    put(shuffled(_mm256_extracti128_si256::<1>(bytes), high), low.len, space);
    Some(low.len + high.len)
}

/// A bit for each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn bits(lanes: __m256i) -> usize {
    _mm256_movemask_ps(_mm256_castsi256_ps(lanes)).cast_unsigned() as usize
}

/// The bytes to keep, moved to the front.
#[inline]
#[target_feature(enable = "avx2")]
fn shuffled(bytes: __m128i, kept: &KeepShuffle) -> __m128i {
    // SAFETY: there are as many places as are read.
    let places = unsafe { _mm_loadu_si128(kept.places.as_ptr().cast()) };
    _mm_shuffle_epi8(bytes, places)
}

/// Writes sixteen bytes at this place.
#[inline]
#[target_feature(enable = "avx2")]
fn put(bytes: __m128i, at: usize, space: &mut [MaybeUninit<u8>; CAPACITY]) {
    let space = &mut space[at..at + 16];
    // SAFETY: the space has as many bytes as are written.
    unsafe { _mm_storeu_si128(space.as_mut_ptr().cast(), bytes) };
}
