//! Edits of a URI: one component replaced, and everything else unchanged.
//!
//! Values are data: delimiters and `%` in them are escaped, and refused in a host. A component that
//! is given as written is checked, but not changed.

pub mod build;
pub mod changes;
pub mod components;
pub mod fields;
pub mod names;
pub mod rfc6570;
pub mod target;
pub mod template;
pub mod unwrap;

mod path;
mod query;

use std::{borrow::Cow, ops::Range};

use crate::base::error::{Error, Kind, Result};
use crate::base::table::words;
use crate::clean;
use crate::clean::{legal, profiles::RFC3986};
use crate::codec::percent::{self, Encoder, Errors};
use crate::syntax::places::{DATA, Edited, FRAGMENT, Hosts, RefusedPart, push_host, refused};
use crate::syntax::unsplit::{Components, Misread, unsplit};
use crate::syntax::{hosts::literal, split};
use superuri_kernels::memory;

pub use path::{child, segment_spans, segments, with_path, with_segments};
pub use query::{DataPair, add_pair, values, with_pair, with_query, with_raw_query, without_pairs};

/// Refuses a text that is not a legal URI reference.
///
/// # Errors
/// As [`clean::clean`], and at the first place that cleaning would change.
pub fn check(text: &[u8]) -> Result<()> {
    if clean::is_clean(text, RFC3986) {
        return Ok(());
    }
    match legal::first(text, RFC3986)? {
        None => Ok(()),
        Some(at) => Err(Error::quoting(Kind::NotUri, text, at)),
    }
}

words! {
    /// The kind of a host.
    HostKind {
        /// A registered name, perhaps empty.
        Name => "name",
        /// An IPv4 address: four numbers.
        Ipv4 => "ipv4",
        /// An IPv6 address, in brackets.
        Ipv6 => "ipv6",
        /// An address of a later version, in brackets (`IPvFuture`).
        Future => "ipvfuture",
    }
}

impl HostKind {
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

/// The spans of an authority's subcomponents, with user and password.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserAuthority {
    /// The text before the `@`.
    pub userinfo: Option<Range<usize>>,
    /// The text before the userinfo's first colon.
    pub user: Option<Range<usize>>,
    /// The text after that colon.
    pub password: Option<Range<usize>>,
    /// With its brackets.
    pub host: Range<usize>,
    /// Without its colon.
    pub port: Option<Range<usize>>,
}

/// The subcomponents of the text's authority, if it has one.
#[must_use]
pub fn authority(text: &[u8]) -> Option<UserAuthority> {
    split::split(text).authority.map(|span| authority_at(text, span))
}

/// The subcomponents of the authority at this span of the text.
#[must_use]
pub fn authority_at(text: &[u8], span: Range<usize>) -> UserAuthority {
    let split::Authority { userinfo, host, port } = split::authority(text, span);
    let colon = userinfo
        .clone()
        .and_then(|at| memchr::memchr(b':', &text[at.clone()]).map(|colon| at.start + colon));
    let user = userinfo.clone().map(|at| at.start..colon.unwrap_or(at.end));
    let password = userinfo.clone().zip(colon).map(|(at, colon)| colon + 1..at.end);
    UserAuthority { userinfo, user, password, host, port }
}

fn written<'a>(value: &'a [u8], place: &Encoder) -> Cow<'a, [u8]> {
    percent::encode(value, place)
}

/// Whether a part, as written, decodes to this value.
fn means(written: &[u8], value: &[u8]) -> bool {
    if memchr::memchr(b'%', written).is_none() {
        return written == value;
    }
    percent::decode_bytes(written, Errors::Replace).is_ok_and(|found| *found == *value)
}

/// The URI reference of these components.
///
/// # Errors
/// If a component would be read back as another one, or has an illegal character.
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

/// Sets or removes the scheme.
///
/// # Errors
/// As [`whole`].
pub fn with_scheme(text: &[u8], scheme: Option<&[u8]>) -> Edited {
    let parts = Components::split(text);
    edited(&parts, &Components { scheme, ..parts })
}

/// The URI of the components after an edit, unless the edit hides the host from browsers.
fn edited(before: &Components<'_>, after: &Components<'_>) -> Edited {
    if hides_a_host(after) && !hides_a_host(before) {
        let is = "is missing: parsers would look for one in the path";
        return Err(refused(b"", Error::naming(Kind::NotHost, 0..0, "the host").that(is)));
    }
    whole(after)
}

/// Would browsers find a host in the path, because there is none where they expect it?
fn hides_a_host(parts: &Components<'_>) -> bool {
    let hostless = parts.authority.map_or(parts.scheme.is_some(), <[u8]>::is_empty);
    hostless && !parts.path.is_empty() && Hosts::of(parts.scheme) == Hosts::Web
}

/// Sets or removes the fragment.
///
/// # Errors
/// As [`whole`].
pub fn with_fragment(text: &[u8], fragment: Option<&[u8]>) -> Edited {
    let fragment = fragment.map(|value| written(value, &FRAGMENT));
    whole(&Components { fragment: fragment.as_deref(), ..Components::split(text) })
}

struct AuthorityPieces<'a> {
    userinfo: Option<Cow<'a, [u8]>>,
    host: Cow<'a, [u8]>,
    port: Option<Cow<'a, [u8]>>,
}

fn with_pieces(text: &[u8], change: impl FnOnce(&mut AuthorityPieces<'_>)) -> Edited {
    let at = |span: Range<usize>| Cow::Borrowed(&text[span]);
    let mut pieces = match authority(text) {
        None => AuthorityPieces { userinfo: None, host: Cow::Borrowed(b""), port: None },
        Some(parts) => AuthorityPieces {
            userinfo: parts.userinfo.map(at),
            host: at(parts.host),
            port: parts.port.map(at),
        },
    };
    change(&mut pieces);
    if split::split(text).authority.is_none() && pieces.host.is_empty() {
        // There is no authority to remove a part from, and adding one could turn the path into a
        // host.
        let (what, alone) = match (pieces.userinfo, pieces.port) {
            (Some(userinfo), _) => ("the userinfo", userinfo),
            (None, Some(port)) => ("the port", port),
            (None, None) => return Ok(text.to_vec()),
        };
        let is = "would be alone in the authority: set a host first";
        let failure = Error::naming(Kind::Misread, 0..alone.len(), what);
        return Err(refused(&alone, failure.that(is)));
    }
    let absent: [&[u8]; 2] = [b"", b""];
    let [userinfo, at] = pieces.userinfo.as_deref().map_or(absent, |userinfo| [userinfo, b"@"]);
    let [colon, port] = pieces.port.as_deref().map_or(absent, |port| [b":", port]);
    let authority = memory::concat(&[userinfo, at, &pieces.host, colon, port]);
    let parts = Components::split(text);
    edited(&parts, &Components { authority: Some(&authority), ..parts })
}

/// Sets or removes user and password.
///
/// # Errors
/// As [`whole`].
pub fn with_user(text: &[u8], user: Option<&[u8]>, password: Option<&[u8]>) -> Edited {
    let userinfo = user.map(|user| {
        let user = written(user, &DATA);
        Cow::Owned(match password {
            Some(password) => memory::concat(&[&user, b":", &written(password, &DATA)]),
            None => user.into_owned(),
        })
    });
    with_pieces(text, |pieces| pieces.userinfo = userinfo)
}

/// Sets or removes the userinfo, given as written.
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

/// Sets or removes the password, and leaves the user as written.
///
/// # Errors
/// As [`whole`].
pub fn with_password(text: &[u8], password: Option<&[u8]>) -> Edited {
    let user = authority(text).and_then(|parts| parts.user).map(|user| &text[user]);
    let userinfo = match (user, password) {
        (user, None) => user.map(<[u8]>::to_vec),
        (user, Some(password)) => {
            let user = user.unwrap_or_default();
            Some(memory::concat(&[user, b":", &written(password, &DATA)]))
        }
    };
    if userinfo.is_none() {
        return Ok(text.to_vec());
    }
    let userinfo = userinfo.map(Cow::Owned);
    with_pieces(text, |pieces| pieces.userinfo = userinfo)
}

/// Sets or removes the port.
///
/// # Errors
/// As [`whole`].
pub fn with_port(text: &[u8], port: Option<u16>) -> Edited {
    let port = port.map(|port| Cow::Owned(port.to_string().into_bytes()));
    with_pieces(text, |pieces| pieces.port = port)
}

/// Sets the host, encoded as by [`crate::uri::build`]: a name, or an address with or without its
/// brackets.
///
/// # Errors
/// As [`whole`], and for a value that is not a host.
pub fn with_host(text: &[u8], host: &[u8]) -> Edited {
    let hosts = Hosts::of(Components::split(text).scheme);
    let mut new = Vec::new();
    push_host(host, hosts, &mut new).map_err(|error| refused(host, error))?;
    if new.is_empty() && authority(text).is_none() {
        // An empty host is different from none: `file:///a` and `file:/a`.
        let parts = Components::split(text);
        return edited(&parts, &Components { authority: Some(b""), ..parts });
    }
    with_pieces(text, |pieces| pieces.host = Cow::Owned(new))
}

/// The failure of an edit whose value was given as written. Its place becomes one in the value, and
/// its kind is not the one for a URI, because the value cannot be cleaned.
fn as_written(
    failure: RefusedPart,
    value: &[u8],
    part: &str,
    place: impl Fn(split::Parts) -> Option<Range<usize>>,
) -> RefusedPart {
    let Range { start, end } = failure.error.at;
    let within = place(split::split(&failure.text))
        .filter(|at| failure.text[at.clone()] == *value && at.start <= start && end <= at.end);
    let Some(within) = within else { return failure };
    let at = start - within.start..end - within.start;
    let mut error = Error { at, ..*failure.error };
    if error.kind == Kind::NotUri {
        error.kind = Kind::BadPart;
        error.is = Some(format!("is not allowed in {part}, which is given as written"));
    }
    refused(value, Box::new(error))
}
