//! Fields: the parts of a URI by name, decoded or as written.
//!
//! The text is a legal URI reference. A part is read decoded, as the properties of `URI` are, or as
//! written. An absent part is `None`, an empty one is not.

use std::borrow::{Borrow, Cow};
use std::ops::Range;

use crate::base::error::Result;
use crate::codec::form::{self, Separators};
use crate::codec::percent::{self, Errors};
use crate::syntax::hosts::domain::{self, SuffixRules};
use crate::syntax::hosts::readings::{self, Parsers};
use crate::syntax::split::Parts;
use crate::uri::{self, HostKind, UserAuthority};

/// A part of a URI.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the name documents it")]
pub enum Field {
    Uri,
    Scheme,
    Authority,
    Userinfo,
    User,
    Password,
    Host,
    HostKind,
    Zone,
    Domain,
    Port,
    Path,
    /// Counted from 0, or from the end if negative.
    Segment(isize),
    Query,
    /// The value of the first pair of this name.
    Pair(Vec<u8>),
    /// The same, decoded as a form: `+` is a space.
    FormPair(Vec<u8>),
    Fragment,
}

/// The fields that are a single word.
pub const WORDS: [(&str, Field); 14] = [
    ("uri", Field::Uri),
    ("scheme", Field::Scheme),
    ("authority", Field::Authority),
    ("userinfo", Field::Userinfo),
    ("user", Field::User),
    ("password", Field::Password),
    ("host", Field::Host),
    ("host_kind", Field::HostKind),
    ("zone", Field::Zone),
    ("domain", Field::Domain),
    ("port", Field::Port),
    ("path", Field::Path),
    ("query", Field::Query),
    ("fragment", Field::Fragment),
];

/// How octets of a URI are decoded.
pub type ComponentDecoding = fn(&[u8], Errors) -> Result<Cow<'_, [u8]>>;

/// The value of a field, if it is present.
pub type FieldValue<'a> = Option<Cow<'a, [u8]>>;

impl Field {
    /// The value of the field as written. A computed field is the same as in [`Field::read`].
    ///
    /// # Errors
    /// As [`readings::agreed`], for a domain.
    pub fn raw<'a>(&self, text: &'a [u8], parts: &Parts) -> Result<FieldValue<'a>> {
        if matches!(self, Self::Domain | Self::HostKind) {
            return self.read(text, parts, Errors::Strict);
        }
        let span = self.place_with(text, parts, || authority(text, parts));
        Ok(span.map(|span| Cow::Borrowed(&text[span])))
    }

    /// The value of the field, decoded.
    ///
    /// # Errors
    /// As [`percent::decode`]; for a domain, as [`readings::agreed`].
    pub fn read<'a>(
        &self,
        text: &'a [u8],
        parts: &Parts,
        errors: Errors,
    ) -> Result<FieldValue<'a>> {
        let decode = |octets: &'a [u8]| percent::decode(octets, errors);
        self.read_with(text, parts, || authority(text, parts), errors, decode)
    }

    /// The same, with the subcomponents of the authority given, and with a function that decodes as
    /// [`percent::decode`] does.
    ///
    /// # Errors
    /// As [`Field::read`].
    pub fn read_with<'a, A: Borrow<UserAuthority>>(
        &self,
        text: &'a [u8],
        parts: &Parts,
        authority: impl FnOnce() -> Option<A>,
        errors: Errors,
        decode: impl FnOnce(&'a [u8]) -> Result<Cow<'a, [u8]>>,
    ) -> Result<FieldValue<'a>> {
        match self {
            Self::Domain => {
                let host = readings::agreed(text, Parsers::All)?;
                let found = host.and_then(|host| {
                    domain::registrable(&host, SuffixRules::All)
                        .map(|found| found.as_bytes().to_vec())
                });
                return Ok(found.map(Cow::Owned));
            }
            Self::HostKind => {
                let at = Self::Host.place_with(text, parts, authority);
                return Ok(at.map(|at| HostKind::of(&text[at]).word().as_bytes().into()));
            }
            _ => {}
        }
        let Some(at) = self.place_with(text, parts, authority) else { return Ok(None) };
        match self {
            Self::Scheme if text[at.clone()].iter().any(u8::is_ascii_uppercase) => {
                Ok(Some(Cow::Owned(text[at].to_ascii_lowercase())))
            }
            // A field that has several parts is not decoded: its delimiters could not be
            // distinguished.
            Self::Uri | Self::Scheme | Self::Authority => Ok(Some(Cow::Borrowed(&text[at]))),
            // An empty port is the same as none (RFC 3986 section 3.2.3).
            Self::Port => Ok((!at.is_empty()).then(|| Cow::Borrowed(&text[at]))),
            Self::Host if text.get(at.start) == Some(&b'[') => {
                let inside = &text[at.start + 1..at.end - 1];
                let end = memchr::memchr(b'%', inside).unwrap_or(inside.len());
                Ok(Some(Cow::Borrowed(&inside[..end])))
            }
            _ => {
                let (start, octets) = (at.start, &text[at]);
                let decoded = match self {
                    Self::FormPair(_) => form::decode(octets, errors),
                    _ => decode(octets),
                };
                decoded.map(Some).map_err(|failure| failure.shifted(start))
            }
        }
    }

    /// Where the field is in the text.
    #[must_use]
    pub fn place(&self, text: &[u8], parts: &Parts) -> Option<Range<usize>> {
        self.place_with(text, parts, || authority(text, parts))
    }

    /// The same, with the subcomponents of the authority given.
    pub fn place_with<A: Borrow<UserAuthority>>(
        &self,
        text: &[u8],
        parts: &Parts,
        authority: impl FnOnce() -> Option<A>,
    ) -> Option<Range<usize>> {
        match self {
            Self::Uri => Some(0..text.len()),
            Self::Scheme => parts.scheme.clone(),
            Self::Authority => parts.authority.clone(),
            Self::Userinfo => authority()?.borrow().userinfo.clone(),
            Self::User => authority()?.borrow().user.clone(),
            Self::Password => authority()?.borrow().password.clone(),
            Self::Host | Self::HostKind | Self::Domain => Some(authority()?.borrow().host.clone()),
            Self::Zone => {
                let host = authority()?.borrow().host.clone();
                if text.get(host.start) != Some(&b'[') {
                    return None;
                }
                // After the `%25` before a zone (RFC 6874).
                let percent = memchr::memchr(b'%', &text[host.clone()])?;
                Some(host.start + percent + 3..host.end - 1)
            }
            Self::Port => authority()?.borrow().port.clone(),
            Self::Path => Some(parts.path.clone()),
            Self::Segment(n) => segment(text, parts, *n),
            Self::Query => parts.query.clone(),
            Self::Pair(name) => pair(text, parts, name, percent::decode_bytes),
            Self::FormPair(name) => pair(text, parts, name, form::decode_bytes),
            Self::Fragment => parts.fragment.clone(),
        }
    }
}

fn authority(text: &[u8], parts: &Parts) -> Option<UserAuthority> {
    parts.authority.clone().map(|at| uri::authority_at(text, at))
}

fn segment(text: &[u8], parts: &Parts, number: isize) -> Option<Range<usize>> {
    let mut spans = uri::segment_spans(text, parts.path.clone());
    if number < 0 {
        let count = uri::segments(&text[parts.path.clone()]).count();
        return spans.nth(count.checked_add_signed(number)?);
    }
    spans.nth(number.unsigned_abs())
}

/// The span of the value of the first pair of this name.
fn pair(
    text: &[u8],
    parts: &Parts,
    name: &[u8],
    decode: ComponentDecoding,
) -> Option<Range<usize>> {
    let query = parts.query.clone()?;
    let inside = &text[query.clone()];
    let is_it = |at: &Range<usize>| {
        let raw = &inside[at.clone()];
        raw == name || decode(raw, Errors::Keep).is_ok_and(|found| *found == *name)
    };
    let found = form::pairs(inside, Separators::Ampersand).find(|pair| is_it(&pair.name))?;
    let value = found.value?;
    Some(query.start + value.start..query.start + value.end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::split::split;

    #[test]
    fn a_field_names_its_content() {
        let text = b"HTTP://b%6Fb:x@[fe80::1%25eth0]:080/a%2Fb//c?q=1+1&%71=2&r&=e#t%C3%BC";
        let parts = split(text);
        for (field, raw, read) in [
            (Field::Scheme, "HTTP", "http"),
            (Field::Userinfo, "b%6Fb:x", "bob:x"),
            (Field::User, "b%6Fb", "bob"),
            (Field::Host, "[fe80::1%25eth0]", "fe80::1"),
            (Field::HostKind, "ipv6", "ipv6"),
            (Field::Zone, "eth0", "eth0"),
            (Field::Port, "080", "080"),
            (Field::Path, "/a%2Fb//c", "/a/b//c"),
            (Field::Segment(0), "a%2Fb", "a/b"),
            (Field::Segment(1), "", ""),
            (Field::Segment(-1), "c", "c"),
            (Field::Pair(b"q".to_vec()), "1+1", "1+1"),
            (Field::FormPair(b"q".to_vec()), "1+1", "1 1"),
            (Field::Pair(b"".to_vec()), "e", "e"),
            (Field::Fragment, "t%C3%BC", "t\u{fc}"),
        ] {
            let of =
                |value: Result<FieldValue<'_>>| value.expect("it is UTF-8").map(Cow::into_owned);
            assert_eq!(of(field.raw(text, &parts)).as_deref(), Some(raw.as_bytes()), "{field:?}");
            let value = of(field.read(text, &parts, Errors::Strict));
            assert_eq!(value.as_deref(), Some(read.as_bytes()), "{field:?}");
        }
        for field in [Field::Segment(3), Field::Segment(-4), Field::Pair(b"r".to_vec())] {
            assert_eq!(field.raw(text, &parts), Ok(None), "{field:?}");
        }
        let failure = Field::Path.read(b"/a%FF", &split(b"/a%FF"), Errors::Strict);
        assert_eq!(failure.expect_err("no UTF-8").at, 2..5);
    }
}
