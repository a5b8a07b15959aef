//! Job: what many texts have in common, lines or rows: the verb, failures, how often the caller is asked.

use std::time::Duration;

use crate::base::error::Result;

/// The caller is asked about this often whether to go on.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// What a verb does to one record: it appends the result and answers true, or appends nothing
/// and answers false where nothing is to change, or says what is wrong.
pub type Apply<'a> = dyn Fn(&[u8], &mut Vec<u8>) -> Result<bool> + Sync + 'a;

/// What becomes of a record that the verb refuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnError {
    /// It passes through unchanged.
    Keep,
    /// An empty record, or a null row, takes its place.
    Null,
    /// It ends the job.
    Raise,
}
