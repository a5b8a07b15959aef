//! Taking: how a record becomes the legal URI reference that a verb is done to.

use std::borrow::Cow;

use crate::base::error::{Error, Result};
use crate::bulk::lines::record::inner;
use crate::bulk::verbs::verb::Arguments;
use crate::clean::{clean, profiles};
use crate::uri;

/// How a record becomes a legal URI reference.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    /// Is ASCII white space around it stripped first?
    pub(super) trim: bool,
    /// Is it cleaned? Otherwise what is not legal is refused.
    clean: bool,
}

impl Taken {
    /// As the arguments say.
    pub(super) fn of(arguments: &dyn Arguments) -> Self {
        Self { trim: arguments.flag("trim"), clean: arguments.flag("clean") }
    }

    /// Hands the legal URI reference over that the record is.
    ///
    /// # Errors
    /// As [`uri::check`] or [`clean`], and those of `then`. The spans are the record's: a failure of
    /// `then` is at the whole of what was cleaned.
    pub(super) fn legal<T>(
        self,
        record: &[u8],
        then: impl FnOnce(&[u8]) -> Result<T>,
    ) -> Result<T> {
        let (inner, lead) = inner(record, self.trim);
        let legal = if self.clean {
            clean(inner, profiles::RFC3986)
        } else {
            uri::check(inner).map(|()| Cow::Borrowed(inner))
        };
        let legal = legal.map_err(|error| error.shifted(lead))?;
        then(&legal).map_err(|error| match legal {
            Cow::Borrowed(_) => error.shifted(lead),
            Cow::Owned(_) => Box::new(Error { at: lead..lead + inner.len(), ..*error }),
        })
    }
}
