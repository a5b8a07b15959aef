//! Keys: functions of Python for the keys of a URI.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::guard;
use crate::objects::{text::Text, uris::PyUri, words::unknown};
use superuri::normal::keys::{DEFAULT, TABLES, tables};
use superuri::normal::safe_browsing::Canonical;
use superuri_guard::guarded_function;

/// Memory for these keys, in multiples of what other verbs need: every octet of a query may be a
/// pair, and an octet that is decoded is escaped again.
const TIMES: usize = 4;

#[guarded_function]
#[pyo3(signature = (name=DEFAULT), text_signature = "(name='2026.1')")]
pub(crate) fn key_tables<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
    let known = || TABLES.each_ref().map(|row| row.name);
    let row = tables(name).ok_or_else(|| unknown("tables", name, known()))?;
    let dict = PyDict::new(py);
    for (table, version) in [
        ("unicode", row.unicode),
        ("uts46", row.uts46),
        ("tracking_parameters", row.tracking),
        ("schemes", row.schemes),
        ("public_suffixes", row.public_suffixes),
    ] {
        dict.set_item(table, version)?;
    }
    Ok(dict)
}

fn canonical(url: &Bound<'_, PyAny>) -> PyResult<Canonical> {
    let url = PyUri::text_of(url);
    let text = Text::strict(&url)?;
    guard::check_available(TIMES * text.bytes.len());
    Canonical::of(&text.bytes).map_err(|failure| text.failure(&failure))
}

#[guarded_function]
#[pyo3(signature = (url), text_signature = "(url)")]
pub(crate) fn safe_browsing_expressions<'py>(
    url: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyTuple>> {
    let texts = canonical(url)?.expressions();
    PyTuple::new(url.py(), texts.iter().map(|text| String::from_utf8_lossy(text)))
}
