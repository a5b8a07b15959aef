//! Instructions that Miri does not know, made of those that it does. Only Miri compiles them: they
//! shadow the intrinsics of the same names, so that the loads and stores around them are checked.

use std::arch::x86_64::*;
use std::mem::transmute;

use crate::x86::avx512_registers::{WIDE, load, splat};

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn _mm512_maskz_compress_epi8(keep: __mmask64, bytes: __m512i) -> __m512i {
    // SAFETY: both are as many bytes.
    let bytes: [u8; WIDE] = unsafe { transmute(bytes) };
    let (mut packed, mut rest, mut len) = ([0; WIDE], keep, 0);
    while rest != 0 {
        packed[len] = bytes[rest.trailing_zeros() as usize];
        (rest, len) = (rest & (rest - 1), len + 1);
    }
    load(&packed)
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn permuted(places: __m512i, bytes: __m512i) -> __m512i {
    // A lookup in 128 bytes, the second half of which is not reached.
    _mm512_permutex2var_epi8(bytes, _mm512_and_si512(places, splat(0x3F)), bytes)
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn _mm512_maskz_permutexvar_epi8(
    mask: __mmask64,
    places: __m512i,
    bytes: __m512i,
) -> __m512i {
    _mm512_maskz_mov_epi8(mask, permuted(places, bytes))
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn _mm512_mask_permutexvar_epi8(
    other: __m512i,
    mask: __mmask64,
    places: __m512i,
    bytes: __m512i,
) -> __m512i {
    _mm512_mask_mov_epi8(other, mask, permuted(places, bytes))
}
