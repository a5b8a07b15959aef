//! Calls from Python: calling a verb with a text, and returning its result.
//!
//! All verbs use one trampoline: it follows FASTCALL, reads the string's own memory, and catches
//! panics. A verb is a [`FastCall`]. Its safe function [`FastCall::call`] handles every call;
//! [`FastCall::quick`] handles calls with a single string, without using other parts of Python.

pub(crate) mod fast_call;
pub(crate) mod signature;

mod by_name;
mod class;
mod form;
mod pairs;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use pyo3::{exceptions::PyTypeError, ffi};

pub(crate) use by_name::{ByName, CallValues, add_method, by_name};
pub(crate) use class::{TextClass, call_quickly, look_up_in, object};
pub(crate) use form::Pairing;
pub(crate) use pairs::{Fallback, Query, found, listed};

use crate::call::fast_call::is_for_the_original;
pub(crate) use crate::call::fast_call::{CallArguments, Fast, FastCall, Original, to_the_original};
use crate::call::signature::{MOST_PARAMETERS, Signature};
use crate::guard::{self, Answer};
use crate::objects::strings::{
    StackBuffer, Units, is_ascii, new_ascii, new_encoded, new_text, new_utf8,
};
use crate::objects::{decoded::new_decoded, foreign};

pub(crate) const fn method<V: FastCall>() -> ffi::PyMethodDef {
    ffi::PyMethodDef {
        ml_name: V::NAME.as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: trampoline::<V> },
        ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
        ml_doc: V::DOC.as_ptr(),
    }
}

/// A verb that has no fast path, as [`method`]: its name in the stub, its [`FastCall::call`], and its
/// [`FastCall::ORIGINAL`] if it has one.
macro_rules! plain_method {
    ($name:literal, $call:path $(, $original:path)?) => {{
        struct PlainVerb;

        impl $crate::call::FastCall for PlainVerb {
            const DOC: &'static ::std::ffi::CStr = $crate::docs::of($name);
            $(const ORIGINAL: Option<$crate::call::Original> = Some($original);)?

            fn call<'py>(
                py: ::pyo3::Python<'py>,
                arguments: &$crate::call::CallArguments<'py>,
            ) -> $crate::guard::Answer<'py> {
                $call(py, arguments)
            }
        }

        $crate::call::method::<PlainVerb>()
    }};
}
pub(crate) use plain_method;

/// Adds the verbs to the module.
///
/// The table is leaked, because the functions point into it as long as the interpreter lives.
pub(crate) fn add_verbs(
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

/// Adds the verbs of another module. Python sees them as functions of the module `home`; in this
/// module they have names with a prefix.
pub(crate) fn add_verbs_of(
    module: &Bound<'_, PyModule>,
    home: &str,
    prefix: &str,
    verbs: Vec<ffi::PyMethodDef>,
) -> PyResult<()> {
    let own = PyModule::new(module.py(), home)?;
    add_verbs(&own, verbs)?;
    for (name, verb) in own.dict() {
        if verb.is_callable() {
            module.add(&*format!("{prefix}_{name}"), verb)?;
        }
    }
    Ok(())
}

/// The function that the interpreter calls.
///
/// # Safety
/// The FASTCALL convention: `arguments` has `given` positional arguments and then one for each name
/// in the tuple `names`, which may be null; all are borrowed for the call; the calling thread holds
/// the interpreter.
unsafe extern "C" fn trampoline<V: FastCall>(
    _module: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    given: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    let answer = guard::caught(|| {
        if given == 1 && names.is_null() {
            // SAFETY: one argument was given, and it is borrowed for the call.
            let text = unsafe { *arguments };
            // SAFETY: `text` is a live object and this thread holds the interpreter.
            if let Some(answer) = unsafe { fast_call::<V>(text) } {
                return answer;
            }
        }
        Python::attach(|py| {
            // SAFETY: the arguments follow FASTCALL, as this function requires.
            match unsafe { answer::<V>(py, arguments, given, names) } {
                Ok(answer) => answer.into_ptr(),
                Err(error) => {
                    error.restore(py);
                    std::ptr::null_mut()
                }
            }
        })
    });
    answer.unwrap_or_else(|panic| {
        Python::attach(|py| guard::exception(panic).restore(py));
        std::ptr::null_mut()
    })
}

/// The result for any arguments.
///
/// # Safety
/// As [`trampoline`].
unsafe fn answer<V: FastCall>(
    py: Python<'_>,
    arguments: *const *mut ffi::PyObject,
    given: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> Answer<'_> {
    // SAFETY: the arguments follow FASTCALL, as this function requires.
    let slots = unsafe { slots(py, V::SIGNATURE, arguments, given, names) };
    let Some(original) = V::ORIGINAL else { return V::call(py, &CallArguments::of(slots?)) };
    if let Ok(slots) = slots {
        let answer = V::call(py, &CallArguments { slots })?;
        if !is_for_the_original(&answer) {
            return Ok(answer);
        }
    }
    let (original, given) = (original(py, V::NAME)?, given.cast_unsigned());
    // SAFETY: the arguments of FASTCALL have the form that vectorcall takes, and are still
    // borrowed.
    unsafe {
        let answer = ffi::PyObject_Vectorcall(original.as_ptr(), arguments, given, names);
        Bound::from_owned_ptr_or_err(py, answer)
    }
}

/// The result of the fast path: `Some` with a new reference; `Some` with null if Python's error is
/// set; `None` if the slow path has to find the result or the error, from the start.
///
/// An object that is not an exact string only has a fast path for a verb that takes pairs. A string
/// is read without a copy if it is ASCII, and otherwise as UTF-8 in a buffer on the stack; lone
/// surrogates need the slow path. [`FastCall::is_noop`] comes first, as it needs neither.
///
/// # Safety
/// `text` is a live object and the calling thread holds the interpreter.
unsafe fn fast_call<V: FastCall>(text: *mut ffi::PyObject) -> Option<*mut ffi::PyObject> {
    // SAFETY: `text` is live; its kind and data are read only after it is known to be a string, and
    // they live as long as it does, unchanged.
    unsafe {
        if ffi::PyUnicode_CheckExact(text) == 0 {
            let py = Python::assume_attached();
            return match V::pairing()?.query(&Borrowed::from_ptr(py, text)) {
                Ok(query) => Some(query.into_ptr()),
                Err(Fallback::PythonError) => Some(std::ptr::null_mut()),
                Err(Fallback::SlowPath) => None,
            };
        }
        let units = Units::of(text)?;
        let mut buffer;
        let utf8 = match units {
            Units::One(characters) if V::is_noop(characters) => return Some(ffi::Py_NewRef(text)),
            Units::One(characters) if is_ascii(text, characters) => characters,
            _ => {
                buffer = StackBuffer::new();
                buffer.utf8(units)?
            }
        };
        Some(match V::quick(utf8) {
            Fast::Same => ffi::Py_NewRef(text),
            Fast::Ascii(answer) if answer.is_ascii() => new_ascii(&answer),
            Fast::Utf8(answer) => new_utf8(&answer),
            Fast::Text(octets) => return new_text(&octets),
            Fast::Encode(text, from, table) => new_encoded(text, from, table, false),
            Fast::Form(text, table) => new_encoded(text, 0, table, true),
            Fast::Decode(octets, strict) => return new_decoded(text, octets, strict),
            Fast::Bool(yes) => ffi::Py_NewRef(if yes { ffi::Py_True() } else { ffi::Py_False() }),
            // SAFETY: this thread holds the interpreter, until this function returns.
            Fast::Octets(octets) => PyBytes::new(Python::assume_attached(), &octets).into_ptr(),
            Fast::None => ffi::Py_NewRef(ffi::Py_None()),
            Fast::Pairs(query) => {
                // SAFETY: this thread holds the interpreter, until this function returns.
                match query.list(Python::assume_attached()) {
                    Ok(list) => list.into_ptr(),
                    Err(Fallback::PythonError) => std::ptr::null_mut(),
                    Err(Fallback::SlowPath) => return None,
                }
            }
            Fast::Ascii(_) | Fast::NeedsSlowPath => return None,
        })
    }
}

/// The arguments in the order of the verb's parameters. Not generic: there is one for all verbs.
///
/// # Safety
/// As [`trampoline`].
unsafe fn slots<'py>(
    py: Python<'py>,
    signature: &Signature,
    arguments: *const *mut ffi::PyObject,
    given: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> PyResult<[Option<Bound<'py, PyAny>>; MOST_PARAMETERS]> {
    let (name, parameters) = (signature.name().to_string_lossy(), signature.parameters());
    let given = usize::try_from(given).unwrap_or(0);
    let most = signature.positional();
    if given > most {
        return Err(PyTypeError::new_err(format!(
            "{name}() takes at most {most} positional arguments, {given} were given"
        )));
    }
    let mut slots = [const { None }; MOST_PARAMETERS];
    // SAFETY: FASTCALL passes `given` arguments and then one for each name; all are live.
    let argument = |n: usize| unsafe { Bound::from_borrowed_ptr(py, *arguments.add(n)) };
    for (n, slot) in slots.iter_mut().enumerate().take(given) {
        *slot = Some(argument(n));
    }
    // SAFETY: `names` is null or a live tuple of strings.
    if let Some(names) = unsafe { Bound::from_borrowed_ptr_or_opt(py, names) } {
        for (n, keyword) in names.try_iter()?.enumerate() {
            let keyword = keyword?;
            let keyword = keyword.cast::<PyString>()?.to_cow()?;
            let Some(slot) = parameters.iter().position(|known| *known == keyword) else {
                let known = match parameters[1..].join(", ") {
                    none if none.is_empty() => "takes a text, and nothing else".to_owned(),
                    known => format!("has {known}"),
                };
                let hint = foreign::argument(py, &name, &keyword)?;
                return Err(PyTypeError::new_err(format!(
                    "{name}() has no parameter {keyword:?}; it {known}{hint}"
                )));
            };
            if slots[slot].replace(argument(given + n)).is_some() {
                return Err(PyTypeError::new_err(format!("{name}() was given {keyword} twice")));
            }
        }
    }
    if slots[0].is_none() {
        let first = parameters[0];
        return Err(PyTypeError::new_err(format!("{name}() needs {first}: a str or bytes")));
    }
    Ok(slots)
}
