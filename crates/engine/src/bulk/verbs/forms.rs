//! Verbs `form encode` and `form decode`: a name or value of a form.

use std::borrow::Cow;

use crate::base::{error::Result, sets::whatwg};
use crate::bulk::verbs::verb::{
    ArgumentResult, Arguments, AtOnce, Facts, RefusedArgument, Verb, Work,
};
use crate::bulk::{lines::record::unless_same, verbs::encode::of_text, verbs::within::within};
use crate::codec::{
    encodings::decode::NamedEncoding, encodings::reader::Reader, form, percent::Errors,
};

/// Encodes a name or value of a form, in this encoding if it is not UTF-8.
pub struct FormEncode(pub Option<NamedEncoding>);

/// Decodes a name or value of a form.
pub struct FormDecode {
    /// How malformed escapes and invalid text are handled.
    pub errors: Errors,
    /// The encoding of the octets, if it is not UTF-8.
    pub encoding: Option<Reader>,
}

pub(super) fn encode(arguments: &dyn Arguments) -> ArgumentResult {
    Work::text(FormEncode(of_text(arguments)?))
}

pub(super) fn decode(arguments: &dyn Arguments) -> ArgumentResult {
    let (errors, encoding) = (arguments.errors()?, arguments.reader()?);
    if encoding.is_some() && !arguments.is_text() {
        let hint = "form_decode of binaries reads UTF-8: cast the column to strings";
        return Err(RefusedArgument::Value(hint.into()));
    }
    let of_utf8 = encoding.is_none().then_some(errors);
    within(arguments, FormDecode { errors, encoding }, of_utf8)
}

impl Verb for FormEncode {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        // A record that is not valid text is octets already.
        let octets = match (&self.0, std::str::from_utf8(record)) {
            (Some(called), Ok(text)) => Cow::Owned(called.octets(text)?),
            _ => Cow::Borrowed(record),
        };
        if *octets == *record && form::is_noop(record) {
            return Ok(false);
        }
        form::encode_onto(&octets, out);
        Ok(true)
    }

    fn facts(&self) -> Facts {
        let set = whatwg::FORM.but(" ");
        let at_once = self.0.is_none().then_some(AtOnce::Encode { set, form: true });
        Facts { at_once, ..Facts::default() }
    }
}

impl Verb for FormDecode {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        let decoded = match &self.encoding {
            None => form::decode(record, self.errors)?,
            Some(reader) => form::decode_in(record, reader, self.errors)?,
        };
        Ok(matches!(decoded, Cow::Owned(_)) && unless_same(&decoded, record, out))
    }

    fn facts(&self) -> Facts {
        let utf8 = self.encoding.is_none();
        let at_once = utf8.then_some(AtOnce::Decode { errors: self.errors, form: true });
        Facts { at_once, ..Facts::default() }
    }
}
