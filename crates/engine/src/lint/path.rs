//! Which segments of the path are read as something else than a name?

use std::ops::Range;

use super::Found;
use super::limits;
use super::rule::Id;
use crate::codec::triplets::triplet;

/// Schemes that begin a URL where they stand in a path.
const SCHEMES: [&[u8]; 6] = [b"http:", b"https:", b"ftp:", b"file:", b"javascript:", b"data:"];

/// The findings of the path's segments, and of the length of the whole.
pub(super) fn find(found: &mut Found<'_>) {
    let text = found.text;
    if text.len() > limits::URI && !found.scheme_is(&[b"data", b"blob", b"javascript"]) {
        found.detail(Id::TooLong, 0..text.len(), || format!("{} octets", text.len()));
    }
    if found.is_opaque() {
        return;
    }
    let path = found.parts.path.clone();
    if let Some(plus) = memchr::memchr(b'+', &text[path.clone()]) {
        found.say(Id::PlusInPath, path.start + plus..path.start + plus + 1);
    }
    hex_slash(found, found.tail());
    let rooted = text.get(path.start) == Some(&b'/');
    let mut depth = 0_usize;
    let mut start = path.start;
    let mut before: &[u8] = b"";
    while start <= path.end {
        let len = memchr::memchr(b'/', &text[start..path.end]).unwrap_or(path.end - start);
        let at = start..start + len;
        let segment = &text[at.clone()];
        let (is_first, is_last) = (start == path.start, at.end == path.end);
        let dots = dots(segment);
        match (segment.len(), dots) {
            // A URL's two slashes are found with it.
            (0, _) if !is_first && !is_last && before.last() != Some(&b':') => {
                found.say(Id::EmptySegment, at.start - 1..at.end + 1);
            }
            (_, Some(n)) if segment.len() > n => found.say(Id::EncodedDots, at.clone()),
            (_, Some(2)) if rooted && depth == 0 => found.say(Id::AboveRoot, at.clone()),
            (1 | 2, Some(_)) => found.say(Id::DotSegment, at.clone()),
            (limits::SEGMENT.., _) if segment.len() > limits::SEGMENT => {
                found.detail(Id::LongSegment, at.clone(), || format!("{len} octets"));
            }
            _ if len > 2 && segment.iter().all(|&b| b == b'.') => {
                found.say(Id::ManyDots, at.clone());
            }
            _ => {}
        }
        let is_url = |scheme: &&[u8]| {
            segment.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme))
        };
        if (rooted || !is_first) && SCHEMES.iter().any(is_url) {
            found.say(Id::UrlInPath, at.clone());
        }
        depth = match dots {
            Some(2) => depth.saturating_sub(1),
            None if len > 0 => depth + 1,
            _ => depth,
        };
        before = segment;
        start = at.end + 1;
    }
}

/// The first `0x2E`, `0x2F` or `0x5C`.
fn hex_slash(found: &mut Found<'_>, tail: Range<usize>) {
    let text = &found.text[tail.clone()];
    let is_meant = |at: &usize| {
        let digits = text.get(at + 1..at + 3).unwrap_or_default();
        *at > 0
            && text[at - 1] == b'0'
            && [b"2e", b"2f", b"5c"].iter().any(|octet| digits.eq_ignore_ascii_case(*octet))
    };
    if let Some(at) = memchr::memchr2_iter(b'x', b'X', text).find(is_meant) {
        found.say(Id::HexSlash, tail.start + at - 1..tail.start + at + 3);
    }
}

/// How many dots the segment stands for, if it is a dot segment.
pub(super) fn dots(segment: &[u8]) -> Option<usize> {
    let (mut at, mut dots) = (0, 0);
    while at < segment.len() {
        at += match segment[at] {
            b'.' => 1,
            b'%' if triplet(&segment[at..]) == Some(b'.') => 3,
            _ => return None,
        };
        dots += 1;
        if dots > 2 {
            return None;
        }
    }
    (dots > 0).then_some(dots)
}
