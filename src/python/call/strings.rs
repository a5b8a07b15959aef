//! How is the memory of a string read, and how is a string written?

use std::mem::MaybeUninit;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::form;
use crate::kernels::{self, Table};
use crate::memory;

/// The UTF-8 of these code points, each below 256.
pub(in crate::python) fn latin1_to_utf8(characters: &[u8]) -> Vec<u8> {
    let mut utf8 = memory::zeroed(2 * characters.len());
    let length = encoding_rs::mem::convert_latin1_to_utf8(characters, &mut utf8);
    utf8.truncate(length);
    utf8
}

/// The UTF-8 of a string of two or four bytes a character; `None` if one is a lone surrogate.
///
/// # Safety
/// `text` is a live string.
pub(super) unsafe fn wide_to_utf8(text: *mut ffi::PyObject) -> Option<Vec<u8>> {
    // SAFETY: a string of kind 2 or 4 holds `length` initialised units at its data, never changed.
    unsafe {
        let length = usize::try_from(ffi::PyUnicode_GET_LENGTH(text)).ok()?;
        let data = ffi::PyUnicode_DATA(text);
        let mut utf8 = Vec::new();
        let is_text = match ffi::PyUnicode_KIND(text) {
            ffi::PyUnicode_2BYTE_KIND => {
                let units = std::slice::from_raw_parts(data.cast(), length);
                kernels::ucs2_onto(units, &mut utf8)
            }
            ffi::PyUnicode_4BYTE_KIND => {
                let units = std::slice::from_raw_parts(data.cast(), length);
                kernels::ucs4_onto(units, &mut utf8)
            }
            _ => false,
        };
        is_text.then_some(utf8)
    }
}

/// The UTF-8 of a string; `None` if it holds a lone surrogate.
pub(in crate::python) fn utf8_of(text: &Bound<'_, PyString>) -> Option<Vec<u8>> {
    match one_byte_characters(text) {
        Some(characters) => Some(latin1_to_utf8(characters)),
        // SAFETY: the string lives as long as its reference.
        None => unsafe { wide_to_utf8(text.as_ptr()) },
    }
}

/// The code points of a string that holds one byte for each.
///
/// # Safety
/// `text` is a live string; the slice is used only while it lives.
pub(super) unsafe fn latin1<'a>(text: *mut ffi::PyObject) -> Option<&'a [u8]> {
    // SAFETY: a string of kind 1 holds `length` initialised bytes at its data, never changed.
    unsafe {
        if ffi::PyUnicode_READY(text) != 0 {
            ffi::PyErr_Clear();
            return None;
        }
        if ffi::PyUnicode_KIND(text) != ffi::PyUnicode_1BYTE_KIND {
            return None;
        }
        let length = usize::try_from(ffi::PyUnicode_GET_LENGTH(text)).ok()?;
        Some(std::slice::from_raw_parts(ffi::PyUnicode_1BYTE_DATA(text), length))
    }
}

/// A new string of this ASCII text; null where memory is short, with Python's error set.
///
/// # Safety
/// The calling thread holds the interpreter.
pub(super) unsafe fn new_ascii(text: &[u8]) -> *mut ffi::PyObject {
    // SAFETY: the new string has room for exactly these bytes, nobody else has seen it yet, and
    // the bytes are ASCII, as its largest character says.
    unsafe {
        let Ok(length) = ffi::Py_ssize_t::try_from(text.len()) else {
            return ffi::PyErr_NoMemory();
        };
        let new = ffi::PyUnicode_New(length, 127);
        if !new.is_null() {
            let room = ffi::PyUnicode_1BYTE_DATA(new);
            std::ptr::copy_nonoverlapping(text.as_ptr(), room, text.len());
        }
        new
    }
}

/// Up to this length, in bytes, Python takes longer to begin than to read.
const SHORT: usize = 256;

/// A new string of this UTF-8; null where it is none or memory is short, with Python's error set.
///
/// # Safety
/// The calling thread holds the interpreter.
pub(super) unsafe fn new_utf8(utf8: &[u8]) -> *mut ffi::PyObject {
    let short = Some(utf8).filter(|utf8| utf8.len() <= SHORT);
    let Some(text) = short.and_then(|utf8| std::str::from_utf8(utf8).ok()) else {
        let Ok(length) = ffi::Py_ssize_t::try_from(utf8.len()) else {
            // SAFETY: this thread holds the interpreter.
            return unsafe { ffi::PyErr_NoMemory() };
        };
        // SAFETY: as many bytes are read as there are.
        return unsafe {
            ffi::PyUnicode_DecodeUTF8(utf8.as_ptr().cast(), length, std::ptr::null())
        };
    };
    let length = utf8.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    // What the longest character begins with says how wide all of them are.
    let most = match utf8.iter().copied().max().unwrap_or(0) {
        0..0x80 => 0x7F,
        0x80..0xC4 => 0xFF,
        0xC4..0xF0 => 0xFFFF,
        _ => 0x10_FFFF,
    };
    // SAFETY: the new string has room for exactly these characters, each of the width that its
    // largest has, and nobody else has seen it yet.
    unsafe {
        let new = ffi::PyUnicode_New(length.cast_signed(), most);
        if !new.is_null() {
            let data = ffi::PyUnicode_DATA(new);
            match ffi::PyUnicode_KIND(new) {
                ffi::PyUnicode_1BYTE_KIND => {
                    put(text, std::slice::from_raw_parts_mut(data.cast(), length), |c| c as u8);
                }
                ffi::PyUnicode_2BYTE_KIND => {
                    put(text, std::slice::from_raw_parts_mut(data.cast(), length), |c| c as u16);
                }
                _ => put(text, std::slice::from_raw_parts_mut(data.cast(), length), u32::from),
            }
        }
        new
    }
}

/// Writes each character as a string of this width has it.
fn put<U>(text: &str, units: &mut [MaybeUninit<U>], unit: fn(char) -> U) {
    for (slot, c) in units.iter_mut().zip(text.chars()) {
        slot.write(unit(c));
    }
}

/// A new string: the text with the members of the set encoded, the first of them at `from`, and,
/// in a `form`, a `+` for each space from there on.
///
/// # Safety
/// The calling thread holds the interpreter.
pub(super) unsafe fn new_encoded(
    text: &[u8],
    from: usize,
    table: &Table,
    form: bool,
) -> *mut ffi::PyObject {
    let (head, tail) = text.split_at(from);
    let room = tail.len() + 2 * kernels::count(tail, table);
    // SAFETY: the new string has exactly the room that the head and the encoded tail take, nobody
    // else has seen it yet, and the kernel writes nothing but ASCII where all else is in the set.
    unsafe {
        let Ok(length) = ffi::Py_ssize_t::try_from(from + room) else {
            return ffi::PyErr_NoMemory();
        };
        let new = ffi::PyUnicode_New(length, 127);
        if !new.is_null() {
            let data = ffi::PyUnicode_1BYTE_DATA(new);
            std::ptr::copy_nonoverlapping(head.as_ptr(), data, from);
            let out = std::slice::from_raw_parts_mut(data.add(from).cast(), room);
            assert_eq!(kernels::encode(tail, table, out), room, "each byte of the string is set");
            if form {
                // The kernel has written these bytes.
                form::plus_for_space(std::slice::from_raw_parts_mut(data.add(from), room));
            }
        }
        new
    }
}

/// A new string of this ASCII text.
pub(in crate::python) fn ascii<'py>(
    py: Python<'py>,
    text: &[u8],
) -> PyResult<Bound<'py, PyString>> {
    assert!(text.is_ascii(), "the caller has seen that this is ASCII");
    // SAFETY: `py` shows that this thread holds the interpreter; what comes back is a new string,
    // or null with Python's error set.
    unsafe { Ok(Bound::from_owned_ptr_or_err(py, new_ascii(text))?.cast_into_unchecked()) }
}

/// The new string of the text with the members of the set encoded, the first of them at `from`.
pub(in crate::python) fn encoded<'py>(
    py: Python<'py>,
    text: &[u8],
    from: usize,
    table: &Table,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: `py` shows that this thread holds the interpreter; what comes back is new, or null
    // with Python's error set.
    unsafe { Bound::from_owned_ptr_or_err(py, new_encoded(text, from, table, false)) }
}

/// The new string of the text with the members of the set encoded and a `+` for each space.
pub(in crate::python) fn encoded_as_form<'py>(
    py: Python<'py>,
    text: &[u8],
    table: &Table,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: as in `encoded`.
    unsafe { Bound::from_owned_ptr_or_err(py, new_encoded(text, 0, table, true)) }
}

/// The code points of a string that holds one byte for each.
pub(in crate::python) fn one_byte_characters<'a>(
    text: &'a Bound<'_, PyString>,
) -> Option<&'a [u8]> {
    // SAFETY: the string lives as long as its reference.
    unsafe { latin1(text.as_ptr()) }
}

/// The code points of any string, and its lone surrogates among them.
pub(in crate::python) fn code_points(text: &Bound<'_, PyString>) -> Vec<u32> {
    let length = text.len().unwrap_or(0);
    let pointer = text.as_ptr();
    // SAFETY: the string is live and made ready by `len`; its data holds `length` units of its
    // kind, never changed.
    unsafe {
        let data = ffi::PyUnicode_DATA(pointer);
        match ffi::PyUnicode_KIND(pointer) {
            ffi::PyUnicode_1BYTE_KIND => std::slice::from_raw_parts(data.cast::<u8>(), length)
                .iter()
                .map(|&c| c.into())
                .collect(),
            ffi::PyUnicode_2BYTE_KIND => std::slice::from_raw_parts(data.cast::<u16>(), length)
                .iter()
                .map(|&c| c.into())
                .collect(),
            _ => std::slice::from_raw_parts(data.cast::<u32>(), length).to_vec(),
        }
    }
}
