//! Properties of a character, looked up once and kept.
//!
//! Each property is a search of its own, and a text has few characters that differ: what was found
//! is kept, in a number for each character that is 0 until it is asked for. Nobody waits for
//! anybody: all threads that ask at the same time find the same.

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, is_nfc_quick};

use crate::codec::characters::reason::Reason;
use crate::codec::characters::refused::{Class, Strong, class, refusal, strong};

/// What the display asks of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// As [`refusal`].
    pub(crate) refusal: Option<Reason>,
    /// As [`class`].
    pub(crate) class: Class,
    /// As [`strong`].
    pub(crate) strong: Strong,
    /// May it change in NFC for what precedes it, or what precedes it for it?
    pub(crate) joins: bool,
}

const CLASSES: [Class; 4] = [Class::Letter, Class::Mark, Class::Number, Class::Other];
const STRONGS: [Strong; 5] =
    [Strong::Left, Strong::Right, Strong::Digit, Strong::Terminator, Strong::Neutral];

/// A number for each character; memory is taken for those alone that are asked for.
static NUMBERS: [AtomicU16; 0x11_0000] = [const { AtomicU16::new(0) }; 0x11_0000];

/// The bits of a number: is it known, the refusal, the class, the direction, does it join?
const IS_KNOWN: u16 = 1;
const REFUSAL: u32 = 1;
const CLASS: u32 = 6;
const STRONG: u32 = 8;
const JOINS: u32 = 11;

/// What is known of this character.
pub(crate) fn known(c: char) -> Known {
    let place = &NUMBERS[c as usize];
    let mut number = place.load(Relaxed);
    if number == 0 {
        number = find_out(c).number();
        place.store(number, Relaxed);
    }
    Known::of(number)
}

/// The truth.
#[cold]
fn find_out(c: char) -> Known {
    let joins =
        canonical_combining_class(c) > 0 || is_nfc_quick(std::iter::once(c)) != IsNormalized::Yes;
    // Of ASCII, its place decides.
    let refusal = if c.is_ascii() { None } else { refusal(c) };
    Known { refusal, class: class(c), strong: strong(c), joins }
}

impl Known {
    fn number(self) -> u16 {
        let refusal = self.refusal.map_or(0, |reason| reason as u16 + 1);
        IS_KNOWN
            | refusal << REFUSAL
            | (self.class as u16) << CLASS
            | (self.strong as u16) << STRONG
            | u16::from(self.joins) << JOINS
    }

    fn of(number: u16) -> Self {
        let bits = |from: u32, to: u32| usize::from(number >> from & ((1 << (to - from)) - 1));
        let refusal = bits(REFUSAL, CLASS);
        Self {
            refusal: refusal.checked_sub(1).map(|reason| Reason::ALL[reason]),
            class: CLASSES[bits(CLASS, STRONG)],
            strong: STRONGS[bits(STRONG, JOINS)],
            joins: bits(JOINS, JOINS + 1) == 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_what_was_found_out() {
        for c in '\0'..=char::MAX {
            let truth = find_out(c);
            assert_eq!((known(c), known(c)), (truth, truth), "{c:?}");
        }
    }
}
