//! Failures: what is reported for the rows that a verb refuses.

use std::ops::Range;

use super::values::{ResultType, Values};
use crate::base::error::{Error, Kind};
use crate::codec::encodings::utf8::Offsets;

/// What `with_errors` reports for a row: the failure's stable code, and its position in the
/// caller's units: characters of text, bytes of binary rows.
pub static SHAPE: ResultType = ResultType::Struct(&[
    ("code", ResultType::Text),
    ("start", ResultType::Int),
    ("end", ResultType::Int),
]);

/// The failure of a row.
#[derive(Clone, Debug)]
pub struct RowFailure {
    /// The row's number, from 0.
    pub row: usize,
    /// Its text.
    pub text: Vec<u8>,
    /// Whether it is text; otherwise it is octets.
    pub is_text: bool,
    /// What was wrong.
    pub error: Box<Error>,
}

/// Where the failure is in the row's text, in the caller's units.
pub(super) fn place(error: &Error, text: &[u8], is_text: bool) -> Range<usize> {
    // A str with a lone surrogate has no UTF-8, so its offset counts characters already.
    if is_text && error.kind != Kind::LoneSurrogate {
        Offsets::of(text).span(&error.at)
    } else {
        error.at.clone()
    }
}

/// Appends a row: the failure, or null if there was none.
pub(super) fn push(errors: &mut Values, failure: Option<(&Error, &[u8], bool)>) {
    let Some((error, text, is_text)) = failure else { return errors.push_null() };
    let at = place(error, text, is_text);
    let number = |n: usize| i64::try_from(n).expect("memory is smaller than that");
    errors.push_struct(|fields| {
        fields[0].push_text(error.kind.code().as_bytes());
        fields[1].push_int(number(at.start));
        fields[2].push_int(number(at.end));
    });
}
