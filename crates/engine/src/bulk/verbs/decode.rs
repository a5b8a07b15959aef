//! Verbs `decode` and `decode_bytes`: one level of percent-encoding undone.

use std::borrow::Cow;

use crate::base::error::Result;
use crate::bulk::lines::record::unless_same;
use crate::bulk::verbs::verb::{Arguments, AtOnce, Facts, Made, Makes, Refused, Row, Verb, Work};
use crate::bulk::verbs::within::within;
use crate::codec::encodings::reader::Reader;
use crate::codec::log_formats::Field;
use crate::codec::logs;
use crate::codec::percent::{self, Errors};

pub(super) const ROW: Row = Row {
    parameters: &["encoding", "errors", "repertoire"],
    lines: Some(make),
    column: Some(make),
    ..Row::of("decode")
};

pub(super) const OF_BYTES: Row = Row {
    parameters: &["errors"],
    column: Some(|arguments| Work::text(DecodeBytes(arguments.errors()?))),
    ..Row::of("decode_bytes")
};

struct Decode {
    errors: Errors,
    reading: Reading,
}

/// How a record is read.
enum Reading {
    /// Text in UTF-8.
    Utf8,
    /// Text whose escapes are in another encoding.
    Escapes(Reader),
    /// Octets of another encoding, escaped or not.
    Octets(Reader),
    /// A field as a log writes it.
    Log(&'static Field),
}

fn make(arguments: &dyn Arguments) -> Made {
    let errors = arguments.errors()?;
    let from = arguments.word("from")?.unwrap_or_default();
    let log = logs::format(&from).and_then(|format| format.field(None));
    let reading = match (log, arguments.reader()?) {
        (Some(field), None) => Reading::Log(field),
        (None, None) if from.is_empty() => Reading::Utf8,
        (None, Some(reader)) if from.is_empty() && arguments.is_text() => Reading::Escapes(reader),
        (None, Some(reader)) if from.is_empty() => Reading::Octets(reader),
        _ => return Err(Refused::Unknown("log", from)),
    };
    let of_utf8 = matches!(reading, Reading::Utf8).then_some(errors);
    within(arguments, Decode { errors, reading }, of_utf8)
}

/// Decodes into UTF-8.
#[must_use]
pub fn into_utf8(errors: Errors) -> impl Verb {
    Decode { errors, reading: Reading::Utf8 }
}

impl Verb for Decode {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        let errors = self.errors;
        let decoded = match &self.reading {
            Reading::Utf8 => percent::decode(record, errors)?,
            Reading::Escapes(reader) => {
                Cow::Owned(reader.decode_text(record, errors)?.into_bytes())
            }
            Reading::Octets(reader) => Cow::Owned(reader.decode(record, errors)?.into_bytes()),
            Reading::Log(field) => Cow::Owned(logs::decode(record, field, errors)?),
        };
        Ok(matches!(decoded, Cow::Owned(_)) && unless_same(&decoded, record, out))
    }

    fn facts(&self) -> Facts {
        let utf8 = matches!(self.reading, Reading::Utf8);
        let at_once = utf8.then_some(AtOnce::Decode { errors: self.errors, form: false });
        Facts { at_once, ..Facts::default() }
    }
}

struct DecodeBytes(Errors);

impl Verb for DecodeBytes {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        Ok(unless_same(&percent::decode_bytes(record, self.0)?, record, out))
    }

    fn facts(&self) -> Facts {
        Facts { makes: Makes::Octets, ..Facts::default() }
    }
}
