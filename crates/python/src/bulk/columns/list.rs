//! Lists: a list of Python texts as a column.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::bulk::arrow::format::{ArrayFormat, TextLayout as Layout};
use crate::bulk::arrow::import::{Chunk, Column};
use crate::bulk::{arrow::export, trouble};
use crate::objects::{text::Text, uris::PyUri};
use superuri::base::error::{Error, Kind};
use superuri::bulk::columns::{OnError, ResultType, TextWidth, Values};

/// A chunk of a list holds about this many bytes, so that any result of its rows fits 32 bits.
const CHUNK_BYTES: usize = 256 << 20;

/// Rows of a chunk that are not valid text.
pub(super) type InvalidRows = Vec<(usize, Box<Error>)>;

/// The column of these texts, and the refused rows of each of its chunks.
pub(super) fn column(
    list: &Bound<'_, PyAny>,
    on_error: OnError,
) -> PyResult<(Column, Vec<InvalidRows>)> {
    let mut is_text = None;
    let mut chunks: Vec<(Values, InvalidRows)> = Vec::new();
    let mut bytes = usize::MAX;
    for (row, item) in list.try_iter()?.enumerate() {
        if bytes > CHUNK_BYTES {
            chunks.push((Values::new(&ResultType::Text), Vec::new()));
            bytes = 0;
        }
        let Some((values, refused)) = chunks.last_mut() else { break };
        let item = PyUri::text_of(&item?);
        if item.is_none() {
            values.push_null();
            continue;
        }
        let of_text = item.is_instance_of::<PyString>();
        let is_one = of_text || item.is_instance_of::<PyBytes>();
        if !is_one || *is_text.get_or_insert(of_text) != of_text {
            let kind = item.get_type().name()?.to_string();
            if on_error == OnError::Raise {
                return Err(not_text(row, &kind, is_one));
            }
            refused.push((values.len, Error::naming(Kind::NotText, 0..0, kind)));
            values.push_text(b"");
            continue;
        }
        match Text::of(&item)? {
            Ok(text) => {
                bytes += text.bytes.len();
                values.push_text(&text.bytes);
            }
            Err(surrogate) if on_error == OnError::Raise => {
                return Err(trouble::of_row(row, surrogate.failure(&item)));
            }
            Err(surrogate) => {
                let at = surrogate.at..surrogate.at + 1;
                let error = Error::naming(Kind::LoneSurrogate, at, "a lone surrogate");
                refused.push((values.len, error));
                values.push_text(b"");
            }
        }
    }
    let is_text = is_text.unwrap_or(true);
    let format = ArrayFormat { kind: Layout::Small, is_text, indices: None };
    let (chunks, refused) = chunks
        .into_iter()
        .map(|(values, refused)| {
            let values = values.in_width(TextWidth::Small).expect("a chunk of a list is shorter");
            (Arc::new(Chunk::new(export::made(&Arc::new(values)), format)), refused)
        })
        .unzip();
    Ok((Column { chunks, format, is_array: true }, refused))
}

/// The exception for a row of this type; rows are counted from 0.
fn not_text(row: usize, kind: &str, is_one: bool) -> PyErr {
    let row = row + 1;
    PyTypeError::new_err(if is_one {
        format!("row {row}: a list is of str or of bytes, not of both")
    } else {
        format!("row {row}: a text is a str or bytes, or None for no text, not {kind}")
    })
}
