//! Classes with one text: fast construction and release of their values.
//!
//! When a class is called, Python packs the arguments into a tuple first. Our classes receive them
//! unpacked (PEP 590), and pack them only for calls with more than one text. Python also tracks
//! values of a class by the garbage collector. A value that holds only a str cannot be part of a
//! cycle, so our values are not tracked. And a class can have attributes that only lookups find.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use pyo3::{PyClass, ffi};

use crate::guard::{self, Answer};

/// A class that can be called with one text and nothing else. Its values cannot be part of a
/// reference cycle.
pub(crate) trait TextClass: PyClass {
    /// The value of this text, an exact string; `None` if the usual constructor has to decide.
    fn made(text: &Bound<'_, PyString>) -> Option<Self>;

    /// The Rust value inside an object.
    fn value<'a>(object: &'a Bound<'_, Self>) -> &'a Self;

    fn end(self, py: Python<'_>);
}

/// The offset of the value in an object of a class: after the header that all objects have.
const VALUE: usize = size_of::<ffi::PyObject>();

/// Lets Python call the class without packing its arguments, and removes its values from garbage
/// collection. `example` must be the class's only value so far; it is released.
pub(crate) fn call_quickly<C: TextClass>(example: Bound<'_, C>) {
    let class = example.as_any().get_type().as_type_ptr();
    let value = std::ptr::from_ref(C::value(&example)).addr();
    let is_known = value == example.as_ptr().addr() + VALUE;
    drop(example);
    // SAFETY: the class is live, and this thread holds the interpreter.
    unsafe {
        // An object consists of its header and its value: it has no weak references and no
        // `__dict__`, and the class cannot be subclassed, which could add either. A build without the
        // GIL releases values in other ways, so there they stay as PyO3 makes them.
        let is_bare = !cfg!(Py_GIL_DISABLED)
            && usize::try_from((*class).tp_basicsize) == Ok(VALUE + size_of::<C>())
            && (*class).tp_itemsize == 0
            && (*class).tp_weaklistoffset == 0
            && (*class).tp_dictoffset == 0
            && ffi::PyType_GetFlags(class) & ffi::Py_TPFLAGS_BASETYPE == 0;
        if is_known && is_bare {
            // SAFETY: no value is alive that was made in a way that does not match these functions.
            // The class cannot be subclassed, and the layout of its values is the one that `new`
            // writes.
            #[cfg(not(Py_GIL_DISABLED))]
            {
                (*class).tp_flags &= !ffi::Py_TPFLAGS_HAVE_GC;
            }
            (*class).tp_traverse = None;
            (*class).tp_clear = None;
            (*class).tp_free = Some(ffi::PyObject_Free);
            (*class).tp_dealloc = Some(dealloc::<C>);
            (*class).tp_vectorcall = Some(vectorcall::<C>);
        }
    }
}

/// Lets Python look up attributes that a class lacks in another class, too. `__mro__` has the other
/// class, `__bases__` does not: lookups read the former, `dir` and `help` the latter.
pub(crate) fn look_up_in(class: &Bound<'_, PyType>, other: Bound<'_, PyType>) -> PyResult<()> {
    let order = (class, other, class.py().get_type::<PyAny>()).into_pyobject(class.py())?;
    if class.mro().len() == 2 {
        // SAFETY: the class is live, and this thread holds the interpreter. The order has the
        // classes that it had, and the other one between them; the old one is released after it
        // was replaced. Python has no subclass whose order would have to follow.
        unsafe {
            let class = class.as_type_ptr();
            let before = std::mem::replace(&mut (*class).tp_mro, order.into_ptr());
            ffi::PyType_Modified(class);
            ffi::Py_DECREF(before);
        }
    }
    Ok(())
}

/// A new object of the class with this value; null if memory runs out, with Python's error set.
///
/// # Safety
/// The class is C, and [`call_quickly`] has checked the layout of its values; the calling thread
/// holds the interpreter.
unsafe fn new<C: TextClass>(class: *mut ffi::PyTypeObject, value: C) -> *mut ffi::PyObject {
    // SAFETY: the memory has the size of an object of the class, whose header `PyObject_Init`
    // writes; after the header there is space for a value, sufficiently aligned by the allocator.
    unsafe {
        let object = ffi::PyObject_Malloc(VALUE + size_of::<C>()).cast::<ffi::PyObject>();
        if object.is_null() {
            return ffi::PyErr_NoMemory();
        }
        object.byte_add(VALUE).cast::<C>().write(value);
        ffi::PyObject_Init(object, class)
    }
}

#[inline]
pub(crate) fn object<C>(py: Python<'_>, value: C) -> Answer<'_>
where
    C: TextClass + Into<PyClassInitializer<C>>,
{
    let class = C::type_object_raw(py);
    let release: ffi::destructor = dealloc::<C>;
    // SAFETY: the class is live; only `call_quickly` gives it this function.
    unsafe {
        if (*class).tp_dealloc.is_some_and(|known| std::ptr::fn_addr_eq(known, release)) {
            Bound::from_owned_ptr_or_err(py, new(class, value))
        } else {
            Ok(Bound::new(py, value)?.into_any())
        }
    }
}

/// Releases an object of the class.
///
/// # Safety
/// The object is of class C, and nothing refers to it any longer; the calling thread holds the
/// interpreter.
unsafe extern "C" fn dealloc<C: TextClass>(object: *mut ffi::PyObject) {
    // SAFETY: the value is where `new` and PyO3 write it, and is not used again. An object of a
    // class that was made at run time holds a reference to its class.
    unsafe {
        let class = ffi::Py_TYPE(object);
        object.byte_add(VALUE).cast::<C>().read().end(Python::assume_attached());
        ffi::PyObject_Free(object.cast());
        ffi::Py_DECREF(class.cast());
    }
}

/// The function that the interpreter calls.
///
/// # Safety
/// The vectorcall convention (PEP 590): `arguments` has the positional arguments, as many as
/// `given` without its top bit, and then one for each name in the tuple `names`, which may be null;
/// all are borrowed for the call; the calling thread holds the interpreter.
unsafe extern "C" fn vectorcall<C: TextClass>(
    class: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    given: usize,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the calling thread holds the interpreter, until this function returns.
    let py = unsafe { Python::assume_attached() };
    // SAFETY: the caller passes as many arguments as `given` states.
    let given = unsafe { ffi::PyVectorcall_NARGS(given) };
    let made = guard::caught(|| {
        if given == 1 && names.is_null() {
            // SAFETY: one argument was given, and it is borrowed for the call.
            let text = unsafe { Borrowed::from_ptr(py, *arguments) };
            if let Ok(text) = text.cast_exact::<PyString>()
                && let Some(value) = C::made(&text)
            {
                // SAFETY: the called class is C, which `call_quickly` has prepared.
                return unsafe { new(class.cast(), value) };
            }
        }
        // SAFETY: the arguments follow vectorcall, as this function requires.
        pointer(py, unsafe { called(py, class, arguments, given, names) })
    });
    made.unwrap_or_else(|panic| pointer(py, Err(guard::exception(panic))))
}

/// The pointer that a call returns to Python: a value, or null with Python's error set.
pub(super) fn pointer(py: Python<'_>, value: Answer<'_>) -> *mut ffi::PyObject {
    value.map_or_else(
        |error| {
            error.restore(py);
            std::ptr::null_mut()
        },
        Bound::into_ptr,
    )
}

/// The result of calling the class with arguments packed as Python packs them.
///
/// # Safety
/// As [`vectorcall`].
#[cold]
unsafe fn called(
    py: Python<'_>,
    class: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    given: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> Answer<'_> {
    // SAFETY: as for vectorcall; a tuple's slots get references of their own, and calling the
    // metaclass by `tp_call` never leads back to `vectorcall`.
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
