//! Decoding of short names and values of a form, in which `+` is a space.
//!
//! The same as [`crate::decode`] with each `+` as a space. With AVX-512, both happen in the same
//! register.

use std::mem::MaybeUninit;

use super::plain;
use crate::{Decoded, Tier};

/// The longest text that is short.
pub const SHORT: usize = 64;

/// Writes each triplet of a short text as its byte, each `+` as a space, and each other byte
/// unchanged.
///
/// Bytes of `out` after the result may be overwritten.
///
/// # Panics
/// If the text is longer than [`SHORT`].
pub fn decode_short(text: &[u8], out: &mut [MaybeUninit<u8>; SHORT]) -> Decoded {
    assert!(text.len() <= SHORT, "it is not short");
    Tier::best().decode_short(text, out)
}

/// The reference implementation.
pub(crate) fn plain(text: &[u8], out: &mut [MaybeUninit<u8>; SHORT]) -> Decoded {
    let mut spaced = [0; SHORT];
    for (to, &byte) in spaced.iter_mut().zip(text) {
        *to = if byte == b'+' { b' ' } else { byte };
    }
    plain::decode(&spaced[..text.len()], out)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Rng, SEED, few, guarded};
    use super::*;

    fn decoded(text: &[u8], tier: Tier) -> (Vec<u8>, Decoded) {
        let (mut bytes, decoded) = guarded(SHORT, |out| {
            tier.decode_short(text, out.try_into().expect("as long as SHORT"))
        });
        bytes.truncate(decoded.len);
        (bytes, decoded)
    }

    #[test]
    fn every_tier_decodes_what_is_short() {
        println!("seed {SEED}");
        let mut random = Rng(SEED);
        for len in few(0..=SHORT, 11) {
            for atoms in [&b"ab%+12CF"[..], b"%4", b"+", b"a", b"+%2B\xc3\xa9 &="] {
                for _ in few(0..40, 40) {
                    let text: Vec<u8> =
                        (0..len).map(|_| atoms[random.below(atoms.len())]).collect();
                    let spaced: Vec<u8> =
                        text.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect();
                    let mut want = Vec::new();
                    let result = crate::decode_onto(&spaced, &mut want);
                    for tier in Tier::all() {
                        let got = decoded(&text, tier);
                        assert_eq!(got, (want.clone(), result), "{tier:?} {}", text.escape_ascii());
                    }
                }
            }
        }
    }
}
