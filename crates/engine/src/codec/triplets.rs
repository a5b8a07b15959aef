//! Triplets: `%` and two hexadecimal digits; reading, writing, and finding malformed ones.

use crate::base::error::{Error, Kind};

/// A token of a text: a triplet, a `%` that does not begin one, or any other octet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// The offset of its start in the text.
    pub start: usize,
    /// The offset of its end: 1 or 3 bytes later.
    pub end: usize,
    /// The octet: decoded, if it is a triplet.
    pub byte: u8,
    /// Whether it is a `%` that does not begin a triplet.
    pub stray: bool,
}

impl Token {
    pub(crate) const fn is_triplet(self) -> bool {
        self.end - self.start == 3
    }
}

/// The value of each byte as a hexadecimal digit; 16 for any other byte.
static VALUES: [u8; 256] = {
    let (mut values, mut digit) = ([16; 256], 0);
    while digit < 16 {
        values[b"0123456789ABCDEF"[digit as usize] as usize] = digit;
        values[b"0123456789abcdef"[digit as usize] as usize] = digit;
        digit += 1;
    }
    values
};

/// The octet of the triplet at the start of the text, if there is one: `%` and two ASCII hex
/// digits.
#[must_use]
pub fn triplet(text: &[u8]) -> Option<u8> {
    match *text {
        [b'%', high, low, ..] => {
            let [high, low] = [high, low].map(|digit| VALUES[usize::from(digit)]);
            (high | low < 16).then_some(high << 4 | low)
        }
        _ => None,
    }
}

/// The tokens of the text, from left to right.
pub fn tokens(text: &[u8]) -> impl Iterator<Item = Token> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let byte = *text.get(at)?;
        let start = at;
        let octet = if byte == b'%' { triplet(&text[at..]) } else { None };
        at += if octet.is_some() { 3 } else { 1 };
        let stray = byte == b'%' && octet.is_none();
        Some(Token { start, end: at, byte: octet.unwrap_or(byte), stray })
    })
}

/// The error for the first `%` that does not begin a triplet.
pub(crate) fn malformed(text: &[u8]) -> Box<Error> {
    let start = tokens(text).find(|token| token.stray).map_or(0, |token| token.start);
    let rest = &text[start..];
    let digits = rest[1..].iter().take(2).take_while(|b| b.is_ascii_hexdigit()).count();
    match rest.get(1) {
        Some(b'u' | b'U') => {
            let digits = rest[2..].iter().take(4).take_while(|b| b.is_ascii_hexdigit()).count();
            Error::quoting(Kind::PercentU, text, start..start + 2 + digits)
        }
        _ if rest.len() == digits + 1 => {
            Error::quoting(Kind::TruncatedEscape, text, start..start + 1 + digits)
        }
        _ => {
            // The span must end at a character boundary: the second "digit" may be the first octet
            // of a character.
            let mut end = start + rest.len().min(3);
            while end < text.len() && text[end] & 0xC0 == 0x80 {
                end += 1;
            }
            Error::quoting(Kind::BadHex, text, start..end)
        }
    }
}

/// The triplet of the octet, in upper case as RFC 3986 section 2.1 recommends.
#[must_use]
pub const fn escaped(byte: u8) -> [u8; 3] {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    [b'%', HEX[(byte >> 4) as usize], HEX[(byte & 15) as usize]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_malformed_ends_with_a_whole_character() {
        for (text, kind, at) in [
            ("a%zzz", Kind::BadHex, 1..4),
            ("%éx", Kind::BadHex, 0..3),
            ("%aé", Kind::BadHex, 0..4),
            ("%日b", Kind::BadHex, 0..4),
            ("%a😀b", Kind::BadHex, 0..6),
            ("%a", Kind::TruncatedEscape, 0..2),
            ("%41%", Kind::TruncatedEscape, 3..4),
            ("%u12g", Kind::PercentU, 0..4),
            ("%U12345", Kind::PercentU, 0..6),
        ] {
            let error = malformed(text.as_bytes());
            assert_eq!((error.kind, error.at.clone()), (kind, at), "{text}");
        }
    }
}
