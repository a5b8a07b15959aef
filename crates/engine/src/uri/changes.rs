//! Changes: several edits of a URI at once.
//!
//! Each change is an edit of [`uri`]. Everything else is unchanged, byte for byte.

use std::borrow::Cow;

use crate::base::error::{Error, Kind, Result};
use crate::syntax::places::{Edited, RefusedPart};
use crate::syntax::split;
use crate::uri;

/// A change to one part; values are data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Set or remove the scheme.
    Scheme(Option<Vec<u8>>),
    /// Set or remove user and password.
    User(Option<Vec<u8>>, Option<Vec<u8>>),
    /// Remove the password, but not the user.
    WithoutPassword,
    /// Set the host: a name, or an address with or without its brackets.
    Host(Vec<u8>),
    /// Set or remove the port.
    Port(Option<u16>),
    /// Set the path, already encoded.
    Path(Vec<u8>),
    /// Set the path to these segments.
    Segments(Vec<Vec<u8>>),
    /// Append a segment.
    Child(Vec<u8>),
    /// Remove the query.
    WithoutQuery,
    /// Remove all pairs of this name.
    WithoutPair(Vec<u8>),
    /// Set the value of the first pair of this name, and remove its other pairs.
    Pair(Vec<u8>, Option<Vec<u8>>),
    /// Append a pair to the query.
    AddPair(Vec<u8>, Option<Vec<u8>>),
    /// Set or remove the fragment.
    Fragment(Option<Vec<u8>>),
}

impl Change {
    fn apply(&self, text: &[u8]) -> Edited {
        match self {
            Self::Scheme(scheme) => uri::with_scheme(text, scheme.as_deref()),
            Self::User(user, password) => {
                uri::with_user(text, user.as_deref(), password.as_deref())
            }
            Self::WithoutPassword => uri::with_password(text, None),
            Self::Host(host) => uri::with_host(text, host),
            Self::Port(port) => uri::with_port(text, *port),
            Self::Path(path) => uri::with_path(text, path),
            Self::Segments(segments) => uri::with_segments(text, segments),
            Self::Child(segment) => uri::child(text, segment),
            Self::WithoutQuery => uri::with_query(text, None),
            Self::WithoutPair(name) => uri::without_pairs(text, &[name]),
            Self::Pair(name, value) => uri::with_pair(text, name, value.as_deref()),
            Self::AddPair(name, value) => uri::add_pair(text, name, value.as_deref()),
            Self::Fragment(fragment) => uri::with_fragment(text, fragment.as_deref()),
        }
    }
}

/// The URI reference after all changes, in order. The text must be legal.
///
/// ```
/// use superuri::uri::changes::{Change, apply};
/// let changes = [Change::Port(None), Change::Pair(b"q".to_vec(), Some(b"a&b".to_vec()))];
/// let text = apply(b"http://e.com:8080/%7e?x=%27&q=1", &changes).unwrap();
/// assert_eq!(&*text, b"http://e.com/%7e?x=%27&q=a%26b");
/// ```
///
/// # Errors
/// As the edits of [`uri`]. The message names the component or value at fault. The span is the
/// path, if the path cannot stay unchanged, otherwise the whole text.
pub fn apply<'a>(text: &'a [u8], changes: &[Change]) -> Result<Cow<'a, [u8]>> {
    let mut now = Cow::Borrowed(text);
    for change in changes {
        now = match change.apply(&now) {
            Ok(next) => Cow::Owned(next),
            Err(RefusedPart { text: culprit, error }) => {
                let path = split::split(text).path;
                let is_path = error.kind == Kind::Misread && text[path.clone()] == *culprit;
                let at = if is_path { path } else { 0..text.len() };
                return Err(Box::new(Error { at, ..*error }));
            }
        };
    }
    Ok(now)
}

/// Refuses changes that are invalid for every URI.
///
/// # Errors
/// The first change that a URI cannot take even if its other parts are suitable.
pub fn check(changes: &[Change]) -> std::result::Result<(), RefusedPart> {
    let mut now = b"x://h/".to_vec();
    for change in changes {
        now = change.apply(&now)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_cannot_stay_is_where_it_stands() {
        for (text, change, at) in [
            ("mailto:a@b", Change::Host(b"h2".to_vec()), 7..10),
            ("a:b:c?q", Change::Scheme(None), 2..5),
            ("//h//p#f", Change::Child(b"..".to_vec()), 0..8),
        ] {
            assert_eq!(apply(text.as_bytes(), &[change]).expect_err(text).at, at);
        }
    }

    #[test]
    fn what_is_not_there_is_not_taken_away() {
        let none = [
            Change::User(None, None),
            Change::WithoutPassword,
            Change::Port(None),
            Change::WithoutQuery,
            Change::WithoutPair(b"a".to_vec()),
            Change::Fragment(None),
        ];
        for text in ["", "a/b", "mailto:a@b", "//e", "http://%7E/%7e"] {
            assert_eq!(apply(text.as_bytes(), &none).as_deref(), Ok(text.as_bytes()));
            for one in &none {
                let left = apply(text.as_bytes(), std::slice::from_ref(one));
                assert_eq!(left.as_deref(), Ok(text.as_bytes()), "{one:?}");
            }
        }
        let text = b"http://bob:x@e:80/?a=1&&b#f";
        assert_eq!(apply(text, &none[1..2]).as_deref(), Ok(&b"http://bob@e:80/?a=1&&b#f"[..]));
        assert_eq!(apply(text, &none[2..]).as_deref(), Ok(&b"http://bob:x@e/"[..]));
        assert_eq!(apply(text, &none).as_deref(), Ok(&b"http://e/"[..]));
    }

    #[test]
    fn a_change_that_no_uri_takes_is_refused_beforehand() {
        assert!(check(&[Change::Scheme(Some(b"1x".to_vec()))]).is_err());
        assert!(check(&[Change::Child(b"..".to_vec())]).is_err());
        assert!(check(&[Change::Scheme(None), Change::Fragment(Some(b"#".to_vec()))]).is_ok());
        // A URI with a rooted path takes it.
        let segments = Change::Segments(vec![b"".to_vec(), b"a".to_vec()]);
        assert!(check(std::slice::from_ref(&segments)).is_ok());
        assert!(apply(b"a", &[segments]).is_err());
    }
}
