//! Fields: names and values written one after another, each in a register, with AVX-512 VBMI2.
//!
//! A field beyond ASCII is first turned into UTF-8, in the register if its characters take at most
//! two bytes each.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use crate::Table;
use crate::fields::{FieldWriter, FormField, SHORT, SLACK, separator};
use crate::x86::avx512::{GROUP, GROUPS, TripletParts};
use crate::x86::avx512_registers::{Lookup, are, first, load_part, splat, store};
use crate::x86::characters_avx512::utf8_of;
#[cfg(miri)]
use crate::x86::emulated::_mm512_maskz_compress_epi8;
use crate::x86::units_avx512::{ucs2, ucs4};

/// Octets that are encoded at once.
const OCTETS: usize = GROUPS * GROUP;

/// How many characters of one byte take no more octets than that as UTF-8.
const CHARACTERS: usize = OCTETS / 2;

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(crate) fn write(
    fields: &[FormField<'_>],
    table: &Table,
    out: &mut [MaybeUninit<u8>],
) -> Option<usize> {
    let lookup = Lookup::new(&table.member);
    let mut utf8 = [MaybeUninit::uninit(); 4 * SHORT + SLACK];
    let mut at = 0;
    for (n, field) in fields.iter().enumerate() {
        let mut part = match *field {
            FormField::Octets(octets) => FieldStart::of_octets(octets),
            FormField::Latin1(units) => FieldStart::of_latin1(units),
            FormField::Ucs2(units) => {
                if let Some(part) = FieldStart::of_ucs2(units) {
                    part
                } else {
                    FieldStart::of_octets(by_memory(&mut utf8, |out| ucs2(units, out))?)
                }
            }
            FormField::Ucs4(units) => {
                FieldStart::of_octets(by_memory(&mut utf8, |out| ucs4(units, out))?)
            }
            FormField::Number(number) => {
                let mut writer = FieldWriter { table, out, at };
                writer.number(number);
                at = writer.at;
                FieldStart::of_octets(&[])
            }
        };
        loop {
            at = encode(part.octets, part.len, &lookup, out, at);
            if part.rest.is_empty() {
                break;
            }
            part = if part.is_latin1 {
                FieldStart::of_latin1(part.rest)
            } else {
                FieldStart::of_octets(part.rest)
            };
        }
        out[at].write(separator(n));
        at += 1;
    }
    Some(at)
}

/// The UTF-8 that this kernel writes. A separate function, so that other fields need not set up its
/// registers.
#[inline(never)]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn by_memory(
    space: &mut [MaybeUninit<u8>],
    kernel: impl FnOnce(&mut [MaybeUninit<u8>]) -> Option<usize>,
) -> Option<&[u8]> {
    let len = kernel(space)?;
    // SAFETY: a kernel has written this many bytes.
    Some(unsafe { &*(std::ptr::from_ref(&space[..len]) as *const [u8]) })
}

/// The first octets of a field in a register, and the rest.
struct FieldStart<'a> {
    octets: __m512i,
    len: usize,
    rest: &'a [u8],
    is_latin1: bool,
}

impl<'a> FieldStart<'a> {
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn of_octets(octets: &'a [u8]) -> Self {
        let (octets, rest) = octets.split_at(octets.len().min(OCTETS));
        Self { octets: load_part(octets), len: octets.len(), rest, is_latin1: false }
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn of_latin1(units: &'a [u8]) -> Self {
        let part = Self::of_octets(units);
        if _mm512_movepi8_mask(part.octets) == 0 {
            return Self { is_latin1: true, ..part };
        }
        let (units, rest) = units.split_at(units.len().min(CHARACTERS));
        let lanes = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(load_part(units)));
        let (octets, len) = utf8_of(lanes, units.len());
        Self { octets, len, rest, is_latin1: true }
    }

    /// The UTF-8 of all characters, if they fit and none takes more than two bytes.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn of_ucs2(units: &[u16]) -> Option<Self> {
        if units.len() > CHARACTERS {
            return None;
        }
        let wanted = (1 << units.len()) - 1;
        // SAFETY: the mask has no bits for units after the end, and no other unit is read.
        let lanes = unsafe { _mm512_maskz_loadu_epi16(wanted, units.as_ptr().cast()) };
        if _mm512_cmpge_epu16_mask(lanes, _mm512_set1_epi16(0x800)) != 0 {
            return None;
        }
        let (octets, len) = utf8_of(lanes, units.len());
        Some(Self { octets, len, rest: &[], is_latin1: false })
    }
}

/// Encodes the first octets of a register from this place on. Returns the end.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn encode(
    octets: __m512i,
    len: usize,
    lookup: &Lookup,
    out: &mut [MaybeUninit<u8>],
    at: usize,
) -> usize {
    let members = lookup.top_bits(octets) & first(len);
    let octets = _mm512_mask_blend_epi8(are(octets, b' '), octets, splat(b'+'));
    if members == 0 {
        store(out, at, octets);
        return at + len;
    }
    let parts = TripletParts::new(octets, members);
    let mut at = at;
    for group in 0..GROUPS {
        if group * GROUP >= len {
            break;
        }
        let (triplets, keep) = parts.group(group);
        let keep = keep & first(3 * (len - group * GROUP));
        store(out, at, _mm512_maskz_compress_epi8(keep, triplets));
        at += keep.count_ones() as usize;
    }
    at
}
