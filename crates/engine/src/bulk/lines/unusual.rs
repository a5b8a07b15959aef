//! URLs of the web whose host the linkify crate takes for none, so that it passes them over: with a
//! `_`, numbers that are no IPv4 address in four parts, a last label that is not of Latin letters,
//! `[`, or two `@`. Servers have such hosts, and attackers write them.

use std::ops::Range;

use linkify::LinkFinder;
use memchr::memmem;

use super::found::{MOST_RESCANNED, PUNCTUATION, before_marks, linked};

/// The URLs that are not within the known ones, in order.
pub(super) fn unusual(
    finder: &LinkFinder,
    text: &str,
    known: &[Range<usize>],
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
        if !behind.starts_with(|c: char| c.is_alphanumeric() || c == '[') || budget < behind.len() {
            continue;
        }
        budget -= behind.len();
        let is_quoted = text[..start].ends_with('\'');
        let len = len(finder, behind, is_quoted);
        let url = &text[start..from + len];
        let alone = linked(finder, url);
        if len > 0 && alone.first().is_none_or(|at| at.start > 0 || at.end == url.len()) {
            all.push(start..from + len);
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
        let whole = before_marks(&text[..authority + tail]);
        if whole > authority {
            return whole;
        }
    }
    let is_after = |c| PUNCTUATION.contains(&c) && !matches!(c, ')' | ']');
    text[..marked].trim_end_matches(is_after).len()
}

/// The length of the path, query and fragment at the start of this text, behind an authority. It is
/// the finder's, behind a host that it knows.
pub(super) fn tail(finder: &LinkFinder, text: &str, is_quoted: bool) -> usize {
    // It does not look for a fragment behind an authority.
    let (head, given) = match text.as_bytes().first() {
        Some(b'/' | b'?') => ("http://e", text),
        Some(b'#') => ("http://e/", text),
        _ => return 0,
    };
    let quote = if is_quoted { "'" } else { "" };
    let url = format!("{quote}{head}{given}");
    let end = finder.links(&url).next().map_or(0, |link| link.end());
    end.saturating_sub(quote.len() + head.len())
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

/// Where the `http` or `https` begins in which the text ends. Letters before it belong to the text.
pub(super) fn web_scheme(text: &str) -> Option<usize> {
    ending(text, "https").or_else(|| ending(text, "http"))
}

fn ending(text: &str, scheme: &str) -> Option<usize> {
    let start = text.len().checked_sub(scheme.len())?;
    text.get(start..)?.eq_ignore_ascii_case(scheme).then_some(start)
}
