//! Properties of a URI: its decoded components, its name, and values for HTTP.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::{PyRaw, views::OptionalStr};
use crate::guard::getters;
use crate::objects::{uris::PyUri, values, words};
use superuri::syntax::split;
use superuri::uri::target::{self, TargetForm};
use superuri::uri::{HostKind, fields::Field, names};
use superuri_guard::guarded_methods;

getters! { PyUri, OptionalStr<'py>, |uri, py, field| uri.views(py).read_field(&field), {
    scheme: Field::Scheme, user: Field::User, password: Field::Password, host: Field::Host,
    zone: Field::Zone, fragment: Field::Fragment
}}

#[guarded_methods]
impl PyUri {
    #[getter]
    fn raw(&self, py: Python<'_>) -> PyRaw {
        self.written(py)
    }

    #[getter]
    fn userinfo<'py>(&self, py: Python<'py>) -> PyResult<OptionalStr<'py>> {
        self.views(py).written(&Field::Userinfo)
    }

    #[getter]
    fn host_kind(&self, py: Python<'_>) -> Option<&'static str> {
        let views = self.views(py);
        views.at(|parts| Some(parts.host)).map(|host| HostKind::of(&views.bytes[host]).word())
    }

    #[getter]
    fn port(&self, py: Python<'_>) -> PyResult<Option<u16>> {
        self.views(py).port()
    }

    #[getter]
    fn effective_port(&self, py: Python<'_>) -> PyResult<Option<u16>> {
        let views = self.views(py);
        Ok(views.port()?.or_else(|| target::default_port(views.bytes)))
    }

    #[getter]
    fn origin<'py>(&self, py: Python<'py>) -> PyResult<OptionalStr<'py>> {
        let views = self.views(py);
        let origin = target::origin(self.bytes(py), views.port()?);
        origin.map(|origin| views.ascii(&origin)).transpose()
    }

    #[getter]
    fn is_absolute(&self, py: Python<'_>) -> bool {
        split::split(self.views(py).bytes).scheme.is_some()
    }

    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let views = self.views(py);
        views.decoded(split::split(views.bytes).path)
    }

    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.views(py).segments()
    }

    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let views = self.views(py);
        views.decoded(names::name(views.bytes))
    }

    #[getter]
    fn suffix<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let views = self.views(py);
        views.decoded(names::suffix(views.bytes))
    }

    #[getter]
    fn path_and_query<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let views = self.views(py);
        views.raw(target::path_and_query(views.bytes))
    }

    #[getter]
    fn redacted(&self, py: Python<'_>) -> String {
        self.views(py).redacted()
    }

    #[pyo3(signature = (form="origin"), text_signature = "($self, form='origin')")]
    fn request_target<'py>(&self, py: Python<'py>, form: &str) -> PyResult<Bound<'py, PyString>> {
        let (views, form) = (self.views(py), words::one_of("form", form, &TargetForm::NAMES)?);
        let target = target::request_target(self.bytes(py), views.port()?, form);
        views.ascii(&target.map_err(|refused| values::exception(py, &refused))?)
    }
}
