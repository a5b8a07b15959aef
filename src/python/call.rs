//! How does Python call a text verb, and how does it get its text back?
//!
//! The one trampoline: FASTCALL, the string's own memory, panics caught. A verb is a
//! [`Verb`]: its safe [`Verb::call`] does everything; [`Verb::quick`] answers the call that has
//! nothing to do but look, before anything of Python is touched.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::raise;
pub(super) use super::verb::{Arguments, Original, Quick, Verb, to_the_original};
use super::verb::{MOST_PARAMETERS, is_for_the_original};
use crate::form;
use crate::kernels::{self, Table};
use crate::memory;

/// The verb as Python's table of methods wants it.
pub(super) const fn method<V: Verb>() -> ffi::PyMethodDef {
    ffi::PyMethodDef {
        ml_name: V::NAME.as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: trampoline::<V> },
        ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
        ml_doc: V::DOC.as_ptr(),
    }
}

/// Adds the verbs to the module.
///
/// The table lives as long as the interpreter: functions point into it.
pub(super) fn add_verbs(
    module: &Bound<'_, PyModule>,
    mut verbs: Vec<ffi::PyMethodDef>,
) -> PyResult<()> {
    verbs.push(ffi::PyMethodDef::zeroed());
    let table = verbs.leak();
    // SAFETY: the table ends with a zeroed row, is never moved or freed, and this thread holds
    // the interpreter, as its token `module` shows.
    let failed = unsafe { ffi::PyModule_AddFunctions(module.as_ptr(), table.as_mut_ptr()) } != 0;
    if failed { Err(PyErr::fetch(module.py())) } else { Ok(()) }
}

/// Adds the verbs of a room: to Python they are of the room of this name, and have here theirs
/// with a prefix.
pub(super) fn add_verbs_of(
    module: &Bound<'_, PyModule>,
    room: &str,
    prefix: &str,
    verbs: Vec<ffi::PyMethodDef>,
) -> PyResult<()> {
    let of_room = PyModule::new(module.py(), room)?;
    add_verbs(&of_room, verbs)?;
    for (name, verb) in of_room.dict() {
        if verb.is_callable() {
            module.add(&*format!("{prefix}_{name}"), verb)?;
        }
    }
    Ok(())
}

/// What the interpreter calls.
///
/// # Safety
/// The FASTCALL convention: `arguments` holds `given` positional arguments and then one for
/// each name of the tuple `names`, which may be null; all are borrowed for the call; the calling
/// thread holds the interpreter.
unsafe extern "C" fn trampoline<V: Verb>(
    _module: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    given: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    let answer = catch_unwind(AssertUnwindSafe(|| {
        if given == 1 && names.is_null() {
            // SAFETY: one argument was given, and it is borrowed for the call.
            let text = unsafe { *arguments };
            // SAFETY: `text` is a live object and this thread holds the interpreter.
            if let Some(answer) = unsafe { quickly::<V>(text) } {
                return answer;
            }
        }
        Python::attach(|py| {
            // SAFETY: the arguments are as FASTCALL says, which is this function's own condition.
            match unsafe { answer::<V>(py, arguments, given, names) } {
                Ok(answer) => answer.into_ptr(),
                Err(error) => {
                    error.restore(py);
                    std::ptr::null_mut()
                }
            }
        })
    }));
    answer.unwrap_or_else(|panic| {
        Python::attach(|py| raise::internal_error(py, &*panic).restore(py));
        std::ptr::null_mut()
    })
}

/// The answer for any arguments.
///
/// # Safety
/// As [`trampoline`].
unsafe fn answer<V: Verb>(
    py: Python<'_>,
    arguments: *const *mut ffi::PyObject,
    given: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> PyResult<Bound<'_, PyAny>> {
    // SAFETY: the arguments are as FASTCALL says, which is this function's own condition.
    let slots = unsafe { slots::<V>(py, arguments, given, names) };
    let Some(original) = V::ORIGINAL else { return V::call(py, &Arguments::of(slots?)) };
    if let Ok(slots) = slots {
        let answer = V::call(py, &Arguments { slots })?;
        if !is_for_the_original(&answer) {
            return Ok(answer);
        }
    }
    let (original, given) = (original(py)?, given.cast_unsigned());
    // SAFETY: FASTCALL passes its arguments as vectorcall takes them, and all are still borrowed.
    unsafe {
        let answer = ffi::PyObject_Vectorcall(original.as_ptr(), arguments, given, names);
        Bound::from_owned_ptr_or_err(py, answer)
    }
}

/// The quick answer for an exact string, if the verb has one.
///
/// # Safety
/// `text` is a live object and the calling thread holds the interpreter.
unsafe fn quickly<V: Verb>(text: *mut ffi::PyObject) -> Option<*mut ffi::PyObject> {
    // SAFETY: `text` is live; its kind and data are read only once it is known to be a string,
    // and they live, unchanged, as long as it does.
    unsafe {
        if ffi::PyUnicode_CheckExact(text) == 0 {
            return None;
        }
        let converted;
        let utf8 = match latin1(text) {
            Some(characters) if V::is_idle(characters) => return Some(ffi::Py_NewRef(text)),
            Some(characters) if characters.is_ascii() => characters,
            Some(characters) => {
                converted = latin1_to_utf8(characters);
                &converted
            }
            None => {
                converted = wide_to_utf8(text)?;
                &converted
            }
        };
        Some(match V::quick(utf8) {
            Quick::Same => ffi::Py_NewRef(text),
            Quick::Ascii(answer) => new_ascii(&answer),
            Quick::Utf8(answer) => {
                let length = ffi::Py_ssize_t::try_from(answer.len()).ok()?;
                ffi::PyUnicode_DecodeUTF8(answer.as_ptr().cast(), length, std::ptr::null())
            }
            Quick::Encode(text, from, table) => new_encoded(text, from, table, false),
            Quick::Form(text, table) => new_encoded(text, 0, table, true),
            Quick::Bool(yes) => ffi::Py_NewRef(if yes { ffi::Py_True() } else { ffi::Py_False() }),
            Quick::Ask => return None,
        })
    }
}

/// The UTF-8 of these code points, each below 256.
pub(super) fn latin1_to_utf8(characters: &[u8]) -> Vec<u8> {
    let mut utf8 = memory::zeroed(2 * characters.len());
    let length = encoding_rs::mem::convert_latin1_to_utf8(characters, &mut utf8);
    utf8.truncate(length);
    utf8
}

/// The UTF-8 of these code points, each below 0x10000; `None` if one is a lone surrogate.
fn ucs2_to_utf8(characters: &[u16]) -> Option<Vec<u8>> {
    // In UTF-16 two surrogates would be one character; in a Python string they are two.
    // (Counted, not looked for: a count is done many at a time.)
    if characters.iter().filter(|&&c| c & 0xF800 == 0xD800).count() > 0 {
        return None;
    }
    let mut utf8 = memory::zeroed(3 * characters.len());
    let length = encoding_rs::mem::convert_utf16_to_utf8(characters, &mut utf8);
    utf8.truncate(length);
    Some(utf8)
}

/// The UTF-8 of these code points; `None` if one is a lone surrogate.
fn ucs4_to_utf8(characters: &[u32]) -> Option<Vec<u8>> {
    let mut utf8 = String::with_capacity(characters.len() + characters.len() / 2);
    for &code_point in characters {
        utf8.push(char::from_u32(code_point)?);
    }
    Some(utf8.into_bytes())
}

/// The UTF-8 of a string of two or four bytes a character; `None` if one is a lone surrogate.
///
/// # Safety
/// `text` is a live string.
unsafe fn wide_to_utf8(text: *mut ffi::PyObject) -> Option<Vec<u8>> {
    // SAFETY: a string of kind 2 or 4 holds `length` initialised units at its data, never changed.
    unsafe {
        let length = usize::try_from(ffi::PyUnicode_GET_LENGTH(text)).ok()?;
        let data = ffi::PyUnicode_DATA(text);
        match ffi::PyUnicode_KIND(text) {
            ffi::PyUnicode_2BYTE_KIND => {
                ucs2_to_utf8(std::slice::from_raw_parts(data.cast::<u16>(), length))
            }
            ffi::PyUnicode_4BYTE_KIND => {
                ucs4_to_utf8(std::slice::from_raw_parts(data.cast::<u32>(), length))
            }
            _ => None,
        }
    }
}

/// The UTF-8 of a string; `None` if it holds a lone surrogate.
pub(super) fn utf8_of(text: &Bound<'_, PyString>) -> Option<Vec<u8>> {
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
unsafe fn latin1<'a>(text: *mut ffi::PyObject) -> Option<&'a [u8]> {
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
unsafe fn new_ascii(text: &[u8]) -> *mut ffi::PyObject {
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

/// A new string: the text with the members of the set encoded, the first of them at `from`, and,
/// in a `form`, a `+` for each space from there on.
///
/// # Safety
/// The calling thread holds the interpreter.
unsafe fn new_encoded(text: &[u8], from: usize, table: &Table, form: bool) -> *mut ffi::PyObject {
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
pub(super) fn ascii<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
    assert!(text.is_ascii(), "the caller has seen that this is ASCII");
    // SAFETY: `py` shows that this thread holds the interpreter; what comes back is a new string,
    // or null with Python's error set.
    unsafe { Ok(Bound::from_owned_ptr_or_err(py, new_ascii(text))?.cast_into_unchecked()) }
}

/// The new string of the text with the members of the set encoded, the first of them at `from`.
pub(super) fn encoded<'py>(
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
pub(super) fn encoded_as_form<'py>(
    py: Python<'py>,
    text: &[u8],
    table: &Table,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: as in `encoded`.
    unsafe { Bound::from_owned_ptr_or_err(py, new_encoded(text, 0, table, true)) }
}

/// The code points of a string that holds one byte for each.
pub(super) fn one_byte_characters<'a>(text: &'a Bound<'_, PyString>) -> Option<&'a [u8]> {
    // SAFETY: the string lives as long as its reference.
    unsafe { latin1(text.as_ptr()) }
}

/// The code points of any string, and its lone surrogates among them.
pub(super) fn code_points(text: &Bound<'_, PyString>) -> Vec<u32> {
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

/// The arguments in the order of the verb's parameters.
///
/// # Safety
/// As [`trampoline`].
unsafe fn slots<V: Verb>(
    py: Python<'_>,
    arguments: *const *mut ffi::PyObject,
    given: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> PyResult<[Option<Bound<'_, PyAny>>; MOST_PARAMETERS]> {
    let name = V::NAME.to_string_lossy();
    let given = usize::try_from(given).unwrap_or(0);
    if given > V::POSITIONAL {
        let most = V::POSITIONAL;
        return Err(PyTypeError::new_err(format!(
            "{name}() takes at most {most} positional arguments, {given} were given"
        )));
    }
    let mut slots = [const { None }; MOST_PARAMETERS];
    // SAFETY: FASTCALL passes `given` arguments and then one for each name, all live.
    let argument = |n: usize| unsafe { Bound::from_borrowed_ptr(py, *arguments.add(n)) };
    for (n, slot) in slots.iter_mut().enumerate().take(given) {
        *slot = Some(argument(n));
    }
    // SAFETY: `names` is null or a live tuple of strings.
    if let Some(names) = unsafe { Bound::from_borrowed_ptr_or_opt(py, names) } {
        for (n, keyword) in names.try_iter()?.enumerate() {
            let keyword = keyword?;
            let keyword = keyword.cast::<PyString>()?.to_cow()?;
            let Some(slot) = V::PARAMETERS.iter().position(|known| *known == keyword) else {
                let known = V::PARAMETERS[1..].join(", ");
                return Err(PyTypeError::new_err(format!(
                    "{name}() has no parameter {keyword:?}; it has {known}"
                )));
            };
            if slots[slot].replace(argument(given + n)).is_some() {
                return Err(PyTypeError::new_err(format!("{name}() was given {keyword} twice")));
            }
        }
    }
    if slots[0].is_none() {
        let first = V::PARAMETERS[0];
        return Err(PyTypeError::new_err(format!("{name}() needs {first}: a str or bytes")));
    }
    Ok(slots)
}
