//! Classes: the methods of the values that Python sees.

/// What values of a class with one text do as that text: `str`, `hash` and pickle. The hash differs
/// from that of the text, which is never equal to such a value.
macro_rules! text_value {
    ($class:ident, $text:ident, $mark:literal) => {
        #[superuri_guard::guarded_methods]
        impl $class {
            fn __str__(&self, py: Python<'_>) -> Py<PyString> {
                self.$text.clone_ref(py)
            }

            fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
                Ok(self.$text.bind(py).hash()? ^ $mark)
            }

            fn __reduce__<'py>(
                slf: &Bound<'py, Self>,
            ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
                let text = slf.get().$text.bind(slf.py());
                Ok((slf.get_type(), PyTuple::new(slf.py(), [text])?))
            }
        }
    };
}

pub(crate) mod fill;
pub(crate) mod foreign;
pub(crate) mod pydantic;
pub(crate) mod rfc6570;
pub(crate) mod template;
pub(crate) mod uri;
pub(crate) mod whatwg;
