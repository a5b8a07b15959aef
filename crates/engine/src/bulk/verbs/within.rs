//! Within: a decoder that refuses characters outside a repertoire.

use crate::base::error::Result;
use crate::bulk::verbs::verb::{ArgumentResult, Arguments, Verb, Work};
use crate::codec::{encodings::decode::NamedEncoding, percent::Errors};

struct Within {
    decoder: Box<dyn Verb>,
    repertoire: NamedEncoding,
    /// The error policy of a decoder of UTF-8, for which the place of a character is known.
    errors: Option<Errors>,
}

/// The decoder, restricted to the repertoire of these arguments if they have one.
pub(super) fn within(
    arguments: &dyn Arguments,
    decoder: impl Verb + 'static,
    errors: Option<Errors>,
) -> ArgumentResult {
    match arguments.repertoire()? {
        None => Work::text(decoder),
        Some(repertoire) => Work::text(Within { decoder: Box::new(decoder), repertoire, errors }),
    }
}

impl Verb for Within {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        let start = out.len();
        let changed = self.decoder.apply(record, out)?;
        let decoded = if changed { &out[start..] } else { record };
        self.repertoire.check(decoded, record, self.errors)?;
        Ok(changed)
    }
}
