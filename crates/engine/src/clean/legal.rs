//! Legality: whether a text is legal as it is, and where cleaning would first change it.
//!
//! The decisions are those of [`crate::clean::edits`], without the edits: nothing after the first
//! octet that is not allowed is examined.

use std::{borrow::Cow, ops::Range};

use crate::base::error::Result;
use crate::clean::profile::{HostPolicy, Profile};
use crate::clean::{authority::CleanPiece, illegal_mask, salvage, spans};
use crate::codec::characters::iri::first_char;

/// Whether cleaning leaves the text unchanged.
#[must_use]
pub fn is_legal(text: &[u8], profile: &Profile) -> bool {
    if profile.salvages && matches!(salvage::salvaged(text), Cow::Owned(_)) {
        return false;
    }
    // Where hosts are converted to ASCII, everything else is ASCII too.
    let is_beyond = profile.host == HostPolicy::Idna && !text.is_ascii();
    !is_beyond && matches!(first(text, profile), Ok(None))
}

/// The first span that cleaning replaces, for a text that is not salvaged first.
///
/// # Errors
/// As [`crate::clean::clean`].
pub fn first(text: &[u8], profile: &Profile) -> Result<Option<Range<usize>>> {
    let (mut authority, mut behind) = spans::governed_spans(text, profile)?;
    let of_span = |span: Range<usize>, role| {
        let (within, component) = (&text[span.clone()], profile.component(role));
        let at = illegal_mask::first(within, component, profile.escapes_stray_percent)?;
        let len = first_char(&within[at..]).map_or(1, char::len_utf8);
        Some(span.start + at..span.start + at + len)
    };
    let found = authority.find_map(|piece| match piece {
        CleanPiece::Edit(edit) => Some(edit.at),
        CleanPiece::Span(span, role) => of_span(span, role),
    });
    Ok(found.or_else(|| behind.find_map(|(span, role)| of_span(span, role))))
}
