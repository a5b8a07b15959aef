//! Building: a URI made of parts, each of which is data.
//!
//! The values are plain text. Each is encoded for its place before they are joined, so that no
//! value can end its own part. [`crate::syntax::places`] defines how a part is written.

use crate::base::error::{Error, Kind, Result};
use crate::base::schemes::{PLUS_IS_SPACE, scheme_in};
use crate::base::table::words;
use crate::syntax::places::{
    AS_AUTHORITY, DATA, Edited, FIRST, FRAGMENT, Hosts, PATH, PATH_WITHOUT_PLUS, QUERY,
    RefusedPart, SEGMENT, check_scheme, check_segment, needs_host, push, push_host, push_port,
    refused,
};

words! {
    /// What to do with a slash within a segment.
    Slash {
        /// Write `%2F`, which some servers decode before they split the path.
        Encode => "encode",
        /// Refuse it, and a backslash, too.
        Refuse => "refuse",
    }
}

/// The path of the URI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Path<'a> {
    /// Text whose slashes delimit.
    Text(&'a [u8]),
    /// Segments, each of them data.
    Segments(Vec<&'a [u8]>, Slash),
}

/// The parts of a URI as data; `None` is absent.
#[expect(missing_docs, reason = "the names are the standard's")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UriParts<'a> {
    pub scheme: Option<&'a [u8]>,
    pub user: Option<&'a [u8]>,
    pub password: Option<&'a [u8]>,
    pub host: Option<&'a [u8]>,
    pub port: Option<&'a [u8]>,
    pub path: Path<'a>,
    pub query: Vec<(&'a [u8], Option<&'a [u8]>)>,
    pub fragment: Option<&'a [u8]>,
}

/// The URI of these parts.
///
/// ```
/// use superuri::uri::build::{Path, UriParts, build};
/// let parts = UriParts {
///     scheme: Some(b"http"), user: Some(b"evil.com/"), password: None, host: Some(b"e.com"),
///     port: None, path: Path::Text(b"/a b"), query: vec![(b"q", Some(b"1&x=2"))], fragment: None,
/// };
/// assert_eq!(build(&parts).unwrap(), b"http://evil.com%2F@e.com/a%20b?q=1%26x%3D2");
/// ```
///
/// # Errors
/// For a part that cannot be encoded: see `Kind`.
pub fn build(parts: &UriParts<'_>) -> Edited {
    let mut out = Vec::with_capacity(128);
    if let Some(scheme) = parts.scheme {
        check_scheme(scheme).map_err(|error| refused(scheme, error))?;
        out.extend_from_slice(scheme);
        out.push(b':');
    }
    if let Some(host) = parts.host {
        out.extend_from_slice(b"//");
        if let Some(user) = parts.user {
            push(user, &DATA, &mut out);
            if let Some(password) = parts.password {
                out.push(b':');
                push(password, &DATA, &mut out);
            }
            out.push(b'@');
        }
        let hosts = Hosts::of(parts.scheme);
        push_host(host, hosts, &mut out).map_err(|error| refused(host, error))?;
        if let Some(port) = parts.port {
            out.push(b':');
            push_port(port, &mut out).map_err(|error| refused(port, error))?;
        }
    } else if let Some(scheme) = parts.scheme {
        needs_host(scheme).map_err(|error| refused(scheme, error))?;
    }
    match &parts.path {
        Path::Text(path) => {
            push_path(path, parts.scheme, parts.host.is_some(), &mut out)
                .map_err(|error| refused(path, error))?;
        }
        Path::Segments(segments, slash) => {
            push_segments(segments, *slash, parts.host.is_some(), &mut out)?;
        }
    }
    let mut mark = b'?';
    for (name, value) in &parts.query {
        out.push(mark);
        push(name, &QUERY, &mut out);
        if let Some(value) = value {
            out.push(b'=');
            push(value, &QUERY, &mut out);
        }
        mark = b'&';
    }
    if let Some(fragment) = parts.fragment {
        out.push(b'#');
        push(fragment, &FRAGMENT, &mut out);
    }
    Ok(out)
}

fn push_path(path: &[u8], scheme: Option<&[u8]>, host: bool, out: &mut Vec<u8>) -> Result<()> {
    let wrong = |is| Err(Error::quoting(Kind::BadPart, path, 0..path.len()).that(is));
    if !host && path.starts_with(b"//") {
        return wrong(AS_AUTHORITY);
    }
    if host && !path.is_empty() && path[0] != b'/' {
        return wrong("would read back as part of the authority: it begins with no slash");
    }
    let mut at = 0;
    for segment in path.split(|&b| b == b'/') {
        check_segment(segment).map_err(|error| error.shifted(at))?;
        at += segment.len() + 1;
    }
    let first = match memchr::memchr(b'/', path) {
        _ if scheme.is_some() || host => 0,
        None => path.len(),
        Some(slash) => slash,
    };
    push(&path[..first], &FIRST, out);
    let is_plain = scheme.is_none() || !scheme_in(scheme, &PLUS_IS_SPACE);
    push(&path[first..], if is_plain { &PATH } else { &PATH_WITHOUT_PLUS }, out);
    Ok(())
}

fn push_segments(
    segments: &[&[u8]],
    slash: Slash,
    host: bool,
    out: &mut Vec<u8>,
) -> std::result::Result<(), RefusedPart> {
    if let [[], _, ..] = segments
        && !host
    {
        let what = Error::naming(Kind::BadPart, 0..0, "the empty first segment");
        return Err(refused(b"", what.that(AS_AUTHORITY)));
    }
    for segment in segments {
        push_segment(segment, slash, out).map_err(|error| refused(segment, error))?;
    }
    Ok(())
}

/// Appends a slash and the segment.
///
/// # Errors
/// For a dot segment, and for a slash that is to be refused.
pub fn push_segment(segment: &[u8], slash: Slash, out: &mut Vec<u8>) -> Result<()> {
    check_segment(segment)?;
    if slash == Slash::Refuse
        && let Some(at) = segment.iter().position(|b| matches!(b, b'/' | b'\\'))
    {
        let failure = Error::quoting(Kind::BadPart, segment, at..at + 1);
        return Err(failure.that("is in a segment, and slash=\"refuse\" refuses it"));
    }
    out.push(b'/');
    push(segment, &SEGMENT, out);
    Ok(())
}

words! {
    /// How a receiver reads nested values from the names of a query's pairs.
    Nesting {
        /// `a[b]=1`, `a[]=1&a[]=2`: Rails, Rack, qs.
        Rails => "rails",
        /// `a[b]=1`, `a[0]=1&a[1]=2`: PHP.
        Php => "php",
        /// `a.b=1`, `a=1&a=2`: Spring, ASP.NET.
        Dots => "dots",
    }
}

impl Nesting {
    /// Refuses a key that would be read as several.
    ///
    /// # Errors
    /// [`Kind::BadPart`] at the delimiter.
    pub fn check(self, key: &[u8]) -> Result<()> {
        if key.is_empty() {
            let what = Error::naming(Kind::BadPart, 0..0, "the empty key");
            return Err(what.that("would read as an item of a list"));
        }
        let delimits = |b: &u8| match self {
            Self::Dots => matches!(b, b'.' | b'[' | b']'),
            _ => matches!(b, b'[' | b']'),
        };
        match key.iter().position(delimits) {
            None => Ok(()),
            Some(at) => Err(Error::quoting(Kind::BadPart, key, at..at + 1)
                .that("would read as another key inside the name")),
        }
    }

    /// The name for the value under this key of `name`.
    #[must_use]
    pub fn key(self, name: &[u8], key: &[u8]) -> Vec<u8> {
        match self {
            Self::Dots => [name, b".", key].concat(),
            _ => [name, b"[", key, b"]"].concat(),
        }
    }

    /// The name for the item at this index of `name`.
    #[must_use]
    pub fn item(self, name: &[u8], index: usize) -> Vec<u8> {
        match self {
            Self::Rails => [name, b"[]"].concat(),
            Self::Php => [name, b"[", index.to_string().as_bytes(), b"]"].concat(),
            Self::Dots => name.to_vec(),
        }
    }
}
