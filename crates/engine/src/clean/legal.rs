//! Is this text legal as it stands, and where would cleaning first change it?
//!
//! The same decisions as those of [`crate::clean::edits`], without the edits: nothing behind the first
//! octet that may not stand is looked at.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;

use crate::base::error::Result;
use crate::base::schemes::{IDNA_SCHEMES, SPECIAL_SCHEMES, scheme_in};
use crate::clean::authority::{self, Piece};
use crate::clean::edits::surrounding_space;
use crate::clean::long;
use crate::clean::profile::{Component, Host, Profile};
use crate::clean::salvage;
use crate::codec::characters::iri::first_char;
use crate::syntax::split::{self, Parts};

/// Is the text what cleaning makes of it?
#[must_use]
pub fn is_legal(text: &[u8], profile: &Profile) -> bool {
    if profile.salvages && matches!(salvage::salvaged(text), Cow::Owned(_)) {
        return false;
    }
    // Where hosts become ASCII, so does all else.
    let is_beyond = profile.host == Host::Idna && !text.is_ascii();
    !is_beyond && matches!(first(text, profile), Ok(None))
}

/// The first span that cleaning replaces, of a text that is not salvaged first.
///
/// # Errors
/// As [`crate::clean::clean`].
pub fn first(text: &[u8], profile: &Profile) -> Result<Option<Range<usize>>> {
    let Parts { scheme, authority, path, query, fragment } = split::split(text);
    let scheme = scheme.map(|span| &text[span]);
    let within = |span: Range<usize>, component: &Component| {
        let wrong = long::first(&text[span.clone()], component, profile.escapes_stray_percent);
        wrong.map(|len| {
            let at = span.start + len;
            at..at + first_char(&text[at..span.end]).map_or(1, char::len_utf8)
        })
    };
    let found = Cell::new(None);
    let look = |span: Range<usize>, component: &Component| {
        found.set(found.take().or_else(|| within(span, component)));
    };
    if profile.host == Host::Octets {
        look(0..path.end, &profile.path);
    } else {
        surrounding_space(text)?;
        if let Some(span) = authority.clone() {
            let idna = scheme_in(scheme, &IDNA_SCHEMES);
            authority::pieces(text, span, profile, idna, &mut |piece| match piece {
                Piece::Userinfo(span) => look(span, &profile.userinfo),
                Piece::Name(span) => look(span, &profile.reg_name),
                Piece::Edit(edit) => found.set(found.take().or(Some(edit.at))),
            })?;
        }
        if scheme.is_some() && authority.is_none() && text.get(path.start) != Some(&b'/') {
            look(path, &profile.opaque_path);
        } else if scheme.is_some() || authority.is_some() {
            look(path, &profile.path);
        } else {
            let first = profile.first_segment.find_end(&text[path.clone()]);
            look(path.start..path.start + first, &profile.first_segment);
            look(path.start + first..path.end, &profile.path);
        }
    }
    if let Some(span) = query {
        let special = scheme_in(scheme, &SPECIAL_SCHEMES);
        look(span, if special { &profile.query } else { &profile.other_query });
    }
    if let Some(span) = fragment {
        look(span, &profile.fragment);
    }
    Ok(found.into_inner())
}
