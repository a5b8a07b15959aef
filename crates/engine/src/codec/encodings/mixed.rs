//! Mixed encodings: decoding a text in which several encodings occur.
//!
//! Each run of escapes is decoded by the first encoding that can decode it. An octet may need the
//! raw ASCII after it (`%83A` is ア in `Shift_JIS`): then that belongs to the run.

use std::ops::Range;

use crate::base::error::{Error, Kind, Result};
use crate::codec::percent::{Errors, decode_bytes, must_stay};
use crate::codec::triplets::{Token, tokens};
use superuri_kernels::memory;

/// Decodes octets in an encoding; `None` if some of them are not valid.
pub type Undo<'a> = &'a dyn Fn(&[u8]) -> Option<String>;

/// Decodes a run that no encoding can decode, under a policy for errors.
pub type Fall<'a> = &'a dyn Fn(&[u8]) -> String;

/// At most this many tokens after its escapes belong to a run: the four octets of a character in
/// gb18030 may be an escape, a digit, an escape, a digit.
const BEYOND: usize = 3;

/// Decodes the text; each run by the first encoding that can.
///
/// `fall` decodes a run that no encoding can, under [`Errors::Replace`] and [`Errors::Ignore`].
///
/// # Errors
///
/// Under [`Errors::Strict`], the first `%` that does not begin a triplet, or the first run that no
/// encoding can decode.
pub fn decode(
    text: &[u8],
    encodings: &[Undo<'_>],
    fall: Fall<'_>,
    errors: Errors,
) -> Result<String> {
    let all: Vec<Token> = memory::collected(tokens(text));
    let mut out = memory::string_with_capacity(text.len());
    let mut at = 0;
    while at < all.len() {
        if all[at].stray && errors == Errors::Strict {
            // Its failure distinguishes the kinds of stray `%`.
            let start = all[at].start;
            decode_bytes(&text[start..], errors).map_err(|error| error.shifted(start))?;
        }
        if !begins(&all, at, errors) {
            let token = all[at];
            memory::append(&mut out, &String::from_utf8_lossy(&text[token.start..token.end]));
            at += 1;
            continue;
        }
        let run = at..all[at..]
            .iter()
            .enumerate()
            .position(|(i, _)| !begins(&all, at + i, errors))
            .map_or(all.len(), |len| at + len);
        let octets = all[run.start..].iter().take(run.len() + BEYOND);
        let octets = memory::collected(octets.map(|token| token.byte));
        memory::check_available(octets.len());
        if let Some((read, len)) = first(&octets, run.len(), encodings) {
            memory::append(&mut out, &read);
            at += len;
            continue;
        }
        match errors {
            Errors::Strict => return Err(refused(&all, &run)),
            Errors::Keep => {
                let source = all[run.start].start..all[run.end - 1].end;
                memory::append(&mut out, &String::from_utf8_lossy(&text[source]));
            }
            _ => memory::append(&mut out, &fall(&octets[..run.len()])),
        }
        at = run.end;
    }
    Ok(out)
}

/// Whether this token is part of a run: an escape, or a raw non-ASCII octet.
fn begins(all: &[Token], at: usize, errors: Errors) -> bool {
    let token = all[at];
    let octet = token.end - token.start == 3 || token.byte >= 0x80;
    octet && !(errors == Errors::Keep && must_stay(&window(all, at)))
}

/// The token with its two neighbours on each side.
fn window(all: &[Token], at: usize) -> [Option<Token>; 5] {
    std::array::from_fn(|n| (at + n).checked_sub(2).and_then(|n| all.get(n).copied()))
}

/// The text of the run in the first encoding that can decode it, and the number of octets that were
/// decoded.
fn first(octets: &[u8], run: usize, encodings: &[Undo<'_>]) -> Option<(String, usize)> {
    encodings.iter().find_map(|undo| {
        (run..=octets.len()).find_map(|len| undo(&octets[..len]).map(|text| (text, len)))
    })
}

fn refused(all: &[Token], run: &Range<usize>) -> Box<Error> {
    let at = all[run.start].start..all[run.end - 1].end;
    let bytes = &all[run.clone()];
    Error::naming(Kind::Undecodable, at, describe_bytes(bytes.iter().map(|token| token.byte)))
}

/// At most this many bytes are named in a message.
const NAMED: usize = 8;

/// `the byte E9`, `the bytes E9 E8`.
#[must_use]
pub fn describe_bytes(bytes: impl ExactSizeIterator<Item = u8>) -> String {
    let noun = if bytes.len() == 1 { "byte" } else { "bytes" };
    let names: Vec<String> = bytes.take(NAMED).map(|byte| format!("{byte:02X}")).collect();
    format!("the {noun} {}", names.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::encodings::labels::{Label, look_up};

    fn decoded(text: &str, labels: &[&str], errors: Errors) -> Result<String> {
        let undo = |label: &str, octets: &[u8]| match look_up(label) {
            Label::Known(known) => known.text(octets),
            _ => String::from_utf8(octets.to_vec()).ok(),
        };
        let undos: Vec<_> =
            labels.iter().map(|label| move |octets: &[u8]| undo(label, octets)).collect();
        let undos: Vec<Undo<'_>> = undos.iter().map(|undo| undo as Undo<'_>).collect();
        decode(text.as_bytes(), &undos, &|_| "\u{FFFD}".to_owned(), errors)
    }

    #[test]
    fn each_run_is_decoded_by_the_first_that_can() {
        for (text, labels, want) in [
            ("%C3%A9a%E9", &["utf-8", "windows-1252"][..], "éaé"),
            ("%83A%83b%E3%81%82", &["utf-8", "shift_jis"], "アッあ"),
            ("%810%810x", &["utf-8", "gb18030"], "\u{80}x"),
            ("a%20b%2541", &["utf-8", "windows-1252"], "a b%41"),
            ("é%E9", &["windows-1252"], "Ã©é"),
        ] {
            assert_eq!(decoded(text, labels, Errors::Strict).as_deref(), Ok(want), "{text}");
        }
    }

    #[test]
    fn a_run_that_none_can_decode_follows_the_policy() {
        let labels = ["utf-8", "euc-jp"];
        let error = decoded("a%FF%FF", &labels, Errors::Strict).expect_err("FF is in neither");
        assert_eq!((error.kind, error.at.clone()), (Kind::Undecodable, 1..7));
        assert_eq!(decoded("a%FFb%", &labels, Errors::Keep).as_deref(), Ok("a%FFb%"));
        assert_eq!(decoded("a%FFb%", &labels, Errors::Replace).as_deref(), Ok("a\u{FFFD}b%"));
        assert_eq!(decoded("%2541%C3%A9", &labels, Errors::Keep).as_deref(), Ok("%2541é"));
        for text in ["%zz", "a%zz%FF"] {
            let error = decoded(text, &labels, Errors::Strict).expect_err("zz is not a hex");
            assert_eq!(error.kind, Kind::BadHex, "{text}");
        }
        assert_eq!(decoded("a%41%FF%zz", &labels, Errors::Ignore).as_deref(), Ok("a\u{FFFD}%zz"));
    }

    #[test]
    fn octets_are_named() {
        assert_eq!(super::describe_bytes([0xE9].into_iter()), "the byte E9");
        assert_eq!(super::describe_bytes([0xE9, 8].into_iter()), "the bytes E9 08");
        assert_eq!(super::describe_bytes([1; 9].into_iter()), "the bytes 01 01 01 01 01 01 01 01");
    }
}
