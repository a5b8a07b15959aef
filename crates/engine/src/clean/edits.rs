//! Edits: which changes make a text a URI, and why.
//!
//! This is the definition of cleaning: a list of replacements, found one character at a time.
//! `clean` returns the result of applying them, and the fast pass of [`crate::clean`] must agree
//! with it.

use std::ops::Range;

use crate::base::error::{Error, Kind, Result};
use crate::clean::edit::{Edit, MOST_LISTED, Why};
use crate::clean::profile::{Profile, Role};
use crate::clean::{authority::CleanPiece, octets, salvage, spans, transcode::ComponentSpan};
use crate::codec::encodings::charset::Charset;
use superuri_kernels::memory;

/// The encodings of a URI's text, as browsers distinguish them; `None` means UTF-8.
#[derive(Clone, Copy, Default)]
pub struct Encodings<'a> {
    /// The encoding of everything but host and query.
    pub text: Option<Charset<'a>>,
    /// The encoding of the query.
    pub query: Option<Charset<'a>>,
}

impl<'a> Encodings<'a> {
    /// The encoding of a span in this role. An authority is always UTF-8.
    const fn of(&self, role: Role) -> Option<Charset<'a>> {
        match role {
            Role::Userinfo | Role::Name => None,
            Role::Query | Role::OtherQuery => self.query,
            _ => self.text,
        }
    }
}

/// The replacements that make the text a URI by this profile, in order and without overlaps.
///
/// ```
/// let edits = superuri::clean::edits::edits(b"/a b%", superuri::clean::profiles::RFC3986, Default::default());
/// let edits = edits.unwrap();
/// assert_eq!((edits[0].at.clone(), &*edits[0].with, edits[0].why.word()), (2..3, &b"%20"[..], "space"));
/// assert_eq!(edits[1].why.word(), "stray-percent");
/// ```
///
/// # Errors
/// Where the authority can be read in two ways or has no valid host, and where white space
/// surrounds a whole URI.
pub fn edits(text: &[u8], profile: &Profile, encodings: Encodings<'_>) -> Result<Vec<Edit>> {
    let mut edits = Vec::new();
    one_by_one(text, profile, encodings, &mut |edit| memory::push(&mut edits, edit))?;
    Ok(edits)
}

/// As [`edits`], if there are no more than [`MOST_LISTED`].
///
/// # Errors
/// Those of [`edits`]; [`Kind::TooManyRows`] if there are more.
pub fn listed(text: &[u8], profile: &Profile, encodings: Encodings<'_>) -> Result<Vec<Edit>> {
    let all = |inner: &[u8]| {
        let (mut edits, mut beyond) = (Vec::new(), None);
        for_each_edit(inner, profile, encodings, &mut |edit| {
            if edits.len() < MOST_LISTED {
                memory::push(&mut edits, edit);
            } else {
                beyond.get_or_insert(edit.at);
            }
        })?;
        beyond.map_or(Ok(edits), |at| Err(too_many(at)))
    };
    if profile.salvages { salvage::edits(text, all) } else { all(text) }
}

/// The error for a list that exceeds its limit at this span.
pub(crate) fn too_many(at: Range<usize>) -> Box<Error> {
    Error::naming(Kind::TooManyRows, at, "the text")
}

/// As [`edits`], but passes them to `put` one by one: for a text that is wrong everywhere, the list
/// is far larger than the text.
///
/// # Errors
/// Those of [`edits`]; some edits may have been passed to `put` before.
pub fn one_by_one(
    text: &[u8],
    profile: &Profile,
    encodings: Encodings<'_>,
    put: &mut dyn FnMut(Edit),
) -> Result<()> {
    if !profile.salvages {
        return for_each_edit(text, profile, encodings, put);
    }
    let all = salvage::edits(text, |inner| {
        let mut edits = Vec::new();
        for_each_edit(inner, profile, encodings, &mut |edit| memory::push(&mut edits, edit))?;
        Ok(edits)
    })?;
    all.into_iter().for_each(put);
    Ok(())
}

/// As [`one_by_one`], for a text that is not salvaged first.
pub(crate) fn for_each_edit(
    text: &[u8],
    profile: &Profile,
    encodings: Encodings<'_>,
    put: &mut dyn FnMut(Edit),
) -> Result<()> {
    let (authority, behind) = spans::governed_spans(text, profile)?;
    for piece in authority.chain(behind.map(|(at, role)| CleanPiece::Span(at, role))) {
        let (at, role) = match piece {
            CleanPiece::Span(at, role) => (at, role),
            CleanPiece::Edit(edit) => {
                put(edit);
                continue;
            }
        };
        let put = &mut |mut edit: Edit| {
            edit.why = match (edit.why, role, text[edit.at.start]) {
                (Why::Profile, _, b'#') => Why::SecondHash,
                (Why::Profile, Role::Userinfo, b'@') => Why::AtSign,
                (Why::Profile, Role::FirstSegment, b':') => Why::Colon,
                (why, ..) => why,
            };
            put(edit);
        };
        let set = profile.component(role).set();
        match encodings.of(role) {
            None => octets::for_each_edit(text, at, set, profile.escapes_stray_percent, put),
            Some(charset) => {
                ComponentSpan { text, at, set, profile }.edits(charset)?.into_iter().for_each(put);
            }
        }
    }
    Ok(())
}
