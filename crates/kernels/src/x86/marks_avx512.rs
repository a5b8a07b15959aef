//! The marks of a block of 64 bytes, with AVX-512.

use std::arch::x86_64::*;

use crate::Table;
use crate::marks::{self, MarkQuery, Marks, by_bits};
use crate::x86::avx512_registers::{DIGIT, Lookup, are, first, load_part, splat};

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn look_at<S: MarkQuery>(text: &[u8], table: &Table) -> Option<S> {
    S::of(text, &marks::look_at(text, |text| marks(text, table)))
}

#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn marks(text: &[u8], table: &Table) -> Marks {
    let bytes = load_part(text);
    let own = first(text.len());
    let letters = _mm512_sub_epi8(bytes, splat(b'A'));
    by_bits(
        |byte| are(bytes, byte),
        Lookup::new(&table.member).top_bits(bytes) & own,
        _mm512_cmplt_epu8_mask(letters, splat(26)),
        || !Lookup::new(&DIGIT).top_bits(bytes) & own,
    )
}
