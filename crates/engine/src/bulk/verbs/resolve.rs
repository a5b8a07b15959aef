//! Verb `resolve`: what a reference means where a base is.

use std::borrow::Cow;

use crate::base::error::Result;
use crate::bulk::lines::record::unless_same;
use crate::bulk::verbs::compare::halves;
use crate::bulk::verbs::taken::Taken;
use crate::bulk::verbs::verb::{Arguments, Made, Refused, Row, Verb, Work};
use crate::clean::{clean, profiles};
use crate::syntax::resolve;
use crate::uri;

pub(super) const ROW: Row = Row { lines: Some(make), ..Row::of("resolve") };

struct Resolve {
    /// The base; none where each record begins with its own.
    base: Option<Vec<u8>>,
    /// Is a scheme a scheme, though it is the base's?
    strict: bool,
    taken: Taken,
}

fn make(arguments: &dyn Arguments) -> Made {
    let base = match arguments.word("base")? {
        None => None,
        // A legal URI reference, or cleaned.
        Some(said) => {
            let legal = if arguments.flag("clean") {
                clean(said.as_bytes(), profiles::RFC3986).map(Cow::into_owned)
            } else {
                uri::check(said.as_bytes()).map(|()| said.as_bytes().to_vec())
            };
            Some(legal.map_err(|error| Refused::Text(said, error))?)
        }
    };
    Work::text(Resolve { base, strict: !arguments.flag("loose"), taken: Taken::of(arguments) })
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
