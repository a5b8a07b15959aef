//! What do `pretty` and its map take, and what do they give?

use std::borrow::Cow;
use std::ffi::CStr;
use std::sync::LazyLock;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::call::{Arguments, Quick, Verb};
use super::display::PyDisplay;
use super::docs;
use super::text::Text;
use crate::display::View;
use crate::pretty;

static LOSSLESS: LazyLock<View> = LazyLock::new(|| PyDisplay::default().0);

/// The profile argument, with the default where none was given.
pub(super) fn view<'a>(argument: Option<&'a Bound<'_, PyAny>>) -> PyResult<&'a View> {
    match argument {
        None => Ok(&LOSSLESS),
        Some(argument) => match argument.cast::<PyDisplay>() {
            Ok(display) => Ok(&display.get().0),
            Err(_) => Err(PyTypeError::new_err(
                "profile is a superuri.Display, such as superuri.profiles.LOSSLESS",
            )),
        },
    }
}

pub(super) struct Pretty;

impl Verb for Pretty {
    const DOC: &'static CStr = docs::PRETTY;
    const NAME: &'static CStr = c"pretty";
    const PARAMETERS: &'static [&'static str] = &["uri", "profile"];
    const POSITIONAL: usize = 2;

    fn quick(text: &[u8]) -> Quick<'_> {
        match pretty::pretty(text, &LOSSLESS) {
            Ok(Cow::Borrowed(_)) => Quick::Same,
            Ok(Cow::Owned(shown)) if shown.is_ascii() => Quick::Ascii(shown),
            Ok(Cow::Owned(shown)) => Quick::Utf8(shown),
            Err(_) => Quick::Ask,
        }
    }

    fn call<'py>(_: Python<'py>, arguments: &Arguments<'py>) -> PyResult<Bound<'py, PyAny>> {
        let view = view(arguments.get(1))?;
        let text = Text::strict(arguments.text())?;
        match pretty::pretty(&text.bytes, view).map_err(|error| text.failure(&error))? {
            Cow::Borrowed(_) => text.same(),
            Cow::Owned(shown) => text.string(&shown),
        }
    }
}

pub(super) struct Shown;

impl Verb for Shown {
    const DOC: &'static CStr = docs::SHOWN;
    const NAME: &'static CStr = c"shown";
    const PARAMETERS: &'static [&'static str] = &["uri", "profile"];
    const POSITIONAL: usize = 2;

    fn quick(_: &[u8]) -> Quick<'_> {
        Quick::Ask
    }

    fn call<'py>(py: Python<'py>, arguments: &Arguments<'py>) -> PyResult<Bound<'py, PyAny>> {
        let view = view(arguments.get(1))?;
        let text = Text::strict(arguments.text())?;
        let shown = pretty::shown(&text.bytes, view).map_err(|error| text.failure(&error))?;
        let mut spans = Vec::with_capacity(shown.spans.len());
        // The spans come in order: each offset is counted from the last one.
        let (mut byte, mut character) = (0, 0);
        let (mut shown_byte, mut shown_character) = (0, 0);
        for span in &shown.spans {
            // Two may have one source: a character that became several escapes.
            let back = span.source.start < byte;
            let start = if back {
                character - text.length(span.source.start..byte)
            } else {
                character + text.length(byte..span.source.start)
            };
            let end = start + text.length(span.source.clone());
            (byte, character) = (span.source.end, end);
            let at = shown_character + shown.text[shown_byte..span.shown.start].chars().count();
            let to = at + shown.text[span.shown.clone()].chars().count();
            (shown_byte, shown_character) = (span.shown.end, to);
            spans.push((start, end, at, to, span.reason.code(), span.reason.sentence()));
        }
        let spans = PyTuple::new(py, spans)?;
        Ok((PyString::new(py, &shown.text), spans).into_pyobject(py)?.into_any())
    }
}
