//! AVX2: encodes and decodes triplets, 32 bytes at a time.
//!
//! Bytes are classified 32 at a time, and arranged 16 at a time as in [`crate::x86::ssse3`].

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use crate::blocks::{self, first_bit};
use crate::x86::avx2_registers::{Lookup, WIDE, digits, load, load_both, mask, store, word};
use crate::x86::{runs_avx2, ssse3};
use crate::{Decoded, Table};

/// Does this machine have the instructions that these kernels use?
pub(crate) fn is_here() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("popcnt")
}

#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn find(text: &[u8], table: &Table) -> usize {
    let Some(last) = text.last_chunk() else { return ssse3::find(text, table) };
    let lookup = Lookup::new(table);
    let rest = blocks::skip(text, |blocks: &[u8; 4 * WIDE]| {
        let mut members = _mm256_setzero_si256();
        for block in blocks.as_chunks().0 {
            members = _mm256_or_si256(members, lookup.members(load(block)));
        }
        mask(members) != 0
    });
    blocks::find(text, rest, last, |block| first_bit(mask(lookup.members(load(block))).into()))
}

#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn count(text: &[u8], table: &Table) -> usize {
    let lookup = Lookup::new(table);
    let (blocks, rest) = text.as_chunks();
    let mut sum = 0;
    for block in blocks {
        sum += mask(lookup.members(load(block))).count_ones() as usize;
    }
    sum + ssse3::count(rest, table)
}

#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn which(text: &[u8], table: &Table, words: &mut [u64]) {
    let lookup = Lookup::new(table);
    let (rest, of_rest) = blocks::mark(text, words, |block| {
        let [front, back] = load_both(block);
        word(lookup.members(front), lookup.members(back))
    });
    crate::plain::which(rest, table, of_rest);
}

#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn which_are(text: &[u8], wanted: u8, words: &mut [u64]) {
    let all = _mm256_set1_epi8(wanted.cast_signed());
    let (rest, of_rest) = blocks::mark(text, words, |block| {
        let [front, back] = load_both(block);
        word(_mm256_cmpeq_epi8(front, all), _mm256_cmpeq_epi8(back, all))
    });
    crate::plain::which_are(rest, wanted, of_rest);
}

#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn encode(text: &[u8], table: &Table, out: &mut [MaybeUninit<u8>]) -> usize {
    if text.len() < WIDE {
        return ssse3::encode(text, table, out);
    }
    let lookup = Lookup::new(table);
    let (mut rest, mut to) = (text, 0);
    while let Some(block) = rest.first_chunk()
        && let Some(space) = out[to..].first_chunk_mut::<{ 2 * ssse3::CAPACITY }>()
    {
        let bytes = load(block);
        let members = lookup.members(bytes);
        if mask(members) == 0 {
            store(space, bytes);
            to += WIDE;
        } else {
            let (front, front_members) =
                (_mm256_castsi256_si128(bytes), _mm256_castsi256_si128(members));
            let (back, back_members) =
                (_mm256_extracti128_si256::<1>(bytes), _mm256_extracti128_si256::<1>(members));
            let width = ssse3::spread(front, front_members, space);
            to += width + ssse3::spread(back, back_members, &mut space[width..]);
        }
        rest = &rest[WIDE..];
    }
    to + ssse3::encode(rest, table, &mut out[to..])
}

#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn decode(text: &[u8], out: &mut [MaybeUninit<u8>]) -> Decoded {
    assert!(out.len() >= text.len(), "no space for as many bytes as the text has");
    if text.len() < WIDE {
        return ssse3::decode(text, out);
    }
    let (mut rest, mut to) = (text, 0);
    let (mut any, mut malformed, mut digits_ahead) = (_mm256_setzero_si256(), 0, 0);
    let (mut tried, mut high) = (None, false);
    loop {
        while let Some(window) = rest.first_chunk::<{ WIDE + 2 }>() {
            let ([bytes @ .., _, _], [_, one_on @ .., _], [_, _, two_on @ ..]) =
                (window, window, window);
            let (bytes, one_on, two_on) = (load(bytes), load(one_on), load(two_on));
            let percents = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'%'.cast_signed()));
            if runs_avx2::may_begin(mask(percents)) && tried != Some(to) {
                break;
            }
            // Decoding never writes more than it reads, so there is space for a block.
            if mask(percents) | digits_ahead == 0 {
                any = _mm256_or_si256(any, bytes);
                store(&mut out[to..], bytes);
                to += WIDE;
            } else {
                let ((high, high_is), (low, low_is)) = (digits(one_on), digits(two_on));
                let triplets = _mm256_and_si256(percents, _mm256_and_si256(high_is, low_is));
                let octets = _mm256_or_si256(_mm256_slli_epi16::<4>(high), low);
                let bytes = _mm256_blendv_epi8(bytes, octets, triplets);
                any = _mm256_or_si256(any, bytes);
                malformed |= mask(percents) ^ mask(triplets);
                let triplets = mask(triplets);
                let keep = !(triplets << 1 | triplets << 2 | digits_ahead);
                digits_ahead = triplets >> 31 | triplets >> 30;
                to += ssse3::pack(
                    _mm256_castsi256_si128(bytes),
                    keep & 0xFFFF,
                    out[to..].first_chunk_mut().expect("space"),
                );
                to += ssse3::pack(
                    _mm256_extracti128_si256::<1>(bytes),
                    keep >> 16,
                    out[to..].first_chunk_mut().expect("space"),
                );
            }
            rest = &rest[WIDE..];
        }
        if rest.len() < WIDE + 2 {
            break;
        }
        // The block begins with a `%`, so no digit belongs to an earlier triplet.
        let (octets, is_high) = runs_avx2::undo(rest, &mut out[to..]);
        (rest, to, high) = (&rest[3 * octets..], to + octets, high | is_high);
        tried = Some(to);
    }
    let end = ssse3::decode(&rest[digits_ahead.count_ones() as usize..], &mut out[to..]);
    Decoded {
        len: to + end.len,
        high: high || mask(any) != 0 || end.high,
        malformed: malformed != 0 || end.malformed,
    }
}
