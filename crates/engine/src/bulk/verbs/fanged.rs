//! Verbs `refang` and `defang`: a URL that was written so that nobody opens it, and the way back.

use std::borrow::Cow;

use crate::base::error::Result;
use crate::bulk::verbs::verb::{ArgumentResult, Arguments, Details, Verb, Work};
use crate::bulk::{lines::record::inner, verbs::clean_first::Record};
use crate::clean::{edit::Edit, fanged};

pub(super) fn refang(arguments: &dyn Arguments) -> ArgumentResult {
    Work::text(Refang(Record::of(arguments)))
}

pub(super) fn defang(arguments: &dyn Arguments) -> ArgumentResult {
    Work::text(Defang(Record::of(arguments)))
}

struct Refang(Record);

impl Verb for Refang {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        self.0.apply(record, out, |inner, out| Ok(appended(fanged::refang(inner), out)))
    }

    fn details<'a>(&'a self, record: &'a [u8]) -> Result<Details<'a>> {
        let (inner, lead) = inner(record, self.0.trim);
        Ok(Details::Edits(Box::new(move |put| {
            fanged::for_each_edit(inner, &mut |edit| {
                put(Edit { at: edit.at.start + lead..edit.at.end + lead, ..edit });
            });
            Ok(())
        })))
    }
}

struct Defang(Record);

impl Verb for Defang {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        self.0.apply(record, out, |inner, out| Ok(appended(fanged::defang(inner)?, out)))
    }
}

/// Appends the result and returns true, if it is a new text.
fn appended(result: Cow<'_, [u8]>, out: &mut Vec<u8>) -> bool {
    let Cow::Owned(result) = result else { return false };
    out.extend_from_slice(&result);
    true
}
