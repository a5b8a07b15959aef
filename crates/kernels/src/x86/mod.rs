//! The kernels for x86, with SSSE3, AVX2 and AVX-512. A kernel without a description does what the
//! plain function of its name does: in `crate::plain`, or in the module of its subject.

#![cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "the intrinsics have prefixes of their own")
)]

pub(crate) mod avx2;
pub(crate) mod avx2_registers;
pub(crate) mod avx512;
pub(crate) mod avx512_registers;
pub(crate) mod characters_avx512;
pub(crate) mod characters_ssse3;
#[cfg(miri)]
mod emulated;
pub(crate) mod fields_avx512;
pub(crate) mod marks_avx2;
pub(crate) mod marks_avx512;
pub(crate) mod pairs_ssse3;
pub(crate) mod runs_avx2;
pub(crate) mod runs_avx512;
pub(crate) mod short_avx512;
pub(crate) mod ssse3;
pub(crate) mod text_avx2;
pub(crate) mod text_avx512;
pub(crate) mod units_avx2;
pub(crate) mod units_avx512;
