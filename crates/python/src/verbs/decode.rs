//! Decode: decoding the escapes of a text, in any encoding and with any error policy.

use std::{borrow::Cow, ops::Range};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::guard::Answer;
use crate::objects::codec::{self, Coding};
use crate::objects::{errors, piece::Piece, strings, text::Text};
use superuri::base::error::{Error, quote};
use superuri::codec::encodings::repertoire::outside;
use superuri::codec::percent::{self, Errors};
use superuri::codec::percent_u::{self, PercentUPart};

/// A decoding: the text, its encodings, and the error policy.
pub(crate) struct Decoding<'a, 'py> {
    pub(crate) text: &'a Bound<'py, PyAny>,
    pub(crate) codings: Vec<Coding>,
    pub(crate) errors: Errors,
    /// Whether `%uXXXX` is decoded too.
    pub(crate) percent_u: bool,
}

impl<'py> Decoding<'_, 'py> {
    fn decode(&self) -> Answer<'py> {
        match Text::of(self.text)? {
            Ok(text) if self.is_utf8() => {
                let decoded = if self.percent_u {
                    percent_u::decode(&text.bytes, self.errors)
                } else {
                    percent::decode(&text.bytes, self.errors)
                };
                match decoded {
                    Ok(Cow::Borrowed(_)) => text.same(),
                    Ok(Cow::Owned(decoded)) => text.string(&decoded),
                    Err(failure) => Err(text.failure(&failure)),
                }
            }
            Ok(text) if !text.is_str => self.run(&text.bytes, 0),
            // Non-ASCII characters of a str stay, including lone surrogates.
            _ => self.by_runs(),
        }
    }

    fn is_utf8(&self) -> bool {
        self.codings == [Coding::Utf8]
    }

    /// The decoded text of a str; each run of ASCII is decoded on its own.
    fn by_runs(&self) -> Answer<'py> {
        let string = self.text.cast::<PyString>()?;
        let code_points = strings::code_points(string);
        let pieces = PyList::empty(self.text.py());
        let mut at = 0;
        while at < code_points.len() {
            let rest = &code_points[at..];
            let ascii = rest[0] < 0x80;
            let len = rest.iter().position(|&c| (c < 0x80) != ascii).unwrap_or(rest.len());
            if ascii {
                #[expect(clippy::cast_possible_truncation, reason = "these are ASCII")]
                let bytes: Vec<u8> = rest[..len].iter().map(|&c| c as u8).collect();
                pieces.append(self.run(&bytes, at)?)?;
            } else {
                pieces.append(strings::part(string, at, at + len)?)?;
            }
            at += len;
        }
        let decoded = PyString::new(self.text.py(), "").call_method1("join", (pieces,))?;
        let same = string.is_exact_instance_of::<PyString>() && decoded.eq(string)?;
        Ok(if same { self.text.clone() } else { decoded })
    }

    /// The decoded text of octets that begin at this offset.
    fn run(&self, octets: &[u8], offset: usize) -> Answer<'py> {
        if !self.percent_u {
            return self.plain(octets, offset);
        }
        let pieces = PyList::empty(self.text.py());
        for part in percent_u::parts(octets, self.errors) {
            pieces.append(match part {
                PercentUPart::Plain(at) => self.plain(&octets[at.clone()], offset + at.start)?,
                PercentUPart::Raw(at) => {
                    PyString::from_bytes(self.text.py(), &octets[at])?.into_any()
                }
                PercentUPart::Units(at) => {
                    let text = percent_u::characters(octets, at, self.errors)
                        .map_err(|failure| self.failure(&failure, offset))?;
                    PyString::new(self.text.py(), &text).into_any()
                }
            })?;
        }
        PyString::new(self.text.py(), "").call_method1("join", (pieces,))
    }

    fn plain(&self, octets: &[u8], offset: usize) -> Answer<'py> {
        if !self.is_utf8() {
            let piece = Piece { whole: self.text, bytes: octets, offset };
            return Ok(piece.decode(&self.codings, self.errors)?.into_any());
        }
        let decoded = percent::decode(octets, self.errors)
            .map_err(|failure| self.failure(&failure, offset))?;
        Ok(PyString::from_bytes(self.text.py(), &decoded)?.into_any())
    }

    fn failure(&self, failure: &Error, offset: usize) -> PyErr {
        let at = failure.at.start + offset..failure.at.end + offset;
        errors::error(self.text, failure, &at)
    }

    /// The decoded text, whose characters have to be in the repertoire if there is one.
    pub(crate) fn within(&self, repertoire: Option<&Bound<'py, PyAny>>) -> Answer<'py> {
        within(self.decode()?, repertoire, self.text, |at| self.origin(at))
    }

    /// The source of the decoded character with this index.
    fn origin(&self, at: usize) -> PyResult<Range<usize>> {
        let whole = 0..strings::length_of(self.text)?;
        let (Ok(text), true) = (Text::of(self.text)?, self.is_utf8()) else {
            // Only the codec knows which octets a character of another encoding took.
            return Ok(whole);
        };
        let origin = if self.percent_u { percent_u::origin } else { percent::origin };
        let span = origin(&text.bytes, self.errors, at);
        Ok(span.map_or(whole, |span| text.offsets().span(&span)))
    }
}

/// The first character outside the repertoire, by its index, and the name of what it is outside.
fn first_outside(
    decoded: &Bound<'_, PyAny>,
    repertoire: &Bound<'_, PyAny>,
) -> PyResult<Option<(usize, String)>> {
    let py = decoded.py();
    if let Ok(encoding) = repertoire.cast::<PyString>() {
        let name = encoding.to_cow()?;
        let coding = codec::coding(py, &name, false)?;
        return match codec::encode(decoded.cast::<PyString>()?, &coding, "strict") {
            Ok(_) => Ok(None),
            Err(error) if error.is_instance_of::<PyValueError>(py) => {
                let at = error.value(py).getattr("start").and_then(|start| start.extract());
                at.map(|at| Some((at, name.into_owned()))).map_err(|_: PyErr| error)
            }
            Err(error) => Err(error),
        };
    }
    if !repertoire.hasattr("__contains__")? {
        return Err(PyTypeError::new_err(
            "repertoire is the name of an encoding or a container of characters",
        ));
    }
    for (at, character) in decoded.try_iter()?.enumerate() {
        if !repertoire.contains(character?)? {
            return Ok(Some((at, "the repertoire".to_owned())));
        }
    }
    Ok(None)
}

/// The decoded text, if its characters are in the repertoire: the name of an encoding, or a
/// container of characters; without one, every text is. `source` finds the place in `text` of the
/// decoded character with an index.
pub(crate) fn within<'py>(
    decoded: Bound<'py, PyAny>,
    repertoire: Option<&Bound<'py, PyAny>>,
    text: &Bound<'py, PyAny>,
    source: impl FnOnce(usize) -> PyResult<Range<usize>>,
) -> Answer<'py> {
    let Some(repertoire) = repertoire.filter(|given| !given.is_none()) else { return Ok(decoded) };
    let Some((at, name)) = first_outside(&decoded, repertoire)? else { return Ok(decoded) };
    let culprit = decoded.get_item(at)?;
    let what = quote(culprit.cast::<PyString>()?.to_string_lossy().as_bytes());
    let failure = outside(source(at)?, what, &name);
    Err(errors::error(text, &failure, &failure.at))
}
