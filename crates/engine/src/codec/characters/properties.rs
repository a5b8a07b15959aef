//! Properties of a character, looked up once and cached.
//!
//! Looking up each property is a separate search, and a text has few different characters. So the
//! results are cached, in a number for each character, which is 0 until it is looked up. No lock is
//! needed: threads that look up the same character at the same time find the same result.

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use unicode_normalization::{IsNormalized, char::canonical_combining_class, is_nfc_quick};

use crate::codec::characters::reason::Reason;
use crate::codec::characters::refused::{CharClass, Strong, bidi_strong_class, class, refusal};

/// The properties that display uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CharProperties {
    /// As [`refusal`].
    pub(crate) refusal: Option<Reason>,
    /// As [`class`].
    pub(crate) class: CharClass,
    /// As [`bidi_strong_class`].
    pub(crate) strong: Strong,
    /// Whether NFC may combine it with the character before it, or change it or that character.
    pub(crate) joins: bool,
}

const CLASSES: [CharClass; 4] =
    [CharClass::Letter, CharClass::Mark, CharClass::Number, CharClass::Other];
const STRONGS: [Strong; 5] =
    [Strong::Left, Strong::Right, Strong::Digit, Strong::Terminator, Strong::Neutral];

/// A number for each character. The system allocates only those pages that are used.
static NUMBERS: [AtomicU16; 0x11_0000] = [const { AtomicU16::new(0) }; 0x11_0000];

/// The bits of a number: whether it is known, the refusal, the class, the direction, whether it
/// joins.
const IS_KNOWN: u16 = 1;
const REFUSAL: u32 = 1;
const CLASS: u32 = 6;
const STRONG: u32 = 8;
const JOINS: u32 = 11;

pub(crate) fn properties(c: char) -> CharProperties {
    let place = &NUMBERS[c as usize];
    let mut number = place.load(Relaxed);
    if number == 0 {
        number = find_out(c).number();
        place.store(number, Relaxed);
    }
    CharProperties::of(number)
}

/// Looks up the properties, without the cache.
#[cold]
fn find_out(c: char) -> CharProperties {
    let joins =
        canonical_combining_class(c) > 0 || is_nfc_quick(std::iter::once(c)) != IsNormalized::Yes;
    // For an ASCII character, its place in the URI decides.
    let refusal = if c.is_ascii() { None } else { refusal(c) };
    CharProperties { refusal, class: class(c), strong: bidi_strong_class(c), joins }
}

impl CharProperties {
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
    fn marks_and_what_nfc_composes_join() {
        for (c, joins) in [('a', false), ('é', false), ('日', false), ('\u{301}', true)] {
            assert_eq!(properties(c).joins, joins, "{c:?}");
        }
        // The second half of a syllable of Hangul, and a vowel sign that is composed.
        assert!(['\u{1161}', '\u{9BE}'].map(|c| properties(c).joins) == [true; 2]);
    }

    #[test]
    fn cached_properties_are_those_looked_up() {
        for c in '\0'..=char::MAX {
            let truth = find_out(c);
            assert_eq!((properties(c), properties(c)), (truth, truth), "{c:?}");
        }
    }
}
