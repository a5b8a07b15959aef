//! URLs of the web whose host the linkify crate takes for none, so that it passes them over: with a
//! `_`, a `-` at its start, numbers other than the four of an IPv4 address, a last label in another
//! script than Latin, `[`, or two `@`. Servers have such hosts, and attackers write them.

use std::ops::Range;

use linkify::LinkFinder;
use memchr::memmem;

use super::ends::{
    MOST_RESCANNED, before_marks, before_next, ending, is_of_sentence, tail, web_scheme,
};

/// The URLs that are not within the known ones, in order. Each is the same without the text around
/// it: `is_alone` says so.
pub(super) fn unusual(
    finder: &LinkFinder,
    text: &str,
    known: &[Range<usize>],
    is_alone: &dyn Fn(&str) -> bool,
) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    let (mut run, mut budget) = (0, 0);
    for at in memmem::find_iter(text.as_bytes(), "://") {
        let next = known.partition_point(|link| link.end <= at);
        let is_known = known.get(next).is_some_and(|link| link.start <= at);
        let is_within = is_known || all.last().is_some_and(|last| at < last.end);
        let Some(start) = scheme(&text[..at]).filter(|_| !is_within) else { continue };
        let from = at + 3;
        if from >= run {
            run = from + text[from..].find(ends).unwrap_or(text.len() - from);
            budget = MOST_RESCANNED;
        }
        let behind = &text[from..run];
        // An option of ssh (CVE-2017-1000117).
        let host = behind.strip_prefix('-').unwrap_or(behind);
        if !host.starts_with(|c: char| c.is_alphanumeric() || c == '[') || budget < behind.len() {
            continue;
        }
        budget -= behind.len();
        let is_quoted = text[..start].ends_with('\'');
        let len = len(finder, behind, is_quoted);
        let end = start + before_next(&text[start..from + len]);
        if len > 0 && is_alone(&text[start..end]) {
            all.push(start..end);
        }
    }
    all
}

/// The length of authority, path and query at the start of this text.
fn len(finder: &LinkFinder, text: &str, is_quoted: bool) -> usize {
    let stop = text.find(['/', '?', '#', '\'']).unwrap_or(text.len());
    let authority = balanced(&text[..stop]);
    let marked = before_marks(&text[..authority]);
    if marked == authority {
        let tail = tail(finder, &text[authority..], is_quoted);
        if tail > 0 {
            return authority + tail;
        }
    }
    text[..marked].trim_end_matches(is_of_sentence).len()
}

/// The length of the text before the first bracket that is not opened in it.
fn balanced(text: &str) -> usize {
    let (mut round, mut square) = (0, 0);
    let closes = |c: char| {
        round += i32::from(c == '(') - i32::from(c == ')');
        square += i32::from(c == '[') - i32::from(c == ']');
        round < 0 || square < 0
    };
    text.find(closes).unwrap_or(text.len())
}

fn ends(c: char) -> bool {
    c.is_whitespace() || c.is_control() || "\"<>`|".contains(c)
}

/// Where the `http` or `https` begins in which the text ends, or a whole `ftp` or `ssh`.
fn scheme(text: &str) -> Option<usize> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let whole = |scheme| ending(text, scheme).filter(|&start| !text[..start].ends_with(is_part));
    web_scheme(text).or_else(|| whole("ftp")).or_else(|| whole("ssh"))
}
