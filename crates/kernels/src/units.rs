//! Strings as UTF-8: from code points of one, two or four bytes each.
//!
//! A lone surrogate has no UTF-8 form.

use std::mem::MaybeUninit;

use crate::Tier;
use crate::memory;

/// The most bytes that a kernel may overwrite after the result.
pub(crate) const SLACK: usize = 64;

/// Appends the UTF-8 of code points below 0x100.
pub fn latin1_onto(units: &[u8], out: &mut Vec<u8>) {
    let written = append_units(units.len(), 2, out, |capacity| {
        Some(Tier::best().latin1_to_utf8(units, capacity))
    });
    debug_assert!(written, "each of them has its UTF-8");
}

/// Appends the UTF-8 of code points below 0x10000. Returns `false` if one is a surrogate: two of
/// them would be one character in UTF-16, but here they are two.
#[must_use]
pub fn ucs2_onto(units: &[u16], out: &mut Vec<u8>) -> bool {
    append_units(units.len(), 3, out, |capacity| Tier::best().ucs2(units, capacity))
}

/// Appends the UTF-8 of code points. Returns `false` if one is not a character.
#[must_use]
pub fn ucs4_onto(units: &[u32], out: &mut Vec<u8>) -> bool {
    append_units(units.len(), 4, out, |capacity| Tier::best().ucs4(units, capacity))
}

/// Writes the UTF-8 of code points below 0x10000. Returns the number of bytes, or `None` if one is
/// a surrogate.
///
/// # Panics
/// If `out` is shorter than three bytes for each with 64 more, which may be overwritten.
pub fn ucs2_to_utf8(units: &[u16], out: &mut [MaybeUninit<u8>]) -> Option<usize> {
    Tier::best().ucs2(units, &mut out[..3 * units.len() + SLACK])
}

/// Writes the UTF-8 of code points. Returns the number of bytes, or `None` if one is not a
/// character.
///
/// # Panics
/// If `out` is shorter than four bytes for each with 64 more, which may be overwritten.
pub fn ucs4_to_utf8(units: &[u32], out: &mut [MaybeUninit<u8>]) -> Option<usize> {
    Tier::best().ucs4(units, &mut out[..4 * units.len() + SLACK])
}

/// Appends what the kernel writes for `units` units, each of at most `most` bytes.
fn append_units(
    units: usize,
    most: usize,
    out: &mut Vec<u8>,
    kernel: impl FnOnce(&mut [MaybeUninit<u8>]) -> Option<usize>,
) -> bool {
    let capacity = units * most + SLACK;
    memory::reserve(out, capacity);
    let Some(written) = kernel(&mut out.spare_capacity_mut()[..capacity]) else { return false };
    // SAFETY: the kernel has written this many bytes of the spare capacity.
    unsafe { out.set_len(out.len() + written) };
    true
}

/// The same as [`plain`] for units of two bytes, by a library that writes ASCII many at a time.
pub(crate) fn library(units: &[u16], out: &mut [MaybeUninit<u8>]) -> Option<usize> {
    // Counting is faster than searching here, because it is vectorised.
    if units.iter().filter(|&&c| c & 0xF800 == 0xD800).count() > 0 {
        return None;
    }
    out.fill(MaybeUninit::new(0));
    // SAFETY: every byte has just been written.
    let out = unsafe { &mut *(std::ptr::from_mut(out) as *mut [u8]) };
    Some(encoding_rs::mem::convert_utf16_to_utf8(units, out))
}

/// The reference implementation. Returns the number of bytes, or `None` if a unit has no UTF-8
/// form.
///
/// # Panics
///
/// If `out` is too short.
pub(crate) fn plain<U: Copy + Into<u32>>(
    units: &[U],
    out: &mut [MaybeUninit<u8>],
) -> Option<usize> {
    let mut at = 0;
    for &unit in units {
        let c = char::from_u32(unit.into())?;
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            out[at].write(byte);
            at += 1;
        }
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{few, guarded};
    use super::*;

    fn written(units: &[u32], tier: Tier, wide: bool) -> Option<Vec<u8>> {
        let narrow: Option<Vec<u16>> = units.iter().map(|&unit| u16::try_from(unit).ok()).collect();
        let (mut bytes, used) = guarded(4 * units.len() + SLACK, |capacity| match narrow {
            Some(narrow) if !wide => tier.ucs2(&narrow, capacity),
            _ => tier.ucs4(units, capacity),
        });
        bytes.truncate(used?);
        Some(bytes)
    }

    #[test]
    fn every_code_point_is_written_as_it_should() {
        for first in few((0..=0x11_0010).step_by(7), 4999) {
            let units: Vec<u32> = (first..first + 7).collect();
            let want: Option<String> = units.iter().map(|&unit| char::from_u32(unit)).collect();
            let want = want.map(String::into_bytes);
            for tier in Tier::all() {
                assert_eq!(written(&units, tier, false), want, "{tier:?} {first:X}");
                assert_eq!(written(&units, tier, true), want, "{tier:?} {first:X}");
            }
        }
    }

    #[test]
    fn every_character_is_written_wherever_it_is_in_a_register() {
        for unit in few((0x7F..0x1_0000).step_by(17).chain((0x80..0x1_0000).step_by(0x80)), 499) {
            let want = char::from_u32(unit).map(|c| c.to_string().repeat(40).into_bytes());
            for tier in Tier::all() {
                assert_eq!(written(&[unit; 40], tier, false), want, "{tier:?} {unit:X}");
                assert_eq!(written(&[unit; 40], tier, true), want, "{tier:?} {unit:X}");
            }
        }
    }

    #[test]
    fn every_length_and_mixture_is_written_as_it_should() {
        let kinds = [0x61, 0xE9, 0x65E5, 0x1_F600, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x1_0000];
        for len in few(0..100, 19) {
            for start in few(0..kinds.len(), 7) {
                let units: Vec<u32> =
                    (0..len).map(|n| kinds[(start + n * n) % kinds.len()]).collect();
                let narrow: Vec<u32> = units.iter().map(|unit| unit & 0x7FFF).collect();
                for tier in Tier::all() {
                    for units in [&units, &narrow] {
                        let want: Option<String> =
                            units.iter().map(|&unit| char::from_u32(unit)).collect();
                        let want = want.map(String::into_bytes);
                        assert_eq!(written(units, tier, false), want, "{tier:?}");
                    }
                }
            }
        }
    }
}
