//! The pairs of a query, with SSSE3.

use std::arch::x86_64::{
    __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8,
};

use crate::pairs::{BLOCK, Pair, Signs, by_signs};

/// Bytes of a register.
const WIDE: usize = 16;

/// As [`crate::pairs::plain`].
#[target_feature(enable = "ssse3")]
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
#[target_feature(enable = "ssse3")]
fn signs(block: &[u8; BLOCK]) -> Signs {
    let mut signs = Signs { separator: 0, equals: 0, coded: 0 };
    let (parts, _) = block.as_chunks::<WIDE>();
    for (n, part) in parts.iter().enumerate() {
        // SAFETY: the part has as many bytes as are read.
        let bytes = unsafe { _mm_loadu_si128(part.as_ptr().cast()) };
        let of = |byte: u8| _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte.cast_signed()));
        let bits =
            |bytes: __m128i| u64::from(_mm_movemask_epi8(bytes).cast_unsigned()) << (WIDE * n);
        signs.separator |= bits(of(b'&'));
        signs.equals |= bits(of(b'='));
        signs.coded |= bits(_mm_or_si128(bytes, _mm_or_si128(of(b'+'), of(b'%'))));
    }
    signs
}
