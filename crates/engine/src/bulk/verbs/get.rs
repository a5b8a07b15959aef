//! Verb `get`: the fields of a URI that a format names.

use crate::base::error::Result;
use crate::bulk::verbs::clean_first::{CleanFirst, host_as_path};
use crate::bulk::verbs::format::{Absent, Format};
use crate::bulk::verbs::schemed::schemed;
use crate::bulk::verbs::verb::{
    ArgumentResult, Arguments, Facts, RefusedArgument, Suspecting, Verb, Work,
};

struct Get {
    format: Format,
    taken: CleanFirst,
    suspect: Option<Suspecting>,
}

pub(super) fn make(arguments: &dyn Arguments) -> ArgumentResult {
    let text = arguments.word("format")?.unwrap_or_default();
    let mut format = Format::new(&text).map_err(|error| RefusedArgument::Text(text, error))?;
    format.absent = match arguments.word("absent")? {
        _ if arguments.flag("require") => Absent::Fails,
        Some(text) => Absent::Is(text.into_bytes()),
        None => Absent::FailsWithoutHost,
    };
    format.errors = arguments.errors()?;
    format.repertoire = arguments.repertoire()?;
    let taken = CleanFirst::of(arguments);
    schemed(
        arguments,
        taken.trim,
        Work::text(Get { format, taken, suspect: host_as_path(arguments)? })?,
    )
}

impl Verb for Get {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        self.taken.legal(record, |text| self.format.apply(text, out).map(|()| true))
    }

    fn facts(&self) -> Facts {
        Facts { suspect: self.suspect, ..Facts::default() }
    }
}
