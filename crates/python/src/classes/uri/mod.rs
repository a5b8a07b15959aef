//! URI: the class that Python sees, its views and its edits.

mod raw;
mod views;

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::call::Made;
use crate::guard;
use crate::objects::secrets::{hiding, secret_or_none};
use crate::objects::strings;
use crate::objects::text::Text;
use crate::objects::uris::PyUri;
use crate::objects::values::{
    self, data, data_of, datum, datum_or_none, octets, port_of, query_of,
};
use crate::verbs::build::PASSWORD_ALONE;
use crate::verbs::text::cleaned_by;
pub(crate) use raw::PyRaw;
use superuri::clean::fast_look;
use superuri::codec::form;
use superuri::codec::percent;
use superuri::syntax::resolve;
use superuri::syntax::split;
use superuri::uri::fields::Field;
use superuri::uri::{self, HostKind};
use superuri_guard::guarded_methods;
use views::{Part, Views};

impl Made for PyUri {
    fn made(text: &Bound<'_, PyString>) -> Option<Self> {
        let legal = strings::one_byte_characters(text).is_some_and(fast_look::is_legal);
        legal.then(|| Self { text: text.clone().unbind() })
    }

    fn value<'a>(object: &'a Bound<'_, Self>) -> &'a Self {
        object.get()
    }

    fn end(self, py: Python<'_>) {
        self.text.drop_ref(py);
    }
}

impl PyUri {
    fn views<'a, 'py>(&'a self, py: Python<'py>) -> Views<'a, 'py> {
        Views::of(self.text.bind(py))
    }

    /// The text, which is ASCII, because it is legal; there is room for what is made of it.
    fn bytes<'a>(&'a self, py: Python<'a>) -> &'a [u8] {
        let bytes = self.views(py).bytes;
        guard::afford(bytes.len());
        bytes
    }
}

#[guarded_methods]
impl PyUri {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let object = Self::text_of(text);
        let text = Text::strict(&object)?;
        uri::check(&text.bytes).map_err(|failure| text.failure(&failure))?;
        Ok(Self { text: text.same()?.cast_into::<PyString>()?.unbind() })
    }

    /// The URI that superuri.clean makes of the text.
    ///
    /// >>> import superuri
    /// >>> superuri.URI.clean("http://e.com/a b")
    /// URI('http://e.com/a%20b')
    #[classmethod]
    #[pyo3(signature = (text, /))]
    fn clean(_class: &Bound<'_, PyType>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let cleaned = cleaned_by(text)?;
        Ok(Self { text: cleaned.cast_into::<PyString>()?.unbind() })
    }

    /// The components as they are written.
    #[getter]
    fn raw(&self, py: Python<'_>) -> PyRaw {
        self.written(py)
    }

    /// The scheme, in lower case.
    #[getter]
    fn scheme<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).said(&Field::Scheme)
    }

    /// The user and the password as they are written, or None.
    #[getter]
    fn userinfo<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).written(&Field::Userinfo)
    }

    /// The user, decoded.
    #[getter]
    fn user<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).said(&Field::User)
    }

    /// The password, decoded.
    #[getter]
    fn password<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).said(&Field::Password)
    }

    /// The host: a name, decoded, or an address without brackets and zone.
    #[getter]
    fn host<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).said(&Field::Host)
    }

    /// What the host is: "name", "ipv4", "ipv6" or "ipvfuture".
    #[getter]
    fn host_kind(&self, py: Python<'_>) -> Option<&'static str> {
        let views = self.views(py);
        views.at(|parts| Some(parts.host)).map(|host| HostKind::of(&views.bytes[host]).word())
    }

    /// The zone of an IPv6 address, decoded (RFC 6874).
    #[getter]
    fn zone<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).said(&Field::Zone)
    }

    /// The port, or None where it is absent or empty. Raises ParseError beyond 65535.
    #[getter]
    fn port(&self, py: Python<'_>) -> PyResult<Option<u16>> {
        self.views(py).port()
    }

    /// The path, decoded whole: a slash in it may be data. `segments` tells.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let views = self.views(py);
        views.decoded(split::split(views.bytes).path)
    }

    /// The path's segments, decoded; () of an empty path.
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.views(py).segments()
    }

    /// The query's pairs, decoded: (name, value or None) each. A + is a +; see `form`.
    #[getter]
    fn query<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.views(py).pairs(percent::decode)
    }

    /// The same pairs read as a form: a + is a space.
    #[getter]
    fn form<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.views(py).pairs(form::decode)
    }

    /// The value, decoded, of the query's first pair of this name, or else the default.
    ///
    /// >>> import superuri
    /// >>> uri = superuri.URI("?q=a%26b&q=2&r")
    /// >>> uri.get("q"), uri.get("r"), uri.get("s"), uri.get("s", "0")
    /// ('a&b', '', None, '0')
    #[pyo3(signature = (name, /, default=None), text_signature = "($self, name, /, default=None)")]
    fn get<'py>(
        &self,
        name: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (views, name) = (self.views(name.py()), data(name)?);
        match uri::value(views.bytes, &octets(&name)?) {
            Some(span) => views.decoded(span).map(|value| Some(value.into_any())),
            None => Ok(default),
        }
    }

    /// The fragment, decoded.
    #[getter]
    fn fragment<'py>(&self, py: Python<'py>) -> PyResult<Part<'py>> {
        self.views(py).said(&Field::Fragment)
    }

    /// The text with an ellipsis for the password.
    #[getter]
    fn redacted(&self, py: Python<'_>) -> String {
        self.views(py).redacted()
    }

    /// The same with another scheme, or None.
    #[pyo3(signature = (scheme, /))]
    fn with_scheme(&self, scheme: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, scheme) = (scheme.py(), datum_or_none(scheme)?);
        values::uri(py, uri::with_scheme(self.bytes(py), scheme.as_deref()))
    }

    /// The same with this user and password, each perhaps None.
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

    /// The same with this password, or None; the user stays as written.
    #[pyo3(signature = (password, /))]
    fn with_password(&self, password: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, password) = (password.py(), secret_or_none(password)?);
        values::uri(py, uri::with_password(self.bytes(py), password.as_deref()))
    }

    /// The same with this userinfo, written as it is to stand there, or None.
    #[pyo3(signature = (userinfo, /))]
    fn with_userinfo(&self, userinfo: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, userinfo) = (userinfo.py(), secret_or_none(userinfo)?);
        values::uri(py, uri::with_userinfo(self.bytes(py), userinfo.as_deref()))
            .map_err(|error| hiding(py, error))
    }

    /// The same with another host, as superuri.build takes it: one name, or one address. Raises
    /// ParseError for a delimiter in it: none is escaped in a host.
    #[pyo3(signature = (host, /))]
    fn with_host(&self, host: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, host) = (host.py(), datum(host)?);
        values::uri(py, uri::with_host(self.bytes(py), &host))
    }

    /// The same with another port, or None.
    #[pyo3(signature = (port, /))]
    fn with_port(&self, py: Python<'_>, port: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let port = port.map(port_of).transpose()?;
        values::uri(py, uri::with_port(self.bytes(py), port))
    }

    /// The same with this path, written as it is to stand there: `with_segments` takes data.
    #[pyo3(signature = (path, /))]
    fn with_path(&self, path: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, path) = (path.py(), datum(path)?);
        values::uri(py, uri::with_path(self.bytes(py), &path))
    }

    /// The same with a path of these segments.
    #[pyo3(signature = (segments, /))]
    fn with_segments(&self, segments: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, segments) = (segments.py(), data_of(segments)?);
        values::uri(py, uri::with_segments(self.bytes(py), &segments))
    }

    /// The same with a query of these pairs, a mapping or (name, value) each, or None.
    ///
    /// >>> import superuri
    /// >>> uri = superuri.URI("/?r").with_query({"q": "a&b", "page": 2, "id": [1, 2], "r": None})
    /// >>> str(uri)
    /// '/?q=a%26b&page=2&id=1&id=2&r'
    ///
    /// A list repeats its name; of None, the name is all that is written.
    #[pyo3(signature = (pairs, /))]
    fn with_query(&self, pairs: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = pairs.py();
        let pairs = if pairs.is_none() { None } else { Some(query_of(pairs)?) };
        values::uri(py, uri::with_query(self.bytes(py), pairs.as_deref()))
    }

    /// The same with this value, or None, in the query's first pair of the name, the others of
    /// it gone; with a new pair at the end where there was none. All else stays as written.
    #[pyo3(signature = (name, value, /))]
    fn with_pair(&self, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, name, value) = (name.py(), datum(name)?, datum_or_none(value)?);
        values::uri(py, uri::with_pair(self.bytes(py), &name, value.as_deref()))
    }

    /// The same without the query's pairs of this name.
    #[pyo3(signature = (name, /))]
    fn without_pair(&self, name: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, name) = (name.py(), datum(name)?);
        values::uri(py, uri::without_pair(self.bytes(py), &name))
    }

    /// The same with another fragment, or None.
    #[pyo3(signature = (fragment, /))]
    fn with_fragment(&self, fragment: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, fragment) = (fragment.py(), datum_or_none(fragment)?);
        values::uri(py, uri::with_fragment(self.bytes(py), fragment.as_deref()))
    }

    fn __truediv__(&self, segment: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, segment) = (segment.py(), datum(segment)?);
        values::uri(py, uri::child(self.bytes(py), &segment))
    }

    /// The target of the reference, seen from here.
    ///
    /// >>> import superuri
    /// >>> superuri.URI("http://a/b/c/d;p?q").resolve("../g")
    /// URI('http://a/b/g')
    ///
    /// Not strict, a reference's scheme that is this one's counts as none.
    /// Source: RFC 3986 section 5.2.
    #[pyo3(signature = (reference, *, strict=true), text_signature = "($self, reference, *, strict=True)")]
    fn resolve(&self, reference: &Bound<'_, PyAny>, strict: bool) -> PyResult<Self> {
        let (py, reference) = (reference.py(), Self::new(reference)?);
        Self::of(py, &resolve::resolve(self.bytes(py), reference.bytes(py), strict))
    }

    /// The reference that means the target here; the target itself where none is shorter.
    ///
    /// >>> import superuri
    /// >>> superuri.URI("http://a/b/c/d").relativize("http://a/b/g?y")
    /// URI('../g?y')
    #[pyo3(signature = (target, /))]
    fn relativize(&self, target: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, target) = (target.py(), Self::new(target)?);
        Self::of(py, &resolve::relativize(self.bytes(py), target.bytes(py)))
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("URI('{}')", self.views(py).redacted().replace('\'', "\\'"))
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        self.text.bind(py).call_method1("__format__", (spec,))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        // Not the hash of its text, which it never equals.
        Ok(self.text.bind(py).hash()? ^ 0x5551)
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Self, compare: CompareOp) -> bool {
        compare.matches(self.views(py).bytes.cmp(other.views(py).bytes))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let text = slf.get().text.bind(slf.py());
        Ok((slf.get_type(), PyTuple::new(slf.py(), [text])?))
    }
}
