//! Job: what lines and rows have in common: the verb, the handling of failures, how often the
//! caller can stop it.

use std::time::Duration;

use crate::base::error::Result;

/// The caller can stop the job about this often.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// Applies a verb to one record: appends the result and returns true, or appends nothing and
/// returns false if the record stays as it is, or returns what is wrong.
pub type Apply<'a> = dyn Fn(&[u8], &mut Vec<u8>) -> Result<bool> + Sync + 'a;

/// What happens to a record that fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnError {
    /// It passes through unchanged.
    Keep,
    /// It is replaced by an empty record, or a null row.
    Null,
    /// It ends the job.
    Raise,
}
