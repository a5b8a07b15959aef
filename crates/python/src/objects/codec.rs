//! Codecs: the encoding of a name, and the octets of a str in it.
//!
//! The Encoding Standard's labels, ASCII and latin-1 are encoded by the engine's tables, every
//! other name by one of Python's codecs.

use pyo3::exceptions::{
    PyLookupError, PyMemoryError, PyTypeError, PyUnicodeEncodeError, PyUnicodeError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::guard::{self, Answer};
use crate::objects::{errors, strings, text::owned};
use superuri::base::error::{Error, Kind, quote};
use superuri::codec::encodings::charset::{self, Charset, KnownEncoding, Written};
use superuri::codec::encodings::labels::{self, Label};
use superuri_kernels::memory;

/// An encoding, and who implements it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Coding {
    Utf8,
    /// One of the engine, and the caller's name for it.
    Known(KnownEncoding, String),
    Python(String),
}

impl Coding {
    /// The name that the caller gave, or `utf-8`.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Known(_, name) | Self::Python(name) => name,
        }
    }
}

/// The encoding of this name; for a web page, as the standard reads the page's label.
pub(crate) fn coding(py: Python<'_>, name: &str, of_page: bool) -> PyResult<Coding> {
    guard::check_available(name.len());
    let named = if of_page { labels::of_page(name) } else { labels::look_up(name) };
    Ok(match named {
        Label::Utf8 => Coding::Utf8,
        Label::Known(known) => Coding::Known(known, name.to_owned()),
        Label::Other(other) => {
            let codec = codec(py, other)?;
            if codec.getattr("name")?.eq("utf-8")? {
                Coding::Utf8
            } else {
                Coding::Python(other.to_owned())
            }
        }
    })
}

/// Python's codec of this name. The package `scsu` adds its codec when it is imported.
fn codec<'py>(py: Python<'py>, name: &str) -> Answer<'py> {
    let look_up = || py.import("codecs")?.call_method1("lookup", (name,));
    match look_up() {
        Err(error)
            if error.is_instance_of::<PyLookupError>(py) && name.eq_ignore_ascii_case("scsu") =>
        {
            py.import("scsu").map_err(|_| {
                PyLookupError::new_err(
                    "the encoding scsu works with the package scsu: pip install scsu",
                )
            })?;
            look_up()
        }
        found => found,
    }
}

/// Refuses an encoding that does not encode ASCII as itself, because the delimiters of a URI are
/// ASCII in any encoding. Python also has codecs for things other than text.
pub(crate) fn keeps_ascii(py: Python<'_>, coding: &Coding) -> PyResult<()> {
    let Coding::Python(name) = coding else { return Ok(()) };
    let printable: String = (' '..='~').collect();
    match encode(&PyString::new(py, &printable), coding, "strict") {
        Ok(octets) if octets.bytes == printable.as_bytes() => Ok(()),
        Err(error) if !error.is_instance_of::<PyValueError>(py) => Err(error),
        _ => Err(PyValueError::new_err(format!(
            "{name} does not encode the ASCII characters as themselves, and a URI's delimiters \
             are ASCII: choose an encoding that does, such as utf-8"
        ))),
    }
}

/// The encodings of this argument: a name, or a tuple of names to be tried in turn.
pub(crate) fn codings(
    py: Python<'_>,
    argument: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Coding>> {
    let Some(argument) = argument else { return Ok(vec![Coding::Utf8]) };
    if let Ok(name) = argument.cast::<PyString>() {
        return Ok(vec![coding(py, &name.to_cow()?, false)?]);
    }
    let wrong = || PyTypeError::new_err("encoding is a str, or a tuple of str");
    let names = argument.cast::<PyTuple>().map_err(|_| wrong())?;
    if names.is_empty() {
        return Err(PyValueError::new_err("encoding is an empty tuple: name at least one"));
    }
    let of = |name: Bound<'_, PyAny>| {
        coding(py, &name.cast::<PyString>().map_err(|_| wrong())?.to_cow()?, false)
    };
    names.iter().map(of).collect()
}

/// The octets of a str in an encoding, and the characters that are written as references: the
/// position among the octets, and the code point.
#[derive(Default)]
pub(crate) struct EncodedStr {
    pub(crate) bytes: Vec<u8>,
    pub(crate) references: Vec<(usize, u32)>,
}

impl EncodedStr {
    /// The octets, with the references inserted as `&#N;`.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        if self.references.is_empty() {
            return self.bytes;
        }
        let mut out = memory::with_capacity(self.bytes.len());
        let mut from = 0;
        for (at, code_point) in self.references {
            let reference = format!("&#{code_point};");
            memory::reserve(&mut out, reference.len() + self.bytes.len() - from);
            out.extend_from_slice(&self.bytes[from..at]);
            out.extend_from_slice(reference.as_bytes());
            from = at;
        }
        out.extend_from_slice(&self.bytes[from..]);
        out
    }
}

/// Python's name for the error handler that writes a reference for a character that an encoding
/// lacks.
const REFERENCES: &str = "xmlcharrefreplace";

pub(crate) fn encode(
    text: &Bound<'_, PyString>,
    coding: &Coding,
    errors: &str,
) -> PyResult<EncodedStr> {
    let name = coding.name();
    let writing = StrEncoder { text, name, errors };
    match coding {
        Coding::Known(known, _) => writing.write(Charset::Known(*known)),
        Coding::Utf8 | Coding::Python(_) if errors == REFERENCES => {
            let other = |run: &str| octets(text.py(), run, name);
            writing.write(Charset::Other(&other))
        }
        Coding::Utf8 | Coding::Python(_) => {
            Ok(EncodedStr { bytes: writing.by_codec()?, references: Vec::new() })
        }
    }
}

struct StrEncoder<'a, 'py> {
    text: &'a Bound<'py, PyString>,
    name: &'a str,
    errors: &'a str,
}

impl StrEncoder<'_, '_> {
    fn write(&self, charset: Charset<'_>) -> PyResult<EncodedStr> {
        let mut out = EncodedStr::default();
        let code_points = strings::code_points(self.text);
        let mut run = String::new();
        let mut begin = 0;
        for (at, &code_point) in code_points.iter().enumerate() {
            if let Some(c) = char::from_u32(code_point) {
                run.push(c);
                continue;
            }
            self.run(&run, begin, charset, &mut out)?;
            run.clear();
            begin = at + 1;
            self.lacking(code_point, at, code_point, &mut out)?;
        }
        self.run(&run, begin, charset, &mut out)?;
        Ok(out)
    }

    fn run(
        &self,
        run: &str,
        begin: usize,
        charset: Charset<'_>,
        out: &mut EncodedStr,
    ) -> PyResult<()> {
        // The position up to which characters were counted; counting from the start of the run each
        // time would take quadratic time.
        let (mut byte, mut index) = (0, begin);
        charset::write(run, charset, &mut |written| match written {
            Written::Octets(octets) => {
                memory::reserve(&mut out.bytes, octets.len());
                out.bytes.extend_from_slice(octets);
                Ok(())
            }
            Written::Lacking(called, at) => {
                let c = run[at.clone()].chars().next().map_or(0, u32::from);
                index += run[byte..at.start].chars().count();
                byte = at.start;
                self.lacking(c, index, called as u32, out)
            }
        })
    }

    /// Writes the replacement for a character that the encoding lacks, as Python's handlers do.
    fn lacking(&self, c: u32, at: usize, called: u32, out: &mut EncodedStr) -> PyResult<()> {
        match (self.errors, c) {
            ("replace", _) => memory::push(&mut out.bytes, b'?'),
            ("ignore", _) => {}
            (REFERENCES, _) => memory::push(&mut out.references, (out.bytes.len(), called)),
            #[expect(clippy::cast_possible_truncation, reason = "the low byte is the octet")]
            ("surrogateescape", 0xDC80..=0xDCFF) => memory::push(&mut out.bytes, c as u8),
            _ => return Err(self.refused(at)?),
        }
        Ok(())
    }

    /// The exception for the character at this index, which the encoding lacks.
    fn refused(&self, start: usize) -> PyResult<PyErr> {
        let end = start + 1;
        let culprit = self.text.as_any().call_method1("__getitem__", (start,))?;
        let culprit = culprit.cast::<PyString>()?;
        let (kind, what) = match strings::code_points(culprit)[..] {
            [surrogate @ 0xD800..=0xDFFF] => {
                (Kind::LoneSurrogate, format!("the lone surrogate U+{surrogate:04X}"))
            }
            _ => (Kind::Unencodable, quote(culprit.to_string_lossy().as_bytes())),
        };
        let failure =
            Error::naming(kind, start..end, what).that(format!("has no bytes in {}", self.name));
        Ok(errors::error(self.text.as_any(), &failure, &(start..end)))
    }

    fn by_codec(&self) -> PyResult<Vec<u8>> {
        let py = self.text.py();
        match self.text.call_method1("encode", (self.name, self.errors)) {
            Ok(bytes) => Ok(owned(bytes.cast::<PyBytes>()?)),
            Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(py) => {
                Err(self.refused(error.value(py).getattr("start")?.extract()?)?)
            }
            Err(error) if error.is_instance_of::<PyUnicodeError>(py) => {
                let end = strings::length(self.text);
                let failure = Error::naming(Kind::Unencodable, 0..end, "the text").that(format!(
                    "has no bytes in {}: {}",
                    self.name,
                    error.value(py)
                ));
                Err(errors::error(self.text.as_any(), &failure, &(0..end)))
            }
            Err(error) => Err(error),
        }
    }
}

/// Unwinds if memory ran out: any other error of a codec is about its text.
pub(crate) fn check_memory(py: Python<'_>, error: &PyErr) {
    if error.is_instance_of::<PyMemoryError>(py) {
        memory::short();
    }
}

/// The octets of a run of text in an encoding; `Err` holds the span of the first character that the
/// encoding lacks.
pub(crate) fn octets(
    py: Python<'_>,
    run: &str,
    encoding: &str,
) -> Result<Vec<u8>, std::ops::Range<usize>> {
    let encoded = PyString::new(py, run).call_method1("encode", (encoding, "strict"));
    match encoded.and_then(|bytes| Ok(owned(bytes.cast::<PyBytes>()?))) {
        Ok(octets) => Ok(octets),
        Err(error) => {
            check_memory(py, &error);
            let first = error.value(py).getattr("start").and_then(|start| start.extract());
            let mut characters = run.char_indices().skip(first.unwrap_or(0));
            let (start, c) = characters.next().unwrap_or((0, '\0'));
            Err(start..start + c.len_utf8().min(run.len() - start))
        }
    }
}
