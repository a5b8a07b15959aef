//! How is a value made of one text, when its class is called?
//!
//! Python packs the arguments of a class into a tuple first; a class of ours takes them as they
//! are (PEP 590), and packs them only for the calls that say more than one text.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::PyClass;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::strings::latin1;
use crate::python::raise;

/// A class that can be called with one text and nothing else.
pub(in crate::python) trait Made: PyClass {
    /// The value of this text, whose characters these are; `None` where more has to be known.
    fn made<'py>(
        text: &Bound<'py, PyString>,
        characters: &[u8],
    ) -> Option<PyResult<Bound<'py, Self>>>;
}

/// Lets Python call the class without packing its arguments.
pub(in crate::python) fn call_quickly<C: Made>(py: Python<'_>) {
    let class = C::type_object_raw(py);
    // SAFETY: the class is live and this thread holds the interpreter. It is not subclassed,
    // and nothing else writes this field of it, which says how the class itself is called.
    unsafe { (*class).tp_vectorcall = Some(vectorcall::<C>) };
}

/// What the interpreter calls.
///
/// # Safety
/// The vectorcall convention (PEP 590): `arguments` holds the positional arguments, as many as
/// `given` says but for its top bit, and then one for each name of the tuple `names`, which may be
/// null; all are borrowed for the call; the calling thread holds the interpreter.
unsafe extern "C" fn vectorcall<C: Made>(
    class: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    given: usize,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the calling thread holds the interpreter, until this function returns.
    let py = unsafe { Python::assume_attached() };
    // SAFETY: vectorcall passes as many arguments as it says.
    let given = unsafe { ffi::PyVectorcall_NARGS(given) };
    let made = catch_unwind(AssertUnwindSafe(|| {
        if given == 1 && names.is_null() {
            // SAFETY: one argument was given, and it is borrowed for the call.
            let text = unsafe { Borrowed::from_ptr(py, *arguments) };
            if let Ok(text) = text.cast_exact::<PyString>()
                // SAFETY: the string lives as long as the call.
                && let Some(characters) = unsafe { latin1(text.as_ptr()) }
                && let Some(value) = C::made(&text, characters)
            {
                return pointer(py, value.map(Bound::into_any));
            }
        }
        // SAFETY: the arguments are as vectorcall says, which is this function's own condition.
        pointer(py, unsafe { called(py, class, arguments, given, names) })
    }));
    made.unwrap_or_else(|panic| pointer(py, Err(raise::internal_error(py, &*panic))))
}

/// What a call gives back to Python: a value, or null with Python's error set.
fn pointer(py: Python<'_>, value: PyResult<Bound<'_, PyAny>>) -> *mut ffi::PyObject {
    value.map_or_else(
        |error| {
            error.restore(py);
            std::ptr::null_mut()
        },
        Bound::into_ptr,
    )
}

/// What calling the class gives, the arguments packed as Python packs them.
///
/// # Safety
/// As [`vectorcall`].
#[cold]
unsafe fn called<'py>(
    py: Python<'py>,
    class: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    given: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: as vectorcall says; a tuple's slots take references of their own, and a call of
    // the class of classes by `tp_call` never comes back to `vectorcall`.
    unsafe {
        let tuple = Bound::from_owned_ptr_or_err(py, ffi::PyTuple_New(given))?;
        for n in 0..given {
            ffi::PyTuple_SET_ITEM(tuple.as_ptr(), n, ffi::Py_NewRef(*arguments.offset(n)));
        }
        let keywords = Bound::from_owned_ptr_or_err(py, ffi::PyDict_New())?;
        if !names.is_null() {
            for n in 0..ffi::PyTuple_GET_SIZE(names) {
                let name = ffi::PyTuple_GET_ITEM(names, n);
                if ffi::PyDict_SetItem(keywords.as_ptr(), name, *arguments.offset(given + n)) != 0 {
                    return Err(PyErr::fetch(py));
                }
            }
        }
        let call = ffi::PyType_Type.tp_call.expect("a class can be called");
        let made = call(class, tuple.as_ptr(), keywords.as_ptr());
        Bound::from_owned_ptr_or_err(py, made)
    }
}
