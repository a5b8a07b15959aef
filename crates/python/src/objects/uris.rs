//! Values that represent their text: a URI, and a URL of the URL standard.
//!
//! The methods that Python sees are in `classes`.

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::objects::strings;
use superuri::syntax::hosts::whatwg::Url;
use superuri_guard::documented;

#[documented]
#[pyclass(frozen, module = "superuri._core", name = "URI")]
pub(crate) struct PyUri {
    /// A legal URI reference, so it is ASCII.
    pub(crate) text: Py<PyString>,
}

impl PyUri {
    /// The text of a URI, or of a URL of the URL standard.
    pub(crate) fn inner<'a, 'py>(object: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, PyAny>> {
        match object.cast::<Self>() {
            Ok(uri) => Some(uri.get().text.bind(object.py()).as_any()),
            Err(_) => PyUrl::inner(object),
        }
    }

    /// The same text; for any other object, the object itself.
    pub(crate) fn text_of<'py>(object: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
        Self::inner(object).unwrap_or(object).clone()
    }

    pub(crate) fn of(py: Python<'_>, text: &[u8]) -> PyResult<Self> {
        Ok(Self { text: strings::ascii(py, text)?.unbind() })
    }
}

#[documented]
#[pyclass(frozen, module = "superuri.whatwg", name = "URL")]
pub(crate) struct PyUrl {
    pub(crate) href: Py<PyString>,
    /// `None` if one look has shown that the text is its own href, as most are; its components are
    /// then read from the text.
    pub(crate) parsed: Option<Url>,
}

impl PyUrl {
    /// The text of a URL, if it is one.
    pub(crate) fn inner<'a, 'py>(object: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, PyAny>> {
        object.cast::<Self>().ok().map(|url| url.get().href.bind(object.py()).as_any())
    }
}
