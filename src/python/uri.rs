//! What is a URI to Python: which views has it, and which edits?

use std::ops::Range;

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

use super::text::{Text, utf8_of, utf8_or_none};
use super::verbs::cleaned_by;
use super::{call, raise};
use crate::error::{Error, Kind};
use crate::form;
use crate::percent::{self, Errors};
use crate::resolve;
use crate::split;
use crate::uri::{self, Edited, HostKind};

/// A legal URI reference, its text kept bit for bit.
///
/// >>> import superuri
/// >>> uri = superuri.URI("http://bob:x@e.com:8080/a%2Fb/c?q=1+1&r#top")
/// >>> uri.host, uri.port, uri.segments, uri.query
/// ('e.com', 8080, ('a/b', 'c'), (('q', '1+1'), ('r', None)))
/// >>> uri.with_pair("r", "é")
/// URI('http://bob:…@e.com:8080/a%2Fb/c?q=1+1&r=%C3%A9#top')
/// >>> str(superuri.URI("//e.com/x") / "a b/c")
/// '//e.com/x/a%20b%2Fc'
///
/// Views are decoded; raw components are those of superuri.split. What is absent is None. Edits
/// take data, escape what would delimit, and leave all else byte for byte. Two are equal if their
/// texts are; superuri.equivalent knows more. repr hides a password, str does not.
///
/// Raises ParseError for what is no legal reference: URI.clean makes one of it. A view raises
/// DecodeError where its octets are no UTF-8.
/// Source: RFC 3986.
#[pyclass(frozen, module = "superuri._core", name = "URI")]
pub(super) struct PyUri {
    text: Py<PyString>,
}

/// One pair of a query: a name, and a value if there is one.
type Pair = (String, Option<String>);

impl PyUri {
    /// The text of a URI; of anything else, the thing itself.
    pub(super) fn text_of<'py>(object: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
        match object.cast::<Self>() {
            Ok(uri) => uri.get().text.bind(object.py()).clone().into_any(),
            Err(_) => object.clone(),
        }
    }

    /// The text, which is ASCII, because it is legal.
    fn bytes<'a>(&'a self, py: Python<'a>) -> &'a [u8] {
        let text = self.text.bind(py);
        call::one_byte_characters(text).expect("a legal URI is ASCII")
    }

    /// The URI of this legal text.
    fn of(py: Python<'_>, text: &[u8]) -> PyResult<Self> {
        Ok(Self { text: call::ascii(py, text)?.unbind() })
    }

    /// The URI that an edit made.
    fn edited(py: Python<'_>, edited: Edited) -> PyResult<Self> {
        match edited {
            Ok(text) => Self::of(py, &text),
            Err(refused) => {
                let text = PyString::new(py, &String::from_utf8_lossy(&refused.text));
                Err(raise::in_bytes(text.as_any(), &refused.text, &refused.error))
            }
        }
    }

    /// The text at this span, decoded.
    fn decoded(&self, py: Python<'_>, span: Range<usize>) -> PyResult<String> {
        self.read(py, span, percent::decode)
    }

    fn read(
        &self,
        py: Python<'_>,
        span: Range<usize>,
        decode: impl Fn(&[u8], Errors) -> crate::error::Result<std::borrow::Cow<'_, [u8]>>,
    ) -> PyResult<String> {
        let bytes = self.bytes(py);
        let decoded = decode(&bytes[span.clone()], Errors::Strict).map_err(|failure| {
            raise::in_bytes(self.text.bind(py).as_any(), bytes, &failure.shifted(span.start))
        })?;
        Ok(String::from_utf8_lossy(&decoded).into_owned())
    }

    /// The part of the authority that this finds, decoded.
    fn part(
        &self,
        py: Python<'_>,
        find: impl Fn(uri::Authority) -> Option<Range<usize>>,
    ) -> PyResult<Option<String>> {
        let span = uri::authority(self.bytes(py)).and_then(find);
        span.map(|span| self.decoded(py, span)).transpose()
    }

    /// The query's pairs, read by this decoder.
    fn pairs<'py>(
        &self,
        py: Python<'py>,
        decode: impl Fn(&[u8], Errors) -> crate::error::Result<std::borrow::Cow<'_, [u8]>> + Copy,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let bytes = self.bytes(py);
        let query = split::split(bytes).query.unwrap_or_default();
        let of = |span: Range<usize>| {
            self.read(py, query.start + span.start..query.start + span.end, decode)
        };
        let pairs = form::pairs(&bytes[query.clone()], form::Separators::Ampersand);
        let pairs: Vec<Pair> = pairs
            .map(|pair| Ok((of(pair.name)?, pair.value.map(of).transpose()?)))
            .collect::<PyResult<_>>()?;
        PyTuple::new(py, pairs)
    }
}

#[pymethods]
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

    /// The scheme, in lower case.
    #[getter]
    fn scheme(&self, py: Python<'_>) -> Option<String> {
        let bytes = self.bytes(py);
        split::scheme(bytes).map(|len| String::from_utf8_lossy(&bytes[..len]).to_ascii_lowercase())
    }

    /// The user, decoded.
    #[getter]
    fn user(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.part(py, |parts| parts.user)
    }

    /// The password, decoded.
    #[getter]
    fn password(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.part(py, |parts| parts.password)
    }

    /// The host: a name, decoded, or an address without brackets and zone.
    #[getter]
    fn host(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let bytes = self.bytes(py);
        let Some(parts) = uri::authority(bytes) else { return Ok(None) };
        if bytes.get(parts.host.start) != Some(&b'[') {
            return self.decoded(py, parts.host).map(Some);
        }
        let inside = parts.host.start + 1..parts.host.end - 1;
        let zone = memchr::memchr(b'%', &bytes[inside.clone()]);
        let end = zone.map_or(inside.end, |at| inside.start + at);
        Ok(Some(String::from_utf8_lossy(&bytes[inside.start..end]).into_owned()))
    }

    /// What the host is: "name", "ipv4", "ipv6" or "ipvfuture".
    #[getter]
    fn host_kind(&self, py: Python<'_>) -> Option<&'static str> {
        let bytes = self.bytes(py);
        uri::authority(bytes).map(|parts| HostKind::of(&bytes[parts.host]).word())
    }

    /// The zone of an IPv6 address, decoded (RFC 6874).
    #[getter]
    fn zone(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let bytes = self.bytes(py);
        self.part(py, |parts| {
            let percent = memchr::memchr(b'%', &bytes[parts.host.clone()])?;
            let literal = bytes[parts.host.start] == b'[';
            literal.then(|| parts.host.start + percent + 3..parts.host.end - 1)
        })
    }

    /// The port, or None where it is absent or empty. Raises ParseError beyond 65535.
    #[getter]
    fn port(&self, py: Python<'_>) -> PyResult<Option<u16>> {
        let bytes = self.bytes(py);
        let port = uri::authority(bytes).and_then(|parts| parts.port);
        let Some(span) = port.filter(|span| !span.is_empty()) else { return Ok(None) };
        let digits = bytes[span.clone()].iter();
        let number = digits.fold(0_u32, |n, b| (n * 10 + u32::from(b - b'0')).min(65536));
        u16::try_from(number).map(Some).map_err(|_| {
            let failure = Error::quoting(Kind::BadPort, bytes, span).that("is beyond 65535");
            raise::in_bytes(self.text.bind(py).as_any(), bytes, &failure)
        })
    }

    /// The path, decoded whole: a slash in it may be data. `segments` tells.
    #[getter]
    fn path(&self, py: Python<'_>) -> PyResult<String> {
        self.decoded(py, split::split(self.bytes(py)).path)
    }

    /// The path's segments, decoded; () of an empty path.
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let bytes = self.bytes(py);
        let path = split::split(bytes).path;
        let mut at = path.start + usize::from(bytes[path.clone()].starts_with(b"/"));
        let mut decoded = Vec::new();
        for segment in uri::segments(&bytes[path]) {
            decoded.push(self.decoded(py, at..at + segment.len())?);
            at += segment.len() + 1;
        }
        PyTuple::new(py, decoded)
    }

    /// The query's pairs, decoded: (name, value or None) each. A + is a +; see `form`.
    #[getter]
    fn query<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.pairs(py, percent::decode)
    }

    /// The same pairs read as a form: a + is a space.
    #[getter]
    fn form<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.pairs(py, form::decode)
    }

    /// The fragment, decoded.
    #[getter]
    fn fragment(&self, py: Python<'_>) -> PyResult<Option<String>> {
        split::split(self.bytes(py)).fragment.map(|span| self.decoded(py, span)).transpose()
    }

    /// The text with an ellipsis for the password.
    #[getter]
    fn redacted(&self, py: Python<'_>) -> String {
        let bytes = self.bytes(py);
        let text = String::from_utf8_lossy(bytes);
        match uri::authority(bytes).and_then(|parts| parts.password) {
            Some(password) => format!("{}…{}", &text[..password.start], &text[password.end..]),
            None => text.into_owned(),
        }
    }

    /// The same with another scheme, or None.
    #[pyo3(signature = (scheme, /))]
    fn with_scheme(&self, scheme: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, scheme) = (scheme.py(), utf8_or_none(scheme)?);
        Self::edited(py, uri::with_scheme(self.bytes(py), scheme.as_deref()))
    }

    /// The same with this user and password, each perhaps None.
    #[pyo3(signature = (user, password=None, /), text_signature = "($self, user, password=..., /)")]
    fn with_user(
        &self,
        user: &Bound<'_, PyAny>,
        password: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (py, password) = (user.py(), password.map(utf8_of).transpose()?);
        let user = utf8_or_none(user)?;
        Self::edited(py, uri::with_user(self.bytes(py), user.as_deref(), password.as_deref()))
    }

    /// The same with another host: a name, or an address without brackets.
    #[pyo3(signature = (host, /))]
    fn with_host(&self, py: Python<'_>, host: &str) -> PyResult<Self> {
        Self::edited(py, uri::with_host(self.bytes(py), host))
    }

    /// The same with another port, or None.
    #[pyo3(signature = (port, /))]
    fn with_port(&self, py: Python<'_>, port: Option<i64>) -> PyResult<Self> {
        let port = port.map(u16::try_from).transpose();
        let port = port.map_err(|_| PyValueError::new_err("a port is from 0 to 65535"))?;
        Self::edited(py, uri::with_port(self.bytes(py), port))
    }

    /// The same with a path of these segments.
    #[pyo3(signature = (segments, /))]
    fn with_segments(&self, segments: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = segments.py();
        if segments.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("segments are a list of str, not one str"));
        }
        let values: PyResult<Vec<_>> = segments.try_iter()?.map(|value| utf8_of(&value?)).collect();
        Self::edited(py, uri::with_segments(self.bytes(py), &values?))
    }

    /// The same with a query of these pairs, (name, value or None) each, or None.
    #[pyo3(signature = (pairs, /))]
    fn with_query(&self, pairs: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = pairs.py();
        if pairs.is_none() {
            return Self::edited(py, uri::with_query(self.bytes(py), None));
        }
        let mut values = Vec::new();
        for said in pairs.try_iter()? {
            let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = said?.extract()?;
            values.push((utf8_of(&name)?, utf8_or_none(&value)?));
        }
        Self::edited(py, uri::with_query(self.bytes(py), Some(&values)))
    }

    /// The same with this value, or None, in the query's first pair of the name, the others of
    /// it gone; with a new pair at the end where there was none. All else stays as written.
    #[pyo3(signature = (name, value, /))]
    fn with_pair(&self, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, name, value) = (name.py(), utf8_of(name)?, utf8_or_none(value)?);
        Self::edited(py, uri::with_pair(self.bytes(py), &name, value.as_deref()))
    }

    /// The same without the query's pairs of this name.
    #[pyo3(signature = (name, /))]
    fn without_pair(&self, name: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, name) = (name.py(), utf8_of(name)?);
        Self::edited(py, uri::without_pair(self.bytes(py), &name))
    }

    /// The same with another fragment, or None.
    #[pyo3(signature = (fragment, /))]
    fn with_fragment(&self, fragment: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, fragment) = (fragment.py(), utf8_or_none(fragment)?);
        Self::edited(py, uri::with_fragment(self.bytes(py), fragment.as_deref()))
    }

    fn __truediv__(&self, segment: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, segment) = (segment.py(), utf8_of(segment)?);
        Self::edited(py, uri::child(self.bytes(py), &segment))
    }

    /// The target of the reference, seen from here.
    ///
    /// >>> import superuri
    /// >>> superuri.URI("http://a/b/c/d;p?q").resolve("../g")
    /// URI('http://a/b/g')
    ///
    /// Not strict, a reference's scheme that is this one's counts as none.
    /// Source: RFC 3986 section 5.2.
    #[pyo3(signature = (reference, *, strict=true), text_signature = "($self, reference, *, strict=...)")]
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
        format!("URI('{}')", self.redacted(py).replace('\'', "\\'"))
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        self.text.bind(py).call_method1("__format__", (spec,))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        // Not the hash of its text, which it never equals.
        Ok(self.text.bind(py).hash()? ^ 0x5551)
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Self, compare: CompareOp) -> bool {
        compare.matches(self.bytes(py).cmp(other.bytes(py)))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let text = slf.get().text.bind(slf.py());
        Ok((slf.get_type(), PyTuple::new(slf.py(), [text])?))
    }
}
