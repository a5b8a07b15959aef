//! A URI for an HTTP client: its origin, the port to connect to, the target of a request.

use std::ops::Range;

use super::authority;
use crate::base::error::{Error, Kind};
use crate::base::{schemes::find, table::words};
use crate::syntax::places::{Edited, refused};
use crate::syntax::{split, unsplit::Components};

words! {
    /// The forms of a request's target (RFC 9112 section 3.2).
    TargetForm {
        /// Path and query: to a server.
        Origin => "origin",
        /// The URI without its fragment: to a proxy.
        Absolute => "absolute",
        /// Host and port: to a proxy, for `CONNECT`.
        Authority => "authority",
        /// `*`: the server as a whole, for `OPTIONS`.
        Asterisk => "asterisk",
    }
}

/// The span of path and query, which are adjacent.
#[must_use]
pub fn path_and_query(text: &[u8]) -> Range<usize> {
    let parts = split::split(text);
    parts.path.start..parts.query.map_or(parts.path.end, |query| query.end)
}

/// The default port of the scheme, if its specification has one.
#[must_use]
pub fn default_port(text: &[u8]) -> Option<u16> {
    let row = find(Components::split(text).scheme?)?;
    std::str::from_utf8(row.port).ok()?.parse().ok()
}

/// The origin in lower case (RFC 6454 section 6.2): scheme, host, and the port unless it is the
/// scheme's default. `None` without a scheme or a host.
///
/// ```
/// use superuri::uri::target::origin;
/// assert_eq!(origin(b"HTTPS://bob@E.com:443/a", Some(443)).as_deref(), Some(&b"https://e.com"[..]));
/// assert_eq!(origin(b"http://e.com:0080", Some(80)).as_deref(), Some(&b"http://e.com"[..]));
/// assert_eq!(origin(b"file:///a", None), None);
/// ```
#[must_use]
pub fn origin(text: &[u8], port: Option<u16>) -> Option<Vec<u8>> {
    let scheme = Components::split(text).scheme?;
    let host = authority(text).map(|parts| parts.host).filter(|host| !host.is_empty())?;
    let mut origin = [scheme, b"://", &text[host]].concat().to_ascii_lowercase();
    if let Some(port) = port.filter(|_| port != default_port(text)) {
        origin.extend_from_slice(format!(":{port}").as_bytes());
    }
    Some(origin)
}

/// The target of a request for this URI, in the given form.
///
/// An empty path is `/` in the origin form. The absolute form has no userinfo under `http` and
/// `https` (RFC 9110 section 4.2.4).
///
/// ```
/// use superuri::uri::target::{TargetForm, request_target};
/// let target = |form| request_target(b"https://bob:x@e.com?a=%7e#f", Some(443), form).unwrap();
/// assert_eq!(target(TargetForm::Origin), b"/?a=%7e");
/// assert_eq!(target(TargetForm::Absolute), b"https://e.com?a=%7e");
/// assert_eq!(target(TargetForm::Authority), b"e.com:443");
/// ```
///
/// # Errors
/// If the URI has no target of this form.
pub fn request_target(text: &[u8], port: Option<u16>, form: TargetForm) -> Edited {
    let parts = split::split(text);
    let missing = |why: &'static str| {
        Err(refused(text, Error::naming(Kind::NoTarget, 0..text.len(), "the URI").that(why)))
    };
    let host = authority(text).map(|parts| parts.host).filter(|host| !host.is_empty());
    match form {
        TargetForm::Origin => {
            let target = &text[path_and_query(text)];
            if target.starts_with(b"/") {
                Ok(target.to_vec())
            } else if parts.path.is_empty() && host.is_some() {
                Ok([b"/", target].concat())
            } else {
                missing("has no path from the root")
            }
        }
        TargetForm::Absolute => {
            let (Some(scheme), Some(host)) = (&parts.scheme, host) else {
                return missing("has no scheme and host");
            };
            let is_http = [&b"http"[..], b"https"]
                .iter()
                .any(|name| name.eq_ignore_ascii_case(&text[scheme.clone()]));
            let end = path_and_query(text).end;
            let start = if is_http { host.start } else { scheme.end + 3 };
            Ok([&text[..scheme.end], b"://", &text[start..end]].concat())
        }
        TargetForm::Authority => match (host, port.or_else(|| default_port(text))) {
            (Some(host), Some(port)) => Ok([&text[host], format!(":{port}").as_bytes()].concat()),
            (None, _) => missing("has no host"),
            (_, None) => missing("has no port, and its scheme has no default port"),
        },
        TargetForm::Asterisk if path_and_query(text).is_empty() && parts.query.is_none() => {
            Ok(b"*".to_vec())
        }
        TargetForm::Asterisk => missing("has a path or a query, and * is the server as a whole"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_without_its_parts_is_refused() {
        for (text, form, says) in [
            ("a/b", TargetForm::Origin, "the root"),
            ("?a", TargetForm::Origin, "the root"),
            ("mailto:a@b", TargetForm::Origin, "the root"),
            ("//e.com/", TargetForm::Absolute, "scheme and host"),
            ("x:/a", TargetForm::Absolute, "scheme and host"),
            ("x://e.com", TargetForm::Authority, "no port"),
            ("/a", TargetForm::Authority, "no host"),
            ("http://e.com/", TargetForm::Asterisk, "a path or a query"),
            ("http://e.com?", TargetForm::Asterisk, "a path or a query"),
        ] {
            let refused = request_target(text.as_bytes(), None, form).expect_err(text);
            assert_eq!(refused.error.kind, Kind::NoTarget);
            assert!(format!("{:?}", refused.error).contains(says), "{text}");
        }
        assert_eq!(
            request_target(b"http://e.com", None, TargetForm::Asterisk).as_deref(),
            Ok(&b"*"[..])
        );
        let ftp = request_target(b"ftp://u:p@h/a;type=i#f", None, TargetForm::Absolute);
        assert_eq!(ftp.as_deref(), Ok(&b"ftp://u:p@h/a;type=i"[..]));
        let slashes = request_target(b"http://h//a", None, TargetForm::Origin);
        assert_eq!(slashes.as_deref(), Ok(&b"//a"[..]));
    }
}
