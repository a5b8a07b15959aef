//! Copying of a short text, whatever its length.
//!
//! A masked store copies any short length without a branch, where the machine has one. Branches on
//! the length would often be mispredicted, because the fields of a query differ in length.

use std::mem::MaybeUninit;

use crate::Tier;

/// The longest text that one store copies.
const SHORT: usize = 64;

/// Copies the text.
///
/// # Panics
/// If `out` has another length.
#[inline]
pub fn copy(text: &[u8], out: &mut [MaybeUninit<u8>]) {
    if text.len() <= SHORT {
        Tier::best().copy_short(text, out);
    } else {
        plain(text, out);
    }
}

/// The reference implementation.
pub(crate) fn plain(text: &[u8], out: &mut [MaybeUninit<u8>]) {
    assert_eq!(text.len(), out.len(), "the text and its copy are as long");
    for (to, &byte) in out.iter_mut().zip(text) {
        to.write(byte);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{few, guarded};
    use super::*;

    #[test]
    fn every_tier_copies_every_length_and_nothing_else() {
        let text: Vec<u8> = (0..=u8::MAX).collect();
        for len in few(0..=SHORT, 9) {
            for tier in Tier::all() {
                let text = &text[len..2 * len];
                let (copied, ()) = guarded(len, |out| tier.copy_short(text, out));
                assert_eq!(copied, text);
            }
        }
    }
}
