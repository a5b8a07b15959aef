//! NEON: encodes and decodes triplets, 16 bytes at a time, on 64-bit ARM.
//!
//! The method is that of [`crate::x86::ssse3`]. If all bytes of a block are members, or if it has
//! nothing but triplets, loads and stores that interleave three registers are used. To find only
//! the first of the bytes searched for, a mask has four bits for each byte, because that is
//! cheapest.

#![cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "the intrinsics have prefixes of their own")
)]

use std::arch::aarch64::*;
use std::mem::MaybeUninit;

pub(crate) mod marks;
pub(crate) mod registers;

use crate::blocks;
use crate::layout::{BIT, FIRST, PACK, SPREAD, SPREAD_WIDTH, WIDE, first};
use crate::{Decoded, HEX, Table};
use registers::{
    deal, fours, load, load_block, load_half, load_part, ones, place, store, store_half,
    which_of_four, word_of,
};

/// Space for the encoded bytes of a register, with what the last store overwrites.
const CAPACITY: usize = 4 * WIDE;

/// The value of a character that is not a hexadecimal digit.
const NONE: u8 = 0xFF;

/// The values of the characters from `0` on.
const DECIMAL: [u8; WIDE] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, NONE, NONE, NONE, NONE, NONE, NONE];

/// The values of the characters from `a` on.
const LETTER: [u8; WIDE] =
    [10, 11, 12, 13, 14, 15, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE];

/// The places at which triplets begin in a block of nothing but triplets, from its first byte on,
/// so that no digit of an earlier triplet precedes them.
const EVERY_THIRD: u32 = 0b1001_0010_0100_1001;

/// Does this machine have the instructions of these kernels, and little-endian words?
pub(crate) fn is_here() -> bool {
    std::arch::is_aarch64_feature_detected!("neon") && cfg!(target_endian = "little")
}

#[target_feature(enable = "neon")]
pub(crate) fn find(text: &[u8], table: &Table) -> usize {
    let lookup = Lookup::new(table);
    let Some(last) = text.last_chunk() else {
        // Zeros are read after the text, which may be in the set, but only count up to its end.
        let members = fours(lookup.members(load_part(text)));
        return text.len().min(members.trailing_zeros() as usize / 4);
    };
    let rest = blocks::skip(text, |block| {
        let [a, b, c, d] = load_block(block).map(|bytes| lookup.members(bytes));
        fours(vorrq_u8(vorrq_u8(a, b), vorrq_u8(c, d))) != 0
    });
    blocks::find(text, rest, last, |block| place(fours(lookup.members(load(block)))))
}

#[target_feature(enable = "neon")]
pub(crate) fn count(text: &[u8], table: &Table) -> usize {
    let lookup = Lookup::new(table);
    let (blocks, rest) = text.as_chunks();
    let mut sum = 0;
    // Each byte of a register counts the members at its place, up to the maximum of a byte.
    for blocks in blocks.chunks(usize::from(u8::MAX)) {
        let mut sums = vdupq_n_u8(0);
        for block in blocks {
            sums = vsubq_u8(sums, lookup.members(load(block)));
        }
        sum += usize::from(vaddlvq_u8(sums));
    }
    let last = vandq_u8(lookup.members(load_part(rest)), load(&FIRST[rest.len()]));
    sum + fours(last).count_ones() as usize / 4
}

#[target_feature(enable = "neon")]
pub(crate) fn which(text: &[u8], table: &Table, words: &mut [u64]) {
    let lookup = Lookup::new(table);
    let (rest, of_rest) =
        blocks::mark(text, words, |block| word_of(deal(block).map(|bytes| lookup.members(bytes))));
    crate::plain::which(rest, table, of_rest);
}

#[target_feature(enable = "neon")]
pub(crate) fn which_are(text: &[u8], wanted: u8, words: &mut [u64]) {
    let all = vdupq_n_u8(wanted);
    let (rest, of_rest) =
        blocks::mark(text, words, |block| word_of(deal(block).map(|bytes| vceqq_u8(bytes, all))));
    crate::plain::which_are(rest, wanted, of_rest);
}

#[target_feature(enable = "neon")]
pub(crate) fn encode(text: &[u8], table: &Table, out: &mut [MaybeUninit<u8>]) -> usize {
    let lookup = Lookup::new(table);
    let (mut rest, mut to) = (text, 0);
    while let Some(block) = rest.first_chunk()
        && let Some(space) = out[to..].first_chunk_mut()
    {
        let bytes = load(block);
        to += spread(bytes, lookup.members(bytes), space);
        rest = &rest[WIDE..];
    }
    // The last blocks, for which there may be no space for a store beyond the result.
    while !rest.is_empty() {
        let len = rest.len().min(WIDE);
        let bytes = load_part(rest);
        // Bytes after the text's end are not members, so that each counts as one byte of the
        // result.
        let members = vandq_u8(lookup.members(bytes), load(&FIRST[len]));
        if let Some(space) = out[to..].first_chunk_mut() {
            to += spread(bytes, members, space) - (WIDE - len);
        } else {
            let mut space = [MaybeUninit::uninit(); CAPACITY];
            let width = spread(bytes, members, &mut space) - (WIDE - len);
            out[to..to + width].copy_from_slice(&space[..width]);
            to += width;
        }
        rest = &rest[len..];
    }
    to
}

#[target_feature(enable = "neon")]
pub(crate) fn decode(text: &[u8], out: &mut [MaybeUninit<u8>]) -> Decoded {
    assert!(out.len() >= text.len(), "no space for as many bytes as the text has");
    let (mut rest, mut to) = (text, 0);
    let (mut any, mut malformed, mut digits_ahead) = (vdupq_n_u8(0), vdupq_n_u8(0), 0);
    while !rest.is_empty() {
        // The bytes, and for each place the next byte and the one after it.
        let window = if let Some(window) = rest.first_chunk::<{ WIDE + 2 }>() {
            let ([bytes @ .., _, _], [_, one_on @ .., _], [_, _, two_on @ ..]) =
                (window, window, window);
            (load(bytes), load(one_on), load(two_on))
        } else {
            let (bytes, next) = (load_part(rest), load_part(rest.get(WIDE..).unwrap_or_default()));
            (bytes, vextq_u8::<1>(bytes, next), vextq_u8::<2>(bytes, next))
        };
        let percents = vceqq_u8(window.0, vdupq_n_u8(b'%'));
        if fours(percents) == 0 && digits_ahead == 0 && rest.len() >= WIDE {
            any = vorrq_u8(any, window.0);
            store(&mut out[to..], 0, window.0);
            (rest, to) = (&rest[WIDE..], to + WIDE);
            continue;
        }
        let (octets, are_octets) = octets(window.1, window.2);
        let triplets = vandq_u8(percents, are_octets);
        let bytes = vbslq_u8(triplets, octets, window.0);
        any = vorrq_u8(any, bytes);
        malformed = vorrq_u8(malformed, veorq_u8(percents, triplets));
        let triplets = ones(triplets);
        if triplets == EVERY_THIRD {
            let before = rest.len();
            while let Some(octets) = nothing_but_triplets(rest) {
                any = vorrq_u8(any, octets);
                store(&mut out[to..], 0, octets);
                (rest, to) = (&rest[3 * WIDE..], to + WIDE);
            }
            if rest.len() < before {
                continue;
            }
        }
        let digits = triplets << 1 | triplets << 2 | digits_ahead;
        digits_ahead = digits >> WIDE;
        let keep = !digits & first(rest.len());
        to += blocks::write(&mut out[to..], |space| pack(bytes, keep, space));
        rest = rest.get(WIDE..).unwrap_or_default();
    }
    Decoded { len: to, high: vmaxvq_u8(any) >= 0x80, malformed: fours(malformed) != 0 }
}

/// A lookup of the bytes of a set by their halves, in tables of 16.
pub(crate) struct Lookup {
    bare: uint8x16_t,
    bit: uint8x16_t,
}

impl Lookup {
    #[inline]
    #[target_feature(enable = "neon")]
    pub(crate) fn new(table: &Table) -> Self {
        Self { bare: load(&table.bare), bit: load(&BIT) }
    }

    /// All ones for each member. Bytes from 0x80 on have no bit in the table, so they are members.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(crate) fn members(&self, bytes: uint8x16_t) -> uint8x16_t {
        let bare_at = vqtbl1q_u8(self.bare, vandq_u8(bytes, vdupq_n_u8(15)));
        let bit_at = vqtbl1q_u8(self.bit, vshrq_n_u8::<4>(bytes));
        vceqzq_u8(vandq_u8(bare_at, bit_at))
    }
}

/// Writes each member as its triplet and each other byte unchanged. Returns the number of bytes.
#[inline]
#[target_feature(enable = "neon")]
fn spread(
    bytes: uint8x16_t,
    members: uint8x16_t,
    space: &mut [MaybeUninit<u8>; CAPACITY],
) -> usize {
    let any = fours(members);
    if any == 0 {
        store(space, 0, bytes);
        return WIDE;
    }
    let hex = load(&HEX);
    let heads = vbslq_u8(members, vdupq_n_u8(b'%'), bytes);
    let highs = vqtbl1q_u8(hex, vshrq_n_u8::<4>(bytes));
    let lows = vqtbl1q_u8(hex, vandq_u8(bytes, vdupq_n_u8(15)));
    if any == !0 {
        // SAFETY: three registers are written, and there is space for four.
        unsafe { vst3q_u8(space.as_mut_ptr().cast(), uint8x16x3_t(heads, highs, lows)) };
        return 3 * WIDE;
    }
    // Four heads, their four high digits, their four low digits, and the low digits once more.
    let [heads, highs, lows] = [heads, highs, lows].map(|bytes| vreinterpretq_u32_u8(bytes));
    let pairs = [
        (vzip1q_u32(heads, highs), vzip1q_u32(lows, lows)),
        (vzip2q_u32(heads, highs), vzip2q_u32(lows, lows)),
    ]
    .map(|(ends, lows)| (vreinterpretq_u64_u32(ends), vreinterpretq_u64_u32(lows)));
    let [front, back] = pairs.map(|(ends, lows)| [vzip1q_u64(ends, lows), vzip2q_u64(ends, lows)]);
    let groups = [front[0], front[1], back[0], back[1]];
    let mut width = 0;
    for (members, group) in which_of_four(members).into_iter().zip(groups) {
        let members = usize::from(members);
        let group = vqtbl1q_u8(vreinterpretq_u8_u64(group), load(&SPREAD[members]));
        store(space, width, group);
        width += SPREAD_WIDTH[members];
    }
    width
}

/// The octet of the two digits at each place, and all ones if both are digits, given the next bytes
/// and those after them.
///
/// A `%` is not a digit, so triplets never overlap, and each `%` is checked separately.
#[inline]
#[target_feature(enable = "neon")]
fn octets(one_on: uint8x16_t, two_on: uint8x16_t) -> (uint8x16_t, uint8x16_t) {
    let (high, low) = (values(one_on), values(two_on));
    (vsliq_n_u8::<4>(low, high), are_values(vorrq_u8(high, low)))
}

/// The octets of three registers' bytes, if these are nothing but triplets.
#[inline]
#[target_feature(enable = "neon")]
fn nothing_but_triplets(text: &[u8]) -> Option<uint8x16_t> {
    let block: &[u8; 3 * WIDE] = text.first_chunk()?;
    // SAFETY: the block has as many bytes as are read.
    let uint8x16x3_t(heads, highs, lows) = unsafe { vld3q_u8(block.as_ptr()) };
    let (octets, are_octets) = octets(highs, lows);
    let percents = vceqq_u8(heads, vdupq_n_u8(b'%'));
    (fours(vandq_u8(percents, are_octets)) == !0).then_some(octets)
}

/// Writes the bytes whose bit is set. Returns their number.
#[inline]
#[target_feature(enable = "neon")]
fn pack(bytes: uint8x16_t, keep: u32, space: &mut [MaybeUninit<u8>; WIDE]) -> usize {
    let [front, back, ..] = keep.to_le_bytes().map(usize::from);
    let widths = vcnt_u8(vcreate_u8(u64::from(keep)));
    let (width, back_width) = (vget_lane_u8::<0>(widths), vget_lane_u8::<1>(widths));
    store_half(space, 0, vqtbl1_u8(bytes, load_half(PACK[front])));
    let bytes = vextq_u8::<8>(bytes, bytes);
    store_half(space, usize::from(width), vqtbl1_u8(bytes, load_half(PACK[back])));
    usize::from(width + back_width)
}

/// The value of each hexadecimal digit, and [`NONE`] for all other bytes.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn values(bytes: uint8x16_t) -> uint8x16_t {
    let after_0 = vsubq_u8(bytes, vdupq_n_u8(b'0'));
    let after_a = vsubq_u8(vorrq_u8(bytes, vdupq_n_u8(0x20)), vdupq_n_u8(b'a'));
    // Indexes beyond the table leave the value unchanged.
    let values = vqtbx1q_u8(vdupq_n_u8(NONE), load(&DECIMAL), after_0);
    vqtbx1q_u8(values, load(&LETTER), after_a)
}

/// All ones for each valid value, or for two values or'ed together.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn are_values(values: uint8x16_t) -> uint8x16_t {
    vcltq_u8(values, vdupq_n_u8(16))
}
