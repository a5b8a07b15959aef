//! Verbs on records: what each verb does to one record of a file.

pub mod compare;
pub mod description;
pub mod format;
pub mod json_text;
pub mod report;
pub mod uri;

use std::borrow::Cow;
use std::ops::Range;

use crate::base::error::Result;
use crate::bulk::lines::record::{inner, trimmed, unless_same};
use crate::bulk::lines::untouched::Idle;
use crate::bulk::verbs::uri::Whole;
use crate::clean;
use crate::clean::edit::{self, Edit, Why};
use crate::clean::edits::{self, Encodings};
use crate::clean::profile::Profile;
use crate::clean::profiles;
use crate::codec::encodings::charset::{Charset, Known};
use crate::codec::encodings::decode::Called;
use crate::codec::form;
use crate::codec::log_formats::Field;
use crate::codec::logs;
use crate::codec::percent::{self, Encoder, Errors};
use crate::show;
use crate::show::display::View;
use crate::show::layout::Shown;
use superuri_kernels::set::NonAscii;

/// A verb with its options.
pub enum Verb {
    /// Percent-encode a component.
    Encode {
        /// By which set.
        encoder: Box<Encoder>,
        /// The encoding of its octets, if that is not UTF-8.
        encoding: Option<Called>,
    },
    /// Undo one level of percent-encoding.
    Decode {
        /// What becomes of what is malformed, or no text.
        errors: Errors,
        /// What the record is.
        reading: Reading,
    },
    /// Write a name or value of a form.
    FormEncode(Option<Called>),
    /// Read a name or value of a form.
    FormDecode {
        /// What becomes of what is malformed, or no text.
        errors: Errors,
        /// The encoding of its octets, if that is not UTF-8.
        encoding: Option<Called>,
    },
    /// Percent-encode what may not stand in a URI.
    Clean {
        /// By which rules.
        profile: &'static Profile,
        /// Is ASCII white space around the record stripped first?
        trim: bool,
        /// The encoding of its text, if that is not UTF-8; for a page, that of the query alone.
        encoding: Option<Known>,
    },
    /// Show a URI to a human.
    Pretty {
        /// By which profile and policies.
        view: Box<View>,
        /// Is ASCII white space around the record stripped first?
        trim: bool,
    },
    /// What is done to whole URIs, taken apart.
    Whole(Whole),
}

/// What a record is that is decoded.
pub enum Reading {
    /// Text in UTF-8.
    Utf8,
    /// Text whose escapes are in another encoding.
    Called(Called),
    /// What a log has written.
    Log(&'static Field),
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
            Self::Encode { encoder, encoding: None } => {
                Ok(percent::encode_onto(record, encoder, out))
            }
            Self::Encode { encoder, encoding: Some(called) } => {
                // What is no text is octets already.
                let Ok(text) = std::str::from_utf8(record) else {
                    return Ok(percent::encode_onto(record, encoder, out));
                };
                let octets = called.octets(text)?;
                if text.is_ascii() && octets == record {
                    return Ok(percent::encode_onto(record, encoder, out));
                }
                let all = Encoder::new(encoder.set().non_ascii(NonAscii::Encoded));
                Ok(unless_same(&percent::encode(&octets, &all), record, out))
            }
            Self::Decode { errors, reading } => {
                let decoded = match reading {
                    Reading::Utf8 => percent::decode(record, *errors)?,
                    Reading::Called(called) => {
                        Cow::Owned(called.decode_text(record, *errors)?.into_bytes())
                    }
                    Reading::Log(field) => Cow::Owned(logs::decode(record, field, *errors)?),
                };
                Ok(matches!(decoded, Cow::Owned(_)) && unless_same(&decoded, record, out))
            }
            Self::FormEncode(encoding) => {
                // What is no text is octets already.
                let text = |called| Some((called, std::str::from_utf8(record).ok()?));
                let octets = match encoding.as_ref().and_then(text) {
                    Some((called, text)) => Cow::Owned(called.octets(text)?),
                    None => Cow::Borrowed(record),
                };
                if *octets == *record && form::is_idle(record) {
                    return Ok(false);
                }
                form::encode_onto(&octets, out);
                Ok(true)
            }
            Self::FormDecode { errors, encoding } => {
                let decoded = match encoding {
                    None => form::decode(record, *errors)?,
                    Some(called) => form::decode_in(record, called, *errors)?,
                };
                Ok(matches!(decoded, Cow::Owned(_)) && unless_same(&decoded, record, out))
            }
            Self::Clean { encoding: Some(_), .. } => {
                let edits = self.edits(record).transpose()?.unwrap_or_default();
                Ok(!edits.is_empty() && unless_same(&edit::apply(record, &edits), record, out))
            }
            Self::Clean { profile, trim, encoding: None } => {
                trimmed(record, *trim, out, |inner, out| clean::onto(inner, profile, out))
            }
            Self::Pretty { view, trim } => trimmed(record, *trim, out, |inner, out| {
                Ok(match show::pretty(inner, view)? {
                    Cow::Owned(shown) => {
                        out.extend_from_slice(&shown);
                        true
                    }
                    Cow::Borrowed(_) => false,
                })
            }),
            Self::Whole(whole) => whole.apply(record, out),
        }
    }

    /// When this verb does nothing to a record, if a look tells.
    #[must_use]
    pub fn idle(&self) -> Option<Idle> {
        match self {
            // What is legal has no white space around it.
            Self::Clean { profile, encoding: None, .. }
                if std::ptr::eq(*profile, profiles::RFC3986) =>
            {
                Some(Idle::Legal)
            }
            Self::Whole(whole) => whole.idle(),
            _ => None,
        }
    }

    /// The same, of a verb that is done to whole URIs.
    #[must_use]
    pub fn whole(&self) -> Option<&Whole> {
        if let Self::Whole(whole) = self { Some(whole) } else { None }
    }

    /// What [`Verb::apply`] shows and why, of a verb that shows; offsets are those of the record.
    ///
    /// # Errors
    ///
    /// As `apply`.
    #[must_use]
    pub fn shown(&self, record: &[u8]) -> Option<Result<Shown>> {
        let Self::Pretty { view, trim } = self else { return None };
        let (inner, lead) = inner(record, *trim);
        Some(match show::shown(inner, view) {
            Ok(mut shown) => {
                for span in &mut shown.spans {
                    span.source = span.source.start + lead..span.source.end + lead;
                }
                Ok(shown)
            }
            Err(error) => Err(error.shifted(lead)),
        })
    }

    /// What [`Verb::apply`] replaces, of a verb that can say why.
    ///
    /// # Errors
    ///
    /// As `apply`.
    #[must_use]
    pub fn edits(&self, record: &[u8]) -> Option<Result<Vec<Edit>>> {
        let mut edits = Vec::new();
        let done = self.each_edit(record, &mut |edit| edits.push(edit))?;
        Some(done.map(|()| edits))
    }

    /// The same, one by one to whoever takes them; what fails may have put some before.
    ///
    /// # Errors
    ///
    /// As `apply`.
    #[must_use]
    pub fn each_edit(&self, record: &[u8], put: &mut dyn FnMut(Edit)) -> Option<Result<()>> {
        let Self::Clean { profile, trim, encoding } = self else { return None };
        let charset = encoding.filter(|_| std::str::from_utf8(record).is_ok());
        let query = charset.map(Charset::Known);
        let text = query.filter(|_| !profile.numeric_references);
        let encodings = Encodings { text, query };
        let (inner, lead) = inner(record, *trim);
        let trimmed = |at: Range<usize>, put: &mut dyn FnMut(Edit)| {
            if !at.is_empty() {
                put(Edit { at, with: Cow::Borrowed(b""), why: Why::Trim });
            }
        };
        trimmed(0..lead, put);
        let done = edits::one_by_one(inner, profile, encodings, &mut |edit| {
            put(Edit { at: edit.at.start + lead..edit.at.end + lead, ..edit });
        });
        trimmed(lead + inner.len()..record.len(), put);
        Some(done.map_err(|error| error.shifted(lead)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_say_what_apply_does() {
        for trim in [false, true] {
            let verb = Verb::Clean { profile: profiles::RFC3986, trim, encoding: None };
            for text in ["a b", " a b\t", "\u{fc} ", " http://e/", "", "  ", "http://[/ "] {
                let mut out = Vec::new();
                let applied = verb.apply(text.as_bytes(), &mut out);
                let edits = verb.edits(text.as_bytes()).expect("clean has edits");
                match (applied, edits) {
                    (Ok(changed), Ok(all)) => {
                        let want = edit::apply(text.as_bytes(), &all);
                        assert_eq!(changed, !all.is_empty());
                        assert_eq!(if changed { &out } else { text.as_bytes() }, want);
                    }
                    (applied, edits) => assert_eq!(applied.err(), edits.err(), "{text:?}"),
                }
            }
        }
    }
}
