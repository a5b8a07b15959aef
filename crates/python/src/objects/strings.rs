//! Strings of Python: reading their memory, and writing new ones.

use std::mem::MaybeUninit;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::long::new_long_text;
use crate::guard::{self, Answer};
use superuri::codec::form;
use superuri_kernels as kernels;
use superuri_kernels::characters::{
    SLACK, TextShape, Width, latin1, latin1_to_utf8, shape, ucs2, ucs4,
};
use superuri_kernels::{Table, ucs2_to_utf8, ucs4_to_utf8};

/// The characters of a string; each unit is a code point.
#[derive(Clone, Copy)]
pub(crate) enum Units<'a> {
    One(&'a [u8]),
    Two(&'a [u16]),
    Four(&'a [u32]),
}

impl Units<'_> {
    /// The characters of a string; `None` if memory runs out.
    ///
    /// # Safety
    /// `text` is a live string; the units are used only while it lives.
    #[inline]
    pub(crate) unsafe fn of(text: *mut ffi::PyObject) -> Option<Self> {
        // SAFETY: a ready string of kind n has `length` initialised units of n bytes at its data
        // pointer; they never change.
        unsafe {
            if ffi::PyUnicode_READY(text) != 0 {
                ffi::PyErr_Clear();
                return None;
            }
            let length = usize::try_from(ffi::PyUnicode_GET_LENGTH(text)).ok()?;
            let data = ffi::PyUnicode_DATA(text);
            Some(match ffi::PyUnicode_KIND(text) {
                ffi::PyUnicode_1BYTE_KIND => {
                    Self::One(std::slice::from_raw_parts(data.cast(), length))
                }
                ffi::PyUnicode_2BYTE_KIND => {
                    Self::Two(std::slice::from_raw_parts(data.cast(), length))
                }
                _ => Self::Four(std::slice::from_raw_parts(data.cast(), length)),
            })
        }
    }

    /// The UTF-8 of the characters; `None` if one is a lone surrogate.
    fn utf8(self) -> Option<Vec<u8>> {
        let mut utf8 = Vec::new();
        let is_text = match self {
            Self::One(characters) => {
                kernels::latin1_onto(characters, &mut utf8);
                true
            }
            Self::Two(units) => kernels::ucs2_onto(units, &mut utf8),
            Self::Four(units) => kernels::ucs4_onto(units, &mut utf8),
        };
        is_text.then_some(utf8)
    }
}

/// Up to this length, in bytes, a call of Python costs more than the work, and allocating memory
/// more than filling it. Such short texts are processed on the stack.
pub(super) const SHORT: usize = 256;

/// A buffer on the stack, aligned to cache lines. What a kernel writes there is read immediately,
/// and a register load that straddles two lines would stall.
#[repr(align(64))]
pub(crate) struct CacheLines<const N: usize>(pub(crate) [MaybeUninit<u8>; N]);

impl<const N: usize> CacheLines<N> {
    pub(crate) const fn new() -> Self {
        Self([MaybeUninit::uninit(); N])
    }
}

/// A buffer for the UTF-8 of a string.
pub(crate) struct StackBuffer {
    short: CacheLines<{ 4 * SHORT + SLACK }>,
    long: Vec<u8>,
}

impl StackBuffer {
    pub(crate) const fn new() -> Self {
        Self { short: CacheLines::new(), long: Vec::new() }
    }

    /// The UTF-8 of these characters; `None` if one is a lone surrogate.
    #[inline]
    pub(crate) fn utf8(&mut self, units: Units<'_>) -> Option<&[u8]> {
        let short = &mut self.short.0;
        let length = match units {
            Units::One(units) if units.len() <= SHORT => latin1_to_utf8(units, short),
            Units::Two(units) if units.len() <= SHORT => ucs2_to_utf8(units, short)?,
            Units::Four(units) if units.len() <= SHORT => ucs4_to_utf8(units, short)?,
            _ => {
                self.long = units.utf8()?;
                return Some(&self.long);
            }
        };
        // SAFETY: a kernel has written this many bytes.
        Some(unsafe { std::slice::from_raw_parts(short.as_ptr().cast(), length) })
    }
}

/// The UTF-8 of a string; `None` if it has a lone surrogate.
pub(crate) fn utf8_of(text: &Bound<'_, PyString>) -> Option<Vec<u8>> {
    // SAFETY: the string lives as long as its reference.
    unsafe { Units::of(text.as_ptr()) }?.utf8()
}

/// Whether this string with one byte per character is ASCII.
pub(crate) fn is_ascii(text: *mut ffi::PyObject, characters: &[u8]) -> bool {
    lies_as_ascii(text, characters.as_ptr()) || characters.is_ascii()
}

/// Whether the characters of a string are where only ASCII strings have them: directly after the
/// short header. Other strings have a longer header, or their characters elsewhere (PEP 393).
#[inline]
pub(super) fn lies_as_ascii(text: *mut ffi::PyObject, characters: *const u8) -> bool {
    characters.addr().wrapping_sub(text.addr()) == size_of::<ffi::PyASCIIObject>()
}

/// The characters of a string, if they are where only ASCII strings have them; this is the fastest
/// test.
///
/// # Safety
/// `text` is a live string; the characters are used only while it lives.
#[inline]
pub(crate) unsafe fn of_ascii<'a>(text: *mut ffi::PyObject) -> Option<&'a [u8]> {
    // SAFETY: a string whose characters are there is ready, and has `length` of them, which never
    // change; a string that is not ready has no characters.
    unsafe {
        let characters = ffi::PyUnicode_DATA(text).cast();
        if !lies_as_ascii(text, characters) {
            return None;
        }
        let length = ffi::PyUnicode_GET_LENGTH(text).cast_unsigned();
        Some(std::slice::from_raw_parts(characters, length))
    }
}

/// A new string of this ASCII text; null if memory runs out, with Python's error set.
///
/// # Safety
/// Each byte must be below 0x80: Python does not check a string that is marked as ASCII, and any
/// other byte in it is undefined behaviour. The calling thread holds the interpreter.
pub(crate) unsafe fn new_ascii(text: &[u8]) -> *mut ffi::PyObject {
    // SAFETY: the new string has exactly the size for these bytes, no other code has a reference to
    // it yet, and the bytes are ASCII, as its largest character requires.
    unsafe {
        let Ok(length) = ffi::Py_ssize_t::try_from(text.len()) else {
            return ffi::PyErr_NoMemory();
        };
        let new = ffi::PyUnicode_New(length, 127);
        if !new.is_null() {
            let space = ffi::PyUnicode_1BYTE_DATA(new);
            std::ptr::copy_nonoverlapping(text.as_ptr(), space, text.len());
        }
        new
    }
}

/// A new string of these octets; `None` if they are not valid UTF-8; null if memory runs out, with
/// Python's error set.
///
/// # Safety
/// The calling thread holds the interpreter.
pub(crate) unsafe fn new_text(octets: &[u8]) -> Option<*mut ffi::PyObject> {
    // SAFETY: this thread holds the interpreter.
    unsafe {
        if octets.len() <= SHORT {
            Some(new_of_shape(octets, shape(octets)?))
        } else {
            new_long_text(octets)
        }
    }
}

/// A new string of this UTF-8; null if it is not valid or memory runs out, with Python's error set.
///
/// # Safety
/// The calling thread holds the interpreter.
pub(crate) unsafe fn new_utf8(utf8: &[u8]) -> *mut ffi::PyObject {
    // SAFETY: this thread holds the interpreter.
    if let Some(new) = unsafe { new_text(utf8) } {
        return new;
    }
    let Ok(length) = ffi::Py_ssize_t::try_from(utf8.len()) else {
        // SAFETY: this thread holds the interpreter.
        return unsafe { ffi::PyErr_NoMemory() };
    };
    // SAFETY: exactly the bytes of the slice are read.
    unsafe { ffi::PyUnicode_DecodeUTF8(utf8.as_ptr().cast(), length, std::ptr::null()) }
}

/// A new string of this UTF-8, whose shape is given; null if memory runs out, with Python's error
/// set.
///
/// # Safety
/// The calling thread holds the interpreter.
pub(crate) unsafe fn new_of_shape(utf8: &[u8], shape: TextShape) -> *mut ffi::PyObject {
    let TextShape { len, width } = shape;
    let most = match width {
        _ if len == utf8.len() => 0x7F,
        Width::One => 0xFF,
        Width::Two => 0xFFFF,
        Width::Four => 0x10_FFFF,
    };
    // SAFETY: the new string has exactly the size for these characters, each of the width that the
    // largest needs, and no other code has a reference to it yet.
    unsafe {
        let new = ffi::PyUnicode_New(len.cast_signed(), most);
        if !new.is_null() {
            let data = ffi::PyUnicode_DATA(new);
            let written = match width {
                Width::One => latin1(utf8, std::slice::from_raw_parts_mut(data.cast(), len)),
                Width::Two => ucs2(utf8, std::slice::from_raw_parts_mut(data.cast(), len)),
                Width::Four => ucs4(utf8, std::slice::from_raw_parts_mut(data.cast(), len)),
            };
            assert_eq!(written, len, "each character of the string is set");
        }
        new
    }
}

/// A new string: the text with the members of the set percent-encoded, the first of which is at
/// `from`, and with `form` a `+` for each space from there on.
///
/// # Safety
/// The calling thread holds the interpreter.
pub(crate) unsafe fn new_encoded(
    text: &[u8],
    from: usize,
    table: &Table,
    form: bool,
) -> *mut ffi::PyObject {
    if text.len() <= SHORT {
        let mut short = CacheLines::<{ 3 * SHORT + SLACK }>::new();
        let length = kernels::encode(text, table, &mut short.0);
        // SAFETY: the kernel has written this many bytes, all of them ASCII, because every
        // non-ASCII byte is in the set. This thread holds the interpreter.
        return unsafe {
            let encoded = std::slice::from_raw_parts_mut(short.0.as_mut_ptr().cast(), length);
            if form {
                form::plus_for_space(encoded);
            }
            new_ascii(encoded)
        };
    }
    let (head, tail) = text.split_at(from);
    assert!(head.is_ascii(), "every table has all non-ASCII bytes");
    let space = tail.len() + 2 * kernels::count(tail, table);
    // SAFETY: the new string has exactly the size of the head and the encoded tail, no other code
    // has a reference to it yet, and the kernel writes only ASCII, because every non-ASCII byte is
    // in the set.
    unsafe {
        let Ok(length) = ffi::Py_ssize_t::try_from(from + space) else {
            return ffi::PyErr_NoMemory();
        };
        let new = ffi::PyUnicode_New(length, 127);
        if !new.is_null() {
            let data = ffi::PyUnicode_1BYTE_DATA(new);
            std::ptr::copy_nonoverlapping(head.as_ptr(), data, from);
            let out = std::slice::from_raw_parts_mut(data.add(from).cast(), space);
            assert_eq!(kernels::encode(tail, table, out), space, "each byte of the string is set");
            if form {
                // The kernel has written these bytes.
                form::plus_for_space(std::slice::from_raw_parts_mut(data.add(from), space));
            }
        }
        new
    }
}

/// A new string of these octets; `None` if they are not valid UTF-8.
pub(crate) fn text<'py>(py: Python<'py>, octets: &[u8]) -> PyResult<Option<Bound<'py, PyAny>>> {
    // SAFETY: `py` proves that this thread holds the interpreter; the result is a new string, or
    // null with Python's error set.
    unsafe { new_text(octets).map(|new| Bound::from_owned_ptr_or_err(py, new)).transpose() }
}

pub(crate) fn ascii<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
    assert!(text.is_ascii(), "the caller has checked that this is ASCII");
    // SAFETY: `py` proves that this thread holds the interpreter; the result is a new string, or
    // null with Python's error set.
    unsafe { Ok(Bound::from_owned_ptr_or_err(py, new_ascii(text))?.cast_into_unchecked()) }
}

/// A new string: the text with the members of the set percent-encoded, the first of which is at
/// `from`.
pub(crate) fn encoded<'py>(
    py: Python<'py>,
    text: &[u8],
    from: usize,
    table: &Table,
) -> Answer<'py> {
    // SAFETY: `py` proves that this thread holds the interpreter; the result is new, or null with
    // Python's error set.
    unsafe { Bound::from_owned_ptr_or_err(py, new_encoded(text, from, table, false)) }
}

/// A new string: the text with the members of the set percent-encoded and a `+` for each space.
pub(crate) fn encoded_as_form<'py>(py: Python<'py>, text: &[u8], table: &Table) -> Answer<'py> {
    // SAFETY: as in `encoded`.
    unsafe { Bound::from_owned_ptr_or_err(py, new_encoded(text, 0, table, true)) }
}

pub(crate) fn part<'py>(
    text: &Bound<'py, PyString>,
    start: usize,
    end: usize,
) -> PyResult<Bound<'py, PyString>> {
    // SAFETY: `text` is a string, and its thread holds the interpreter; the result is a string, or
    // null with Python's error set.
    unsafe {
        let (start, end) = (start.cast_signed(), end.cast_signed());
        let part = ffi::PyUnicode_Substring(text.as_ptr(), start, end);
        Ok(Bound::from_owned_ptr_or_err(text.py(), part)?.cast_into_unchecked())
    }
}

/// The code points of a string that stores each in one byte; `None` for other strings.
pub(crate) fn one_byte_characters<'a>(text: &'a Bound<'_, PyString>) -> Option<&'a [u8]> {
    // SAFETY: the string lives as long as its reference.
    match unsafe { Units::of(text.as_ptr()) } {
        Some(Units::One(characters)) => Some(characters),
        _ => None,
    }
}

/// The characters of a string, if they are where only ASCII strings have them.
pub(crate) fn ascii_characters<'a>(text: &'a Bound<'_, PyString>) -> Option<&'a [u8]> {
    // SAFETY: the string lives as long as its reference.
    unsafe { of_ascii(text.as_ptr()) }
}

/// The number of characters of a string, whatever the `__len__` of its class returns.
pub(crate) fn length(text: &Bound<'_, PyString>) -> usize {
    // SAFETY: `text` is a live string, so that its length is not negative.
    unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) }.cast_unsigned()
}

/// The number of characters of a string, or of bytes; of another object, what it reports.
pub(crate) fn length_of(object: &Bound<'_, PyAny>) -> PyResult<usize> {
    if let Ok(text) = object.cast::<PyString>() {
        Ok(length(text))
    } else if let Ok(bytes) = object.cast::<PyBytes>() {
        Ok(bytes.as_bytes().len())
    } else {
        object.len()
    }
}

/// The code points of any string, including lone surrogates.
pub(crate) fn code_points(text: &Bound<'_, PyString>) -> Vec<u32> {
    // Four bytes for each, and memory for the result.
    guard::check_available(2 * length(text));
    // SAFETY: the string lives as long as its reference.
    match unsafe { Units::of(text.as_ptr()) } {
        Some(Units::One(units)) => units.iter().map(|&c| c.into()).collect(),
        Some(Units::Two(units)) => units.iter().map(|&c| c.into()).collect(),
        Some(Units::Four(units)) => units.to_vec(),
        None => Vec::new(),
    }
}
