//! Registers of 64 bytes: loads, stores and lookups with AVX-512.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use crate::HEX;

/// Bytes of a register.
pub(crate) const WIDE: usize = 64;

/// The value of each ASCII character as a hexadecimal digit, or [`NO_DIGIT`].
pub(crate) const DIGIT: [u8; 128] = {
    let mut value = [NO_DIGIT; 128];
    let mut digit = 0;
    while digit < 16 {
        value[HEX[digit as usize] as usize] = digit;
        value[HEX[digit as usize].to_ascii_lowercase() as usize] = digit;
        digit += 1;
    }
    value
};

/// The top bit, which can be turned into a mask.
pub(crate) const NO_DIGIT: u8 = 0x80;

/// A lookup in a table of 128 bytes.
pub(crate) struct Lookup {
    low: __m512i,
    high: __m512i,
}

impl Lookup {
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(crate) fn new(table: &[u8]) -> Self {
        let (halves, _) = table.as_chunks();
        Self { low: load(&halves[0]), high: load(&halves[1]) }
    }

    /// The entry for each byte below 0x80; undefined for the others.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(crate) fn of(&self, bytes: __m512i) -> __m512i {
        _mm512_permutex2var_epi8(self.low, bytes, self.high)
    }

    /// A bit for each byte that is 0x80 or more, or whose entry has the top bit.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(crate) fn top_bits(&self, bytes: __m512i) -> u64 {
        _mm512_movepi8_mask(_mm512_or_si512(self.of(bytes), bytes))
    }
}

/// A bit for each of the first `count` bytes of a register.
pub(crate) const fn first(count: usize) -> u64 {
    if count < WIDE { (1 << count) - 1 } else { !0 }
}

#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn splat(byte: u8) -> __m512i {
    _mm512_set1_epi8(byte.cast_signed())
}

/// A bit for each byte that is equal to `byte`.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn are(bytes: __m512i, byte: u8) -> u64 {
    _mm512_cmpeq_epi8_mask(bytes, splat(byte))
}

/// A bit for each byte that is `least` or more.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn at_least(bytes: __m512i, least: u8) -> u64 {
    _mm512_cmpge_epu8_mask(bytes, splat(least))
}

/// A bit for each continuation byte of UTF-8.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn continuations(octets: __m512i) -> u64 {
    // As signed numbers, 80 to BF are the lowest.
    _mm512_cmplt_epi8_mask(octets, splat(0xC0))
}

#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn load(block: &[u8; WIDE]) -> __m512i {
    // SAFETY: the block has as many bytes as are read.
    unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
}

/// The start of the text, padded with zeros.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn load_part(text: &[u8]) -> __m512i {
    // SAFETY: the mask has no bits for bytes after the end of the text, and no other byte is read.
    unsafe { _mm512_maskz_loadu_epi8(first(text.len()), text.as_ptr().cast()) }
}

/// Writes a register at this offset, at which there must be space for it.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn store(out: &mut [MaybeUninit<u8>], at: usize, bytes: __m512i) {
    let space = &mut out[at..][..WIDE];
    // SAFETY: the space has as many bytes as are written.
    unsafe { _mm512_storeu_si512(space.as_mut_ptr().cast(), bytes) }
}

/// Writes the first `count` bytes of a register, or all of it where there is space, because a later
/// load would wait for a masked store.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn store_first(out: &mut [MaybeUninit<u8>], count: usize, bytes: __m512i) {
    if out.len() >= WIDE {
        store(out, 0, bytes);
    } else {
        store_part(&mut out[..count], bytes);
    }
}

/// Writes the first units of a register, as many as fit.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn store_part<U>(out: &mut [MaybeUninit<U>], units: __m512i) {
    let places = first(size_of_val(out));
    // SAFETY: the mask has no bits for bytes after the end of the space; no others are written.
    unsafe { _mm512_mask_storeu_epi8(out.as_mut_ptr().cast(), places, units) }
}

/// Writes the first `count` units of a register, and more where there is space. Returns `false` if
/// there is no space for them.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn store_units<U>(out: &mut [MaybeUninit<U>], count: usize, units: __m512i) -> bool {
    if size_of_val(out) >= WIDE {
        // SAFETY: there is space for as many bytes as are written.
        unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), units) };
    } else if let Some(space) = out.get_mut(..count) {
        store_part(space, units);
    } else {
        return false;
    }
    true
}
