//! Classes with one text: how a call makes a value, and how the value is released.
//!
//! Python packs the arguments of a class into a tuple first; a class of ours takes them as they
//! are (PEP 590), and packs them only for the calls that say more than one text. And it has its
//! values followed by the garbage collector, who has nothing to find in a value that holds a str:
//! ours are not.

use pyo3::PyClass;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::guard;

/// A class that can be called with one text and nothing else. Its values refer to nothing that
/// could refer to them.
pub(crate) trait Made: PyClass {
    /// The value of this text, an exact string; `None` where more has to be known.
    fn made(text: &Bound<'_, PyString>) -> Option<Self>;

    /// The value that an object has.
    fn value<'a>(object: &'a Bound<'_, Self>) -> &'a Self;

    /// Ends the value.
    fn end(self, py: Python<'_>);
}

/// Where an object of a class has its value: behind the head that all objects have.
const VALUE: usize = size_of::<ffi::PyObject>();

/// Lets Python call the class without packing its arguments, and lets its values alone while they
/// live. `example` is the class's only value yet; it goes.
pub(crate) fn call_quickly<C: Made>(example: Bound<'_, C>) {
    let class = example.as_any().get_type().as_type_ptr();
    let value = std::ptr::from_ref(C::value(&example)).addr();
    let is_known = value == example.as_ptr().addr() + VALUE;
    drop(example);
    // SAFETY: the class is live, and this thread holds the interpreter.
    unsafe {
        // An object is its head and its value: there are no weak references to it, it has no
        // `__dict__`, and no class is derived from it, which could add either.
        let is_bare = usize::try_from((*class).tp_basicsize) == Ok(VALUE + size_of::<C>())
            && (*class).tp_itemsize == 0
            && (*class).tp_weaklistoffset == 0
            && (*class).tp_dictoffset == 0
            && (*class).tp_flags & ffi::Py_TPFLAGS_BASETYPE == 0;
        if is_known && is_bare {
            // SAFETY: no value is alive that was made in another way than these undo. The class
            // is not subclassed, and the layout of its values is the one that `new` writes.
            (*class).tp_flags &= !ffi::Py_TPFLAGS_HAVE_GC;
            (*class).tp_traverse = None;
            (*class).tp_clear = None;
            (*class).tp_free = Some(ffi::PyObject_Free);
            (*class).tp_dealloc = Some(dealloc::<C>);
            (*class).tp_vectorcall = Some(vectorcall::<C>);
        }
    }
}

/// A new object of the class, of this value; null where memory runs out, with Python's error set.
///
/// # Safety
/// The class is C, and [`call_quickly`] knows the layout of its values; the calling thread holds
/// the interpreter.
unsafe fn new<C: Made>(class: *mut ffi::PyTypeObject, value: C) -> *mut ffi::PyObject {
    // SAFETY: the memory is as large as an object of the class, whose head `PyObject_Init` writes;
    // behind it a value has its place, as large and, by the allocator, as aligned.
    unsafe {
        let object = ffi::PyObject_Malloc(VALUE + size_of::<C>()).cast::<ffi::PyObject>();
        if object.is_null() {
            return ffi::PyErr_NoMemory();
        }
        object.byte_add(VALUE).cast::<C>().write(value);
        ffi::PyObject_Init(object, class)
    }
}

/// Ends an object of the class.
///
/// # Safety
/// The object is of class C, and nobody refers to it any longer; the calling thread holds the
/// interpreter.
unsafe extern "C" fn dealloc<C: Made>(object: *mut ffi::PyObject) {
    // SAFETY: the value is where `new` and PyO3 write it, and is not used again. An object of
    // a class that was made at run time refers to its class.
    unsafe {
        let class = ffi::Py_TYPE(object);
        object.byte_add(VALUE).cast::<C>().read().end(Python::assume_attached());
        ffi::PyObject_Free(object.cast());
        ffi::Py_DECREF(class.cast());
    }
}

/// What the interpreter calls.
///
/// # Safety
/// The vectorcall convention (PEP 590): `arguments` holds the positional arguments, as many as
/// `given` says without its top bit, and then one for each name of the tuple `names`, which may be
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
    let made = guard::caught(|| {
        if given == 1 && names.is_null() {
            // SAFETY: one argument was given, and it is borrowed for the call.
            let text = unsafe { Borrowed::from_ptr(py, *arguments) };
            if let Ok(text) = text.cast_exact::<PyString>()
                && let Some(value) = C::made(&text)
            {
                // SAFETY: the class that is called is C, which `call_quickly` has prepared.
                return unsafe { new(class.cast(), value) };
            }
        }
        // SAFETY: the arguments are as vectorcall says, which is this function's own condition.
        pointer(py, unsafe { called(py, class, arguments, given, names) })
    });
    made.unwrap_or_else(|panic| pointer(py, Err(guard::exception(panic))))
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
unsafe fn called(
    py: Python<'_>,
    class: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    given: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> PyResult<Bound<'_, PyAny>> {
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
