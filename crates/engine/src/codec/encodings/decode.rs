//! Decoding of a text whose octets are in a known encoding.

use std::{convert::Infallible, ops::Range};

use crate::base::error::{Error, Kind, Result};
use crate::codec::encodings::charset::{self, Charset, KnownEncoding, Stretch, Written};
use crate::codec::encodings::mixed::describe_bytes;
use crate::codec::percent::{Errors, decode_bytes};
use crate::codec::triplets::{Token, tokens};
use superuri_kernels::memory;

/// An encoding, and the caller's name for it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NamedEncoding {
    /// The encoding.
    pub known: KnownEncoding,
    /// Its name in messages.
    pub name: String,
}

impl NamedEncoding {
    /// Decodes one level of percent-encoding, and the octets as text. Every octet, raw or escaped,
    /// is in the encoding.
    ///
    /// # Errors
    ///
    /// Under [`Errors::Strict`], the first `%` that does not begin a triplet or the first octets
    /// that are not valid text, whichever comes first.
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
        let octets = memory::collected(tokens(&text[..well]).map(|token| token.byte));
        let mut out = memory::string_with_capacity(octets.len());
        for part in self.known.parts(&octets) {
            match (part, errors) {
                (Stretch::Text(text), _) => memory::append(&mut out, &text),
                (Stretch::Malformed(at), Errors::Strict) => {
                    return Err(undecodable(text, &at, &self.name));
                }
                (Stretch::Malformed(_), Errors::Ignore) => {}
                (Stretch::Malformed(_), _) => memory::append(&mut out, "\u{FFFD}"),
            }
        }
        malformed.map_or(Ok(out), Err)
    }

    /// Encodes the text.
    ///
    /// # Errors
    ///
    /// The first character that the encoding lacks.
    pub fn octets(&self, text: &str) -> Result<Vec<u8>> {
        let mut out = memory::with_capacity(text.len());
        charset::write(text, Charset::Known(self.known), &mut |written| match written {
            Written::Octets(octets) => {
                memory::reserve(&mut out, octets.len());
                out.extend_from_slice(octets);
                Ok(())
            }
            Written::Lacking(_, at) => Err(Error::quoting(Kind::Unencodable, text.as_bytes(), at)
                .that(format!("has no bytes in {}", self.name))),
        })?;
        Ok(out)
    }
}

/// Decodes the octets that are valid text in the encoding; the rest stays as written. If the
/// decoded text contains a `%`, a `%25` whose `%` would begin a triplet stays escaped. If it
/// contains none, an octet 25 was part of another character, and nothing has to stay.
///
/// # Errors
///
/// Those of `parts`.
pub fn keep<E>(
    text: &[u8],
    parts: impl Fn(&[u8]) -> std::result::Result<Vec<Stretch>, E>,
) -> std::result::Result<String, E> {
    let all: Vec<Token> = memory::collected(tokens(text));
    let octets = memory::collected(all.iter().map(|token| token.byte));
    let read = written(text, parts(&octets)?, |at| all[at].start..all[at].end);
    if !read.contains('%') {
        return Ok(read);
    }
    let kept = decode_bytes(text, Errors::Keep).unwrap_or_default();
    // A triplet that had to stay now counts as three bytes, each of which comes from itself.
    let mut origin = memory::with_capacity(kept.len());
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

/// The parts as text; malformed octets as they are written in the source.
fn written(text: &[u8], parts: Vec<Stretch>, source: impl Fn(usize) -> Range<usize>) -> String {
    let mut out = memory::string_with_capacity(text.len());
    for part in parts {
        match part {
            Stretch::Text(read) => memory::append(&mut out, &read),
            Stretch::Malformed(at) => {
                at.for_each(|at| {
                    memory::append(&mut out, &String::from_utf8_lossy(&text[source(at)]));
                });
            }
        }
    }
    out
}

/// The error for the octets at these positions in the decoded text, which are not valid in the
/// encoding of this name.
#[must_use]
pub fn undecodable(text: &[u8], at: &Range<usize>, name: &str) -> Box<Error> {
    let all: Vec<Token> = memory::collected(tokens(text));
    let start = at.start.min(all.len().saturating_sub(1));
    let end = at.end.clamp(start + 1, all.len().max(start + 1));
    let culprits = all.get(start..end).unwrap_or_default();
    let what = describe_bytes(culprits.iter().map(|token| token.byte));
    let at =
        culprits.first().map_or(0, |first| first.start)..culprits.last().map_or(0, |last| last.end);
    Error::naming(Kind::Undecodable, at, what).that(format!("is not valid {name}"))
}
