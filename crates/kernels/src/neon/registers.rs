//! Registers of NEON: loading, comparing and storing bytes.

use std::arch::aarch64::*;
use std::mem::MaybeUninit;

use crate::blocks::first_bit;
use crate::layout::{WIDE, part};
use crate::marks::BLOCK;

/// Four ones for each byte of all ones, four zeros for each zero byte.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn fours(bytes: uint8x16_t) -> u64 {
    let halves = vshrn_n_u16::<4>(vreinterpretq_u16_u8(bytes));
    vget_lane_u64::<0>(vreinterpret_u64_u8(halves))
}

/// The place of the first byte in a mask of [`fours`].
#[inline]
pub(super) fn place(fours: u64) -> Option<usize> {
    first_bit(fours).map(|bit| bit / 4)
}

/// A bit for each byte of all ones.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn ones(bytes: uint8x16_t) -> u32 {
    let of_a_byte = vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201));
    let bits = vandq_u8(bytes, of_a_byte);
    let halves = vpaddq_u8(bits, bits);
    let fourths = vpaddq_u8(halves, halves);
    let sums = vpaddq_u8(fourths, fourths);
    u32::from(vgetq_lane_u16::<0>(vreinterpretq_u16_u8(sums)))
}

/// A bit for each byte of all ones in a block that was loaded by [`deal`].
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn word_of([a, b, c, d]: [uint8x16_t; 4]) -> u64 {
    // Each shift keeps the top bits that were collected, and inserts others below them.
    let (front, back) = (vsriq_n_u8::<1>(b, a), vsriq_n_u8::<1>(d, c));
    let all = vsriq_n_u8::<2>(back, front);
    fours(vsriq_n_u8::<4>(all, all))
}

/// For each group of four bytes, a bit for each that is all ones.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn which_of_four(bytes: uint8x16_t) -> [u8; 4] {
    let bits = vandq_u8(bytes, vreinterpretq_u8_u32(vdupq_n_u32(0x0804_0201)));
    let halves = vpaddq_u8(bits, bits);
    let sums = vreinterpretq_u32_u8(vpaddq_u8(halves, halves));
    vgetq_lane_u32::<0>(sums).to_le_bytes()
}

#[inline]
#[target_feature(enable = "neon")]
pub(super) fn load(block: &[u8; WIDE]) -> uint8x16_t {
    // SAFETY: the block has as many bytes as are read.
    unsafe { vld1q_u8(block.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
pub(super) fn load_block(block: &[u8; BLOCK]) -> [uint8x16_t; 4] {
    let (quarters, _) = block.as_chunks();
    [0, 1, 2, 3].map(|quarter| load(&quarters[quarter]))
}

/// The bytes of a block in four registers: the first byte is in the first register, the second in
/// the second, and so on in turns.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn deal(block: &[u8; BLOCK]) -> [uint8x16_t; 4] {
    // SAFETY: the block has as many bytes as are read.
    let uint8x16x4_t(a, b, c, d) = unsafe { vld4q_u8(block.as_ptr()) };
    [a, b, c, d]
}

/// The start of the text, padded with zeros.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn load_part(text: &[u8]) -> uint8x16_t {
    match text.first_chunk() {
        Some(block) => load(block),
        None => load(&part(text)),
    }
}

#[inline]
#[target_feature(enable = "neon")]
pub(super) fn load_half(block: [u8; WIDE / 2]) -> uint8x8_t {
    vcreate_u8(u64::from_le_bytes(block))
}

/// Writes a register at this offset, at which there must be space for it.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn store(space: &mut [MaybeUninit<u8>], at: usize, bytes: uint8x16_t) {
    let space = &mut space[at..at + WIDE];
    // SAFETY: the space has as many bytes as are written.
    unsafe { vst1q_u8(space.as_mut_ptr().cast(), bytes) }
}

/// Writes half a register at this offset, at which there must be space for it.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn store_half(space: &mut [MaybeUninit<u8>], at: usize, bytes: uint8x8_t) {
    let space = &mut space[at..at + WIDE / 2];
    // SAFETY: the space has as many bytes as are written.
    unsafe { vst1_u8(space.as_mut_ptr().cast(), bytes) }
}
