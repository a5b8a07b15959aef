//! What are the components of a URI as they are written?

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::PyUri;
use super::views::{Part, Views};
use crate::split;
use crate::uri;

/// The components of a URI as they are written: no escape is undone, no case changed.
///
/// >>> import superuri
/// >>> raw = superuri.URI("HTTP://bob:x@[::1]:080/a%2Fb/c?q=%31#").raw
/// >>> raw.scheme, raw.host, raw.port, raw.segments, raw.query, raw.fragment
/// ('HTTP', '[::1]', '080', ('a%2Fb', 'c'), 'q=%31', '')
///
/// What is absent is None, what is empty is ''. Source: RFC 3986 section 3.
#[pyclass(frozen, module = "superuri._core", name = "Raw")]
pub(in crate::python) struct PyRaw {
    pub(super) text: Py<PyString>,
}

impl PyRaw {
    fn views<'a, 'py>(&'a self, py: Python<'py>) -> Views<'a, 'py> {
        Views::of(self.text.bind(py))
    }
}

#[pymethods]
impl PyRaw {
    /// Without its ":".
    #[getter]
    fn scheme<'py>(&self, py: Python<'py>) -> Part<'py> {
        let views = self.views(py);
        split::scheme(views.bytes).map(|len| views.raw(0..len)).transpose()
    }

    /// Without its "//".
    #[getter]
    fn authority<'py>(&self, py: Python<'py>) -> Part<'py> {
        let views = self.views(py);
        split::split(views.bytes).authority.map(|span| views.raw(span)).transpose()
    }

    /// User and password, without the "@".
    #[getter]
    fn userinfo<'py>(&self, py: Python<'py>) -> Part<'py> {
        let views = self.views(py);
        views.at(|parts| parts.userinfo).map(|span| views.raw(span)).transpose()
    }

    /// What precedes the first ":" of the userinfo.
    #[getter]
    fn user<'py>(&self, py: Python<'py>) -> Part<'py> {
        let views = self.views(py);
        views.at(|parts| parts.user).map(|span| views.raw(span)).transpose()
    }

    /// What follows it.
    #[getter]
    fn password<'py>(&self, py: Python<'py>) -> Part<'py> {
        let views = self.views(py);
        views.at(|parts| parts.password).map(|span| views.raw(span)).transpose()
    }

    /// An IP literal with its brackets.
    #[getter]
    fn host<'py>(&self, py: Python<'py>) -> Part<'py> {
        let views = self.views(py);
        views.at(|parts| Some(parts.host)).map(|span| views.raw(span)).transpose()
    }

    /// Its digits, without the ":".
    #[getter]
    fn port<'py>(&self, py: Python<'py>) -> Part<'py> {
        let views = self.views(py);
        views.at(|parts| parts.port).map(|span| views.raw(span)).transpose()
    }

    /// Always there, perhaps empty.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let views = self.views(py);
        views.raw(split::split(views.bytes).path)
    }

    /// The path between its slashes; none of an empty path.
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let views = self.views(py);
        let path = split::split(views.bytes).path;
        let mut at = path.start + usize::from(views.bytes[path.clone()].starts_with(b"/"));
        let mut segments = Vec::new();
        for segment in uri::segments(&views.bytes[path]) {
            segments.push(views.raw(at..at + segment.len())?);
            at += segment.len() + 1;
        }
        PyTuple::new(py, segments)
    }

    /// Without its "?".
    #[getter]
    fn query<'py>(&self, py: Python<'py>) -> Part<'py> {
        let views = self.views(py);
        split::split(views.bytes).query.map(|span| views.raw(span)).transpose()
    }

    /// Without its "#".
    #[getter]
    fn fragment<'py>(&self, py: Python<'py>) -> Part<'py> {
        let views = self.views(py);
        split::split(views.bytes).fragment.map(|span| views.raw(span)).transpose()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let shown = PyString::new(py, &self.views(py).redacted());
        Ok(format!("<components of {}, as they are written>", shown.repr()?))
    }
}

impl PyUri {
    /// The components of the text, as they are written.
    pub(super) fn written(&self, py: Python<'_>) -> PyRaw {
        PyRaw { text: self.text.clone_ref(py) }
    }
}
