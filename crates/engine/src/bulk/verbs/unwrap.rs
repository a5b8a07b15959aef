//! Verb `unwrap`: the target inside a link of a redirect, without a request.

use std::borrow::Cow;

use crate::base::error::Result;
use crate::bulk::columns::values::Shape;
use crate::bulk::lines::record::inner;
use crate::bulk::verbs::taken::Record;
use crate::bulk::verbs::verb::{Arguments, Details, Function, Made, Row, Verb, Work};
use crate::uri::unwrap;

pub(super) const ROW: Row =
    Row { parameters: &["generic"], lines: Some(make), column: Some(make), ..Row::of("unwrap") };

pub(super) const UNWRAP: Function = Function { name: "unwrap", make };

pub(super) const UNWRAPS: Function = Function { name: "unwraps", make: chain };

fn make(arguments: &dyn Arguments) -> Made {
    Work::text(Unwrap { generic: arguments.flag("generic"), record: Record::of(arguments) })
}

fn chain(arguments: &dyn Arguments) -> Made {
    let generic = arguments.flag("generic");
    Work::find(&Shape::List(&Shape::Text), move |text, found| {
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
