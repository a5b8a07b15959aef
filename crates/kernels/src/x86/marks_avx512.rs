//! The marks of a block of 64 bytes, with AVX-512.

use std::arch::x86_64::*;

use crate::Table;
use crate::marks::{self, Marks, Sight, stray};
use crate::x86::avx512_registers::{DIGIT, Lookup, first, load_part};

/// What is seen in a look, which is as [`crate::marks::look_at`] has it.
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn look_at<S: Sight>(text: &[u8], table: &Table) -> Option<S> {
    S::of(text, &marks::look_at(text, |text| marks(text, table)))
}

/// As [`crate::marks::marks`].
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn marks(text: &[u8], table: &Table) -> Marks {
    let bytes = load_part(text);
    let of = |byte: u8| _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte.cast_signed()));
    let (percent, slash, dot) = (of(b'%'), of(b'/'), of(b'.'));
    let upper = _mm512_sub_epi8(bytes, _mm512_set1_epi8(b'A'.cast_signed()));
    Marks {
        members: Lookup::new(&table.member).top_bits(bytes) & first(text.len()),
        colon: of(b':'),
        slash,
        question: of(b'?'),
        hash: of(b'#'),
        at: of(b'@'),
        dot,
        slash_dot: slash << 1 & dot,
        upper: _mm512_cmplt_epu8_mask(upper, _mm512_set1_epi8(26)),
        percent,
        stray: if percent == 0 {
            0
        } else {
            let no_digit = Lookup::new(&DIGIT).top_bits(bytes);
            stray(percent, !no_digit & first(text.len()))
        },
    }
}
