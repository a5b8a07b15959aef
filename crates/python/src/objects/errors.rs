//! Exceptions: the Python exceptions for failures.

use std::ops::Range;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::objects::help;
use superuri::base::error::{Class, Error};

/// The exception for a failure in the text that the caller passed; `at` is in the caller's units.
pub(crate) fn error(text: &Bound<'_, PyAny>, failure: &Error, at: &Range<usize>) -> PyErr {
    let class = match failure.kind.class() {
        Class::Decode => "DecodeError",
        Class::Encode => "EncodeError",
        Class::Repertoire => "RepertoireError",
        Class::Parse => "ParseError",
    };
    let made = || {
        let class = text.py().import("superuri.errors")?.getattr(class)?;
        let (code, help) = (failure.kind.code(), help::in_python(failure.kind));
        // The exception may outlive a buffer, and must be picklable.
        let text = match text.cast::<PyString>() {
            Ok(_) => text.clone(),
            Err(_) => text.py().get_type::<PyBytes>().call1((text,))?,
        };
        class.call1((failure.sentence(at), text, at.start, at.end, code, help))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

/// The exception for a failure whose offsets are bytes: of `bytes`, which are the UTF-8 of a str,
/// or the caller's bytes themselves.
pub(crate) fn in_bytes(text: &Bound<'_, PyAny>, bytes: &[u8], failure: &Error) -> PyErr {
    let at = if text.is_instance_of::<PyString>() {
        characters(bytes, failure.at.start)..characters(bytes, failure.at.end)
    } else {
        failure.at.clone()
    };
    error(text, failure, &at)
}

/// The exception for an object that has no text of its own, with what would give its text.
#[cold]
pub(crate) fn not_a_value(object: &Bound<'_, PyAny>) -> PyErr {
    let rule = "a value is a str, bytes, an int, a float or a bool";
    let how = what_gives_its_text(object);
    let message = |kind| format!("{rule}, not {kind}: pass {how} if that is meant");
    object.get_type().name().map_or_else(|error| error, |kind| PyTypeError::new_err(message(kind)))
}

/// What a caller can pass instead of an object, if its text is meant.
pub(crate) fn what_gives_its_text(object: &Bound<'_, PyAny>) -> &'static str {
    let has = |name: &str| object.hasattr(name).unwrap_or(false);
    match () {
        () if has("isoformat") => "its .isoformat()",
        () if has("_value_") => "its .value",
        () => "str() of it",
    }
}

/// The exception for a pair without name and value: it would be written as nothing, and not read.
pub(crate) fn no_pair() -> PyErr {
    PyValueError::new_err("an empty name without a value cannot be written: give it the value \"\"")
}

/// The number of characters that begin before this byte of UTF-8.
pub(crate) fn characters(utf8: &[u8], byte: usize) -> usize {
    utf8[..byte].iter().filter(|&&b| b & 0xC0 != 0x80).count()
}
