//! What do Python's codecs make of a text, where it is not in UTF-8?
//!
//! Each run of ASCII is undone to bytes and decoded as a whole, because an encoding may need
//! several, or hold a state; characters above U+007F stand for themselves.

use std::cell::RefCell;

use pyo3::exceptions::{PyUnicodeDecodeError, PyUnicodeEncodeError, PyUnicodeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCFunction, PyString, PyTuple};

use super::{call, raise};
use crate::error::{Error, Kind, quote};
use crate::percent::{Errors, Token, decode_bytes, tokens};

/// Our error handler's name among Python's: it leaves a mark for each span that is no text.
const MARKING: &str = "superuri.mark";

/// The mark: half of a surrogate pair, which no codec but UTF-7's decodes to.
const MARK: u32 = 0xDC00;

thread_local! {
    /// The spans of bytes that the codec at work could not decode.
    static MARKED: RefCell<Vec<(usize, usize)>> = const { RefCell::new(Vec::new()) };
}

/// Is this one of UTF-8's names?
pub(super) fn is_utf8(py: Python<'_>, encoding: &str) -> PyResult<bool> {
    if encoding.eq_ignore_ascii_case("utf-8") || encoding.eq_ignore_ascii_case("utf8") {
        return Ok(true);
    }
    let name = py.import("codecs")?.call_method1("lookup", (encoding,))?.getattr("name")?;
    name.eq("utf-8")
}

/// The bytes of a str in an encoding.
pub(super) fn encode(
    text: &Bound<'_, PyString>,
    encoding: &str,
    errors: &str,
) -> PyResult<Vec<u8>> {
    let py = text.py();
    let encoded = text.call_method1("encode", (encoding, errors));
    match encoded {
        Ok(bytes) => Ok(bytes.cast::<PyBytes>()?.as_bytes().to_vec()),
        Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(py) => {
            let start: usize = error.value(py).getattr("start")?.extract()?;
            let end = start + 1;
            let culprit = text.call_method1("__getitem__", (start,))?;
            let culprit = culprit.cast::<PyString>()?;
            let (kind, what) = match call::code_points(culprit)[..] {
                [surrogate @ 0xD800..=0xDFFF] => {
                    (Kind::LoneSurrogate, format!("the lone surrogate U+{surrogate:04X}"))
                }
                _ => (Kind::Unencodable, quote(culprit.to_string_lossy().as_bytes())),
            };
            let failure =
                Error::naming(kind, start..end, what).that(format!("has no bytes in {encoding}"));
            Err(raise::error(text.as_any(), &failure, &(start..end)))
        }
        Err(error) if error.is_instance_of::<PyUnicodeError>(py) => {
            let end = text.len()?;
            let failure = Error::naming(Kind::Unencodable, 0..end, "the text")
                .that(format!("has no bytes in {encoding}: {}", error.value(py)));
            Err(raise::error(text.as_any(), &failure, &(0..end)))
        }
        Err(error) => Err(error),
    }
}

/// The octets of a run of text in an encoding; `Err` holds the bytes of the first character that
/// has none.
pub(super) fn octets(
    py: Python<'_>,
    run: &str,
    encoding: &str,
) -> Result<Vec<u8>, std::ops::Range<usize>> {
    let encoded = PyString::new(py, run).call_method1("encode", (encoding, "strict"));
    match encoded.and_then(|bytes| Ok(bytes.cast::<PyBytes>()?.as_bytes().to_vec())) {
        Ok(octets) => Ok(octets),
        Err(error) => {
            let first = error.value(py).getattr("start").and_then(|start| start.extract());
            let mut characters = run.char_indices().skip(first.unwrap_or(0));
            let (start, c) = characters.next().unwrap_or((0, '\0'));
            Err(start..start + c.len_utf8().min(run.len() - start))
        }
    }
}

/// A piece of a text to be decoded: its bytes, and where it begins in the caller's text.
pub(super) struct Piece<'a, 'py> {
    pub(super) whole: &'a Bound<'py, PyAny>,
    pub(super) bytes: &'a [u8],
    pub(super) offset: usize,
}

impl<'py> Piece<'_, 'py> {
    /// The text that the piece stands for in the encoding.
    pub(super) fn decode(&self, encoding: &str, errors: Errors) -> PyResult<Bound<'py, PyString>> {
        let octets = decode_bytes(self.bytes, errors.when_octets())
            .map_err(|failure| self.raise(&failure))?;
        match errors {
            Errors::Keep => self.keep(encoding),
            Errors::Replace => self.decoded(&octets, encoding, "replace"),
            Errors::Ignore => self.decoded(&octets, encoding, "ignore"),
            Errors::Strict => self
                .decoded(&octets, encoding, "strict")
                .map_err(|error| self.refused(&error, encoding).unwrap_or(error)),
        }
    }

    fn decoded(
        &self,
        octets: &[u8],
        encoding: &str,
        errors: &str,
    ) -> PyResult<Bound<'py, PyString>> {
        let bytes = PyBytes::new(self.whole.py(), octets);
        Ok(bytes.call_method1("decode", (encoding, errors))?.cast_into::<PyString>()?)
    }

    /// What of the piece is text, the rest as it stands. If the text has a `%`, then one that
    /// would begin a triplet stays escaped; where none has, the bytes 25 were parts of others.
    fn keep(&self, encoding: &str) -> PyResult<Bound<'py, PyString>> {
        register_marking(self.whole.py())?;
        let all: Vec<Token> = tokens(self.bytes).collect();
        let octets: Vec<u8> = all.iter().map(|token| token.byte).collect();
        let text = self.marked(&octets, encoding, |at| all[at].start..all[at].end)?;
        if !text.contains('%') {
            return Ok(PyString::new(self.whole.py(), &text));
        }
        let kept =
            decode_bytes(self.bytes, Errors::Keep).map_err(|failure| self.raise(&failure))?;
        // A triplet that had to stay is three bytes of its own now, each from itself.
        let mut origin = Vec::with_capacity(kept.len());
        for token in &all {
            let stays = kept[origin.len()..].starts_with(&self.bytes[token.start..token.end])
                && token.end - token.start == 3;
            if stays {
                origin.extend((token.start..token.end).map(|at| at..at + 1));
            } else {
                origin.push(token.start..token.end);
            }
        }
        let text = self.marked(&kept, encoding, |at| origin[at].clone())?;
        Ok(PyString::new(self.whole.py(), &text))
    }

    /// The text of the octets, with what is none as its source says it.
    fn marked(
        &self,
        octets: &[u8],
        encoding: &str,
        source: impl Fn(usize) -> std::ops::Range<usize>,
    ) -> PyResult<String> {
        MARKED.with_borrow_mut(Vec::clear);
        let text = self.decoded(octets, encoding, MARKING);
        let marked = MARKED.take();
        let text = call::code_points(&text?);
        let mut spans = marked.iter();
        let mut out = String::with_capacity(text.len());
        for code_point in text {
            match (char::from_u32(code_point), spans.as_slice().first()) {
                (Some(c), _) => out.push(c),
                (None, Some(&(start, end))) if code_point == MARK => {
                    spans.next();
                    for at in start..end {
                        out.push_str(&String::from_utf8_lossy(&self.bytes[source(at)]));
                    }
                }
                (None, _) => out.push(char::REPLACEMENT_CHARACTER),
            }
        }
        Ok(out)
    }

    /// The failure of bytes that the codec refuses; `None` if the exception is about another thing.
    fn refused(&self, error: &PyErr, encoding: &str) -> Option<PyErr> {
        let py = self.whole.py();
        if !error.is_instance_of::<PyUnicodeError>(py) {
            return None;
        }
        let all: Vec<Token> = tokens(self.bytes).collect();
        let last = all.len().checked_sub(1)?;
        let value = error.value(py);
        let (start, end) = if error.is_instance_of::<PyUnicodeDecodeError>(py) {
            let start: usize = value.getattr("start").ok()?.extract().ok()?;
            let end: usize = value.getattr("end").ok()?.extract().ok()?;
            (start.min(last), end.clamp(start.min(last) + 1, last + 1))
        } else {
            (0, last + 1)
        };
        let names: Vec<String> =
            all[start..end].iter().take(8).map(|token| format!("{:02X}", token.byte)).collect();
        let noun = if end - start == 1 { "byte" } else { "byte sequence" };
        let at = all[start].start..all[end - 1].end;
        let failure =
            Error::naming(Kind::Undecodable, at, format!("the {noun} {}", names.join(" ")))
                .that(format!("is no {encoding}"));
        Some(self.raise(&failure))
    }

    fn raise(&self, failure: &Error) -> PyErr {
        let at = failure.at.start + self.offset..failure.at.end + self.offset;
        raise::error(self.whole, failure, &at)
    }
}

impl Errors {
    /// The policy for malformed triplets alone.
    const fn when_octets(self) -> Self {
        match self {
            Self::Strict => Self::Strict,
            _ => Self::Replace,
        }
    }

    /// The policy of this name, in Python's words and our own.
    pub(super) fn named(name: &str) -> PyResult<Self> {
        let found = Self::NAMES.iter().find(|(word, _)| *word == name);
        found.map(|(_, errors)| *errors).ok_or_else(|| {
            PyValueError::new_err(format!(
                "errors={name:?}: it is \"strict\", \"replace\", \"ignore\" or \"keep\""
            ))
        })
    }
}

/// Makes our handler known to Python's codecs.
fn register_marking(py: Python<'_>) -> PyResult<()> {
    let codecs = py.import("codecs")?;
    if codecs.call_method1("lookup_error", (MARKING,)).is_ok() {
        return Ok(());
    }
    let mark = PyCFunction::new_closure(py, None, None, |arguments: &Bound<'_, PyTuple>, _| {
        let error = arguments.get_item(0)?;
        let start: usize = error.getattr("start")?.extract()?;
        let end: usize = error.getattr("end")?.extract()?;
        MARKED.with_borrow_mut(|spans| spans.push((start, end)));
        let mark = error.py().import("builtins")?.call_method1("chr", (MARK,))?.unbind();
        PyResult::Ok((mark, end))
    })?;
    codecs.call_method1("register_error", (MARKING, mark))?;
    Ok(())
}
