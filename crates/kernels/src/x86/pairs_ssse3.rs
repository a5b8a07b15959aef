//! The pairs of a query, with SSSE3.

use std::arch::x86_64::*;

use crate::layout::WIDE;
use crate::pairs::{BLOCK, Pair, Signs, by_signs};
use crate::x86::ssse3::{load, mask};

#[target_feature(enable = "ssse3,popcnt")]
pub(crate) fn pairs(text: &[u8], from: usize, out: &mut [Pair]) -> (usize, usize) {
    by_signs(text, from, out, |rest| {
        if let Some(block) = rest.first_chunk() {
            return signs(block);
        }
        let mut block = [0; BLOCK];
        block[..rest.len()].copy_from_slice(rest);
        signs(&block)
    })
}

#[inline]
#[target_feature(enable = "ssse3,popcnt")]
fn signs(block: &[u8; BLOCK]) -> Signs {
    let mut signs = Signs { separator: 0, equals: 0, coded: 0 };
    for (n, part) in block.as_chunks().0.iter().enumerate() {
        let bytes = load(part);
        let of = |byte: u8| _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte.cast_signed()));
        let bits = |bytes| u64::from(mask(bytes)) << (WIDE * n);
        signs.separator |= bits(of(b'&'));
        signs.equals |= bits(of(b'='));
        signs.coded |= bits(_mm_or_si128(bytes, _mm_or_si128(of(b'+'), of(b'%'))));
    }
    signs
}
