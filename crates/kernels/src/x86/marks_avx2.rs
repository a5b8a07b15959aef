//! The marks of a block of 64 bytes, with AVX2.

use std::arch::x86_64::*;

use crate::Table;
use crate::marks::{self, BLOCK, MarkQuery, Marks, below, by_bits};
use crate::x86::avx2_registers::{Lookup, digits, load_both, word};

#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn look_at<S: MarkQuery>(text: &[u8], table: &Table) -> Option<S> {
    S::of(text, &marks::look_at(text, |text| marks(text, table)))
}

#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn marks(text: &[u8], table: &Table) -> Marks {
    let len = text.len().min(BLOCK);
    let mut block = [0; BLOCK];
    block[..len].copy_from_slice(&text[..len]);
    let [front, back] = load_both(&block);
    let lookup = Lookup::new(table);
    by_bits(
        |byte| {
            let byte = _mm256_set1_epi8(byte.cast_signed());
            word(_mm256_cmpeq_epi8(front, byte), _mm256_cmpeq_epi8(back, byte))
        },
        word(lookup.members(front), lookup.members(back)) & below(len),
        word(upper(front), upper(back)),
        || word(digits(front).1, digits(back).1),
    )
}

/// All ones for each of `A` to `Z`.
#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn upper(bytes: __m256i) -> __m256i {
    let letter = _mm256_sub_epi8(bytes, _mm256_set1_epi8(b'A'.cast_signed()));
    _mm256_cmpeq_epi8(_mm256_min_epu8(letter, _mm256_set1_epi8(25)), letter)
}
