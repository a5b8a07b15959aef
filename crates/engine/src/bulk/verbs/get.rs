//! Verb `get`: the fields of a URI that a format names.

use crate::base::error::Result;
use crate::bulk::verbs::format::Format;
use crate::bulk::verbs::taken::{Taken, host_as_path};
use crate::bulk::verbs::verb::{Arguments, Facts, Made, Refused, Row, Verb, Work};

pub(super) const ROW: Row = Row { lines: Some(make), ..Row::of("get") };

struct Get {
    format: Format,
    taken: Taken,
}

fn make(arguments: &dyn Arguments) -> Made {
    let text = arguments.word("format")?.unwrap_or_default();
    let mut format = Format::new(&text).map_err(|error| Refused::Text(text, error))?;
    let absent = arguments.word("absent")?.unwrap_or_default().into_bytes();
    format.absent = (!arguments.flag("require")).then_some(absent);
    format.errors = arguments.errors()?;
    format.repertoire = arguments.repertoire()?;
    Work::text(Get { format, taken: Taken::of(arguments) })
}

impl Verb for Get {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        self.taken.legal(record, |text| self.format.apply(text, out).map(|()| true))
    }

    fn facts(&self) -> Facts {
        Facts { suspect: Some(host_as_path), ..Facts::default() }
    }
}
