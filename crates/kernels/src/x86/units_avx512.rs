//! Strings as UTF-8: code points sixteen at a time, with AVX-512.
//!
//! Each is written as the last bytes of four. The bytes that its length does not need are removed
//! by a compress instruction.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use crate::units::SLACK;
#[cfg(miri)]
use crate::x86::emulated::_mm512_maskz_compress_epi8;

/// Code points that are written at once.
const LANES: usize = 16;

/// As [`plain`](crate::units::plain), of units of two bytes.
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn ucs2(units: &[u16], out: &mut [MaybeUninit<u8>]) -> Option<usize> {
    assert!(out.len() >= 3 * units.len() + SLACK, "no space for the longest UTF-8");
    let (mut rest, mut at) = (units, 0);
    while !rest.is_empty() {
        let len = rest.len().min(LANES);
        // SAFETY: the mask has no bits for units after the end, and no other unit is read.
        let lanes = unsafe { _mm512_maskz_loadu_epi16(first(len).into(), rest.as_ptr().cast()) };
        let lanes = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(lanes));
        at += write(lanes, len, &mut out[at..])?;
        rest = &rest[len..];
    }
    Some(at)
}

/// As [`plain`](crate::units::plain), of units of four bytes.
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn ucs4(units: &[u32], out: &mut [MaybeUninit<u8>]) -> Option<usize> {
    assert!(out.len() >= 4 * units.len() + SLACK, "no space for the longest UTF-8");
    let (mut rest, mut at) = (units, 0);
    while !rest.is_empty() {
        let len = rest.len().min(LANES);
        // SAFETY: the mask has no bits for units after the end, and no other unit is read.
        let lanes = unsafe { _mm512_maskz_loadu_epi32(first(len), rest.as_ptr().cast()) };
        at += write(lanes, len, &mut out[at..])?;
        rest = &rest[len..];
    }
    Some(at)
}

/// A bit for each of the first `len` lanes.
const fn first(len: usize) -> u16 {
    if len < LANES { (1 << len) - 1 } else { !0 }
}

/// Writes the UTF-8 of the first lanes. Returns the number of bytes.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn write(c: __m512i, len: usize, out: &mut [MaybeUninit<u8>]) -> Option<usize> {
    let all = |bits: u32| _mm512_set1_epi32(bits.cast_signed());
    let surrogate = _mm512_cmpeq_epi32_mask(_mm512_and_si512(c, all(0xFFFF_F800)), all(0xD800));
    if surrogate | _mm512_cmpgt_epu32_mask(c, all(0x0010_FFFF)) != 0 {
        return None;
    }
    let two = _mm512_cmpge_epu32_mask(c, all(0x80));
    let three = _mm512_cmpge_epu32_mask(c, all(0x800));
    let four = _mm512_cmpge_epu32_mask(c, all(0x1_0000));
    // Six bits for each byte, the last in the highest, each with the mark of a continuation byte.
    let six = all(0x3F);
    let last = _mm512_slli_epi32::<24>(_mm512_and_si512(c, six));
    let third = _mm512_and_si512(_mm512_slli_epi32::<10>(c), all(0x003F_0000));
    let second = _mm512_and_si512(_mm512_srli_epi32::<4>(c), all(0x3F00));
    let lead = _mm512_and_si512(_mm512_srli_epi32::<18>(c), six);
    let bytes = _mm512_or_si512(_mm512_or_si512(last, third), _mm512_or_si512(second, lead));
    let bytes = _mm512_or_si512(bytes, all(0x8080_8080));
    // The lead byte encodes the length: 0x80 becomes 0xC0, 0xE0 or 0xF0.
    let bytes = _mm512_mask_or_epi32(bytes, two & !three, bytes, all(0x0040_0000));
    let bytes = _mm512_mask_or_epi32(bytes, three & !four, bytes, all(0x6000));
    let bytes = _mm512_mask_or_epi32(bytes, four, bytes, all(0x70));
    let bytes = _mm512_mask_slli_epi32::<24>(bytes, !two, c);
    let keep = all(0x8000_0000);
    let keep = _mm512_mask_mov_epi32(keep, two, all(0x8080_0000));
    let keep = _mm512_mask_mov_epi32(keep, three, all(0x8080_8000));
    let keep = _mm512_mask_mov_epi32(keep, four, all(0x8080_8080));
    let lanes = if len < LANES { (1 << (4 * len)) - 1 } else { !0 };
    let keep = _mm512_movepi8_mask(keep) & lanes;
    let space = &mut out[..SLACK];
    let bytes = _mm512_maskz_compress_epi8(keep, bytes);
    // SAFETY: the space has as many bytes as are written.
    unsafe { _mm512_storeu_si512(space.as_mut_ptr().cast(), bytes) };
    Some(keep.count_ones() as usize)
}
