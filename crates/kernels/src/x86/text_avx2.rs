//! UTF-8 as strings, sixteen octets at a time, with AVX2.
//!
//! A library first validates the UTF-8. Then the lead bytes are packed by a table, and the bytes
//! one and two places after them likewise, so that each character is in a lane.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use crate::layout::PACK;
use crate::text::{self, Extent};
use crate::x86::{avx2_registers::load, ssse3};

/// Octets of a step, in which at most as many characters begin.
const STEP: usize = 16;

/// Octets that a step reads, eight more for the last character.
const SEEN: usize = 24;

/// Octets of sixteen characters of three octets each.
const RUN: usize = 48;

/// The places of lead bytes in a step of characters of three octets.
const THREES: u32 = 0b1001_0010_0100_1001;

/// For each of eight characters of three octets: the places of its last two octets, the last one
/// first, in the first sixteen octets and in those from the eighth on. 0x80 gives zero.
const TAILS: [[u8; STEP]; 2] = of_three([2, 1]);

/// As [`TAILS`], its first octet, twice.
const HEADS: [[u8; STEP]; 2] = of_three([0, 0]);

const fn of_three(of: [u8; 2]) -> [[u8; STEP]; 2] {
    let mut places = [[0x80; STEP]; 2];
    let mut lane = 0;
    while lane < STEP {
        let place = 3 * (lane / 2).to_le_bytes()[0] + of[lane % 2];
        if lane / 2 < 5 {
            places[0][lane] = place;
        } else {
            places[1][lane] = place - 8;
        }
        lane += 1;
    }
    places
}

#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn extent(octets: &[u8]) -> Extent {
    let (blocks, rest) = octets.as_chunks();
    let mut largest = _mm256_setzero_si256();
    let mut continuing = 0;
    for block in blocks {
        let octets = load(block);
        // As signed numbers, 80 to BF are the lowest.
        let continues = _mm256_cmpgt_epi8(_mm256_set1_epi8(0xC0_u8.cast_signed()), octets);
        continuing += _mm256_movemask_epi8(continues).count_ones() as usize;
        largest = _mm256_max_epu8(largest, octets);
    }
    let of_rest = text::plain_extent(rest);
    let most = text::most(|least| {
        let least = _mm256_set1_epi8(least.cast_signed());
        let at_least = _mm256_cmpeq_epi8(_mm256_max_epu8(largest, least), largest);
        _mm256_movemask_epi8(at_least) != 0
    });
    let characters = octets.len() - rest.len() - continuing + of_rest.characters;
    Extent { characters, most: most.max(of_rest.most) }
}

/// Is it UTF-8? Miri asks the standard library: simdutf8 0.1.5 makes a pointer beyond the text, which
/// it only prefetches but `add` must not make (fixed there by pull request 120, not released yet).
fn is_utf8(octets: &[u8]) -> bool {
    if cfg!(miri) {
        std::str::from_utf8(octets).is_ok()
    } else {
        simdutf8::basic::from_utf8(octets).is_ok()
    }
}

/// As [`crate::text::plain`], of units of one byte.
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn read_latin1(utf8: &[u8], out: &mut [MaybeUninit<u8>]) -> bool {
    if !is_utf8(utf8) {
        return false;
    }
    let (mut rest, mut space, mut any) = (utf8, out, _mm256_setzero_si256());
    while let Some(window) = rest.first_chunk()
        && let Some(now) = space.first_chunk_mut::<STEP>()
    {
        let step = CharacterStarts::of(window);
        any = _mm256_or_si256(any, step.units);
        let [front, back] = step.counts;
        let bytes = _mm256_packus_epi16(step.units, step.units);
        let now = now.as_mut_ptr();
        // SAFETY: there is space for eight bytes, and for eight behind at most eight.
        unsafe {
            _mm_storel_epi64(now.cast(), _mm256_castsi256_si128(bytes));
            _mm_storel_epi64(now.add(front).cast(), _mm256_extracti128_si256::<1>(bytes));
        }
        (rest, space) = (&rest[STEP..], &mut space[front + back..]);
    }
    let beyond = _mm256_set1_epi16(0xFF00_u16.cast_signed());
    _mm256_testz_si256(any, beyond) != 0 && end(rest, space)
}

/// As [`crate::text::plain`], of units of two bytes.
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn read_ucs2(utf8: &[u8], out: &mut [MaybeUninit<u16>]) -> bool {
    if !is_utf8(utf8) {
        return false;
    }
    let (mut rest, mut space, mut firsts) = (utf8, out, _mm256_setzero_si256());
    while let Some(window) = rest.first_chunk()
        && space.len() >= STEP
    {
        let step = CharacterStarts::of(window);
        let units = if step.starts == THREES { threes(rest, space) } else { 0 };
        if units > 0 {
            (rest, space) = (&rest[3 * units..], &mut space[units..]);
            continue;
        }
        firsts = _mm256_max_epi16(firsts, step.firsts);
        let [front, back] = step.counts;
        let now = space.as_mut_ptr();
        // SAFETY: there is space for eight units, and for eight behind at most eight.
        unsafe {
            _mm_storeu_si128(now.cast(), _mm256_castsi256_si128(step.units));
            _mm_storeu_si128(now.add(front).cast(), _mm256_extracti128_si256::<1>(step.units));
        }
        (rest, space) = (&rest[STEP..], &mut space[front + back..]);
    }
    let four = _mm256_cmpgt_epi16(firsts, _mm256_set1_epi16(0xEF));
    _mm256_movemask_epi8(four) == 0 && end(rest, space)
}

/// As [`crate::text::plain`], of units of four bytes.
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(crate) fn read_ucs4(utf8: &[u8], out: &mut [MaybeUninit<u32>]) -> bool {
    if !is_utf8(utf8) {
        return false;
    }
    let (mut rest, mut space) = (utf8, out);
    while let Some(window) = rest.first_chunk()
        && let Some(now) = space.first_chunk_mut::<{ STEP / 2 }>()
    {
        let (units, count) = wide(window);
        // SAFETY: the space has as many bytes as are written.
        unsafe { _mm256_storeu_si256(now.as_mut_ptr().cast(), units) };
        (rest, space) = (&rest[STEP / 2..], &mut space[count..]);
    }
    end(rest, space)
}

/// The characters that begin in the first eight octets, and their number.
#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn wide(window: &[u8; STEP]) -> (__m256i, usize) {
    let all = _mm256_set1_epi32;
    let octets = ssse3::load(window);
    let starts = _mm_cmpgt_epi8(octets, _mm_set1_epi8(0xBF_u8.cast_signed()));
    let starts = (_mm_movemask_epi8(starts).cast_unsigned() & 0xFF) as usize;
    let places = _mm_cvtsi64_si128(i64::from_le_bytes(PACK[starts]));
    // The upper bytes of each lane become zero.
    let places = _mm256_cvtepu8_epi32(places);
    let places = _mm256_or_si256(places, all(0x8080_8000_u32.cast_signed()));
    let octets = _mm256_broadcastsi128_si256(octets);
    let on = |distance| _mm256_shuffle_epi8(octets, _mm256_add_epi32(places, all(distance)));
    let (first, second, third, fourth) = (on(0), on(1), on(2), on(3));
    let then = |before, octets| {
        _mm256_or_si256(_mm256_slli_epi32::<6>(before), _mm256_and_si256(octets, all(0x3F)))
    };
    let of_two = then(_mm256_and_si256(first, all(0x1F)), second);
    let of_three = then(of_two, third);
    let of_four = _mm256_and_si256(then(of_three, fourth), all(0x1F_FFFF));
    let units = _mm256_blendv_epi8(first, of_two, _mm256_cmpgt_epi32(first, all(0xBF)));
    let units = _mm256_blendv_epi8(units, of_three, _mm256_cmpgt_epi32(first, all(0xDF)));
    let units = _mm256_blendv_epi8(units, of_four, _mm256_cmpgt_epi32(first, all(0xEF)));
    (units, starts.count_ones() as usize)
}

/// As [`crate::text::plain`], of what is left; its first octets may be those of a character that was
/// written.
fn end<U: TryFrom<u32>>(rest: &[u8], space: &mut [MaybeUninit<U>]) -> bool {
    let written = rest.iter().take_while(|&&octet| octet & 0xC0 == 0x80).count();
    text::plain(&rest[written..], space)
}

/// Writes the characters of three octets at the start of UTF-8, as far as they fill whole registers
/// and there is space. Returns their number.
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn threes(utf8: &[u8], out: &mut [MaybeUninit<u16>]) -> usize {
    let all = |octet: u8| _mm256_set1_epi8(octet.cast_signed());
    let twice = |places: &[u8; STEP]| _mm256_broadcastsi128_si256(ssse3::load(places));
    let (tails, heads) =
        ([twice(&TAILS[0]), twice(&TAILS[1])], [twice(&HEADS[0]), twice(&HEADS[1])]);
    let mut written = 0;
    for run in utf8.as_chunks::<RUN>().0 {
        let Some(space) = out[written..].first_chunk_mut::<STEP>() else { break };
        // Eight characters in each half, of which five are in the first sixteen octets.
        let (front, back) = (both(run, [0, 24]), both(run, [8, 32]));
        let pick = |places: [__m256i; 2]| {
            _mm256_or_si256(
                _mm256_shuffle_epi8(front, places[0]),
                _mm256_shuffle_epi8(back, places[1]),
            )
        };
        let (tail, head) = (pick(tails), pick(heads));
        // In valid UTF-8, two continuation bytes follow such a lead byte.
        let of_three = _mm256_cmpeq_epi8(_mm256_and_si256(head, all(0xF0)), all(0xE0));
        if _mm256_movemask_epi8(of_three) != -1 {
            break;
        }
        // The six bits of the second byte are above those of the last, and the four bits of the
        // first above them.
        let six = _mm256_and_si256(tail, all(0x3F));
        let six = _mm256_maddubs_epi16(six, _mm256_set1_epi16(0x4001));
        let units = _mm256_or_si256(six, _mm256_slli_epi16::<12>(head));
        // SAFETY: the space has as many bytes as are written.
        unsafe { _mm256_storeu_si256(space.as_mut_ptr().cast(), units) };
        written += STEP;
    }
    written
}

/// The characters that begin in sixteen octets.
struct CharacterStarts {
    /// A bit for each lead byte.
    starts: u32,
    /// How many begin in the first eight octets, and in the last eight.
    counts: [usize; 2],
    /// The lead byte of each; those of the last eight octets from the middle on.
    firsts: __m256i,
    /// Each character, if it has at most three octets, in the same order.
    units: __m256i,
}

impl CharacterStarts {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    fn of(window: &[u8; SEEN]) -> Self {
        let all = |bits: u16| _mm256_set1_epi16(bits.cast_signed());
        let octets = both(window, [0, 8]);
        // Each half begins with its own eight octets.
        let about = _mm_unpacklo_epi64(
            _mm256_castsi256_si128(octets),
            _mm256_extracti128_si256::<1>(octets),
        );
        let starts = _mm_cmpgt_epi8(about, _mm_set1_epi8(0xBF_u8.cast_signed()));
        let starts = _mm_movemask_epi8(starts).cast_unsigned();
        let (front, back) = ((starts & 0xFF) as usize, (starts >> 8) as usize);
        let half = |starts: usize| i64::from_le_bytes(PACK[starts]);
        let places = _mm256_cvtepu8_epi16(_mm_set_epi64x(half(back), half(front)));
        // The upper byte of each lane becomes zero.
        let places = _mm256_or_si256(places, all(0x8000));
        let on = |distance| _mm256_shuffle_epi8(octets, _mm256_add_epi16(places, all(distance)));
        let (first, second, third) = (on(0), on(1), on(2));
        let then = |before, octets| {
            _mm256_or_si256(_mm256_slli_epi16::<6>(before), _mm256_and_si256(octets, all(0x3F)))
        };
        // The bits of the lead byte that encode the length are masked or shifted out.
        let of_two = then(_mm256_and_si256(first, all(0x1F)), second);
        let of_three = then(of_two, third);
        let units = _mm256_blendv_epi8(first, of_two, _mm256_cmpgt_epi16(first, all(0xBF)));
        let units = _mm256_blendv_epi8(units, of_three, _mm256_cmpgt_epi16(first, all(0xDF)));
        let counts = [front.count_ones() as usize, back.count_ones() as usize];
        Self { starts, counts, firsts: first, units }
    }
}

/// Sixteen octets from each of two places on.
#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn both(octets: &[u8], places: [usize; 2]) -> __m256i {
    let at = |place| ssse3::load(octets[place..].first_chunk().expect("the caller has as many"));
    _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(at(places[0])), at(places[1]))
}
