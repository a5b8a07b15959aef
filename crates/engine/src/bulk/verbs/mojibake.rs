//! Function `repair_mojibake`: UTF-8 that was read as windows-1252 and written as UTF-8 again.

use crate::base::error::Result;
use crate::bulk::verbs::verb::{ArgumentResult, Arguments, Verb, Work};
use crate::codec::encodings::{mojibake, not_utf8};

pub(super) fn repair(_: &dyn Arguments) -> ArgumentResult {
    Work::text(Repair)
}

struct Repair;

impl Verb for Repair {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        if simdutf8::basic::from_utf8(record).is_err() {
            return Err(not_utf8::of_raw(record));
        }
        let repaired = mojibake::repair(record);
        out.extend_from_slice(repaired.as_deref().unwrap_or_default());
        Ok(repaired.is_some())
    }
}
