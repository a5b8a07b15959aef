//! Verbs `decode` and `decode_bytes`: one level of percent-encoding undone.

use std::borrow::Cow;

use crate::base::error::Result;
use crate::base::sets;
use crate::bulk::lines::record::unless_same;
use crate::bulk::verbs::verb::{
    ArgumentResult, Arguments, AtOnce, Facts, Makes, RefusedArgument, Verb, VerbRow, Work,
};
use crate::bulk::verbs::within::within;
use crate::codec::encodings::reader::Reader;
use crate::codec::log_formats::LogField;
use crate::codec::logs;
use crate::codec::own_escapes;
use crate::codec::percent::{self, Errors};

pub(super) const ROW: VerbRow = VerbRow {
    parameters: &["encoding", "errors", "repertoire"],
    lines: Some(make),
    column: Some(make),
    ..VerbRow::of("decode")
};

pub(super) const OF_BYTES: VerbRow = VerbRow {
    parameters: &["errors"],
    column: Some(|arguments| Work::text(DecodeBytes(arguments.errors()?))),
    ..VerbRow::of("decode_bytes")
};

struct Decode {
    errors: Errors,
    reading: RecordDecoding,
}

/// How a record is read.
enum RecordDecoding {
    /// Text in UTF-8.
    Utf8,
    /// Text whose escapes are in another encoding.
    Escapes(Reader),
    /// Octets of another encoding, escaped or not.
    Octets(Reader),
    /// A field as a log writes it.
    Log(&'static LogField),
    /// A value of VCF.
    Vcf,
}

fn make(arguments: &dyn Arguments) -> ArgumentResult {
    let errors = arguments.errors()?;
    let from = arguments.word("from")?.unwrap_or_default();
    let log = logs::format(&from).and_then(|format| format.field(None));
    let reading = match (log, arguments.reader()?) {
        (Some(field), None) => RecordDecoding::Log(field),
        (None, None) if from.is_empty() => RecordDecoding::Utf8,
        (None, None) if from == "vcf" => RecordDecoding::Vcf,
        (None, Some(reader)) if from.is_empty() && arguments.is_text() => {
            RecordDecoding::Escapes(reader)
        }
        (None, Some(reader)) if from.is_empty() => RecordDecoding::Octets(reader),
        _ => return Err(RefusedArgument::Unknown("log", from)),
    };
    let of_utf8 = matches!(reading, RecordDecoding::Utf8).then_some(errors);
    within(arguments, Decode { errors, reading }, of_utf8)
}

/// Decodes into UTF-8.
#[must_use]
pub fn into_utf8(errors: Errors) -> impl Verb {
    Decode { errors, reading: RecordDecoding::Utf8 }
}

impl Verb for Decode {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        let errors = self.errors;
        let decoded = match &self.reading {
            RecordDecoding::Utf8 => percent::decode(record, errors)?,
            RecordDecoding::Escapes(reader) => {
                Cow::Owned(reader.decode_text(record, errors)?.into_bytes())
            }
            RecordDecoding::Octets(reader) => {
                Cow::Owned(reader.decode(record, errors)?.into_bytes())
            }
            RecordDecoding::Log(field) => Cow::Owned(logs::decode(record, field, errors)?),
            RecordDecoding::Vcf => Cow::Owned(own_escapes::decode_only(record, sets::vcf::VALUE)),
        };
        Ok(matches!(decoded, Cow::Owned(_)) && unless_same(&decoded, record, out))
    }

    fn facts(&self) -> Facts {
        let utf8 = matches!(self.reading, RecordDecoding::Utf8);
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
