//! Hosts: an internationalised host shown in its own script, where that is safe.

use std::borrow::Cow;

use idna::uts46::{AsciiDenyList, Hyphens, Uts46};
use unicode_normalization::UnicodeNormalization;
use unicode_security::{
    GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection,
    mixed_script::AugmentedScriptSet, skeleton,
};

use crate::codec::characters::refused::{CharClass, Strong, bidi_strong_class, class, refusal};
use crate::show::display::HostForm;
use crate::syntax::hosts::idna::{is_a_label, to_ascii};
use crate::syntax::hosts::looks::{Top, is_latin};

/// The limit of DNS. Longer labels are not decoded, because Punycode takes quadratic time.
const LONGEST_LABEL: usize = 63;

/// Characters that UTS 39 recommends, but that Chromium's `idn_spoof_checker.cc` removes: those
/// that look like punctuation, historic letters, and the four that IDNA 2003 maps differently.
#[rustfmt::skip] // one kind of span on a line
const TAKEN_OUT: &[(char, char)] = &[
    ('\u{DF}', '\u{DF}'), ('\u{3C2}', '\u{3C2}'), ('\u{200C}', '\u{200D}'),
    ('\u{B7}', '\u{B7}'), ('\u{DE}', '\u{DE}'), ('\u{F0}', '\u{F0}'), ('\u{FE}', '\u{FE}'),
    ('\u{138}', '\u{138}'), ('\u{1CD}', '\u{1DC}'), ('\u{259}', '\u{259}'),
    ('\u{2BB}', '\u{2BC}'), ('\u{2EC}', '\u{2EC}'), ('\u{300}', '\u{339}'), ('\u{58A}', '\u{58A}'),
    ('\u{1C80}', '\u{1C8F}'), ('\u{1E00}', '\u{1E9B}'), ('\u{1F00}', '\u{1FFF}'),
    ('\u{2010}', '\u{2010}'), ('\u{2019}', '\u{2019}'), ('\u{2027}', '\u{2027}'),
    ('\u{3099}', '\u{309A}'), ('\u{30A0}', '\u{30A0}'), ('\u{30FB}', '\u{30FB}'),
    ('\u{30FD}', '\u{30FE}'),
    ('\u{A640}', '\u{A69F}'), ('\u{A720}', '\u{A7FF}'),
];

/// The host with each label in this form; borrowed if nothing changes.
///
/// ```
/// use superuri::show::display::HostForm;
/// use superuri::show::host::shown;
/// assert_eq!(shown("xn--bcher-kva.de", HostForm::Safe, &[]), "bücher.de");
/// assert_eq!(shown("xn--80ak6aa92e.com", HostForm::Safe, &[]), "xn--80ak6aa92e.com");
/// assert_eq!(shown("xn--80ak6aa92e.com", HostForm::Unicode, &[]), "аррӏе.com");
/// ```
///
/// A label stays as it is if it would not be read back unchanged, or has an unreadable character.
#[must_use]
pub fn shown<'a>(host: &'a str, form: HostForm, protected: &[String]) -> Cow<'a, str> {
    let is_a_label = |label: &str| is_a_label(label.as_bytes());
    if form == HostForm::Ascii || !host.split('.').any(is_a_label) {
        return Cow::Borrowed(host);
    }
    let protected: Vec<(String, String)> = match form {
        HostForm::Safe => protected.iter().flat_map(|name| protection(name)).collect(),
        _ => Vec::new(),
    };
    let mut labels: Vec<Cow<'_, str>> = Vec::new();
    let top = host.rsplit('.').next().map(|last| match u_label(last) {
        Some(label) if is_a_label(last) => Top::of(&label),
        _ => Top::of(last),
    });
    for label in host.split('.') {
        let unicode = if is_a_label(label) { u_label(label) } else { None };
        labels.push(match unicode {
            Some(label)
                if form == HostForm::Unicode || is_safe(&label, &protected, top.as_ref()) =>
            {
                Cow::Owned(label)
            }
            _ => Cow::Borrowed(label),
        });
    }
    // Labels of both directions would change places on the screen.
    let runs =
        |way: Strong| labels.iter().any(|label| label.chars().any(|c| bidi_strong_class(c) == way));
    if runs(Strong::Right) && (runs(Strong::Left) || runs(Strong::Digit)) {
        for (label, ascii) in labels.iter_mut().zip(host.split('.')) {
            if label.chars().any(|c| bidi_strong_class(c) == Strong::Right) {
                *label = Cow::Borrowed(ascii);
            }
        }
    }
    let joined = labels.join(".");
    // The whole must be read back unchanged, too: the bidi rule looks at all labels.
    match to_ascii(&joined) {
        Ok(ascii) if joined != host && ascii.eq_ignore_ascii_case(host) => Cow::Owned(joined),
        _ => Cow::Borrowed(host),
    }
}

/// The label in Unicode, if all its characters are readable and it reads back unchanged.
fn u_label(label: &str) -> Option<String> {
    if label.len() > LONGEST_LABEL {
        return None;
    }
    let uts46 = Uts46::new();
    let (unicode, result) =
        uts46.to_unicode(label.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
    let readable = |c: char| c.is_ascii_alphanumeric() || c == '-' || beyond_ascii(c);
    let reads = result.is_ok() && !unicode.is_ascii() && unicode.chars().all(readable);
    let back = reads.then(|| to_ascii(&unicode).ok()).flatten()?;
    back.eq_ignore_ascii_case(label).then(|| unicode.into_owned())
}

fn beyond_ascii(c: char) -> bool {
    !c.is_ascii() && refusal(c).is_none()
}

/// Is the label safe from confusion with another name (UTS 39)?
fn is_safe(label: &str, protected: &[(String, String)], top: Option<&Top>) -> bool {
    let taken_out = |c: char| TAKEN_OUT.iter().any(|&(from, to)| (from..=to).contains(&c));
    if label.chars().any(taken_out) || !has_marks_behind_kana(label) {
        return false;
    }
    // A character that no identifier may have makes a label unrestricted.
    if label.detect_restriction_level() > RestrictionLevel::HighlyRestrictive
        || !has_one_number_system(label)
    {
        return false;
    }
    // If its skeleton is a name in another script, a whole label of that script looks the same.
    let look: String = skeleton(label).collect();
    let mut scripts = AugmentedScriptSet::for_str(&look);
    let is_a_name =
        !scripts.is_empty() && look.chars().all(GeneralSecurityProfile::identifier_allowed);
    scripts.intersect_with(AugmentedScriptSet::for_str(label));
    let expected = top.is_some_and(|top| top.expects(label));
    if !expected && (look.is_ascii() && !is_latin(label) || is_a_name && scripts.is_empty()) {
        return false;
    }
    let bare = without_marks(&look);
    protected.iter().all(|(name, their_look)| name == label || *their_look != bare)
}

/// Is each prolonged sound mark (U+30FC) after Hiragana or Katakana? Elsewhere it looks like a
/// dash.
fn has_marks_behind_kana(label: &str) -> bool {
    let mut before = None;
    label.chars().all(|c| {
        let is_kana =
            |c| matches!(c, '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{30FC}');
        let is_allowed = c != '\u{30FC}' || before.is_some_and(is_kana);
        before = Some(c);
        is_allowed
    })
}

/// Each label of a protected name, with its skeleton without marks: `pàypal` is too close to
/// `paypal`.
fn protection(name: &str) -> Vec<(String, String)> {
    let unicode = Uts46::new().to_unicode(name.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow).0;
    let entry = |label: &str| {
        let look: String = skeleton(label).collect();
        (label.to_owned(), without_marks(&look))
    };
    unicode.split('.').map(entry).collect()
}

fn without_marks(text: &str) -> String {
    text.nfd().filter(|c| class(*c) != CharClass::Mark).collect()
}

/// Are all digits of one number system (UTS 39 section 5.3)? A system has ten digits within sixteen
/// code points.
fn has_one_number_system(label: &str) -> bool {
    let mut systems = label.chars().filter(|c| c.is_numeric()).map(|c| c as u32 >> 4);
    let first = systems.next();
    systems.all(|system| Some(system) == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Unicode name, whether it is safe, and why.
    const ROWS: [(&str, bool, &str); 30] = [
        ("bücher.de", true, "Latin"),
        ("пример.рф", true, "Cyrillic"),
        ("ελλάδα.gr", true, "Greek"),
        ("日本語.jp", true, "Han"),
        ("ひらがなカタカナ漢字.jp", true, "the Japanese mix"),
        ("abcカタカナ.jp", true, "Latin in the Japanese mix"),
        ("한국어.kr", true, "Hangul"),
        ("राजस्थान.भारत", true, "Devanagari"),
        ("اختبار.إختبار", true, "all of it runs from right to left"),
        ("аррӏе.com", false, "whole-script confusable with apple"),
        ("сор.com", false, "whole-script confusable"),
        ("раураl.com", false, "two scripts"),
        ("gооgle.com", false, "Cyrillic among Latin"),
        ("ı.com", false, "a look of pure ASCII"),
        ("straße.de", false, "IDNA2003 read another name"),
        ("ɢoogle.com", false, "no identifier's letter"),
        ("אבג.com", false, "two directions in one host"),
        ("☃.net", false, "no identifier's letter"),
        ("a·b.com", false, "looks like a dot"),
        ("ノノ.com", false, "looks like two slashes"),
        ("öbb.at", true, "Latin"),
        ("ノート.jp", true, "a long vowel behind Katakana"),
        ("サーバー.jp", true, "two of them"),
        ("らーめん.jp", true, "one behind Hiragana"),
        ("漢ー字.jp", false, "a dash between two of Han"),
        ("aーb.jp", false, "a dash between Latin letters"),
        ("сор.рф", true, "Cyrillic under a Cyrillic registry"),
        ("пример.рус", true, "the registry's own label"),
        ("օր.հայ", true, "Armenian under its own"),
        ("œuvre.fr", true, "a ligature of Latin"),
    ];

    #[test]
    fn a_safe_host_cannot_be_mistaken_for_another() {
        for (name, safe, why) in ROWS {
            let ascii = to_ascii(name).expect(name);
            let got = shown(&ascii, HostForm::Safe, &[]);
            assert_eq!(got == name, safe, "{name}, {why}: {got}");
            assert_eq!(to_ascii(&got).as_deref(), Ok(&*ascii), "{name} is read back");
        }
    }

    #[test]
    fn nothing_looks_like_a_protected_name() {
        let protected = ["paypal.com".to_owned(), "bücher.de".to_owned()];
        for (name, want) in [
            ("xn--pypal-rqa.com", "xn--pypal-rqa.com"), // pàypal
            ("xn--bcher-kva.de", "bücher.de"),
            ("xn--bcher-ygb.de", "xn--bcher-ygb.de"), // bųcher
            ("xn--hxargifdar.gr", "ελληνικά.gr"),
        ] {
            assert_eq!(shown(name, HostForm::Safe, &protected), want);
        }
    }
}
