//! Words of options: which of the allowed words the caller gave.

use std::borrow::Cow;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::{Borrowed, types::PyString};

use crate::guard;
use crate::objects::{errors, strings};
use superuri::base::error::quote;
use superuri::clean::default_scheme::DefaultScheme;
use superuri::codec::percent::Errors;
use superuri_kernels::memory;

/// Python's names for the handling of a character that an encoding lacks.
const ENCODE_ERRORS: [&str; 6] =
    ["strict", "replace", "ignore", "surrogateescape", "surrogatepass", "xmlcharrefreplace"];

/// The exception for an unknown word; the word may be a URL that was meant for another argument, so
/// no password in it is shown.
pub(crate) fn unknown<'a>(
    name: &str,
    given: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> PyErr {
    let known: Vec<&str> = known.into_iter().collect();
    let near = if known.len() > 1 { nearest(given, &known) } else { None };
    let given = quote(given.as_bytes());
    let listed = format!("it is one of {}", known.join(", "));
    PyValueError::new_err(match near {
        Some(near) if known.len() > MOST_LISTED => {
            format!("{name}={given}: did you mean '{near}'?")
        }
        Some(near) => format!("{name}={given}: {listed}; did you mean '{near}'?"),
        None => format!("{name}={given}: {listed}"),
    })
}

/// More characters than an error quotes.
const MOST_QUOTED: usize = 100;

/// More words than these are listed only if none of them is similar.
const MOST_LISTED: usize = 32;

/// The known word that was probably meant, if there is one.
fn nearest(given: &str, known: &[&str]) -> Option<String> {
    Python::attach(|py| {
        let words = py.import("superuri._values.nearest").ok()?;
        let near: String = words.call_method1("nearest", (given, known)).ok()?.extract().ok()?;
        (!near.is_empty()).then_some(near)
    })
}

/// The texts of an argument that takes several; a single str is one text.
pub(crate) fn several(argument: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    each_word(argument, |text| {
        let text: &str = text.extract()?;
        guard::check_available(text.len());
        Ok(memory::string(text))
    })
}

/// The words of an argument that takes several. A str that is not valid text is an unknown word.
pub(crate) fn words(argument: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    each_word(argument, |word| Ok(memory::string(&readable(word.cast::<PyString>()?)?)))
}

fn each_word<'py>(
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

/// The items of an argument. Memory is not reserved for the number of items that it claims to have.
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

/// The scheme for texts without one, if it was given and is not None.
pub(crate) fn default_scheme(
    argument: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<DefaultScheme>> {
    let given = argument.filter(|given| !given.is_none());
    let Some(name) = word(given, "default_scheme")? else { return Ok(None) };
    DefaultScheme::new(name.as_bytes()).map(Some).map_err(|error| {
        let text = given.map(|given| PyString::new(given.py(), &name));
        match text {
            Some(text) => errors::in_bytes(text.as_any(), name.as_bytes(), &error),
            None => PyValueError::new_err(error.to_string()),
        }
    })
}

/// The meaning of the word of this argument.
pub(crate) fn one_of<T: Copy>(name: &str, given: &str, known: &[(&str, T)]) -> PyResult<T> {
    let found = known.iter().find(|(word, _)| *word == given).map(|(_, meant)| *meant);
    found.ok_or_else(|| unknown(name, given, known.iter().map(|(word, _)| *word)))
}

/// The policy of this argument for characters that an encoding lacks.
pub(crate) fn encode_errors<'a>(argument: Option<&'a Bound<'_, PyAny>>) -> PyResult<Cow<'a, str>> {
    let given = word(argument, "errors")?.unwrap_or(Cow::Borrowed("strict"));
    if ENCODE_ERRORS.contains(&&*given) {
        return Ok(given);
    }
    Err(unknown("errors", &given, ENCODE_ERRORS))
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
    readable(string).map(Some)
}

/// The word; of a str that is not valid text, which no word is, at least what an error quotes.
pub(crate) fn readable<'a>(word: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    let length = strings::length(word);
    guard::check_available(length);
    if let Ok(text) = word.to_str() {
        return Ok(Cow::Borrowed(text));
    }
    let start = strings::part(word, 0, length.min(MOST_QUOTED))?;
    Ok(Cow::Owned(start.to_string_lossy().into_owned()))
}

/// The policy of this argument for octets that cannot be decoded.
pub(crate) fn decoding_errors(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Errors> {
    decode_errors(word(argument, "errors")?.as_deref().unwrap_or("strict"))
}

/// The policy of this name for octets that cannot be decoded.
pub(crate) fn decode_errors(name: &str) -> PyResult<Errors> {
    one_of("errors", name, &Errors::NAMES)
}
