//! URL of the URL standard, as a Python class.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};
use pyo3::{basic::CompareOp, exceptions::PyTypeError};

use crate::call::TextClass;
use crate::guard::{self, Answer, getters};
use crate::objects::uris::{PyUri, PyUrl};
use crate::objects::{errors, strings};
use superuri::base::{error::Error, secrets::masked};
use superuri::clean::fast_check;
use superuri::syntax::hosts::whatwg::{Part, Url};
use superuri_guard::guarded_methods;

impl PyUrl {
    fn url_of(py: Python<'_>, url: Url) -> PyResult<Self> {
        Ok(Self { href: strings::ascii(py, url.href().as_bytes())?.unbind(), parsed: Some(url) })
    }

    fn text<'a>(&'a self, py: Python<'a>) -> &'a str {
        let href = strings::one_byte_characters(self.href.bind(py));
        href.and_then(|href| str::from_utf8(href).ok()).expect("an href is ASCII")
    }

    fn url(&self, py: Python<'_>) -> Cow<'_, Url> {
        guard::check_available(self.text(py).len());
        match &self.parsed {
            Some(url) => Cow::Borrowed(url),
            None => Cow::Owned(Url::parse(self.text(py), None).expect("an href is a URL")),
        }
    }

    fn shown<'a>(&'a self, py: Python<'a>) -> Cow<'a, str> {
        guard::check_available(self.text(py).len());
        masked(self.text(py))
    }

    fn part<'a>(&'a self, py: Python<'a>, part: Part) -> &'a str {
        self.parsed.as_ref().map_or_else(|| part.of_href(self.text(py)), |url| url.get(part))
    }
}

impl TextClass for PyUrl {
    fn made(text: &Bound<'_, PyString>) -> Option<Self> {
        if strings::one_byte_characters(text).is_some_and(fast_check::is_href) {
            return Some(Self { href: text.clone().unbind(), parsed: None });
        }
        let seen = text.to_str().ok()?;
        guard::check_available(seen.len());
        if let Some(href) = fast_check::escaped_href(seen.as_bytes()) {
            let href = strings::ascii(text.py(), &href).ok()?.unbind();
            return Some(Self { href, parsed: None });
        }
        Self::url_of(text.py(), Url::parse(seen, None).ok()?).ok()
    }

    fn value<'a>(object: &'a Bound<'_, Self>) -> &'a Self {
        object.get()
    }

    fn end(self, py: Python<'_>) {
        self.href.drop_ref(py);
    }
}

/// The text as a str. A conversion after the guard would panic if memory runs out.
fn string<'py>(py: Python<'py>, text: &str) -> Answer<'py> {
    Ok(strings::text(py, text.as_bytes())?.expect("text is UTF-8"))
}

/// The text with each lone surrogate as U+FFFD; two adjacent surrogates of a pair are one
/// character.
fn usv<'a>(text: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, str>> {
    let Ok(string) = PyUri::inner(text).unwrap_or(text).cast::<PyString>() else {
        let kind = text.get_type().name()?;
        return Err(PyTypeError::new_err(format!("a URL is read from a str, not {kind}")));
    };
    if let Ok(utf8) = string.to_str() {
        guard::check_available(utf8.len());
        return Ok(Cow::Borrowed(utf8));
    }
    let utf16 = string.call_method1("encode", ("utf-16-le", "surrogatepass"))?;
    let octets = utf16.cast::<PyBytes>()?.as_bytes();
    guard::check_available(octets.len());
    let units = octets.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
    let units: Vec<u16> = units.collect();
    Ok(Cow::Owned(String::from_utf16_lossy(&units)))
}

/// The exception for a failure in this text, whose UTF-8 is `seen`.
fn failed(text: &Bound<'_, PyAny>, seen: &str, failure: &Error) -> PyErr {
    let length = strings::length_of(text);
    if matches!(length, Ok(length) if length == seen.chars().count()) {
        return errors::in_bytes(text, seen.as_bytes(), failure);
    }
    // The engine counts a pair of surrogates as one character, so its offsets differ from Python's.
    errors::error(text, failure, &(0..length.unwrap_or(0)))
}

/// The URL of this text, resolved against the base (a str or a URL) if there is one.
fn parsed(text: &Bound<'_, PyAny>, base: Option<&Bound<'_, PyAny>>) -> PyResult<Url> {
    let seen = usv(text)?;
    let base = base.filter(|base| !base.is_none()).map(of).transpose()?;
    Url::parse(&seen, base.as_deref().map(Url::href))
        .map_err(|failure| failed(text, &seen, &failure))
}

fn of<'a>(argument: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, Url>> {
    match argument.cast::<PyUrl>() {
        Ok(url) => Ok(url.get().url(argument.py())),
        Err(_) => parsed(argument, None).map(Cow::Owned),
    }
}

getters! { PyUrl, Bound<'py, PyAny>, |url, py, part| string(py, url.part(py, part)), {
    protocol: Part::Protocol, username: Part::Username, password: Part::Password, host: Part::Host,
    hostname: Part::Hostname, port: Part::Port, pathname: Part::Pathname, search: Part::Search,
    hash: Part::Hash
}}

text_value!(PyUrl, href, 0x5552);

#[guarded_methods]
impl PyUrl {
    #[new]
    #[pyo3(signature = (text, base=None), text_signature = "(text, base=None)")]
    fn new(text: &Bound<'_, PyAny>, base: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        parsed(text, base).and_then(|url| Self::url_of(text.py(), url))
    }

    #[staticmethod]
    #[pyo3(signature = (text, base=None), text_signature = "(text, base=None)")]
    fn can_parse(text: &Bound<'_, PyAny>, base: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        let seen = usv(text)?;
        let Some(base) = base.filter(|base| !base.is_none()) else {
            return Ok(fast_check::is_href(seen.as_bytes()) || Url::can_parse(&seen, None));
        };
        if let Ok(base) = base.cast::<Self>() {
            return Ok(Url::can_parse(&seen, Some(base.get().url(text.py()).href())));
        }
        Ok(Url::can_parse(&seen, Some(&usv(base)?)))
    }

    #[getter]
    fn href(&self, py: Python<'_>) -> Py<PyString> {
        self.href.clone_ref(py)
    }

    #[getter]
    fn origin<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        string(py, &self.url(py).origin())
    }

    #[getter]
    fn search_params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let search = self.part(py, Part::Search);
        let errors = PyDict::new(py);
        errors.set_item("errors", "replace")?;
        let parse = py.import("superuri._core")?.getattr("form_parse")?;
        let query = search.strip_prefix('?').unwrap_or(search);
        Ok(parse.call((query,), Some(&errors))?.cast_into()?)
    }

    #[getter]
    fn is_special(&self, py: Python<'_>) -> bool {
        self.url(py).is_special()
    }

    #[getter]
    fn has_opaque_path(&self, py: Python<'_>) -> bool {
        self.url(py).has_opaque_path()
    }

    #[getter]
    fn redacted<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        string(py, &self.shown(py))
    }

    #[pyo3(
        signature = (*, **parts),
        text_signature = "($self, *, protocol=..., username=..., password=..., host=..., hostname=..., port=..., pathname=..., search=..., hash=..., search_params=...)"
    )]
    fn replace(&self, py: Python<'_>, parts: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut url = self.url(py).into_owned();
        let Some(parts) = parts else { return Self::url_of(py, url) };
        if let Some(pairs) = parts.get_item("search_params")? {
            if parts.contains("search")? {
                return Err(PyTypeError::new_err("give either search or search_params, not both"));
            }
            parts.del_item("search_params")?;
            let serialize = py.import("superuri._core")?.getattr("form_serialize")?;
            parts.set_item("search", serialize.call1((pairs,))?)?;
        }
        let known = |name: &str| Part::ALL.iter().any(|part| part.name() == name);
        for name in parts.keys() {
            if !known(name.cast::<PyString>()?.to_str().unwrap_or("")) {
                return Err(PyTypeError::new_err(format!("a URL has no component {name}")));
            }
        }
        for part in Part::ALL {
            let Some(value) = parts.get_item(part.name())? else { continue };
            let text = usv(&value)?;
            url.set(part, &text).map_err(|failure| failed(&value, &text, &failure))?;
        }
        Self::url_of(py, url)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("URL({})", PyString::new(py, &self.shown(py)).repr()?))
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        self.href.bind(py).call_method1("__format__", (spec,))
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Self, how: CompareOp) -> PyResult<bool> {
        self.href.bind(py).rich_compare(other.href.bind(py), how)?.is_truthy()
    }
}
