//! Registers of 32 bytes: loads, stores, lookups and digits with AVX2.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use crate::Table;
use crate::layout::BIT;
use crate::x86::ssse3;

/// Bytes of a register.
pub(crate) const WIDE: usize = 32;

/// A lookup of the bytes of a set by their halves, in tables of 16.
pub(crate) struct Lookup {
    bare: __m256i,
    bit: __m256i,
}

impl Lookup {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    pub(crate) fn new(table: &Table) -> Self {
        let [bare, bit] = [ssse3::load(&table.bare), ssse3::load(&BIT)];
        Self { bare: _mm256_broadcastsi128_si256(bare), bit: _mm256_broadcastsi128_si256(bit) }
    }

    /// All ones for each member. The shuffle gives 0 for bytes from 0x80 on, so they are members.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    pub(crate) fn members(&self, bytes: __m256i) -> __m256i {
        let bare_at = _mm256_shuffle_epi8(self.bare, bytes);
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), _mm256_set1_epi8(15));
        let bit_at = _mm256_shuffle_epi8(self.bit, high);
        _mm256_cmpeq_epi8(_mm256_and_si256(bare_at, bit_at), _mm256_setzero_si256())
    }
}

/// The value of each hexadecimal digit (below 16 for other bytes, too), and all ones for each
/// digit.
#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn digits(bytes: __m256i) -> (__m256i, __m256i) {
    let decimal = _mm256_sub_epi8(bytes, _mm256_set1_epi8(b'0'.cast_signed()));
    let is_decimal = _mm256_cmpeq_epi8(_mm256_min_epu8(decimal, _mm256_set1_epi8(9)), decimal);
    let lower = _mm256_or_si256(bytes, _mm256_set1_epi8(0x20));
    let letter = _mm256_sub_epi8(lower, _mm256_set1_epi8(b'a'.cast_signed()));
    let is_letter = _mm256_cmpeq_epi8(_mm256_min_epu8(letter, _mm256_set1_epi8(5)), letter);
    // The low half is 1 for `A` and `a`, and at most 6 for the letters.
    let value = _mm256_add_epi8(
        _mm256_and_si256(bytes, _mm256_set1_epi8(15)),
        _mm256_and_si256(is_letter, _mm256_set1_epi8(9)),
    );
    (value, _mm256_or_si256(is_decimal, is_letter))
}

/// The top bit of each byte.
#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn mask(bytes: __m256i) -> u32 {
    _mm256_movemask_epi8(bytes).cast_unsigned()
}

#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn load(block: &[u8; WIDE]) -> __m256i {
    // SAFETY: the block has as many bytes as are read.
    unsafe { _mm256_loadu_si256(block.as_ptr().cast()) }
}

/// Writes a register at the space's start.
#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn store(space: &mut [MaybeUninit<u8>], bytes: __m256i) {
    let space = &mut space[..WIDE];
    // SAFETY: the space has as many bytes as are written.
    unsafe { _mm256_storeu_si256(space.as_mut_ptr().cast(), bytes) }
}

/// Both halves of 64 bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn load_both(block: &[u8; 2 * WIDE]) -> [__m256i; 2] {
    let (halves, _) = block.as_chunks();
    [load(&halves[0]), load(&halves[1])]
}

/// The top bit of each of 64 bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn word(front: __m256i, back: __m256i) -> u64 {
    u64::from(mask(front)) | u64::from(mask(back)) << WIDE
}
