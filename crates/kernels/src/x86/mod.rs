//! x86: what the kernels do with SSSE3, AVX2 and AVX-512.

pub(crate) mod avx2;
pub(crate) mod avx512;
pub(crate) mod characters_ssse3;
pub(crate) mod fields_avx512;
pub(crate) mod runs_avx2;
pub(crate) mod runs_avx512;
pub(crate) mod ssse3;
pub(crate) mod text_avx2;
pub(crate) mod text_avx512;
pub(crate) mod units_avx2;
pub(crate) mod units_avx512;
