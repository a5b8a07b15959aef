//! What does a verb do to one record of a file?

use std::borrow::Cow;

use crate::clean;
use crate::edits::{self, Edit, Encodings, Why};
use crate::error::Result;
use crate::percent::{self, Encoder, Errors};
use crate::profile::Profile;

/// A verb with its options.
pub enum Verb {
    /// Percent-encode a component.
    Encode(Box<Encoder>),
    /// Undo one level of percent-encoding.
    Decode(Errors),
    /// Percent-encode what may not stand in a URI.
    Clean {
        /// By which rules.
        profile: &'static Profile,
        /// Is ASCII white space around the record stripped first?
        trim: bool,
    },
}

impl Verb {
    /// Appends the result and answers true; appends nothing and answers false where nothing
    /// changes.
    ///
    /// # Errors
    ///
    /// Those of the verb; nothing is appended that counts.
    pub fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        match self {
            Self::Encode(encoder) => Ok(percent::encode_onto(record, encoder, out)),
            Self::Decode(errors) => Ok(match percent::decode(record, *errors)? {
                Cow::Owned(result) if result != record => {
                    out.extend_from_slice(&result);
                    true
                }
                _ => false,
            }),
            Self::Clean { profile, trim: false } => clean::onto(record, profile, out),
            Self::Clean { profile, trim: true } => {
                let inner = record.trim_ascii();
                let lead = record.len() - record.trim_ascii_start().len();
                let changed =
                    clean::onto(inner, profile, out).map_err(|error| error.shifted(lead))?;
                if !changed && inner.len() < record.len() {
                    out.extend_from_slice(inner);
                }
                Ok(changed || inner.len() < record.len())
            }
        }
    }

    /// What [`Verb::apply`] replaces, of a verb that can say why.
    ///
    /// # Errors
    ///
    /// As `apply`.
    #[must_use]
    pub fn edits(&self, record: &[u8]) -> Option<Result<Vec<Edit>>> {
        let Self::Clean { profile, trim } = self else { return None };
        let inner = if *trim { record.trim_ascii() } else { record };
        let lead = if *trim { record.len() - record.trim_ascii_start().len() } else { 0 };
        let taken_off = [0..lead, lead + inner.len()..record.len()];
        let [before, after] = taken_off.map(|at| {
            let there = !at.is_empty();
            there.then_some(Edit { at, with: Cow::Borrowed(b""), why: Why::Trim })
        });
        let moved = |edit: Edit| Edit { at: edit.at.start + lead..edit.at.end + lead, ..edit };
        Some(
            edits::edits(inner, profile, Encodings::default())
                .map(|edits| {
                    before.into_iter().chain(edits.into_iter().map(moved)).chain(after).collect()
                })
                .map_err(|error| error.shifted(lead)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets;

    #[test]
    fn edits_say_what_apply_does() {
        for trim in [false, true] {
            let verb = Verb::Clean { profile: sets::RFC3986, trim };
            for text in ["a b", " a b\t", "\u{fc} ", " http://e/", "", "  ", "http://[/ "] {
                let mut out = Vec::new();
                let applied = verb.apply(text.as_bytes(), &mut out);
                let edits = verb.edits(text.as_bytes()).expect("clean has edits");
                match (applied, edits) {
                    (Ok(changed), Ok(all)) => {
                        let want = edits::apply(text.as_bytes(), &all);
                        assert_eq!(changed, !all.is_empty());
                        assert_eq!(if changed { &out } else { text.as_bytes() }, want);
                    }
                    (applied, edits) => assert_eq!(applied.err(), edits.err(), "{text:?}"),
                }
            }
        }
    }
}
