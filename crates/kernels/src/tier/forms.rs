//! With which instructions are forms read and written?

use std::mem::MaybeUninit;

use super::super::copy;
use super::super::fields::{self, Field};
use super::super::pairs::{self, Pair};
use super::super::plus::{self, SHORT};
use super::{Level, Tier};
#[cfg(target_arch = "x86_64")]
use crate::x86::{fields_avx512, pairs_ssse3, short_avx512};
use crate::{Decoded, Table};

impl Tier {
    /// As [`pairs::plain`].
    #[inline]
    pub(crate) fn pairs(self, text: &[u8], from: usize, out: &mut [Pair]) -> (usize, usize) {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { short_avx512::pairs(text, from, out) },
            // SAFETY: as above; who has AVX2 has SSSE3.
            #[cfg(target_arch = "x86_64")]
            Level::Ssse3 | Level::Avx2 => unsafe { pairs_ssse3::pairs(text, from, out) },
            _ => pairs::plain(text, from, out),
        }
    }

    /// As [`copy::plain`], of a short text.
    #[inline]
    pub(crate) fn copy_short(self, text: &[u8], out: &mut [MaybeUninit<u8>]) {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { short_avx512::copy(text, out) },
            _ => copy::plain(text, out),
        }
    }

    /// As [`plus::plain`].
    #[inline]
    pub(crate) fn decode_short(self, text: &[u8], out: &mut [MaybeUninit<u8>; SHORT]) -> Decoded {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { short_avx512::decode_short(text, out) },
            _ => plus::plain(text, out),
        }
    }

    /// As [`fields::plain`].
    #[inline]
    pub(crate) fn write(
        self,
        fields: &[Field<'_>],
        table: &Table,
        out: &mut [MaybeUninit<u8>],
    ) -> Option<usize> {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { fields_avx512::write(fields, table, out) },
            Level::Plain => fields::plain(fields, table, out),
            _ => fields::by_kernel(self, fields, table, out),
        }
    }
}
