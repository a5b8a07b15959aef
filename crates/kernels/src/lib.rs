//! Kernels: a set's bytes found, bytes written as triplets, and triplets read as bytes.
//!
//! The hot code, and the only folder of the engine with `unsafe`. One question, several answers:
//! `plain` is the truth; the others say the same with what the machine has, and `tier` picks.

use std::mem::MaybeUninit;

pub mod bits;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod blocks;
pub mod characters;
mod copy;
#[cfg(test)]
#[path = "../tests/dice/mod.rs"]
mod dice;
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
use marks::{Marks, Sight};
pub use onto::{decode_onto, encode_counted_onto, encode_onto};
pub use table::Table;
pub use text::{Extent, extent, read_latin1, read_ucs2, read_ucs4};
pub use tier::Tier;
pub use units::{latin1_onto, ucs2_onto, ucs2_to_utf8, ucs4_onto, ucs4_to_utf8};

/// Upper case, as RFC 3986 section 2.1 asks of anyone who writes triplets.
const HEX: [u8; 16] = *b"0123456789ABCDEF";

/// What a decoding wrote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// How many bytes.
    pub len: usize,
    /// Is any of them 0x80 or more?
    pub high: bool,
    /// Did any `%` begin no triplet? It was copied as it is.
    pub malformed: bool,
}

/// The index of the first byte in the set, or the text's length.
#[must_use]
pub fn find(text: &[u8], table: &Table) -> usize {
    injected::ask(text);
    Tier::best().find(text, table)
}

/// Is this byte in the text? For short texts: `memchr` has wider strides.
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

/// Sets a bit of the words for each byte that is in the set, clears those of the others: the lowest
/// bit of the first word for the first byte.
///
/// # Panics
///
/// If the text has more than 64 bytes for each word.
pub fn which(text: &[u8], table: &Table, words: &mut [u64]) {
    Tier::best().which(text, table, words);
}

/// As [`which`], for each byte that is this one.
///
/// # Panics
///
/// As `which`.
pub fn which_are(text: &[u8], wanted: u8, words: &mut [u64]) {
    Tier::best().which_are(text, wanted, words);
}

/// How many bytes it wrote: each member as its triplet, each other byte as it is.
///
/// What is behind them in `out` may have been overwritten.
///
/// # Panics
///
/// If `out` is shorter than the text and two bytes for each member; exactly that is enough.
pub fn encode(text: &[u8], table: &Table, out: &mut [MaybeUninit<u8>]) -> usize {
    Tier::best().encode(text, table, out)
}

/// What it wrote: each triplet as its byte, each other byte as it is; one level, left to right.
///
/// What is behind it in `out` may have been overwritten.
///
/// # Panics
///
/// If `out` is shorter than the text.
pub fn decode(text: &[u8], out: &mut [MaybeUninit<u8>]) -> Decoded {
    Tier::best().decode(text, out)
}

/// The marks of the text's first block, and which of its bytes are in the set; `None` where this
/// machine has no instructions that make it worth the look.
#[must_use]
#[inline]
pub fn marks(text: &[u8], table: &Table) -> Option<Marks> {
    injected::ask(text);
    Tier::best().marks(text, table)
}

/// What is seen in one look at the whole text, if anything; nothing as with [`marks`](fn@marks).
#[must_use]
#[inline]
pub fn look_at<S: Sight>(text: &[u8], table: &Table) -> Option<S> {
    injected::ask(text);
    Tier::best().look_at(text, table)
}

/// The name of the instructions that the kernels use on this machine.
#[must_use]
pub fn tier() -> &'static str {
    Tier::best().name()
}
