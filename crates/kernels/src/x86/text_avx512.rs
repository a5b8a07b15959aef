//! UTF-8 as strings, sixty-four octets at a time, with AVX-512 VBMI2.
//!
//! The kind of each octet is a bit of a word, and comparing two words checks that each character
//! has as many octets as its lead byte requires. The lead bytes are packed, and the bytes one, two
//! and three places after them likewise, so that each character is in a lane.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use crate::text::{self, Extent};
use crate::x86::avx512_registers::{
    WIDE, are, at_least, continuations, first, load, load_part, splat, store_part, store_units,
};
#[cfg(miri)]
use crate::x86::emulated::_mm512_maskz_compress_epi8;

/// Units of two bytes that fill a register.
const HALF: usize = WIDE / 2;

/// Units of four bytes that fill a register.
const QUARTER: usize = WIDE / 4;

/// The places of lead bytes in a register of characters of three octets.
const THREES: u64 = 0x9249_2492_4924_9249;

/// For each unit of characters of three octets: the places of its last two octets, the last one
/// first, and of its first.
const OF_THREE: [[u8; WIDE]; 2] = {
    let mut places = [[0; WIDE]; 2];
    let (mut unit, mut place) = (0, 0);
    while unit < HALF {
        places[0][2 * unit] = place + 2;
        places[0][2 * unit + 1] = place + 1;
        places[1][2 * unit] = place;
        places[1][2 * unit + 1] = place;
        (unit, place) = (unit + 1, place + 3);
    }
    places
};

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn extent(octets: &[u8]) -> Extent {
    let (blocks, rest) = octets.as_chunks();
    let mut largest = _mm512_setzero_si512();
    let mut continuing = 0;
    let mut look = |octets| {
        continuing += continuations(octets).count_ones() as usize;
        largest = _mm512_max_epu8(largest, octets);
    };
    for block in blocks {
        look(load(block));
    }
    look(load_part(rest));
    let most = text::most(|least| at_least(largest, least) != 0);
    Extent { characters: octets.len() - continuing, most }
}

/// As [`crate::text::plain`], of units of one byte.
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn read_latin1(utf8: &[u8], out: &mut [MaybeUninit<u8>]) -> bool {
    let (mut at, mut to, mut window) = (0, 0, Window::new());
    while at < utf8.len() {
        let Some(starts) = window.look(&utf8[at..]) else { return false };
        let [octets, one_on, ..] = window.octets;
        // Below U+0100, a character of two octets begins with C2 or C3.
        let c3 = are(octets, 0xC3);
        let two = c3 | are(octets, 0xC2);
        if two != window.two {
            return false;
        }
        let units = _mm512_mask_mov_epi8(octets, two, one_on);
        let units = _mm512_mask_add_epi8(units, c3, units, splat(0x40));
        let count = starts.count_ones() as usize;
        let units = _mm512_maskz_compress_epi8(starts, units);
        let Some(space) = out.get_mut(to..to + count) else { return false };
        store_part(space, units);
        (at, to) = (at + WIDE, to + count);
    }
    window.owed == 0 && to == out.len()
}

/// As [`crate::text::plain`], of units of two bytes.
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn read_ucs2(utf8: &[u8], out: &mut [MaybeUninit<u16>]) -> bool {
    let (mut at, mut to, mut window) = (0, 0, Window::new());
    while at < utf8.len() {
        let Some(starts) = window.look(&utf8[at..]) else { return false };
        if window.three == THREES {
            let units = threes(&utf8[at..], &mut out[to..]);
            if units > 0 {
                (at, to, window.owed) = (at + 3 * units, to + units, 0);
                continue;
            }
        }
        if window.four != 0 {
            return false;
        }
        let (mut lanes, mut left) = (window.lanes(starts), starts.count_ones() as usize);
        loop {
            let Some(units) = narrow(&lanes) else { return false };
            let count = left.min(HALF);
            if !store_units(&mut out[to..], count, units) {
                return false;
            }
            (to, left) = (to + count, left - count);
            if left == 0 {
                break;
            }
            let further = |octets| _mm512_shuffle_i64x2::<0b11_10_11_10>(octets, octets);
            let [a, b, c, d] = lanes;
            lanes = [further(a), further(b), further(c), d];
        }
        at += WIDE;
    }
    window.owed == 0 && to == out.len()
}

/// As [`crate::text::plain`], of units of four bytes.
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn read_ucs4(utf8: &[u8], out: &mut [MaybeUninit<u32>]) -> bool {
    let (mut at, mut to, mut window) = (0, 0, Window::new());
    while at < utf8.len() {
        let Some(starts) = window.look(&utf8[at..]) else { return false };
        let (mut lanes, mut left) = (window.lanes(starts), starts.count_ones() as usize);
        while left > 0 {
            let Some(units) = wide(&lanes) else { return false };
            let count = left.min(QUARTER);
            if !store_units(&mut out[to..], count, units) {
                return false;
            }
            (to, left) = (to + count, left - count);
            let further = |octets| _mm512_shuffle_i64x2::<0b11_11_10_01>(octets, octets);
            let [a, b, c, d] = lanes;
            lanes = [further(a), further(b), further(c), further(d)];
        }
        at += WIDE;
    }
    window.owed == 0 && to == out.len()
}

/// Writes the characters of three octets at the start of the text, as far as they fill whole
/// registers and there is space. Returns their number.
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn threes(utf8: &[u8], out: &mut [MaybeUninit<u16>]) -> usize {
    let places = [load(&OF_THREE[0]), load(&OF_THREE[1])];
    let (mut rest, mut written) = (utf8, 0);
    while let Some(window) = rest.first_chunk::<{ 2 * WIDE }>()
        && let Some(space) = out[written..].first_chunk_mut::<HALF>()
    {
        let (registers, _) = window.as_chunks();
        let (front, back) = (load(&registers[0]), load(&registers[1]));
        let tail = _mm512_permutex2var_epi8(front, places[0], back);
        let head = _mm512_permutex2var_epi8(front, places[1], back);
        let of_three = are(_mm512_and_si512(head, splat(0xF0)), 0xE0);
        let six = _mm512_and_si512(tail, splat(0x3F));
        let six = _mm512_maddubs_epi16(six, _mm512_set1_epi16(SIX));
        let units = _mm512_or_si512(six, _mm512_slli_epi16::<12>(head));
        if of_three & continuations(tail) != !0 || ill_formed(units, !0) {
            break;
        }
        // SAFETY: the space has as many bytes as are written.
        unsafe { _mm512_storeu_si512(space.as_mut_ptr().cast(), units) };
        (rest, written) = (&rest[3 * HALF..], written + HALF);
    }
    written
}

/// The factors of the second byte of a lane and the first: the second's six bits are higher.
const SIX: i16 = 0x4001;

/// Is any of these characters of three octets overlong, or a surrogate?
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn ill_formed(units: __m512i, of_three: u32) -> bool {
    let all = |bits: u16| _mm512_set1_epi16(bits.cast_signed());
    let few = _mm512_mask_cmplt_epu16_mask(of_three, units, all(0x800));
    let top = _mm512_and_si512(units, all(0xF800));
    few | _mm512_mask_cmpeq_epi16_mask(of_three, top, all(0xD800)) != 0
}

/// A register of octets of a text.
struct Window {
    /// The octets, and those one, two and three places after them.
    octets: [__m512i; 4],
    /// A bit for each lead byte of two octets or more.
    two: u64,
    /// … of three or more.
    three: u64,
    /// … of four.
    four: u64,
    /// A bit for each of the next register's first octets that belongs to a character of this one.
    owed: u64,
}

impl Window {
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn new() -> Self {
        Self { octets: [_mm512_setzero_si512(); 4], two: 0, three: 0, four: 0, owed: 0 }
    }

    /// A bit for each first octet of a character; `None` if a character has more or fewer octets
    /// than its lead byte requires. Zeros are read after the text.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn look(&mut self, rest: &[u8]) -> Option<u64> {
        self.octets = if let Some(window) = rest.first_chunk::<{ WIDE + 3 }>() {
            let ([a @ .., _, _, _], [_, b @ .., _, _], [_, _, c @ .., _], [_, _, _, d @ ..]) =
                (window, window, window, window);
            [load(a), load(b), load(c), load(d)]
        } else {
            let on = |distance| rest.get(distance..).unwrap_or_default();
            [load_part(rest), load_part(on(1)), load_part(on(2)), load_part(on(3))]
        };
        let octets = self.octets[0];
        let continuing = continuations(octets);
        (self.two, self.three, self.four) =
            (at_least(octets, 0xC0), at_least(octets, 0xE0), at_least(octets, 0xF0));
        let want = self.two << 1 | self.three << 2 | self.four << 3 | self.owed;
        self.owed = self.two >> 63 | self.three >> 62 | self.four >> 61;
        if continuing != want || at_least(octets, 0xF8) != 0 {
            return None;
        }
        Some(!continuing & first(rest.len()))
    }

    /// The octets of each character, packed into lanes.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn lanes(&self, starts: u64) -> [__m512i; 4] {
        let [a, b, c, d] = self.octets;
        let packed = |octets| _mm512_maskz_compress_epi8(starts, octets);
        [packed(a), packed(b), packed(c), packed(d)]
    }
}

/// The first characters of packed octets as units of two bytes; `None` if they are invalid.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn narrow(lanes: &[__m512i; 4]) -> Option<__m512i> {
    let [a, b, c, _] = *lanes;
    let (two, three) = (half(at_least(a, 0xC0)), half(at_least(a, 0xE0)));
    let wide = |octets| _mm512_cvtepu8_epi16(_mm512_castsi512_si256(octets));
    let six = _mm512_set1_epi16(0x3F);
    let (a, b, c) = (wide(a), wide(b), wide(c));
    // The bits of the lead byte that encode the length are shifted out or masked.
    let later = _mm512_and_si512(b, six);
    let of_two = _mm512_or_si512(
        _mm512_slli_epi16::<6>(_mm512_and_si512(a, _mm512_set1_epi16(0x1F))),
        later,
    );
    let units = _mm512_mask_mov_epi16(a, two, of_two);
    let of_three = _mm512_or_si512(_mm512_slli_epi16::<6>(of_two), _mm512_and_si512(c, six));
    let units = _mm512_mask_mov_epi16(units, three, of_three);
    let few = _mm512_mask_cmplt_epu16_mask(two, units, _mm512_set1_epi16(0x80));
    (few == 0 && !ill_formed(units, three)).then_some(units)
}

/// The first characters of packed octets as units of four bytes; `None` if they are invalid.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn wide(lanes: &[__m512i; 4]) -> Option<__m512i> {
    let [a, b, c, d] = *lanes;
    let (two, three) = (quarter(at_least(a, 0xC0)), quarter(at_least(a, 0xE0)));
    let four = quarter(at_least(a, 0xF0));
    let wide = |octets| _mm512_cvtepu8_epi32(_mm512_castsi512_si128(octets));
    let all = |bits: u32| _mm512_set1_epi32(bits.cast_signed());
    let (a, b, c, d) = (wide(a), wide(b), wide(c), wide(d));
    let then = |before, octets| {
        let six = _mm512_and_si512(octets, all(0x3F));
        _mm512_or_si512(_mm512_slli_epi32::<6>(before), six)
    };
    let of_two = then(_mm512_and_si512(a, all(0x1F)), b);
    let of_three = then(of_two, c);
    let of_four = _mm512_and_si512(then(of_three, d), all(0x1F_FFFF));
    let units = _mm512_mask_mov_epi32(a, two, of_two);
    let units = _mm512_mask_mov_epi32(units, three, of_three);
    let units = _mm512_mask_mov_epi32(units, four, of_four);
    let few = _mm512_mask_cmplt_epu32_mask(two, units, all(0x80))
        | _mm512_mask_cmplt_epu32_mask(three, units, all(0x800))
        | _mm512_mask_cmplt_epu32_mask(four, units, all(0x1_0000));
    let top = _mm512_and_si512(units, all(0xFFFF_F800));
    let surrogate = _mm512_mask_cmpeq_epi32_mask(three, top, all(0xD800));
    let beyond = _mm512_mask_cmpgt_epu32_mask(four, units, all(0x10_FFFF));
    (few | surrogate | beyond == 0).then_some(units)
}

/// The bits for a register's lanes of two bytes.
#[expect(clippy::cast_possible_truncation, reason = "the other bits are of no lane")]
const fn half(lanes: u64) -> u32 {
    lanes as u32
}

/// The bits for a register's lanes of four bytes.
#[expect(clippy::cast_possible_truncation, reason = "the other bits are of no lane")]
const fn quarter(lanes: u64) -> u16 {
    lanes as u16
}
