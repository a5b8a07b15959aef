//! Why are these octets no UTF-8, and where does the text say them?

use std::ops::Range;

use crate::error::{Error, Kind};
use crate::percent::{Errors, Token, tokens};

/// The failure of the first octets of the text, read through its escapes, that are no UTF-8.
///
/// # Panics
///
/// If they are all UTF-8.
#[must_use]
pub fn failure(text: &[u8]) -> Box<Error> {
    let all: Vec<Token> = tokens(text).collect();
    let bytes: Vec<u8> = all.iter().map(|token| token.byte).collect();
    let first = std::str::from_utf8(&bytes)
        .expect_err("the caller has seen that this is no UTF-8")
        .valid_up_to();
    let (kind, len) = classify(&bytes[first..]);
    let at = all[first].start..all[first + len - 1].end;
    let culprits = &bytes[first..first + len];
    let names: Vec<String> = culprits.iter().map(|byte| format!("{byte:02X}")).collect();
    let noun = if len == 1 { "byte" } else { "byte sequence" };
    let error = Error::naming(kind, at, format!("the {noun} {}", names.join(" ")));
    match *culprits {
        [byte] if kind == Kind::InvalidUtf8 => {
            let bytes = [byte];
            let (meant, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&bytes);
            match meant.chars().next() {
                Some(c) if !c.is_control() => {
                    error.that(format!("is no UTF-8 (in windows-1252 it is \"{c}\")"))
                }
                _ => error,
            }
        }
        _ => error,
    }
}

/// The kind of the ill-formed sequence that begins the bytes, and how many of them it takes:
/// what its writer meant as one character, where that can be told.
fn classify(bytes: &[u8]) -> (Kind, usize) {
    let continuations =
        |most: usize| bytes[1..].iter().take(most).take_while(|&&byte| byte & 0xC0 == 0x80).count();
    // The shapes of Unicode's table 3-7, and what lies outside it.
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

/// The characters that the text stands for under this policy, and where each comes from.
///
/// The plain truth of [`crate::percent::decode`]; what would make another triplet under
/// [`Errors::Keep`] is given decoded.
pub fn characters(text: &[u8], errors: Errors) -> impl Iterator<Item = (char, Range<usize>)> + '_ {
    let all: Vec<Token> = tokens(text).collect();
    let bytes: Vec<u8> = all.iter().map(|token| token.byte).collect();
    let mut out = Vec::new();
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            let end = at + c.len_utf8();
            out.push((c, all[at].start..all[end - 1].end));
            at = end;
        }
        let invalid = at..at + chunk.invalid().len();
        at = invalid.end;
        match errors {
            _ if invalid.is_empty() => {}
            Errors::Keep => {
                for token in &all[invalid] {
                    let source = (token.start..token.end).map(|i| (char::from(text[i]), i..i + 1));
                    out.extend(source);
                }
            }
            Errors::Ignore => {}
            _ => {
                let span = all[invalid.start].start..all[invalid.end - 1].end;
                out.push((char::REPLACEMENT_CHARACTER, span));
            }
        }
    }
    out.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_told_apart() {
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
            let error = failure(text);
            assert_eq!((error.kind, error.at.clone()), (kind, at), "{text:?}: {error}");
        }
        assert_eq!(
            failure(b"abc%E9").to_string(),
            "the byte E9 at 3..6 is no UTF-8 (in windows-1252 it is \"é\")"
        );
    }
}
