//! Authority: the edits that make a text one, and when it can be read in more than one way.
//!
//! Parsers disagree about broken authorities, and an attacker chooses the one that guesses wrong.
//! So an authority that can be read as two hosts is refused, never repaired.

use std::ops::Range;

use crate::base::error::{self, Error, Kind, Result, quote_part};
use crate::base::{secrets::has_at_sign, sets::rfc3986};
use crate::clean::connection;
use crate::clean::edit::{Edit, Why};
use crate::clean::profile::{HostPolicy, Profile, Role};
use crate::syntax::hosts::literal::{self, HostError, HostKind};
use crate::syntax::{hosts::idna, split};
use superuri_kernels::{Table, find};

pub(crate) enum CleanPiece {
    /// Cleaned octet by octet, by the set of this role.
    Span(Range<usize>, Role),
    /// A host, or a part of one, that is replaced.
    Edit(Edit),
}

/// Every byte that is not allowed in a *reg-name*; each of them needs a closer look.
const ODD: Table = Table::new(rfc3986::REG_NAME.bits());

/// Whether this authority is a host of *reg-name* characters with at most a port, so that it needs
/// no edit.
#[must_use]
pub fn is_plain(authority: &[u8]) -> bool {
    let host = find(authority, &ODD);
    match authority.get(host) {
        None => true,
        Some(b':') => authority[host + 1..].iter().all(u8::is_ascii_digit),
        Some(_) => false,
    }
}

/// The pieces of the authority at this span that may be replaced, in order. `idna` is true if its
/// host is a domain.
///
/// # Errors
/// Where it can be read as more than one host, where the port is not a number, and where the host
/// has no ASCII form.
pub(crate) fn pieces(
    text: &[u8],
    span: Range<usize>,
    profile: &Profile,
    idna: bool,
) -> Result<impl Iterator<Item = CleanPiece> + use<>> {
    let parts = split::authority(text, span.clone());
    read(text, &span, &parts, profile, idna)
        .map_err(|error| connection::name_mistake(text, &span, &parts, error))
}

fn read(
    text: &[u8],
    span: &Range<usize>,
    parts: &split::Authority,
    profile: &Profile,
    idna: bool,
) -> Result<impl Iterator<Item = CleanPiece> + use<>> {
    unambiguous(text, span, parts)?;
    let userinfo = parts.userinfo.clone().map(|userinfo| {
        // The first colon delimits the password, even if the set encodes colons.
        let user = memchr::memchr(b':', &text[userinfo.clone()]);
        let colon = user.map_or(userinfo.end, |len| userinfo.start + len);
        [userinfo.start..colon, (colon + 1).min(userinfo.end)..userinfo.end]
    });
    let host = host_piece(text, parts.host.clone(), profile, idna)?;
    if let Some(port) = parts.port.clone()
        && !text[port.clone()].iter().all(u8::is_ascii_digit)
    {
        let what = error::port(&text[port.clone()], text, &port);
        return Err(Error::naming(Kind::BadPort, port, what));
    }
    let userinfo = userinfo.into_iter().flatten().map(|at| CleanPiece::Span(at, Role::Userinfo));
    Ok(userinfo.chain(host))
}

fn host_piece(
    text: &[u8],
    at: Range<usize>,
    profile: &Profile,
    idna: bool,
) -> Result<Option<CleanPiece>> {
    let host = &text[at.clone()];
    let refuse = |error: HostError, from: usize, kind: Kind| {
        let culprit = from + error.at.start..from + error.at.end;
        Err(Error::quoting(kind, text, culprit).that(error.kind.why()))
    };
    if let [b'[', inside @ .., b']'] = host {
        return match literal::ip_literal(inside) {
            Err(HostError { kind: kind @ HostKind::IpLiteral, .. }) => {
                Err(Error::quoting(Kind::AmbiguousAuthority, text, at).that(kind.why()))
            }
            Err(error) => refuse(error, at.start + 1, Kind::AmbiguousAuthority),
            Ok(with) => Ok((*with != *inside)
                .then(|| CleanPiece::Edit(zone_edit(inside, &with, at.start + 1)))),
        };
    }
    let domain = idna && !host.is_ascii() && !host.contains(&b'%');
    if profile.host == HostPolicy::Idna && domain {
        let bad = |_| Error::quoting(Kind::BadHost, text, at.clone());
        let name = std::str::from_utf8(host).map_err(bad)?;
        return match idna::to_ascii(name) {
            Err(error) => refuse(error, at.start, Kind::BadHost),
            // A derived profile encodes more characters, and no name has an escape.
            Ok(ascii) if ascii.bytes().any(|byte| profile.reg_name.set().encodes(byte)) => refuse(
                HostError { at: 0..host.len(), kind: HostKind::NotInHost },
                at.start,
                Kind::BadHost,
            ),
            Ok(ascii) => {
                let with = ascii.into_bytes().into();
                Ok(Some(CleanPiece::Edit(Edit { at, with, why: Why::Idna })))
            }
        };
    }
    Ok(Some(CleanPiece::Span(at, Role::Name)))
}

/// The single edit for an IP literal whose only fault is its zone (RFC 6874).
fn zone_edit(inside: &[u8], with: &[u8], offset: usize) -> Edit {
    let same = |(a, b): &(&u8, &u8)| a == b;
    let percent = memchr::memchr(b'%', inside).unwrap_or(inside.len());
    let start = if inside[percent..].starts_with(b"%25") {
        inside.iter().zip(with).take_while(same).count()
    } else {
        percent
    };
    // The first difference may be a stray `%` at the end, with nothing after it.
    let most = inside.len().saturating_sub(start + 1);
    let end = inside.iter().rev().zip(with.iter().rev()).take(most).take_while(same).count();
    let at = offset + start..offset + inside.len() - end;
    Edit { at, with: with[start..with.len() - end].to_vec().into(), why: Why::Zone }
}

/// Refuses an authority that common parsers read as different hosts.
fn unambiguous(text: &[u8], span: &Range<usize>, parts: &split::Authority) -> Result<()> {
    let authority = &text[span.clone()];
    let refuse = |at: Range<usize>, is: &str| {
        // Error messages must not contain passwords.
        let secret = has_at_sign(&text[at.clone()]);
        let what = if secret { "the authority".into() } else { quote_part(text, &at) };
        let is = format!("{is} (ambiguous-authority)");
        Err(Error::naming(Kind::AmbiguousAuthority, at, what).that(is))
    };
    if authority.contains(&b'\\') {
        return refuse(span.clone(), "has a backslash: it can be read as more than one host");
    }
    let host = &text[parts.host.clone()];
    let literal = host.len() >= 2 && host[0] == b'[' && host[host.len() - 1] == b']';
    let inside = if literal { 1..host.len() - 1 } else { 0..host.len() };
    let is_bracket = |b: &u8| matches!(b, b'[' | b']');
    let mut brackets = memchr::memchr2_iter(b'[', b']', authority);
    if brackets.nth(if literal { 2 } else { 0 }).is_some()
        || literal && host[inside].iter().any(is_bracket)
    {
        return refuse(span.clone(), "has a bracket that belongs to no IP literal");
    }
    match &parts.port {
        Some(port) if text[port.clone()].contains(&b':') => {
            refuse(parts.host.start..span.end, "has more than one colon outside brackets")
        }
        _ => Ok(()),
    }
}
