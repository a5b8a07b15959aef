//! Verbs `decode` and `decode_bytes`: one level of percent-encoding undone.

use std::{borrow::Cow, collections::HashMap};

use crate::base::{error::Result, sets};
use crate::bulk::verbs::verb::{
    ArgumentResult, Arguments, AtOnce, Facts, Makes, RefusedArgument, Verb, Work,
};
use crate::bulk::{lines::record::unless_same, verbs::json_text, verbs::within::within};
use crate::codec::percent::{self, Errors};
use crate::codec::{encodings::reader::Reader, log_formats::LogField, logs, own_escapes};

struct Decode {
    errors: Errors,
    reading: RecordDecoding,
}

enum RecordDecoding {
    /// Text in UTF-8.
    Utf8,
    /// Text whose escapes are in another encoding.
    Escapes(Reader),
    /// Octets of another encoding, escaped or not.
    Octets(Reader),
    /// A field as a log writes it.
    Log(&'static LogField),
    /// Column 9 of GFF3.
    Gff3,
    Vcf,
}

pub(super) fn make(arguments: &dyn Arguments) -> ArgumentResult {
    let errors = arguments.errors()?;
    let from = arguments.word("from")?.unwrap_or_default();
    let log = logs::format(&from).and_then(|format| format.field(None));
    let reading = match (log, arguments.reader()?) {
        (Some(field), None) => RecordDecoding::Log(field),
        (None, None) if from.is_empty() => RecordDecoding::Utf8,
        (None, None) if from == "gff3" => RecordDecoding::Gff3,
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
            RecordDecoding::Gff3 => Cow::Owned(attributes(record, errors)?),
            RecordDecoding::Vcf => Cow::Owned(own_escapes::decode_only(record, sets::vcf::VALUE)),
        };
        Ok(matches!(decoded, Cow::Owned(_)) && unless_same(&decoded, record, out))
    }

    fn facts(&self) -> Facts {
        let utf8 = matches!(self.reading, RecordDecoding::Utf8);
        let at_once = utf8.then_some(AtOnce::Decode { errors: self.errors, form: false });
        let gff3 = matches!(self.reading, RecordDecoding::Gff3);
        let makes = if gff3 { Makes::Json } else { Makes::Text };
        Facts { makes, at_once, ..Facts::default() }
    }
}

/// The attributes of column 9 as a JSON object: each tag and its values, divided before they are
/// decoded (GFF3 1.26). A tag that occurs again adds its values.
fn attributes(record: &[u8], errors: Errors) -> Result<Vec<u8>> {
    let decoded = |at: usize, part| match percent::decode(part, errors) {
        Ok(text) => Ok(String::from_utf8_lossy(&text).into_owned()),
        Err(error) => Err(error.shifted(at)),
    };
    let (mut tags, mut places) = (Vec::<(String, Vec<String>)>::new(), HashMap::new());
    let mut next = 0;
    for part in record.split(|&byte| byte == b';') {
        let is_space = |byte: &&u8| **byte == b' ';
        let start = next + part.iter().take_while(is_space).count();
        let end = next + part.len() - part.iter().rev().take_while(is_space).count();
        next += part.len() + 1;
        let part = record.get(start..end).unwrap_or_default();
        if part.is_empty() || record == b"." {
            continue;
        }
        let equals = memchr::memchr(b'=', part);
        let tag = decoded(start, &part[..equals.unwrap_or(part.len())])?;
        let place = *places.entry(tag.clone()).or_insert(tags.len());
        if place == tags.len() {
            tags.push((tag, Vec::new()));
        }
        let mut begin = equals.map_or(part.len(), |equals| equals + 1);
        for value in equals.iter().flat_map(|equals| part[equals + 1..].split(|&b| b == b',')) {
            tags[place].1.push(decoded(start + begin, value)?);
            begin += value.len() + 1;
        }
    }
    let mut out = b"{".to_vec();
    for (n, (tag, values)) in tags.iter().enumerate() {
        out.extend_from_slice(if n > 0 { b", " } else { b"" });
        json_text::string(&mut out, tag);
        out.extend_from_slice(b": ");
        json_text::strings(&mut out, values.iter().map(String::as_str));
    }
    out.push(b'}');
    Ok(out)
}

pub(super) fn of_bytes(arguments: &dyn Arguments) -> ArgumentResult {
    Work::text(DecodeBytes(arguments.errors()?))
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
