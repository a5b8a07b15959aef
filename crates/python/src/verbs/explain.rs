//! Explain and peel: arguments and results of these verbs.

use std::ops::Range;

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::call::CallArguments;
use crate::guard::Answer;
use crate::objects::{text::Text, words::Items};
use crate::verbs::lint::bytes_of;
use superuri::clean::suspect::{self, Suspect};
use superuri::codec::layers::{self, DEPTH, REVEALED};
use superuri::show::explain::{self, CharToken, Kind};
use superuri::show::standards::{self, Place, STANDARDS};
use superuri_guard::guarded_function;

pub(crate) fn tokens<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
    let text = Text::strict(arguments.text())?;
    let explained = explain::explain(&text.bytes);
    let tokens = PyList::empty(py);
    let mut offsets = text.offsets();
    // Many tokens have the same words.
    let places = Place::ALL.map(|place| PyString::new(py, place.word()));
    let kinds = Kind::ALL.map(|kind| PyString::new(py, kind.word()));
    for token in &explained.tokens {
        let words = (&places[token.place as usize], &kinds[token.kind as usize]);
        tokens.append(row(py, token, &offsets.span(&token.at), words)?)?;
    }
    let error = explain::failure(&explained).map(|error| text.failure(error).into_value(py));
    let edits = PyList::empty(py);
    let mut offsets = text.offsets();
    for edit in explained.edits.iter().flatten() {
        let at = offsets.span(&edit.at);
        let why = (edit.why.word(), explain::sentence(edit.why));
        edits.append((at.start, at.end, text.string(&edit.with)?, why.0, why.1))?;
    }
    Ok((tokens, edits, error).into_pyobject(py)?.into_any())
}

fn row<'py>(
    py: Python<'py>,
    token: &CharToken,
    at: &Range<usize>,
    (place, kind): (&Bound<'py, PyString>, &Bound<'py, PyString>),
) -> PyResult<Bound<'py, PyTuple>> {
    let reason = token.reason.map(|reason| (reason.code(), reason.sentence()));
    let (code, sentence) = reason.unzip();
    let (start, end) = (at.start, at.end);
    (start, end, place, kind, token.c, token.bare, token.edit, code, sentence).into_pyobject(py)
}

pub(crate) fn layers<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
    let depth = match arguments.get(1) {
        None => DEPTH,
        Some(depth) => match depth.extract::<isize>() {
            Ok(depth @ 1..) => depth.unsigned_abs(),
            // A number that does not fit is more than the layers of any text.
            Err(error) if error.is_instance_of::<PyOverflowError>(py) && depth.gt(0)? => usize::MAX,
            Err(error) if !error.is_instance_of::<PyOverflowError>(py) => return Err(error),
            _ => return Err(PyValueError::new_err("depth must be 1 or more")),
        },
    };
    let text = Text::strict(arguments.text())?;
    let layers = layers::layers(&text.bytes, depth);
    if layers.is_empty() {
        return Ok(PyTuple::empty(py).into_any());
    }
    let class = py.import("superuri._values.layer")?.getattr("Layer")?;
    let mut found = Vec::with_capacity(layers.len());
    for layer in &layers {
        let shown = layers::text(&layer.octets);
        let revealed = (0..REVEALED.len()).filter(|n| layer.revealed >> n & 1 == 1);
        let revealed = PyTuple::new(py, revealed.map(|n| REVEALED[n]).collect::<Vec<_>>())?;
        found.push(class.call1((PyString::new(py, &shown), revealed))?);
    }
    Ok(PyTuple::new(py, found)?.into_any())
}

#[guarded_function]
pub(crate) fn all_standards(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    let mut rows = Vec::with_capacity(STANDARDS.len());
    for (n, standard) in STANDARDS.iter().enumerate() {
        let sources = pyo3::types::PyDict::new(py);
        for place in Place::ALL {
            if let Some(rule) = standards::rule(n, place) {
                sources.set_item(place.word(), rule.source)?;
            }
        }
        rows.push((standard.name, standard.title, sources));
    }
    PyTuple::new(py, rows)
}

#[guarded_function]
pub(crate) fn meant(texts: Items<Bound<'_, PyAny>>) -> PyResult<Vec<Option<&'static str>>> {
    let one = |text| Ok(suspect::meant(&bytes_of(text)?.0).map(Suspect::word));
    texts.0.iter().map(one).collect()
}
