//! Edits of a URI: one component replaced, everything else unchanged.
//!
//! Values are data: what would delimit in its place is escaped, `%` too; in a host it is refused.
//! Components that are set as they are written are checked, and stay so.

pub mod build;
pub mod changes;
pub mod components;
pub mod fields;
pub mod names;
pub mod target;
pub mod template;

mod query;

use std::borrow::Cow;
use std::ops::Range;

use crate::base::error::{Error, Kind, Result};
use crate::base::password::hidden;
use crate::base::sets::rfc3986;
use crate::clean;
use crate::clean::legal;
use crate::clean::profiles::RFC3986;
use crate::codec::percent::{self, Encoder};
use crate::syntax::hosts::literal;
use crate::syntax::hosts::nested;
use crate::syntax::places::{Edited, FROM_ROOT, Hosts, check_segment, push_host, refused};
use crate::syntax::split;
use crate::syntax::unsplit::{Components, Misread, unsplit};
use superuri_kernels::set::Set;

pub use query::{Pair, add_pair, values, with_pair, with_query, with_raw_query, without_pairs};

/// Refuses what is not a legal URI reference as it is.
///
/// # Errors
/// As [`clean::clean`], and at the first place that it would change.
pub fn check(text: &[u8]) -> Result<()> {
    if clean::is_clean(text, RFC3986) {
        return Ok(());
    }
    match legal::first(text, RFC3986)? {
        None => Ok(()),
        Some(at) => Err(Error::quoting(Kind::NotUri, text, at)),
    }
}

/// What is in the host's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostKind {
    /// A registered name, or none at all: any text without delimiters.
    Name,
    /// Four numbers.
    Ipv4,
    /// An address in brackets.
    Ipv6,
    /// An address of a version to come, in brackets.
    Future,
}

impl HostKind {
    /// The word of the kind.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::Future => "ipvfuture",
        }
    }

    /// The kind of a legal host, with its brackets.
    #[must_use]
    pub fn of(host: &[u8]) -> Self {
        match host {
            [b'[', b'v' | b'V', ..] => Self::Future,
            [b'[', ..] => Self::Ipv6,
            _ if literal::is_ipv4(host) => Self::Ipv4,
            _ => Self::Name,
        }
    }
}

/// Where the subcomponents of a URI's authority are, the user and the password among them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Authority {
    /// All before the `@`.
    pub userinfo: Option<Range<usize>>,
    /// Before the userinfo's first colon.
    pub user: Option<Range<usize>>,
    /// Behind it.
    pub password: Option<Range<usize>>,
    /// With its brackets.
    pub host: Range<usize>,
    /// Without its colon.
    pub port: Option<Range<usize>>,
}

/// The subcomponents of the text's authority, if it has one.
#[must_use]
pub fn authority(text: &[u8]) -> Option<Authority> {
    split::split(text).authority.map(|span| authority_at(text, span))
}

/// The subcomponents of the authority that is at this span of the text.
#[must_use]
pub fn authority_at(text: &[u8], span: Range<usize>) -> Authority {
    let split::Authority { userinfo, host, port } = split::authority(text, span);
    let colon = userinfo
        .clone()
        .and_then(|at| memchr::memchr(b':', &text[at.clone()]).map(|colon| at.start + colon));
    let user = userinfo.clone().map(|at| at.start..colon.unwrap_or(at.end));
    let password = userinfo.clone().zip(colon).map(|(at, colon)| colon + 1..at.end);
    Authority { userinfo, user, password, host, port }
}

/// The URI with an ellipsis for each password of an authority that some reader sees in it.
///
/// ```
/// use superuri::uri::redacted;
/// assert_eq!(redacted("http://bob:secret@e.com/"), "http://bob:…@e.com/");
/// assert_eq!(redacted("jdbc:mysql://bob:secret@e.com/"), "jdbc:mysql://bob:…@e.com/");
/// ```
#[must_use]
pub fn redacted(text: &str) -> Cow<'_, str> {
    hidden(text, &nested::passwords(text.as_bytes()))
}

/// A text that is an authority, with an ellipsis for its password.
#[must_use]
pub fn redacted_authority(text: &str) -> Cow<'_, str> {
    let parts = authority_at(text.as_bytes(), 0..text.len());
    hidden(text, parts.password.as_slice())
}

/// A value as it is written in a component with this set.
fn written(value: &[u8], set: Set) -> Vec<u8> {
    percent::encode(value, &Encoder::new(set)).into_owned()
}

/// The text of these components, which is a URI reference.
///
/// # Errors
/// Where one would read back as something else, or holds what it may not.
pub fn whole(parts: &Components<'_>) -> Edited {
    let of = |misread: Misread| {
        let texts = [
            parts.scheme.unwrap_or_default(),
            parts.authority.unwrap_or_default(),
            parts.path,
            parts.query.unwrap_or_default(),
            parts.fragment.unwrap_or_default(),
        ];
        refused(texts[misread.part], misread.error(texts[misread.part]))
    };
    let text = unsplit(parts).map_err(of)?;
    check(&text).map_err(|error| refused(&text, error))?;
    Ok(text)
}

/// The URI with another scheme, or none.
///
/// # Errors
/// As [`whole`].
pub fn with_scheme(text: &[u8], scheme: Option<&[u8]>) -> Edited {
    let parts = Components::split(text);
    edited(&parts, &Components { scheme, ..parts })
}

/// The URI of these components, which others were before.
fn edited(before: &Components<'_>, after: &Components<'_>) -> Edited {
    if hides_a_host(after) && !hides_a_host(before) {
        let is = "is missing: readers would look for one in the path";
        return Err(refused(b"", Error::naming(Kind::NotHost, 0..0, "the host").that(is)));
    }
    whole(after)
}

/// Is there no host where browsers read one, so that they find it in the path?
fn hides_a_host(parts: &Components<'_>) -> bool {
    let hostless = parts.authority.map_or(parts.scheme.is_some(), <[u8]>::is_empty);
    hostless && !parts.path.is_empty() && Hosts::of(parts.scheme) == Hosts::Web
}

/// The URI with another fragment, or none.
///
/// # Errors
/// As [`whole`].
pub fn with_fragment(text: &[u8], fragment: Option<&[u8]>) -> Edited {
    let fragment = fragment.map(|value| written(value, rfc3986::FRAGMENT));
    whole(&Components { fragment: fragment.as_deref(), ..Components::split(text) })
}

/// The pieces of an authority, as they are written.
struct Pieces<'a> {
    userinfo: Option<Cow<'a, [u8]>>,
    host: Cow<'a, [u8]>,
    port: Option<Cow<'a, [u8]>>,
}

/// The URI with an authority of other pieces.
fn with_pieces(text: &[u8], change: impl FnOnce(&mut Pieces<'_>)) -> Edited {
    let at = |span: Range<usize>| Cow::Borrowed(&text[span]);
    let mut pieces = match authority(text) {
        None => Pieces { userinfo: None, host: Cow::Borrowed(b""), port: None },
        Some(parts) => Pieces {
            userinfo: parts.userinfo.map(at),
            host: at(parts.host),
            port: parts.port.map(at),
        },
    };
    change(&mut pieces);
    if split::split(text).authority.is_none() && pieces.host.is_empty() {
        // Nothing is there to take away; and what is added would make a host of the path to some.
        let (what, alone) = match (pieces.userinfo, pieces.port) {
            (Some(userinfo), _) => ("the userinfo", userinfo),
            (None, Some(port)) => ("the port", port),
            (None, None) => return Ok(text.to_vec()),
        };
        let is = "would be alone in the authority: set a host first";
        let failure = Error::naming(Kind::Misread, 0..alone.len(), what);
        return Err(refused(&alone, failure.that(is)));
    }
    let mut authority = Vec::new();
    if let Some(userinfo) = pieces.userinfo {
        authority.extend_from_slice(&userinfo);
        authority.push(b'@');
    }
    authority.extend_from_slice(&pieces.host);
    if let Some(port) = pieces.port {
        authority.push(b':');
        authority.extend_from_slice(&port);
    }
    let parts = Components::split(text);
    edited(&parts, &Components { authority: Some(&authority), ..parts })
}

/// The URI with this user and password, or none.
///
/// # Errors
/// As [`whole`].
pub fn with_user(text: &[u8], user: Option<&[u8]>, password: Option<&[u8]>) -> Edited {
    let userinfo = user.map(|user| {
        let mut userinfo = written(user, rfc3986::REG_NAME);
        if let Some(password) = password {
            userinfo.push(b':');
            userinfo.extend_from_slice(&written(password, rfc3986::REG_NAME));
        }
        Cow::Owned(userinfo)
    });
    with_pieces(text, |pieces| pieces.userinfo = userinfo)
}

/// The URI with this userinfo as it is written, or none.
///
/// # Errors
/// As [`whole`].
pub fn with_userinfo(text: &[u8], userinfo: Option<&[u8]>) -> Edited {
    if let Some(userinfo) = userinfo
        && let Some(at) =
            memchr::memchr3(b'@', b'/', b'?', userinfo).or_else(|| memchr::memchr(b'#', userinfo))
    {
        let is = "would end the userinfo: escape it, or set the user and the password";
        let failure = Error::quoting(Kind::Misread, userinfo, at..at + 1).that(is);
        return Err(refused(userinfo, failure));
    }
    let userinfo = userinfo.map(|raw| Cow::Owned(raw.to_vec()));
    with_pieces(text, |pieces| pieces.userinfo = userinfo)
}

/// The URI with this password, or none, and its user as it is written.
///
/// # Errors
/// As [`whole`].
pub fn with_password(text: &[u8], password: Option<&[u8]>) -> Edited {
    let user = authority(text).and_then(|parts| parts.user).map(|user| &text[user]);
    let userinfo = match (user, password) {
        (user, None) => user.map(<[u8]>::to_vec),
        (user, Some(password)) => {
            let user = user.unwrap_or_default();
            Some([user, b":", &written(password, rfc3986::REG_NAME)].concat())
        }
    };
    if userinfo.is_none() {
        return Ok(text.to_vec());
    }
    let userinfo = userinfo.map(Cow::Owned);
    with_pieces(text, |pieces| pieces.userinfo = userinfo)
}

/// The URI with another port, or none.
///
/// # Errors
/// As [`whole`].
pub fn with_port(text: &[u8], port: Option<u16>) -> Edited {
    let port = port.map(|port| Cow::Owned(port.to_string().into_bytes()));
    with_pieces(text, |pieces| pieces.port = port)
}

/// The URI with another host, as [`crate::uri::build`] writes it: a name, or an address with its
/// brackets or without.
///
/// # Errors
/// As [`whole`], and for what is not a host by itself.
pub fn with_host(text: &[u8], host: &[u8]) -> Edited {
    let hosts = Hosts::of(Components::split(text).scheme);
    let mut new = Vec::new();
    push_host(host, hosts, &mut new).map_err(|error| refused(host, error))?;
    if new.is_empty() && authority(text).is_none() {
        // An empty host is one all the same: `file:/a` and `file:///a`.
        let parts = Components::split(text);
        return edited(&parts, &Components { authority: Some(b""), ..parts });
    }
    with_pieces(text, |pieces| pieces.host = Cow::Owned(new))
}

/// The URI with this path as it is written.
///
/// # Errors
/// As [`whole`].
pub fn with_path(text: &[u8], path: &[u8]) -> Edited {
    let parts = Components::split(text);
    edited(&parts, &Components { path, ..parts })
}

/// The segments of a path, undecoded: what slashes are between, and before the first.
pub fn segments(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    let rest = path.strip_prefix(b"/").unwrap_or(path);
    (!path.is_empty()).then(|| rest.split(|&b| b == b'/')).into_iter().flatten()
}

/// Where they are in the text, of the path that is at this span.
pub fn segment_spans(text: &[u8], path: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let path_text = &text[path.clone()];
    let mut at = path.start + usize::from(path_text.starts_with(b"/"));
    segments(path_text).map(move |segment| {
        let span = at..at + segment.len();
        at = span.end + 1;
        span
    })
}

/// A segment as it is written.
///
/// # Errors
/// For `.` and `..`, which no escape makes data.
fn segment(value: &[u8], set: Set) -> Edited {
    check_segment(value).map_err(|failure| refused(value, failure))?;
    Ok(written(value, set))
}

/// The URI with these segments; its path begins with a slash if it did, or follows an authority.
///
/// # Errors
/// As [`whole`], and where a segment reads as a dot-segment.
pub fn with_segments(text: &[u8], values: &[Vec<u8>]) -> Edited {
    let parts = Components::split(text);
    let rooted = parts.authority.is_some() || parts.path.first() == Some(&b'/');
    let mut path = Vec::new();
    for (n, value) in values.iter().enumerate() {
        if n > 0 || rooted {
            path.push(b'/');
        }
        let first = n == 0 && !rooted && parts.scheme.is_none();
        let set = if first { rfc3986::SEGMENT_NZ_NC } else { rfc3986::SEGMENT };
        path.extend_from_slice(&segment(value, set)?);
    }
    if !rooted && path.first() == Some(&b'/') {
        let failure = Error::quoting(Kind::Misread, &path, 0..path.len()).that(FROM_ROOT);
        return Err(refused(&path, failure));
    }
    edited(&parts, &Components { path: &path, ..parts })
}

/// The URI with one more segment; an empty last one makes room for it.
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
    let set = if first { rfc3986::SEGMENT_NZ_NC } else { rfc3986::SEGMENT };
    path.extend_from_slice(&segment(value, set)?);
    edited(&parts, &Components { path: &path, ..parts })
}
