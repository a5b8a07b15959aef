//! Views of a URI: reading its components from its text.

use std::{borrow::Cow, ops::Range};

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::guard;
use crate::objects::{errors, strings};
use superuri::base::error::{Error, Kind, Result as Read};
use superuri::base::secrets::masked;
use superuri::codec::form;
use superuri::codec::percent::{self, Errors};
use superuri::syntax::split;
use superuri::uri::{self, UserAuthority, fields::Field};
use superuri_kernels::memory;

/// A component as a Python str; `None` if it is absent.
pub(super) type OptionalStr<'py> = Option<Bound<'py, PyString>>;

/// One pair of a query: a name, and a value if there is one.
type StrPair<'py> = (Bound<'py, PyString>, Option<Bound<'py, PyString>>);

type LevelDecoder = fn(&[u8], Errors) -> Read<Cow<'_, [u8]>>;

/// The text of a URI whose components are read.
#[derive(Clone, Copy)]
pub(super) struct Views<'a, 'py> {
    pub(super) text: &'a Bound<'py, PyString>,
    pub(super) bytes: &'a [u8],
}

impl<'a, 'py> Views<'a, 'py> {
    /// The views of this text, which is ASCII, because it is legal.
    pub(super) fn of(text: &'a Bound<'py, PyString>) -> Self {
        let bytes = strings::one_byte_characters(text).expect("a legal URI is ASCII");
        Self { text, bytes }
    }

    fn failure(self, failure: &Error) -> PyErr {
        errors::in_bytes(self.text.as_any(), self.bytes, failure)
    }

    pub(super) fn raw(self, span: Range<usize>) -> PyResult<Bound<'py, PyString>> {
        strings::ascii(self.text.py(), &self.bytes[span])
    }

    pub(super) fn ascii(self, octets: &[u8]) -> PyResult<Bound<'py, PyString>> {
        strings::ascii(self.text.py(), octets)
    }

    pub(super) fn decoded(self, span: Range<usize>) -> PyResult<Bound<'py, PyString>> {
        self.read(span, percent::decode)
    }

    fn read(self, span: Range<usize>, decode: LevelDecoder) -> PyResult<Bound<'py, PyString>> {
        guard::check_available(span.len());
        let read = decode(&self.bytes[span.clone()], Errors::Strict);
        self.text_of(read.map_err(|failure| self.failure(&failure.shifted(span.start)))?)
    }

    /// The decoded text as a str; borrowed text is ASCII, because the URI is.
    fn text_of(self, read: Cow<'_, [u8]>) -> PyResult<Bound<'py, PyString>> {
        match read {
            Cow::Borrowed(same) => strings::ascii(self.text.py(), same),
            Cow::Owned(decoded) => {
                Ok(PyString::new(self.text.py(), &String::from_utf8_lossy(&decoded)))
            }
        }
    }

    /// The span of the part of the authority that `pick` selects.
    pub(super) fn at(
        self,
        pick: impl Fn(UserAuthority) -> Option<Range<usize>>,
    ) -> Option<Range<usize>> {
        uri::authority(self.bytes).and_then(pick)
    }

    pub(super) fn read_field(self, field: &Field) -> PyResult<OptionalStr<'py>> {
        guard::check_available(self.bytes.len());
        let value = field.read(self.bytes, &split::split(self.bytes), Errors::Strict);
        match value.map_err(|failure| self.failure(&failure))? {
            Some(value) => self.text_of(value).map(Some),
            None => Ok(None),
        }
    }

    pub(super) fn written(self, field: &Field) -> PyResult<OptionalStr<'py>> {
        let value = field.raw(self.bytes, &split::split(self.bytes));
        let value = value.map_err(|failure| self.failure(&failure))?;
        value.map(|value| strings::ascii(self.text.py(), &value)).transpose()
    }

    pub(super) fn port(self) -> PyResult<Option<u16>> {
        let Some(span) = self.at(|parts| parts.port).filter(|span| !span.is_empty()) else {
            return Ok(None);
        };
        let digits = self.bytes[span.clone()].iter();
        let number = digits.fold(0_u32, |n, b| (n * 10 + u32::from(b - b'0')).min(65536));
        u16::try_from(number).map(Some).map_err(|_| {
            let failure = Error::quoting(Kind::BadPort, self.bytes, span).that("is beyond 65535");
            self.failure(&failure)
        })
    }

    /// The path's segments, decoded; () for an empty path.
    pub(super) fn segments(self) -> PyResult<Bound<'py, PyTuple>> {
        let spans = uri::segment_spans(self.bytes, split::split(self.bytes).path);
        PyTuple::new(self.text.py(), memory::try_collect(spans.map(|span| self.decoded(span)))?)
    }

    pub(super) fn pairs(self, decode: LevelDecoder) -> PyResult<Bound<'py, PyTuple>> {
        let query = split::split(self.bytes).query.unwrap_or_default();
        let of = |span: Range<usize>| {
            self.read(query.start + span.start..query.start + span.end, decode)
        };
        let pairs = form::pairs(&self.bytes[query.clone()], form::Separators::Ampersand);
        let of = |pair: form::PairSpans| -> PyResult<StrPair<'py>> {
            Ok((of(pair.name)?, pair.value.map(of).transpose()?))
        };
        PyTuple::new(self.text.py(), memory::try_collect(pairs.map(of))?)
    }

    /// The text with an ellipsis in place of the password.
    pub(super) fn redacted(self) -> String {
        guard::check_available(self.bytes.len());
        masked(&String::from_utf8_lossy(self.bytes)).into_owned()
    }
}
