//! Runs of adjacent triplets, decoded with AVX2.
//!
//! The places of their digits are fixed, so 32 of each are picked by place at a time, and nothing
//! is packed.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use crate::x86::avx2_registers::{digits, store};
use crate::x86::ssse3;

/// Bytes in half a register: shuffles work within halves.
const HALF: usize = 16;

/// Bytes of as many triplets as a register has bytes.
const STRIDE: usize = 6 * HALF;

/// The places of `%` in a register of adjacent triplets.
const PERCENTS: u32 = 0x4924_9249;

/// The places of `%`, high and low digits of sixteen triplets in each of three half registers. 0x80
/// gives zero.
const PLACES: [[[u8; HALF]; 3]; 3] = {
    let mut places = [[[0x80; HALF]; 3]; 3];
    let mut byte = 0;
    while byte < 3 * HALF {
        places[byte % 3][byte / HALF][byte / 3] = (byte % HALF).to_le_bytes()[0];
        byte += 1;
    }
    places
};

/// Given the places of `%`, can these be adjacent triplets from the first byte on?
pub(crate) const fn may_begin(percents: u32) -> bool {
    percents == PERCENTS
}

/// Decodes the triplets at the start of the text, as far as they fill whole registers. Returns the
/// number of octets, and whether any is 0x80 or more.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn undo(text: &[u8], out: &mut [MaybeUninit<u8>]) -> (usize, bool) {
    let (mut written, mut any) = (0, _mm256_setzero_si256());
    for stride in text.as_chunks::<STRIDE>().0 {
        // Sixteen triplets in each half.
        let thirds = [both(stride, 0), both(stride, 1), both(stride, 2)];
        let (percents, high, low) = (pick(&thirds, 0), pick(&thirds, 1), pick(&thirds, 2));
        let ((high, high_is), (low, low_is)) = (digits(high), digits(low));
        let percents = _mm256_cmpeq_epi8(percents, _mm256_set1_epi8(b'%'.cast_signed()));
        let triplets = _mm256_and_si256(percents, _mm256_and_si256(high_is, low_is));
        if _mm256_movemask_epi8(triplets) != -1 {
            break;
        }
        // Values are below 16, so no bit is shifted into the next byte.
        let octets = _mm256_or_si256(_mm256_slli_epi16::<4>(high), low);
        any = _mm256_or_si256(any, octets);
        store(&mut out[written..], octets);
        written += 2 * HALF;
    }
    (written, _mm256_movemask_epi8(any) != 0)
}

/// The bytes of this kind in order, from the three parts of two times sixteen triplets.
#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn pick(thirds: &[__m256i; 3], kind: usize) -> __m256i {
    let of = |third: usize| {
        let places = ssse3::load(&PLACES[kind][third]);
        _mm256_shuffle_epi8(thirds[third], _mm256_broadcastsi128_si256(places))
    };
    _mm256_or_si256(_mm256_or_si256(of(0), of(1)), of(2))
}

/// The same third of both halves of a stride.
#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn both(stride: &[u8; STRIDE], third: usize) -> __m256i {
    let (halves, _) = stride.as_chunks::<HALF>();
    let front = _mm256_castsi128_si256(ssse3::load(&halves[third]));
    _mm256_inserti128_si256::<1>(front, ssse3::load(&halves[3 + third]))
}
