//! ECMAScript's six functions (ECMA-262 section 19.2.6), and the two corrections of 2012.
//!
//! As in ECMAScript, a string is a sequence of UTF-16 code units, which may include lone
//! surrogates; offsets count code units. Source: ECMA-262 section 19.2.6 and Annex B.2.1; Giuca
//! 2012, "How do you escape a complete URI?".

use crate::base::error::{Error, Kind, Result};
use crate::base::sets::ecmascript::{
    COMPONENT, ESCAPE, FIXED, FIXED_COMPONENT, FIXED_URI, RESERVED, URI,
};
use crate::codec::encodings::not_utf8;
use crate::codec::percent::{self, Encoder};
use crate::codec::triplets::{self, escaped, tokens, triplet};
use superuri_kernels::{memory, set::Set};

/// The set of `encodeURI`.
pub static ENCODE_URI: Encoder = Encoder::new(URI);
/// The set of `encodeURIComponent`.
pub static ENCODE_COMPONENT: Encoder = Encoder::new(COMPONENT);
/// The set of `fixedEncodeURIComponent`.
pub static ENCODE_FIXED_COMPONENT: Encoder = Encoder::new(FIXED_COMPONENT);
/// The set of `fixedEncodeURI`, before it restores brackets.
pub static ENCODE_FIXED: Encoder = Encoder::new(FIXED_URI);
/// The set of `escape`; code units from U+0100 on become `%uXXXX`.
pub static ENCODE_ESCAPE: Encoder = Encoder::new(ESCAPE);

const NOTHING: Set = Set::only("");
const PERCENT: u16 = b'%' as u16;

/// The longest escape of a code unit, in bytes.
const LONGEST_UNIT: usize = 6;

/// `escape`: ASCII text in which code units below 256 are `%XX`, the others `%uXXXX`.
///
/// ```
/// let units: Vec<u16> = "é ☃".encode_utf16().collect();
/// assert_eq!(superuri::codec::ecmascript::escape(&units), b"%E9%20%u2603");
/// ```
#[must_use]
pub fn escape(text: &[u16]) -> Vec<u8> {
    let mut out = memory::with_capacity(text.len());
    for &unit in text {
        memory::reserve(&mut out, LONGEST_UNIT);
        match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii() && !ESCAPE.encodes(byte) => out.push(byte),
            Ok(byte) => out.extend_from_slice(&escaped(byte)),
            Err(_) => out.extend_from_slice(format!("%u{unit:04X}").as_bytes()),
        }
    }
    out
}

/// `unescape`: `%XX` and `%uXXXX` become the code units they encode; the rest stays.
#[must_use]
pub fn unescape(text: &[u16]) -> Vec<u16> {
    let mut out = memory::with_capacity(text.len());
    let mut rest = text;
    while let [first, tail @ ..] = rest {
        let (unit, taken) = match *tail {
            _ if *first != PERCENT => (Some(*first), 1),
            // The u must be lower-case: Annex B.2.1.2.
            [0x75, a, b, c, d, ..] => (hex(&[a, b, c, d]), 6),
            [a, b, ..] => (hex(&[a, b]), 3),
            _ => (None, 1),
        };
        out.push(unit.unwrap_or(*first));
        rest = &rest[if unit.is_some() { taken } else { 1 }..];
    }
    out
}

fn hex(digits: &[u16]) -> Option<u16> {
    digits.iter().try_fold(0, |number, &unit| {
        let digit = u8::try_from(unit).ok().and_then(|digit| (digit as char).to_digit(16))?;
        Some(number << 4 | u16::try_from(digit).ok()?)
    })
}

/// `encodeURI` and `encodeURIComponent`: the UTF-8 of the text, with the octets of the set
/// percent-encoded.
///
/// # Errors
/// The first lone surrogate, where ECMAScript raises `URIError`.
pub fn encode(text: &[u16], encoder: &Encoder) -> Result<Vec<u8>> {
    let mut octets = memory::string_with_capacity(text.len());
    for c in char::decode_utf16(text.iter().copied()) {
        match c {
            Ok(c) => memory::append(&mut octets, c.encode_utf8(&mut [0; 4])),
            Err(lone) => {
                let lone = lone.unpaired_surrogate();
                // Everything before it consists of whole characters.
                let at = octets.encode_utf16().count();
                let what = format!("the lone surrogate U+{lone:04X}");
                return Err(Error::naming(Kind::LoneSurrogate, at..at + 1, what));
            }
        }
    }
    Ok(percent::encode(octets.as_bytes(), encoder).into_owned())
}

/// `fixedEncodeURI`: `encodeURI`, then `%25` → `%`, `%5B` → `[`, `%5D` → `]`.
///
/// A `%5B` of the input also becomes `[`, as in the original.
///
/// # Errors
/// As [`encode`].
pub fn fixed_encode_uri(text: &[u16]) -> Result<Vec<u8>> {
    let encoded = encode(text, &ENCODE_FIXED)?;
    let mut out = memory::with_capacity(encoded.len());
    let mut rest = &*encoded;
    while let [first, tail @ ..] = rest {
        let bracket = match rest {
            [b'%', b'5', b'B' | b'b', ..] => Some(b'['),
            [b'%', b'5', b'D' | b'd', ..] => Some(b']'),
            _ => None,
        };
        out.push(bracket.unwrap_or(*first));
        rest = if bracket.is_some() { &rest[3..] } else { tail };
    }
    Ok(out)
}

/// `decodeURIComponent`: the text with its escapes decoded.
///
/// # Errors
/// The first invalid escape, or escape of invalid UTF-8, where ECMAScript raises `URIError`.
pub fn decode_uri_component(text: &[u16]) -> Result<Vec<u16>> {
    decode(text, NOTHING, NOTHING)
}

/// `decodeURI`: the same, but the escapes of delimiters stay as written.
///
/// # Errors
/// As [`decode_uri_component`].
pub fn decode_uri(text: &[u16]) -> Result<Vec<u16>> {
    decode(text, RESERVED, NOTHING)
}

/// `fixedDecodeURI`: the same, but `%25`, `%5B` and `%5D` stay too, in upper case.
///
/// # Errors
/// As [`decode_uri_component`].
pub fn fixed_decode_uri(text: &[u16]) -> Result<Vec<u16>> {
    decode(text, RESERVED, FIXED)
}

/// The text with its escapes decoded, except for those of `kept`, which stay as written, and those
/// of `renewed`, which are written in upper case.
fn decode(text: &[u16], kept: Set, renewed: Set) -> Result<Vec<u16>> {
    let mut out = memory::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let escape = &text[at..];
        if escape[0] != PERCENT {
            out.push(escape[0]);
            at += 1;
            continue;
        }
        let ascii = ascii(escape);
        let octet = triplet(&ascii).ok_or_else(|| malformed(escape, at))?;
        if octet.is_ascii() {
            if renewed.encodes(octet) {
                out.extend(escaped(octet).map(u16::from));
            } else if kept.encodes(octet) {
                out.extend_from_slice(&escape[..3]);
            } else {
                out.push(octet.into());
            }
            at += 3;
            continue;
        }
        let octets: Vec<u8> =
            tokens(&ascii).map_while(|token| token.is_triplet().then_some(token.byte)).collect();
        let c = octets.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
        let c =
            c.ok_or_else(|| not_utf8::failure(&ascii[..3 * octets.len()], &octets).shifted(at))?;
        out.extend_from_slice(c.encode_utf16(&mut [0; 2]));
        at += 3 * c.len_utf8();
    }
    Ok(out)
}

/// The longest escape of one character, in bytes: four triplets.
const LONGEST: usize = 12;

/// The ASCII at the start of the text, as far as one escaped character can reach.
fn ascii(text: &[u16]) -> Vec<u8> {
    let ascii = |&unit: &u16| u8::try_from(unit).ok().filter(u8::is_ascii);
    text.iter().take(LONGEST).map_while(ascii).collect()
}

/// The error for the text, which starts with a `%` that does not begin a triplet; `at` is its
/// offset.
fn malformed(text: &[u16], at: usize) -> Box<Error> {
    let shown = String::from_utf16_lossy(&text[..text.len().min(LONGEST)]);
    let mut error = triplets::malformed(shown.as_bytes());
    error.at.end = shown[..error.at.end].encode_utf16().count();
    error.shifted(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    #[test]
    fn malformed_escapes_stay() {
        for (text, want) in
            [("%", "%"), ("%u006", "%u006"), ("%U0041", "%U0041"), ("%u0041%4", "A%4")]
        {
            assert_eq!(unescape(&units(text)), units(want), "{text}");
        }
        assert_eq!(unescape(&units("%uD83D")), [0xD83D]);
    }

    #[test]
    fn delimiters_stay_delimiters() {
        assert_eq!(decode_uri(&units("%2f%41%23%5b")).expect("well-formed"), units("%2fA%23["));
        assert_eq!(
            fixed_decode_uri(&units("%2f%25%5b%5D")).expect("well-formed"),
            units("%2f%25%5B%5D")
        );
        assert_eq!(fixed_encode_uri(&units("[%5b%25é")).expect("well-formed"), b"[[%25%C3%A9");
    }

    #[test]
    fn a_failure_reports_where() {
        for (text, kind, at) in [
            ("é%", Kind::TruncatedEscape, 1..2),
            ("😀%zz", Kind::BadHex, 2..5),
            ("%é", Kind::BadHex, 0..2),
            ("%u0041", Kind::PercentU, 0..6),
            ("a%E2%98", Kind::TruncatedUtf8, 1..7),
            ("%C3é", Kind::InvalidUtf8, 0..3),
            ("%ED%A0%80", Kind::Surrogate, 0..9),
        ] {
            let error = decode_uri_component(&units(text)).expect_err("malformed");
            assert_eq!((error.kind, error.at.clone()), (kind, at), "{text}: {error}");
        }
        let error = encode(&[0xD83D, 0xDE00, 0x41, 0xDC00], &ENCODE_URI).expect_err("malformed");
        assert_eq!((error.kind, error.at.clone()), (Kind::LoneSurrogate, 3..4));
    }
}
