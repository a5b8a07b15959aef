//! Verbs on encodings: guesses, labels, mojibake, and `%uXXXX` escapes.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::call::CallArguments;
use crate::guard::Answer;
use crate::objects::{codec, sets::encoder, text::Text, words::decoding_errors};
use crate::verbs::decode::Decoding;
use superuri::codec::{encodings::guess, encodings::labels, percent_u};
use superuri::syntax::hosts::domain::last_label;
use superuri_guard::guarded_function;

pub(crate) fn percent_u_decode<'py>(
    py: Python<'py>,
    arguments: &CallArguments<'py>,
) -> Answer<'py> {
    let errors = decoding_errors(arguments.get(2))?;
    let codings = codec::codings(py, arguments.get(1))?;
    let decoding = Decoding { text: arguments.text(), codings, errors, percent_u: true };
    decoding.within(arguments.get(3))
}

pub(crate) fn percent_u_encode<'py>(
    py: Python<'py>,
    arguments: &CallArguments<'py>,
) -> Answer<'py> {
    let encoder = encoder(arguments.get(1))?;
    let string = arguments.text().cast::<PyString>()?;
    let text = Text::strict(string.as_any())?;
    let written = percent_u::encode(&String::from_utf8_lossy(&text.bytes), encoder);
    if written.as_bytes() == &*text.bytes {
        text.same()
    } else {
        Ok(PyString::new(py, &written).into_any())
    }
}

pub(crate) fn guess_encoding<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
    let text = Text::strict(arguments.text())?;
    let class = py.import("superuri._values.guess")?.getattr("Guess")?;
    let tld = last_label(&text.bytes);
    let guesses = guess::of_text(&text.bytes, !text.is_str, Some(&tld));
    let made: Vec<_> = guesses
        .into_iter()
        .map(|guess| class.call1((guess.encoding, guess.score, guess.text, guess.evidence)))
        .collect::<PyResult<_>>()?;
    Ok(PyTuple::new(py, made)?.into_any())
}

#[guarded_function]
pub(crate) fn read_as(label: &str) -> Option<&'static str> {
    labels::read_as(label)
}
