//! Native functions of `superuri.compat.urllib`.
//!
//! They do what is the same in every `CPython`, fast. For everything else, including errors and
//! warnings, the function of the running Python is called with the same arguments (see
//! `FastCall::ORIGINAL`).

mod codec;
mod pairs;
mod query;
mod quote;
mod unquote;

use std::ffi::CStr;

use pyo3::prelude::*;
use pyo3::{ffi::PyMethodDef, sync::PyOnceLock, types::PyDict};

use crate::call::{method, plain_method};
use crate::guard::Answer;
use superuri_guard::guarded_function;

const NAMES: [&str; 9] = [
    "quote",
    "quote_plus",
    "quote_from_bytes",
    "unquote",
    "unquote_plus",
    "unquote_to_bytes",
    "urlencode",
    "parse_qs",
    "parse_qsl",
];

/// Python's own functions, by name.
static ORIGINALS: PyOnceLock<Py<PyDict>> = PyOnceLock::new();

pub(crate) fn methods() -> Vec<PyMethodDef> {
    vec![
        method::<quote::Quote>(),
        method::<quote::QuotePlus>(),
        plain_method!("urllib_quote_from_bytes", quote::quote_from_bytes, original),
        method::<unquote::Unquote>(),
        method::<unquote::UnquotePlus>(),
        plain_method!("urllib_unquote_to_bytes", unquote::unquote_to_bytes, original),
        method::<query::UrlEncode>(),
        plain_method!("urllib_parse_qs", pairs::parse_qs, original),
        method::<pairs::ParseQsl>(),
    ]
}

#[guarded_function]
pub(crate) fn urllib_remember(py: Python<'_>) -> PyResult<()> {
    originals(py).map(|_| ())
}

fn originals(py: Python<'_>) -> PyResult<&Bound<'_, PyDict>> {
    let made = || {
        let (found, parse) = (PyDict::new(py), py.import("urllib.parse")?);
        for name in NAMES {
            found.set_item(name, parse.getattr(name)?)?;
        }
        PyResult::Ok(found.unbind())
    };
    ORIGINALS.get_or_try_init(py, made).map(|found| found.bind(py))
}

fn original<'py>(py: Python<'py>, name: &CStr) -> Answer<'py> {
    originals(py)?.as_any().get_item(name.to_string_lossy())
}
