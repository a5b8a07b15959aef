//! Failures: what is reported for the rows that a verb refuses.

use std::ops::Range;

use super::values::{Shape, Values};
use crate::base::error::{Error, Kind};
use crate::codec::encodings::utf8::Offsets;

/// What `with_errors` reports of a row: the failure's stable code, and its position, as the
/// caller counts: in characters of text, in bytes of octets.
pub static SHAPE: Shape =
    Shape::Struct(&[("code", Shape::Text), ("start", Shape::Int), ("end", Shape::Int)]);

/// The failure of a row.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The row's number, from 0.
    pub row: usize,
    /// Its text.
    pub text: Vec<u8>,
    /// Is that text, or are these octets?
    pub is_text: bool,
    /// What was wrong.
    pub error: Box<Error>,
}

/// Where the failure is in the row's text, as the caller counts.
pub(super) fn place(error: &Error, text: &[u8], is_text: bool) -> Range<usize> {
    // A lone surrogate is in a str that has no UTF-8: its offset counts characters.
    if is_text && error.kind != Kind::LoneSurrogate {
        Offsets::of(text).span(&error.at)
    } else {
        error.at.clone()
    }
}

/// One row more: with this failure, or that there was none.
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
