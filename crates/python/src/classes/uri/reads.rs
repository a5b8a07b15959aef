//! Properties of a URI: its decoded components, its name, and values for HTTP.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::PyRaw;
use super::views::Part;
use crate::objects::uris::PyUri;
use crate::objects::values;
use crate::objects::words;
use superuri::syntax::split;
use superuri::uri::fields::Field;
use superuri::uri::target::{self, FORMS};
use superuri::uri::{HostKind, names};
use superuri_guard::guarded_methods;

#[guarded_methods]
impl PyUri {
    /// The components as written.
    #[getter]
    fn raw(&self, py: Python<'_>) -> PyRaw {
        self.written(py)
    }

    /// The scheme, in lower case.
    #[getter]
    fn scheme<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).read_field(&Field::Scheme)
    }

    /// The user and the password as written, or None.
    #[getter]
    fn userinfo<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).written(&Field::Userinfo)
    }

    /// The user, decoded.
    #[getter]
    fn user<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).read_field(&Field::User)
    }

    /// The password, decoded.
    #[getter]
    fn password<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).read_field(&Field::Password)
    }

    /// The host: a name, decoded, or an address without brackets and zone.
    #[getter]
    fn host<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).read_field(&Field::Host)
    }

    /// The kind of the host: "name", "ipv4", "ipv6" or "ipvfuture".
    #[getter]
    fn host_kind(&self, py: Python<'_>) -> Option<&'static str> {
        let views = self.views(py);
        views.at(|parts| Some(parts.host)).map(|host| HostKind::of(&views.bytes[host]).word())
    }

    /// The zone of an IPv6 address, decoded (RFC 6874).
    #[getter]
    fn zone<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).read_field(&Field::Zone)
    }

    /// The port of the URI, or None if it is absent or empty. Raises ParseError beyond 65535.
    #[getter]
    fn port(&self, py: Python<'_>) -> PyResult<Option<u16>> {
        self.views(py).port()
    }

    /// The port to connect to: the URI's own, or the default port of its scheme, or None.
    #[getter]
    fn effective_port(&self, py: Python<'_>) -> PyResult<Option<u16>> {
        let views = self.views(py);
        Ok(views.port()?.or_else(|| target::default_port(views.bytes)))
    }

    /// The origin, such as "https://e.com": scheme, host and port in lower case, without the
    /// scheme's default port. None if there is no scheme or no host (RFC 6454 section 6.2).
    #[getter]
    fn origin<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        let views = self.views(py);
        let origin = target::origin(self.bytes(py), views.port()?);
        origin.map(|origin| views.ascii(&origin)).transpose()
    }

    /// Whether the URI has a scheme, so that it needs no base.
    #[getter]
    fn is_absolute(&self, py: Python<'_>) -> bool {
        split::split(self.views(py).bytes).scheme.is_some()
    }

    /// The path, decoded as a whole. A slash in it may be data; see `segments`.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let views = self.views(py);
        views.decoded(split::split(views.bytes).path)
    }

    /// The path's segments, decoded; () for an empty path.
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.views(py).segments()
    }

    /// The last segment, decoded; "" if the path is empty or ends in a slash.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let views = self.views(py);
        views.decoded(names::name(views.bytes))
    }

    /// The suffix of the name with its dot, decoded: ".gz" of "a.tar.gz"; or "".
    #[getter]
    fn suffix<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let views = self.views(py);
        views.decoded(names::suffix(views.bytes))
    }

    /// The path and the query as written, with the ? between them.
    #[getter]
    fn path_and_query<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let views = self.views(py);
        views.raw(target::path_and_query(views.bytes))
    }

    /// The fragment, decoded.
    #[getter]
    fn fragment<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).read_field(&Field::Fragment)
    }

    /// The text with an ellipsis in place of the password.
    #[getter]
    fn redacted(&self, py: Python<'_>) -> String {
        self.views(py).redacted()
    }

    /// The target of a request for this URI, for the first line of an HTTP request.
    ///
    /// Args:
    ///     form: "origin", path and query, to a server; "absolute", the URI without its fragment
    ///         and, under http and https, without userinfo, to a proxy; "authority", host and
    ///         port, for CONNECT; "asterisk", the server as a whole, for OPTIONS.
    ///
    /// Returns:
    ///     The target as a str of ASCII. An empty path is "/" in the origin form.
    ///
    /// Raises:
    ///     ParseError: The URI has no target of this form, for example because it has no host.
    ///     ValueError: The form is unknown.
    ///
    /// Example:
    ///     >>> import superuri
    ///     >>> uri = superuri.URI("https://bob@e.com?q=%7e#top")
    ///     >>> uri.request_target(), uri.request_target("absolute")
    ///     ('/?q=%7e', 'https://e.com?q=%7e')
    ///
    /// Source:
    ///     RFC 9112 section 3.2; RFC 9110 section 4.2.4.
    #[pyo3(signature = (form="origin"), text_signature = "($self, form='origin')")]
    fn request_target<'py>(&self, py: Python<'py>, form: &str) -> PyResult<Bound<'py, PyString>> {
        let (views, form) = (self.views(py), words::one_of("form", form, &FORMS)?);
        let target = target::request_target(self.bytes(py), views.port()?, form);
        views.ascii(&target.map_err(|refused| values::exception(py, &refused))?)
    }
}
