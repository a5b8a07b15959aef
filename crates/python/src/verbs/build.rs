//! Build: a URI made from its parts, for Python.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::objects::values::{self, octets, octets_of};
use crate::objects::{foreign, query, secrets::secret, uris::PyUri, words::one_of};
use superuri::uri::build as compose;
use superuri::uri::build::{Nesting, Path, Slash, UriParts};
use superuri_guard::guarded_function;

/// The message about a password without a user.
pub(crate) const PASSWORD_ALONE: &str = "a password needs a user: give user=\"\" if it has no name";

#[guarded_function]
#[pyo3(signature = (value, /))]
pub(crate) fn scalar<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    values::scalar(value)
}

#[guarded_function]
#[pyo3(
    signature = (
        *, scheme=None, user=None, password=None, host=None, port=None, segments=None, path=None,
        query=None, nested=None, fragment=None, slash="encode", **others
    ),
    text_signature = "(*, scheme=None, user=None, password=None, host=None, port=None, \
        segments=None, path=None, query=None, nested=None, fragment=None, slash='encode')"
)]
#[expect(clippy::too_many_arguments, reason = "a URI has this many parts")]
pub(crate) fn build(
    py: Python<'_>,
    scheme: Option<&Bound<'_, PyAny>>,
    user: Option<&Bound<'_, PyAny>>,
    password: Option<&Bound<'_, PyAny>>,
    host: Option<&Bound<'_, PyAny>>,
    port: Option<&Bound<'_, PyAny>>,
    segments: Option<&Bound<'_, PyAny>>,
    path: Option<&Bound<'_, PyAny>>,
    query: Option<&Bound<'_, PyAny>>,
    nested: Option<&str>,
    fragment: Option<&Bound<'_, PyAny>>,
    slash: &str,
    others: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyUri> {
    let wrong = |rule| Err(PyTypeError::new_err(rule));
    if let Some((name, _)) = others.and_then(|others| others.iter().next()) {
        let name = name.cast::<PyString>()?.to_string_lossy().into_owned();
        let hint = foreign::argument(py, "build", &name)?;
        let rule = format!("build() got an unexpected keyword argument '{name}'{hint}");
        return Err(PyTypeError::new_err(rule));
    }
    if path.is_some_and(|path| path.is_instance_of::<PyList>() || path.is_instance_of::<PyTuple>())
    {
        return wrong("a path is one text; give its segments as segments=[…]");
    }
    if segments.is_some() && path.is_some() {
        return wrong("give either segments or path, not both");
    }
    if password.is_some() && user.is_none() {
        return wrong(PASSWORD_ALONE);
    }
    if host.is_none() && (user.is_some() || port.is_some()) {
        return wrong("a user and a port need a host: give host=\"\" if it is empty");
    }
    let text = values::optional;
    let (scheme, user, password) = (text(scheme)?, text(user)?, text(password)?);
    let (host, port, path, fragment) = (text(host)?, text(port)?, text(path)?, text(fragment)?);
    let segments =
        segments.map(|segments| values::for_each_pair(segments, values::scalar)).transpose()?;
    let nested = nested.map(|word| one_of("nested", word, &Nesting::NAMES)).transpose()?;
    let slash =
        if slash == "encode" { Slash::Encode } else { one_of("slash", slash, &Slash::NAMES)? };
    let query = query.map(|query| query::named_values(query, nested, values::scalar));
    let query = query.transpose()?.unwrap_or_default();

    let (scheme, user) = (scheme.as_ref().map(octets), user.as_ref().map(octets));
    let (scheme, user) = (scheme.transpose()?, user.transpose()?);
    let password = password.as_ref().map(secret).transpose()?;
    let host = host.as_ref().map(octets).transpose()?;
    let port = port.as_ref().map(octets).transpose()?;
    let path = path.as_ref().map(octets).transpose()?;
    let fragment = fragment.as_ref().map(octets).transpose()?;
    let segments = segments.as_deref().map(octets_of).transpose()?;
    let query = query::octets_of_named(&query)?;
    let path = match &segments {
        Some(segments) => Path::Segments(segments.iter().map(|each| &**each).collect(), slash),
        None => Path::Text(path.as_deref().unwrap_or_default()),
    };
    let parts = UriParts {
        scheme: scheme.as_deref(),
        user: user.as_deref(),
        password: password.as_deref(),
        host: host.as_deref(),
        port: port.as_deref(),
        path,
        query: query.iter().map(|(name, value)| (&**name, value.as_deref())).collect(),
        fragment: fragment.as_deref(),
    };
    values::uri(py, compose::build(&parts))
}
