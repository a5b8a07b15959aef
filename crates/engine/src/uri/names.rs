//! The last segment of a path: its name, its suffix, and the parent path.

use std::{borrow::Cow, ops::Range};

use super::{edited, means, path::segment, whole, written};
use crate::base::error::{Error, Kind};
use crate::syntax::places::{Edited, SEGMENT, refused};
use crate::syntax::{split, unsplit::Components};
use superuri_kernels::memory;

/// The span of the name: the last segment, empty if the path is empty or ends in a slash.
#[must_use]
pub fn name(text: &[u8]) -> Range<usize> {
    let path = split::split(text).path;
    let start = memchr::memrchr(b'/', &text[path.clone()]).map_or(0, |slash| slash + 1);
    path.start + start..path.end
}

/// The span of the name's suffix: from its last dot on, unless that is its first or last character.
/// An escaped dot counts as a dot (RFC 3986 section 2.3).
///
/// ```
/// use superuri::uri::names::suffix;
/// let of = |text: &'static [u8]| &text[suffix(text)];
/// assert_eq!(of(b"/a.tar.gz?x.y"), b".gz");
/// assert_eq!(of(b"/a%2Egz"), b"%2Egz");
/// assert_eq!((of(b"/.bashrc"), of(b"/a."), of(b"/a.b/")), (&b""[..], &b""[..], &b""[..]));
/// ```
#[must_use]
pub fn suffix(text: &[u8]) -> Range<usize> {
    let name = name(text);
    let (mut at, mut found) = (name.start, None);
    while at < name.end {
        let rest = &text[at..name.end];
        let dot = match rest {
            [b'.', ..] => 1,
            [b'%', b'2', b'E' | b'e', ..] => 3,
            _ => 0,
        };
        if dot > 0 && at > name.start && rest.len() > dot {
            found = Some(at);
        } else if dot > 0 && rest.len() == dot {
            // A name that ends in a dot has no suffix.
            found = None;
        }
        at += dot.max(1);
    }
    found.unwrap_or(name.end)..name.end
}

/// The URI without its last segment, query and fragment. The parent of the root is the root.
///
/// # Errors
/// As [`whole`].
pub fn parent(text: &[u8]) -> Edited {
    let parts = Components::split(text);
    let path = match memchr::memrchr(b'/', parts.path) {
        None => &[][..],
        Some(0) => b"/",
        Some(slash) => &parts.path[..slash],
    };
    whole(&Components { path, query: None, fragment: None, ..parts })
}

/// Sets the last segment, which is data.
///
/// # Errors
/// As [`super::with_segments`], and for an empty name.
pub fn with_name(text: &[u8], value: &[u8]) -> Edited {
    if value.is_empty() {
        return Err(refused(value, Error::naming(Kind::NoName, 0..0, "the name")));
    }
    let parts = Components::split(text);
    let end = memchr::memrchr(b'/', parts.path).map_or(0, |slash| slash + 1);
    let mut path = parts.path[..end].to_vec();
    if path.is_empty() && parts.authority.is_some() {
        path.push(b'/');
    }
    let first = path.is_empty() && parts.scheme.is_none();
    path.extend_from_slice(&segment(value, Some(&parts.path[end..]), first)?);
    edited(&parts, &Components { path: &path, ..parts })
}

/// Sets the suffix of the name, which is data and begins with a dot. An empty one removes the
/// suffix. The rest of the name is left as written.
///
/// # Errors
/// If there is no name, for a value that is not a suffix, and as [`whole`].
pub fn with_suffix(text: &[u8], value: &[u8]) -> Edited {
    let is_suffix = value.is_empty()
        || value.len() > 1 && value[0] == b'.' && !value.ends_with(b".") && !value.contains(&b'/');
    if !is_suffix {
        return Err(refused(value, Error::quoting(Kind::BadSuffix, value, 0..value.len())));
    }
    if name(text).is_empty() {
        return Err(refused(text, Error::naming(Kind::NoName, 0..text.len(), "the path")));
    }
    let (parts, at) = (Components::split(text), suffix(text).start);
    let start = split::split(text).path.start;
    let old = &text[suffix(text)];
    let new = if means(old, value) { Cow::Borrowed(old) } else { written(value, &SEGMENT) };
    let path = memory::concat(&[&text[start..at], &new]);
    edited(&parts, &Components { path: &path, ..parts })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(edited: Edited) -> Result<String, Kind> {
        edited
            .map(|uri| String::from_utf8_lossy(&uri).into_owned())
            .map_err(|refused| refused.error.kind)
    }

    #[test]
    fn a_parent_is_a_prefix_without_query_and_fragment() {
        for (of, want) in [
            ("http://e.com/a%2Fb/c?q#f", "http://e.com/a%2Fb"),
            ("http://e.com/a/", "http://e.com/a"),
            ("http://e.com/a", "http://e.com/"),
            ("http://e.com/?q", "http://e.com/"),
            ("http://e.com?q", "http://e.com"),
            ("http://e.com//a", "http://e.com/"),
            ("a/b", "a"),
            ("a", ""),
            ("x:/.//a", "x:/./"),
            ("mailto:a@b", "mailto:"),
        ] {
            assert_eq!(text(parent(of.as_bytes())).as_deref(), Ok(want), "{of}");
        }
    }

    #[test]
    fn a_name_and_a_suffix_keep_all_else() {
        for (of, value, want) in [
            ("/%7e/b.c?q#f", "d e", "/%7e/d%20e?q#f"),
            ("http://e.com?q", "a/b", "http://e.com/a%2Fb?q"),
            ("b", "a:b", "a%3Ab"),
            ("/a/", "b", "/a/b"),
        ] {
            assert_eq!(text(with_name(of.as_bytes(), value.as_bytes())).as_deref(), Ok(want));
        }
        for (of, value, want) in [
            ("/%7e/%62.tar.gz?q#f", ".zst", "/%7e/%62.tar.zst?q#f"),
            ("/a%2Egz", ".é", "/a.%C3%A9"),
            ("/a.gz", "", "/a"),
            ("/a", ".b", "/a.b"),
        ] {
            assert_eq!(text(with_suffix(of.as_bytes(), value.as_bytes())).as_deref(), Ok(want));
        }
        assert_eq!(text(with_name(b"/a", b"")), Err(Kind::NoName));
        assert!(text(with_name(b"/a", b"..")).is_err());
        assert_eq!(text(with_suffix(b"/a/", b".gz")), Err(Kind::NoName));
        for wrong in ["gz", ".", ".a.", "./a"] {
            assert_eq!(text(with_suffix(b"/a", wrong.as_bytes())), Err(Kind::BadSuffix));
        }
    }
}
