//! Values that represent their text: a URI, and a URL of the URL standard.
//!
//! The methods that Python sees are in `classes`.

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::objects::strings;
use superuri::syntax::hosts::whatwg::Url;

/// A legal URI reference, whose text is kept unchanged.
///
/// Its attributes are decoded; those of .raw are as written. An absent part is None. Edits
/// take data, as superuri.build does, or a URI; they escape characters that would delimit,
/// and keep all other bytes. Two URIs are equal if their texts are equal;
/// superuri.equivalent compares their meaning. repr hides a password, str does not.
///
/// Args:
///     text: the reference, already legal. For other texts, use URI.clean.
///
/// Raises:
///     ParseError: when the text is not a legal reference, with offsets in characters of a str,
///         else in bytes.
///     DecodeError: when an attribute is read whose bytes are not valid UTF-8.
///
/// Example:
///     >>> import superuri
///     >>> uri = superuri.URI("http://bob:x@e.com:8080/a%2Fb/c?q=1+1&r#top")
///     >>> uri.host, uri.port, uri.segments, uri.query
///     ('e.com', 8080, ('a/b', 'c'), (('q', '1+1'), ('r', None)))
///     >>> uri.with_pair("r", "é")
///     URI('http://bob:…@e.com:8080/a%2Fb/c?q=1+1&r=%C3%A9#top')
///     >>> str(superuri.URI("//e.com/x") / "a b/c")
///     '//e.com/x/a%20b%2Fc'
///
/// Source:
///     RFC 3986.
#[pyclass(frozen, module = "superuri._core", name = "URI")]
pub(crate) struct PyUri {
    /// A legal URI reference, so it is ASCII.
    pub(crate) text: Py<PyString>,
}

impl PyUri {
    /// The text of a URI, or of a URL of the URL standard.
    pub(crate) fn inner<'a, 'py>(object: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, PyAny>> {
        match object.cast::<Self>() {
            Ok(uri) => Some(uri.get().text.bind(object.py()).as_any()),
            Err(_) => PyUrl::inner(object),
        }
    }

    /// The same text; for any other object, the object itself.
    pub(crate) fn text_of<'py>(object: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
        Self::inner(object).unwrap_or(object).clone()
    }

    /// The URI of this legal text.
    pub(crate) fn of(py: Python<'_>, text: &[u8]) -> PyResult<Self> {
        Ok(Self { text: strings::ascii(py, text)?.unbind() })
    }
}

/// A URL as the URL standard defines it: the result of every browser for a text.
///
/// The value is frozen: `replace` returns another one. Equality, hash and order are those of href;
/// `str(url)` is href, and repr hides the password.
///
/// Args:
///     text: the text to parse, a str or a superuri.URI. A lone surrogate is read as U+FFFD, as the
///         standard's USVString requires.
///     base: the URL that text is relative to. The default None allows absolute URLs only.
///
/// Raises:
///     ParseError: when browsers refuse the text too, with offsets in its characters.
///     TypeError: when text or base has another type.
///
/// Example:
///     >>> from superuri import whatwg
///     >>> url = whatwg.URL("../ü?q#f", "HTTP://ex%41mple.com:80/a/b/")
///     >>> url.href
///     'http://example.com/a/%C3%BC?q#f'
///     >>> url.hostname, url.pathname, url.search, url.hash
///     ('example.com', '/a/%C3%BC', '?q', '#f')
///
/// Source:
///     <https://url.spec.whatwg.org/#url-class>, checked 2026-11-21.
#[pyclass(frozen, module = "superuri.whatwg", name = "URL")]
pub(crate) struct PyUrl {
    pub(crate) href: Py<PyString>,
    /// `None` if one look has shown that the text is its own href, as most are; its components are
    /// then read from the text.
    pub(crate) parsed: Option<Url>,
}

impl PyUrl {
    /// The text of a URL, if it is one.
    pub(crate) fn inner<'a, 'py>(object: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, PyAny>> {
        object.cast::<Self>().ok().map(|url| url.get().href.bind(object.py()).as_any())
    }
}
