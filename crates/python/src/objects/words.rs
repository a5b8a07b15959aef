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
    let near = nearest(said, &known);
    let said = quote(said.as_bytes());
    PyValueError::new_err(match near {
        Some(near) => format!("{name}={said}: did you mean '{near}'?"),
        None => format!("{name}={said}: it is one of {}", known.join(", ")),
    })
}

/// Words longer than this are not compared: nobody mistyped one of ours that way.
const LONGEST_WORD: usize = 48;

/// The known word that was probably meant: another spelling of it, its last part alone, or a few
/// letters away.
fn nearest<'a>(said: &str, known: &[&'a str]) -> Option<&'a str> {
    let said = said.to_ascii_lowercase();
    if said.is_empty() || said.len() > LONGEST_WORD {
        return None;
    }
    let last_part = |word: &&&str| {
        word.rsplit_once('.').is_some_and(|(_, last)| last.eq_ignore_ascii_case(&said))
    };
    let by_distance = known.iter().map(|word| (distance(&said, &word.to_ascii_lowercase()), word));
    let (letters, closest) = by_distance.min_by_key(|(letters, _)| *letters)?;
    if letters <= (said.len() / 4).max(1) {
        Some(closest)
    } else {
        known.iter().find(last_part).copied()
    }
}

/// How many letters of one word to replace, add, drop or swap to have the other (Damerau 1964).
fn distance(from: &str, to: &str) -> usize {
    let (from, to, width) = (from.as_bytes(), to.as_bytes(), to.len() + 1);
    let mut least = vec![0; (from.len() + 1) * width];
    for i in 0..=from.len() {
        for j in 0..width {
            let at = i * width + j;
            if i == 0 || j == 0 {
                least[at] = i + j;
                continue;
            }
            let other = usize::from(from[i - 1] != to[j - 1]);
            let changed = (least[at - width] + 1).min(least[at - 1] + 1);
            least[at] = changed.min(least[at - width - 1] + other);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                least[at] = least[at].min(least[at - 2 * width - 2] + 1);
            }
        }
    }
    least[from.len() * width + to.len()]
}

/// The number of the row that is named so, in any case.
pub(crate) fn row_named(
    name: &str,
    said: &Bound<'_, PyString>,
    known: &[String],
) -> PyResult<usize> {
    let said = said.to_string_lossy();
    // Of several with a name, the newest is the last.
    let found = known.iter().rposition(|word| word.eq_ignore_ascii_case(&said));
    found.ok_or_else(|| unknown(name, &said, known.iter().map(String::as_str)))
}

/// The texts of an argument that takes several; one str is that one.
pub(crate) fn several(argument: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    each(argument, |text| text.extract().map(memory::string))
}

/// The words of an argument that takes several. What is not valid text is an unknown word.
pub(crate) fn words(argument: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    each(argument, |word| Ok(word.cast::<PyString>()?.to_string_lossy().into_owned()))
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
            return Err(PyTypeError::new_err("several items are asked for, not one str"));
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
    // What is no text is no word either, and is told as one that nobody knows.
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
