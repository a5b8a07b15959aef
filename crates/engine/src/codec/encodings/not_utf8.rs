//! Ill-formed UTF-8: why octets are not valid UTF-8, where they are in the text, and what they may
//! be instead.

use crate::base::error::{Error, Kind, quote};
use crate::codec::{encodings::charset::KnownEncoding, encodings::guess::guess, triplets::tokens};

/// The error for the first octets of the percent-decoded text that are not valid UTF-8.
///
/// # Panics
///
/// If all octets are valid UTF-8.
#[must_use]
pub fn failure(text: &[u8], octets: &[u8]) -> Box<Error> {
    let first = std::str::from_utf8(octets)
        .expect_err("the caller has checked that this is not valid UTF-8")
        .valid_up_to();
    let (kind, len) = classify(&octets[first..]);
    let mut span = tokens(text).skip(first).take(len);
    let start = span.next().map_or(0, |token| token.start);
    let at = start..span.last().map_or_else(|| end_of(text, start), |token| token.end);
    let error = Error::naming(kind, at, describe_octets(&octets[first..first + len]));
    if !matches!(kind, Kind::InvalidUtf8 | Kind::TruncatedUtf8) {
        return error;
    }
    let rest = &octets[first..];
    let run = rest.iter().position(u8::is_ascii).unwrap_or(rest.len()).max(len);
    // The octet after the run may be the second octet of its last character.
    let read = read_as(octets, &rest[..run])
        .or_else(|| read_as(octets, rest.get(..=run).unwrap_or_default()));
    match read {
        Some(read) => error.that(format!("{} ({read})", kind.sentence())),
        None => error,
    }
}

/// The error for the first of these raw octets that are not valid UTF-8.
///
/// # Panics
///
/// If all octets are valid UTF-8.
#[must_use]
pub fn of_raw(octets: &[u8]) -> Box<Error> {
    let first = std::str::from_utf8(octets)
        .expect_err("the caller has checked that this is not valid UTF-8")
        .valid_up_to();
    let (kind, len) = classify(&octets[first..]);
    Error::naming(kind, first..first + len, describe_octets(&octets[first..first + len]))
}

fn describe_octets(octets: &[u8]) -> String {
    let names: Vec<String> = octets.iter().map(|byte| format!("{byte:02X}")).collect();
    let noun = if octets.len() == 1 { "byte" } else { "byte sequence" };
    format!("the {noun} {}", names.join(" "))
}

/// From this score on, a guess is mentioned.
const LIKELY: f64 = 0.5;

/// What these octets are in the likely encoding, judged by all octets.
fn read_as(octets: &[u8], run: &[u8]) -> Option<String> {
    let guess = guess(octets, None).into_iter().next().filter(|guess| guess.score >= LIKELY)?;
    let encoding =
        KnownEncoding::from(encoding_rs::Encoding::for_label(guess.encoding.as_bytes())?);
    let text = encoding.text(run)?;
    let mut characters = text.chars();
    match (characters.next()?, characters.next()) {
        (c, _) if c.is_control() => None,
        (_, None) => Some(format!("in {} it is \"{text}\"", guess.encoding)),
        _ => Some(format!("in {} it reads {}", guess.encoding, quote(text.as_bytes()))),
    }
}

/// The kind of the ill-formed sequence at the start of the bytes, and its length. If possible, that
/// is the sequence that was meant as one character.
pub(crate) fn classify(bytes: &[u8]) -> (Kind, usize) {
    let continuations =
        |most: usize| bytes[1..].iter().take(most).take_while(|&&byte| byte & 0xC0 == 0x80).count();
    // The sequences of Unicode's table 3-7, and those outside it.
    let (kind, most) = match (bytes[0], bytes.get(1)) {
        (0xC0 | 0xC1, Some(0x80..=0xBF)) => (Kind::Overlong, 1),
        (0xE0, Some(0x80..=0x9F)) => (Kind::Overlong, 2),
        (0xF0, Some(0x80..=0x8F)) => (Kind::Overlong, 3),
        (0xED, Some(0xA0..=0xBF)) => (Kind::Surrogate, 2),
        (0xF4, Some(0x90..=0xBF)) | (0xF5..=0xF7, Some(0x80..=0xBF)) => (Kind::OutOfRange, 3),
        (0xE0..=0xEF, Some(0x80..=0xBF)) => (Kind::TruncatedUtf8, 1),
        (0xF0..=0xF4, Some(0x80..=0xBF)) => (Kind::TruncatedUtf8, 2),
        _ => (Kind::InvalidUtf8, 0),
    };
    (kind, 1 + continuations(most))
}

/// The end of the token that begins here.
fn end_of(text: &[u8], start: usize) -> usize {
    tokens(&text[start..]).next().map_or(start, |token| start + token.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_recognised() {
        for (text, kind, at) in [
            (&b"%E9"[..], Kind::InvalidUtf8, 0..3),
            (b"ab%C3%28", Kind::InvalidUtf8, 2..5),
            (b"%E2%98a", Kind::TruncatedUtf8, 0..6),
            (b"%F0%9F%98", Kind::TruncatedUtf8, 0..9),
            (b"%C0%AF", Kind::Overlong, 0..6),
            (b"%E0%80%AF", Kind::Overlong, 0..9),
            (b"%F0%80%80%AF", Kind::Overlong, 0..12),
            (b"%ED%A0%80", Kind::Surrogate, 0..9),
            (b"%F4%90%80%80", Kind::OutOfRange, 0..12),
            (b"%F5%80%80%80", Kind::OutOfRange, 0..12),
            (b"a\xFF", Kind::InvalidUtf8, 1..2),
        ] {
            let octets: Vec<u8> = tokens(text).map(|token| token.byte).collect();
            let error = failure(text, &octets);
            assert_eq!((error.kind, error.at.clone()), (kind, at), "{text:?}: {error}");
        }
        assert_eq!(
            failure(b"abc%E9", b"abc\xE9").to_string(),
            "the byte E9 at 3..6 is not valid UTF-8 (in windows-1252 it is \"é\")"
        );
    }
}
