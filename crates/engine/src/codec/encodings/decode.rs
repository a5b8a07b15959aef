//! Decoding of a text whose octets are in a known encoding.

use std::convert::Infallible;
use std::ops::Range;

use crate::base::error::{Error, Kind, Result};
use crate::codec::encodings::charset::{self, Charset, Known, Part, Written};
use crate::codec::encodings::mixed::named;
use crate::codec::percent::{Errors, decode_bytes};
use crate::codec::triplets::{Token, tokens};

/// An encoding, and what the caller calls it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Called {
    /// The encoding.
    pub known: Known,
    /// Its name in sentences.
    pub name: String,
}

impl Called {
    /// The text that the octets stand for: one level of percent-encoding undone. Every octet is
    /// one of the encoding, raw or escaped.
    ///
    /// # Errors
    ///
    /// Under [`Errors::Strict`], the first `%` that begins no triplet or the first octets that are
    /// not valid text, whichever comes first.
    pub fn decode(&self, text: &[u8], errors: Errors) -> Result<String> {
        if errors == Errors::Keep {
            let Ok(kept) = keep(text, |octets| {
                std::result::Result::<_, Infallible>::Ok(self.known.parts(octets))
            });
            return Ok(kept);
        }
        let malformed = match errors {
            Errors::Strict => decode_bytes(text, errors).err(),
            _ => None,
        };
        let well = malformed.as_ref().map_or(text.len(), |malformed| malformed.at.start);
        let octets: Vec<u8> = tokens(&text[..well]).map(|token| token.byte).collect();
        let mut out = String::with_capacity(octets.len());
        for part in self.known.parts(&octets) {
            match (part, errors) {
                (Part::Text(text), _) => out.push_str(&text),
                (Part::Malformed(at), Errors::Strict) => {
                    return Err(undecodable(text, &at, &self.name));
                }
                (Part::Malformed(_), Errors::Ignore) => {}
                (Part::Malformed(_), _) => out.push(char::REPLACEMENT_CHARACTER),
            }
        }
        malformed.map_or(Ok(out), Err)
    }

    /// The octets of the text.
    ///
    /// # Errors
    ///
    /// The first character that the encoding lacks.
    pub fn octets(&self, text: &str) -> Result<Vec<u8>> {
        let mut out = Vec::with_capacity(text.len());
        charset::write(text, Charset::Known(self.known), &mut |written| match written {
            Written::Octets(octets) => {
                out.extend_from_slice(octets);
                Ok(())
            }
            Written::Lacking(_, at) => Err(Error::quoting(Kind::Unencodable, text.as_bytes(), at)
                .that(format!("has no bytes in {}", self.name))),
        })?;
        Ok(out)
    }

    /// What [`Called::decode`] gives, of a text in UTF-8 whose raw characters stand for themselves;
    /// of anything else, that.
    ///
    /// # Errors
    ///
    /// As `decode`.
    pub fn decode_text(&self, text: &[u8], errors: Errors) -> Result<String> {
        of_escapes(text, |octets| self.decode(octets, errors))
    }
}

/// The text whose raw characters stand for themselves, with this made of all between them; of what
/// is not UTF-8, that of the whole.
pub(super) fn of_escapes(text: &[u8], decode: impl Fn(&[u8]) -> Result<String>) -> Result<String> {
    let Ok(mut rest) = std::str::from_utf8(text) else { return decode(text) };
    let mut out = String::with_capacity(text.len());
    while !rest.is_empty() {
        let start = text.len() - rest.len();
        let ascii = rest.find(|c: char| !c.is_ascii()).unwrap_or(rest.len());
        let run = decode(&rest.as_bytes()[..ascii]);
        out.push_str(&run.map_err(|error| error.shifted(start))?);
        rest = &rest[ascii..];
        let raw = rest.find(|c: char| c.is_ascii()).unwrap_or(rest.len());
        out.push_str(&rest[..raw]);
        rest = &rest[raw..];
    }
    Ok(out)
}

/// What of the text is text in an encoding, the rest as it is. If the text has a `%`, then one
/// that would begin a triplet stays escaped; where none has, the octets 25 were parts of others.
///
/// # Errors
///
/// Those of `parts`.
pub fn keep<E>(
    text: &[u8],
    parts: impl Fn(&[u8]) -> std::result::Result<Vec<Part>, E>,
) -> std::result::Result<String, E> {
    let all: Vec<Token> = tokens(text).collect();
    let octets: Vec<u8> = all.iter().map(|token| token.byte).collect();
    let read = written(text, parts(&octets)?, |at| all[at].start..all[at].end);
    if !read.contains('%') {
        return Ok(read);
    }
    let kept = decode_bytes(text, Errors::Keep).unwrap_or_default();
    // A triplet that had to stay is three bytes of its own now, each from itself.
    let mut origin = Vec::with_capacity(kept.len());
    for token in &all {
        let stays = kept[origin.len()..].starts_with(&text[token.start..token.end])
            && token.end - token.start == 3;
        if stays {
            origin.extend((token.start..token.end).map(|at| at..at + 1));
        } else {
            origin.push(token.start..token.end);
        }
    }
    Ok(written(text, parts(&kept)?, |at| origin[at].clone()))
}

/// The parts as text, and anything else as it is written.
fn written(text: &[u8], parts: Vec<Part>, source: impl Fn(usize) -> Range<usize>) -> String {
    let mut out = String::with_capacity(text.len());
    for part in parts {
        match part {
            Part::Text(read) => out.push_str(&read),
            Part::Malformed(at) => {
                at.for_each(|at| out.push_str(&String::from_utf8_lossy(&text[source(at)])));
            }
        }
    }
    out
}

/// The failure of the octets at these places among those of the text, which are not valid text in
/// the encoding of this name.
#[must_use]
pub fn undecodable(text: &[u8], at: &Range<usize>, name: &str) -> Box<Error> {
    let all: Vec<Token> = tokens(text).collect();
    let start = at.start.min(all.len().saturating_sub(1));
    let end = at.end.clamp(start + 1, all.len().max(start + 1));
    let culprits = all.get(start..end).unwrap_or_default();
    let what = named(culprits.iter().map(|token| token.byte));
    let at =
        culprits.first().map_or(0, |first| first.start)..culprits.last().map_or(0, |last| last.end);
    Error::naming(Kind::Undecodable, at, what).that(format!("is not valid {name}"))
}
