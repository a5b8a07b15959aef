//! Clean first: how a record becomes the legal URI reference to which a verb is applied.

use std::borrow::Cow;

use crate::base::error::{Error, Result};
use crate::bulk::lines::record::{inner, trimmed};
use crate::bulk::verbs::verb::{ArgumentResult, Arguments, Suspecting};
use crate::clean::suspect::{Suspect, begins_with_host};
use crate::clean::{clean, profiles};
use crate::codec::encodings::not_utf8;
use crate::uri;

/// How a record becomes a legal URI reference.
#[derive(Clone, Copy)]
pub(super) struct CleanFirst {
    /// Whether ASCII white space around it is removed first.
    pub(super) trim: bool,
    /// Whether it is cleaned; otherwise an illegal record is an error.
    clean: bool,
}

impl CleanFirst {
    pub(super) fn of(arguments: &dyn Arguments) -> Self {
        Self { trim: arguments.flag("trim"), clean: arguments.flag("clean") }
    }

    /// Calls `then` with the legal URI reference that the record is, or is cleaned to.
    ///
    /// # Errors
    /// Those of [`uri::check`] or [`clean`], and those of `then`. The spans are relative to the
    /// record; for a record that cleaning changed, a failure of `then` spans the whole record.
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

/// How a record is taken as any text.
#[derive(Clone, Copy)]
pub(super) struct Record {
    /// Whether ASCII white space around it is removed first.
    pub(super) trim: bool,
    /// Whether octets have to be UTF-8, because the result is text.
    checked: bool,
}

impl Record {
    pub(super) fn of(arguments: &dyn Arguments) -> Self {
        Self { trim: arguments.flag("trim"), checked: !arguments.is_text() }
    }

    /// Applies `then` to the record; returns whether the result differs from it.
    ///
    /// # Errors
    /// Those of `then`; if octets are not valid UTF-8, as in decoding.
    pub(super) fn apply(
        self,
        record: &[u8],
        out: &mut Vec<u8>,
        then: impl Fn(&[u8], &mut Vec<u8>) -> Result<bool>,
    ) -> Result<bool> {
        if self.checked && simdutf8::basic::from_utf8(record).is_err() {
            return Err(not_utf8::of_raw(record));
        }
        trimmed(record, self.trim, out, then)
    }
}

/// For the facts of a verb that reads components: without a default scheme, a host without a scheme
/// is read as a path.
pub(super) fn host_as_path(arguments: &dyn Arguments) -> ArgumentResult<Option<Suspecting>> {
    let suspecting: Suspecting =
        |record, _| begins_with_host(record.trim_ascii()).then_some(Suspect::Host);
    Ok(arguments.default_scheme()?.is_none().then_some(suspecting))
}
