//! Long texts: a new Python string of octets, or of a text that is decoded.

use std::slice;

use pyo3::ffi;

use superuri_kernels as kernels;
use superuri_kernels::Extent;

/// A new string of these octets; `None` if they are not valid UTF-8; null if memory runs out, with
/// Python's error set.
///
/// # Safety
/// The calling thread holds the interpreter.
pub(crate) unsafe fn new_long_text(octets: &[u8]) -> Option<*mut ffi::PyObject> {
    let Some(Extent { characters, most }) = kernels::extent(octets) else {
        simdutf8::basic::from_utf8(octets).ok()?;
        // SAFETY: exactly the bytes of the slice are read; the length of a slice always fits.
        return Some(unsafe {
            let length = octets.len().cast_signed();
            ffi::PyUnicode_DecodeUTF8(octets.as_ptr().cast(), length, std::ptr::null())
        });
    };
    // SAFETY: the new string has exactly the size for these characters, each of the width that the
    // largest needs. No other code has a reference to it before all characters are written.
    unsafe {
        let new = ffi::PyUnicode_New(characters.cast_signed(), most);
        if new.is_null() {
            return Some(new);
        }
        let data = ffi::PyUnicode_DATA(new);
        let is_text = match ffi::PyUnicode_KIND(new) {
            ffi::PyUnicode_1BYTE_KIND => {
                kernels::read_latin1(octets, slice::from_raw_parts_mut(data.cast(), characters))
            }
            ffi::PyUnicode_2BYTE_KIND => {
                kernels::read_ucs2(octets, slice::from_raw_parts_mut(data.cast(), characters))
            }
            _ => kernels::read_ucs4(octets, slice::from_raw_parts_mut(data.cast(), characters)),
        };
        if !is_text {
            ffi::Py_DECREF(new);
            return None;
        }
        Some(new)
    }
}

/// An ASCII string with its escapes decoded, as `new_decoded` does it; here the octets are written to
/// the new string itself, which is shortened afterwards.
///
/// # Safety
/// `text` is a live string, whose characters are `ascii`, and the calling thread holds the
/// interpreter.
pub(crate) unsafe fn new_long_decoded(
    text: *mut ffi::PyObject,
    ascii: &[u8],
    strict: bool,
) -> Option<*mut ffi::PyObject> {
    // SAFETY: the new string has space for as many bytes as the text has; the kernel writes as many
    // as it returns. No other code has a reference to the string, which is released unless its
    // characters are ASCII, as it promises. This thread holds the interpreter.
    unsafe {
        let mut new = ffi::PyUnicode_New(ascii.len().cast_signed(), 127);
        if new.is_null() {
            return Some(new);
        }
        let data = ffi::PyUnicode_1BYTE_DATA(new);
        let decoded = kernels::decode(ascii, slice::from_raw_parts_mut(data.cast(), ascii.len()));
        let refused = strict && decoded.malformed;
        let same = decoded.len == ascii.len();
        if !refused && !same && !decoded.high {
            // Null and an error of Python's if memory runs out.
            ffi::PyUnicode_Resize(&raw mut new, decoded.len.cast_signed());
            return Some(new);
        }
        let found = match (refused, same) {
            (true, _) => None,
            (false, true) => Some(ffi::Py_NewRef(text)),
            (false, false) => new_long_text(slice::from_raw_parts(data, decoded.len)),
        };
        ffi::Py_DECREF(new);
        found
    }
}
