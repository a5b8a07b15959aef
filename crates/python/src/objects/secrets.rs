//! Secrets: passwords that are passed as parts; no exception shows them.

use std::borrow::Cow;

use pyo3::prelude::*;

use crate::objects::strings;
use crate::objects::values::{datum_or_none, octets};

pub(crate) fn secret<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, [u8]>> {
    octets(object).map_err(|error| hiding(object.py(), error))
}

pub(crate) fn secret_or_none(value: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    datum_or_none(value).map_err(|error| hiding(value.py(), error))
}

/// The exception with a dot for each character of its text, which is or contains a password.
pub(crate) fn hiding(py: Python<'_>, error: PyErr) -> PyErr {
    let hidden = || -> PyResult<()> {
        let value = error.value(py);
        match value.getattr_opt("text")? {
            Some(text) => {
                value.setattr("text", "•".into_pyobject(py)?.mul(strings::length_of(&text)?)?)
            }
            None => Ok(()),
        }
    };
    hidden().map_or_else(|failed| failed, |()| error)
}
