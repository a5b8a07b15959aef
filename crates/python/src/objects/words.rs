//! Words of options: which of the known words the caller gave.

use std::borrow::Cow;

use pyo3::Borrowed;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::guard;
use superuri::base::error::quote;
use superuri::codec::percent::Errors;
use superuri_kernels::memory;

/// Python's words for what to do with a character that an encoding lacks.
const ENCODE_ERRORS: [&str; 6] =
    ["strict", "replace", "ignore", "surrogateescape", "surrogatepass", "xmlcharrefreplace"];

/// The exception of a word that nobody knows, which may be a URL that was meant for another
/// argument.
pub(crate) fn unknown<'a>(
    name: &str,
    said: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> PyErr {
    let known: Vec<&str> = known.into_iter().collect();
    let near = if known.len() > 1 { nearest(said, &known) } else { None };
    let said = quote(said.as_bytes());
    let listed = format!("it is one of {}", known.join(", "));
    PyValueError::new_err(match near {
        Some(near) if known.len() > MOST_LISTED => format!("{name}={said}: did you mean '{near}'?"),
        Some(near) => format!("{name}={said}: {listed}; did you mean '{near}'?"),
        None => format!("{name}={said}: {listed}"),
    })
}

/// More words than these are only listed where none of them is near.
const MOST_LISTED: usize = 32;

/// The known word that was probably meant, if there is one.
fn nearest(said: &str, known: &[&str]) -> Option<String> {
    Python::attach(|py| {
        let words = py.import("superuri._values.nearest").ok()?;
        let near: String = words.call_method1("nearest", (said, known)).ok()?.extract().ok()?;
        (!near.is_empty()).then_some(near)
    })
}

/// The texts of an argument that takes several; one str is that one.
pub(crate) fn several(argument: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    each(argument, |text| {
        let text: &str = text.extract()?;
        guard::afford(text.len());
        Ok(memory::string(text))
    })
}

/// The words of an argument that takes several. What is not valid text is an unknown word.
pub(crate) fn words(argument: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    each(argument, |word| {
        let word = word.cast::<PyString>()?;
        guard::afford(word.len()?);
        Ok(word.to_string_lossy().into_owned())
    })
}

fn each<'py>(
    argument: &Bound<'py, PyAny>,
    text_of: impl Fn(Bound<'py, PyAny>) -> PyResult<String>,
) -> PyResult<Vec<String>> {
    if argument.is_instance_of::<PyString>() {
        return Ok(vec![text_of(argument.clone())?]);
    }
    let mut texts = Vec::new();
    for text in argument.try_iter()? {
        memory::push(&mut texts, text_of(text?)?);
    }
    Ok(texts)
}

/// The items of an argument, however many it says it has: nothing is reserved for them.
pub(crate) struct Items<T>(pub(crate) Vec<T>);

impl<'py, T: for<'a> FromPyObject<'a, 'py>> FromPyObject<'_, 'py> for Items<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("give several items, not one str"));
        }
        let mut items = Vec::new();
        for item in object.try_iter()? {
            items.push(item?.extract().map_err(Into::into)?);
        }
        Ok(Self(items))
    }
}

/// What the word of this argument means.
pub(crate) fn one_of<T: Copy>(name: &str, said: &str, known: &[(&str, T)]) -> PyResult<T> {
    let found = known.iter().find(|(word, _)| *word == said).map(|(_, meant)| *meant);
    found.ok_or_else(|| unknown(name, said, known.iter().map(|(word, _)| *word)))
}

/// The policy of this argument for what an encoding lacks.
pub(crate) fn encode_errors<'a>(argument: Option<&'a Bound<'_, PyAny>>) -> PyResult<Cow<'a, str>> {
    let said = word(argument, "errors")?.unwrap_or(Cow::Borrowed("strict"));
    if ENCODE_ERRORS.contains(&&*said) {
        return Ok(said);
    }
    Err(unknown("errors", &said, ENCODE_ERRORS))
}

/// The string argument of this parameter, if it was given.
pub(crate) fn word<'a>(
    argument: Option<&'a Bound<'_, PyAny>>,
    name: &str,
) -> PyResult<Option<Cow<'a, str>>> {
    let Some(argument) = argument else { return Ok(None) };
    let string = argument.cast::<PyString>().map_err(|_| {
        let kind = argument.get_type();
        PyTypeError::new_err(format!(
            "{name} is a str, not {}",
            kind.name().map_or_else(|_| "that".into(), |n| n.to_string())
        ))
    })?;
    guard::afford(string.len()?);
    // What is not valid text is not a word either, and is reported as one that nobody knows.
    Ok(Some(string.to_string_lossy()))
}

/// The policy of this argument for what cannot be decoded.
pub(crate) fn decoding_errors(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Errors> {
    decode_errors(word(argument, "errors")?.as_deref().unwrap_or("strict"))
}

/// The policy of this name for what cannot be decoded.
pub(crate) fn decode_errors(name: &str) -> PyResult<Errors> {
    one_of("errors", name, &Errors::NAMES)
}
