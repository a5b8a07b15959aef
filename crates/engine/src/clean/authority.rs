//! Which changes make this an authority, and when can it be read in more than one way?
//!
//! Parsers disagree about broken authorities, and an attacker chooses the one that guesses wrong:
//! what can be read as two hosts is refused, never repaired.

use std::ops::Range;

use crate::base::error::{self, Error, Kind, Result, quote};
use crate::base::sets::rfc3986;
use crate::clean::edits::{Edit, Why, each_octet};
use crate::clean::profile::{Host, Profile};
use crate::syntax::hosts::idna;
use crate::syntax::hosts::literal::{self, HostError, HostKind};
use crate::syntax::split;
use superuri_kernels::{Table, find};

/// A piece of an authority, and what becomes of it.
pub(crate) enum Piece {
    /// A user or a password, cleaned octet by octet.
    Userinfo(Range<usize>),
    /// A host that is no literal and no domain, cleaned octet by octet.
    Name(Range<usize>),
    /// Any other host that is replaced, or a part of it.
    Edit(Edit),
}

/// What is no *reg-name* character: any of them calls for a closer look.
const ODD: Table = Table::new(rfc3986::REG_NAME.bits());

/// Is this authority a host of *reg-name* characters with at most a port, which needs no edit?
#[must_use]
pub fn is_plain(authority: &[u8]) -> bool {
    let host = find(authority, &ODD);
    match authority.get(host) {
        None => true,
        Some(b':') => authority[host + 1..].iter().all(u8::is_ascii_digit),
        Some(_) => false,
    }
}

/// Puts the edits of the authority that stands at this span, one by one; `idna` says whether its
/// host is a domain.
///
/// # Errors
/// Where it can be read as more than one host, where the port is no number, and where the host
/// has no ASCII spelling; some edits may have been put before.
pub(crate) fn each(
    text: &[u8],
    span: Range<usize>,
    profile: &Profile,
    idna: bool,
    put: &mut dyn FnMut(Edit),
) -> Result<()> {
    let stray = profile.escapes_stray_percent;
    pieces(text, span, profile, idna, &mut |piece| match piece {
        Piece::Edit(edit) => put(edit),
        Piece::Name(at) => each_octet(text, at, profile.reg_name.set(), stray, put),
        Piece::Userinfo(at) => {
            each_octet(text, at, profile.userinfo.set(), stray, &mut |mut edit| {
                if text[edit.at.start] == b'@' {
                    edit.why = Why::AtSign;
                }
                put(edit);
            });
        }
    })
}

/// Puts the pieces of the authority that may be replaced, one by one; as [`each`].
///
/// # Errors
/// As `each`.
pub(crate) fn pieces(
    text: &[u8],
    span: Range<usize>,
    profile: &Profile,
    idna: bool,
    put: &mut dyn FnMut(Piece),
) -> Result<()> {
    let parts = split::authority(text, span.clone());
    unambiguous(text, &span, &parts)?;
    if let Some(userinfo) = parts.userinfo {
        // The first colon delimits the password, whatever the set says of colons.
        let user = memchr::memchr(b':', &text[userinfo.clone()]);
        let colon = user.map_or(userinfo.end, |len| userinfo.start + len);
        put(Piece::Userinfo(userinfo.start..colon));
        put(Piece::Userinfo((colon + 1).min(userinfo.end)..userinfo.end));
    }
    host_pieces(text, parts.host, profile, idna, put)?;
    if let Some(port) = parts.port
        && !text[port.clone()].iter().all(u8::is_ascii_digit)
    {
        let what = error::port(&text[port.clone()], &text[port.end..]);
        return Err(Error::naming(Kind::BadPort, port, what));
    }
    Ok(())
}

fn host_pieces(
    text: &[u8],
    at: Range<usize>,
    profile: &Profile,
    idna: bool,
    put: &mut dyn FnMut(Piece),
) -> Result<()> {
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
            Ok(with) => {
                if *with != *inside {
                    put(Piece::Edit(zone_edit(inside, &with, at.start + 1)));
                }
                Ok(())
            }
        };
    }
    let domain = idna && !host.is_ascii() && !host.contains(&b'%');
    if profile.host == Host::Idna && domain {
        let bad = |_| Error::quoting(Kind::BadHost, text, at.clone());
        let name = std::str::from_utf8(host).map_err(bad)?;
        return match idna::to_ascii(name) {
            Err(error) => refuse(error, at.start, Kind::BadHost),
            Ok(ascii) => {
                put(Piece::Edit(Edit { at, with: ascii.into_bytes().into(), why: Why::Idna }));
                Ok(())
            }
        };
    }
    put(Piece::Name(at));
    Ok(())
}

/// The one edit that makes an IP literal legal which is so but for its zone (RFC 6874).
fn zone_edit(inside: &[u8], with: &[u8], offset: usize) -> Edit {
    let same = |(a, b): &(&u8, &u8)| a == b;
    let percent = memchr::memchr(b'%', inside).unwrap_or(inside.len());
    let start = if inside[percent..].starts_with(b"%25") {
        inside.iter().zip(with).take_while(same).count()
    } else {
        percent
    };
    // A stray `%` at the end is the first that differs, and nothing is behind it.
    let most = inside.len().saturating_sub(start + 1);
    let end = inside.iter().rev().zip(with.iter().rev()).take(most).take_while(same).count();
    let at = offset + start..offset + inside.len() - end;
    Edit { at, with: with[start..with.len() - end].to_vec().into(), why: Why::Zone }
}

/// Refuses what parsers of the field read as different hosts.
fn unambiguous(text: &[u8], span: &Range<usize>, parts: &split::Authority) -> Result<()> {
    let authority = &text[span.clone()];
    let refuse = |at: Range<usize>, is: &str| {
        // A password is not for error messages.
        let secret = text[at.clone()].contains(&b'@');
        let what = if secret { "the authority".into() } else { quote(&text[at.clone()]) };
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
