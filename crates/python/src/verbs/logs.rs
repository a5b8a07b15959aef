//! Logs: decoding their fields for Python.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::call::CallArguments;
use crate::guard::Answer;
use crate::objects::{strings, text::Text, words::decoding_errors, words::unknown, words::word};
use crate::verbs::decode::within;
use superuri::codec::log_formats::{FORMATS, LogField};
use superuri::codec::logs;
use superuri_guard::guarded_function;

fn field(arguments: &CallArguments<'_>) -> PyResult<&'static LogField> {
    let name = word(arguments.get(1), "format")?;
    let name = name.as_deref().unwrap_or_default();
    let Some(format) = logs::format(name) else {
        return Err(unknown("format", name, FORMATS.map(|format| format.name)));
    };
    let field = word(arguments.get(2).filter(|field| !field.is_none()), "field")?;
    format.field(field.as_deref()).ok_or_else(|| {
        let known = format.fields.iter().map(|field| field.name);
        unknown("field", &field.unwrap_or_default(), known)
    })
}

pub(crate) fn log_wire<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
    let field = field(arguments)?;
    let text = Text::strict(arguments.text())?;
    Ok(PyBytes::new(py, &logs::wire(&text.bytes, field)).into_any())
}

pub(crate) fn log_decode<'py>(_: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
    let field = field(arguments)?;
    let errors = decoding_errors(arguments.get(3))?;
    let text = Text::strict(arguments.text())?;
    let decoded = logs::decode(&text.bytes, field, errors);
    let decoded = match decoded.map_err(|failure| text.failure(&failure))? {
        same if same == *text.bytes => text.same()?,
        decoded => text.string(&decoded)?,
    };
    let text = arguments.text();
    within(decoded, arguments.get(4), text, |_| Ok(0..strings::length_of(text)?))
}

#[guarded_function]
pub(crate) fn all_logs(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyTuple>>> {
    FORMATS
        .iter()
        .map(|format| {
            let fields = format.fields.iter().map(|field| {
                let steps = PyTuple::new(py, field.steps.iter().map(|step| step.word()))?;
                (field.name, steps, field.uri).into_pyobject(py)
            });
            let fields = PyTuple::new(py, fields.collect::<PyResult<Vec<_>>>()?)?;
            let divided = format.divided.word();
            (format.name, format.usual, divided, format.source, format.checked, fields)
                .into_pyobject(py)
        })
        .collect()
}
