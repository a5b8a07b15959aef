//! Pass: the fast way to clean a text, which stops only where [`crate::clean::edits`] might make an
//! edit.
//!
//! One walk from left to right, component by component. The kernel finds the next *stop*: a byte of
//! the component's set, a `%`, or a delimiter that ends the component. Three loops share this walk:
//!
//! ```text
//! component    one stop after the other; decides what a stop is
//!   stretches  first, from MASK_FROM_BYTES on: whole words of 64 bytes by a bit mask
//!   stretch    at a byte of the set: everything up to the next % or delimiter, encoded at once
//! ```
//!
//! Invariants:
//! * `out` holds the cleaned form of `text[..done]`, and nothing before the first change. So
//!   `done == 0` means that nothing has changed: a change always ends after its first byte.
//! * `done` never moves back, and every replacement begins at or after it: what is between them is
//!   copied by `copy`.
//! * Offsets are those of the whole text. `span` shortens `text` for a while, only at its end, so
//!   they stay valid.
//!
//! The order matters at a stop: a triplet is passed over before a stray `%` is escaped, and a
//! delimiter ends the component before the set of the component counts.

use std::ops::Range;

use crate::base::error::Result;
use crate::base::schemes::{IDNA_SCHEMES, SPECIAL_SCHEMES, scheme_in};
use crate::clean::authority::{self, CleanPiece};
use crate::clean::illegal_mask::{IllegalMask, MASK_FROM_BYTES};
use crate::clean::profile::{Component, HostPolicy, Profile};
use crate::clean::spans;
use crate::codec::characters::iri::unescaped_prefix_len;
use crate::codec::triplets::{escaped, triplet};
use crate::syntax::split;
use superuri_kernels::{count, encode_onto, find, memory, set::NonAscii};

/// Appends the cleaned text and returns whether anything changed. If nothing changed, or on
/// failure, nothing is appended.
pub(super) fn pass(text: &[u8], profile: &Profile, out: &mut Vec<u8>) -> Result<bool> {
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

/// How many bytes of a stretch are examined one by one before the rest is searched.
const NEAR: usize = 16;

/// A pass over one text.
struct Pass<'a> {
    text: &'a [u8],
    stray: bool,
    /// How much of the text has been copied to `out`; 0 until something changes.
    done: usize,
    out: &'a mut Vec<u8>,
}

impl Pass<'_> {
    fn whole(&mut self, profile: &Profile) -> Result<()> {
        let text = self.text;
        let scheme = split::scheme(text);
        let mut at = scheme.map_or(0, |len| len + 1);
        let mut path = &profile.path;
        if profile.host == HostPolicy::Octets {
            at = 0;
        } else {
            if text.first().is_some_and(u8::is_ascii_whitespace)
                || text.last().is_some_and(u8::is_ascii_whitespace)
            {
                spans::surrounding_space(text)?;
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
            let special = || scheme_in(scheme.map(|len| &text[..len]), &SPECIAL_SCHEMES);
            let query = if !profile.has_special_query() || special() {
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
        let idna = scheme_in(scheme, &IDNA_SCHEMES);
        for piece in authority::pieces(self.text, start..end, profile, idna)? {
            match piece {
                CleanPiece::Span(span, role) => self.span(span, profile.component(role)),
                CleanPiece::Edit(edit) => self.put(edit.at.start, edit.at.end, &edit.with),
            }
        }
        Ok(())
    }

    /// Cleans a span that is a component of its own.
    fn span(&mut self, span: Range<usize>, component: &Component) {
        let whole = self.text;
        self.text = &whole[..span.end];
        self.component(span.start, component);
        self.text = whole;
    }

    /// Cleans one component from here on and returns its end.
    fn component(&mut self, from: usize, component: &Component) -> usize {
        let text = self.text;
        let mut at = from;
        if text.len() - from >= MASK_FROM_BYTES && component.set().rule() == NonAscii::Encoded {
            at += find(&text[at..], component.stops());
            if text.get(at).is_some_and(|&byte| !component.ends_at(byte)) {
                at = self.stretches(at, at + component.find_end(&text[at..]), component);
            }
        }
        loop {
            // Escapes come in runs, so test one byte before starting a search.
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
                Some(_) if component.set().rule() == NonAscii::Encoded => {
                    at = self.stretch(at, component);
                }
                Some(&byte) => match unescaped_prefix_len(&text[at..], component.set().rule()) {
                    len if len > 0 && byte >= 0x80 => at += len,
                    _ => {
                        self.put(at, at + 1, &escaped(byte));
                        at += 1;
                    }
                },
            }
        }
    }

    /// Cleans the part of a long component that makes up whole words, and returns its end.
    fn stretches(&mut self, from: usize, end: usize, component: &Component) -> usize {
        let text = self.text;
        let (mut at, mut is_reserved) = (from, false);
        loop {
            at += find(&text[at..end], component.stops());
            let Some(mask) = IllegalMask::of(&text[at..end], component, self.stray) else {
                return at;
            };
            if mask.is_wrong() {
                if !is_reserved {
                    // Reserve a quarter more than needed. With an exact fit, the C library would
                    // return the pages to the system each time, and the next call would have to
                    // fault them in again.
                    let more = 2 * count(&text[at..end], component.stops()) + text.len() / 4;
                    memory::reserve(self.out, text.len() - self.done + more);
                    is_reserved = true;
                }
                self.copy(at);
                mask.encode_onto(component, self.out);
                self.done = at + mask.len();
            }
            at += mask.len();
        }
    }

    /// Encodes everything up to the next `%` or delimiter at once, and returns its offset.
    fn stretch(&mut self, from: usize, component: &Component) -> usize {
        let rest = &self.text[from..];
        let is_break = |byte: u8| byte == b'%' || component.ends_at(byte);
        self.copy(from);
        // For a few bytes, testing each is faster than a search and the kernel.
        let near = rest.iter().take(NEAR).position(|&byte| is_break(byte));
        let few = near.or((rest.len() <= NEAR).then_some(rest.len()));
        let len = few.unwrap_or_else(|| NEAR + component.find_break(&rest[NEAR..]));
        if few.is_none() {
            encode_onto(&rest[..len], component.table(), self.out);
        } else {
            for &byte in &rest[..len] {
                if component.table().has(byte) {
                    self.out.extend_from_slice(&escaped(byte));
                } else {
                    self.out.push(byte);
                }
            }
        }
        self.done = from + len;
        self.done
    }

    /// Replaces the span by `with`; the span does not begin before the end of the last one.
    fn put(&mut self, start: usize, end: usize, with: &[u8]) {
        self.copy(start);
        self.out.extend_from_slice(with);
        self.done = end;
    }

    /// Copies what is between the last change and this place.
    fn copy(&mut self, to: usize) {
        if self.done == 0 {
            // For most texts this is the only allocation; texts with many escapes need more.
            memory::reserve(self.out, self.text.len() + self.text.len() / 4 + 32);
        }
        self.out.extend_from_slice(&self.text[self.done..to]);
    }
}
