//! SSSE3: encodes and decodes triplets, 16 bytes at a time, mostly by shuffles.
//!
//! To encode, each byte of a group of four takes three places (`%` and two digits). A shuffle from
//! a table with a row for each combination of members drops the places that an unescaped byte does
//! not need. To decode, each `%` of a triplet is replaced by its octet, and a shuffle from a table
//! of 256 rows drops the digits, for eight bytes at a time. There is no branch on the places of
//! triplets, so the speed does not depend on their number.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use crate::blocks::{self, first_bit};
use crate::layout::{BIT, FIRST, PACK, SPREAD, SPREAD_WIDTH, WIDE, first, part};
use crate::{Decoded, HEX, Table};

/// Space for the encoded bytes of a register, with what the last store overwrites.
pub(crate) const CAPACITY: usize = 4 * WIDE;

/// Does this machine have the instructions that these kernels use?
pub(crate) fn is_here() -> bool {
    is_x86_feature_detected!("ssse3") && is_x86_feature_detected!("popcnt")
}

#[target_feature(enable = "popcnt")]
pub(crate) fn sums(words: &[u64], before: &mut [u32]) -> u32 {
    crate::ranks::sums(words, before)
}

#[target_feature(enable = "popcnt")]
pub(crate) fn move_by(by: i32, words: &[u64], before: &[u32], places: &mut [u32]) -> bool {
    crate::ranks::move_by(by, words, before, places)
}

#[target_feature(enable = "ssse3,popcnt")]
pub(crate) fn find(text: &[u8], table: &Table) -> usize {
    let lookup = Lookup::new(table);
    let Some(last) = text.last_chunk() else {
        // Zeros are read after the text, which may be in the set, but only count up to its end.
        let members = mask(lookup.members(load_part(text)));
        return text.len().min(members.trailing_zeros() as usize);
    };
    blocks::find(text, text, last, |block| first_bit(mask(lookup.members(load(block))).into()))
}

#[target_feature(enable = "ssse3,popcnt")]
pub(crate) fn count(text: &[u8], table: &Table) -> usize {
    let lookup = Lookup::new(table);
    let (blocks, rest) = text.as_chunks();
    let mut sum = 0;
    for block in blocks {
        sum += mask(lookup.members(load(block))).count_ones() as usize;
    }
    let last = mask(lookup.members(load_part(rest))) & first(rest.len());
    sum + last.count_ones() as usize
}

#[target_feature(enable = "ssse3,popcnt")]
pub(crate) fn encode(text: &[u8], table: &Table, out: &mut [MaybeUninit<u8>]) -> usize {
    let lookup = Lookup::new(table);
    let (mut rest, mut to) = (text, 0);
    while let Some(block) = rest.first_chunk()
        && let Some(space) = out[to..].first_chunk_mut::<CAPACITY>()
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
        let members = _mm_and_si128(lookup.members(bytes), load(&FIRST[len]));
        if let Some(space) = out[to..].first_chunk_mut::<CAPACITY>() {
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

#[target_feature(enable = "ssse3,popcnt")]
pub(crate) fn decode(text: &[u8], out: &mut [MaybeUninit<u8>]) -> Decoded {
    assert!(out.len() >= text.len(), "no space for as many bytes as the text has");
    let (mut rest, mut to) = (text, 0);
    let (mut any, mut malformed, mut digits_ahead) = (_mm_setzero_si128(), 0, 0);
    while !rest.is_empty() {
        // The bytes, and for each place the next byte and the one after it.
        let window = if let Some(window) = rest.first_chunk::<{ WIDE + 2 }>() {
            let ([bytes @ .., _, _], [_, one_on @ .., _], [_, _, two_on @ ..]) =
                (window, window, window);
            (load(bytes), load(one_on), load(two_on))
        } else {
            let (bytes, next) = (load_part(rest), load_part(rest.get(WIDE..).unwrap_or_default()));
            (bytes, _mm_alignr_epi8::<1>(next, bytes), _mm_alignr_epi8::<2>(next, bytes))
        };
        let percents = mask(_mm_cmpeq_epi8(window.0, _mm_set1_epi8(b'%'.cast_signed())));
        if percents | digits_ahead == 0 && rest.len() >= WIDE {
            any = _mm_or_si128(any, window.0);
            store(&mut out[to..], 0, window.0);
            (rest, to) = (&rest[WIDE..], to + WIDE);
            continue;
        }
        let (bytes, triplets) = octets(window.0, window.1, window.2);
        any = _mm_or_si128(any, bytes);
        malformed |= percents ^ triplets;
        let digits = triplets << 1 | triplets << 2 | digits_ahead;
        digits_ahead = digits >> WIDE;
        let keep = !digits & first(rest.len());
        to += blocks::write(&mut out[to..], |space| pack(bytes, keep, space));
        rest = rest.get(WIDE..).unwrap_or_default();
    }
    Decoded { len: to, high: mask(any) != 0, malformed: malformed != 0 }
}

/// A lookup of the bytes of a set by their halves, in tables of 16.
struct Lookup {
    bare: __m128i,
    bit: __m128i,
}

impl Lookup {
    #[inline]
    #[target_feature(enable = "ssse3,popcnt")]
    fn new(table: &Table) -> Self {
        Self { bare: load(&table.bare), bit: load(&BIT) }
    }

    /// All ones for each member. The shuffle gives 0 for bytes from 0x80 on, so they are members.
    #[inline]
    #[target_feature(enable = "ssse3,popcnt")]
    fn members(&self, bytes: __m128i) -> __m128i {
        let bare_at = _mm_shuffle_epi8(self.bare, bytes);
        let high = _mm_and_si128(_mm_srli_epi16::<4>(bytes), _mm_set1_epi8(15));
        let bit_at = _mm_shuffle_epi8(self.bit, high);
        _mm_cmpeq_epi8(_mm_and_si128(bare_at, bit_at), _mm_setzero_si128())
    }
}

/// Writes each member as its triplet and each other byte unchanged. Returns the number of bytes.
#[inline]
#[target_feature(enable = "ssse3,popcnt")]
pub(crate) fn spread(bytes: __m128i, members: __m128i, space: &mut [MaybeUninit<u8>]) -> usize {
    let which = mask(members);
    if which == 0 {
        store(space, 0, bytes);
        return WIDE;
    }
    let (hex, low_half) = (load(&HEX), _mm_set1_epi8(15));
    let percents = _mm_and_si128(members, _mm_set1_epi8(b'%'.cast_signed()));
    let heads = _mm_or_si128(percents, _mm_andnot_si128(members, bytes));
    let high = _mm_and_si128(_mm_srli_epi16::<4>(bytes), low_half);
    let highs = _mm_shuffle_epi8(hex, high);
    let lows = _mm_shuffle_epi8(hex, _mm_and_si128(bytes, low_half));
    // Four heads, their four high digits, their four low digits, and the low digits once more.
    let (front, front_lows) = (_mm_unpacklo_epi32(heads, highs), _mm_unpacklo_epi32(lows, lows));
    let (back, back_lows) = (_mm_unpackhi_epi32(heads, highs), _mm_unpackhi_epi32(lows, lows));
    let groups = [
        _mm_unpacklo_epi64(front, front_lows),
        _mm_unpackhi_epi64(front, front_lows),
        _mm_unpacklo_epi64(back, back_lows),
        _mm_unpackhi_epi64(back, back_lows),
    ];
    let mut width = 0;
    for (place, group) in groups.into_iter().enumerate() {
        let members = (which >> (4 * place) & 15) as usize;
        store(space, width, _mm_shuffle_epi8(group, load(&SPREAD[members])));
        width += SPREAD_WIDTH[members];
    }
    width
}

/// The bytes with each `%` of a triplet replaced by its octet, and a bit for each such `%`.
///
/// A `%` is not a digit, so triplets never overlap, and each `%` is checked separately by the two
/// bytes after it.
#[inline]
#[target_feature(enable = "ssse3,popcnt")]
fn octets(bytes: __m128i, one_on: __m128i, two_on: __m128i) -> (__m128i, u32) {
    let ((high, high_is), (low, low_is)) = (digits(one_on), digits(two_on));
    let percents = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'%'.cast_signed()));
    let triplets = _mm_and_si128(percents, _mm_and_si128(high_is, low_is));
    let octets = _mm_or_si128(_mm_slli_epi16::<4>(high), low);
    let bytes = _mm_or_si128(_mm_and_si128(triplets, octets), _mm_andnot_si128(triplets, bytes));
    (bytes, mask(triplets))
}

/// Writes the bytes whose bit is set. Returns their number.
#[inline]
#[target_feature(enable = "ssse3,popcnt")]
pub(crate) fn pack(bytes: __m128i, keep: u32, space: &mut [MaybeUninit<u8>; WIDE]) -> usize {
    let (front, back) = (PACK[(keep & 0xFF) as usize], PACK[(keep >> 8 & 0xFF) as usize]);
    let width = (keep & 0xFF).count_ones() as usize;
    store_half(space, 0, _mm_shuffle_epi8(bytes, load_half(front)));
    store_half(space, width, _mm_shuffle_epi8(_mm_srli_si128::<8>(bytes), load_half(back)));
    width + (keep >> 8 & 0xFF).count_ones() as usize
}

/// The value of each hexadecimal digit (below 16 for other bytes, too), and all ones for each
/// digit.
#[inline]
#[target_feature(enable = "ssse3,popcnt")]
fn digits(bytes: __m128i) -> (__m128i, __m128i) {
    let decimal = _mm_sub_epi8(bytes, _mm_set1_epi8(b'0'.cast_signed()));
    let is_decimal = _mm_cmpeq_epi8(_mm_min_epu8(decimal, _mm_set1_epi8(9)), decimal);
    let lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
    let letter = _mm_sub_epi8(lower, _mm_set1_epi8(b'a'.cast_signed()));
    let is_letter = _mm_cmpeq_epi8(_mm_min_epu8(letter, _mm_set1_epi8(5)), letter);
    // The low half is 1 for `A` and `a`, and at most 6 for the letters.
    let value = _mm_add_epi8(
        _mm_and_si128(bytes, _mm_set1_epi8(15)),
        _mm_and_si128(is_letter, _mm_set1_epi8(9)),
    );
    (value, _mm_or_si128(is_decimal, is_letter))
}

/// The top bit of each byte.
#[inline]
#[target_feature(enable = "ssse3,popcnt")]
pub(crate) fn mask(bytes: __m128i) -> u32 {
    _mm_movemask_epi8(bytes).cast_unsigned()
}

#[inline]
#[target_feature(enable = "ssse3,popcnt")]
pub(crate) fn load(block: &[u8; WIDE]) -> __m128i {
    // SAFETY: the block has as many bytes as are read.
    unsafe { _mm_loadu_si128(block.as_ptr().cast()) }
}

/// The start of the text, padded with zeros, without a copy in memory.
#[inline]
#[target_feature(enable = "ssse3,popcnt")]
pub(crate) fn load_part(text: &[u8]) -> __m128i {
    match text.first_chunk() {
        Some(block) => load(block),
        None => load(&part(text)),
    }
}

#[inline]
#[target_feature(enable = "ssse3,popcnt")]
fn load_half(block: [u8; WIDE / 2]) -> __m128i {
    _mm_cvtsi64_si128(i64::from_le_bytes(block))
}

/// Writes a register at this offset, at which there must be space for it.
#[inline]
#[target_feature(enable = "ssse3,popcnt")]
fn store(space: &mut [MaybeUninit<u8>], at: usize, bytes: __m128i) {
    let space = &mut space[at..at + WIDE];
    // SAFETY: the space has as many bytes as are written.
    unsafe { _mm_storeu_si128(space.as_mut_ptr().cast(), bytes) }
}

/// Writes the first half of a register at this offset, at which there must be space for it.
#[inline]
#[target_feature(enable = "ssse3,popcnt")]
fn store_half(space: &mut [MaybeUninit<u8>], at: usize, bytes: __m128i) {
    let space = &mut space[at..at + WIDE / 2];
    // SAFETY: the space has as many bytes as are written.
    unsafe { _mm_storel_epi64(space.as_mut_ptr().cast(), bytes) }
}
