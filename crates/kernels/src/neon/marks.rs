//! The marks of a block of 64 bytes, with NEON.

use std::arch::aarch64::*;

use super::registers::{deal, word_of};
use super::{Lookup, are_values, values};
use crate::Table;
use crate::marks::{self, BLOCK, MarkQuery, Marks, below, by_bits};

#[target_feature(enable = "neon")]
pub(crate) fn look_at<S: MarkQuery>(text: &[u8], table: &Table) -> Option<S> {
    S::of(text, &marks::look_at(text, |text| marks(text, table)))
}

#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn marks(text: &[u8], table: &Table) -> Marks {
    let len = text.len().min(BLOCK);
    let block = if let Some(block) = text.first_chunk() {
        deal(block)
    } else {
        let mut block = [0; BLOCK];
        block[..len].copy_from_slice(text);
        deal(&block)
    };
    let lookup = Lookup::new(table);
    by_bits(
        |byte| word_of(block.map(|bytes| vceqq_u8(bytes, vdupq_n_u8(byte)))),
        word_of(block.map(|bytes| lookup.members(bytes))) & below(len),
        word_of(block.map(|bytes| upper(bytes))),
        || word_of(block.map(|bytes| are_values(values(bytes)))),
    )
}

/// All ones for each of `A` to `Z`.
#[inline]
#[target_feature(enable = "neon")]
fn upper(bytes: uint8x16_t) -> uint8x16_t {
    vcltq_u8(vsubq_u8(bytes, vdupq_n_u8(b'A')), vdupq_n_u8(26))
}
