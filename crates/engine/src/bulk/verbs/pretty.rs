//! Verb `pretty`: a URI shown to a human.

use std::borrow::Cow;

use crate::base::error::Result;
use crate::bulk::lines::record::{inner, trimmed};
use crate::bulk::verbs::verb::{ArgumentResult, Arguments, Details, Verb, Work};
use crate::show;
use crate::show::display::View;

struct Pretty {
    view: View,
    trim: bool,
}

pub(super) fn make(arguments: &dyn Arguments) -> ArgumentResult {
    Work::text(Pretty { view: arguments.view()?, trim: arguments.flag("trim") })
}

impl Verb for Pretty {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        trimmed(record, self.trim, out, |inner, out| {
            Ok(match show::pretty(inner, &self.view)? {
                Cow::Owned(shown) => {
                    out.extend_from_slice(&shown);
                    true
                }
                Cow::Borrowed(_) => false,
            })
        })
    }

    fn details<'a>(&'a self, record: &'a [u8]) -> Result<Details<'a>> {
        let (inner, lead) = inner(record, self.trim);
        let mut shown = show::shown(inner, &self.view).map_err(|error| error.shifted(lead))?;
        for span in &mut shown.spans {
            span.source = span.source.start + lead..span.source.end + lead;
        }
        Ok(Details::Spans(shown))
    }
}
