//! Prefilter: texts that a quick look shows to have no findings.

use super::{host::is_plain_host, limits, rule::Id, rules::RuleSet};
use crate::base::schemes::USUAL_HEADS;
use superuri_kernels::set::{ALNUM, Set};
use superuri_kernels::{Table, find};

/// Characters outside the texts of the prefilter, which leave no query, userinfo or escape.
const ODD: Table = Table::new(Set::all_but(ALNUM).but("-._~/:").bits());

/// The rules that find something in these texts. They are off by default.
pub(super) const BESIDE: RuleSet = RuleSet::NONE
    .with(Id::MISSING_FILE)
    .with(Id::PRIVATE_NAME)
    .with(Id::OTHER_SCHEME)
    .with(Id::DROPPED_ENDING)
    .with(Id::NOT_ABSOLUTE);

/// Is it a URL of a plain host and a plain path, or a plain path?
pub(super) fn is_surely_clean(text: &[u8]) -> bool {
    if find(text, &ODD) < text.len() || text.len() > limits::URI {
        return false;
    }
    let scheme = USUAL_HEADS.iter().find(|scheme| text.starts_with(scheme));
    let path = match scheme {
        None => {
            if text.contains(&b':') || text.starts_with(b"//") {
                return false;
            }
            text
        }
        Some(scheme) => {
            let rest = &text[scheme.len()..];
            let host = rest.iter().position(|&b| b == b'/').unwrap_or(rest.len());
            if !(is_plain_host(&rest[..host]) || host == 0 && **scheme == *b"file://") {
                return false;
            }
            &rest[host..]
        }
    };
    has_plain_segments(path) && !memchr::memchr2_iter(b'x', b'X', path).any(|x| is_hex(path, x))
}

/// Is this `x` the second character of `0x`?
fn is_hex(path: &[u8], x: usize) -> bool {
    x > 0 && path[x - 1] == b'0'
}

/// Does the path have no empty segment except the last, none that begins with a dot, and no
/// punctuation at its end?
fn has_plain_segments(path: &[u8]) -> bool {
    if path.last().is_some_and(|&b| matches!(b, b'.' | b':')) {
        return false;
    }
    let mut rest = path;
    while let Some(slash) = memchr::memchr(b'/', rest) {
        if slash > limits::SEGMENT || rest.first() == Some(&b'.') {
            return false;
        }
        rest = &rest[slash + 1..];
        if rest.first() == Some(&b'/') {
            return false;
        }
    }
    // A colon may be part of another URL in the path.
    rest.len() <= limits::SEGMENT && rest.first() != Some(&b'.') && !path.contains(&b':')
}
