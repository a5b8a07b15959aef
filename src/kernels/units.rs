//! What is the UTF-8 of these code points, as a string of two or four bytes a character has them?
//!
//! A lone surrogate has none. Sixteen at a time with AVX-512: each is laid out as the last bytes of
//! four, and what its length does not need is compressed away. AVX2 has a file of its own.

use std::mem::MaybeUninit;

use super::Tier;
use crate::memory;

/// The most bytes that a kernel writes behind what counts.
const SLACK: usize = 64;

/// Appends the UTF-8 of code points below 0x10000, or answers false, because one is a lone
/// surrogate: in UTF-16 two would be one character, but here they are two.
#[must_use]
pub fn ucs2_onto(units: &[u16], out: &mut Vec<u8>) -> bool {
    onto(units.len(), 3, out, |room| Tier::best().ucs2(units, room))
}

/// Appends the UTF-8 of code points, or answers false, because one is no character.
#[must_use]
pub fn ucs4_onto(units: &[u32], out: &mut Vec<u8>) -> bool {
    onto(units.len(), 4, out, |room| Tier::best().ucs4(units, room))
}

/// How many bytes it wrote: the UTF-8 of code points below 0x10000; `None` if one is a lone
/// surrogate.
///
/// # Panics
/// If `out` is shorter than three bytes for each and what may be written behind them, 64.
pub fn ucs2_to_utf8(units: &[u16], out: &mut [MaybeUninit<u8>]) -> Option<usize> {
    Tier::best().ucs2(units, &mut out[..3 * units.len() + SLACK])
}

/// How many bytes it wrote: the UTF-8 of code points; `None` if one is no character.
///
/// # Panics
/// If `out` is shorter than four bytes for each and what may be written behind them, 64.
pub fn ucs4_to_utf8(units: &[u32], out: &mut [MaybeUninit<u8>]) -> Option<usize> {
    Tier::best().ucs4(units, &mut out[..4 * units.len() + SLACK])
}

/// Appends what the kernel writes for so many units, each of so many bytes at most.
fn onto(
    units: usize,
    most: usize,
    out: &mut Vec<u8>,
    kernel: impl FnOnce(&mut [MaybeUninit<u8>]) -> Option<usize>,
) -> bool {
    let room = units * most + SLACK;
    memory::reserve(out, room);
    let Some(written) = kernel(&mut out.spare_capacity_mut()[..room]) else { return false };
    // SAFETY: the kernel has written this many bytes of the spare capacity.
    unsafe { out.set_len(out.len() + written) };
    true
}

/// As [`plain`], of units of two bytes, by a library that writes ASCII many at a time.
pub(super) fn library(units: &[u16], out: &mut [MaybeUninit<u8>]) -> Option<usize> {
    // Counted, not looked for: a count is done many at a time.
    if units.iter().filter(|&&c| c & 0xF800 == 0xD800).count() > 0 {
        return None;
    }
    out.fill(MaybeUninit::new(0));
    // SAFETY: every byte has just been written.
    let out = unsafe { &mut *(std::ptr::from_mut(out) as *mut [u8]) };
    Some(encoding_rs::mem::convert_utf16_to_utf8(units, out))
}

/// The plain twin: how many bytes it wrote, or `None` where one has no UTF-8.
///
/// # Panics
///
/// If `out` is too short.
pub(super) fn plain<U: Copy + Into<u32>>(
    units: &[U],
    out: &mut [MaybeUninit<u8>],
) -> Option<usize> {
    let mut at = 0;
    for &unit in units {
        let c = char::from_u32(unit.into())?;
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            out[at].write(byte);
            at += 1;
        }
    }
    Some(at)
}

#[cfg(target_arch = "x86_64")]
pub(super) mod avx512 {
    #[cfg_attr(
        not(test),
        expect(clippy::wildcard_imports, reason = "each has a prefix of its own")
    )]
    use std::arch::x86_64::*;
    use std::mem::MaybeUninit;

    use super::SLACK;

    /// Code points that are written at once.
    const LANES: usize = 16;

    /// As [`super::plain`], of units of two bytes.
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(in crate::kernels) fn ucs2(units: &[u16], out: &mut [MaybeUninit<u8>]) -> Option<usize> {
        assert!(out.len() >= 3 * units.len() + SLACK, "no room for the longest UTF-8");
        let (mut rest, mut at) = (units, 0);
        while !rest.is_empty() {
            let len = rest.len().min(LANES);
            // SAFETY: the mask has a bit for no unit behind the end, and no other unit is read.
            let lanes =
                unsafe { _mm512_maskz_loadu_epi16(first(len).into(), rest.as_ptr().cast()) };
            let lanes = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(lanes));
            at += write(lanes, len, &mut out[at..])?;
            rest = &rest[len..];
        }
        Some(at)
    }

    /// As [`super::plain`], of units of four bytes.
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(in crate::kernels) fn ucs4(units: &[u32], out: &mut [MaybeUninit<u8>]) -> Option<usize> {
        assert!(out.len() >= 4 * units.len() + SLACK, "no room for the longest UTF-8");
        let (mut rest, mut at) = (units, 0);
        while !rest.is_empty() {
            let len = rest.len().min(LANES);
            // SAFETY: the mask has a bit for no unit behind the end, and no other unit is read.
            let lanes = unsafe { _mm512_maskz_loadu_epi32(first(len), rest.as_ptr().cast()) };
            at += write(lanes, len, &mut out[at..])?;
            rest = &rest[len..];
        }
        Some(at)
    }

    /// A bit for each of the first lanes.
    const fn first(len: usize) -> u16 {
        if len < LANES { (1 << len) - 1 } else { !0 }
    }

    /// How many bytes it wrote for the first lanes.
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
        // Six bits a byte, the last in the highest, each a continuation.
        let six = all(0x3F);
        let last = _mm512_slli_epi32::<24>(_mm512_and_si512(c, six));
        let third = _mm512_and_si512(_mm512_slli_epi32::<10>(c), all(0x003F_0000));
        let second = _mm512_and_si512(_mm512_srli_epi32::<4>(c), all(0x3F00));
        let lead = _mm512_and_si512(_mm512_srli_epi32::<18>(c), six);
        let bytes = _mm512_or_si512(_mm512_or_si512(last, third), _mm512_or_si512(second, lead));
        let bytes = _mm512_or_si512(bytes, all(0x8080_8080));
        // The lead byte says how many there are. A lead of 0x80 is made 0xC0, 0xE0, 0xF0.
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
        let room = &mut out[..SLACK];
        let bytes = _mm512_maskz_compress_epi8(keep, bytes);
        // SAFETY: the room has as many bytes as are written.
        unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), bytes) };
        Some(keep.count_ones() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(units: &[u32], tier: Tier, wide: bool) -> Option<Vec<u8>> {
        let mut room = vec![MaybeUninit::new(0); 4 * units.len() + SLACK];
        let narrow: Option<Vec<u16>> = units.iter().map(|&unit| u16::try_from(unit).ok()).collect();
        let used = match narrow {
            Some(narrow) if !wide => tier.ucs2(&narrow, &mut room),
            _ => tier.ucs4(units, &mut room),
        }?;
        // SAFETY: every byte of the room was initialised.
        Some(room[..used].iter().map(|byte| unsafe { byte.assume_init() }).collect())
    }

    #[test]
    fn every_code_point_is_written_as_it_should() {
        for first in (0..=0x11_0010).step_by(7) {
            let units: Vec<u32> = (first..first + 7).collect();
            let want: Option<String> = units.iter().map(|&unit| char::from_u32(unit)).collect();
            let want = want.map(String::into_bytes);
            for tier in Tier::all() {
                assert_eq!(written(&units, tier, false), want, "{tier:?} {first:X}");
                assert_eq!(written(&units, tier, true), want, "{tier:?} {first:X}");
            }
        }
    }

    #[test]
    fn every_length_and_mixture_is_written_as_it_should() {
        let kinds = [0x61, 0xE9, 0x65E5, 0x1_F600, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x1_0000];
        for len in 0..100 {
            for start in 0..kinds.len() {
                let units: Vec<u32> =
                    (0..len).map(|n| kinds[(start + n * n) % kinds.len()]).collect();
                let narrow: Vec<u32> = units.iter().map(|unit| unit & 0x7FFF).collect();
                for tier in Tier::all() {
                    for units in [&units, &narrow] {
                        let want: Option<String> =
                            units.iter().map(|&unit| char::from_u32(unit)).collect();
                        let want = want.map(String::into_bytes);
                        assert_eq!(written(units, tier, false), want, "{tier:?}");
                    }
                }
            }
        }
    }
}
