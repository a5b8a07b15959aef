//! Components of any text that can be cleaned into a URI, decoded.
//!
//! The components are those of the URI that [`crate::clean`] makes of the text.

use std::{borrow::Cow, ops::Range};

use crate::base::error::{Error, Result};
use crate::clean::{clean, profiles::RFC3986};
use crate::codec::form;
use crate::codec::percent::{self, Errors};
use crate::syntax::split;
use crate::uri::fields::{ComponentDecoding, Field};
use crate::uri::{UserAuthority, authority_at};
use superuri_kernels::memory;

/// A name, and a value if there is one.
pub type DecodedPair<'a> = (Cow<'a, [u8]>, Option<Cow<'a, [u8]>>);

/// The URI of a text.
pub struct UriView<'a> {
    text: &'a [u8],
    uri: Cow<'a, [u8]>,
    parts: split::Parts,
    authority: Option<UserAuthority>,
    /// From the first percent sign to after the last one.
    escapes: Range<usize>,
}

impl<'a> UriView<'a> {
    /// The cleaned URI of the text.
    ///
    /// # Errors
    /// As [`clean`].
    pub fn of(text: &'a [u8]) -> Result<Self> {
        let uri = clean(text, RFC3986)?;
        let parts = split::split(&uri);
        let authority = parts.authority.clone().map(|at| authority_at(&uri, at));
        let first = memchr::memchr(b'%', &uri);
        let escapes = first.map_or(0..0, |first| {
            first..memchr::memrchr(b'%', &uri).map_or(first, |last| last + 1)
        });
        Ok(Self { text, uri, parts, authority, escapes })
    }

    /// Adjusts an error in the URI: if the text was cleaned first, the error is about the whole
    /// text.
    fn failure(&self, error: Box<Error>) -> Box<Error> {
        match self.uri {
            Cow::Borrowed(_) => error,
            Cow::Owned(_) => Box::new(Error { at: 0..self.text.len(), ..*error }),
        }
    }

    /// The value of a field, decoded.
    ///
    /// # Errors
    /// As [`Field::read`].
    pub fn field(&self, field: &Field, errors: Errors) -> Result<Option<Cow<'_, [u8]>>> {
        let (authority, decode) = (|| self.authority.as_ref(), |text| self.decode(text, errors));
        let value = field.read_with(&self.uri, &self.parts, authority, errors, decode);
        value.map_err(|error| self.failure(error))
    }

    /// Where a field is in the URI.
    #[must_use]
    pub fn place(&self, field: &Field) -> Option<Range<usize>> {
        field.place_with(&self.uri, &self.parts, || self.authority.as_ref())
    }

    /// Where the segments of the path are.
    pub fn segment_places(&self) -> impl Iterator<Item = Range<usize>> {
        crate::uri::segment_spans(&self.uri, self.parts.path.clone())
    }

    /// Appends this part of the URI, decoded; octets that are not valid UTF-8 stay escaped.
    #[inline]
    pub fn decode_onto(&self, at: Range<usize>, out: &mut Vec<u8>) {
        let has_escape = at.start < self.escapes.end && self.escapes.start < at.end;
        let octets = &self.uri[at];
        if has_escape {
            percent::decode_onto(octets, out);
        } else {
            memory::reserve(out, octets.len());
            out.extend_from_slice(octets);
        }
    }

    /// As [`percent::decode`], for octets of the URI.
    fn decode<'b>(&self, octets: &'b [u8], errors: Errors) -> Result<Cow<'b, [u8]>> {
        if self.escapes.is_empty() {
            Ok(Cow::Borrowed(octets))
        } else {
            percent::decode(octets, errors)
        }
    }

    /// Where the names and values of the query are.
    pub fn pair_places(&self) -> impl Iterator<Item = (Range<usize>, Option<Range<usize>>)> {
        let at = self.parts.query.clone().unwrap_or_default();
        let start = at.start;
        let in_uri = move |span: Range<usize>| start + span.start..start + span.end;
        form::pairs(&self.uri[at], form::Separators::Ampersand)
            .map(move |pair| (in_uri(pair.name), pair.value.map(&in_uri)))
    }

    /// The pairs of the query, decoded by [`crate::codec::percent::decode`] or [`form::decode`].
    ///
    /// # Errors
    /// For octets that are not valid UTF-8, if the errors are strict.
    pub fn pairs(
        &self,
        reading: ComponentDecoding,
        errors: Errors,
    ) -> Result<Vec<DecodedPair<'_>>> {
        let at = self.parts.query.clone().unwrap_or_default();
        let query = &self.uri[at.clone()];
        let read = |span: Range<usize>| {
            let start = at.start + span.start;
            reading(&query[span], errors).map_err(|error| self.failure(error.shifted(start)))
        };
        form::pairs(query, form::Separators::Ampersand)
            .map(|pair| Ok((read(pair.name)?, pair.value.map(read).transpose()?)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(text: &str) -> Result<Option<String>> {
        let view = UriView::of(text.as_bytes())?;
        let host = view.field(&Field::Host, Errors::Strict)?;
        Ok(host.map(|host| String::from_utf8_lossy(&host).into_owned()))
    }

    #[test]
    fn components_are_decoded() {
        for (text, want) in [
            ("http://u@E%2De.com:8/", Some("E-e.com")),
            ("http://[::1%25eth0]/", Some("::1")),
            ("a b", None),
            ("http://b\u{fc}cher.de", Some("xn--bcher-kva.de")),
        ] {
            assert_eq!(host(text).expect(text).as_deref(), want);
        }
        assert_eq!(host("http://%FF/").expect_err("it is refused").at, 7..10);
        assert_eq!(host("http://%FF/ /").expect_err("it is refused").at, 0..13);
        let view = UriView::of(b"?a=1+1&b&%26=").expect("it is clean");
        let pairs = view.pairs(form::decode, Errors::Strict).expect("it is text");
        let pair = |name: &'static str, value: Option<&'static str>| {
            (Cow::from(name.as_bytes()), value.map(|value| Cow::from(value.as_bytes())))
        };
        assert_eq!(pairs, [pair("a", Some("1 1")), pair("b", None), pair("&", Some(""))]);
    }
}
