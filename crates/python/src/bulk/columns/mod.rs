//! Columns: applying a verb to a column from Python.

mod list;
#[expect(clippy::doc_markdown, reason = "its docstrings are read in Python")]
mod object;

use std::{sync::Arc, thread};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use self::list::InvalidRows;
use self::object::{ColumnPart, ResultRows};
pub(crate) use self::object::{PyColumn, object};
use crate::bulk::arguments::{called, of_column};
use crate::bulk::arrow::import::{self, Column};
use crate::bulk::{options::JobOptions, trouble};
use crate::objects::words::one_of;
use superuri::bulk::columns::{self, ColumnJob, OnError, Texts};
use superuri::bulk::verbs::{ROWS, Work, lint};
use superuri_guard::guarded_function;

const ON_ERROR: [(&str, OnError); 3] =
    [("raise", OnError::Raise), ("null", OnError::Null), ("keep", OnError::Keep)];

pub(crate) fn verbs(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let known = PyDict::new(py);
    for row in ROWS.iter().filter(|row| row.column.is_some()) {
        known.set_item(called(row), PyTuple::new(py, row.parameters)?)?;
    }
    Ok(known)
}

/// Those of the verbs that do not return text, so that no row can stay as it is.
pub(crate) fn finds() -> Vec<String> {
    ROWS.iter().filter(|row| row.column.is_some() && row.finds).map(called).collect()
}

#[guarded_function]
pub(crate) fn apply_column(
    column: &Bound<'_, PyAny>,
    verb: &str,
    on_error: &str,
    with_errors: bool,
    threads: Option<i64>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyColumn> {
    let py = column.py();
    let on_error = one_of("on_error", on_error, &ON_ERROR)?;
    let work = |is_text| of_column(py, verb, is_text, options);
    applied(column, (verb, &work), on_error, with_errors, threads)
}

#[guarded_function]
pub(crate) fn apply_to_column(
    column: &Bound<'_, PyAny>,
    options: JobOptions,
    on_error: &str,
) -> PyResult<PyColumn> {
    let py = column.py();
    let on_error = one_of("on_error", on_error, &ON_ERROR)?;
    let threads = i64::try_from(options.threads).ok().filter(|&threads| threads > 0);
    let work = |is_text| {
        options.is_text.set(is_text);
        options.verb(py).map(Work::Text)
    };
    applied(column, (&options.verb, &work), on_error, true, threads)
}

#[guarded_function]
pub(crate) fn lint_column(column: &Bound<'_, PyAny>, threads: Option<i64>) -> PyResult<PyColumn> {
    let work = |is_text| Ok(lint::brief(is_text));
    applied(column, ("lint", &work), OnError::Null, false, threads)
}

fn applied(
    column: &Bound<'_, PyAny>,
    (verb, work): (&str, &dyn Fn(bool) -> PyResult<Work>),
    on_error: OnError,
    with_errors: bool,
    threads: Option<i64>,
) -> PyResult<PyColumn> {
    let py = column.py();
    let threads = match threads {
        Some(threads) => {
            usize::try_from(threads).ok().filter(|&threads| threads > 0).ok_or_else(|| {
                PyValueError::new_err(format!("threads={threads}: must be 1 or more"))
            })?
        }
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let (column, refused) = import_column(column, on_error)?;
    let Column { chunks, format, is_array } = column;
    let work = work(format.is_text)?;
    let keeps = on_error == OnError::Keep;
    if keeps && !matches!(work, Work::Text(_)) {
        return Err(PyValueError::new_err(format!(
            "on_error=\"keep\": {verb} does not return text, so no row can stay as it is; \
             choose \"null\""
        )));
    }
    let width = format.width();
    let texts: Vec<Texts<'_>> = chunks
        .iter()
        .enumerate()
        .map(|(n, chunk)| Ok(chunk.texts()?.refusing(refused.get(n).map_or(&[], Vec::as_slice))))
        .collect::<PyResult<_>>()?;
    // A binary row that stays may be invalid text.
    let keeps_octets = !format.is_text && keeps;
    let job = ColumnJob { work, keeps_octets, on_error, with_errors, width, threads };
    let shape = job.shape();
    let mut stopped = None;
    let mut go_on = || match Python::attach(|py| py.check_signals().map(drop)) {
        Ok(()) => true,
        Err(error) => {
            stopped = Some(error);
            false
        }
    };
    let pieces = match py.detach(|| columns::map(&texts, &job, &mut go_on)) {
        Ok(pieces) => pieces,
        Err(trouble) => return Err(trouble::exception(py, trouble, stopped)),
    };
    let parts = pieces
        .into_iter()
        .map(|piece| {
            let errors = piece.errors.map(Arc::new);
            let rows = match piece.values {
                Some(values) => ResultRows::Made(Arc::new(values)),
                None => ResultRows::Stay(Arc::clone(&chunks[piece.chunk]), piece.rows),
            };
            ColumnPart { rows, errors }
        })
        .collect();
    Ok(PyColumn { shape, width, with_errors, parts, is_array })
}

/// The column that the object is or exports, and the refused rows of each of its chunks.
fn import_column(
    object: &Bound<'_, PyAny>,
    on_error: OnError,
) -> PyResult<(Column, Vec<InvalidRows>)> {
    if let Some(column) = import::column(object)? {
        return Ok((column, Vec::new()));
    }
    if object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyDict>()
        || object.try_iter().is_err()
    {
        let kind = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "a column is an object that exports Arrow data (__arrow_c_array__ or \
             __arrow_c_stream__), or a list of str or bytes, not {kind}"
        )));
    }
    list::column(object, on_error)
}
