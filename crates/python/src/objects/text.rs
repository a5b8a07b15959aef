//! Texts from Python, as the bytes that the engine reads.

use std::borrow::Cow;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PyString};

use crate::guard::{self, Answer};
use crate::objects::{errors, strings, uris::PyUri};
use superuri::base::error::{Error, Kind};
use superuri::bulk::lines::record::inner;
use superuri::clean::default_scheme::DefaultScheme;
use superuri::codec::encodings::utf8::Offsets;
use superuri_kernels::memory;

/// A text in the form that the engine reads, and the object it came from.
pub(crate) struct Text<'a, 'py> {
    object: &'a Bound<'py, PyAny>,
    /// The UTF-8 of a str, or the bytes themselves.
    pub(crate) bytes: Cow<'a, [u8]>,
    pub(crate) is_str: bool,
}

/// The position and the code point of the first lone surrogate of a str.
pub(crate) struct Surrogate {
    pub(crate) at: usize,
    code_point: u32,
}

impl<'a, 'py> Text<'a, 'py> {
    /// The text of a str, a bytes-like object, or a URI. `Err` holds the lone surrogate of a str
    /// that has one, and therefore no UTF-8.
    pub(crate) fn of(object: &'a Bound<'py, PyAny>) -> PyResult<Result<Self, Surrogate>> {
        if let Ok(string) = object.cast::<PyString>() {
            let bytes = utf8(string);
            guard::check_available(bytes.as_ref().map_or(0, |bytes| bytes.len()));
            return Ok(bytes.map(|bytes| Self { object, bytes, is_str: true }));
        }
        let bytes = if let Ok(bytes) = object.cast::<PyBytes>() {
            Cow::Borrowed(bytes.as_bytes())
        } else if let Some(text) = PyUri::inner(object) {
            return Self::of(text);
        } else if let Ok(view) = PyMemoryView::from(object) {
            // A buffer may change while it is read, so it is copied first; it may have any shape
            // and strides.
            let copy = view.call_method0("tobytes")?;
            Cow::Owned(owned(copy.cast::<PyBytes>()?))
        } else {
            let kind = object.get_type().name()?;
            return Err(PyTypeError::new_err(format!("a text is a str or bytes, not {kind}")));
        };
        guard::check_available(bytes.len());
        Ok(Ok(Self { object, bytes, is_str: false }))
    }

    /// The text; a lone surrogate is an error.
    pub(crate) fn strict(object: &'a Bound<'py, PyAny>) -> PyResult<Self> {
        Self::of(object)?.map_err(|surrogate| surrogate.failure(object))
    }

    /// The text after this scheme, if it begins with a host; the exception of `work` is about the
    /// text itself.
    pub(crate) fn after<T>(
        &self,
        scheme: &DefaultScheme,
        strips: bool,
        work: impl FnOnce(&Text<'_, 'py>) -> Result<T, Box<Error>>,
    ) -> PyResult<T> {
        let (inner, lead) = inner(&self.bytes, strips);
        let done = scheme.within(inner, |whole| {
            let bytes = Cow::Borrowed(whole);
            work(&Text { object: self.object, bytes, is_str: self.is_str })
        });
        done.map_err(|error| self.failure(&error.shifted(lead)))
    }

    /// The text itself; a str of a subclass becomes an exact str.
    pub(crate) fn same(&self) -> Answer<'py> {
        if self.object.is_exact_instance_of::<PyString>() {
            return Ok(self.object.clone());
        }
        self.string(&self.bytes)
    }

    /// The text itself if these are its bytes, else a str of this UTF-8.
    pub(crate) fn same_or_string(&self, utf8: &[u8]) -> Answer<'py> {
        if *self.bytes == *utf8 { self.same() } else { self.string(utf8) }
    }

    pub(crate) fn string(&self, utf8: &[u8]) -> Answer<'py> {
        strings::text(self.object.py(), utf8)?.ok_or_else(|| {
            let message = "the result is not valid UTF-8";
            PyErr::new::<pyo3::exceptions::PyUnicodeError, _>(message)
        })
    }

    pub(crate) fn failure(&self, failure: &Error) -> PyErr {
        errors::in_bytes(self.object, &self.bytes, failure)
    }

    /// Converts offsets of its bytes to the caller's units.
    pub(crate) fn offsets(&self) -> Offsets<'_> {
        Offsets::counting(&self.bytes, self.is_str)
    }
}

impl Surrogate {
    /// The exception for a text that has no UTF-8.
    pub(crate) fn failure(&self, object: &Bound<'_, PyAny>) -> PyErr {
        let at = self.at..self.at + 1;
        let what = format!("the lone surrogate U+{:04X}", self.code_point);
        errors::error(object, &Error::naming(Kind::LoneSurrogate, at.clone(), what), &at)
    }
}

/// The UTF-8 of a str; borrowed if it is ASCII.
fn utf8<'a>(string: &'a Bound<'_, PyString>) -> Result<Cow<'a, [u8]>, Surrogate> {
    if let Some(characters) = strings::one_byte_characters(string)
        && characters.is_ascii()
    {
        return Ok(Cow::Borrowed(characters));
    }
    strings::utf8_of(string).map(Cow::Owned).ok_or_else(|| {
        let code_points = strings::code_points(string);
        let mut code_points = code_points.into_iter().enumerate();
        let lone = code_points.find(|&(_, code_point)| char::from_u32(code_point).is_none());
        let (at, code_point) = lone.expect("no UTF-8 because of a lone surrogate");
        Surrogate { at, code_point }
    })
}

/// A copy of the octets, and a check for the memory of what is made of them.
pub(crate) fn owned(bytes: &Bound<'_, PyBytes>) -> Vec<u8> {
    guard::check_available(bytes.as_bytes().len());
    memory::owned(Cow::Borrowed(bytes.as_bytes()))
}

/// New bytes; a failure is an error, where that of `PyBytes::new` would panic.
pub(crate) fn new_bytes<'py>(py: Python<'py>, octets: &[u8]) -> Answer<'py> {
    let fill = |space: &mut [u8]| {
        space.copy_from_slice(octets);
        Ok(())
    };
    Ok(PyBytes::new_with(py, octets.len(), fill)?.into_any())
}
