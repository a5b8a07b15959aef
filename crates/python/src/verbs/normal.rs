//! Verbs `normalize`, `equivalent`, `compare`, `split` and `unsplit`: arguments and results.

use std::{borrow::Cow, ffi::CStr};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyIterator, PyString, PyTuple, PyType};

use crate::call::{CallArguments, Fast, FastCall};
use crate::docs;
use crate::guard::{self, Answer, getters};
use crate::objects::words::{default_scheme, one_of, word, words};
use crate::objects::{
    errors, strings, text::Text, tracking::tracking, uris::PyUri, values::Reduced,
};
use superuri::base::secrets::{HIDDEN, is_private as has_secret, spans};
use superuri::normal::{self, Also, Comparison, Level, Which, tracking::Trackers};
use superuri::syntax::split;
use superuri::syntax::unsplit as unsplitting;
use superuri::syntax::unsplit::{Components, NAMES};
use superuri_guard::{documented, guarded_function, guarded_methods};
use superuri_kernels::memory;

const UNUSED: &str = "tracking is the table of drop-tracking, which also does not name";

pub(crate) fn level(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Level> {
    match word(argument, "level")? {
        None => Ok(Level::Scheme),
        Some(word) => one_of("level", &word, &Level::NAMES),
    }
}

/// The additional steps of the argument, by their names.
pub(crate) fn also(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Also<'static>> {
    let mut also = Also::default();
    let Some(argument) = argument else { return Ok(also) };
    for word in words(argument)? {
        *one_of("also", &word, &Also::NAMES)?(&mut also) = true;
    }
    Ok(also)
}

pub(crate) struct Normalize;

impl FastCall for Normalize {
    const DOC: &'static CStr = docs::of("normalize");

    fn quick(text: &[u8]) -> Fast<'_> {
        match normal::normalize(text, Level::Scheme, Also::default()) {
            Ok(Cow::Borrowed(_)) => Fast::Same,
            Ok(Cow::Owned(normal)) => Fast::Ascii(normal),
            Err(_) => Fast::NeedsSlowPath,
        }
    }

    fn call<'py>(_: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        let (level, also) = (level(arguments.get(1))?, also(arguments.get(2))?);
        let own = tracking(arguments.get(3))?;
        let trackers = match &own {
            Some(_) if !also.drop_tracking => return Err(PyValueError::new_err(UNUSED)),
            Some(own) => Trackers::Own(own),
            None => also.trackers,
        };
        let also = Also { trackers, ..also };
        let text = Text::strict(arguments.text())?;
        if let Some(scheme) = default_scheme(arguments.get(4))? {
            let normal =
                |whole: &Text| normal::normalize(&whole.bytes, level, also).map(Cow::into_owned);
            return text.same_or_string(&text.after(&scheme, false, normal)?);
        }
        match normal::normalize(&text.bytes, level, also).map_err(|error| text.failure(&error))? {
            Cow::Borrowed(_) => text.same(),
            Cow::Owned(normal) => text.string(&normal),
        }
    }
}

fn compared(arguments: &CallArguments<'_>) -> PyResult<Comparison> {
    let (level, also) = (level(arguments.get(2))?, also(arguments.get(3))?);
    let Some(b) = arguments.get(1) else {
        return Err(PyTypeError::new_err("two URIs are compared: b is missing"));
    };
    let b = PyUri::text_of(b);
    let (a, b) = (Text::strict(arguments.text())?, Text::strict(&b)?);
    normal::compare(&a.bytes, &b.bytes, level, also).map_err(|which| match which {
        Which::First(failure) => a.failure(&failure),
        Which::Second(failure) => b.failure(&failure),
    })
}

pub(crate) fn equivalent<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
    Ok(PyBool::new(py, compared(arguments)?.is_equal()).to_owned().into_any())
}

pub(crate) fn compare<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let comparison = compared(arguments)?;
    let class = CLASS.import(py, "superuri._values.compared", "Compared")?;
    class.call1((comparison.is_equal(), comparison.word()))
}

pub(crate) fn split<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
    let Ok(text) = arguments.text().cast::<PyString>() else {
        return Err(PyTypeError::new_err("a text to split is a str"));
    };
    // All delimiters are ASCII, so one byte for each character is enough to split the text.
    let bytes = one_byte_each(text);
    let parts = split::split(&bytes);
    let spans = [parts.scheme, parts.authority, Some(parts.path), parts.query, parts.fragment];
    let spans = spans.map(|span| span.map(|span| (span.start, span.end)));
    let mut parts = [const { None }; 5];
    for (part, span) in parts.iter_mut().zip(spans) {
        if let Some((start, end)) = span {
            *part = Some(strings::part(text, start, end)?.unbind());
        }
    }
    Ok(Bound::new(py, PyParts { parts, spans })?.into_any())
}

/// The characters, each as one byte: 0xFF for those above U+00FF.
fn one_byte_each<'a>(text: &'a Bound<'_, PyString>) -> Cow<'a, [u8]> {
    if let Some(characters) = strings::one_byte_characters(text) {
        return Cow::Borrowed(characters);
    }
    strings::code_points(text).into_iter().map(|c| u8::try_from(c).unwrap_or(0xFF)).collect()
}

#[documented]
#[pyclass(frozen, module = "superuri._core", name = "Parts")]
pub(crate) struct PyParts {
    parts: [Option<Py<PyString>>; 5],
    spans: [Option<(usize, usize)>; 5],
}

impl PyParts {
    fn tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, [0, 1, 2, 3, 4].map(|n| self.part(py, n)))
    }

    fn part<'a, 'py>(&'a self, py: Python<'py>, n: usize) -> Option<&'a Bound<'py, PyString>> {
        self.parts[n].as_ref().map(|part| part.bind(py))
    }
}

getters! { PyParts, Option<Bound<'py, PyString>>, |own, py, n| Ok(own.part(py, n).cloned()), {
    scheme: 0, authority: 1, path: 2, query: 3, fragment: 4
}}

#[guarded_methods]
impl PyParts {
    #[getter]
    fn spans<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.spans)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.tuple(py)?.try_iter()
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Self>() {
            Ok(other) => self.tuple(py)?.eq(other.get().tuple(py)?),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.tuple(py)?.hash()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let lengths = self.parts.iter().flatten().map(|part| strings::length(part.bind(py)));
        // `repr` writes six characters for a lone surrogate.
        guard::check_available(6 * lengths.sum::<usize>());
        // A password is found in the whole text, as what a path is depends on the scheme.
        let whole = py.import("superuri._core")?.getattr("unsplit")?.call1((self.tuple(py)?,))?;
        let hidden = places(&whole)?;
        let mut parts = Vec::new();
        for ((name, part), span) in NAMES.iter().zip(&self.parts).zip(self.spans) {
            let (Some(part), Some((start, end))) = (part, span) else { continue };
            let mut shown = part.bind(py).clone();
            // If nothing is hidden, the text is shown itself, so that a lone surrogate stays.
            let within = hidden.iter().filter(|span| span.0 < end && start < span.1);
            let within: Vec<_> = within.map(|span| (span.0.max(start), span.1.min(end))).collect();
            if !within.is_empty() {
                let characters: Vec<char> =
                    String::from_utf8_lossy(&utf8(&shown)).chars().collect();
                let (mut text, mut done) = (String::new(), start);
                for (from, to) in within {
                    text.extend(&characters[done - start..from - start]);
                    text.push_str(HIDDEN);
                    done = to;
                }
                text.extend(&characters[done - start..]);
                shown = PyString::new(py, &text);
            }
            parts.push(format!("{name}={}", shown.repr()?.to_string_lossy()));
        }
        Ok(format!("Parts({})", parts.join(", ")))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let core = slf.py().import("superuri._core")?;
        // The text that `unsplit` returns splits into the same parts.
        let text = core.getattr("unsplit")?.call1((slf,))?;
        Ok((core.getattr("split")?, PyTuple::new(slf.py(), [text])?))
    }
}

#[guarded_function]
pub(crate) fn secrets(text: &Bound<'_, PyAny>) -> PyResult<Vec<(usize, usize)>> {
    places(text)
}

/// The places of the passwords in a text, in characters, or in bytes of bytes.
fn places(text: &Bound<'_, PyAny>) -> PyResult<Vec<(usize, usize)>> {
    if let Ok(bytes) = text.cast::<PyBytes>() {
        let spans = spans(bytes.as_bytes());
        return Ok(spans.into_iter().map(|span| (span.start, span.end)).collect());
    }
    let text = utf8(text.cast::<PyString>()?);
    let (mut byte, mut character) = (0, 0);
    let mut characters = |end: usize| {
        let is_first = |byte: &&u8| **byte & 0xC0 != 0x80;
        character += text[byte..end].iter().filter(is_first).count();
        byte = end;
        character
    };
    let spans = spans(&text);
    Ok(spans.into_iter().map(|span| (characters(span.start), characters(span.end))).collect())
}

#[guarded_function]
pub(crate) fn is_private(text: &Bound<'_, PyString>) -> bool {
    has_secret(&utf8(text))
}

/// The text in UTF-8, with one character for each; U+FFFD for a surrogate.
fn utf8(text: &Bound<'_, PyString>) -> Vec<u8> {
    if let Ok(text) = text.to_str() {
        return memory::concat(&[text.as_bytes()]);
    }
    let character = |c| char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER);
    let text: String = strings::code_points(text).into_iter().map(character).collect();
    text.into_bytes()
}

#[guarded_function]
pub(crate) fn unsplit<'py>(parts: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    let py = parts.py();
    let wrong = || {
        let five = "parts are five: scheme, authority, path, query, fragment, each a str or None";
        PyTypeError::new_err(five)
    };
    let mut strings: Vec<Option<Bound<'py, PyString>>> = Vec::with_capacity(5);
    for part in parts.try_iter()? {
        let part = part?;
        strings.push(if part.is_none() {
            None
        } else {
            Some(part.cast_into().map_err(|_| wrong())?)
        });
    }
    let strings: [_; 5] = strings.try_into().map_err(|_| wrong())?;
    let bytes = strings.each_ref().map(|part| part.as_ref().map(one_byte_each));
    let [scheme, authority, path, query, fragment] = bytes.each_ref().map(Option::as_deref);
    let path =
        path.ok_or_else(|| PyTypeError::new_err("the path must not be None; it may be empty"))?;
    let components = Components { scheme, authority, path, query, fragment };
    if let Err(misread) = unsplitting::unsplit(&components) {
        let part = strings[misread.part].as_ref().expect("an absent part is not misread");
        let whole = strings::length(part);
        return Err(errors::error(
            part,
            &misread.error(part.to_string_lossy().as_bytes()),
            &(0..whole),
        ));
    }
    let mut pieces = Vec::with_capacity(9);
    let marks = [("", ":"), ("//", ""), ("", ""), ("?", ""), ("#", "")];
    for (part, (before, after)) in strings.iter().zip(marks) {
        if let Some(part) = part {
            pieces.extend([PyString::new(py, before), part.clone(), PyString::new(py, after)]);
        }
    }
    Ok(PyString::new(py, "").call_method1("join", (pieces,))?.cast_into()?)
}
