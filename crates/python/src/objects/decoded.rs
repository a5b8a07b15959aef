//! Decoded texts: a new Python string of a text, with its escapes decoded.

use pyo3::ffi;
use pyo3::prelude::*;

use super::long::new_long_decoded;
use super::strings::{CacheLines, SHORT, lies_as_ascii, new_ascii, new_text};
use superuri_kernels as kernels;
use superuri_kernels::characters::SLACK;

/// The text with its escapes decoded; the same object if there are none. `None` if the decoded
/// octets are not valid UTF-8 or, with `strict`, if an escape is malformed.
///
/// # Safety
/// `text` is a live string, of which `utf8` is the UTF-8, and the calling thread holds the
/// interpreter.
pub(crate) unsafe fn new_decoded(
    text: *mut ffi::PyObject,
    utf8: &[u8],
    strict: bool,
) -> Option<*mut ffi::PyObject> {
    if utf8.len() > SHORT && lies_as_ascii(text, utf8.as_ptr()) {
        // SAFETY: as for this function; the text is ASCII.
        return unsafe { new_long_decoded(text, utf8, strict) };
    }
    // SAFETY: as for this function.
    unsafe { new_decoded_or(utf8, strict, || Some(ffi::Py_NewRef(text))) }
}

/// As [`new_decoded`], for octets without a Python string; `same` makes the result if they have no
/// escapes.
///
/// # Safety
/// The calling thread holds the interpreter.
#[inline]
unsafe fn new_decoded_or(
    utf8: &[u8],
    strict: bool,
    same: impl FnOnce() -> Option<*mut ffi::PyObject>,
) -> Option<*mut ffi::PyObject> {
    let mut short = CacheLines::<{ SHORT + SLACK }>::new();
    let mut long = Vec::new();
    let (decoded, octets) = if utf8.len() <= SHORT {
        let decoded = kernels::decode(utf8, &mut short.0);
        // SAFETY: the kernel has written this many bytes.
        (decoded, unsafe { std::slice::from_raw_parts(short.0.as_ptr().cast(), decoded.len) })
    } else {
        (kernels::decode_onto(utf8, &mut long), &*long)
    };
    // SAFETY: this thread holds the interpreter.
    unsafe {
        match decoded {
            _ if strict && decoded.malformed => None,
            // Decoding an escape shortens the text, so at this length there was none.
            _ if decoded.len == utf8.len() => same(),
            // Neither a decoded octet nor one of the text is non-ASCII.
            _ if !decoded.high => Some(new_ascii(octets)),
            _ => new_text(octets),
        }
    }
}

/// A new string of this text with its escapes decoded; `None` if the decoded octets are not valid
/// UTF-8 or an escape is malformed.
pub(crate) fn decoded<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Option<Bound<'py, PyAny>>> {
    // SAFETY: `py` proves that this thread holds the interpreter; the result is a new string, or
    // null with Python's error set.
    unsafe {
        let new = new_decoded_or(text, true, || new_text(text));
        new.map(|new| Bound::from_owned_ptr_or_err(py, new)).transpose()
    }
}
