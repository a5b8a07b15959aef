//! Unwrap: the target inside a link of a redirect, a mail gateway, a cache or an archive.
//!
//! Nothing is requested: the link holds its target, and a row of the table says where.

use std::borrow::Cow;

use crate::clean::{self, profiles::RFC3986};
use crate::codec::percent::{self, Errors};
use crate::syntax::hosts::readings::{self, Parsers};
use crate::syntax::split;

pub mod rows;
pub mod url_defense;

use rows::{ANY, GOOGLE, WRAPPERS, Wrapper, WrapperForm};

/// A text is unwrapped at most this often.
pub const MOST: usize = 10;

const SCHEMES: [&[u8]; 2] = [b"http", b"https"];

/// What one unwrapping finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnwrapStep {
    /// The name of the redirect.
    pub wrapper: &'static str,
    /// Its target.
    pub target: Vec<u8>,
}

/// The target inside the text; borrowed if the text is not wrapped.
///
/// ```
/// use superuri::uri::unwrap::unwrap;
/// let text = b"https://www.google.com/url?q=https%3A%2F%2Fe.com%2Fa";
/// assert_eq!(&*unwrap(text, false), b"https://e.com/a");
/// assert_eq!(&*unwrap(b"https://e.com/?url=https%3A%2F%2Ff.com", true), b"https://f.com");
/// ```
#[must_use]
pub fn unwrap(text: &[u8], generic: bool) -> Cow<'_, [u8]> {
    steps(text, generic).pop().map_or(Cow::Borrowed(text), |last| Cow::Owned(last.target))
}

/// The targets one inside the other, the innermost last; none if the text is not wrapped. With
/// `generic`, any host may be a redirect.
#[must_use]
pub fn steps(text: &[u8], generic: bool) -> Vec<UnwrapStep> {
    let mut steps: Vec<UnwrapStep> = Vec::new();
    while steps.len() < MOST {
        let outer = steps.last().map_or(text, |step| &step.target);
        match step(outer, generic) {
            Some(step) if step.target != outer => steps.push(step),
            _ => break,
        }
    }
    steps
}

fn step(text: &[u8], generic: bool) -> Option<UnwrapStep> {
    let parts = split::split(text);
    let of_web = |name: &[u8]| SCHEMES.iter().any(|known| name.eq_ignore_ascii_case(known));
    let is_web = parts.scheme.is_none_or(|scheme| of_web(&text[scheme]));
    let authority = parts.authority.filter(|at| is_web && !at.is_empty())?;
    // Hosts are compared as all parsers read them: where two of them differ, nothing is unwrapped.
    let host = readings::agreed(&text[..authority.end], Parsers::All).ok()??;
    let link = Link {
        text,
        path: &text[parts.path.clone()],
        start: parts.path.start,
        query: parts.query.map(|at| &text[at]),
    };
    let known = WRAPPERS.iter().filter(|row| row.has_host(&host));
    let any = generic.then_some(&ANY);
    known
        .chain(any)
        .filter(|row| row.has_path(link.path))
        .find_map(|row| Some(UnwrapStep { wrapper: row.name, target: link.target(row)? }))
}

impl Wrapper {
    fn has_host(&self, host: &str) -> bool {
        self.hosts.iter().any(|known| {
            if known.starts_with('.') {
                host.ends_with(known) && host.len() > known.len()
            } else if known.ends_with('.') {
                host.strip_prefix(known).is_some_and(|end| GOOGLE.split(' ').any(|it| it == end))
            } else {
                host == *known
            }
        })
    }

    fn has_path(&self, path: &[u8]) -> bool {
        let path = if path.is_empty() { b"/" } else { path };
        self.paths.iter().any(|known| match known.strip_suffix('*') {
            Some(start) => path.starts_with(start.as_bytes()),
            None => path == known.as_bytes(),
        })
    }
}

struct Link<'a> {
    text: &'a [u8],
    path: &'a [u8],
    /// Where the path begins.
    start: usize,
    query: Option<&'a [u8]>,
}

impl Link<'_> {
    /// The target, where this row says.
    fn target(&self, row: &Wrapper) -> Option<Vec<u8>> {
        match row.form {
            WrapperForm::Parameter(names) => {
                self.first(|name| names.iter().any(|known| name == known.as_bytes()), decoded)
            }
            WrapperForm::DefenseV2 => self.first(|name| name == b"u", url_defense::v2),
            WrapperForm::Base64(known, lead) => self.first(
                |name| name == known.as_bytes(),
                |value| url_defense::base64(decoded(value)?.strip_prefix(lead.as_bytes())?),
            ),
            WrapperForm::Query => target(decoded(self.query?)?),
            WrapperForm::DefenseV3 => target(url_defense::v3(self.behind(b"/v3/__".len()))?),
            WrapperForm::Path => {
                let start = 1 + memchr::memchr(b'/', &self.path[1..])? + 1;
                let rest = self.behind(start);
                let (scheme, rest) = match rest.strip_prefix(b"s/") {
                    Some(rest) => (&b"https://"[..], rest),
                    None => (&b"http://"[..], rest),
                };
                let host = rest.split(|b| matches!(b, b'/' | b'?' | b'#')).next()?;
                host.contains(&b'.').then(|| target([scheme, rest].concat()))?
            }
            WrapperForm::Tail => {
                let start = 1 + memchr::memchr(b'/', &self.path[1..])? + 1;
                target(decoded(self.behind(start))?)
            }
            WrapperForm::Segment(lead) => self
                .path
                .split(|b| *b == b'/')
                .filter_map(|segment| segment.strip_prefix(lead.as_bytes()))
                .find_map(|value| target(decoded(value)?)),
            WrapperForm::Archive => {
                let rest = self.behind(b"/web/".len());
                let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
                let of_flag = |b: &&u8| b.is_ascii_lowercase() || **b == b'_';
                let date = digits + rest[digits..].iter().take_while(of_flag).count();
                let is_date = digits > 0 && rest.get(date) == Some(&b'/');
                target(rest[if is_date { date + 1 } else { 0 }..].to_vec())
            }
        }
    }

    /// What follows this number of characters of the path, up to the end of the text.
    fn behind(&self, len: usize) -> &[u8] {
        &self.text[self.start + len..]
    }

    /// The first target that `decode` finds in the values of parameters with such a name.
    fn first(
        &self,
        is_name: impl Fn(&[u8]) -> bool,
        decode: impl Fn(&[u8]) -> Option<Vec<u8>>,
    ) -> Option<Vec<u8>> {
        self.query?.split(|b| *b == b'&').find_map(|pair| {
            let equals = memchr::memchr(b'=', pair)?;
            is_name(&pair[..equals]).then(|| target(decode(&pair[equals + 1..])?))?
        })
    }
}

fn decoded(value: &[u8]) -> Option<Vec<u8>> {
    percent::decode_bytes(value, Errors::Strict).ok().map(Cow::into_owned)
}

/// The text, if it is an absolute URL of the web that `clean` accepts. Where it is not printable
/// text, its cleaned form.
fn target(text: Vec<u8>) -> Option<Vec<u8>> {
    let parts = split::split(&text);
    let scheme = &text[parts.scheme?];
    let is_web = SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known));
    let authority = parts.authority.filter(|_| is_web)?;
    let host = split::authority(&text, authority).host;
    if host.is_empty() {
        return None;
    }
    let cleaned = clean::clean(&text, RFC3986).ok()?;
    let is_plain =
        !text.iter().any(u8::is_ascii_control) && simdutf8::basic::from_utf8(&text).is_ok();
    match cleaned {
        Cow::Owned(cleaned) if !is_plain => Some(cleaned),
        _ => Some(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_targets_stay_wrapped() {
        for text in [
            "https://www.google.com/url?q=javascript:alert(1)",
            "https://www.google.com/url?q=data:text/html,a",
            "https://www.google.com/url?q=/relative",
            "https://www.google.com/url?q=//e.com/",
            "https://www.google.com/url?q=https%3A%2F%2Fe.com%2F%zz",
            "https://www.google.com/url?q=https%3A%2F%2Fa:b:c%2F",
            "https://www.google.com/url?q=https%3A%2F%2F",
            "https://www.google.com@e.com/url?q=https://f.com/",
            "https://www.google.evil.com/url?q=https://f.com/",
            "https://www.google.zip/url?q=https://f.com/",
            "https://evil.com\\@www.google.com/url?q=https://f.com/",
            "https://safelinks.protection.outlook.com/?url=https://f.com/",
            "ftp://www.google.com/url?q=https://f.com/",
            "www.google.com/url?q=https://f.com/",
            "https://www.google.com/urls?q=https://f.com/",
            "https://www.google.com/amp/s/e",
            "https://web.archive.org/web/2020/e.com",
            "https://e.com/?url=https://f.com/",
            "https://protect-eu.mimecast.com/s/abc?domain=e.com",
            "",
        ] {
            assert_eq!(steps(text.as_bytes(), false), [], "{text}");
        }
    }

    #[test]
    fn the_first_parameter_that_holds_a_target_wins() {
        let text = b"https://WWW.google.com:443/url?q=/a&url=https%3a%2f%2fe.com&q=https://f.com";
        assert_eq!(&*unwrap(text, false), b"https://e.com");
        let text = b"//duckduckgo.com/l/?uddg=https%3A%2F%2Fe.com%2F%0D%0A%E9&rut=1";
        assert_eq!(&*unwrap(text, false), b"https://e.com/%0D%0A%E9");
    }

    #[test]
    fn it_ends() {
        let mut text = "https://e.com/".to_owned();
        for _ in 0..MOST + 2 {
            let escaped = text.replace('%', "%25").replace('&', "%26").replace('#', "%23");
            text = format!("https://www.google.com/url?q={escaped}");
        }
        assert_eq!(steps(text.as_bytes(), false).len(), MOST);
    }
}
