//! Readers: what reads octets in one encoding, or run by run in the first of several that can.

use crate::base::error::Result;
use crate::codec::encodings::charset::Part;
use crate::codec::encodings::decode::{Called, of_escapes};
use crate::codec::encodings::mixed::{self, Undo};
use crate::codec::percent::Errors;

/// What reads octets that are not, or not all, in UTF-8.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reader {
    /// All of them are in this encoding.
    One(Called),
    /// Each run of escapes is in the first that can read it; none is UTF-8.
    InTurn(Vec<Option<Called>>),
}

impl Reader {
    /// What reads these encodings in turn, of which none is UTF-8; none, if UTF-8 is all.
    #[must_use]
    pub fn of(mut encodings: Vec<Option<Called>>) -> Option<Self> {
        match encodings.len() {
            0 => None,
            1 => encodings.pop().flatten().map(Self::One),
            _ => Some(Self::InTurn(encodings)),
        }
    }

    /// The text that the octets stand for, raw or escaped: one level of percent-encoding undone.
    ///
    /// # Errors
    /// As [`Called::decode`]; a run that no encoding can read is refused whole.
    pub fn decode(&self, text: &[u8], errors: Errors) -> Result<String> {
        let encodings = match self {
            Self::One(called) => return called.decode(text, errors),
            Self::InTurn(encodings) => encodings,
        };
        let strictly = |encoding: &Option<Called>, octets: &[u8]| match encoding {
            Some(called) => called.known.text(octets),
            None => String::from_utf8(octets.to_vec()).ok(),
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

    /// The same of a text in UTF-8 whose raw characters stand for themselves; of anything else,
    /// that.
    ///
    /// # Errors
    /// As `decode`.
    pub fn decode_text(&self, text: &[u8], errors: Errors) -> Result<String> {
        of_escapes(text, |octets| self.decode(octets, errors))
    }
}

/// What the octets are that none can read, in the first encoding.
fn fallen(first: Option<&Called>, octets: &[u8], errors: Errors) -> String {
    let drops = errors == Errors::Ignore;
    let Some(called) = first else {
        let text = String::from_utf8_lossy(octets);
        return if drops {
            text.replace(char::REPLACEMENT_CHARACTER, "")
        } else {
            text.into_owned()
        };
    };
    let part = |part| match part {
        Part::Text(text) => text,
        Part::Malformed(_) if drops => String::new(),
        Part::Malformed(_) => char::REPLACEMENT_CHARACTER.to_string(),
    };
    called.known.parts(octets).into_iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::encodings::labels::{Named, named};

    fn reader(labels: &[&str]) -> Option<Reader> {
        let called = |label: &&str| match named(label) {
            Named::Known(known) => Some(Called { known, name: (*label).to_owned() }),
            _ => None,
        };
        Reader::of(labels.iter().map(called).collect())
    }

    #[test]
    fn the_first_that_can_reads_a_run() {
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
        assert_eq!(reader.decode_text(b"a%FFb", Errors::Replace).as_deref(), Ok("a\u{FFFD}b"));
    }
}
