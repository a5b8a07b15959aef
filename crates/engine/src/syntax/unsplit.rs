//! Joining: the text of components, if it splits into the same ones (RFC 3986 section 5.3).

use std::ops::Range;

use crate::base::error::{Error, Kind, quote};
use crate::syntax::split::{self, Parts};
use superuri_kernels::memory;

/// The components' names, in order.
pub const NAMES: [&str; 5] = ["scheme", "authority", "path", "query", "fragment"];

const ENDS: &str = "holds a delimiter that would end it";

/// The texts of five components. `None` is absent. The path is always present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Components<'a> {
    /// Without its `:`.
    pub scheme: Option<&'a [u8]>,
    /// Without its `//`.
    pub authority: Option<&'a [u8]>,
    /// Always there, perhaps empty.
    pub path: &'a [u8],
    /// Without its `?`.
    pub query: Option<&'a [u8]>,
    /// Without its `#`.
    pub fragment: Option<&'a [u8]>,
}

impl<'a> Components<'a> {
    /// The components at these spans of the text.
    #[must_use]
    pub fn of(text: &'a [u8], parts: &Parts) -> Self {
        let of = |span: &Option<Range<usize>>| span.clone().map(|span| &text[span]);
        Self {
            scheme: of(&parts.scheme),
            authority: of(&parts.authority),
            path: &text[parts.path.clone()],
            query: of(&parts.query),
            fragment: of(&parts.fragment),
        }
    }

    /// The components of the text.
    #[must_use]
    pub fn split(text: &'a [u8]) -> Self {
        Self::of(text, &split::split(text))
    }

    /// The joined text, even if it splits into other components.
    #[must_use]
    pub fn text(&self) -> Vec<u8> {
        let parts = [self.scheme, self.authority, Some(self.path), self.query, self.fragment];
        let marks = "://?#".len();
        let mut out = Vec::new();
        memory::reserve(
            &mut out,
            marks + parts.iter().flatten().map(|part| part.len()).sum::<usize>(),
        );
        if let Some(scheme) = self.scheme {
            out.extend_from_slice(scheme);
            out.push(b':');
        }
        if let Some(authority) = self.authority {
            out.extend_from_slice(b"//");
            out.extend_from_slice(authority);
        }
        out.extend_from_slice(self.path);
        for (mark, part) in [(b'?', self.query), (b'#', self.fragment)] {
            if let Some(part) = part {
                out.push(mark);
                out.extend_from_slice(part);
            }
        }
        out
    }
}

/// The text that splits into exactly these components.
///
/// ```
/// use superuri::syntax::unsplit::{Components, unsplit};
/// let parts = Components::split(b"http://e.com?");
/// assert_eq!(unsplit(&parts).unwrap(), b"http://e.com?");
/// assert!(unsplit(&Components { scheme: None, authority: None, ..Components::split(b"a:b:c")
/// }).is_err());
/// ```
///
/// # Errors
/// If a component would be read back as another one.
pub fn unsplit(parts: &Components<'_>) -> std::result::Result<Vec<u8>, Misread> {
    misread(parts).map_or_else(|| Ok(parts.text()), Err)
}

/// A component that would be read back as something else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misread {
    /// Which of [`NAMES`].
    pub part: usize,
    /// What it would be read back as.
    is: &'static str,
}

impl Misread {
    /// The error, given the component's text.
    #[must_use]
    pub fn error(self, text: &[u8]) -> Box<Error> {
        let name = NAMES[self.part];
        // Error messages do not quote an authority, which may contain a password.
        let what = if name == "authority" {
            "the authority".into()
        } else {
            format!("{name} {}", quote(text))
        };
        Error::naming(Kind::Misread, 0..text.len(), what).that(self.is)
    }
}

/// The first component that would be read back as something else.
fn misread(parts: &Components<'_>) -> Option<Misread> {
    let has = |part: &[u8], delimiters: &[u8]| part.iter().any(|b| delimiters.contains(b));
    if let Some(scheme) = parts.scheme {
        let whole = [scheme, b":"].concat();
        if split::scheme(&whole) != Some(scheme.len()) {
            return Some(Misread { part: 0, is: "is not a scheme (RFC 3986 section 3.1)" });
        }
    }
    if let Some(authority) = parts.authority
        && has(authority, b"/?#")
    {
        return Some(Misread { part: 1, is: ENDS });
    }
    let path = parts.path;
    let wrong = if has(path, b"?#") {
        Some(ENDS)
    } else if parts.authority.is_some() && !path.is_empty() && path[0] != b'/' {
        Some("would read back as part of the authority: it begins with no slash")
    } else if parts.authority.is_none() && path.starts_with(b"//") {
        Some("would read back as an authority: write /. before it")
    } else if parts.scheme.is_none() && parts.authority.is_none() && split::scheme(path).is_some() {
        Some("would read back as a scheme: write ./ before it")
    } else {
        None
    };
    if let Some(wrong) = wrong {
        return Some(Misread { part: 2, is: wrong });
    }
    let query = parts.query.filter(|query| has(query, b"#"));
    query.map(|_| Misread { part: 3, is: ENDS })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitting_undoes_unsplitting_or_unsplitting_fails() {
        const SOME: [Option<&[u8]>; 9] = [
            None,
            Some(b""),
            Some(b"a"),
            Some(b"/"),
            Some(b"//a"),
            Some(b"a:b"),
            Some(b"?"),
            Some(b"#"),
            Some(b"1:@"),
        ];
        for scheme in SOME {
            for authority in SOME {
                for path in SOME.iter().flatten() {
                    for (query, fragment) in [(None, None), (Some(&b"?"[..]), Some(&b"#"[..]))] {
                        let parts = Components { scheme, authority, path, query, fragment };
                        let text = parts.text();
                        let same = Components::split(&text) == parts;
                        assert_eq!(unsplit(&parts).is_ok(), same, "{parts:?}");
                    }
                }
            }
        }
    }
}
