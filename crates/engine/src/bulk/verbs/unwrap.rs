//! Verb `unwrap`: the target inside a link of a redirect, without a request.

use std::borrow::Cow;

use crate::base::error::Result;
use crate::bulk::verbs::verb::{ArgumentResult, Arguments, Details, Verb, Work};
use crate::bulk::{columns::values::ResultType, lines::record::inner, verbs::clean_first::Record};
use crate::uri::unwrap;

pub(super) fn make(arguments: &dyn Arguments) -> ArgumentResult {
    Work::text(Unwrap { generic: arguments.flag("generic"), record: Record::of(arguments) })
}

pub(super) fn chain(arguments: &dyn Arguments) -> ArgumentResult {
    let generic = arguments.flag("generic");
    Work::find(&ResultType::List(&ResultType::Text), move |text, found| {
        let steps = unwrap::steps(text, generic);
        found.push_list(|items| steps.iter().for_each(|step| items.push_text(&step.target)));
        Ok(())
    })
}

struct Unwrap {
    generic: bool,
    record: Record,
}

impl Verb for Unwrap {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        self.record.apply(record, out, |inner, out| {
            let Cow::Owned(target) = unwrap::unwrap(inner, self.generic) else { return Ok(false) };
            out.extend_from_slice(&target);
            Ok(true)
        })
    }

    fn details<'a>(&'a self, record: &'a [u8]) -> Result<Details<'a>> {
        Ok(Details::Chain(unwrap::steps(inner(record, self.record.trim).0, self.generic)))
    }
}
