//! Tiers: the instruction sets of this machine, with their kernels.

mod calls;

use std::env;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

#[cfg(target_arch = "aarch64")]
use super::neon;
#[cfg(target_arch = "x86_64")]
use crate::x86::{avx2, avx512, ssse3};

/// An instruction set that this machine has. No other one can be created.
///
/// Normally the best one is used. Fuzzers and benchmarks try each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tier(pub(crate) InstructionSet);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
#[repr(u8)]
pub(crate) enum InstructionSet {
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

/// The environment variable with the name of the highest tier to use, in any case, for measurements
/// of the lower ones. An unknown name is ignored.
const AT_MOST: &str = "SUPERURI_TIER";

/// The best allowed level of this machine, or 0 before it was determined.
static BEST: AtomicU8 = AtomicU8::new(0);

impl Tier {
    /// The best allowed tier of this machine.
    #[inline]
    pub(crate) fn best() -> Self {
        match BEST.load(Relaxed) {
            #[cfg(target_arch = "x86_64")]
            level if level == InstructionSet::Avx512 as u8 => Self(InstructionSet::Avx512),
            #[cfg(target_arch = "x86_64")]
            level if level == InstructionSet::Avx2 as u8 => Self(InstructionSet::Avx2),
            #[cfg(target_arch = "x86_64")]
            level if level == InstructionSet::Ssse3 as u8 => Self(InstructionSet::Ssse3),
            #[cfg(target_arch = "aarch64")]
            level if level == InstructionSet::Neon as u8 => Self(InstructionSet::Neon),
            level if level == InstructionSet::Plain as u8 => Self(InstructionSet::Plain),
            _ => Self::look(),
        }
    }

    /// Determines the best tier, once.
    #[cold]
    fn look() -> Self {
        let best = Self::best_up_to(&env::var(AT_MOST).unwrap_or_default());
        BEST.store(best.0 as u8, Relaxed);
        best
    }

    /// The best tier of this machine up to the one of this name.
    fn best_up_to(name: &str) -> Self {
        let is_named = |(tier, _): &(Self, bool)| tier.name().eq_ignore_ascii_case(name);
        let limit = Self::known().find(is_named).map(|(tier, _)| tier.0);
        let may_be_used = |tier: &Self| limit.is_none_or(|limit| tier.0 <= limit);
        Self::all().filter(may_be_used).last().expect("plain is everywhere")
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            InstructionSet::Plain => "plain",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Ssse3 => "SSSE3",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => "AVX-512",
            #[cfg(target_arch = "aarch64")]
            InstructionSet::Neon => "NEON",
        }
    }

    /// All tiers of this machine, from the plain one to the best.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::known().filter_map(|(tier, is_here)| is_here.then_some(tier))
    }

    /// All tiers of this architecture, and whether this machine has them.
    fn known() -> impl Iterator<Item = (Self, bool)> {
        [
            (InstructionSet::Plain, true),
            #[cfg(target_arch = "x86_64")]
            (InstructionSet::Ssse3, ssse3::is_here()),
            #[cfg(target_arch = "x86_64")]
            (InstructionSet::Avx2, avx2::is_here()),
            #[cfg(target_arch = "x86_64")]
            (InstructionSet::Avx512, avx512::is_here()),
            #[cfg(target_arch = "aarch64")]
            (InstructionSet::Neon, neon::is_here()),
        ]
        .map(|(level, is_here)| (Self(level), is_here))
        .into_iter()
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

    #[test]
    fn the_tier_is_named() {
        assert_eq!(crate::tier(), Tier::best().name());
    }

    #[test]
    #[cfg(all(target_arch = "x86_64", target_os = "linux", not(miri)))]
    fn a_tier_is_here_if_the_system_says_that_the_processor_has_its_instructions() {
        let said = std::fs::read_to_string("/proc/cpuinfo").expect("Linux tells");
        let flags = said.lines().find(|line| line.starts_with("flags")).expect("flags");
        let has = |wanted: &str| {
            wanted.split(' ').all(|one| flags.split_whitespace().any(|flag| flag == one))
        };
        for (tier, is_here) in Tier::known() {
            let wanted = match tier.0 {
                InstructionSet::Plain => "",
                InstructionSet::Ssse3 => "ssse3 popcnt",
                InstructionSet::Avx2 => "avx2 bmi1 popcnt",
                InstructionSet::Avx512 => "avx512bw avx512vbmi avx512_vbmi2 bmi1 bmi2 popcnt",
            };
            assert_eq!(is_here, wanted.is_empty() || has(wanted), "{tier:?}: {flags}");
        }
    }
}
