//! UTF-8 read into strings, with the instructions of a tier.

use std::mem::MaybeUninit;

use super::{Level, Tier};
use crate::text::{self, Extent};
#[cfg(target_arch = "x86_64")]
use crate::x86::{text_avx2, text_avx512};

impl Tier {
    /// Is UTF-8 read more than one character at a time?
    pub(crate) fn reads_text(self) -> bool {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 | Level::Avx512 => true,
            _ => false,
        }
    }

    /// As [`text::plain_extent`].
    #[must_use]
    pub fn extent(self, octets: &[u8]) -> Extent {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { text_avx2::extent(octets) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { text_avx512::extent(octets) },
            _ => text::plain_extent(octets),
        }
    }

    /// As [`text::read_latin1`].
    #[must_use]
    pub fn read_latin1(self, utf8: &[u8], out: &mut [MaybeUninit<u8>]) -> bool {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { text_avx2::read_latin1(utf8, out) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { text_avx512::read_latin1(utf8, out) },
            _ => text::plain(utf8, out),
        }
    }

    /// As [`text::read_ucs2`].
    #[must_use]
    pub fn read_ucs2(self, utf8: &[u8], out: &mut [MaybeUninit<u16>]) -> bool {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { text_avx2::read_ucs2(utf8, out) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { text_avx512::read_ucs2(utf8, out) },
            _ => text::plain(utf8, out),
        }
    }

    /// As [`text::read_ucs4`].
    #[must_use]
    pub fn read_ucs4(self, utf8: &[u8], out: &mut [MaybeUninit<u32>]) -> bool {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { text_avx2::read_ucs4(utf8, out) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { text_avx512::read_ucs4(utf8, out) },
            _ => text::plain(utf8, out),
        }
    }
}
