//! Runs of triplets in long texts, decoded with AVX-512 VBMI2.
//!
//! The places of the digits of adjacent triplets are fixed, so 64 of each are picked by place at a
//! time, and nothing is compressed. Dense text takes a third of the time.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use crate::x86::avx512_registers::{DIGIT, Lookup, NO_DIGIT, WIDE, are, load, splat, store};
#[cfg(miri)]
use crate::x86::emulated::{_mm512_mask_permutexvar_epi8, _mm512_maskz_compress_epi8};

/// In bytes: runs are searched for in texts of at least this length.
pub(crate) const RUNS_FROM_BYTES: usize = 256;

/// Registers for as many triplets as one has bytes.
const REGISTERS: usize = 3;

/// The places of `%` in adjacent triplets, for each register of a stride.
const PERCENTS: [u64; REGISTERS] = {
    let mut percents = [0; REGISTERS];
    let mut place = 0;
    while place < REGISTERS * WIDE {
        percents[place / WIDE] |= 1 << (place % WIDE);
        place += 3;
    }
    percents
};

/// The place of the high digit of each triplet, and of the low digit.
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

/// The triplets whose high digit, or low digit, is in the last register.
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

/// For each place of a register, the next one, and the one after that.
const ON: [[u8; WIDE]; 2] = {
    let mut places = [[0; WIDE]; 2];
    let mut place = 0;
    while place < WIDE {
        places[0][place] = place.to_le_bytes()[0] + 1;
        places[1][place] = place.to_le_bytes()[0] + 2;
        place += 1;
    }
    places
};

/// Decodes a text of at least [`RUNS_FROM_BYTES`] bytes, except for the last bytes, less than two
/// blocks.
///
/// Like shorter texts, until a block begins like a run. But the value of each byte as a digit is
/// looked up only once, and then moved to the `%` before it.
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn decode(text: &[u8], out: &mut [MaybeUninit<u8>]) -> Begun {
    let lookup = Lookup::new(&DIGIT);
    let on = [load(&ON[0]), load(&ON[1])];
    let (mut at, mut to, mut tried, mut high) = (0, 0, None, false);
    let (mut any, mut stray, mut digits_ahead) = (_mm512_setzero_si512(), 0, 0);
    let mut here = TextBlock::of(text.first_chunk().expect("the text is long"), &lookup);
    while let Some(window) = text[at..].first_chunk::<{ 2 * WIDE }>() {
        let TextBlock { bytes, values } = here;
        let percents = are(bytes, b'%');
        if percents == PERCENTS[0] && tried != Some(at) {
            // The block begins with a `%`, so no digit belongs to an earlier triplet.
            let (octets, is_high) = undo(&text[at..], &mut out[to..]);
            (at, to, high) = (at + 3 * octets, to + octets, high | is_high);
            tried = Some(at);
            let Some(block) = text[at..].first_chunk() else { break };
            here = TextBlock::of(block, &lookup);
            continue;
        }
        let (_, next) = window.split_at(WIDE);
        let next = TextBlock::of(next.first_chunk().expect("half of two"), &lookup);
        here = next;
        // Decoding never writes more than it reads, so there is space for a block.
        if percents | digits_ahead == 0 {
            any = _mm512_or_si512(any, bytes);
            store(out, to, bytes);
            (at, to) = (at + WIDE, to + WIDE);
            continue;
        }
        let high_digit = _mm512_permutex2var_epi8(values, on[0], next.values);
        let low_digit = _mm512_permutex2var_epi8(values, on[1], next.values);
        let either = _mm512_or_si512(high_digit, low_digit);
        let no_digit = splat(NO_DIGIT);
        let triplets = _mm512_mask_testn_epi8_mask(percents, either, no_digit);
        stray |= percents & !triplets;
        // A digit is below 16. Other sums are not used, but their bits could be shifted into an
        // octet.
        let sixteens = _mm512_and_si512(high_digit, splat(15));
        let octets = _mm512_or_si512(_mm512_slli_epi16::<4>(sixteens), low_digit);
        let bytes = _mm512_mask_mov_epi8(bytes, triplets, octets);
        any = _mm512_or_si512(any, bytes);
        let keep = !(triplets << 1 | triplets << 2 | digits_ahead);
        digits_ahead = triplets >> 63 | triplets >> 62;
        store(out, to, _mm512_maskz_compress_epi8(keep, bytes));
        (at, to) = (at + WIDE, to + keep.count_ones() as usize);
    }
    Begun {
        at: at + digits_ahead.count_ones() as usize,
        to,
        high: high || _mm512_movepi8_mask(any) != 0,
        malformed: stray != 0,
    }
}

/// How far a text was decoded.
pub(crate) struct Begun {
    /// Bytes that were read.
    pub(crate) at: usize,
    /// Bytes that were written.
    pub(crate) to: usize,
    /// As in [`crate::Decoded`].
    pub(crate) high: bool,
    /// As there.
    pub(crate) malformed: bool,
}

#[derive(Clone, Copy)]
struct TextBlock {
    bytes: __m512i,
    /// The value of each byte as a digit; the top bit is set if it is none.
    values: __m512i,
}

impl TextBlock {
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn of(block: &[u8; WIDE], lookup: &Lookup) -> Self {
        let bytes = load(block);
        let top = _mm512_and_si512(bytes, splat(NO_DIGIT));
        Self { bytes, values: _mm512_or_si512(lookup.of(bytes), top) }
    }
}

/// Decodes the triplets at the start of the text, as far as they fill whole registers. Returns the
/// number of octets, and whether any is 0x80 or more.
#[inline(never)]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn undo(text: &[u8], out: &mut [MaybeUninit<u8>]) -> (usize, bool) {
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
        // Other characters have the top bit themselves, or their value has.
        let no_digit =
            _mm512_or_si512(_mm512_or_si512(high, low), _mm512_or_si512(high_value, low_value));
        let no_triplet = are(first, b'%') & PERCENTS[0] ^ PERCENTS[0]
            | are(second, b'%') & PERCENTS[1] ^ PERCENTS[1]
            | are(third, b'%') & PERCENTS[2] ^ PERCENTS[2]
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
