//! Job: what lines and rows have in common: the verb, the handling of failures, how often the
//! caller can stop it, and why it did not finish.

use std::{io, time::Duration};

use crate::base::error::Result;
use crate::bulk::columns::failures::RowFailure;

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

/// Which file an error is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The file that is read.
    Input,
    /// The file that results are written to.
    Output,
    /// The file that failed records are written to.
    Rejects,
}

/// Why a job did not finish.
#[derive(Debug)]
pub enum Trouble {
    /// The caller stopped it.
    Stopped,
    /// A file could not be read or written.
    Io(Side, io::Error),
    /// There are more different results than this, the most that are remembered.
    TooManyDistinct(usize),
    /// The chunk of a column with this number is malformed, with the reason.
    Malformed(usize, String),
    /// A row of a column was refused.
    Row(Box<RowFailure>),
    /// From this row on, the result is too long for the offsets of its type.
    TooLong(usize),
}
