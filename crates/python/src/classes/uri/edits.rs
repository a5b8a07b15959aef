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
    /// The same URI with another scheme.
    ///
    /// Args:
    ///     scheme: A scheme; None removes it.
    ///
    /// Returns:
    ///     The new URI; every byte that the edit does not name stays.
    ///
    /// Raises:
    ///     ParseError: The result would not be a legal reference, or would read back differently.
    ///
    /// Example:
    ///     >>> import superuri
    ///     >>> superuri.URI("http://e.com/").with_scheme("https")
    ///     URI('https://e.com/')
    #[pyo3(signature = (scheme, /))]
    fn with_scheme(&self, scheme: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, scheme) = (scheme.py(), datum_or_none(scheme)?);
        values::uri(py, uri::with_scheme(self.bytes(py), scheme.as_deref()))
    }

    /// The same URI with this user and password.
    ///
    /// Args:
    ///     user: The user, data; None for no userinfo.
    ///     password: The password, data; None for none.
    ///
    /// Returns:
    ///     The new URI; every byte that the edit does not name stays.
    ///
    /// Raises:
    ///     ParseError: The URI has no host.
    ///     TypeError: There is a password and no user.
    ///
    /// Example:
    ///     >>> import superuri
    ///     >>> superuri.URI("http://e.com/").with_user("a@b")
    ///     URI('http://a%40b@e.com/')
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

    /// The same URI with this password; the user stays as it is written.
    ///
    /// Args:
    ///     password: The password, data; None for none.
    ///
    /// Returns:
    ///     The new URI; every byte that the edit does not name stays.
    ///
    /// Raises:
    ///     ParseError: The URI has no host.
    ///
    /// Example:
    ///     >>> import superuri
    ///     >>> superuri.URI("http://bob:x@e.com/").with_password(None)
    ///     URI('http://bob@e.com/')
    #[pyo3(signature = (password, /))]
    fn with_password(&self, password: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, password) = (password.py(), secret_or_none(password)?);
        values::uri(py, uri::with_password(self.bytes(py), password.as_deref()))
    }

    /// The same URI with this userinfo.
    ///
    /// Args:
    ///     userinfo: User and password in their escaped form; None removes them.
    ///
    /// Returns:
    ///     The new URI; every byte that the edit does not name stays.
    ///
    /// Raises:
    ///     ParseError: The userinfo is not legal, or the URI has no host.
    ///
    /// Example:
    ///     >>> import superuri
    ///     >>> superuri.URI("http://e.com/").with_userinfo("bob%40x").user
    ///     'bob@x'
    #[pyo3(signature = (userinfo, /))]
    fn with_userinfo(&self, userinfo: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, userinfo) = (userinfo.py(), secret_or_none(userinfo)?);
        values::uri(py, uri::with_userinfo(self.bytes(py), userinfo.as_deref()))
            .map_err(|error| hiding(py, error))
    }

    /// The same URI with another host.
    ///
    /// Args:
    ///     host: One name or one address, with or without brackets, as superuri.build takes it.
    ///
    /// Returns:
    ///     The new URI; every byte that the edit does not name stays.
    ///
    /// Raises:
    ///     ParseError: The host is not a single host. Delimiters are refused, because they are
    ///         never escaped in a host.
    ///
    /// Example:
    ///     >>> import superuri
    ///     >>> superuri.URI("http://e.com:8080/").with_host("::1")
    ///     URI('http://[::1]:8080/')
    #[pyo3(signature = (host, /))]
    fn with_host(&self, host: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, host) = (host.py(), datum(host)?);
        values::uri(py, uri::with_host(self.bytes(py), &host))
    }

    /// The same URI with another port.
    ///
    /// Args:
    ///     port: An int or its digits, 0 to 65535; None for none.
    ///
    /// Returns:
    ///     The new URI; every byte that the edit does not name stays.
    ///
    /// Raises:
    ///     ParseError: The port is not a number, or the URI has no host.
    ///     ValueError: The int is beyond 65535.
    ///
    /// Example:
    ///     >>> import superuri
    ///     >>> superuri.URI("http://e.com:80/").with_port(None)
    ///     URI('http://e.com/')
    #[pyo3(signature = (port, /))]
    fn with_port(&self, py: Python<'_>, port: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let port = port.map(port_of).transpose()?;
        values::uri(py, uri::with_port(self.bytes(py), port))
    }

    /// The same URI with this path. For data, use with_segments.
    ///
    /// Args:
    ///     path: The path in its escaped form.
    ///
    /// Returns:
    ///     The new URI; every byte that the edit does not name stays.
    ///
    /// Raises:
    ///     ParseError: The result would not be a legal reference, or would read back differently.
    ///
    /// Example:
    ///     >>> import superuri
    ///     >>> superuri.URI("http://e.com/a?q").with_path("/b%2Fc")
    ///     URI('http://e.com/b%2Fc?q')
    #[pyo3(signature = (path, /))]
    fn with_path(&self, path: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, path) = (path.py(), datum(path)?);
        values::uri(py, uri::with_path(self.bytes(py), &path))
    }

    /// The same URI with a path of these segments.
    ///
    /// Args:
    ///     segments: An iterable of data, one for each segment.
    ///
    /// Returns:
    ///     The new URI; every byte that the edit does not name stays.
    ///
    /// Raises:
    ///     ParseError: The result would not be a legal reference, or would read back differently.
    ///     TypeError: One str is given where several segments are expected.
    ///
    /// Example:
    ///     >>> import superuri
    ///     >>> superuri.URI("http://e.com/a").with_segments(("b/c", "d"))
    ///     URI('http://e.com/b%2Fc/d')
    #[pyo3(signature = (segments, /))]
    fn with_segments(&self, segments: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, segments) = (segments.py(), data_of(segments)?);
        values::uri(py, uri::with_segments(self.bytes(py), &segments))
    }

    /// The same URI with another last segment; query and fragment stay.
    ///
    /// Args:
    ///     name: The segment, data, and not empty.
    ///
    /// Returns:
    ///     The new URI; every byte that the edit does not name stays.
    ///
    /// Raises:
    ///     ParseError: The name is empty or a dot-segment.
    ///
    /// Example:
    ///     >>> import superuri
    ///     >>> superuri.URI("http://e.com/a/b.txt?q").with_name("c/d")
    ///     URI('http://e.com/a/c%2Fd?q')
    #[pyo3(signature = (name, /))]
    fn with_name(&self, name: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, name) = (name.py(), datum(name)?);
        values::uri(py, names::with_name(self.bytes(py), &name))
    }

    /// The same URI with another suffix of its name; query and fragment stay.
    ///
    /// Args:
    ///     suffix: The suffix with its dot, data; "" removes the suffix.
    ///
    /// Returns:
    ///     The new URI; every byte that the edit does not name stays.
    ///
    /// Raises:
    ///     ParseError: The suffix is not valid, or the path has no name.
    ///
    /// Example:
    ///     >>> import superuri
    ///     >>> superuri.URI("/a.tar.gz?q").with_suffix(".zst")
    ///     URI('/a.tar.zst?q')
    #[pyo3(signature = (suffix, /))]
    fn with_suffix(&self, suffix: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, suffix) = (suffix.py(), datum(suffix)?);
        values::uri(py, names::with_suffix(self.bytes(py), &suffix))
    }

    /// The URI without its last segment, query and fragment. The root is its own parent.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Self> {
        values::uri(py, names::parent(self.bytes(py)))
    }

    /// The same URI with another fragment.
    ///
    /// Args:
    ///     fragment: The fragment, data; None for none.
    ///
    /// Returns:
    ///     The new URI; every byte that the edit does not name stays.
    ///
    /// Raises:
    ///     EncodeError: A str has no UTF-8.
    ///
    /// Example:
    ///     >>> import superuri
    ///     >>> superuri.URI("/#a").with_fragment("b c")
    ///     URI('/#b%20c')
    #[pyo3(signature = (fragment, /))]
    fn with_fragment(&self, fragment: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, fragment) = (fragment.py(), datum_or_none(fragment)?);
        values::uri(py, uri::with_fragment(self.bytes(py), fragment.as_deref()))
    }

    fn __truediv__(&self, segment: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, segment) = (segment.py(), datum(segment)?);
        values::uri(py, uri::child(self.bytes(py), &segment))
    }

    /// The target of a reference, resolved against this URI.
    ///
    /// Args:
    ///     reference: A URI reference, a str, bytes or a URI.
    ///     strict: If False, the scheme of the reference is ignored if it is the same as this
    ///         URI's.
    ///
    /// Returns:
    ///     The target; it is absolute if this URI is.
    ///
    /// Raises:
    ///     ParseError: The reference is not legal, or the target would read back differently.
    ///
    /// Example:
    ///     >>> import superuri
    ///     >>> superuri.URI("http://a/b/c/d;p?q").resolve("../g")
    ///     URI('http://a/b/g')
    ///
    /// Source:
    ///     RFC 3986 section 5.2.
    #[pyo3(signature = (reference, *, strict=true), text_signature = "($self, reference, *, strict=True)")]
    fn resolve(&self, reference: &Bound<'_, PyAny>, strict: bool) -> PyResult<Self> {
        let (py, reference) = (reference.py(), Self::new(reference)?);
        Self::of(py, &resolve::resolve(self.bytes(py), reference.bytes(py), strict))
    }

    /// The shortest reference that resolves to the target from this URI.
    ///
    /// Args:
    ///     target: A URI reference, a str, bytes or a URI.
    ///
    /// Returns:
    ///     A reference that resolves to the target; the target itself if no reference is shorter.
    ///
    /// Raises:
    ///     ParseError: The target is not a legal URI reference.
    ///
    /// Example:
    ///     >>> import superuri
    ///     >>> superuri.URI("http://a/b/c/d").relativize("http://a/b/g?y")
    ///     URI('../g?y')
    ///
    /// Source:
    ///     RFC 3986 section 5.2, reversed.
    #[pyo3(signature = (target, /))]
    fn relativize(&self, target: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, target) = (target.py(), Self::new(target)?);
        Self::of(py, &resolve::relativize(self.bytes(py), target.bytes(py)))
    }
}
