//! How do 32 bytes at a time become triplets, and triplets bytes? With AVX2.
//!
//! The bytes are judged 32 at a time, and laid out 16 at a time as [`super::ssse3`] does.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::{Decoded, Table, ssse3};

/// Bytes of a register.
const WIDE: usize = 32;

/// Does this machine have what these kernels are made of?
pub(super) fn is_here() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("popcnt")
}

/// As [`super::plain::find`].
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(super) fn find(text: &[u8], table: &Table) -> usize {
    let Some(last) = text.last_chunk() else { return ssse3::find(text, table) };
    let lookup = Lookup::new(table);
    let mut rest = text;
    while let Some((blocks, after)) = rest.split_first_chunk::<{ 4 * WIDE }>() {
        let (blocks, _) = blocks.as_chunks();
        let mut members = _mm256_setzero_si256();
        for block in blocks {
            members = _mm256_or_si256(members, lookup.members(load(block)));
        }
        if mask(members) != 0 {
            break;
        }
        rest = after;
    }
    while let Some((block, after)) = rest.split_first_chunk() {
        let members = mask(lookup.members(load(block)));
        if members != 0 {
            return text.len() - rest.len() + members.trailing_zeros() as usize;
        }
        rest = after;
    }
    // Of the last block, only what was not looked at before can still be a member.
    match mask(lookup.members(load(last))) {
        0 => text.len(),
        members => text.len() - WIDE + members.trailing_zeros() as usize,
    }
}

/// As [`super::plain::count`].
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(super) fn count(text: &[u8], table: &Table) -> usize {
    let lookup = Lookup::new(table);
    let (blocks, rest) = text.as_chunks();
    let mut sum = 0;
    for block in blocks {
        sum += mask(lookup.members(load(block))).count_ones() as usize;
    }
    sum + ssse3::count(rest, table)
}

/// As [`super::plain::encode`].
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(super) fn encode(text: &[u8], table: &Table, out: &mut [MaybeUninit<u8>]) -> usize {
    let lookup = Lookup::new(table);
    let (mut rest, mut to) = (text, 0);
    while let (Some((block, after)), Some(room)) =
        (rest.split_first_chunk(), out[to..].first_chunk_mut::<{ 2 * ssse3::ROOM }>())
    {
        let bytes = load(block);
        let members = lookup.members(bytes);
        if mask(members) == 0 {
            store(room, bytes);
            to += WIDE;
        } else {
            let (front, front_members) =
                (_mm256_castsi256_si128(bytes), _mm256_castsi256_si128(members));
            let (back, back_members) =
                (_mm256_extracti128_si256::<1>(bytes), _mm256_extracti128_si256::<1>(members));
            let width = ssse3::spread(front, front_members, room);
            to += width + ssse3::spread(back, back_members, &mut room[width..]);
        }
        rest = after;
    }
    to + ssse3::encode(rest, table, &mut out[to..])
}

/// As [`super::plain::decode`].
///
/// # Panics
///
/// If `out` is shorter than the text.
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(super) fn decode(text: &[u8], out: &mut [MaybeUninit<u8>]) -> Decoded {
    assert!(out.len() >= text.len());
    let mut decoder = ssse3::Decoder::new();
    let (mut rest, mut to) = (text, 0);
    while let (Some(block), Some(front), Some(back)) =
        (rest.first_chunk(), rest.first_chunk(), rest.get(WIDE / 2..).and_then(<[u8]>::first_chunk))
    {
        let bytes = load(block);
        let percents = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'%' as i8));
        if mask(percents) == 0 && decoder.is_between_triplets() {
            decoder.copied(_mm256_castsi256_si128(bytes));
            decoder.copied(_mm256_extracti128_si256::<1>(bytes));
            store(&mut out[to..], bytes);
            to += WIDE;
        } else {
            to += decoder.block(front, &mut out[to..]);
            to += decoder.block(back, &mut out[to..]);
        }
        rest = &rest[WIDE..];
    }
    decoder.end(rest, out, to)
}

/// Which bytes are in a set, by a lookup of each half byte among 16.
struct Lookup {
    bare: __m256i,
    bit: __m256i,
}

impl Lookup {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    fn new(table: &Table) -> Self {
        let [bare, bit] = [ssse3::load(&table.bare), ssse3::load(&ssse3::BIT)];
        Self { bare: _mm256_broadcastsi128_si256(bare), bit: _mm256_broadcastsi128_si256(bit) }
    }

    /// All ones for each member. The shuffle answers 0 for a byte from 0x80 on: it is bare nowhere.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    fn members(&self, bytes: __m256i) -> __m256i {
        let bare_at = _mm256_shuffle_epi8(self.bare, bytes);
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), _mm256_set1_epi8(15));
        let asked = _mm256_shuffle_epi8(self.bit, high);
        _mm256_cmpeq_epi8(_mm256_and_si256(bare_at, asked), _mm256_setzero_si256())
    }
}

/// The top bit of each byte.
#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn mask(bytes: __m256i) -> u32 {
    _mm256_movemask_epi8(bytes).cast_unsigned()
}

#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn load(block: &[u8; WIDE]) -> __m256i {
    // SAFETY: the block has as many bytes as are read.
    unsafe { _mm256_loadu_si256(block.as_ptr().cast()) }
}

/// Writes a register at the room's start.
#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn store(room: &mut [MaybeUninit<u8>], bytes: __m256i) {
    let room = &mut room[..WIDE];
    // SAFETY: the room has as many bytes as are written.
    unsafe { _mm256_storeu_si256(room.as_mut_ptr().cast(), bytes) }
}
