//! Raw components of a URI, as written.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::views::{Part, Views};
use crate::objects::uris::PyUri;
use superuri::syntax::split;
use superuri::uri;
use superuri::uri::fields::Field;
use superuri_guard::guarded_methods;
use superuri_kernels::memory;

/// The components of a URI as written: no escape is decoded and no case changed.
///
/// >>> import superuri
/// >>> raw = superuri.URI("HTTP://bob:x@[::1]:080/a%2Fb/c?q=%31#").raw
/// >>> raw.scheme, raw.host, raw.port, raw.segments, raw.query, raw.fragment
/// ('HTTP', '[::1]', '080', ('a%2Fb', 'c'), 'q=%31', '')
///
/// An absent component is None, an empty one is ''. Source: RFC 3986 section 3.
#[pyclass(frozen, module = "superuri._core", name = "Raw")]
pub(crate) struct PyRaw {
    pub(super) text: Py<PyString>,
}

impl PyRaw {
    fn views<'a, 'py>(&'a self, py: Python<'py>) -> Views<'a, 'py> {
        Views::of(self.text.bind(py))
    }
}

#[guarded_methods]
impl PyRaw {
    /// The scheme without its ":".
    #[getter]
    fn scheme<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).written(&Field::Scheme)
    }

    /// The authority without its "//".
    #[getter]
    fn authority<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).written(&Field::Authority)
    }

    /// The user and the password, without the "@".
    #[getter]
    fn userinfo<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).written(&Field::Userinfo)
    }

    /// The part of the userinfo before its first ":".
    #[getter]
    fn user<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).written(&Field::User)
    }

    /// The part of the userinfo after its first ":".
    #[getter]
    fn password<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).written(&Field::Password)
    }

    /// The host; an IP literal has its brackets.
    #[getter]
    fn host<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).written(&Field::Host)
    }

    /// The digits of the port, without the ":".
    #[getter]
    fn port<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).written(&Field::Port)
    }

    /// The path, which is never absent but may be empty.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let views = self.views(py);
        views.raw(split::split(views.bytes).path)
    }

    /// The path's segments, between its slashes; () for an empty path.
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let views = self.views(py);
        let spans = uri::segment_spans(views.bytes, split::split(views.bytes).path);
        PyTuple::new(py, memory::all(spans.map(|span| views.raw(span)))?)
    }

    /// The query without its "?".
    #[getter]
    fn query<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).written(&Field::Query)
    }

    /// The fragment without its "#".
    #[getter]
    fn fragment<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).written(&Field::Fragment)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let shown = PyString::new(py, &self.views(py).redacted());
        Ok(format!("<components of {}, as they are written>", shown.repr()?))
    }
}

impl PyUri {
    /// The components of the text, as written.
    pub(super) fn written(&self, py: Python<'_>) -> PyRaw {
        PyRaw { text: self.text.clone_ref(py) }
    }
}
