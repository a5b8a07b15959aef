//! Verbs `normalize` and `key`: the normal form that equivalent URIs share, and its hash.

use std::borrow::Cow;

use crate::base::error::Result;
use crate::bulk::lines::record::{inner, trimmed};
use crate::bulk::lines::untouched::Idle;
use crate::bulk::verbs::schemed::schemed;
use crate::bulk::verbs::verb::{
    Arguments, Details, Facts, Function, Made, Makes, Refused, Row, Verb, Work, meant,
};
use crate::normal::keys::{self, Tables};
use crate::normal::steps;
use crate::normal::{self, Also, Level};

pub(super) const ROW: Row = Row {
    parameters: &["level", "also", "default_scheme"],
    lines: Some(make),
    column: Some(make),
    ..Row::of("normalize")
};

pub(super) const KEY: Row = Row {
    parameters: &["tables", "default_scheme"],
    column: Some(key),
    finds: true,
    ..Row::of("key")
};

struct Normalize {
    level: Level,
    also: Also,
    steps: Steps,
    trim: bool,
}

/// How the steps are reported.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Steps {
    /// Not at all.
    Omitted,
    /// As lines, which are the result.
    Lines,
    /// As a list in the report.
    Reported,
}

fn make(arguments: &dyn Arguments) -> Made {
    let trim = arguments.flag("trim");
    if arguments.flag("key") {
        let key = Work::text(Key { tables: keys::default(), json: arguments.json(), trim })?;
        return schemed(arguments, trim, key);
    }
    let also = also(arguments)?;
    let steps = match (arguments.flag("explain"), arguments.json()) {
        (false, _) => Steps::Omitted,
        (true, false) => Steps::Lines,
        (true, true) => Steps::Reported,
    };
    let verb = Normalize { level: level(arguments)?, also, steps, trim };
    schemed(arguments, trim, Work::text(verb)?)
}

/// At the highest level, without options.
#[must_use]
pub fn plainly(trim: bool) -> impl Verb {
    Normalize { level: Level::Scheme, also: Also::default(), steps: Steps::Omitted, trim }
}

/// The optional steps.
pub(super) fn also(arguments: &dyn Arguments) -> Made<Also> {
    let mut also = Also::default();
    for word in arguments.words("also")? {
        *meant("also", &word, &Also::NAMES)?(&mut also) = true;
    }
    Ok(also)
}

/// The level of equivalence.
pub(super) fn level(arguments: &dyn Arguments) -> Made<Level> {
    Ok(arguments.one_of("level", &Level::NAMES)?.unwrap_or(Level::Scheme))
}

impl Verb for Normalize {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        if self.steps == Steps::Lines {
            let (inner, lead) = inner(record, self.trim);
            let steps = steps::steps(inner, self.level, self.also);
            steps::lines(inner, &steps.map_err(|error| error.shifted(lead))?, out);
            return Ok(true);
        }
        trimmed(record, self.trim, out, |inner, out| {
            normal::onto(inner, self.level, self.also, out)
        })
    }

    fn facts(&self) -> Facts {
        let plain = self.also == Also::default() && self.steps == Steps::Omitted;
        let makes = if self.steps == Steps::Lines { Makes::Lines } else { Makes::Text };
        Facts { makes, idle: plain.then_some(Idle::Normal), ..Facts::default() }
    }

    fn details<'a>(&'a self, record: &'a [u8]) -> Result<Details<'a>> {
        if self.steps != Steps::Reported {
            return Ok(Details::None);
        }
        let (inner, lead) = inner(record, self.trim);
        let steps = steps::steps(inner, self.level, self.also);
        steps.map(Details::Steps).map_err(|error| error.shifted(lead))
    }
}

/// The key of a URI in hex, a tab, and the URI as it was; in a report, the key alone.
struct Key {
    tables: &'static Tables,
    json: bool,
    trim: bool,
}

impl Verb for Key {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        let (inner, lead) = inner(record, self.trim);
        let key = keys::key(inner, self.tables).map_err(|error| error.shifted(lead))?;
        for octet in key {
            out.extend([octet >> 4, octet & 15].map(|n| b"0123456789abcdef"[usize::from(n)]));
        }
        if !self.json {
            out.push(b'\t');
            out.extend_from_slice(inner);
        }
        Ok(true)
    }

    fn facts(&self) -> Facts {
        Facts { known_by: 2 * keys::LEN, ..Facts::default() }
    }
}

fn key(arguments: &dyn Arguments) -> Made {
    let name = arguments.word("tables")?;
    let name = name.as_deref().unwrap_or(keys::DEFAULT);
    let known = || keys::TABLES.iter().map(|row| row.name).collect();
    let tables =
        keys::tables(name).ok_or_else(|| Refused::NoneOf("tables", name.to_owned(), known()))?;
    let work = Work::FindText {
        octets: true,
        find: Box::new(move |text| Ok(Some(Cow::Owned(keys::key(text, tables)?.into())))),
        keys: Some(tables),
    };
    schemed(arguments, false, work)
}

pub(super) const KEY_OF: Function = Function { name: "key", make: key };
