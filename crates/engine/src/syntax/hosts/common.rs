//! Common hosts: hosts of common letters, whose ASCII spelling needs no table of Unicode.
//!
//! Two libraries decide about other hosts (`idna.rs`), each with its own tables. They take several
//! times as long.

use idna::punycode;

/// The maximum length of a domain name in DNS. Longer hosts are rare.
const LONGEST: usize = 253;

/// The ASCII spelling of a host whose characters are all common; `None` for other hosts.
///
/// The result is that of UTS 46 `ToASCII`: no common character is mapped, composed with a
/// neighbour, or looked at by the rules for joiners and right-to-left labels. So each label is its
/// Punycode.
pub(crate) fn to_ascii(host: &str) -> Option<String> {
    if host.len() > LONGEST || !host.chars().all(|c| c == '.' || is_common(c)) {
        return None;
    }
    let mut ascii = String::with_capacity(2 * host.len());
    for (n, label) in host.split('.').enumerate() {
        if n > 0 {
            ascii.push('.');
        }
        if label.starts_with("xn--") {
            return None;
        }
        if label.is_ascii() {
            ascii.push_str(label);
        } else {
            ascii.push_str("xn--");
            ascii.push_str(&punycode::encode_str(label)?);
        }
    }
    Some(ascii)
}

/// Does UTS 46 leave this character unchanged, next to any other common one? It is a letter that
/// is written from left to right and is not a mark, or an ASCII digit or hyphen.
fn is_common(c: char) -> bool {
    match c {
        // ASCII; Latin-1; Greek; Cyrillic; Hiragana; Katakana; ideographs; Hangul.
        'a'..='z'
        | '0'..='9'
        | '-'
        | 'ß'..='ö'
        | 'ø'..='ÿ'
        | 'ά'..='ώ'
        | 'а'..='џ'
        | 'ぁ'..='ゖ'
        | 'ァ'..='ヺ'
        | 'ー'
        | '一'..='鿯'
        | '가'..='힣' => true,
        // Latin Extended-A has pairs of upper and lower case, and compatibility characters.
        'ā'..='ž' => c.is_lowercase() && !matches!(c, 'ĳ' | 'ŀ' | 'ŉ'),
        _ => false,
    }
}

#[cfg(test)]
pub(crate) fn common_chars() -> impl Iterator<Item = char> {
    (char::MIN..=char::MAX).filter(|c| is_common(*c))
}

#[cfg(test)]
mod tests {
    use unicode_normalization::char::canonical_combining_class;
    use unicode_normalization::{IsNormalized, is_nfc_quick};

    use super::*;
    use crate::codec::characters::properties::properties;
    use crate::codec::characters::refused::Strong;

    /// UTS 46 maps characters one by one, and composes, reorders or refuses a character next to
    /// others only if it has one of these properties.
    #[test]
    fn no_neighbour_changes_a_common_character() {
        for c in common_chars() {
            assert_eq!(canonical_combining_class(c), 0, "{c}");
            assert!(is_nfc_quick(std::iter::once(c)) == IsNormalized::Yes, "{c}");
            assert!(c.is_ascii() || properties(c).strong == Strong::Left, "{c}");
        }
    }

    #[test]
    fn the_longest_name_is_not_left_to_the_libraries() {
        let host = format!("é{}", "a".repeat(LONGEST - 2));
        assert!(to_ascii(&host).is_some());
    }

    #[test]
    fn other_hosts_are_left_to_the_libraries() {
        let long = "é".repeat(LONGEST);
        for host in
            ["Ü", "e\u{301}", "א", "ĳ", "ﬁ", "a。b", "xn--tda.é", "xn--é", "é_", "é%41", &long]
        {
            assert_eq!(to_ascii(host), None, "{host}");
        }
    }
}
