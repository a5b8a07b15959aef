//! What do certain gateways do with the path?

use super::Found;
use super::path::dots;
use super::rule::Id;
use crate::codec::triplets::{Token, tokens, triplet};

/// The findings of the gateways' rules that are asked.
pub(super) fn find(found: &mut Found<'_>) {
    let asked = (Id::SpringPercent as usize..=Id::EnvoyForwards as usize)
        .any(|n| found.wants(super::rules::ROWS[n].id));
    if !asked {
        return;
    }
    let path = found.parts.path.clone();
    let mut segment = path.start;
    let mut at = path.start;
    while at < path.end {
        let rest = &found.text[at..path.end];
        let escaped = if rest[0] == b'%' { triplet(rest) } else { None };
        let len = if escaped.is_some() { 3 } else { 1 };
        octet(found, at..at + len, escaped, rest[0]);
        if let (Some(one), Some(other)) = (slash(rest), slash(&rest[len..])) {
            found.say(Id::SpringDoubleSlash, at..at + one + other);
        }
        if rest[0] == b'/' {
            segment_ends(found, segment, at);
            segment = at + 1;
        }
        at += len;
    }
    segment_ends(found, segment, path.end);
    if found.wants(Id::SpringSeparator) {
        separators(found);
    }
}

/// How long the slash is that begins the text, escaped or not.
fn slash(text: &[u8]) -> Option<usize> {
    match text {
        [b'/', ..] => Some(1),
        _ => (triplet(text) == Some(b'/')).then_some(3),
    }
}

fn octet(found: &mut Found<'_>, at: std::ops::Range<usize>, escaped: Option<u8>, raw: u8) {
    let id = match (escaped, raw) {
        // What begins no triplet is a % once all is decoded.
        (Some(b'%'), _) | (None, b'%') => Id::SpringPercent,
        (Some(b'/'), _) => Id::SpringSlash,
        (Some(b'\\'), _) | (None, b'\\') => Id::SpringBackslash,
        (Some(0), _) | (None, 0) => Id::SpringNull,
        (Some(b'\n'), _) | (None, b'\n') => Id::SpringLineFeed,
        (Some(b'\r'), _) | (None, b'\r') => Id::SpringCarriageReturn,
        (Some(b';'), _) | (None, b';') => Id::SpringSemicolon,
        (Some(b'.'), _) => Id::SpringPeriod,
        (None, 0..0x20 | 0x7F..) => Id::SpringNotPrintable,
        _ => return,
    };
    // Envoy looks at escaped slashes of both kinds.
    if matches!(escaped, Some(b'/' | b'\\')) {
        found.say(Id::EnvoyKeeps, at.clone());
        found.say(Id::EnvoyRejects, at.clone());
        found.say(Id::EnvoyRedirects, at.clone());
        found.say(Id::EnvoyForwards, at.clone());
    }
    if id == Id::SpringNotPrintable {
        // What is not ASCII stands in several bytes.
        let last = found.findings.iter_mut().next_back();
        if let Some(last) = last.filter(|last| last.id == id && last.at.end == at.start) {
            last.at.end = at.end;
            return;
        }
        if found.continues_unlisted(id, &at) {
            return;
        }
    }
    found.say(id, at);
}

fn segment_ends(found: &mut Found<'_>, start: usize, end: usize) {
    let segment = &found.text[start..end];
    if dots(segment).is_some_and(|n| n == segment.len()) {
        found.say(Id::SpringNotNormalized, start..end);
    }
}

/// U+2028 and U+2029, as octets of the decoded path.
fn separators(found: &mut Found<'_>) {
    let path = found.parts.path.clone();
    let text = found.text;
    let mut last: Vec<Token> = Vec::with_capacity(3);
    for token in tokens(&text[path.clone()]) {
        if last.len() == 3 {
            last.remove(0);
        }
        last.push(token);
        if let [
            Token { byte: 0xE2, start, .. },
            Token { byte: 0x80, .. },
            Token { byte: 0xA8 | 0xA9, end, .. },
        ] = last[..]
        {
            found.say(Id::SpringSeparator, path.start + start..path.start + end);
        }
    }
}
