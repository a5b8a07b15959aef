//! One name or value of a form, encoded and decoded.

use std::{borrow::Cow, cell::Cell, ffi::CStr, ops::Range};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::call::{CallArguments, Fast, FastCall};
use crate::docs;
use crate::guard::Answer;
use crate::objects::codec::{self, Coding};
use crate::objects::{
    errors, piece::Piece, strings, text::Text, words::decoding_errors, words::encode_errors,
    words::word,
};
use crate::verbs::decode::within;
use superuri::base::error::Error;
use superuri::codec::form;
use superuri::codec::percent::{self, Errors};

/// The encoding in which names and values are written, and its error policy.
pub(super) struct Encoding<'a> {
    coding: Coding,
    errors: Cow<'a, str>,
}

impl<'a> Encoding<'a> {
    pub(super) fn of(
        py: Python<'_>,
        encoding: Option<&'a Bound<'_, PyAny>>,
        errors: Option<&'a Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let errors = encode_errors(errors)?;
        let name = word(encoding, "encoding")?;
        let coding = codec::coding(py, name.as_deref().unwrap_or("utf-8"), false)?;
        Ok(Self { coding, errors })
    }

    pub(super) fn is_utf8(&self) -> bool {
        self.coding == Coding::Utf8
    }

    pub(super) fn octets<'s>(&self, string: &'s Bound<'_, PyString>) -> PyResult<Cow<'s, [u8]>> {
        if self.is_utf8() {
            match Text::of(string.as_any())? {
                Ok(text) => return Ok(text.bytes),
                Err(surrogate) if self.errors == "strict" => {
                    return Err(surrogate.failure(string.as_any()));
                }
                Err(_) => {}
            }
        }
        Ok(Cow::Owned(codec::encode(string, &self.coding, &self.errors)?.into_bytes()))
    }
}

pub(super) struct FormEncode;

impl FastCall for FormEncode {
    const DOC: &'static CStr = docs::of("form_encode");

    fn is_noop(characters: &[u8]) -> bool {
        form::is_noop(characters)
    }

    fn quick(text: &[u8]) -> Fast<'_> {
        Fast::Form(text, form::table())
    }

    fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        let encoding = Encoding::of(py, arguments.get(1), arguments.get(2))?;
        let data = arguments.text();
        let Ok(string) = data.cast::<PyString>() else {
            if arguments.get(1).is_some() || arguments.get(2).is_some() {
                return Err(PyTypeError::new_err(
                    "bytes are octets already: encoding= and errors= are for str",
                ));
            }
            return strings::encoded_as_form(py, &Text::strict(data)?.bytes, form::table());
        };
        let octets = encoding.octets(string)?;
        let same = strings::one_byte_characters(string).is_some_and(|text| *text == *octets);
        if same && Self::is_noop(&octets) && data.is_exact_instance_of::<PyString>() {
            return Ok(data.clone());
        }
        strings::encoded_as_form(py, &octets, form::table())
    }
}

/// The text of a form, whose names and values are decoded.
pub(super) struct FormText<'a, 'py> {
    object: &'a Bound<'py, PyAny>,
    pub(super) text: Text<'a, 'py>,
    /// The text with each `+` replaced by a space, if there is a `+`.
    spaced: Option<Vec<u8>>,
    codings: Vec<Coding>,
    errors: Errors,
    /// The offset of a byte of the text, and the number of characters before it. Names and values
    /// are read in order, so characters are counted from the last one.
    counted: Cell<(usize, usize)>,
}

impl<'a, 'py> FormText<'a, 'py> {
    /// A reading of this text with the encoding and the error policy of these arguments.
    pub(super) fn of(
        object: &'a Bound<'py, PyAny>,
        encoding: Option<&'a Bound<'py, PyAny>>,
        errors: Option<&'a Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let errors = decoding_errors(errors)?;
        let codings = codec::codings(object.py(), encoding)?;
        let text = Text::strict(object)?;
        let spaced = match form::space_for_plus(&text.bytes) {
            Cow::Borrowed(_) => None,
            Cow::Owned(spaced) => Some(spaced),
        };
        Ok(Self { object, text, spaced, codings, errors, counted: Cell::new((0, 0)) })
    }

    /// These bytes of the text, with each `+` replaced by a space.
    fn spaced(&self, at: Range<usize>) -> &[u8] {
        &self.spaced.as_deref().unwrap_or(&self.text.bytes)[at]
    }

    pub(super) fn octets(&self, at: Range<usize>) -> PyResult<Cow<'_, [u8]>> {
        percent::decode_bytes(self.spaced(at.clone()), self.errors)
            .map_err(|failure| self.failure(failure, at.start))
    }

    pub(super) fn string(&self, at: Range<usize>) -> PyResult<Bound<'py, PyString>> {
        let py = self.object.py();
        if self.codings != [Coding::Utf8] {
            return self.decoded(at);
        }
        let spaced = self.spaced(at.clone());
        if spaced.is_ascii() && memchr::memchr(b'%', spaced).is_none() {
            return strings::ascii(py, spaced);
        }
        match percent::decode(spaced, self.errors) {
            Ok(decoded) if decoded.is_ascii() => strings::ascii(py, &decoded),
            Ok(decoded) => PyString::from_bytes(py, &decoded),
            Err(failure) => {
                // The text at fault is quoted as it is written, with its +.
                let own = percent::decode(&self.text.bytes[at.clone()], self.errors).err();
                Err(self.failure(own.unwrap_or(failure), at.start))
            }
        }
    }

    /// Decodes these bytes to a str, whose characters have to be in the repertoire.
    pub(super) fn within(
        &self,
        at: Range<usize>,
        repertoire: Option<&Bound<'py, PyAny>>,
    ) -> Answer<'py> {
        let decoded = self.string(at.clone())?.into_any();
        within(decoded, repertoire, self.object, |index| {
            let mut span = at.clone();
            if self.codings == [Coding::Utf8] {
                let source = percent::origin(self.spaced(at.clone()), self.errors, index);
                let source = source.unwrap_or(0..at.len());
                span = at.start + source.start..at.start + source.end;
            }
            Ok(self.place(span.start)..self.place(span.end))
        })
    }

    fn failure(&self, failure: Box<Error>, start: usize) -> PyErr {
        self.text.failure(&failure.shifted(start))
    }

    /// The offset of this byte in the caller's units.
    fn place(&self, byte: usize) -> usize {
        if !self.text.is_str {
            return byte;
        }
        let (before, characters) = self.counted.get();
        let count = |bytes: &[u8]| errors::characters(bytes, bytes.len());
        let place = if before <= byte {
            characters + count(&self.text.bytes[before..byte])
        } else {
            count(&self.text.bytes[..byte])
        };
        self.counted.set((byte, place));
        place
    }

    /// Decodes these bytes in an encoding. Non-ASCII characters of a str stay; each run between
    /// them is decoded on its own.
    fn decoded(&self, at: Range<usize>) -> PyResult<Bound<'py, PyString>> {
        let py = self.object.py();
        let pieces = PyList::empty(py);
        let mut start = at.start;
        while start < at.end {
            let rest = &self.text.bytes[start..at.end];
            let is_run = !self.text.is_str || rest[0].is_ascii();
            let len = if self.text.is_str {
                rest.iter().position(|byte| byte.is_ascii() != is_run).unwrap_or(rest.len())
            } else {
                rest.len()
            };
            let run = start..start + len;
            pieces.append(if is_run {
                self.run(run)?
            } else {
                PyString::from_bytes(py, &self.text.bytes[run])?
            })?;
            start += len;
        }
        let joined = PyString::new(py, "").call_method1("join", (pieces,))?;
        Ok(joined.cast_into::<PyString>()?)
    }

    fn run(&self, at: Range<usize>) -> PyResult<Bound<'py, PyString>> {
        let offset = self.place(at.start);
        let piece = |bytes| Piece { whole: self.object, bytes, offset };
        piece(self.spaced(at.clone())).decode(&self.codings, self.errors).map_err(|error| {
            let own = piece(&self.text.bytes[at]).decode(&self.codings, self.errors);
            own.err().unwrap_or(error)
        })
    }
}

pub(super) struct FormDecode;

impl FastCall for FormDecode {
    const DOC: &'static CStr = docs::of("form_decode");

    fn is_noop(characters: &[u8]) -> bool {
        memchr::memchr2(b'%', b'+', characters).is_none()
    }

    fn quick(text: &[u8]) -> Fast<'_> {
        if Self::is_noop(text) {
            return Fast::Same;
        }
        match form::decode(text, Errors::Strict) {
            Ok(decoded) => Fast::Utf8(decoded.into_owned()),
            Err(_) => Fast::NeedsSlowPath,
        }
    }

    fn call<'py>(_py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        let text = arguments.text();
        let reading = FormText::of(text, arguments.get(1), arguments.get(2))?;
        let repertoire = arguments.get(3).filter(|given| !given.is_none());
        if repertoire.is_none() && reading.text.is_str && Self::is_noop(&reading.text.bytes) {
            return reading.text.same();
        }
        let all = 0..reading.text.bytes.len();
        reading.within(all, repertoire)
    }
}
