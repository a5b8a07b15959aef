//! What is this text as a URI, fast?
//!
//! One pass that stops only where [`crate::edits`] might edit. It says the same as applying the
//! edits, always: tests hold the two together.

use std::borrow::Cow;

use crate::authority;
use crate::edits::{self, Encodings, scheme_in};
use crate::error::Result;
use crate::iri::staying;
use crate::kernels::find;
use crate::percent::{escaped, triplet};
use crate::profile::{Component, Host, Profile};
use crate::salvage;
use crate::split;

/// The text as a legal URI reference; borrowed where it was one.
///
/// ```
/// use superuri::{clean::clean, sets::RFC3986};
/// let text = "http://e.com/a b?q=%2F&r=50%".as_bytes();
/// assert_eq!(&*clean(text, RFC3986).unwrap(), b"http://e.com/a%20b?q=%2F&r=50%25");
/// ```
///
/// # Errors
/// Where the authority can be read in two ways or holds no host, and where white space surrounds
/// a whole URI.
pub fn clean<'a>(text: &'a [u8], profile: &Profile) -> Result<Cow<'a, [u8]>> {
    let mut out = Vec::new();
    Ok(if onto(text, profile, &mut out)? { Cow::Owned(out) } else { Cow::Borrowed(text) })
}

/// Appends the cleaned text, and says whether anything changed. Nothing is appended if not, nor
/// if it fails.
///
/// # Errors
/// As [`clean`].
pub fn onto(text: &[u8], profile: &Profile, out: &mut Vec<u8>) -> Result<bool> {
    if profile.salvages
        && let Cow::Owned(inner) = salvage::salvaged(text)
    {
        let start = out.len();
        match pass(&inner, profile, out) {
            Ok(true) => {}
            Ok(false) => out.extend_from_slice(&inner),
            Err(_) => {
                out.truncate(start);
                // The failure's offsets are those of the salvaged text: ask the plain truth.
                edits::edits(text, profile, Encodings::default())?;
            }
        }
        return Ok(true);
    }
    pass(text, profile, out)
}

/// Is the text legal as it stands?
#[must_use]
pub fn is_clean(text: &[u8], profile: &Profile) -> bool {
    matches!(onto(text, profile, &mut Vec::new()), Ok(false))
}

fn pass(text: &[u8], profile: &Profile, out: &mut Vec<u8>) -> Result<bool> {
    let start = out.len();
    let mut pass = Pass { text, stray: profile.escapes_stray_percent, done: 0, out };
    match pass.whole(profile) {
        Ok(()) if pass.done == 0 => Ok(false),
        Ok(()) => {
            pass.out.extend_from_slice(&text[pass.done..]);
            Ok(true)
        }
        Err(error) => {
            pass.out.truncate(start);
            Err(error)
        }
    }
}

/// A pass over one text.
struct Pass<'a> {
    text: &'a [u8],
    stray: bool,
    /// How much of the text stands in `out` already; 0 until something changes.
    done: usize,
    out: &'a mut Vec<u8>,
}

impl Pass<'_> {
    fn whole(&mut self, profile: &Profile) -> Result<()> {
        let text = self.text;
        let scheme = split::scheme(text);
        let mut at = scheme.map_or(0, |len| len + 1);
        let mut path = &profile.path;
        if profile.host == Host::Octets {
            at = 0;
        } else {
            if text.first().is_some_and(u8::is_ascii_whitespace)
                || text.last().is_some_and(u8::is_ascii_whitespace)
            {
                edits::surrounding_space(text)?;
            }
            if let Some(end) = split::authority_end(text, at) {
                self.authority(at + 2, end, profile)?;
                at = end;
            } else if scheme.is_none() {
                at = self.component(at, &profile.first_segment);
            } else if text.get(at) != Some(&b'/') {
                path = &profile.opaque_path;
            }
        }
        at = self.component(at, path);
        if text.get(at) == Some(&b'?') {
            let scheme = scheme.map(|len| &text[..len]);
            let query = if scheme_in(scheme, &edits::SPECIAL_SCHEMES) {
                &profile.query
            } else {
                &profile.other_query
            };
            at = self.component(at + 1, query);
        }
        if at < text.len() {
            self.component(at + 1, &profile.fragment);
        }
        Ok(())
    }

    fn authority(&mut self, start: usize, end: usize, profile: &Profile) -> Result<()> {
        if authority::is_plain(&self.text[start..end]) {
            return Ok(());
        }
        let scheme = split::scheme(self.text).map(|len| &self.text[..len]);
        let idna = scheme_in(scheme, &edits::IDNA_SCHEMES);
        for edit in authority::edits(self.text, start..end, profile, idna)? {
            self.put(edit.at.start, edit.at.end, &edit.with);
        }
        Ok(())
    }

    /// Cleans one component from here on, and says where it ended.
    fn component(&mut self, from: usize, component: &Component) -> usize {
        let text = self.text;
        let mut at = from;
        loop {
            // Escapes come in runs: look at one byte before setting out to search.
            match text.get(at) {
                None => return at,
                Some(&byte) if !component.stops().has(byte) => {
                    at += 1;
                    at += find(&text[at..], component.stops());
                }
                Some(b'%') if triplet(&text[at..]).is_some() => at += 3,
                Some(b'%') => {
                    if self.stray {
                        self.put(at, at + 1, b"%25");
                    }
                    at += 1;
                }
                Some(&byte) if component.ends_at(byte) => return at,
                Some(&byte) => match staying(&text[at..], component.set().rule()) {
                    0 => {
                        self.put(at, at + 1, &escaped(byte));
                        at += 1;
                    }
                    len => at += len,
                },
            }
        }
    }

    /// Puts `with` in the place of a span that begins where the last one ended, or later.
    fn put(&mut self, start: usize, end: usize, with: &[u8]) {
        self.out.extend_from_slice(&self.text[self.done..start]);
        self.out.extend_from_slice(with);
        self.done = end;
    }
}
