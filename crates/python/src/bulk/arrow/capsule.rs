//! Capsules: Arrow's structures in Python's capsules.

use std::ffi::c_void;

use crate::guard::Answer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;

use super::{Owned, Released};

/// Moves the structure out of the capsule.
pub(super) fn take_from_capsule<T: Released>(capsule: &Bound<'_, PyAny>) -> PyResult<Owned<T>> {
    // SAFETY: `capsule` is a live object and this thread holds the interpreter.
    let is_one = unsafe { ffi::PyCapsule_IsValid(capsule.as_ptr(), T::NAME.as_ptr()) } != 0;
    let name = T::NAME.to_string_lossy();
    if !is_one {
        return Err(PyTypeError::new_err(format!(
            "an Arrow export is not a capsule called {name}"
        )));
    }
    // SAFETY: it is a capsule of that name, and the interface guarantees that it holds such a
    // structure; moving the structure out leaves one marked as released.
    let taken = unsafe {
        let inside = ffi::PyCapsule_GetPointer(capsule.as_ptr(), T::NAME.as_ptr()).cast::<T>();
        std::ptr::replace(inside, T::default())
    };
    if taken.is_released() {
        return Err(PyValueError::new_err(format!(
            "the Arrow data is malformed: the {name} is released already"
        )));
    }
    Ok(Owned(taken))
}

/// A capsule of the structure; it releases the structure unless it was moved out.
pub(crate) fn new_capsule<T: Released>(py: Python<'_>, inside: T) -> Answer<'_> {
    let inside = Box::into_raw(Box::new(inside));
    // SAFETY: the pointer is to a structure of this type, as the destructor expects; the name is
    // static; this thread holds the interpreter.
    unsafe {
        let capsule =
            ffi::PyCapsule_New(inside.cast::<c_void>(), T::NAME.as_ptr(), Some(destroy::<T>));
        if capsule.is_null() {
            drop(Owned(*Box::from_raw(inside)));
            return Err(PyErr::fetch(py));
        }
        Ok(Bound::from_owned_ptr(py, capsule))
    }
}

/// The destructor of our capsules.
///
/// # Safety
/// The capsule was made by [`new_capsule`] for this type.
unsafe extern "C" fn destroy<T: Released>(capsule: *mut ffi::PyObject) {
    // SAFETY: the pointer is the box of [`new_capsule`]; a structure that was moved out is marked
    // as released.
    unsafe {
        let inside = ffi::PyCapsule_GetPointer(capsule, T::NAME.as_ptr()).cast::<T>();
        drop(Owned(*Box::from_raw(inside)));
    }
}
