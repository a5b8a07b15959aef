//! Edits of the path: all of it, its segments, or one more.

use std::{borrow::Cow, ops::Range};

use super::{as_written, edited, means, written};
use crate::base::error::{Error, Kind};
use crate::syntax::places::{
    Edited, FIRST_SEGMENT, FROM_ROOT, RefusedPart, SEGMENT, check_segment, refused,
};
use crate::syntax::unsplit::Components;

/// Sets the path, given as written.
///
/// # Errors
/// As [`whole`].
pub fn with_path(text: &[u8], path: &[u8]) -> Edited {
    let parts = Components::split(text);
    edited(&parts, &Components { path, ..parts })
        .map_err(|failure| as_written(failure, path, "a path", |parts| Some(parts.path)))
}

/// The undecoded segments of a path. A leading slash begins the first one.
pub fn segments(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    let rest = path.strip_prefix(b"/").unwrap_or(path);
    (!path.is_empty()).then(|| rest.split(|&b| b == b'/')).into_iter().flatten()
}

/// The spans of the segments of the path at this span.
pub fn segment_spans(text: &[u8], path: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let path_text = &text[path.clone()];
    let mut at = path.start + usize::from(path_text.starts_with(b"/"));
    segments(path_text).map(move |segment| {
        let span = at..at + segment.len();
        at = span.end + 1;
        span
    })
}

/// A segment as [`super::build::build`] writes it. One that means the old segment at its place keeps
/// the old one's bytes.
///
/// # Errors
/// For `.` and `..`, which cannot be escaped.
pub(super) fn segment<'a>(
    value: &'a [u8],
    old: Option<&'a [u8]>,
    is_first: bool,
) -> Result<Cow<'a, [u8]>, RefusedPart> {
    if let Some(old) = old.filter(|old| means(old, value)) {
        return Ok(Cow::Borrowed(old));
    }
    check_segment(value).map_err(|failure| refused(value, failure))?;
    Ok(written(value, if is_first { &FIRST_SEGMENT } else { &SEGMENT }))
}

/// Sets the segments. The path begins with a slash if it did before, or if it follows an authority.
/// A segment that means the old one at its place keeps its bytes.
///
/// # Errors
/// As [`whole`], and where a segment reads as a dot-segment.
pub fn with_segments(text: &[u8], values: &[Vec<u8>]) -> Edited {
    let parts = Components::split(text);
    let rooted = parts.authority.is_some() || parts.path.first() == Some(&b'/');
    let mut path = Vec::new();
    let mut old = segments(parts.path);
    for (n, value) in values.iter().enumerate() {
        if n > 0 || rooted {
            path.push(b'/');
        }
        let first = n == 0 && !rooted && parts.scheme.is_none();
        path.extend_from_slice(&segment(value, old.next(), first)?);
    }
    if !rooted && path.first() == Some(&b'/') {
        let failure = Error::quoting(Kind::Misread, &path, 0..path.len()).that(FROM_ROOT);
        return Err(refused(&path, failure));
    }
    edited(&parts, &Components { path: &path, ..parts })
}

/// Appends a segment. It takes the place of an empty last segment.
///
/// # Errors
/// As [`with_segments`].
pub fn child(text: &[u8], value: &[u8]) -> Edited {
    let parts = Components::split(text);
    let mut path = parts.path.to_vec();
    if !path.ends_with(b"/") && (!path.is_empty() || parts.authority.is_some()) {
        path.push(b'/');
    }
    let first = path.is_empty() && parts.scheme.is_none();
    path.extend_from_slice(&segment(value, None, first)?);
    edited(&parts, &Components { path: &path, ..parts })
}
