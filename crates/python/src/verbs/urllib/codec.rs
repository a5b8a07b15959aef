//! Codecs of `quote` and `unquote`: encoding text and decoding octets.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyInt, PyString};

use crate::objects::strings;
use crate::objects::text::{Text, owned};
use superuri::codec::encodings::utf8;
use superuri_kernels as kernels;

/// The error handlers of every Python. Others may have been registered.
const HANDLERS: [&str; 8] = [
    "strict",
    "replace",
    "ignore",
    "surrogateescape",
    "surrogatepass",
    "backslashreplace",
    "xmlcharrefreplace",
    "namereplace",
];

pub(super) fn given<'a, 'py>(
    argument: Option<&'a Bound<'py, PyAny>>,
) -> Option<&'a Bound<'py, PyAny>> {
    argument.filter(|argument| !argument.is_none())
}

/// The value of a flag; `None` if Python itself has to decide.
pub(super) fn flag(argument: Option<&Bound<'_, PyAny>>) -> Option<bool> {
    let Some(argument) = given(argument) else { return Some(false) };
    let plain =
        argument.is_exact_instance_of::<PyBool>() || argument.is_exact_instance_of::<PyInt>();
    if plain { argument.is_truthy().ok() } else { None }
}

/// An encoding and an error handler, each a str or not given.
pub(super) struct Codec<'a, 'py> {
    encoding: Option<&'a Bound<'py, PyString>>,
    errors: Option<&'a Bound<'py, PyString>>,
    /// Whether it is UTF-8 with a handler of every Python.
    is_plain: bool,
    /// Whether it replaces what it cannot decode by U+FFFD.
    replaces: bool,
}

impl<'a, 'py> Codec<'a, 'py> {
    /// The codec of these arguments; `None` if they are not strings.
    pub(super) fn of(
        encoding: Option<&'a Bound<'py, PyAny>>,
        errors: Option<&'a Bound<'py, PyAny>>,
    ) -> Option<Self> {
        let word = |argument: Option<&'a Bound<'py, PyAny>>| match given(argument) {
            None => Some(None),
            Some(word) => word.cast_exact::<PyString>().ok().map(Some),
        };
        let (encoding, errors) = (word(encoding)?, word(errors)?);
        let is = |word: &Bound<'_, PyString>, known: &[&str]| {
            strings::one_byte_characters(word)
                .is_some_and(|word| known.iter().any(|known| known.as_bytes() == word))
        };
        let is_plain = encoding.is_none_or(|name| is(name, &["utf-8", "utf8", "UTF-8", "UTF8"]))
            && errors.is_none_or(|name| is(name, &HANDLERS));
        let replaces = errors.is_none_or(|name| is(name, &["replace"]));
        Some(Self { encoding, errors, is_plain, replaces })
    }

    pub(super) fn is_default(&self) -> bool {
        self.encoding.is_none() && self.errors.is_none()
    }

    /// Whether it is UTF-8, so that the encoding of ASCII is the text itself.
    pub(super) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Whether it decodes as the default does.
    pub(super) fn is_usual(&self) -> bool {
        self.is_plain && self.replaces
    }

    pub(super) fn octets<'s>(&self, string: &'s Bound<'py, PyString>) -> PyResult<Cow<'s, [u8]>> {
        if strings::length(string) == 0 {
            // No codec is called, so there is no byte order mark either.
            return Ok(Cow::Borrowed(b""));
        }
        if self.is_plain
            && let Ok(text) = Text::of(string.as_any())?
        {
            return Ok(text.bytes);
        }
        let or = |word: Option<&Bound<'py, PyString>>, default| {
            word.cloned().unwrap_or_else(|| PyString::new(string.py(), default))
        };
        let words = (or(self.encoding, "utf-8"), or(self.errors, "strict"));
        let octets = string.call_method1("encode", words)?;
        Ok(Cow::Owned(owned(octets.cast::<PyBytes>()?)))
    }

    /// The text of a component after its triplets are decoded; `None` if Python itself has to
    /// decide. `utf8` is the component itself.
    pub(super) fn unquoted(
        &self,
        py: Python<'py>,
        utf8: &[u8],
    ) -> PyResult<Option<Bound<'py, PyString>>> {
        let is_ascii = utf8.is_ascii();
        if memchr::memchr(b'%', utf8).is_none() {
            let made = if is_ascii { strings::ascii } else { PyString::from_bytes };
            return made(py, utf8).map(Some);
        }
        let mut octets = Vec::new();
        let decoded = kernels::decode_onto(utf8, &mut octets);
        if !decoded.high && self.is_plain {
            return strings::ascii(py, &octets).map(Some);
        }
        self.text(py, &octets, is_ascii)
    }

    /// The text of these octets; `None` if Python itself has to decide. If not `alone`, some of the
    /// octets are the UTF-8 of characters; then Python decodes each run between these on its own.
    pub(super) fn text(
        &self,
        py: Python<'py>,
        octets: &[u8],
        alone: bool,
    ) -> PyResult<Option<Bound<'py, PyString>>> {
        if self.is_plain {
            let mut text = strings::text(py, octets)?;
            if text.is_none() && self.replaces {
                text = strings::text(py, &utf8::replaced(octets, utf8::REPLACEMENT))?;
            }
            if let Some(text) = text {
                return Ok(Some(text.cast_into::<PyString>()?));
            }
        }
        if !alone {
            return Ok(None);
        }
        let or = |word: Option<&Bound<'py, PyString>>, default| {
            word.cloned().unwrap_or_else(|| PyString::new(py, default))
        };
        let words = (or(self.encoding, "utf-8"), or(self.errors, "replace"));
        let text = PyBytes::new(py, octets).call_method1("decode", words)?;
        Ok(Some(text.cast_into::<PyString>()?))
    }
}

pub(super) enum QuotedData<'a, 'py> {
    Text(&'a Bound<'py, PyString>),
    Octets(Cow<'a, [u8]>),
}

impl<'a, 'py> QuotedData<'a, 'py> {
    /// The data of an object of Python's own types; `None` for any other.
    pub(super) fn of(object: &'a Bound<'py, PyAny>) -> Option<Self> {
        if let Ok(text) = object.cast_exact::<PyString>() {
            Some(Self::Text(text))
        } else if let Ok(bytes) = object.cast_exact::<PyBytes>() {
            Some(Self::Octets(Cow::Borrowed(bytes.as_bytes())))
        } else {
            let bytes = object.cast_exact::<PyByteArray>().ok()?;
            Some(Self::Octets(Cow::Owned(bytes.to_vec())))
        }
    }
}
