//! Trouble: the exceptions for jobs on lines and columns that did not finish.

use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::objects::errors;
use superuri::bulk::{columns::Trouble, columns::failures::RowFailure};

pub(crate) fn exception(py: Python<'_>, trouble: Trouble, stopped: Option<PyErr>) -> PyErr {
    match trouble {
        Trouble::Stopped => stopped.unwrap_or_else(|| PyKeyboardInterrupt::new_err(())),
        Trouble::Io(_, error) => error.into(),
        Trouble::TooManyDistinct(most) => PyMemoryError::new_err(format!(
            "there are more than {most} different URIs: raise --memory"
        )),
        Trouble::Malformed(chunk, what) => {
            let chunk = chunk + 1;
            PyValueError::new_err(format!("the Arrow data is malformed: chunk {chunk}: {what}"))
        }
        Trouble::TooLong(row) => PyValueError::new_err(format!(
            "row {}: the result is longer than 2 GiB, and its offsets have 32 bits: cast the \
             column to large_string",
            row + 1
        )),
        Trouble::Row(failure) => {
            let RowFailure { row, text, is_text, error } = *failure;
            let bytes = PyBytes::new(py, &text).into_any();
            let object = match PyString::from_bytes(py, &text) {
                Ok(string) if is_text => string.into_any(),
                _ => bytes,
            };
            of_row(row, errors::in_bytes(&object, &text, &error))
        }
    }
}

/// The exception with the number of the row, counted from 1, at the start of its message.
pub(crate) fn of_row(row: usize, error: PyErr) -> PyErr {
    Python::attach(|py| {
        let value = error.value(py);
        let named = || {
            let sentence = format!("row {}: {}", row + 1, value.str()?);
            value.setattr("args", (sentence,))?;
            value.setattr("row", row)
        };
        named().err().unwrap_or(error)
    })
}
