//! `Tracking`: a table of names that are only for tracking, from Python.

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::objects::{profiles::hash_of, values::Reduced, words::words};
use superuri::base::{error::quote, schemes::TRACKERS};
use superuri::normal::tracking::Tracking;
use superuri_guard::{documented, guarded_function, guarded_methods};

#[documented]
#[pyclass(frozen, module = "superuri._core", name = "Tracking")]
pub(crate) struct PyTracking(Arc<Tracking>);

pub(crate) fn table(rows: &[String]) -> PyResult<Arc<Tracking>> {
    let table = Tracking::new(rows.iter().map(String::as_str));
    table.map(Arc::new).map_err(|bad| {
        let row = quote(bad.row.as_bytes());
        PyValueError::new_err(format!("{row} is not a row of a table of tracking: {}", bad.why))
    })
}

#[guarded_methods]
impl PyTracking {
    #[new]
    #[pyo3(signature = (rows), text_signature = "(rows)")]
    fn new(rows: &Bound<'_, PyAny>) -> PyResult<Self> {
        table(&words(rows)?).map(Self)
    }

    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.rows())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0.rows() == other.0.rows()
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.0.rows())
    }

    fn __repr__(&self) -> String {
        let number = self.0.rows().len();
        format!("<Tracking: {number} row{}>", if number == 1 { "" } else { "s" })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let class = slf.get_type().into_any();
        Ok((class, PyTuple::new(slf.py(), [slf.get().rows(slf.py())?])?))
    }
}

/// The table of this argument, or of rows; `None` if it was not given.
pub(crate) fn tracking(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Arc<Tracking>>> {
    let Some(argument) = argument.filter(|given| !given.is_none()) else { return Ok(None) };
    if let Ok(own) = argument.cast::<PyTracking>() {
        return Ok(Some(Arc::clone(&own.get().0)));
    }
    if argument.is_instance_of::<PyString>() || argument.try_iter().is_err() {
        let kind = "tracking is a superuri.keys.Tracking, or its rows";
        return Err(PyTypeError::new_err(kind));
    }
    table(&words(argument)?).map(Some)
}

#[guarded_function]
pub(crate) fn all_trackers() -> Vec<(&'static str, &'static str, &'static str)> {
    TRACKERS.each_ref().map(|row| (row.name, row.source, row.checked)).into()
}
