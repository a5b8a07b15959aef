//! Loops over the blocks of a text, shared by the instruction sets.
//!
//! The work on a block is a closure of a kernel, compiled with the kernel's instructions.

#![expect(clippy::inline_always, reason = "a loop's instructions are those of its kernel")]

use std::mem::MaybeUninit;

use crate::marks::BLOCK;

/// The text from the first block on in which something is found, or from the incomplete last block.
#[inline(always)]
pub(crate) fn skip<const WIDE: usize>(text: &[u8], found: impl Fn(&[u8; WIDE]) -> bool) -> &[u8] {
    let mut rest = text;
    while let Some((block, after)) = rest.split_first_chunk() {
        if found(block) {
            break;
        }
        rest = after;
    }
    rest
}

/// The place of the first byte found in a block of `rest`, or in the last block of the text;
/// otherwise the text's length.
#[inline(always)]
pub(crate) fn find<const WIDE: usize>(
    text: &[u8],
    rest: &[u8],
    last: &[u8; WIDE],
    place: impl Fn(&[u8; WIDE]) -> Option<usize>,
) -> usize {
    let mut rest = rest;
    while let Some((block, after)) = rest.split_first_chunk() {
        if let Some(place) = place(block) {
            return text.len() - rest.len() + place;
        }
        rest = after;
    }
    // The first part of the last block was checked before, so only the rest can be found here.
    place(last).map_or(text.len(), |place| text.len() - WIDE + place)
}

/// The index of the lowest bit that is set.
#[inline]
pub(crate) const fn first_bit(bits: u64) -> Option<usize> {
    if bits == 0 { None } else { Some(bits.trailing_zeros() as usize) }
}

/// Sets a word for each block of 64 bytes. Returns the rest of the text and of the words.
#[inline(always)]
pub(crate) fn mark<'t, 'w>(
    text: &'t [u8],
    words: &'w mut [u64],
    word: impl Fn(&[u8; BLOCK]) -> u64,
) -> (&'t [u8], &'w mut [u64]) {
    let (blocks, rest) = text.as_chunks();
    let (of_blocks, of_rest) = words.split_at_mut(blocks.len());
    for (block, of_block) in blocks.iter().zip(of_blocks) {
        *of_block = word(block);
    }
    (rest, of_rest)
}

/// Writes with a kernel that may write beyond the result, directly if `out` has space for that,
/// otherwise by way of a buffer. Returns the length of the result.
#[inline(always)]
pub(crate) fn write<const CAPACITY: usize>(
    out: &mut [MaybeUninit<u8>],
    store: impl Fn(&mut [MaybeUninit<u8>; CAPACITY]) -> usize,
) -> usize {
    if let Some(space) = out.first_chunk_mut() {
        return store(space);
    }
    let mut space = [MaybeUninit::uninit(); CAPACITY];
    let width = store(&mut space);
    out[..width].copy_from_slice(&space[..width]);
    width
}
