//! Refused characters: those that readers do not see as what they are, and why.
//!
//! Computed from Unicode's properties; what no property says is in [`crate::codec::characters::refused_list`].

use icu_properties::props::{BidiClass, DefaultIgnorableCodePoint, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfkc_quick};

use crate::codec::characters::reason::Reason;
use crate::codec::characters::refused_list;

/// The version of Unicode whose properties are asked.
pub const UNICODE_VERSION: (u8, u8, u8) = unicode_normalization::UNICODE_VERSION;

/// What would delimit, escape or make a dot segment, were it part of another character's NFKC.
const DELIMITERS: &str = "/?#@:%\\[]&=;+.";

/// What a character is in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// A letter.
    Letter,
    /// A mark, which is on what precedes it.
    Mark,
    /// A number.
    Number,
    /// Punctuation, a symbol, or none of the readable ones.
    Other,
}

/// Which way a character makes its neighbours run (UAX 9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strong {
    /// Left to right.
    Left,
    /// Right to left; the numbers of Arabic too, which drag punctuation along.
    Right,
    /// A European number, which runs on its own and follows where it is led.
    Digit,
    /// What belongs to a number that is beside it, as a `%` and a `#` do.
    Terminator,
    /// Whichever way the neighbours run.
    Neutral,
}

impl Strong {
    /// Does the text around it follow, and not the other way round?
    pub(crate) fn leads(self) -> bool {
        matches!(self, Self::Left | Self::Right | Self::Digit)
    }
}

/// Why the character beyond ASCII is never shown, wherever it is; `None` if it can be.
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

/// Computed, because every list of these that was made by hand has missed some.
fn becomes_delimiter(c: char) -> Option<Reason> {
    let one = || std::iter::once(c);
    (is_nfkc_quick(one()) == IsNormalized::No && one().nfkc().any(|c| DELIMITERS.contains(c)))
        .then_some(Reason::BecomesDelimiter)
}

fn not_nfc(c: char) -> Option<Reason> {
    (is_nfc_quick(std::iter::once(c)) == IsNormalized::No).then_some(Reason::NotNfc)
}

/// Would a medium that knows Unicode act on the character: is it a control, a formatting
/// character, a separator, or ignorable?
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

/// Is it an opening bracket, which goes along with its closing one (UAX 9, rule N0)?
#[must_use]
pub fn opens(c: char) -> bool {
    CodePointMapData::<GeneralCategory>::new().get(c) == GeneralCategory::OpenPunctuation
}

/// What the character is in a text.
#[must_use]
pub fn class(c: char) -> Class {
    use GeneralCategory as Category;
    if c.is_ascii() {
        return match c {
            'A'..='Z' | 'a'..='z' => Class::Letter,
            '0'..='9' => Class::Number,
            _ => Class::Other,
        };
    }
    match CodePointMapData::<Category>::new().get(c) {
        Category::UppercaseLetter
        | Category::LowercaseLetter
        | Category::TitlecaseLetter
        | Category::ModifierLetter
        | Category::OtherLetter => Class::Letter,
        Category::NonspacingMark | Category::SpacingMark | Category::EnclosingMark => Class::Mark,
        Category::DecimalNumber | Category::LetterNumber | Category::OtherNumber => Class::Number,
        _ => Class::Other,
    }
}

/// Which way the character makes its neighbours run.
#[must_use]
pub fn strong(c: char) -> Strong {
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
        // Assigned in 18.0, and free: U+2E60 and U+2E64.
        let category = CodePointMapData::<GeneralCategory>::new();
        assert_ne!(category.get('\u{2E60}'), GeneralCategory::Unassigned);
        assert_eq!(category.get('\u{2E64}'), GeneralCategory::Unassigned);
    }

    /// The counts are those of one version: another one's data would be noticed here.
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
