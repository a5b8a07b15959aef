//! Serialising of forms from Python.

use std::{borrow::Cow, ffi::CStr};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyList, PyString, PyTuple};

use super::component::Encoding;
use crate::call::{CallArguments, FastCall, Pairing};
use crate::docs;
use crate::guard::Answer;
use crate::objects::{errors, query::unpacked, strings, text::Text, words::word};
use superuri::base::error::quote;
use superuri::codec::form;
use superuri_kernels::memory;

/// How names and values are written.
struct PairEncoding<'a> {
    encoding: Encoding<'a>,
    /// Whether line breaks become CR LF, as in a form that a browser sends.
    crlf: bool,
    /// What is written between two pairs.
    separator: u8,
    out: Vec<u8>,
}

impl<'py> PairEncoding<'_> {
    /// Appends a pair, or one for each element of a list.
    fn pair(&mut self, name: &Bound<'py, PyAny>, value: &Bound<'py, PyAny>) -> PyResult<()> {
        let elements = if let Ok(list) = value.cast::<PyList>() {
            list.iter().collect()
        } else if let Ok(tuple) = value.cast::<PyTuple>() {
            tuple.iter().collect()
        } else {
            return self.single(name, value);
        };
        let elements: Vec<Bound<'py, PyAny>> = elements;
        elements.iter().try_for_each(|element| self.single(name, element))
    }

    fn single(&mut self, name: &Bound<'py, PyAny>, value: &Bound<'py, PyAny>) -> PyResult<()> {
        let before = self.out.len();
        if before > 0 {
            memory::push(&mut self.out, self.separator);
        }
        let start = self.out.len();
        if !self.data(name)? {
            return Err(refused("a name is a str or bytes", name, ""));
        }
        if value.is_none() {
            if self.out.len() == start {
                return Err(errors::no_pair());
            }
            return Ok(());
        }
        memory::push(&mut self.out, b'=');
        if let Ok(text) = value.cast::<PyString>() {
            self.text(text)
        } else if let Ok(value) = value.cast::<PyBool>() {
            let word: &[u8] = if value.is_true() { b"true" } else { b"false" };
            memory::reserve(&mut self.out, word.len());
            self.out.extend_from_slice(word);
            Ok(())
        } else if value.is_exact_instance_of::<PyInt>() {
            self.text(&value.str()?)
        } else if value.is_exact_instance_of::<PyFloat>() {
            if !value.extract::<f64>()?.is_finite() {
                return Err(PyValueError::new_err(format!("{value} is not a finite number")));
            }
            self.text(&value.repr()?)
        } else if self.data(value)? {
            Ok(())
        } else {
            let rule = "a value is a str, bytes, an int, a float, a bool, None, or a list of these";
            let how = errors::what_gives_its_text(value);
            Err(refused(rule, value, &format!(": pass {how} if that is meant")))
        }
    }

    /// Appends a text or octets; returns false for any other type.
    fn data(&mut self, data: &Bound<'py, PyAny>) -> PyResult<bool> {
        if let Ok(text) = data.cast::<PyString>() {
            self.text(text)?;
        } else if let Ok(bytes) = data.cast::<PyBytes>() {
            form::encode_onto(bytes.as_bytes(), &mut self.out);
        } else if let Ok(text) = pyo3::types::PyMemoryView::from(data) {
            form::encode_onto(&Text::strict(&text)?.bytes, &mut self.out);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn text(&mut self, text: &Bound<'py, PyString>) -> PyResult<()> {
        if let Some(characters) = strings::one_byte_characters(text)
            && self.encoding.is_utf8()
            && form::is_noop(characters)
        {
            memory::reserve(&mut self.out, characters.len());
            self.out.extend_from_slice(characters);
        } else if self.crlf
            && let Ok(read) = Text::of(text.as_any())?
            && let Cow::Owned(lines) = form::with_crlf(&read.bytes)
        {
            let text = PyString::from_bytes(text.py(), &lines)?;
            form::encode_onto(&self.encoding.octets(&text)?, &mut self.out);
        } else {
            form::encode_onto(&self.encoding.octets(text)?, &mut self.out);
        }
        Ok(())
    }
}

fn refused(rule: &str, value: &Bound<'_, PyAny>, hint: &str) -> PyErr {
    let kind = value.get_type().name().map_or_else(|_| "that".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{rule}, not {kind}{hint}"))
}

pub(super) struct Serialize;

impl FastCall for Serialize {
    const DOC: &'static CStr = docs::of("form_serialize");

    fn pairing() -> Option<Pairing<'static>> {
        Some(Pairing { table: form::table(), names_may_be_numbers: false })
    }

    fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        let crlf = match word(arguments.get(3), "newlines")?.as_deref() {
            None | Some("keep") => false,
            Some("crlf") => true,
            Some(other) => {
                return Err(PyValueError::new_err(format!(
                    "newlines={}: it is \"keep\" or \"crlf\"",
                    quote(other.as_bytes())
                )));
            }
        };
        let separator = match word(arguments.get(4), "separator")?.as_deref() {
            None | Some("&") => b'&',
            Some(";") => b';',
            Some(other) => {
                return Err(PyValueError::new_err(format!(
                    "separator={}: it is \"&\" or \";\"",
                    quote(other.as_bytes())
                )));
            }
        };
        let encoding = Encoding::of(py, arguments.get(1), arguments.get(2))?;
        let mut writing = PairEncoding { encoding, crlf, separator, out: Vec::new() };
        let pairs = arguments.text();
        // A list certainly has no items() of a mapping.
        let items = match pairs.cast_exact::<PyList>() {
            Ok(_) => None,
            Err(_) => pairs.getattr_opt("items")?,
        };
        let is_mapping = items.is_some();
        let items = items.map_or_else(|| Ok(pairs.clone()), |items| items.call0())?;
        for item in items.try_iter()? {
            let (name, value) = unpacked(&item?)?;
            if !(is_mapping && value.is_none()) {
                writing.pair(&name, &value)?;
            }
        }
        Ok(PyString::from_bytes(py, &writing.out)?.into_any())
    }
}
