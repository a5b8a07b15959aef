//! Characters: UTF-8 as units of one, two or four bytes, for short texts, and back from one byte.
//!
//! AVX-512 handles 64 bytes of UTF-8 at a time, SSSE3 sixteen. Checks of a byte's neighbours are
//! shifts of a word of bits.

use std::mem::MaybeUninit;

use crate::Tier;

#[cfg(test)]
mod tests;

/// The number and width of a text's characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextShape {
    /// The number of characters.
    pub len: usize,
    /// The width that the largest of them needs.
    pub width: Width,
}

/// Bytes for each character.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Width {
    /// Up to U+00FF.
    One,
    /// Up to U+FFFF.
    Two,
    /// All of Unicode.
    Four,
}

impl Width {
    /// The size of the largest character, by its code point.
    #[must_use]
    pub const fn of(most: u32) -> Self {
        match most {
            0..=0xFF => Self::One,
            0x100..=0xFFFF => Self::Two,
            _ => Self::Four,
        }
    }
}

/// The shape of UTF-8; `None` if the text is not valid.
#[must_use]
pub fn shape(utf8: &[u8]) -> Option<TextShape> {
    Tier::best().shape(utf8)
}

/// Writes the characters of UTF-8 whose width is one byte. Returns their number.
///
/// # Panics
/// If `out` is too short.
pub fn latin1(utf8: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
    Tier::best().latin1(utf8, out)
}

/// Writes the characters of UTF-8 whose width is two bytes. Returns their number.
///
/// # Panics
/// If `out` is too short.
pub fn ucs2(utf8: &[u8], out: &mut [MaybeUninit<u16>]) -> usize {
    Tier::best().to_ucs2(utf8, out)
}

/// Writes the characters of UTF-8 as four bytes each. Returns their number.
///
/// # Panics
/// If `out` is too short.
pub fn ucs4(utf8: &[u8], out: &mut [MaybeUninit<u32>]) -> usize {
    plain::ucs4(utf8, out)
}

/// Writes the UTF-8 of characters of one byte. Returns the number of bytes.
///
/// # Panics
/// If `out` is shorter than two bytes for each character and [`SLACK`].
pub fn latin1_to_utf8(characters: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
    Tier::best().latin1_to_utf8(characters, out)
}

/// The most bytes that may be overwritten after the result.
pub const SLACK: usize = 64;

/// The reference implementations, by libraries.
pub(crate) mod plain {
    use super::{MaybeUninit, TextShape, Width};

    pub(crate) fn shape(utf8: &[u8]) -> Option<TextShape> {
        let text = std::str::from_utf8(utf8).ok()?;
        // The largest lead byte gives the width of all characters.
        let width = match text.bytes().max().unwrap_or(0) {
            0..0xC4 => Width::One,
            0xC4..0xF0 => Width::Two,
            _ => Width::Four,
        };
        Some(TextShape { len: text.chars().count(), width })
    }

    pub(crate) fn latin1(utf8: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
        put(utf8, out, |c| c.to_le_bytes()[0])
    }

    pub(crate) fn ucs2(utf8: &[u8], out: &mut [MaybeUninit<u16>]) -> usize {
        put(utf8, out, |c| {
            let [low, high, ..] = c.to_le_bytes();
            u16::from_le_bytes([low, high])
        })
    }

    pub(super) fn ucs4(utf8: &[u8], out: &mut [MaybeUninit<u32>]) -> usize {
        put(utf8, out, |c| c)
    }

    /// Writes each character as a unit of this width. The text must be valid UTF-8.
    #[inline]
    fn put<U>(utf8: &[u8], out: &mut [MaybeUninit<U>], unit: impl Fn(u32) -> U) -> usize {
        let (mut at, mut len) = (0, 0);
        while let Some(&lead) = utf8.get(at) {
            let lead = u32::from(lead);
            let later = |n: usize| u32::from(utf8.get(at + n).map_or(0, |&byte| byte & 0x3F));
            let (c, size) = match lead {
                0..0x80 => (lead, 1),
                0x80..0xE0 => ((lead & 0x1F) << 6 | later(1), 2),
                0xE0..0xF0 => ((lead & 0x0F) << 12 | later(1) << 6 | later(2), 3),
                _ => ((lead & 0x07) << 18 | later(1) << 12 | later(2) << 6 | later(3), 4),
            };
            out[len].write(unit(c));
            (at, len) = (at + size, len + 1);
        }
        len
    }

    pub(crate) fn latin1_to_utf8(characters: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
        let space = &mut out[..2 * characters.len()];
        space.fill(MaybeUninit::new(0));
        // SAFETY: every byte has just been written.
        let space = unsafe { &mut *(std::ptr::from_mut(space) as *mut [u8]) };
        encoding_rs::mem::convert_latin1_to_utf8(characters, space)
    }
}
