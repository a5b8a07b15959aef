//! Parsing of forms from Python.

use std::{ffi::CStr, ops::Range};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList};

use super::component::FormText;
use crate::call::{self, CallArguments, Fallback, Fast, FastCall, Query, listed};
use crate::docs;
use crate::guard::Answer;
use crate::objects::text::{Text, new_bytes};
use crate::objects::words::word;
use superuri::base::error::quote;
use superuri::codec::form::{self, Limits, PairSpans, Separators};
use superuri_kernels::memory;

fn separators(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Separators> {
    let Some(name) = word(argument, "separators")? else { return Ok(Separators::Ampersand) };
    match &*name {
        "&" => Ok(Separators::Ampersand),
        ";" => Ok(Separators::Semicolon),
        "&;" => Ok(Separators::Both),
        _ => Err(PyValueError::new_err(format!(
            "separators={}: they are \"&\", \";\" or \"&;\"",
            quote(name.as_bytes())
        ))),
    }
}

fn limit(argument: Option<&Bound<'_, PyAny>>, name: &str) -> PyResult<Option<usize>> {
    let Some(argument) = argument.filter(|argument| !argument.is_none()) else { return Ok(None) };
    if !argument.is_instance_of::<PyInt>() {
        return Err(PyTypeError::new_err(format!("{name} is an int or None")));
    }
    let limit = argument.extract().map_err(|_| {
        PyValueError::new_err(format!("{name} is a number of them, not {argument}"))
    })?;
    Ok(Some(limit))
}

/// The pairs of the form. The arguments from `from` on are `separators`, `missing` and the limits.
fn pairs(
    reading: &FormText<'_, '_>,
    arguments: &CallArguments<'_>,
    from: usize,
) -> PyResult<Vec<PairSpans>> {
    let separators = separators(arguments.get(from))?;
    let limits = Limits {
        pairs: limit(arguments.get(from + 2), "max_pairs")?,
        bytes: limit(arguments.get(from + 3), "max_bytes")?,
    };
    let text = &reading.text;
    limits.pairs(&text.bytes, separators).map_err(|failure| text.failure(&failure))
}

/// The pairs as a list, each part decoded by `read`; the arguments from `from` on are as for
/// [`pairs`].
fn list<'py>(
    reading: &FormText<'_, 'py>,
    arguments: &CallArguments<'py>,
    from: usize,
    read: impl Fn(Range<usize>) -> Answer<'py>,
) -> Answer<'py> {
    let mut found = Vec::new();
    for pair in pairs(reading, arguments, from)? {
        let name = read(pair.name)?;
        let value = match (pair.value, arguments.get(from + 1)) {
            (Some(value), _) => read(value)?,
            (None, Some(missing)) => missing.clone(),
            (None, None) => read(0..0)?,
        };
        memory::push(&mut found, (name, value));
    }
    listed(arguments.text().py(), found)
}

/// The pairs of a form, for a call without options other than limits; `None` if something is wrong
/// with the form.
fn usual<'py>(
    py: Python<'py>,
    arguments: &CallArguments<'py>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    if (1..5).chain(7..8).any(|n| arguments.get(n).is_some()) {
        return Ok(None);
    }
    let most = limit(arguments.get(5), "max_pairs")?.unwrap_or(usize::MAX);
    let most_bytes = limit(arguments.get(6), "max_bytes")?.unwrap_or(usize::MAX);
    let text = Text::strict(arguments.text())?;
    if text.bytes.len() > most_bytes {
        return Ok(None);
    }
    let query = Query { text: &text.bytes, keep_blank: true, replace: false };
    let mut pairs = Vec::new();
    let read = query.each(py, |name, value| {
        let is_beyond = pairs.len() == most;
        memory::push(&mut pairs, (name, value));
        if is_beyond { Err(Fallback::SlowPath) } else { Ok(()) }
    });
    if call::found(py, read)?.is_none() {
        return Ok(None);
    }
    listed(py, pairs).map(Some)
}

pub(super) struct FormParse;

impl FastCall for FormParse {
    const DOC: &'static CStr = docs::of("form_parse");

    fn quick(text: &[u8]) -> Fast<'_> {
        Fast::Pairs(Query { text, keep_blank: true, replace: false })
    }

    fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        if arguments.are_more_than_one()
            && let Some(list) = usual(py, arguments)?
        {
            return Ok(list);
        }
        let reading = FormText::of(arguments.text(), arguments.get(1), arguments.get(2))?;
        let repertoire = arguments.get(7).filter(|given| !given.is_none());
        list(&reading, arguments, 3, |at| reading.within(at, repertoire))
    }
}

pub(super) fn parse_bytes<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
    let reading = FormText::of(arguments.text(), None, arguments.get(1))?;
    list(&reading, arguments, 2, |at| new_bytes(py, &reading.octets(at)?))
}

pub(super) fn parse_keywords<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
    let reading = FormText::of(arguments.text(), arguments.get(1), arguments.get(2))?;
    let Some(words) = form::keywords(&reading.text.bytes) else {
        return Ok(py.None().into_bound(py));
    };
    Ok(PyList::new(py, memory::try_collect(words.map(|word| reading.string(word)))?)?.into_any())
}
