//! What do a URI's views show of its text?

use std::borrow::Cow;
use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::error::{Error, Kind, Result as Read};
use crate::form;
use crate::percent::{self, Errors};
use crate::python::{call, raise};
use crate::split;
use crate::uri::{self, Authority};

/// A component, a str of Python; `None` where it is absent.
pub(super) type Part<'py> = PyResult<Option<Bound<'py, PyString>>>;

/// One pair of a query: a name, and a value if there is one.
type Pair<'py> = (Bound<'py, PyString>, Option<Bound<'py, PyString>>);

/// What undoes one level of encoding.
type Decoder = fn(&[u8], Errors) -> Read<Cow<'_, [u8]>>;

/// The text of a URI, to be looked at.
#[derive(Clone, Copy)]
pub(super) struct Views<'a, 'py> {
    text: &'a Bound<'py, PyString>,
    pub(super) bytes: &'a [u8],
}

impl<'a, 'py> Views<'a, 'py> {
    /// The views of this text, which is ASCII, because it is legal.
    pub(super) fn of(text: &'a Bound<'py, PyString>) -> Self {
        let bytes = call::one_byte_characters(text).expect("a legal URI is ASCII");
        Self { text, bytes }
    }

    fn failure(self, failure: &Error) -> PyErr {
        raise::in_bytes(self.text.as_any(), self.bytes, failure)
    }

    /// The text at this span, as it is written.
    pub(super) fn raw(self, span: Range<usize>) -> PyResult<Bound<'py, PyString>> {
        call::ascii(self.text.py(), &self.bytes[span])
    }

    /// The text at this span, decoded.
    pub(super) fn decoded(self, span: Range<usize>) -> PyResult<Bound<'py, PyString>> {
        self.read(span, percent::decode)
    }

    fn read(self, span: Range<usize>, decode: Decoder) -> PyResult<Bound<'py, PyString>> {
        let raw = &self.bytes[span.clone()];
        match decode(raw, Errors::Strict) {
            Ok(Cow::Borrowed(same)) => call::ascii(self.text.py(), same),
            Ok(Cow::Owned(decoded)) => {
                Ok(PyString::new(self.text.py(), &String::from_utf8_lossy(&decoded)))
            }
            Err(failure) => Err(self.failure(&failure.shifted(span.start))),
        }
    }

    /// Where the part of the authority stands that this picks.
    pub(super) fn at(
        self,
        pick: impl Fn(Authority) -> Option<Range<usize>>,
    ) -> Option<Range<usize>> {
        uri::authority(self.bytes).and_then(pick)
    }

    /// The part of the authority that this picks, decoded.
    pub(super) fn part(self, pick: impl Fn(Authority) -> Option<Range<usize>>) -> Part<'py> {
        self.at(pick).map(|span| self.decoded(span)).transpose()
    }

    pub(super) fn scheme(self) -> Part<'py> {
        let Some(len) = split::scheme(self.bytes) else { return Ok(None) };
        let lower = self.bytes[..len].to_ascii_lowercase();
        call::ascii(self.text.py(), &lower).map(Some)
    }

    /// A name, decoded, or an address without brackets and zone.
    pub(super) fn host(self) -> Part<'py> {
        let Some(host) = self.at(|parts| Some(parts.host)) else { return Ok(None) };
        if self.bytes.get(host.start) != Some(&b'[') {
            return self.decoded(host).map(Some);
        }
        let inside = host.start + 1..host.end - 1;
        let zone = memchr::memchr(b'%', &self.bytes[inside.clone()]);
        let end = zone.map_or(inside.end, |at| inside.start + at);
        self.raw(inside.start..end).map(Some)
    }

    pub(super) fn zone(self) -> Part<'py> {
        self.part(|parts| {
            let percent = memchr::memchr(b'%', &self.bytes[parts.host.clone()])?;
            let literal = self.bytes[parts.host.start] == b'[';
            literal.then(|| parts.host.start + percent + 3..parts.host.end - 1)
        })
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

    /// The path's segments, decoded; none of an empty path.
    pub(super) fn segments(self) -> PyResult<Bound<'py, PyTuple>> {
        let path = split::split(self.bytes).path;
        let mut at = path.start + usize::from(self.bytes[path.clone()].starts_with(b"/"));
        let mut decoded = Vec::new();
        for segment in uri::segments(&self.bytes[path]) {
            decoded.push(self.decoded(at..at + segment.len())?);
            at += segment.len() + 1;
        }
        PyTuple::new(self.text.py(), decoded)
    }

    /// The query's pairs, read by this decoder.
    pub(super) fn pairs(self, decode: Decoder) -> PyResult<Bound<'py, PyTuple>> {
        let query = split::split(self.bytes).query.unwrap_or_default();
        let of = |span: Range<usize>| {
            self.read(query.start + span.start..query.start + span.end, decode)
        };
        let pairs = form::pairs(&self.bytes[query.clone()], form::Separators::Ampersand);
        let pairs: Vec<Pair<'py>> = pairs
            .map(|pair| Ok((of(pair.name)?, pair.value.map(of).transpose()?)))
            .collect::<PyResult<_>>()?;
        PyTuple::new(self.text.py(), pairs)
    }

    /// The text with an ellipsis for the password.
    pub(super) fn redacted(self) -> String {
        uri::redacted(&String::from_utf8_lossy(self.bytes)).into_owned()
    }
}
