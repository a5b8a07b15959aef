//! Refused characters: those that readers would mistake for something else or not see, and why.
//!
//! Computed from Unicode's properties. Characters that no property covers are listed in
//! [`crate::codec::characters::refused_list`].

use icu_properties::props::{BidiClass, DefaultIgnorableCodePoint, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfkc_quick};

use crate::codec::{characters::reason::Reason, characters::refused_list};

/// The version of Unicode whose properties are used.
pub const UNICODE_VERSION: (u8, u8, u8) = unicode_normalization::UNICODE_VERSION;

/// Characters that would delimit, escape or make a dot segment if another character's NFKC
/// contained them.
const DELIMITERS: &str = "/?#@:%\\[]&=;+.";

/// The kind of a character in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CharClass {
    /// A letter.
    Letter,
    /// A mark, which attaches to the character before it.
    Mark,
    /// A number.
    Number,
    /// Punctuation, a symbol, or an unreadable character.
    Other,
}

/// The direction that a character gives its neighbours (UAX 9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strong {
    /// Left to right.
    Left,
    /// Right to left; including Arabic numbers, which reorder the punctuation next to them.
    Right,
    /// A European number, which has its own direction and is placed according to the text around
    /// it.
    Digit,
    /// A character that belongs to a number next to it, such as `%` and `#`.
    Terminator,
    /// A character that takes the direction of its neighbours.
    Neutral,
}

impl Strong {
    /// Whether it gives the text around it a direction, instead of following it.
    pub(crate) fn leads(self) -> bool {
        matches!(self, Self::Left | Self::Right | Self::Digit)
    }
}

/// Why the non-ASCII character is never shown, in any place; `None` if it can be.
///
/// ```
/// use superuri::codec::characters::reason::Reason;
/// use superuri::codec::characters::refused::refusal;
/// assert_eq!(refusal('é'), None);
/// assert_eq!(refusal('\u{202E}'), Some(Reason::Invisible));
/// assert_eq!(refusal('℅'), Some(Reason::BecomesDelimiter));
/// assert_eq!(refusal('⁄'), Some(Reason::LookAlike));
/// ```
#[must_use]
pub fn refusal(c: char) -> Option<Reason> {
    let reason = match CodePointMapData::<GeneralCategory>::new().get(c) {
        GeneralCategory::Control => Reason::Control,
        GeneralCategory::Format
        | GeneralCategory::SpaceSeparator
        | GeneralCategory::LineSeparator
        | GeneralCategory::ParagraphSeparator => Reason::Invisible,
        GeneralCategory::Unassigned | GeneralCategory::Surrogate => Reason::Unassigned,
        GeneralCategory::PrivateUse => Reason::PrivateUse,
        _ if CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c) => Reason::Invisible,
        _ => return becomes_delimiter(c).or_else(|| listed(c)).or_else(|| not_nfc(c)),
    };
    Some(reason)
}

fn listed(c: char) -> Option<Reason> {
    let row = refused_list::ROWS.partition_point(|row| row.to < c);
    refused_list::ROWS.get(row).filter(|row| row.from <= c).map(|row| row.reason)
}

/// Computed, because every handmade list of these characters has missed some.
fn becomes_delimiter(c: char) -> Option<Reason> {
    let one = || std::iter::once(c);
    (is_nfkc_quick(one()) == IsNormalized::No && one().nfkc().any(|c| DELIMITERS.contains(c)))
        .then_some(Reason::BecomesDelimiter)
}

fn not_nfc(c: char) -> Option<Reason> {
    (is_nfc_quick(std::iter::once(c)) == IsNormalized::No).then_some(Reason::NotNfc)
}

/// Whether a medium that supports Unicode would interpret the character: a control, a formatting
/// character, a separator, or an ignorable character.
#[must_use]
pub fn acts(c: char) -> bool {
    match CodePointMapData::<GeneralCategory>::new().get(c) {
        GeneralCategory::Control
        | GeneralCategory::Format
        | GeneralCategory::LineSeparator
        | GeneralCategory::ParagraphSeparator => true,
        _ => !c.is_ascii() && CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c),
    }
}

/// Whether it is an opening bracket, which takes the direction of its closing one (UAX 9, rule N0).
#[must_use]
pub fn opens(c: char) -> bool {
    CodePointMapData::<GeneralCategory>::new().get(c) == GeneralCategory::OpenPunctuation
}

/// The kind of the character in a text.
#[must_use]
pub fn class(c: char) -> CharClass {
    use GeneralCategory as Category;
    if c.is_ascii() {
        return match c {
            'A'..='Z' | 'a'..='z' => CharClass::Letter,
            '0'..='9' => CharClass::Number,
            _ => CharClass::Other,
        };
    }
    match CodePointMapData::<Category>::new().get(c) {
        Category::UppercaseLetter
        | Category::LowercaseLetter
        | Category::TitlecaseLetter
        | Category::ModifierLetter
        | Category::OtherLetter => CharClass::Letter,
        Category::NonspacingMark | Category::SpacingMark | Category::EnclosingMark => {
            CharClass::Mark
        }
        Category::DecimalNumber | Category::LetterNumber | Category::OtherNumber => {
            CharClass::Number
        }
        _ => CharClass::Other,
    }
}

/// The direction that the character gives its neighbours.
#[must_use]
pub fn bidi_strong_class(c: char) -> Strong {
    match c {
        'A'..='Z' | 'a'..='z' => return Strong::Left,
        '0'..='9' => return Strong::Digit,
        '#' | '$' | '%' => return Strong::Terminator,
        '\0'..='\x7F' => return Strong::Neutral,
        _ => {}
    }
    match CodePointMapData::<BidiClass>::new().get(c) {
        BidiClass::LeftToRight => Strong::Left,
        BidiClass::RightToLeft | BidiClass::ArabicLetter | BidiClass::ArabicNumber => Strong::Right,
        BidiClass::EuropeanNumber => Strong::Digit,
        BidiClass::EuropeanTerminator => Strong::Terminator,
        _ => Strong::Neutral,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_version_of_unicode_rules() {
        assert_eq!(UNICODE_VERSION, (18, 0, 0));
        let (major, minor, update) = unicode_security::UNICODE_VERSION;
        assert_eq!((major, minor, update), (18, 0, 0));
        // U+2E60 was assigned in 18.0; U+2E64 is unassigned.
        let category = CodePointMapData::<GeneralCategory>::new();
        assert_ne!(category.get('\u{2E60}'), GeneralCategory::Unassigned);
        assert_eq!(category.get('\u{2E64}'), GeneralCategory::Unassigned);
    }

    /// The counts are those of one version of Unicode; data of another version would give others.
    #[test]
    fn every_character_is_readable_or_refused_for_a_reason() {
        let mut counts = [0; Reason::ALL.len()];
        let mut readable = 0;
        for c in '\u{80}'..=char::MAX {
            match refusal(c) {
                Some(reason) => counts[reason as usize] += 1,
                None => readable += 1,
            }
        }
        for reason in Reason::ALL {
            if counts[reason as usize] > 0 {
                println!("refused {:>7} {}", counts[reason as usize], reason.code());
            }
        }
        println!("readable {readable:>6} beyond ASCII, of Unicode {UNICODE_VERSION:?}");
        assert_eq!(counts[Reason::BecomesDelimiter as usize], 75);
        assert_eq!(readable, 157_987);
    }
}
