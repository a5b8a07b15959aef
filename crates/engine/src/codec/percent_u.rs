//! `%uXXXX` escapes: reading and writing them.
//!
//! They are not part of any URI standard. JavaScript's `escape`, Internet Explorer and classic ASP
//! write them, one for each UTF-16 code unit, mixed with ordinary escapes.

use std::{borrow::Cow, fmt::Write, ops::Range};

use crate::base::error::{Error, Kind, Result};
use crate::codec::percent::{
    Encoder, Errors, decode as decode_plain, encode as encode_plain, origin as origin_plain,
};
use crate::codec::triplets::tokens;
use superuri_kernels::{memory, pause::Steps};

/// A part of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PercentUPart {
    /// Ordinary text, with ordinary escapes.
    Plain(Range<usize>),
    /// One or more `%uXXXX`.
    Units(Range<usize>),
    /// A part that stays as it is.
    Raw(Range<usize>),
}

/// The length of a `%`, a `u`, and four hex digits.
const LEN: usize = 6;

/// The code unit of the `%uXXXX` at the start of the text, if there is one. The `u` must be
/// lower-case.
fn unit(text: &[u8]) -> Option<u16> {
    let digits = text.strip_prefix(b"%u")?.get(..LEN - 2)?;
    digits.iter().try_fold(0, |unit, &digit| {
        let value = u16::try_from((digit as char).to_digit(16)?).ok()?;
        Some(unit << 4 | value)
    })
}

/// The parts of the text, in order.
#[must_use]
pub fn parts(text: &[u8], errors: Errors) -> Vec<PercentUPart> {
    let mut parts = Vec::new();
    let (mut plain, mut at, mut steps) = (0, 0, Steps::default());
    while let Some(found) = memchr::memchr(b'%', &text[at..]) {
        steps.one();
        at += found;
        let len = LEN * text[at..].chunks(LEN).take_while(|chunk| unit(chunk).is_some()).count();
        let part = if len > 0 {
            PercentUPart::Units(at..at + len)
        } else if errors == Errors::Keep && would_begin(&text[at..]) {
            PercentUPart::Raw(at..at + 3)
        } else {
            at += 1;
            continue;
        };
        let end = if let PercentUPart::Raw(at) = &part { at.end } else { at + len };
        if plain < at {
            memory::push(&mut parts, PercentUPart::Plain(plain..at));
        }
        memory::push(&mut parts, part);
        (at, plain) = (end, end);
    }
    if plain < text.len() {
        parts.push(PercentUPart::Plain(plain..text.len()));
    }
    parts
}

/// Whether this is a `%25` whose `%` would begin a `%uXXXX` once everything is decoded.
fn would_begin(text: &[u8]) -> bool {
    let mut octets = [0; LEN];
    let mut len = 0;
    // Eighteen bytes are enough for six triplets.
    for token in tokens(&text[..text.len().min(3 * LEN)]).take(LEN) {
        octets[len] = token.byte;
        len += 1;
    }
    text.starts_with(b"%25") && unit(&octets[..len]).is_some()
}

/// The characters of a run of `%uXXXX` at this span of the text.
///
/// # Errors
///
/// Under [`Errors::Strict`], the first half of a surrogate pair without its other half.
pub fn characters(text: &[u8], at: Range<usize>, errors: Errors) -> Result<String> {
    let units = text[at.clone()].chunks(LEN).filter_map(unit);
    let mut out = String::new();
    let mut start = at.start;
    for decoded in char::decode_utf16(units) {
        match decoded {
            Ok(c) => {
                out.push(c);
                start += LEN * c.len_utf16();
                continue;
            }
            Err(_) if errors == Errors::Strict => {
                let at = start..start + LEN;
                let what = crate::base::error::quote(&text[at.clone()]);
                return Err(Error::naming(Kind::Surrogate, at, what)
                    .that("is half of a surrogate pair without the other half"));
            }
            Err(_) if errors == Errors::Replace => out.push(char::REPLACEMENT_CHARACTER),
            Err(_) if errors == Errors::Keep => {
                out.push_str(&String::from_utf8_lossy(&text[start..start + LEN]));
            }
            Err(_) => {}
        }
        start += LEN;
    }
    Ok(out)
}

/// Decodes `%uXXXX` and one level of ordinary escapes, to UTF-8 text.
///
/// ```
/// use superuri::codec::percent::Errors;
/// use superuri::codec::percent_u;
/// let text = percent_u::decode(b"caf%C3%A9%u0107%uD83D%uDE00", Errors::Strict);
/// assert_eq!(&*text.unwrap(), "caféć😀".as_bytes());
/// ```
///
/// # Errors
///
/// Under [`Errors::Strict`], those of [`crate::codec::percent::decode`] and of [`characters`].
pub fn decode(text: &[u8], errors: Errors) -> Result<Cow<'_, [u8]>> {
    let parts = parts(text, errors);
    if let [] | [PercentUPart::Plain(_)] = parts[..] {
        return decode_plain(text, errors);
    }
    let mut out = Vec::with_capacity(text.len());
    for part in parts {
        match part {
            PercentUPart::Plain(at) => {
                let start = at.start;
                let plain = decode_plain(&text[at], errors);
                out.extend_from_slice(&plain.map_err(|error| error.shifted(start))?);
            }
            PercentUPart::Units(at) => {
                out.extend_from_slice(characters(text, at, errors)?.as_bytes());
            }
            PercentUPart::Raw(at) => out.extend_from_slice(&text[at]),
        }
    }
    Ok(Cow::Owned(out))
}

/// The source of the character with this index in the decoded text, as
/// [`crate::codec::percent::origin`].
#[must_use]
pub fn origin(text: &[u8], errors: Errors, number: usize) -> Option<Range<usize>> {
    let mut left = number;
    for part in parts(text, errors) {
        let (decoded, at) = match part {
            PercentUPart::Plain(at) => {
                let decoded = decode_plain(&text[at.clone()], errors).ok()?;
                (String::from_utf8_lossy(&decoded).chars().count(), at)
            }
            PercentUPart::Units(at) => {
                (characters(text, at.clone(), errors).ok()?.chars().count(), at)
            }
            PercentUPart::Raw(at) if left < at.len() => return Some(at),
            PercentUPart::Raw(at) => (at.len(), at),
        };
        if left >= decoded {
            left -= decoded;
            continue;
        }
        let inside = &text[at.clone()];
        let span = if unit(inside).is_some() {
            units_origin(inside, errors, left)
        } else {
            origin_plain(inside, errors, left)
        }?;
        return Some(at.start + span.start..at.start + span.end);
    }
    None
}

/// The source of the character with this index in a decoded run of `%uXXXX`.
fn units_origin(text: &[u8], errors: Errors, number: usize) -> Option<Range<usize>> {
    let (mut left, mut at) = (number, 0);
    for decoded in char::decode_utf16(text.chunks(LEN).filter_map(unit)) {
        let (count, len) = match (decoded, errors) {
            (Ok(c), _) => (1, LEN * c.len_utf16()),
            (Err(_), Errors::Keep) => (LEN, LEN),
            (Err(_), Errors::Ignore) => (0, LEN),
            (Err(_), _) => (1, LEN),
        };
        if left < count {
            return Some(at..at + len);
        }
        left -= count;
        at += len;
    }
    None
}

/// The text with each ASCII character of the set as `%XX`, and every non-ASCII character as
/// `%uXXXX`; a character above U+FFFF takes two of these.
///
/// ```
/// use superuri::codec::percent::Encoder;
/// use superuri::codec::percent_u;
/// use superuri::base::sets::rfc3986;
/// let component = Encoder::new(rfc3986::COMPONENT);
/// assert_eq!(percent_u::encode("é/😀", &component), "%u00E9%2F%uD83D%uDE00");
/// ```
#[must_use]
pub fn encode(text: &str, encoder: &Encoder) -> String {
    let mut out = String::with_capacity(text.len());
    for run in text.split_inclusive(|c: char| !c.is_ascii()) {
        let ascii = run.trim_end_matches(|c: char| !c.is_ascii());
        out.push_str(&String::from_utf8_lossy(&encode_plain(ascii.as_bytes(), encoder)));
        for unit in run[ascii.len()..].encode_utf16() {
            write!(out, "%u{unit:04X}").expect("a String takes everything");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::sets::rfc3986;

    #[test]
    fn units_and_octets_are_mixed() {
        for (text, errors, want) in [
            ("%u0107", Errors::Strict, "ć"),
            ("%uD83D%uDE00%20%u0061", Errors::Strict, "😀 a"),
            ("%25u0107", Errors::Strict, "%u0107"),
            ("%25u0107", Errors::Keep, "%25u0107"),
            ("%25%75010%37x", Errors::Keep, "%25u0107x"),
            ("%uDE00%uD83Dx", Errors::Keep, "%uDE00%uD83Dx"),
            ("%uDE00%uD83Dx", Errors::Replace, "\u{FFFD}\u{FFFD}x"),
            ("%uDE00x", Errors::Ignore, "x"),
            ("%U0107%u010", Errors::Keep, "%U0107%u010"),
            ("%%u0041", Errors::Keep, "%A"),
            ("%25x%u0041", Errors::Keep, "%xA"),
        ] {
            let got = decode(text.as_bytes(), errors).expect("none of these is strict and bad");
            assert_eq!(String::from_utf8_lossy(&got), want, "{text}");
        }
    }

    #[test]
    fn errors_have_their_places() {
        for (text, kind, at) in [
            ("ab%uD83Dx", Kind::Surrogate, 2..8),
            ("%u0041%E9", Kind::InvalidUtf8, 6..9),
            ("%u0041%u0107%uDE00", Kind::Surrogate, 12..18),
            ("%uD83D%uDE00%uD83D", Kind::Surrogate, 12..18),
            ("%u0041%u00", Kind::PercentU, 6..10),
        ] {
            let error = decode(text.as_bytes(), Errors::Strict).expect_err(text);
            assert_eq!((error.kind, error.at.clone()), (kind, at), "{error}");
        }
    }

    #[test]
    fn a_character_has_its_source() {
        for (text, errors, number, want) in [
            ("a%C3%A9%u0107b", Errors::Strict, 1, Some(1..7)),
            ("a%C3%A9%u0107b", Errors::Strict, 2, Some(7..13)),
            ("a%C3%A9%u0107b", Errors::Strict, 3, Some(13..14)),
            ("a%C3%A9%u0107b", Errors::Strict, 4, None),
            ("%u0041%uD83D%uDE00x", Errors::Strict, 1, Some(6..18)),
            ("%uDE00%u0041", Errors::Replace, 1, Some(6..12)),
            ("%uDE00%u0041", Errors::Ignore, 0, Some(6..12)),
            ("%uDE00%u0041", Errors::Keep, 6, Some(6..12)),
            ("%25u0107%u0107", Errors::Keep, 8, Some(8..14)),
            ("%25u0107%u0107", Errors::Keep, 2, Some(0..3)),
            ("%25u0107%u0107", Errors::Keep, 3, Some(3..4)),
        ] {
            assert_eq!(origin(text.as_bytes(), errors, number), want, "{text} {number}");
        }
    }

    #[test]
    fn no_part_is_empty() {
        assert!(
            matches!(&*parts(b"%u0041", Errors::Strict), [PercentUPart::Units(at)] if *at == (0..6))
        );
        assert!(parts(b"", Errors::Strict).is_empty());
    }

    #[test]
    fn every_character_beyond_ascii_is_a_unit() {
        let encoder = Encoder::new(rfc3986::COMPONENT);
        assert_eq!(encode("éa éx😀", &encoder), "%u00E9a%20%u00E9x%uD83D%uDE00");
    }

    #[test]
    fn decoding_undoes_encoding() {
        let encoder = Encoder::new(rfc3986::COMPONENT);
        for text in ["", "a b", "é%u0041", "😀x\u{FFFF}", "100% %%"] {
            let written = encode(text, &encoder);
            let decoded = decode(written.as_bytes(), Errors::Strict).expect("it was encoded");
            assert_eq!(String::from_utf8_lossy(&decoded), text);
        }
    }
}
