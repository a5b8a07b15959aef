//! What do triplets stand for that follow one another without a gap? With AVX-512 VBMI.
//!
//! Their digits stand where they stand, so they are picked by place, 64 of each at a time, and
//! nothing has to be compressed: a dense text is undone four times as fast as others.

#[cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "each has a prefix of its own")
)]
use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::Decoded;
use super::avx512::{self, DIGIT, Decoder, Lookup, WIDE, load, store};

/// From this length on, in bytes, runs are looked for.
pub(super) const LONG: usize = 256;

/// Registers that hold as many triplets as one has bytes.
const REGISTERS: usize = 3;

/// The bytes of a register that are a `%`, where triplets follow one another, for the first to the
/// last register of a stride.
const PERCENTS: [u64; REGISTERS] = {
    let mut percents = [0; REGISTERS];
    let mut place = 0;
    while place < REGISTERS * WIDE {
        percents[place / WIDE] |= 1 << (place % WIDE);
        place += 3;
    }
    percents
};

/// Where the high digit of each triplet stands, and where the low one.
const DIGITS: [[u8; WIDE]; 2] = {
    let mut places = [[0; WIDE]; 2];
    let (mut triplet, mut place) = (0, 1);
    while triplet < WIDE {
        places[0][triplet] = place;
        places[1][triplet] = place + 1;
        (triplet, place) = (triplet + 1, place + 3);
    }
    places
};

/// The triplets whose high digit, or low one, stands in the last register.
const IN_THE_LAST: [u64; 2] = {
    let mut last = [0; 2];
    let mut triplet = 0;
    while triplet < WIDE {
        let mut digit = 0;
        while digit < 2 {
            if DIGITS[digit][triplet] as usize >= 2 * WIDE {
                last[digit] |= 1 << triplet;
            }
            digit += 1;
        }
        triplet += 1;
    }
    last
};

/// As [`super::plain::decode`], of texts from [`LONG`] on.
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn decode(text: &[u8], out: &mut [MaybeUninit<u8>]) -> Decoded {
    let mut decoder = Decoder::new();
    let (mut at, mut to, mut tried, mut high) = (0, 0, None, false);
    // As `avx512::decode`, until a block begins as a run does.
    while let Some(window) = text[at..].first_chunk::<{ WIDE + 2 }>() {
        let ([bytes @ .., _, _], [_, one_on @ .., _], [_, _, two_on @ ..]) =
            (window, window, window);
        let bytes = load(bytes);
        if percents(bytes) == PERCENTS[0] && tried != Some(at) {
            // The block begins with a `%`, so no digit of it is another's.
            let (octets, is_high) = undo(&text[at..], &mut out[to..]);
            (at, to, high) = (at + 3 * octets, to + octets, high | is_high);
            tried = Some(at);
            continue;
        }
        let (bytes, keep) = decoder.block(bytes, load(one_on), load(two_on));
        // No more is written than was read, so where a block was read there is room for one.
        store(&mut out[to..], 0, bytes);
        (at, to) = (at + WIDE, to + keep.count_ones() as usize);
    }
    at += decoder.digits_ahead.count_ones() as usize;
    let end = avx512::decode(&text[at..], &mut out[to..]);
    let blocks = decoder.done(to);
    Decoded {
        len: to + end.len,
        high: high | blocks.high | end.high,
        malformed: blocks.malformed | end.malformed,
    }
}

/// How many octets it wrote, and whether any of them is 0x80 or more: those of the triplets that
/// the text begins with, as far as they fill whole registers.
#[inline(never)]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn undo(text: &[u8], out: &mut [MaybeUninit<u8>]) -> (usize, bool) {
    let lookup = Lookup::new(&DIGIT);
    let places = [load(&DIGITS[0]), load(&DIGITS[1])];
    let (mut written, mut any) = (0, _mm512_setzero_si512());
    for stride in text.as_chunks::<{ REGISTERS * WIDE }>().0 {
        let (registers, _) = stride.as_chunks();
        let (first, second, third) =
            (load(&registers[0]), load(&registers[1]), load(&registers[2]));
        let digits = |digit: usize| {
            let (places, last) = (places[digit], IN_THE_LAST[digit]);
            let two = _mm512_permutex2var_epi8(first, places, second);
            _mm512_mask_permutexvar_epi8(two, last, places, third)
        };
        let (high, low) = (digits(0), digits(1));
        let (high_value, low_value) = (lookup.of(high), lookup.of(low));
        // What is no digit has a top bit itself, or its value has.
        let no_digit =
            _mm512_or_si512(_mm512_or_si512(high, low), _mm512_or_si512(high_value, low_value));
        let no_triplet = percents(first) & PERCENTS[0] ^ PERCENTS[0]
            | percents(second) & PERCENTS[1] ^ PERCENTS[1]
            | percents(third) & PERCENTS[2] ^ PERCENTS[2]
            | _mm512_movepi8_mask(no_digit);
        if no_triplet != 0 {
            break;
        }
        // Values are below 16, so no bit is shifted into the next byte.
        let octets = _mm512_or_si512(_mm512_slli_epi16::<4>(high_value), low_value);
        any = _mm512_or_si512(any, octets);
        store(out, written, octets);
        written += WIDE;
    }
    (written, _mm512_movepi8_mask(any) != 0)
}

/// A bit for each `%`.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn percents(bytes: __m512i) -> u64 {
    _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(b'%'.cast_signed()))
}
