//! Which instructions does this machine have?

mod forms;
mod text;

use std::env;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::characters::{self, Shape};
use super::marks::{Marks, Sight};
#[cfg(target_arch = "aarch64")]
use super::neon;
use super::{plain, ranks, units};
#[cfg(target_arch = "x86_64")]
use crate::x86::{
    avx2, avx512, characters_avx512, characters_ssse3, marks_avx2, marks_avx512, short_avx512,
    ssse3, units_avx2, units_avx512,
};
use crate::{Decoded, Table};

/// A set of instructions that this machine has: one cannot be made for those that it has not.
///
/// The kernels use the best; fuzzers and benchmarks ask each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tier(pub(crate) Level);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
#[repr(u8)]
pub(crate) enum Level {
    Plain = 1,
    #[cfg(target_arch = "x86_64")]
    Ssse3,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// Calls a kernel as a tier has it.
macro_rules! by {
    ($tier:expr, $kernel:ident($($argument:expr),+)) => {
        match $tier.0 {
            Level::Plain => plain::$kernel($($argument),+),
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Ssse3 => unsafe { ssse3::$kernel($($argument),+) },
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::$kernel($($argument),+) },
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::$kernel($($argument),+) },
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "aarch64")]
            Level::Neon => unsafe { neon::$kernel($($argument),+) },
        }
    };
}

/// The environment variable that names the best tier that may be used, in either case, so that the
/// others can be measured; what is no tier of this architecture leaves the choice to the machine.
const AT_MOST: &str = "SUPERURI_TIER";

/// The best level of this machine that may be used, or 0 as long as nobody asked.
static BEST: AtomicU8 = AtomicU8::new(0);

impl Tier {
    /// The best of this machine that may be used.
    #[inline]
    pub(crate) fn best() -> Self {
        match BEST.load(Relaxed) {
            #[cfg(target_arch = "x86_64")]
            level if level == Level::Avx512 as u8 => Self(Level::Avx512),
            #[cfg(target_arch = "x86_64")]
            level if level == Level::Avx2 as u8 => Self(Level::Avx2),
            #[cfg(target_arch = "x86_64")]
            level if level == Level::Ssse3 as u8 => Self(Level::Ssse3),
            #[cfg(target_arch = "aarch64")]
            level if level == Level::Neon as u8 => Self(Level::Neon),
            level if level == Level::Plain as u8 => Self(Level::Plain),
            _ => Self::look(),
        }
    }

    /// As [`Tier::best`], by asking the machine, once for all.
    #[cold]
    fn look() -> Self {
        let best = Self::best_up_to(&env::var(AT_MOST).unwrap_or_default());
        BEST.store(best.0 as u8, Relaxed);
        best
    }

    /// The best of this machine, but none above the one of this name.
    fn best_up_to(name: &str) -> Self {
        let is_named = |(tier, _): &(Self, bool)| tier.name().eq_ignore_ascii_case(name);
        let limit = Self::known().find(is_named).map(|(tier, _)| tier.0);
        let may_be_used = |tier: &Self| limit.is_none_or(|limit| tier.0 <= limit);
        Self::all().filter(may_be_used).last().expect("plain is everywhere")
    }

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Level::Plain => "plain",
            #[cfg(target_arch = "x86_64")]
            Level::Ssse3 => "SSSE3",
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => "AVX-512",
            #[cfg(target_arch = "aarch64")]
            Level::Neon => "NEON",
        }
    }

    /// Every one of this machine, the plain one first and the best one last.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::known().filter_map(|(tier, is_here)| is_here.then_some(tier))
    }

    /// Every one of this architecture, and whether this machine has it.
    fn known() -> impl Iterator<Item = (Self, bool)> {
        [
            (Level::Plain, true),
            #[cfg(target_arch = "x86_64")]
            (Level::Ssse3, ssse3::is_here()),
            #[cfg(target_arch = "x86_64")]
            (Level::Avx2, avx2::is_here()),
            #[cfg(target_arch = "x86_64")]
            (Level::Avx512, avx512::is_here()),
            #[cfg(target_arch = "aarch64")]
            (Level::Neon, neon::is_here()),
        ]
        .map(|(level, is_here)| (Self(level), is_here))
        .into_iter()
    }

    /// As [`plain::find`].
    #[inline]
    #[must_use]
    pub fn find(self, text: &[u8], table: &Table) -> usize {
        by!(self, find(text, table))
    }

    /// As [`crate::is_free`].
    #[inline]
    #[must_use]
    pub fn is_free(self, text: &[u8], table: &Table) -> bool {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 if text.len() <= short_avx512::SHORT => unsafe {
                short_avx512::is_free(text, table)
            },
            _ => self.find(text, table) == text.len(),
        }
    }

    /// As [`plain::has`].
    #[inline]
    pub(crate) fn has(self, text: &[u8], wanted: u8) -> bool {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::has(text, wanted) },
            _ => plain::has(text, wanted),
        }
    }

    /// As [`plain::count`].
    #[inline]
    #[must_use]
    pub fn count(self, text: &[u8], table: &Table) -> usize {
        by!(self, count(text, table))
    }

    /// As [`plain::which`].
    pub fn which(self, text: &[u8], table: &Table, words: &mut [u64]) {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::which(text, table, words) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::which(text, table, words) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Level::Neon => unsafe { neon::which(text, table, words) },
            _ => plain::which(text, table, words),
        }
    }

    /// As [`plain::which_are`].
    pub fn which_are(self, text: &[u8], wanted: u8, words: &mut [u64]) {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::which_are(text, wanted, words) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::which_are(text, wanted, words) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Level::Neon => unsafe { neon::which_are(text, wanted, words) },
            _ => plain::which_are(text, wanted, words),
        }
    }

    /// As [`ranks::sums`].
    pub fn sums(self, words: &[u64], before: &mut [u32]) -> u32 {
        match self.0 {
            // SAFETY: each of these is made for machines that count bits.
            #[cfg(target_arch = "x86_64")]
            Level::Ssse3 | Level::Avx2 | Level::Avx512 => unsafe { ssse3::sums(words, before) },
            // Every aarch64 machine counts bits, and the compiler knows it.
            _ => ranks::sums(words, before),
        }
    }

    /// As [`ranks::move_by`].
    pub fn move_by(self, by: i32, words: &[u64], before: &[u32], places: &mut [u32]) -> bool {
        match self.0 {
            // SAFETY: each of these is made for machines that count bits.
            #[cfg(target_arch = "x86_64")]
            Level::Ssse3 | Level::Avx2 | Level::Avx512 => unsafe {
                ssse3::move_by(by, words, before, places)
            },
            // Every aarch64 machine counts bits, and the compiler knows it.
            _ => ranks::move_by(by, words, before, places),
        }
    }

    /// As [`plain::encode`].
    ///
    /// # Panics
    ///
    /// If `out` is shorter than the text and two bytes for each member.
    #[inline]
    pub fn encode(self, text: &[u8], table: &Table, out: &mut [MaybeUninit<u8>]) -> usize {
        by!(self, encode(text, table, out))
    }

    /// As [`plain::decode`].
    ///
    /// # Panics
    ///
    /// If `out` is shorter than the text.
    #[inline]
    pub fn decode(self, text: &[u8], out: &mut [MaybeUninit<u8>]) -> Decoded {
        by!(self, decode(text, out))
    }

    /// As [`super::marks::marks`]; `None` where nothing is quicker than one byte at a time.
    #[inline]
    #[must_use]
    pub fn marks(self, text: &[u8], table: &Table) -> Option<Marks> {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => Some(unsafe { marks_avx2::marks(text, table) }),
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => Some(unsafe { marks_avx512::marks(text, table) }),
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Level::Neon => Some(unsafe { neon::marks::marks(text, table) }),
            _ => None,
        }
    }

    /// What is seen in a look, which is as [`super::marks::look_at`] has it; nothing where nothing
    /// is quicker than one byte at a time.
    #[inline]
    pub(crate) fn look_at<S: Sight>(self, text: &[u8], table: &Table) -> Option<S> {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { marks_avx2::look_at(text, table) },
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { marks_avx512::look_at(text, table) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Level::Neon => unsafe { neon::marks::look_at(text, table) },
            _ => None,
        }
    }

    /// As [`units::plain`], of units of two bytes.
    #[inline]
    pub(crate) fn ucs2(self, text: &[u16], out: &mut [MaybeUninit<u8>]) -> Option<usize> {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { units_avx2::ucs2(text, out) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { units_avx512::ucs2(text, out) },
            _ => units::library(text, out),
        }
    }

    /// As [`units::plain`], of units of four bytes.
    #[inline]
    pub(crate) fn ucs4(self, text: &[u32], out: &mut [MaybeUninit<u8>]) -> Option<usize> {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { units_avx512::ucs4(text, out) },
            _ => units::plain(text, out),
        }
    }

    /// As [`characters::plain::shape`].
    #[inline]
    #[must_use]
    pub fn shape(self, utf8: &[u8]) -> Option<Shape> {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { characters_avx512::shape(utf8) },
            // SAFETY: as above; who has AVX2 has SSSE3.
            #[cfg(target_arch = "x86_64")]
            Level::Ssse3 | Level::Avx2 => unsafe { characters_ssse3::shape(utf8) },
            _ => characters::plain::shape(utf8),
        }
    }

    /// As [`characters::plain::latin1`].
    #[inline]
    pub fn latin1(self, utf8: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { characters_avx512::latin1(utf8, out) },
            // SAFETY: as above; who has AVX2 has SSSE3.
            #[cfg(target_arch = "x86_64")]
            Level::Ssse3 | Level::Avx2 => unsafe { characters_ssse3::latin1(utf8, out) },
            _ => characters::plain::latin1(utf8, out),
        }
    }

    /// As [`characters::plain::ucs2`].
    #[inline]
    pub fn to_ucs2(self, utf8: &[u8], out: &mut [MaybeUninit<u16>]) -> usize {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { characters_avx512::ucs2(utf8, out) },
            _ => characters::plain::ucs2(utf8, out),
        }
    }

    /// As [`characters::plain::latin1_to_utf8`].
    #[inline]
    pub(crate) fn latin1_to_utf8(self, characters: &[u8], out: &mut [MaybeUninit<u8>]) -> usize {
        match self.0 {
            // SAFETY: no tier is made for instructions that the machine has not.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { units_avx2::latin1(characters, out) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { characters_avx512::latin1_to_utf8(characters, out) },
            _ => characters::plain::latin1_to_utf8(characters, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_holds_back_what_is_better() {
        let best = Tier::all().last();
        for name in ["", "best", "MMX", "AVX-512 "] {
            assert_eq!(Some(Tier::best_up_to(name)), best, "{name:?}");
        }
        assert_eq!(Tier::best_up_to("Plain").name(), "plain");
        for (tier, is_here) in Tier::known() {
            for name in [tier.name().to_lowercase(), tier.name().to_uppercase()] {
                let got = Tier::best_up_to(&name);
                assert!(got.0 <= tier.0, "{got:?} for {name}");
                assert_eq!(got == tier, is_here, "{got:?} for {name}");
            }
        }
    }
}
