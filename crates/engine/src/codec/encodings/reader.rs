//! Decoders: octets in one encoding, or each run in the first of several that can.

use crate::base::error::Result;
use crate::codec::encodings::mixed::{self, Undo};
use crate::codec::{encodings::decode::NamedEncoding, percent::Errors};
use superuri_kernels::memory;

/// A decoder of octets that are not, or not all, UTF-8.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reader {
    /// All octets are in this encoding.
    One(NamedEncoding),
    /// Each run of escapes is in the first of these that can decode it; `None` is UTF-8.
    InTurn(Vec<Option<NamedEncoding>>),
}

impl Reader {
    /// A reader of these encodings, tried in order; `None` in the list is UTF-8. Returns `None` if
    /// UTF-8 is the only one.
    #[must_use]
    pub fn of(mut encodings: Vec<Option<NamedEncoding>>) -> Option<Self> {
        match encodings.len() {
            0 => None,
            1 => encodings.pop().flatten().map(Self::One),
            _ => Some(Self::InTurn(encodings)),
        }
    }

    /// Decodes one level of percent-encoding, and the octets, raw or escaped, as text.
    ///
    /// # Errors
    /// As [`NamedEncoding::decode`]; a run that no encoding can decode is reported as a whole.
    pub fn decode(&self, text: &[u8], errors: Errors) -> Result<String> {
        let encodings = match self {
            Self::One(called) => return called.decode(text, errors),
            Self::InTurn(encodings) => encodings,
        };
        let strictly = |encoding: &Option<NamedEncoding>, octets: &[u8]| match encoding {
            Some(called) => called.known.text(octets),
            None => std::str::from_utf8(octets).ok().map(memory::string),
        };
        let undos: Vec<_> = encodings
            .iter()
            .map(|encoding| move |octets: &[u8]| strictly(encoding, octets))
            .collect();
        let undos: Vec<Undo<'_>> = undos.iter().map(|undo| undo as Undo<'_>).collect();
        let fall =
            |octets: &[u8]| fallen(encodings.first().and_then(Option::as_ref), octets, errors);
        mixed::decode(text, &undos, &fall, errors)
    }

    /// As [`Reader::decode`], but raw non-ASCII characters of a text in UTF-8 stay. A text that is
    /// not UTF-8 is decoded as by `decode`.
    ///
    /// # Errors
    /// As `decode`.
    pub fn decode_text(&self, text: &[u8], errors: Errors) -> Result<String> {
        of_escapes(text, |octets| self.decode(octets, errors))
    }
}

/// Decodes the ASCII runs of the text, with their escapes, by `decode`; raw non-ASCII characters
/// stay. A text that is not UTF-8 is decoded as a whole.
fn of_escapes(text: &[u8], decode: impl Fn(&[u8]) -> Result<String>) -> Result<String> {
    let Ok(mut rest) = std::str::from_utf8(text) else { return decode(text) };
    let mut out = memory::string_with_capacity(text.len());
    while !rest.is_empty() {
        let start = text.len() - rest.len();
        let ascii = rest.find(|c: char| !c.is_ascii()).unwrap_or(rest.len());
        let run = decode(&rest.as_bytes()[..ascii]);
        memory::append(&mut out, &run.map_err(|error| error.shifted(start))?);
        rest = &rest[ascii..];
        let raw = rest.find(|c: char| c.is_ascii()).unwrap_or(rest.len());
        memory::append(&mut out, &rest[..raw]);
        rest = &rest[raw..];
    }
    Ok(out)
}

/// Decodes octets that are not valid in any of the encodings, by the first one, with its errors
/// replaced or ignored.
fn fallen(first: Option<&NamedEncoding>, octets: &[u8], errors: Errors) -> String {
    let leaves_out = errors == Errors::Ignore;
    match first {
        Some(called) => called.known.lossy(octets, leaves_out),
        None if leaves_out => octets.utf8_chunks().map(|chunk| chunk.valid()).collect(),
        None => String::from_utf8_lossy(octets).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::encodings::labels::{Label, look_up};

    fn reader(labels: &[&str]) -> Option<Reader> {
        let called = |label: &&str| match look_up(label) {
            Label::Known(known) => Some(NamedEncoding { known, name: (*label).to_owned() }),
            _ => None,
        };
        Reader::of(labels.iter().map(called).collect())
    }

    #[test]
    fn the_first_that_can_decodes_a_run() {
        assert_eq!((reader(&[]), reader(&["utf-8"])), (None, None));
        for (labels, text, want) in [
            (&["utf-8", "windows-1252"][..], "é%C3%A9a%E9", "ééaé"),
            (&["shift_jis", "utf-8"], "%83Aé", "アé"),
            (&["windows-1252"], "é%E9", "éé"),
        ] {
            let reader = reader(labels).expect("one is not UTF-8");
            let keep = reader.decode_text(text.as_bytes(), Errors::Keep);
            assert_eq!(keep.as_deref(), Ok(want), "{labels:?}");
        }
        let reader = reader(&["utf-8", "euc-jp"]).expect("one is not UTF-8");
        assert!(reader.decode_text(b"%FF", Errors::Strict).is_err());
        assert_eq!(reader.decode_text(b"a%FFb", Errors::Ignore).as_deref(), Ok("ab"));
        // A U+FFFD in the text itself is text.
        let written = reader.decode_text(b"%EF%BF%BD%FF", Errors::Ignore);
        assert_eq!(written.as_deref(), Ok("\u{FFFD}"));
        assert_eq!(reader.decode_text(b"a%FFb", Errors::Replace).as_deref(), Ok("a\u{FFFD}b"));
    }
}
