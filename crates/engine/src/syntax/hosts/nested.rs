//! Nested authorities: those that some parsers find in a URI and RFC 3986 does not.

use std::ops::Range;

use crate::base::schemes::ends_in_special;
use crate::codec::triplets::triplet;
use crate::syntax::split;
use superuri_kernels::memory;

/// The possible authorities in this cleaned URI: after every `://`, and after the colon of a
/// special scheme with any number of slashes. They are in order and do not overlap.
pub(crate) fn authorities(uri: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    if split::scheme(uri).is_none() {
        // Browsers strip white space and controls at the start.
        let is_stripped = |rest: &[u8]| triplet(rest).is_some_and(|octet| octet <= b' ');
        let mut first = 0;
        while is_stripped(&uri[first..]) {
            first += 3;
        }
        let (start, slashes) = slashes(uri, first);
        if slashes > 1 {
            at = record(uri, start, &mut found);
        }
    }
    while let Some(colon) = memchr::memchr(b':', &uri[at..]).map(|n| at + n) {
        let (start, slashes) = slashes(uri, colon + 1);
        at = if ends_in_special(&uri[..colon]) || slashes == 2 {
            record(uri, start, &mut found)
        } else {
            colon + 1
        };
    }
    found
}

/// The end of the first host that some parser finds, if it is after the head of the URI, otherwise
/// 0.
pub(crate) fn host_end(uri: &[u8], hosts: &[Range<usize>], head: usize) -> usize {
    match hosts.first() {
        Some(host) if head <= host.start => {
            let before = &uri[..host.start];
            let mut rest = before;
            while let Some(less) = strip_slash(rest) {
                rest = less;
            }
            let first = !rest.iter().any(|b| matches!(b, b'/' | b'?' | b'#'));
            if first { host.end } else { 0 }
        }
        _ => 0,
    }
}

/// Records the authority that begins at `start`. Returns the place to continue at, which is a colon
/// that ends it, if there is one.
fn record(uri: &[u8], start: usize, found: &mut Vec<Range<usize>>) -> usize {
    let len = uri[start..].iter().position(|b| matches!(b, b'/' | b'?' | b'#'));
    let end = len.map_or(uri.len(), |len| start + len);
    if start < end {
        memory::push(found, start..end);
    }
    start.max(end.saturating_sub(1))
}

/// What browsers read as a slash, or drop. In a cleaned URI, it is escaped.
const SLASHES: [&[u8]; 5] = [b"/", b"%5C", b"%09", b"%0A", b"%0D"];

/// The end of the slashes that begin here, and their number.
fn slashes(uri: &[u8], from: usize) -> (usize, usize) {
    let (mut at, mut count) = (from, 0);
    while let Some(n) = SLASHES.iter().position(|slash| {
        uri.get(at..at + slash.len()).is_some_and(|text| text.eq_ignore_ascii_case(slash))
    }) {
        at += SLASHES[n].len();
        count += usize::from(n < 2);
    }
    (at, count)
}

fn strip_slash(text: &[u8]) -> Option<&[u8]> {
    SLASHES.iter().find_map(|slash| {
        let (rest, last) = text.split_at_checked(text.len().checked_sub(slash.len())?)?;
        last.eq_ignore_ascii_case(slash).then_some(rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_authority_is_not_empty_and_behind_two_slashes() {
        for (uri, found) in [
            ("http://h/x://i", &["h", "i"][..]),
            ("x:%5C%5Ch/", &["h"]),
            ("x:%09/h/", &[]),
            ("x:/%09h/", &[]),
            ("x:/%09/h/", &["h"]),
            ("x:///a", &[]),
            ("http:///a", &["a"]),
            ("http://?a", &[]),
        ] {
            let spans = authorities(uri.as_bytes());
            assert_eq!(spans.into_iter().map(|at| &uri[at]).collect::<Vec<_>>(), found, "{uri}");
        }
    }

    #[test]
    fn only_a_host_behind_the_head_is_looked_at() {
        for (uri, head, end) in [
            ("http://h/", 8, 0),
            ("http://h/", 7, 8),
            ("/%5Ch/", 0, 5),
            ("/a//x://h/", 0, 0),
            ("mailto:http://h", 7, 15),
            ("a://b@c/", 6, 0),
            ("a", 0, 0),
        ] {
            let uri = uri.as_bytes();
            assert_eq!(host_end(uri, &authorities(uri), head), end, "{}", uri.escape_ascii());
        }
    }
}
