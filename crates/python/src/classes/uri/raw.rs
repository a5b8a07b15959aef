//! Raw components of a URI, as written.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::views::{OptionalStr, Views};
use crate::guard::getters;
use crate::objects::uris::PyUri;
use superuri::syntax::split;
use superuri::uri;
use superuri::uri::fields::Field;
use superuri_guard::{documented, guarded_methods};
use superuri_kernels::memory;

#[documented]
#[pyclass(frozen, module = "superuri._core", name = "Raw")]
pub(crate) struct PyRaw {
    pub(super) text: Py<PyString>,
}

impl PyRaw {
    fn views<'a, 'py>(&'a self, py: Python<'py>) -> Views<'a, 'py> {
        Views::of(self.text.bind(py))
    }
}

getters! { PyRaw, OptionalStr<'py>, |raw, py, field| raw.views(py).written(&field), {
    scheme: Field::Scheme, authority: Field::Authority, userinfo: Field::Userinfo,
    user: Field::User, password: Field::Password, host: Field::Host, port: Field::Port,
    query: Field::Query, fragment: Field::Fragment
}}

#[guarded_methods]
impl PyRaw {
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let views = self.views(py);
        views.raw(split::split(views.bytes).path)
    }

    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let views = self.views(py);
        let spans = uri::segment_spans(views.bytes, split::split(views.bytes).path);
        PyTuple::new(py, memory::try_collect(spans.map(|span| views.raw(span)))?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let shown = PyString::new(py, &self.views(py).redacted());
        Ok(format!("<components of {}, as they are written>", shown.repr()?))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (PyUri, &'static str))> {
        let uri = PyUri { text: self.text.clone_ref(py) };
        Ok((py.import("builtins")?.getattr("getattr")?, (uri, "raw")))
    }
}

impl PyUri {
    pub(super) fn written(&self, py: Python<'_>) -> PyRaw {
        PyRaw { text: self.text.clone_ref(py) }
    }
}
