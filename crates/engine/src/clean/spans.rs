//! Spans: which component's set governs which span of a text; used by all but the fast pass.

use std::ops::Range;

use crate::base::error::{Error, Kind, Result};
use crate::base::schemes::{IDNA_SCHEMES, SPECIAL_SCHEMES, scheme_in};
use crate::clean::authority::{self, CleanPiece};
use crate::clean::profile::{HostPolicy, Profile, Role};
use crate::syntax::split::{self, Parts};

/// The pieces of the authority that may be replaced, and the spans after it with their roles, both
/// in order. Delimiters are in none of them.
///
/// # Errors
/// As [`crate::clean::clean`].
#[inline]
pub(crate) fn governed_spans(
    text: &[u8],
    profile: &Profile,
) -> Result<(impl Iterator<Item = CleanPiece>, impl Iterator<Item = (Range<usize>, Role)>)> {
    let parts = split::split(text);
    let mut pieces = None;
    if profile.host != HostPolicy::Octets {
        surrounding_space(text)?;
        if let Some(span) = parts.authority.clone()
            && !authority::is_plain(&text[span.clone()])
        {
            let scheme = parts.scheme.clone().map(|span| &text[span]);
            let idna = scheme_in(scheme, &IDNA_SCHEMES);
            pieces = Some(authority::pieces(text, span, profile, idna)?);
        }
    }
    Ok((pieces.into_iter().flatten(), behind_authority(text, parts, profile)))
}

/// The spans after the authority, in which nothing is refused.
#[inline]
pub(crate) fn behind_authority(
    text: &[u8],
    Parts { scheme, authority, path, query, fragment }: Parts,
    profile: &Profile,
) -> impl Iterator<Item = (Range<usize>, Role)> + use<> {
    let scheme = scheme.map(|span| &text[span]);
    let (mut first, mut role, mut rest) = (None, Role::Path, path.start);
    if profile.host == HostPolicy::Octets {
        // Without a structure, the part before the path is cleaned like the path.
        rest = 0;
    } else if scheme.is_none() && authority.is_none() {
        let len = memchr::memchr(b'/', &text[path.clone()]).unwrap_or(path.len());
        rest += len;
        first = Some((path.start..rest, Role::FirstSegment));
    } else if authority.is_none() && text.get(path.start) != Some(&b'/') {
        role = Role::OpaquePath;
    }
    let query = query.map(|at| {
        let special = scheme_in(scheme, &SPECIAL_SCHEMES);
        (at, if special { Role::Query } else { Role::OtherQuery })
    });
    let fragment = fragment.map(|at| (at, Role::Fragment));
    [first, Some((rest..path.end, role)), query, fragment].into_iter().flatten()
}

/// Refuses white space around a whole URI: sent, it would become data.
pub(crate) fn surrounding_space(text: &[u8]) -> Result<()> {
    let trimmed = text.trim_ascii();
    if trimmed.len() == text.len() || split::scheme(trimmed).is_none() {
        return Ok(());
    }
    let leading = text.len() - text.trim_ascii_start().len();
    let at = if leading > 0 { 0..leading } else { trimmed.len()..text.len() };
    Err(Error::naming(Kind::SurroundingSpace, at, "the white space"))
}
