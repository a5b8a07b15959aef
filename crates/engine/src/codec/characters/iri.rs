//! IRI characters: those that may appear unescaped (RFC 3987 section 2.2).

use crate::codec::encodings::utf8;
use crate::codec::triplets::{escaped, triplet};
use superuri_kernels::set::{NonAscii, Set};

/// Whether the character may appear unescaped under this rule. The bidi formatting characters are
/// never allowed (RFC 3987 section 4.1).
#[must_use]
pub const fn stays(c: char, rule: NonAscii) -> bool {
    match rule {
        NonAscii::Encoded => false,
        NonAscii::Bare => true,
        NonAscii::Ucschar => is_ucschar(c),
        NonAscii::UcscharOrPrivate => is_ucschar(c) || is_iprivate(c),
    }
}

const fn is_ucschar(c: char) -> bool {
    match c {
        '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' => false,
        '\u{A0}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFEF}' => true,
        // Planes 1 to 14, each without its two noncharacters; plane 14 from E1000 on.
        '\u{10000}'..='\u{DFFFD}' | '\u{E1000}'..='\u{EFFFD}' => c as u32 & 0xFFFF <= 0xFFFD,
        _ => false,
    }
}

const fn is_iprivate(c: char) -> bool {
    match c {
        '\u{E000}'..='\u{F8FF}' => true,
        '\u{F0000}'..='\u{10FFFD}' => c as u32 & 0xFFFF <= 0xFFFD,
        _ => false,
    }
}

/// The length of the character at the start of the bytes, if it stays under this rule; 0 if it does
/// not stay, or is not valid UTF-8.
#[must_use]
pub fn unescaped_prefix_len(bytes: &[u8], rule: NonAscii) -> usize {
    match first_char(bytes) {
        Some(c) if stays(c, rule) => c.len_utf8(),
        _ => 0,
    }
}

/// The first character of the bytes, if they begin with valid UTF-8.
#[must_use]
pub fn first_char(bytes: &[u8]) -> Option<char> {
    let head = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).ok()?,
    };
    valid.chars().next()
}

/// The non-ASCII character whose octets the triplets at the start of the text encode.
#[must_use]
pub fn escaped_char(text: &[u8]) -> Option<char> {
    let len = match triplet(text)? {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let mut octets = [0; 4];
    for (octet, three) in octets[..len].iter_mut().zip(text.chunks(3)) {
        *octet = triplet(three)?;
    }
    let (found, is_text) = utf8::sequence(octets);
    if !is_text || found != len {
        return None;
    }
    let bits = octets[1..len].iter().fold(u32::from(octets[0]) & (0x7F >> len), |bits, octet| {
        bits << 6 | u32::from(octet & 0x3F)
    });
    char::from_u32(bits)
}

/// Appends the text, percent-encoding the octets of the set and the non-ASCII characters that its
/// rule does not let stay. Returns whether anything changed; if not, nothing is appended.
pub fn encode_onto(text: &[u8], set: Set, out: &mut Vec<u8>) -> bool {
    let start = out.len();
    let mut changed = false;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let stays = if byte < 0x80 {
            usize::from(!set.encodes(byte))
        } else {
            unescaped_prefix_len(&text[at..], set.rule())
        };
        if stays == 0 {
            out.extend_from_slice(&escaped(byte));
            changed = true;
            at += 1;
        } else {
            out.extend_from_slice(&text[at..at + stays]);
            at += stays;
        }
    }
    if !changed {
        out.truncate(start);
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::sets::rfc3987;

    #[test]
    fn only_a_whole_character_is_found() {
        for (text, want) in [
            ("%C3%A9", Some('é')),
            ("%e6%97%a5x", Some('日')),
            ("%F0%9F%98%80", Some('😀')),
            ("%C3", None),
            ("%C3%41", None),
            ("%C3%C3", None),
            ("%E6%97", None),
            ("%E6%97%41", None),
            ("%ED%A0%80", None),
            ("%F4%90%80%80", None),
            ("%E0%80%80", None),
            ("%41", None),
            ("%80", None),
            ("é", None),
        ] {
            assert_eq!(escaped_char(text.as_bytes()), want, "{text}");
        }
    }

    #[test]
    fn characters_not_allowed_in_an_iri_become_triplets() {
        let mut out = Vec::new();
        let text = "é\u{202E}\u{E000}\u{FFFE}\u{1FFFE}\u{10000} \u{85}".as_bytes();
        assert!(encode_onto(text, rfc3987::PATH, &mut out));
        let want = "é%E2%80%AE%EE%80%80%EF%BF%BE%F0%9F%BF%BE\u{10000}%20%C2%85";
        assert_eq!(String::from_utf8(out).as_deref(), Ok(want));
        assert!(!encode_onto("\u{E000}".as_bytes(), rfc3987::QUERY, &mut Vec::new()));
    }
}
