//! Texts of up to 64 bytes: searched, copied, decoded and cut into pairs, with AVX-512.

use std::arch::x86_64::{_mm512_mask_blend_epi8, _mm512_movepi8_mask};
use std::mem::MaybeUninit;

use crate::pairs::{Pair, Signs, by_signs};
use crate::plus;
use crate::x86::avx512::Decoder;
use crate::x86::avx512_registers::{Lookup, WIDE, are, first, load_part, splat, store, store_part};
use crate::{Decoded, Table};

/// The longest text for these kernels. Others have wider strides for longer ones.
pub(crate) const SHORT: usize = WIDE;

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn is_free(text: &[u8], table: &Table) -> bool {
    let members = Lookup::new(&table.member).top_bits(load_part(text));
    members & first(text.len()) == 0
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn copy(text: &[u8], out: &mut [MaybeUninit<u8>]) {
    assert_eq!(text.len(), out.len(), "the text and its copy are as long");
    store_part(out, load_part(text));
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn decode_short(text: &[u8], out: &mut [MaybeUninit<u8>; plus::SHORT]) -> Decoded {
    let bytes = load_part(text);
    let bytes = _mm512_mask_blend_epi8(are(bytes, b'+'), bytes, splat(b' '));
    let mut decoder = Decoder::new();
    let one_on = load_part(text.get(1..).unwrap_or_default());
    let two_on = load_part(text.get(2..).unwrap_or_default());
    // Neither a plus nor a space is a digit, so it does not matter which of them follows a `%`.
    let (bytes, keep) = decoder.block([bytes, one_on, two_on]);
    store(out, 0, bytes);
    decoder.done((keep & first(text.len())).count_ones() as usize)
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn pairs(text: &[u8], from: usize, out: &mut [Pair]) -> (usize, usize) {
    by_signs(text, from, out, |rest| {
        let bytes = load_part(rest);
        Signs {
            separator: are(bytes, b'&'),
            equals: are(bytes, b'='),
            coded: are(bytes, b'+') | are(bytes, b'%') | _mm512_movepi8_mask(bytes),
        }
    })
}
