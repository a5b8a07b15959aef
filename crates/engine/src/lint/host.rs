//! Is this host spelled as all readers spell it, and can it be mistaken for another?

use std::ops::Range;

use unicode_security::{MixedScript, RestrictionLevel, RestrictionLevelDetection, skeleton};

use super::limits;
use super::rule::Id;
use super::{Fix, Found};
use crate::base::schemes::IDNA_SCHEMES;
use crate::syntax::hosts::idna;
use crate::syntax::hosts::whatwg;
use crate::syntax::places::ends_in_a_number;

/// What RFC 3986 lets stand in a host, and a registry gives out in none.
const DELIMITERS: &[u8] = b"!$&'()*+,;=";

/// The findings of the host.
pub(super) fn find(found: &mut Found<'_>, at: Range<usize>) {
    let host = &found.text[at.clone()];
    if host.first() == Some(&b'[') {
        if memchr::memmem::find(host, b"%25").is_some() {
            found.say(Id::ZoneId, at);
        } else if let Some(canonical) = other_ipv6(host) {
            found.mend(Id::Ipv6Spelling, at, canonical, true);
        } else if host.is_ascii() && host.iter().any(u8::is_ascii_uppercase) {
            found.mend(Id::UpperCase, at, host.to_ascii_lowercase(), true);
        }
        return;
    }
    if host.is_empty() {
        let authority = found.parts.authority.clone().unwrap_or(at.clone());
        if !authority.is_empty() && (found.parts.scheme.is_none() || found.scheme_is(&IDNA_SCHEMES))
        {
            found.say(Id::NoHost, authority);
        }
        return;
    }
    if host.eq_ignore_ascii_case(b"localhost") && found.scheme_is(&[b"file"]) {
        found.say(Id::FileHost, at);
        return;
    }
    if host.contains(&b'%') {
        let is_name = found.parts.scheme.is_none() || found.scheme_is(&IDNA_SCHEMES);
        found.say(if is_name { Id::PercentInHost } else { Id::HostDelimiter }, at);
        return;
    }
    if host.is_ascii() && host.iter().any(u8::is_ascii_uppercase) {
        found.mend(Id::UpperCase, at.clone(), host.to_ascii_lowercase(), true);
    }
    if let Some(n) = host.iter().position(|b| DELIMITERS.contains(b)) {
        found.say(Id::HostDelimiter, at.start + n..at.start + n + 1);
    }
    let name = host.strip_suffix(b".").unwrap_or(host);
    if name.len() < host.len() {
        found.say(Id::TrailingDot, at.end - 1..at.end);
    }
    if host.len() > limits::NAME + 1 {
        found.detail(Id::LongLabel, at.clone(), || format!("{} octets", host.len()));
    }
    let mut start = at.start;
    for label in name.split(|&b| b == b'.') {
        one_label(found, label, start..start + label.len());
        start += label.len() + 1;
    }
    address(found, name, at);
}

/// The recommended spelling of the address, where that is another than the case makes.
fn other_ipv6(literal: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(literal).ok()?;
    let url = whatwg::Url::parse(&format!("http://{text}/"), None).ok()?;
    let canonical = url.get(whatwg::Part::Hostname);
    (!canonical.eq_ignore_ascii_case(text)).then(|| canonical.as_bytes().to_vec())
}

fn one_label(found: &mut Found<'_>, label: &[u8], at: Range<usize>) {
    if label.is_empty() {
        // The first part of a path often stands where the host of a file: URI does.
        let is_file = found.scheme_is(&[b"file"]);
        found.say(if is_file { Id::HostCharacter } else { Id::EmptyLabel }, at);
    } else if label.is_ascii() && label.len() > limits::LABEL {
        found.detail(Id::LongLabel, at, || format!("{} octets", label.len()));
    } else if idna::is_a_label(label) || !label.is_ascii() {
        unicode_label(found, label, at);
    } else if label.iter().any(|b| matches!(b, b'_' | b'~'))
        || label.starts_with(b"-")
        || label.ends_with(b"-")
        || label.get(2..4) == Some(b"--")
    {
        found.say(Id::HostCharacter, at);
    }
}

fn unicode_label(found: &mut Found<'_>, label: &[u8], at: Range<usize>) {
    let Ok(text) = std::str::from_utf8(label) else { return };
    let Some(unicode) = idna::unicode(text) else {
        if label.is_ascii() {
            found.say(Id::BadALabel, at);
        }
        return;
    };
    let quoted = || crate::base::error::quote(unicode.as_bytes());
    if unicode.detect_restriction_level() > RestrictionLevel::HighlyRestrictive
        && !unicode.is_single_script()
    {
        found.detail(Id::MixedScripts, at, quoted);
        return;
    }
    let look: String = skeleton(&unicode).collect();
    if look.is_ascii() && !unicode.is_ascii() {
        let is = format!("{} looks like {}", quoted(), crate::base::error::quote(look.as_bytes()));
        found.detail(Id::Confusable, at, || is);
    }
}

/// A host that ends in a number is an address, or nothing.
fn address(found: &mut Found<'_>, name: &[u8], at: Range<usize>) {
    let known = found.scheme_is(&IDNA_SCHEMES) || found.scheme_is(&[b"file"]);
    let dotted = name.split(|&b| b == b'.').count() == 4
        && name.iter().all(|b| b.is_ascii_digit() || *b == b'.');
    if found.parts.scheme.is_some() && !known && !dotted {
        return;
    }
    if !ends_in_a_number(&found.text[at.clone()]) {
        return;
    }
    let Ok(host) = std::str::from_utf8(name) else { return };
    match whatwg::ipv4(host) {
        None => found.say(Id::NoAddress, at),
        Some(address) if address == host => {}
        Some(address) => {
            let detail = format!("it is {address}");
            let fix = Fix { edits: vec![(at.clone(), address.into_bytes().into())], safe: false };
            found.say_that(Id::Ipv4Spelling, at, || Some(detail), Some(fix));
        }
    }
}
