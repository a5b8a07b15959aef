//! Verb `resolve`: references resolved against a base.

use std::borrow::Cow;

use crate::base::error::Result;
use crate::bulk::verbs::verb::{ArgumentResult, Arguments, RefusedArgument, Verb, Work};
use crate::bulk::{
    lines::record::unless_same, verbs::clean_first::CleanFirst, verbs::compare::halves,
};
use crate::clean::{clean, profiles};
use crate::syntax::resolve;
use crate::uri;

struct Resolve {
    /// The base; `None` if each record begins with its own.
    base: Option<Vec<u8>>,
    /// Whether a reference with the base's scheme counts as absolute, as in RFC 3986 section 5.2.2.
    strict: bool,
    taken: CleanFirst,
}

pub(super) fn make(arguments: &dyn Arguments) -> ArgumentResult {
    let base = match arguments.word("base")? {
        None => None,
        // Must be a legal URI reference, unless it is cleaned.
        Some(text) => {
            let legal = if arguments.flag("clean") {
                clean(text.as_bytes(), profiles::RFC3986).map(Cow::into_owned)
            } else {
                uri::check(text.as_bytes()).map(|()| text.as_bytes().to_vec())
            };
            Some(legal.map_err(|error| RefusedArgument::Text(text, error))?)
        }
    };
    Work::text(Resolve { base, strict: !arguments.flag("loose"), taken: CleanFirst::of(arguments) })
}

impl Verb for Resolve {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        if let Some(base) = &self.base {
            return self.taken.legal(record, |text| {
                Ok(unless_same(&resolve::resolve(base, text, self.strict), record, out))
            });
        }
        let ([base, reference], at) = halves(record)?;
        let base = self.taken.legal(base, |base| Ok(base.to_vec()))?;
        let resolved =
            self.taken.legal(reference, |text| Ok(resolve::resolve(&base, text, self.strict)));
        out.extend_from_slice(&resolved.map_err(|error| error.shifted(at))?);
        Ok(true)
    }
}
