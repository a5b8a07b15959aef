//! Verb `encode`: a component percent-encoded, in UTF-8 or another encoding.

use crate::base::error::Result;
use crate::bulk::lines::record::unless_same;
use crate::bulk::verbs::verb::{
    ArgumentResult, Arguments, AtOnce, Facts, RefusedArgument, Verb, Work,
};
use crate::codec::encodings::decode::NamedEncoding;
use crate::codec::percent::{self, Encoder};
use superuri_kernels::set::{NonAscii, Set};

struct Encode {
    encoder: Encoder,
    encoding: Option<NamedEncoding>,
}

pub(super) fn make(arguments: &dyn Arguments) -> ArgumentResult {
    Work::text(Encode { encoder: Encoder::new(arguments.set()?), encoding: of_text(arguments)? })
}

/// Encodes by this set, in UTF-8.
#[must_use]
pub fn by(set: Set) -> impl Verb {
    Encode { encoder: Encoder::new(set), encoding: None }
}

/// The encoding for text; octets have none, and one is refused for them.
pub(super) fn of_text(arguments: &dyn Arguments) -> ArgumentResult<Option<NamedEncoding>> {
    let encoding = arguments.encoding()?;
    if encoding.is_some() && !arguments.is_text() {
        let rule = "binaries are octets already: encoding= is for columns of strings";
        return Err(RefusedArgument::Type(rule.into()));
    }
    Ok(encoding)
}

impl Verb for Encode {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        // A record that is not valid text is octets already.
        let (Some(called), Ok(text)) = (&self.encoding, std::str::from_utf8(record)) else {
            return Ok(percent::encode_onto(record, &self.encoder, out));
        };
        let octets = called.octets(text)?;
        if text.is_ascii() && octets == record {
            return Ok(percent::encode_onto(record, &self.encoder, out));
        }
        let all = Encoder::new(self.encoder.set().non_ascii(NonAscii::Encoded));
        Ok(unless_same(&percent::encode(&octets, &all), record, out))
    }

    fn facts(&self) -> Facts {
        let set = self.encoder.set();
        let all = self.encoding.is_none() && set.rule() == NonAscii::Encoded;
        let at_once = all.then_some(AtOnce::Encode { set, form: false });
        Facts { at_once, ..Facts::default() }
    }
}
