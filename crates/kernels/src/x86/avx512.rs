//! AVX-512 VBMI2: encodes and decodes triplets, 64 bytes at a time.
//!
//! To encode, each byte of a group takes three places (`%` and two digits), and the places that an
//! unescaped byte does not need are removed by a compress instruction. To decode, each `%` of a
//! triplet is replaced by its octet, and the digits are removed the same way. There is no branch on
//! the places of triplets, so the speed does not depend on their number.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use crate::blocks;
use crate::x86::avx512_registers::{
    DIGIT, Lookup, NO_DIGIT, WIDE, are, first, load, load_part, splat, store, store_first,
};
#[cfg(miri)]
use crate::x86::emulated::{_mm512_mask_permutexvar_epi8, _mm512_maskz_compress_epi8};
use crate::x86::runs_avx512;
use crate::{Decoded, HEX, Table};

/// Bytes that are encoded at once: their triplets fit a register.
pub(crate) const GROUP: usize = 21;

/// Groups in one register.
pub(crate) const GROUPS: usize = 3;

/// The first place of each byte in a group.
const FIRSTS: u64 = 0o111_111_111_111_111_111_111;

/// For each group and place, the index of its byte: in the register of unescaped bytes (or `%`),
/// plus 64 in that of high digits. For every third place, the index in that of low digits.
const ORIGIN: [[u8; WIDE]; GROUPS] = {
    let mut origin = [[0; WIDE]; GROUPS];
    let (mut byte, mut place) = (0, 0);
    while place < GROUPS * GROUP * 3 {
        let three = &mut origin[place / (3 * GROUP)];
        three[place % (3 * GROUP)] = byte;
        three[place % (3 * GROUP) + 1] = byte + 64;
        three[place % (3 * GROUP) + 2] = byte;
        (byte, place) = (byte + 1, place + 3);
    }
    origin
};

/// Does this machine have the instructions that these kernels use?
pub(crate) fn is_here() -> bool {
    is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn find(text: &[u8], table: &Table) -> usize {
    let lookup = Lookup::new(&table.member);
    let mut rest = blocks::skip(text, |blocks: &[u8; 4 * WIDE]| {
        let mut members = 0;
        for block in blocks.as_chunks().0 {
            members |= lookup.top_bits(load(block));
        }
        members != 0
    });
    while let Some((block, after)) = rest.split_first_chunk() {
        let members = lookup.top_bits(load(block));
        if members != 0 {
            return text.len() - rest.len() + members.trailing_zeros() as usize;
        }
        rest = after;
    }
    // Bytes after the text may be in the set, but only count up to its end.
    let members = lookup.top_bits(load_part(rest));
    text.len() - rest.len() + rest.len().min(members.trailing_zeros() as usize)
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn has(text: &[u8], wanted: u8) -> bool {
    let (blocks, rest) = text.as_chunks();
    blocks.iter().any(|block| are(load(block), wanted) != 0)
        || are(load_part(rest), wanted) & first(rest.len()) != 0
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn count(text: &[u8], table: &Table) -> usize {
    let lookup = Lookup::new(&table.member);
    let (blocks, rest) = text.as_chunks();
    let mut sum = 0;
    for block in blocks {
        sum += lookup.top_bits(load(block)).count_ones() as usize;
    }
    sum + (lookup.top_bits(load_part(rest)) & first(rest.len())).count_ones() as usize
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn which(text: &[u8], table: &Table, words: &mut [u64]) {
    let lookup = Lookup::new(&table.member);
    let (rest, of_rest) = blocks::mark(text, words, |block| lookup.top_bits(load(block)));
    crate::plain::which(rest, table, of_rest);
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn which_are(text: &[u8], wanted: u8, words: &mut [u64]) {
    let (rest, of_rest) = blocks::mark(text, words, |block| are(load(block), wanted));
    crate::plain::which_are(rest, wanted, of_rest);
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn encode(text: &[u8], table: &Table, out: &mut [MaybeUninit<u8>]) -> usize {
    let lookup = Lookup::new(&table.member);
    let (mut rest, mut to) = (text, 0);
    while let Some(block) = rest.first_chunk()
        && let Some(space) = out[to..].first_chunk_mut::<{ GROUPS * WIDE }>()
    {
        let bytes = load(block);
        let members = lookup.top_bits(bytes);
        if members == 0 {
            store(space, 0, bytes);
            (rest, to) = (&rest[WIDE..], to + WIDE);
            continue;
        }
        let parts = TripletParts::new(bytes, members);
        let mut width = 0;
        for group in 0..GROUPS {
            let (triplets, keep) = parts.group(group);
            store(space, width, _mm512_maskz_compress_epi8(keep, triplets));
            width += keep.count_ones() as usize;
        }
        (rest, to) = (&rest[GROUPS * GROUP..], to + width);
    }
    while !rest.is_empty() {
        let bytes = load_part(rest);
        let members = lookup.top_bits(bytes) & first(rest.len());
        let len = rest.len().min(WIDE);
        if members == 0 {
            store_first(&mut out[to..], len, bytes);
            (rest, to) = (&rest[len..], to + len);
            continue;
        }
        let parts = TripletParts::new(bytes, members);
        let len = len.min(GROUPS * GROUP);
        for group in 0..len.div_ceil(GROUP) {
            let (triplets, keep) = parts.group(group);
            let keep = keep & first(3 * (len - group * GROUP));
            let width = keep.count_ones() as usize;
            store_first(&mut out[to..], width, _mm512_maskz_compress_epi8(keep, triplets));
            to += width;
        }
        rest = &rest[len..];
    }
    to
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn decode(text: &[u8], out: &mut [MaybeUninit<u8>]) -> Decoded {
    assert!(out.len() >= text.len(), "no space for as many bytes as the text has");
    if text.len() >= runs_avx512::RUNS_FROM_BYTES {
        let begun = runs_avx512::decode(text, out);
        let end = decode(&text[begun.at..], &mut out[begun.to..]);
        return Decoded {
            len: begun.to + end.len,
            high: begun.high || end.high,
            malformed: begun.malformed || end.malformed,
        };
    }
    let mut decoder = Decoder::new();
    let (mut at, mut to) = (0, 0);
    // Two bytes more than a block, for the digits of a `%` at its end.
    while let Some(window) = text[at..].first_chunk::<{ WIDE + 2 }>() {
        let ([bytes @ .., _, _], [_, one_on @ .., _], [_, _, two_on @ ..]) =
            (window, window, window);
        let (bytes, keep) = decoder.block([load(bytes), load(one_on), load(two_on)]);
        // Decoding never writes more than it reads, so there is space for a block.
        store(&mut out[to..], 0, bytes);
        (at, to) = (at + WIDE, to + keep.count_ones() as usize);
    }
    while at < text.len() {
        let rest = &text[at..];
        let on = |places: usize| load_part(rest.get(places..).unwrap_or_default());
        let (bytes, keep) = decoder.block([on(0), on(1), on(2)]);
        let width = (keep & first(rest.len())).count_ones() as usize;
        store_first(&mut out[to..], width, bytes);
        (at, to) = (at + WIDE, to + width);
    }
    decoder.done(to)
}

/// The bytes of a register, prepared to be arranged as triplets.
pub(crate) struct TripletParts {
    members: u64,
    /// `%` for each member, otherwise the byte.
    heads: __m512i,
    high_digits: __m512i,
    low_digits: __m512i,
}

impl TripletParts {
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(crate) fn new(bytes: __m512i, members: u64) -> Self {
        // SAFETY: HEX has 16 bytes.
        let hex = _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(HEX.as_ptr().cast()) });
        let low_half = splat(15);
        let high = _mm512_and_si512(_mm512_srli_epi16::<4>(bytes), low_half);
        Self {
            members,
            heads: _mm512_mask_blend_epi8(members, bytes, splat(b'%')),
            high_digits: _mm512_shuffle_epi8(hex, high),
            low_digits: _mm512_shuffle_epi8(hex, _mm512_and_si512(bytes, low_half)),
        }
    }

    /// The bytes of one of the [`GROUPS`] as triplets, and a bit for each place that is kept.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(crate) fn group(&self, group: usize) -> (__m512i, u64) {
        let origin = load(&ORIGIN[group]);
        let two = _mm512_permutex2var_epi8(self.heads, origin, self.high_digits);
        let triplets = _mm512_mask_permutexvar_epi8(two, FIRSTS << 2, origin, self.low_digits);
        let members = _pdep_u64(self.members >> (group * GROUP), FIRSTS);
        (triplets, FIRSTS | members << 1 | members << 2)
    }
}

/// Decodes one block after another.
pub(crate) struct Decoder {
    digit: Lookup,
    /// A bit for each of the next block's first bytes that is a digit of a `%` in this block.
    digits_ahead: u64,
    /// All bytes that were written, or'ed together.
    any: __m512i,
    malformed: u64,
}

impl Decoder {
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(crate) fn new() -> Self {
        Self {
            digit: Lookup::new(&DIGIT),
            digits_ahead: 0,
            any: _mm512_setzero_si512(),
            malformed: 0,
        }
    }

    /// The decoded bytes of a block, packed, and a bit for each byte of the block that produced
    /// one.
    ///
    /// A `%` is not a digit, so triplets never overlap, and each `%` is checked separately by the
    /// two bytes after it.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(crate) fn block(&mut self, [bytes, one_on, two_on]: [__m512i; 3]) -> (__m512i, u64) {
        let percents = are(bytes, b'%');
        if percents | self.digits_ahead == 0 {
            self.any = _mm512_or_si512(self.any, bytes);
            return (bytes, !0);
        }
        let (high, low) = (self.digit.of(one_on), self.digit.of(two_on));
        let neither = _mm512_or_si512(_mm512_or_si512(high, low), _mm512_or_si512(one_on, two_on));
        let triplets = _mm512_mask_testn_epi8_mask(percents, neither, splat(NO_DIGIT));
        self.malformed |= percents & !triplets;
        // A digit is below 16, so no bit of a triplet is shifted into the next byte. The other
        // bytes are not used here, but their bits could be shifted into an octet: so mask the high
        // digits.
        let octets =
            _mm512_or_si512(_mm512_slli_epi16::<4>(_mm512_and_si512(high, splat(15))), low);
        let bytes = _mm512_mask_mov_epi8(bytes, triplets, octets);
        self.any = _mm512_or_si512(self.any, bytes);
        let keep = !(triplets << 1 | triplets << 2 | self.digits_ahead);
        self.digits_ahead = triplets >> 63 | triplets >> 62;
        (_mm512_maskz_compress_epi8(keep, bytes), keep)
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(crate) fn done(self, len: usize) -> Decoded {
        Decoded { len, high: _mm512_movepi8_mask(self.any) != 0, malformed: self.malformed != 0 }
    }
}
