//! Do all readers see the same authority, and is it one that should stand here?

use std::ops::Range;

use super::host;
use super::rule::{Id, Severity};
use super::{Fix, Found};
use crate::base::schemes::{self, IDNA_SCHEMES};
use crate::syntax::hosts::readings;
use crate::syntax::places;
use crate::syntax::split;

/// The schemes that run what follows.
const SCRIPTS: [&[u8]; 3] = [b"javascript", b"vbscript", b"livescript"];

/// The findings of scheme and authority.
pub(super) fn find(found: &mut Found<'_>) {
    let before = found.findings.len();
    scheme(found);
    slashes(found);
    if let Some(span) = found.parts.authority.clone() {
        let parts = split::authority(found.text, span);
        userinfo(found, parts.userinfo);
        host::find(found, parts.host);
        if let Some(at) = parts.port {
            port(found, at);
        }
    }
    let head = found.parts.path.start;
    let told = found.findings[before..].iter().any(|it| it.severity >= Severity::Warning)
        || found.findings.iter().any(|it| it.severity == Severity::Error && it.at.start < head);
    if !told
        && may_be_read_differently(found)
        && let Err(error) = readings::agreed(found.text)
    {
        let secret = found.findings[before..].iter().any(|it| it.id == Id::Userinfo);
        let why = error.is.filter(|_| !secret).map(|is| format!("it {is}"));
        found.say_that(Id::Ambiguous, error.at, || why, None);
    }
}

fn scheme(found: &mut Found<'_>) {
    let Some(at) = found.parts.scheme.clone() else { return };
    let text = &found.text[at.clone()];
    let path = &found.text[found.parts.path.clone()];
    if text.iter().any(u8::is_ascii_uppercase) {
        found.mend(Id::UpperCase, at.clone(), text.to_ascii_lowercase(), true);
    }
    let is_html = |path: &[u8]| path.get(..9).is_some_and(|t| t.eq_ignore_ascii_case(b"text/html"));
    if found.scheme_is(&SCRIPTS) || found.scheme_is(&[b"data"]) && is_html(path) {
        found.say(Id::ScriptScheme, at.clone());
    }
    let first = path.split(|&b| b == b'/').next().unwrap_or_default();
    let is_port = matches!(first.len(), 1..=5) && first.iter().all(u8::is_ascii_digit);
    let local = text.eq_ignore_ascii_case(b"localhost") && found.parts.authority.is_none();
    if text.contains(&b'.') || local && is_port {
        found.say(Id::HostAsScheme, at);
    }
}

/// Where a host has to be, and where browsers see one that RFC 3986 does not.
fn slashes(found: &mut Found<'_>) {
    let path = found.parts.path.clone();
    let is_slash = |b: &u8| matches!(b, b'/' | b'\\');
    let start = found.parts.authority.as_ref().map_or(path.start, |at| at.start - 2);
    let count = found.text[start..].iter().take_while(|b| is_slash(b)).count();
    let rest = &found.text[start + count..];
    let empty = found.parts.authority.as_ref().is_none_or(Range::is_empty);
    if found.scheme_is(&IDNA_SCHEMES) {
        if rest.is_empty() || matches!(rest[0], b'?' | b'#') {
            found.say(Id::NoHost, 0..start + count);
        } else if empty {
            found.say(Id::Slashes, 0..start + count);
        }
    } else if found.parts.scheme.is_none() && start == 0 && count > 1 {
        match found.parts.authority {
            Some(ref at) if !at.is_empty() => found.say(Id::SchemeRelative, 0..2),
            _ => found.say(Id::Slashes, 0..count),
        }
    }
}

fn userinfo(found: &mut Found<'_>, userinfo: Option<Range<usize>>) {
    let Some(at) = userinfo else { return };
    if found.findings.iter().any(|it| it.id == Id::AtSign) {
        return;
    }
    match memchr::memchr(b':', &found.text[at.clone()]) {
        Some(colon) if at.start + colon + 1 < at.end => found.say(Id::Password, at),
        _ => found.say(Id::Userinfo, at),
    }
}

fn port(found: &mut Found<'_>, at: Range<usize>) {
    let digits = &found.text[at.clone()];
    if !digits.iter().all(u8::is_ascii_digit) {
        return; // found among what `clean` refuses
    }
    let with_colon = at.start - 1..at.end;
    let web = found.scheme().filter(|_| found.scheme_is(&IDNA_SCHEMES));
    let own = web.and_then(schemes::find).map(|row| row.port);
    // Where it stands alone, readers would look for a host in the path without it.
    let alone = found.text[..with_colon.start].ends_with(b"//");
    let fix = || {
        let edits = vec![(with_colon.clone(), b"".into())];
        (!alone).then_some(Fix { edits, safe: true })
    };
    if digits.is_empty() {
        found.say_that(Id::EmptyPort, with_colon.clone(), || None, fix());
    } else if Some(digits) == own {
        found.say_that(Id::DefaultPort, with_colon.clone(), || None, fix());
    } else if digits[0] == b'0' || places::port(digits).is_err() {
        found.say(Id::OddPort, at);
    }
}

/// Is there anything about the beginning of the text that some reader takes for something else?
fn may_be_read_differently(found: &Found<'_>) -> bool {
    let text = found.text;
    let head = found.parts.path.start;
    let is_odd =
        |b: &u8| !(b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'-'));
    if let Some(authority) = found.parts.authority.clone() {
        let behind = text[head..].split(|&b| b == b'/').next().unwrap_or_default();
        let parts = split::authority(text, authority.clone());
        let takes_port = found.scheme_is(&IDNA_SCHEMES);
        return parts.userinfo.is_some()
            || parts.host.is_empty()
            || parts.port.is_some() && !takes_port
            || text[parts.host].iter().any(is_odd)
            || behind.iter().any(|b| matches!(b, b'@' | b'\\'));
    }
    // Without an authority: one may come out of escapes, backslashes or what browsers drop.
    let head = text[head..].split(|b| matches!(b, b'?' | b'#')).next().unwrap_or_default();
    let is_suspect = |b: &u8| matches!(b, 0..=b' ' | b'\\' | b'%');
    match found.parts.scheme {
        None => head.iter().any(is_suspect) || !head.is_ascii(),
        Some(_) => found.scheme_is(&IDNA_SCHEMES),
    }
}
