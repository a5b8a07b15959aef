//! Edits of a URI: new URIs with some parts changed, and all other bytes kept.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::objects::secrets::{hiding, secret_or_none};
use crate::objects::uris::PyUri;
use crate::objects::values::{self, data_of, datum, datum_or_none, port_of};
use crate::verbs::build::PASSWORD_ALONE;
use superuri::syntax::resolve;
use superuri::uri::{self, names};
use superuri_guard::guarded_methods;

#[guarded_methods]
impl PyUri {
    #[pyo3(signature = (scheme, /))]
    fn with_scheme(&self, scheme: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, scheme) = (scheme.py(), datum_or_none(scheme)?);
        values::uri(py, uri::with_scheme(self.bytes(py), scheme.as_deref()))
    }

    #[pyo3(signature = (user, password=None, /), text_signature = "($self, user, password=None, /)")]
    fn with_user(
        &self,
        user: &Bound<'_, PyAny>,
        password: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (py, user) = (user.py(), datum_or_none(user)?);
        let password = password.map_or(Ok(None), secret_or_none)?;
        if user.is_none() && password.is_some() {
            return Err(PyTypeError::new_err(PASSWORD_ALONE));
        }
        values::uri(py, uri::with_user(self.bytes(py), user.as_deref(), password.as_deref()))
    }

    #[pyo3(signature = (password, /))]
    fn with_password(&self, password: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, password) = (password.py(), secret_or_none(password)?);
        values::uri(py, uri::with_password(self.bytes(py), password.as_deref()))
    }

    #[pyo3(signature = (userinfo, /))]
    fn with_userinfo(&self, userinfo: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, userinfo) = (userinfo.py(), secret_or_none(userinfo)?);
        values::uri(py, uri::with_userinfo(self.bytes(py), userinfo.as_deref()))
            .map_err(|error| hiding(py, error))
    }

    #[pyo3(signature = (host, /))]
    fn with_host(&self, host: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, host) = (host.py(), datum(host)?);
        values::uri(py, uri::with_host(self.bytes(py), &host))
    }

    #[pyo3(signature = (port, /))]
    fn with_port(&self, py: Python<'_>, port: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let port = port.map(port_of).transpose()?;
        values::uri(py, uri::with_port(self.bytes(py), port))
    }

    #[pyo3(signature = (path, /))]
    fn with_path(&self, path: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, path) = (path.py(), datum(path)?);
        values::uri(py, uri::with_path(self.bytes(py), &path))
    }

    #[pyo3(signature = (segments, /))]
    fn with_segments(&self, segments: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, segments) = (segments.py(), data_of(segments)?);
        values::uri(py, uri::with_segments(self.bytes(py), &segments))
    }

    #[pyo3(signature = (name, /))]
    fn with_name(&self, name: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, name) = (name.py(), datum(name)?);
        values::uri(py, names::with_name(self.bytes(py), &name))
    }

    #[pyo3(signature = (suffix, /))]
    fn with_suffix(&self, suffix: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, suffix) = (suffix.py(), datum(suffix)?);
        values::uri(py, names::with_suffix(self.bytes(py), &suffix))
    }

    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Self> {
        values::uri(py, names::parent(self.bytes(py)))
    }

    #[pyo3(signature = (fragment, /))]
    fn with_fragment(&self, fragment: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, fragment) = (fragment.py(), datum_or_none(fragment)?);
        values::uri(py, uri::with_fragment(self.bytes(py), fragment.as_deref()))
    }

    fn __truediv__(&self, segment: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, segment) = (segment.py(), datum(segment)?);
        values::uri(py, uri::child(self.bytes(py), &segment))
    }

    #[pyo3(signature = (reference, *, strict=true), text_signature = "($self, reference, *, strict=True)")]
    fn resolve(&self, reference: &Bound<'_, PyAny>, strict: bool) -> PyResult<Self> {
        let (py, reference) = (reference.py(), Self::new(reference, None)?);
        Self::of(py, &resolve::resolve(self.bytes(py), reference.bytes(py), strict))
    }

    #[pyo3(signature = (target, /))]
    fn relativize(&self, target: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, target) = (target.py(), Self::new(target, None)?);
        Self::of(py, &resolve::relativize(self.bytes(py), target.bytes(py)))
    }
}
