//! Pieces of a text, decoded in one encoding or in several.

use std::{cell::RefCell, ops::Range};

use pyo3::exceptions::{PyUnicodeDecodeError, PyUnicodeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCFunction, PyDict, PyString, PyTuple};

use crate::guard::guarded;
use crate::objects::codec::{Coding, check_memory};
use crate::objects::{errors, strings};
use superuri::base::error::{Error, Kind};
use superuri::codec::encodings::charset::Stretch;
use superuri::codec::encodings::decode::{self, NamedEncoding};
use superuri::codec::encodings::mixed::{self, Undo};
use superuri::codec::percent::{Errors, decode_bytes};
use superuri_kernels::memory;

/// The name of our error handler in Python: it puts a mark in place of each span that is not valid
/// text.
const MARKING: &str = "superuri.mark";

/// The mark: half of a surrogate pair. No codec but UTF-7 decodes anything to it.
const MARK: u32 = 0xDC00;

thread_local! {
    /// The spans of bytes that the running codec could not decode.
    static MARKED: RefCell<Vec<Range<usize>>> = const { RefCell::new(Vec::new()) };
}

/// A piece of a text that is to be decoded: its bytes, and its offset in the caller's text.
pub(crate) struct Piece<'a, 'py> {
    pub(crate) whole: &'a Bound<'py, PyAny>,
    pub(crate) bytes: &'a [u8],
    pub(crate) offset: usize,
}

impl<'py> Piece<'_, 'py> {
    /// The decoded text of the piece, in the only encoding, or each run in the first encoding that
    /// can decode it.
    pub(crate) fn decode(
        &self,
        codings: &[Coding],
        errors: Errors,
    ) -> PyResult<Bound<'py, PyString>> {
        let name = match codings {
            [Coding::Known(known, name)] => {
                let called = NamedEncoding { known: *known, name: name.clone() };
                let text = called.decode(self.bytes, errors);
                let text = text.map_err(|failure| self.raise(&failure))?;
                return Ok(PyString::new(self.whole.py(), &text));
            }
            [coding] => coding.name(),
            _ => return self.mixed(codings, errors),
        };
        if errors == Errors::Keep {
            let text = decode::keep(self.bytes, |octets| self.parts_by_codec(octets, name))?;
            return Ok(PyString::new(self.whole.py(), &text));
        }
        let malformed = match decode_bytes(self.bytes, errors.when_octets()) {
            Ok(octets) => {
                return match self.by_codec(&octets, name, errors.in_python()) {
                    Err(error) => Err(self.refused(&error, name).unwrap_or(error)),
                    text => text,
                };
            }
            Err(malformed) => malformed,
        };
        // The text before the first malformed escape may have an earlier error.
        let before = Piece { bytes: &self.bytes[..malformed.at.start], ..*self };
        before.decode(codings, errors)?;
        Err(self.raise(&malformed))
    }

    /// The text of these octets in the encoding, with errors replaced or ignored.
    fn octets(&self, octets: &[u8], coding: &Coding, errors: Errors) -> PyResult<String> {
        let name = coding.name();
        if let Coding::Known(known, _) = coding {
            return Ok(known.lossy(octets, errors == Errors::Ignore));
        }
        Ok(self.by_codec(octets, name, errors.in_python())?.to_string_lossy().into_owned())
    }

    fn by_codec(&self, octets: &[u8], name: &str, errors: &str) -> PyResult<Bound<'py, PyString>> {
        let bytes = PyBytes::new(self.whole.py(), octets);
        Ok(bytes.call_method1("decode", (name, errors))?.cast_into::<PyString>()?)
    }

    fn mixed(&self, codings: &[Coding], errors: Errors) -> PyResult<Bound<'py, PyString>> {
        let strictly = |coding: &Coding, octets: &[u8]| {
            let text = match coding {
                Coding::Known(known, _) => return known.text(octets),
                Coding::Utf8 => return std::str::from_utf8(octets).ok().map(memory::string),
                Coding::Python(name) => self.by_codec(octets, name, "strict"),
            };
            let text = text.inspect_err(|error| check_memory(self.whole.py(), error));
            text.ok()?.to_str().ok().map(memory::string)
        };
        let undos: Vec<_> =
            codings.iter().map(|coding| move |octets: &[u8]| strictly(coding, octets)).collect();
        let undos: Vec<Undo<'_>> = undos.iter().map(|undo| undo as Undo<'_>).collect();
        let fall = |octets: &[u8]| match codings.first() {
            Some(first) => {
                let text = self.octets(octets, first, errors);
                text.inspect_err(|error| check_memory(self.whole.py(), error)).unwrap_or_default()
            }
            None => String::new(),
        };
        let text = mixed::decode(self.bytes, &undos, &fall, errors).map_err(|failure| {
            if failure.kind != Kind::Undecodable {
                return self.raise(&failure);
            }
            let names: Vec<&str> = codings.iter().map(Coding::name).collect();
            let (last, others) = names.split_last().unwrap_or((&"", &[]));
            self.raise(&failure.that(format!("is neither {} nor {last}", others.join(", "))))
        })?;
        Ok(PyString::new(self.whole.py(), &text))
    }

    fn parts_by_codec(&self, octets: &[u8], name: &str) -> PyResult<Vec<Stretch>> {
        register_marking(self.whole.py())?;
        MARKED.with_borrow_mut(Vec::clear);
        let text = self.by_codec(octets, name, MARKING);
        let marked = MARKED.take();
        let mut spans = marked.into_iter();
        let mut parts = vec![Stretch::Text(String::new())];
        for code_point in strings::code_points(&text?) {
            let c = match char::from_u32(code_point) {
                Some(c) => c,
                None if code_point == MARK && !spans.as_slice().is_empty() => {
                    if let Some(at) = spans.next() {
                        memory::push(&mut parts, Stretch::Malformed(at));
                    }
                    memory::push(&mut parts, Stretch::Text(String::new()));
                    continue;
                }
                None => char::REPLACEMENT_CHARACTER,
            };
            if let Some(Stretch::Text(text)) = parts.last_mut() {
                memory::append(text, c.encode_utf8(&mut [0; 4]));
            }
        }
        Ok(parts)
    }

    /// The exception for bytes that the codec refuses; `None` if `error` has another cause.
    fn refused(&self, error: &PyErr, name: &str) -> Option<PyErr> {
        let py = self.whole.py();
        if !error.is_instance_of::<PyUnicodeError>(py) {
            return None;
        }
        let value = error.value(py);
        let at = if error.is_instance_of::<PyUnicodeDecodeError>(py) {
            let start: usize = value.getattr("start").ok()?.extract().ok()?;
            start..value.getattr("end").ok()?.extract().ok()?
        } else {
            0..usize::MAX
        };
        Some(self.raise(&decode::undecodable(self.bytes, &at, name)))
    }

    fn raise(&self, failure: &Error) -> PyErr {
        let at = failure.at.start + self.offset..failure.at.end + self.offset;
        errors::error(self.whole, failure, &at)
    }
}

fn register_marking(py: Python<'_>) -> PyResult<()> {
    let codecs = py.import("codecs")?;
    if codecs.call_method1("lookup_error", (MARKING,)).is_ok() {
        return Ok(());
    }
    let mark = |arguments: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| {
        guarded(|| {
            let error = arguments.get_item(0)?;
            let start: usize = error.getattr("start")?.extract()?;
            let end: usize = error.getattr("end")?.extract()?;
            MARKED.with_borrow_mut(|spans| memory::push(spans, start..end));
            let mark = error.py().import("builtins")?.call_method1("chr", (MARK,))?.unbind();
            Ok((mark, end))
        })
    };
    let mark = PyCFunction::new_closure(py, None, None, mark)?;
    codecs.call_method1("register_error", (MARKING, mark))?;
    Ok(())
}
