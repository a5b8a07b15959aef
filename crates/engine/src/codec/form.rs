//! Forms: `application/x-www-form-urlencoded` read and written (URL standard section 5).
//!
//! The parser and serializer of the URL standard, section 5. Only in this format is a `+` a space.

use std::{borrow::Cow, ops::Range};

use crate::base::error::{Error, Kind, Result};
use crate::base::sets::whatwg;
use crate::codec::encodings::reader::Reader;
use crate::codec::percent::{self, Errors};
use superuri_kernels as kernels;
use superuri_kernels::{Table, memory};

/// The set of names and values, without the space, which is written as `+`.
static ENCODED: Table = Table::new(whatwg::FORM.but(" ").bits());

/// The same, with the space.
static WRITTEN: Table = Table::new(whatwg::FORM.bits());

/// The lookup table of names and values, without the space.
#[must_use]
pub fn table() -> &'static Table {
    &ENCODED
}

/// Whether the text stays as it is when it is written.
#[must_use]
pub fn is_noop(text: &[u8]) -> bool {
    kernels::is_free(text, &WRITTEN)
}

/// Replaces each space by `+`.
pub fn plus_for_space(text: &mut [u8]) {
    // Every byte is written, so that the compiler can vectorise the loop.
    for byte in text {
        *byte = if *byte == b' ' { b'+' } else { *byte };
    }
}

/// The text with each `+` replaced by a space.
#[must_use]
pub fn space_for_plus(text: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = memchr::memchr(b'+', text) else { return Cow::Borrowed(text) };
    let mut spaced = Vec::new();
    memory::reserve(&mut spaced, text.len());
    spaced.extend_from_slice(text);
    for byte in &mut spaced[first..] {
        if *byte == b'+' {
            *byte = b' ';
        }
    }
    Cow::Owned(spaced)
}

/// Appends the text, encoded as a name or a value.
///
/// ```
/// let mut out = Vec::new();
/// superuri::codec::form::encode_onto("1+1 %ü".as_bytes(), &mut out);
/// assert_eq!(out, b"1%2B1+%25%C3%BC");
/// ```
pub fn encode_onto(text: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    kernels::encode_onto(text, &ENCODED, out);
    plus_for_space(&mut out[start..]);
}

/// Decodes a name or a value, as UTF-8.
///
/// ```
/// use superuri::codec::form::decode;
/// use superuri::codec::percent::Errors;
/// assert_eq!(&*decode(b"1%202+3", Errors::Strict).unwrap(), b"1 2 3");
/// ```
///
/// # Errors
/// As [`percent::decode`].
pub fn decode(text: &[u8], errors: Errors) -> Result<Cow<'_, [u8]>> {
    spaced(text, |text| percent::decode(text, errors))
}

/// Decodes a name or a value in another encoding.
///
/// # Errors
/// As [`Reader::decode_text`].
pub fn decode_in<'a>(text: &'a [u8], reader: &Reader, errors: Errors) -> Result<Cow<'a, [u8]>> {
    spaced(text, |text| Ok(Cow::Owned(reader.decode_text(text, errors)?.into_bytes())))
}

/// Decodes a name or a value to octets.
///
/// # Errors
/// As [`percent::decode_bytes`].
pub fn decode_bytes(text: &[u8], errors: Errors) -> Result<Cow<'_, [u8]>> {
    spaced(text, |text| percent::decode_bytes(text, errors))
}

/// Decodes the text after each `+` has become a space. An error is that of the text itself, so that
/// the text at fault is quoted as it is written.
fn spaced(text: &[u8], decode: impl Fn(&[u8]) -> Result<Cow<'_, [u8]>>) -> Result<Cow<'_, [u8]>> {
    match space_for_plus(text) {
        Cow::Borrowed(text) => decode(text),
        Cow::Owned(spaced) => match decode(&spaced) {
            Ok(decoded) => Ok(Cow::Owned(decoded.into_owned())),
            Err(failure) => Err(decode(text).err().unwrap_or(failure)),
        },
    }
}

/// The characters that separate pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Separators {
    /// `&`, as in the standard.
    Ampersand,
    /// `;`, which HTML 4 appendix B.2.2 recommended to servers.
    Semicolon,
    /// Both.
    Both,
}

impl Separators {
    /// The offset of the first separator.
    fn find(self, text: &[u8]) -> Option<usize> {
        match self {
            Self::Ampersand => memchr::memchr(b'&', text),
            Self::Semicolon => memchr::memchr(b';', text),
            Self::Both => memchr::memchr2(b'&', b';', text),
        }
    }
}

/// The spans of a name and its value; a name without `=` has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairSpans {
    /// The name, undecoded.
    pub name: Range<usize>,
    /// The value, undecoded.
    pub value: Option<Range<usize>>,
}

/// The pairs in order. Nothing between two separators is not a pair (URL standard section 5.1).
pub fn pairs(text: &[u8], separators: Separators) -> impl Iterator<Item = PairSpans> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < text.len() {
            let start = at;
            let end = separators.find(&text[start..]).map_or(text.len(), |len| start + len);
            at = end + 1;
            if start < end {
                return Some(pair(text, start..end));
            }
        }
        None
    })
}

fn pair(text: &[u8], at: Range<usize>) -> PairSpans {
    match memchr::memchr(b'=', &text[at.clone()]) {
        Some(len) => {
            let equals = at.start + len;
            PairSpans { name: at.start..equals, value: Some(equals + 1..at.end) }
        }
        None => PairSpans { name: at, value: None },
    }
}

/// Limits on a form; `None` means no limit.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most pairs.
    pub pairs: Option<usize>,
    /// The most bytes of the form, before decoding.
    pub bytes: Option<usize>,
}

impl Limits {
    /// The pairs of a form that is within the limits. They are counted before any is decoded.
    ///
    /// # Errors
    /// The bytes, or the first pair, beyond the limit.
    pub fn pairs(self, text: &[u8], separators: Separators) -> Result<Vec<PairSpans>> {
        if let Some(most) = self.bytes
            && text.len() > most
        {
            // The error must begin at a character boundary, which may be before the limit.
            let start = (0..=most).rev().find(|&at| text[at] & 0xC0 != 0x80).unwrap_or(most);
            let what = format!("the form has {} bytes: the part", text.len());
            return Err(Error::naming(Kind::TooManyBytes, start..text.len(), what)
                .that(format!("is beyond max_bytes={most}")));
        }
        let most = self.pairs.unwrap_or(usize::MAX);
        let mut found = Vec::new();
        for pair in pairs(text, separators) {
            if found.len() == most {
                let at = pair.name.start..pair.value.map_or(pair.name.end, |value| value.end);
                return Err(Error::quoting(Kind::TooManyPairs, text, at)
                    .that(format!("is beyond max_pairs={most}")));
            }
            memory::push(&mut found, pair);
        }
        Ok(found)
    }
}

/// The text with each line ending as CR LF, as HTML's "constructing the entry list" requires.
#[must_use]
pub fn with_crlf(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr2(b'\r', b'\n', text).is_none() {
        return Cow::Borrowed(text);
    }
    let ends = memchr::memchr2_iter(b'\r', b'\n', text).count();
    let mut out = Vec::new();
    memory::reserve(&mut out, text.len() + ends);
    let mut before = 0;
    for &byte in text {
        match byte {
            b'\n' if before == b'\r' => {}
            b'\r' | b'\n' => out.extend_from_slice(b"\r\n"),
            _ => out.push(byte),
        }
        before = byte;
    }
    Cow::Owned(out)
}

/// The words of a keyword query (`?a+b`), undecoded; `None` if the query contains `=` and so is
/// that of a form (RFC 3875 section 4.4).
#[must_use]
pub fn keywords(query: &[u8]) -> Option<impl Iterator<Item = Range<usize>> + '_> {
    if memchr::memchr(b'=', query).is_some() {
        return None;
    }
    let mut at = 0;
    Some(std::iter::from_fn(move || {
        while at < query.len() {
            let start = at;
            let end = memchr::memchr(b'+', &query[start..]).map_or(query.len(), |len| start + len);
            at = end + 1;
            if start < end {
                return Some(start..end);
            }
        }
        None
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, separators: Separators) -> Vec<(&str, Option<&str>)> {
        pairs(text.as_bytes(), separators)
            .map(|pair| (&text[pair.name], pair.value.map(|value| &text[value])))
            .collect()
    }

    #[test]
    fn nothing_between_separators_is_not_a_pair() {
        let pairs = read("a&b=&=c&&d=1=2&", Separators::Ampersand);
        let want = [("a", None), ("b", Some("")), ("", Some("c")), ("d", Some("1=2"))];
        assert_eq!(pairs, want);
        assert_eq!(read("", Separators::Ampersand), []);
    }

    #[test]
    fn a_semicolon_separates_on_request() {
        assert_eq!(read("a;b&c", Separators::Ampersand), [("a;b", None), ("c", None)]);
        assert_eq!(read("a;b&c", Separators::Semicolon), [("a", None), ("b&c", None)]);
        assert_eq!(read("a;b&c", Separators::Both), [("a", None), ("b", None), ("c", None)]);
    }

    #[test]
    fn an_error_of_a_limit_names_the_excess() {
        let limits = Limits { pairs: Some(2), bytes: None };
        let error = limits.pairs(b"a&b=1&c=2&d", Separators::Ampersand).expect_err("it is refused");
        assert_eq!(error.to_string(), "\"c=2\" at 6..9 is beyond max_pairs=2");
        let limits = Limits { pairs: None, bytes: Some(3) };
        let error = limits.pairs(b"a&b=1", Separators::Ampersand).expect_err("it is refused");
        assert_eq!((error.kind, error.at), (Kind::TooManyBytes, 3..5));
    }

    #[test]
    fn every_line_ends_as_in_a_form() {
        for (text, want) in [("a", "a"), ("\n\r", "\r\n\r\n"), ("a\r\nb\nc\rd", "a\r\nb\r\nc\r\nd")]
        {
            assert_eq!(&*with_crlf(text.as_bytes()), want.as_bytes());
        }
    }

    #[test]
    fn a_plus_that_is_data_comes_back() {
        let mut out = Vec::new();
        encode_onto(b"a+b c~*", &mut out);
        assert_eq!(out, b"a%2Bb+c%7E*");
        assert_eq!(&*decode(&out, Errors::Strict).expect("it is text"), b"a+b c~*");
        let error = decode(b"a+%+1", Errors::Strict).expect_err("it is refused");
        assert_eq!(error.to_string(), "\"%+1\" at 2..5 is not a valid percent-escape");
    }
}
