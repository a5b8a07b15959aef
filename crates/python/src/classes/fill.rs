//! Fill: the functions that fill a template from Python, whose values are given by name.

use std::ffi::CStr;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use pyo3::{exceptions::PyTypeError, sync::PyOnceLock};

use crate::call::{ByName, CallValues, object};
use crate::classes::template::PyTemplate;
use crate::docs;
use crate::guard::Answer;
use crate::objects::{errors, query::given, text::Text, uris::PyUri};
use superuri::base::error::Error;
use superuri::uri::template::Template;
use superuri::uri::template::source::{Draft, Takes};

/// The number of compiled templates that are kept, so that a call with the same text need not
/// compile again.
const MOST_KEPT: usize = 256;

/// A template with more characters is not kept, so that the kept ones stay small.
const LONGEST_KEPT: usize = 4096;

pub(crate) struct Fill;

pub(crate) struct TemplateFill;

impl ByName for Fill {
    const DOC: &'static CStr = docs::of("fill");
    const CLASS: Option<&'static str> = None;

    fn fast_call<'py>(
        template: &Bound<'py, PyAny>,
        values: CallValues<'_, 'py>,
    ) -> Option<Answer<'py>> {
        if template.is_exact_instance_of::<PyString>() {
            let kept = kept(template.py()).get_item(template).ok()??;
            return TemplateFill::fast_call(&kept, values);
        }
        TemplateFill::fast_call(template, values)
    }

    fn call<'py>(template: &Bound<'py, PyAny>, values: CallValues<'_, 'py>) -> Answer<'py> {
        object(template.py(), filled(template, values)?)
    }
}

impl ByName for TemplateFill {
    const DOC: &'static CStr = docs::of("Template.fill");
    const CLASS: Option<&'static str> = Some("Template");

    fn fast_call<'py>(
        template: &Bound<'py, PyAny>,
        values: CallValues<'_, 'py>,
    ) -> Option<Answer<'py>> {
        let py = template.py();
        let uri = template.cast::<PyTemplate>().ok()?.get().filled_quickly(py, values)?;
        Some(uri.and_then(|uri| object(py, uri)))
    }

    fn call<'py>(template: &Bound<'py, PyAny>, values: CallValues<'_, 'py>) -> Answer<'py> {
        let py = template.py();
        object(py, template.cast::<PyTemplate>()?.get().filled(py, values)?)
    }
}

fn filled<'py>(template: &Bound<'py, PyAny>, values: CallValues<'_, 'py>) -> PyResult<PyUri> {
    let py = template.py();
    if let Ok(template) = template.cast::<PyTemplate>() {
        return template.get().filled(py, values);
    }
    if template.is_exact_instance_of::<PyString>() {
        return compiled_once(template, || PyTemplate::of(template))?.get().filled(py, values);
    }
    let attributes = (template.getattr_opt("strings")?, template.getattr_opt("interpolations")?);
    let (Some(strings), Some(interpolations)) = attributes else {
        return PyTemplate::of(template)?.filled(py, values);
    };
    if values.len() > 0 {
        return Err(PyTypeError::new_err("a t-string has its own values: give no others"));
    }
    of_t_string(&strings, &interpolations)
}

fn kept(py: Python<'_>) -> &Bound<'_, PyDict> {
    static KEPT: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    KEPT.get_or_init(py, || PyDict::new(py).unbind()).bind(py)
}

/// The kept template for this key, or a new one.
fn compiled_once<'py>(
    key: &Bound<'py, PyAny>,
    compile: impl FnOnce() -> PyResult<PyTemplate>,
) -> PyResult<Bound<'py, PyTemplate>> {
    let py = key.py();
    let kept = kept(py);
    if let Some(found) = kept.get_item(key)? {
        return Ok(found.cast_into::<PyTemplate>()?);
    }
    let made = Bound::new(py, compile()?)?;
    if made.get().text.bind(py).len()? <= LONGEST_KEPT {
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.set_item(key, &made)?;
    }
    Ok(made)
}

/// The URI of the parts of a t-string; there is one string more than interpolations.
fn of_t_string(strings: &Bound<'_, PyAny>, interpolations: &Bound<'_, PyAny>) -> PyResult<PyUri> {
    let py = strings.py();
    let mut key = vec![strings.clone()];
    let mut objects = Vec::new();
    let mut slots = Vec::new();
    for interpolation in interpolations.try_iter()? {
        let interpolation = interpolation?;
        let expression = interpolation.getattr("expression")?;
        let format = interpolation.getattr("format_spec")?;
        let mut value = interpolation.getattr("value")?;
        let conversion = interpolation.getattr("conversion")?;
        if !conversion.is_none() {
            value = converted(&value, &conversion.extract::<String>()?)?;
        }
        let takes = match format.extract::<&str>()? {
            "" => Takes::One,
            "*" => Takes::Many,
            "**" => Takes::Pairs,
            format => {
                value = value.call_method1("__format__", (format,))?;
                Takes::One
            }
        };
        slots.push((expression.clone(), takes));
        objects.push(value);
        let stars = Takes::STARS.iter().find(|(_, known)| *known == takes).map_or("", |row| row.0);
        key.extend([expression, PyString::intern(py, stars).into_any()]);
    }
    let key = PyTuple::new(py, key)?;
    let template = compiled_once(key.as_any(), || compiled(strings, &slots))?;
    let template = template.get();
    let mut all = Vec::with_capacity(objects.len());
    for (slot, value) in template.template.names.iter().zip(&objects) {
        all.push(given(slot, value)?);
    }
    template.of_given(py, &all)
}

/// The value, converted as in an f-string.
fn converted<'py>(value: &Bound<'py, PyAny>, conversion: &str) -> Answer<'py> {
    Ok(match conversion {
        "r" => value.repr()?.into_any(),
        "a" => value.py().import("builtins")?.call_method1("ascii", (value,))?,
        _ => value.str()?.into_any(),
    })
}

fn compiled(
    strings: &Bound<'_, PyAny>,
    slots: &[(Bound<'_, PyAny>, Takes)],
) -> PyResult<PyTemplate> {
    let py = strings.py();
    let mut draft = Draft::default();
    let mut text = String::new();
    let mut slots = slots.iter();
    for string in strings.try_iter()? {
        let string = string?;
        let source = Text::strict(&string)?;
        draft.literal(&source.bytes, text.len());
        text.push_str(std::str::from_utf8(&source.bytes).unwrap_or_default());
        if let Some((expression, takes)) = slots.next() {
            let name = expression.str()?.to_string();
            let start = text.len();
            text.push('{');
            text.push_str(&name);
            text.push('}');
            draft.anonymous(&name, *takes, start..text.len());
        }
    }
    draft.end(text.len());
    let failed = |failure: Box<Error>| {
        errors::in_bytes(PyString::new(py, &text).as_any(), text.as_bytes(), &failure)
    };
    let template = Template::new(draft).map_err(failed)?;
    Ok(PyTemplate { text: PyString::new(py, &text).unbind(), names: Vec::new(), template })
}
