//! Verb `normalize`: the normal form that equivalent URIs share.

use std::sync::Arc;

use crate::base::error::Result;
use crate::bulk::lines::record::{inner, trimmed};
use crate::bulk::verbs::verb::{
    ArgumentResult, Arguments, Details, Facts, Makes, RefusedArgument, Verb, Work, meant,
};
use crate::bulk::{lines::noop::NoopTest, verbs::schemed::schemed};
use crate::normal::tracking::{Trackers, Tracking};
use crate::normal::{self, Also, Level, steps};

struct Normalize {
    level: Level,
    also: Also<'static>,
    /// The table of `drop-tracking`, if it is the caller's.
    own: Option<Arc<Tracking>>,
    steps: StepReport,
    trim: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum StepReport {
    Omitted,
    Lines,
    Reported,
}

pub(super) fn make(arguments: &dyn Arguments) -> ArgumentResult {
    let trim = arguments.flag("trim");
    let also = also(arguments)?;
    let own = arguments.tracking()?;
    if own.is_some() && !also.drop_tracking {
        let needs = "tracking is the table of drop-tracking, which also does not name";
        return Err(RefusedArgument::Value(needs.to_owned()));
    }
    let steps = match (arguments.flag("explain"), arguments.json()) {
        (false, _) => StepReport::Omitted,
        (true, false) => StepReport::Lines,
        (true, true) => StepReport::Reported,
    };
    let verb = Normalize { level: level(arguments)?, also, own, steps, trim };
    schemed(arguments, trim, Work::text(verb)?)
}

/// At the highest level, without options.
#[must_use]
pub fn plainly(trim: bool) -> impl Verb {
    let (level, also) = (Level::Scheme, Also::default());
    Normalize { level, also, own: None, steps: StepReport::Omitted, trim }
}

pub(super) fn also(arguments: &dyn Arguments) -> ArgumentResult<Also<'static>> {
    let mut also = Also::default();
    for word in arguments.words("also")? {
        *meant("also", &word, &Also::NAMES)?(&mut also) = true;
    }
    Ok(also)
}

pub(super) fn level(arguments: &dyn Arguments) -> ArgumentResult<Level> {
    Ok(arguments.one_of("level", &Level::NAMES)?.unwrap_or(Level::Scheme))
}

impl Normalize {
    fn also(&self) -> Also<'_> {
        match &self.own {
            Some(own) => Also { trackers: Trackers::Own(own), ..self.also },
            None => self.also,
        }
    }
}

impl Verb for Normalize {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        if self.steps == StepReport::Lines {
            let (inner, lead) = inner(record, self.trim);
            let steps = steps::steps(inner, self.level, self.also());
            steps::lines(inner, &steps.map_err(|error| error.shifted(lead))?, out);
            return Ok(true);
        }
        trimmed(record, self.trim, out, |inner, out| {
            normal::normalize_into(inner, self.level, self.also(), out)
        })
    }

    fn facts(&self) -> Facts {
        let plain = self.also == Also::default() && self.steps == StepReport::Omitted;
        let makes = if self.steps == StepReport::Lines { Makes::Lines } else { Makes::Text };
        Facts { makes, noop: plain.then_some(NoopTest::Normal), ..Facts::default() }
    }

    fn details<'a>(&'a self, record: &'a [u8]) -> Result<Details<'a>> {
        if self.steps != StepReport::Reported {
            return Ok(Details::None);
        }
        let (inner, lead) = inner(record, self.trim);
        let steps = steps::steps(inner, self.level, self.also());
        steps.map(Details::Steps).map_err(|error| error.shifted(lead))
    }
}
