//! Functions of one object whose values are given by name: `function(object, **values)`.
//!
//! For `**values`, Python makes a dict, and `PyO3` another one. These functions follow FASTCALL, and
//! read the names and the values where the interpreter has them.

use std::ffi::CStr;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use pyo3::{PyClass, exceptions::PyTypeError, ffi};

use crate::call::{class::pointer, signature::Signature};
use crate::guard::{self, Answer};
use crate::objects::strings::ascii_characters;

/// Among more names than this, one is found by a dict.
const FEW: usize = 16;

/// A function, or a method, whose values are given by name.
pub(crate) trait ByName {
    /// The name, signature and docstring, as of a verb. A function has one positional parameter,
    /// which is its object.
    const DOC: &'static CStr;
    const SIGNATURE: &'static Signature = &Signature::of(Self::DOC);
    const CLASS: Option<&'static str>;

    /// The result, if it is found without running code of Python.
    fn fast_call<'py>(
        object: &Bound<'py, PyAny>,
        values: CallValues<'_, 'py>,
    ) -> Option<Answer<'py>>;

    fn call<'py>(object: &Bound<'py, PyAny>, values: CallValues<'_, 'py>) -> Answer<'py>;
}

/// The values of a call and their names, borrowed for the call.
#[derive(Clone, Copy)]
pub(crate) struct CallValues<'a, 'py> {
    names: &'a [Bound<'py, PyAny>],
    values: &'a [Bound<'py, PyAny>],
}

impl<'a, 'py> CallValues<'a, 'py> {
    pub(crate) fn len(self) -> usize {
        self.values.len()
    }

    /// The value of this name, which is looked for at this place first; `None` if a dict has to
    /// decide.
    #[inline]
    pub(crate) fn find(
        self,
        name: &Bound<'py, PyString>,
        place: usize,
    ) -> Option<&'a Bound<'py, PyAny>> {
        // A name that is written in a program is interned, as this one is.
        if self.names.get(place).is_some_and(|given| given.is(name)) {
            return self.values.get(place);
        }
        if self.len() > FEW {
            return None;
        }
        let place = self.names.iter().position(|given| given.is(name) || is_same(given, name));
        self.values.get(place?)
    }

    /// The dict of the values, as Python would pass it.
    pub(crate) fn dict(self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.names.iter().zip(self.values) {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }
}

/// Whether both are the same ASCII text, and the given one no subclass of str.
fn is_same(given: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> bool {
    let Ok(given) = given.cast_exact::<PyString>() else { return false };
    let given = ascii_characters(given);
    given.is_some() && given == ascii_characters(name)
}

pub(crate) const fn by_name<F: ByName>() -> ffi::PyMethodDef {
    ffi::PyMethodDef {
        ml_name: F::SIGNATURE.name().as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: trampoline::<F> },
        ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
        ml_doc: F::DOC.as_ptr(),
    }
}

/// Adds the method to its class, whose objects alone it is then called with.
pub(crate) fn add_method<C: PyClass, F: ByName>(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<C>();
    // The method points into the row as long as the interpreter lives.
    let row = Box::leak(Box::new(by_name::<F>()));
    // SAFETY: the class and the row are live, and this thread holds the interpreter.
    let method = unsafe {
        let method = ffi::PyDescr_NewMethod(class.as_type_ptr(), row);
        Bound::from_owned_ptr_or_err(py, method)?
    };
    class.setattr(method.getattr("__name__")?.cast::<PyString>()?, &method)
}

/// The function that the interpreter calls.
///
/// # Safety
/// The FASTCALL convention: `arguments` has `given` positional arguments and then one for each name
/// in the tuple `names`, which may be null; all are borrowed for the call; the calling thread holds
/// the interpreter. `receiver` is the object of a method, or the module.
unsafe extern "C" fn trampoline<F: ByName>(
    receiver: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    given: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the calling thread holds the interpreter, until this function returns.
    let py = unsafe { Python::assume_attached() };
    let answer = guard::caught(|| {
        // SAFETY: the receiver and the names, if there are any, live until the call ends.
        let (receiver, names) =
            unsafe { (Borrowed::from_ptr(py, receiver), Borrowed::from_ptr_or_opt(py, names)) };
        let names = names.as_deref().and_then(|names| names.cast::<PyTuple>().ok());
        let names = names.map_or(&[][..], PyTupleMethods::as_slice);
        let given = usize::try_from(given).unwrap_or(0);
        // Without arguments, the pointer may be null.
        let all = match given + names.len() {
            0 => &[],
            // SAFETY: there are as many live objects. A `Bound` is a pointer to one, and that in a
            // borrowed slice is never released.
            all => unsafe { std::slice::from_raw_parts(arguments.cast::<Bound<'_, PyAny>>(), all) },
        };
        let (positional, values) = all.split_at(given);
        let values = CallValues { names, values };
        let object = match (F::CLASS, positional) {
            (Some(_), []) => &*receiver,
            (None, [object]) => object,
            _ => return pointer(py, Err(misplaced::<F>(given))),
        };
        match F::fast_call(object, values) {
            Some(answer) => pointer(py, answer),
            None => Python::attach(|_| pointer(py, F::call(object, values))),
        }
    });
    answer.unwrap_or_else(|panic| pointer(py, Err(guard::exception(panic))))
}

/// The error for positional arguments that are missing, or that have no parameter, in Python's
/// words.
#[cold]
fn misplaced<F: ByName>(given: usize) -> PyErr {
    let (name, parameters) = (F::SIGNATURE.name().to_string_lossy(), F::SIGNATURE.parameters());
    let class = F::CLASS.map_or(String::new(), |class| format!("{class}."));
    PyTypeError::new_err(match parameters {
        [needed] if given == 0 => {
            format!("{class}{name}() missing 1 required positional argument: '{needed}'")
        }
        _ => {
            let (most, was) = (parameters.len(), if given == 1 { "was" } else { "were" });
            format!(
                "{class}{name}() takes {most} positional arguments but {given} {was} given; \
                 write the others as name=value"
            )
        }
    })
}
