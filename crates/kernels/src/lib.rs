//! Kernels: finding the bytes of a set, and encoding and decoding triplets.
//!
//! This is the hot code, and the only crate of the engine with `unsafe`. Each function exists in
//! several versions: `plain` is the specification, the others give the same results with the
//! machine's instructions, and `tier` chooses one.

use std::mem::MaybeUninit;

pub mod bits;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod blocks;
pub mod characters;
mod copy;
pub mod fields;
mod free;
pub mod injected;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod layout;
pub mod marks;
pub mod memory;
#[cfg(target_arch = "aarch64")]
mod neon;
mod onto;
pub mod pairs;
pub mod pause;
pub mod plain;
pub mod plus;
pub mod ranks;
#[cfg(test)]
mod rates;
#[cfg(test)]
#[path = "../tests/rng/mod.rs"]
mod rng;
pub mod set;
mod table;
#[cfg(test)]
pub(crate) mod tests;
mod text;
mod tier;
mod units;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use copy::copy;
pub use free::is_free;
use marks::{MarkQuery, Marks};
pub use onto::{decode_onto, encode_counted_onto, encode_onto};
pub use table::Table;
pub use text::{Extent, extent, read_latin1, read_ucs2, read_ucs4};
pub use tier::Tier;
pub use units::{latin1_onto, ucs2_onto, ucs2_to_utf8, ucs4_onto, ucs4_to_utf8};

/// Upper case, as RFC 3986 section 2.1 recommends for writing triplets.
const HEX: [u8; 16] = *b"0123456789ABCDEF";

/// The result of decoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// How many bytes were written.
    pub len: usize,
    /// Is a byte 0x80 or more among them?
    pub high: bool,
    /// Was there a `%` that does not begin a triplet? It was copied unchanged.
    pub malformed: bool,
}

/// The index of the first byte in the set, or the text's length.
#[must_use]
pub fn find(text: &[u8], table: &Table) -> usize {
    injected::ask(text);
    Tier::best().find(text, table)
}

/// Is this byte in the text? Meant for short texts; `memchr` has wider strides.
#[must_use]
#[inline]
pub fn has(text: &[u8], wanted: u8) -> bool {
    injected::ask(text);
    Tier::best().has(text, wanted)
}

/// How many bytes are in the set.
#[must_use]
pub fn count(text: &[u8], table: &Table) -> usize {
    Tier::best().count(text, table)
}

/// Sets the bit of each byte that is in the set and clears the others. The lowest bit of the first
/// word is for the first byte.
///
/// # Panics
///
/// If the text has more than 64 bytes for each word.
pub fn which(text: &[u8], table: &Table, words: &mut [u64]) {
    Tier::best().which(text, table, words);
}

/// The same as [`which`], for each byte that is equal to `wanted`.
///
/// # Panics
///
/// As `which`.
pub fn which_are(text: &[u8], wanted: u8, words: &mut [u64]) {
    Tier::best().which_are(text, wanted, words);
}

/// Writes each member as its triplet and each other byte unchanged. Returns the number of bytes.
///
/// Bytes of `out` after the result may be overwritten.
///
/// # Panics
///
/// If `out` is shorter than the text with two more bytes for each member.
pub fn encode(text: &[u8], table: &Table, out: &mut [MaybeUninit<u8>]) -> usize {
    Tier::best().encode(text, table, out)
}

/// Writes each triplet as its byte and each other byte unchanged: one level, from left to right.
///
/// Bytes of `out` after the result may be overwritten.
///
/// # Panics
///
/// If `out` is shorter than the text.
pub fn decode(text: &[u8], out: &mut [MaybeUninit<u8>]) -> Decoded {
    Tier::best().decode(text, out)
}

/// The marks of the text's first block, and which of its bytes are in the set. `None` if this
/// machine has no fast instructions for it.
#[must_use]
#[inline]
pub fn marks(text: &[u8], table: &Table) -> Option<Marks> {
    injected::ask(text);
    Tier::best().marks(text, table)
}

/// The answer of [`MarkQuery`] for the whole text, if it has one; `None` as for
/// [`marks`](fn@marks).
#[must_use]
#[inline]
pub fn look_at<S: MarkQuery>(text: &[u8], table: &Table) -> Option<S> {
    injected::ask(text);
    Tier::best().look_at(text, table)
}

/// The name of the instruction set that the kernels use on this machine.
#[must_use]
pub fn tier() -> &'static str {
    Tier::best().name()
}
