//! The kernel for each function and tier.

use std::mem::MaybeUninit;

use super::{InstructionSet, Tier};
use crate::characters::{self, TextShape};
use crate::fields::{self, FormField};
use crate::marks::{MarkQuery, Marks};
#[cfg(target_arch = "aarch64")]
use crate::neon::{self, marks as marks_neon};
use crate::pairs::{self, Pair};
use crate::text::{self, Extent};
#[cfg(target_arch = "x86_64")]
use crate::x86::{
    avx2, avx512, characters_avx512, characters_ssse3, fields_avx512, marks_avx2, marks_avx512,
    pairs_ssse3, short_avx512, ssse3, text_avx2, text_avx512, units_avx2, units_avx512,
};
use crate::{Decoded, Table, copy, plain, plus, ranks, units};

/// Calls the kernel of this name, in the module for the tier's level on x86 or for ARM. On other
/// tiers, the last expression.
macro_rules! by {
    ($tier:expr, $kernel:ident $arguments:tt,
     [$($($level:ident)|+ $x86:ident),*], [$($neon:ident)?], $plain:expr) => {
        match $tier.0 {
            $(
                // SAFETY: a tier only exists if the machine has its instructions.
                #[cfg(target_arch = "x86_64")]
                $(InstructionSet::$level)|+ => unsafe { $x86::$kernel $arguments },
            )*
            $(
                // SAFETY: a tier only exists if the machine has its instructions.
                #[cfg(target_arch = "aarch64")]
                InstructionSet::Neon => unsafe { $neon::$kernel $arguments },
            )?
            _ => $plain,
        }
    };
}

impl Tier {
    /// As [`plain::find`].
    #[inline]
    #[must_use]
    pub fn find(self, text: &[u8], table: &Table) -> usize {
        by!(self, find(text, table), [Ssse3 ssse3, Avx2 avx2, Avx512 avx512], [neon],
            plain::find(text, table))
    }

    /// As [`crate::is_free`].
    #[inline]
    #[must_use]
    pub fn is_free(self, text: &[u8], table: &Table) -> bool {
        match self.0 {
            // SAFETY: a tier only exists if the machine has its instructions.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 if text.len() <= short_avx512::SHORT => unsafe {
                short_avx512::is_free(text, table)
            },
            _ => self.find(text, table) == text.len(),
        }
    }

    #[inline]
    pub(crate) fn has(self, text: &[u8], wanted: u8) -> bool {
        by!(self, has(text, wanted), [Avx512 avx512], [], plain::has(text, wanted))
    }

    /// As [`plain::count`].
    #[inline]
    #[must_use]
    pub fn count(self, text: &[u8], table: &Table) -> usize {
        by!(self, count(text, table), [Ssse3 ssse3, Avx2 avx2, Avx512 avx512], [neon],
            plain::count(text, table))
    }

    /// As [`plain::which`].
    pub fn which(self, text: &[u8], table: &Table, words: &mut [u64]) {
        by!(self, which(text, table, words), [Avx2 avx2, Avx512 avx512], [neon],
            plain::which(text, table, words));
    }

    /// As [`plain::which_are`].
    pub fn which_are(self, text: &[u8], wanted: u8, words: &mut [u64]) {
        by!(self, which_are(text, wanted, words), [Avx2 avx2, Avx512 avx512], [neon],
            plain::which_are(text, wanted, words));
    }

    /// As `ranks::sums`.
    pub fn sums(self, words: &[u64], before: &mut [u32]) -> u32 {
        // All aarch64 machines have instructions that count bits, and the compiler uses them.
        by!(self, sums(words, before), [Ssse3 | Avx2 | Avx512 ssse3], [],
            ranks::sums(words, before))
    }

    /// As `ranks::move_by`.
    pub fn move_by(self, by: i32, words: &[u64], before: &[u32], places: &mut [u32]) -> bool {
        by!(self, move_by(by, words, before, places), [Ssse3 | Avx2 | Avx512 ssse3], [],
            ranks::move_by(by, words, before, places))
    }

    /// As [`plain::encode`].
    ///
    /// # Panics
    ///
    /// If `out` is shorter than the text and two bytes for each member.
    #[inline]
    pub fn encode(self, text: &[u8], table: &Table, out: &mut [MaybeUninit<u8>]) -> usize {
        by!(self, encode(text, table, out), [Ssse3 ssse3, Avx2 avx2, Avx512 avx512], [neon],
            plain::encode(text, table, out))
    }

    /// As [`plain::decode`].
    ///
    /// # Panics
    ///
    /// If `out` is shorter than the text.
    #[inline]
    pub fn decode(self, text: &[u8], out: &mut [MaybeUninit<u8>]) -> Decoded {
        by!(self, decode(text, out), [Ssse3 ssse3, Avx2 avx2, Avx512 avx512], [neon],
            plain::decode(text, out))
    }

    /// As [`crate::marks::marks`]; `None` if no kernel is faster than byte by byte.
    #[inline]
    #[must_use]
    #[cfg_attr(
        not(any(target_arch = "x86_64", target_arch = "aarch64")),
        expect(
            unused_variables,
            unreachable_code,
            reason = "no other machine has a kernel for it"
        )
    )]
    pub fn marks(self, text: &[u8], table: &Table) -> Option<Marks> {
        Some(by!(self, marks(text, table), [Avx2 marks_avx2, Avx512 marks_avx512], [marks_neon],
            return None))
    }

    /// The answer of [`MarkQuery`] for a look as from [`crate::marks::look_at`]; `None` if no
    /// kernel is faster than byte by byte.
    #[inline]
    #[cfg_attr(
        not(any(target_arch = "x86_64", target_arch = "aarch64")),
        expect(unused_variables, reason = "no other machine has a kernel for it")
    )]
    pub(crate) fn look_at<S: MarkQuery>(self, text: &[u8], table: &Table) -> Option<S> {
        by!(self, look_at(text, table), [Avx2 marks_avx2, Avx512 marks_avx512], [marks_neon], None)
    }

    /// As [`units::plain`], of units of two bytes.
    #[inline]
    pub(crate) fn ucs2(self, text: &[u16], out: &mut [MaybeUninit<u8>]) -> Option<usize> {
        by!(self, ucs2(text, out), [Avx2 units_avx2, Avx512 units_avx512], [],
            units::library(text, out))
    }

    /// As [`units::plain`], of units of four bytes.
    #[inline]
    pub(crate) fn ucs4(self, text: &[u32], out: &mut [MaybeUninit<u8>]) -> Option<usize> {
        by!(self, ucs4(text, out), [Avx512 units_avx512], [], units::plain(text, out))
    }

    /// As `characters::plain::shape`.
    #[inline]
    #[must_use]
    pub fn shape(self, utf8: &[u8]) -> Option<TextShape> {
        by!(self, shape(utf8), [Avx512 characters_avx512, Ssse3 | Avx2 characters_ssse3], [],
            characters::plain::shape(utf8))
    }

    /// As `characters::plain::latin1`.
    #[inline]
    pub fn latin1(self, utf8: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
        by!(self, latin1(utf8, out), [Avx512 characters_avx512, Ssse3 | Avx2 characters_ssse3], [],
            characters::plain::latin1(utf8, out))
    }

    /// As `characters::plain::ucs2`.
    #[inline]
    pub fn to_ucs2(self, utf8: &[u8], out: &mut [MaybeUninit<u16>]) -> usize {
        by!(self, ucs2(utf8, out), [Avx512 characters_avx512], [],
            characters::plain::ucs2(utf8, out))
    }

    #[inline]
    pub(crate) fn latin1_to_utf8(self, characters: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
        by!(self, latin1_to_utf8(characters, out), [Avx2 units_avx2, Avx512 characters_avx512], [],
            characters::plain::latin1_to_utf8(characters, out))
    }

    /// Does the tier have kernels that read UTF-8?
    pub(crate) fn reads_text(self) -> bool {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 | InstructionSet::Avx512 => true,
            _ => false,
        }
    }

    /// As `text::plain_extent`.
    #[must_use]
    pub fn extent(self, octets: &[u8]) -> Extent {
        by!(self, extent(octets), [Avx2 text_avx2, Avx512 text_avx512], [],
            text::plain_extent(octets))
    }

    /// As [`text::read_latin1`].
    #[must_use]
    pub fn read_latin1(self, utf8: &[u8], out: &mut [MaybeUninit<u8>]) -> bool {
        by!(self, read_latin1(utf8, out), [Avx2 text_avx2, Avx512 text_avx512], [],
            text::plain(utf8, out))
    }

    /// As [`text::read_ucs2`].
    #[must_use]
    pub fn read_ucs2(self, utf8: &[u8], out: &mut [MaybeUninit<u16>]) -> bool {
        by!(self, read_ucs2(utf8, out), [Avx2 text_avx2, Avx512 text_avx512], [],
            text::plain(utf8, out))
    }

    /// As [`text::read_ucs4`].
    #[must_use]
    pub fn read_ucs4(self, utf8: &[u8], out: &mut [MaybeUninit<u32>]) -> bool {
        by!(self, read_ucs4(utf8, out), [Avx2 text_avx2, Avx512 text_avx512], [],
            text::plain(utf8, out))
    }

    #[inline]
    pub(crate) fn pairs(self, text: &[u8], from: usize, out: &mut [Pair]) -> (usize, usize) {
        by!(self, pairs(text, from, out), [Avx512 short_avx512, Ssse3 | Avx2 pairs_ssse3], [],
            pairs::plain(text, from, out))
    }

    #[inline]
    pub(crate) fn copy_short(self, text: &[u8], out: &mut [MaybeUninit<u8>]) {
        by!(self, copy(text, out), [Avx512 short_avx512], [], copy::plain(text, out));
    }

    #[inline]
    pub(crate) fn decode_short(
        self,
        text: &[u8],
        out: &mut [MaybeUninit<u8>; plus::SHORT],
    ) -> Decoded {
        by!(self, decode_short(text, out), [Avx512 short_avx512], [], plus::plain(text, out))
    }

    #[inline]
    pub(crate) fn write(
        self,
        fields: &[FormField<'_>],
        table: &Table,
        out: &mut [MaybeUninit<u8>],
    ) -> Option<usize> {
        if self.0 == InstructionSet::Plain {
            return fields::plain(fields, table, out);
        }
        by!(self, write(fields, table, out), [Avx512 fields_avx512], [],
            fields::by_kernel(self, fields, table, out))
    }
}
