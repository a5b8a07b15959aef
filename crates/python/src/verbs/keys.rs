//! Keys: functions of Python for the keys of a URI.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::guard;
use crate::objects::text::Text;
use crate::objects::uris::PyUri;
use crate::objects::words::unknown;
use superuri::normal::keys::{DEFAULT, TABLES, tables};
use superuri::normal::safe_browsing::Canonical;
use superuri::normal::surt::{FORMS, surt as surt_of};
use superuri_guard::guarded_function;

/// Python's codec for IDNA 2003 is written in Python, and slow. A host has at most 253 characters;
/// a text longer than this is not encoded.
const LONGEST_HOST: usize = 1024;

/// Memory for these keys, in multiples of what other verbs need: every octet of a query may be a
/// pair, and an octet that is decoded is escaped again.
const TIMES: usize = 4;

#[guarded_function]
#[pyo3(signature = (name=DEFAULT), text_signature = "(name='2026.1')")]
pub(crate) fn key_tables<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
    let known = || TABLES.map(|row| row.name);
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

#[guarded_function]
#[pyo3(
    signature = (uri, variant="ia", *, www=false),
    text_signature = "(uri, variant='ia', *, www=False)"
)]
pub(crate) fn surt<'py>(
    uri: &Bound<'py, PyAny>,
    variant: &str,
    www: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let form = FORMS.iter().find(|form| form.name == variant);
    let known = || FORMS.each_ref().map(|form| form.name);
    let form = form.ok_or_else(|| unknown("variant", variant, known()))?;
    let uri = PyUri::text_of(uri);
    let text = Text::strict(&uri)?;
    guard::afford(TIMES * text.bytes.len());
    let idna = |host: &str| {
        if host.chars().nth(LONGEST_HOST).is_some() {
            return None;
        }
        let encoded = PyString::new(uri.py(), host).call_method1("encode", ("idna",)).ok()?;
        Some(encoded.cast::<PyBytes>().ok()?.as_bytes().to_vec())
    };
    let key = surt_of(&text.bytes, form, www, &idna).map_err(|failure| text.failure(&failure))?;
    text.string(&key)
}

fn canonical(url: &Bound<'_, PyAny>) -> PyResult<Canonical> {
    let url = PyUri::text_of(url);
    let text = Text::strict(&url)?;
    guard::afford(TIMES * text.bytes.len());
    Canonical::of(&text.bytes).map_err(|failure| text.failure(&failure))
}

#[guarded_function]
#[pyo3(signature = (url), text_signature = "(url)")]
pub(crate) fn safe_browsing<'py>(url: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    let text = canonical(url)?.text();
    Ok(PyString::new(url.py(), &String::from_utf8_lossy(&text)))
}

#[guarded_function]
#[pyo3(signature = (url), text_signature = "(url)")]
pub(crate) fn safe_browsing_expressions<'py>(
    url: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyTuple>> {
    let texts = canonical(url)?.expressions();
    PyTuple::new(url.py(), texts.iter().map(|text| String::from_utf8_lossy(text)))
}
