//! What is odd about the query and the fragment?

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::Found;
use super::rule::Id;
use crate::codec::percent::{Errors, decode_bytes};

/// The findings of query and fragment.
pub(super) fn find(found: &mut Found<'_>) {
    if let Some(fragment) = found.parts.fragment.clone()
        && found.scheme_is(&[b"data"])
    {
        found.say(Id::FragmentInData, fragment.start - 1..fragment.end);
    }
    let Some(span) = found.parts.query.clone() else { return };
    let query = &found.text[span.clone()];
    let splits = |at: &usize| !query[..*at].ends_with(b"&amp") && query[*at..].contains(&b'=');
    if let Some(semicolon) = memchr::memchr_iter(b';', query).take(FEW).find(splits) {
        found.say(Id::Semicolon, span.start + semicolon..span.start + semicolon + 1);
    }
    if let Some(second) = memchr::memchr(b'?', query) {
        found.say(Id::SecondQuestion, span.start + second..span.start + second + 1);
    }
    let climbs = |at: &usize| match query[*at..] {
        [b'.', b'/' | b'\\', ..] => {
            at.checked_sub(1).is_none_or(|n| matches!(query[n], b'.' | b'=' | b'&' | b'/' | b'\\'))
        }
        _ => false,
    };
    if let Some(dot) = memchr::memchr_iter(b'.', query).find(climbs) {
        found.say(Id::DotsInQuery, span.start + dot..span.start + dot + 2);
    }
    if let Some(plus) = memchr::memchr(b'+', query)
        && memchr::memmem::find(query, b"%20").is_some()
    {
        found.say(Id::PlusMix, span.start + plus..span.start + plus + 1);
    }
    if memchr::memchr(b'&', query).is_some() || query.starts_with(b"=") {
        pairs(found, span);
    }
}

/// So many pairs are compared each with each.
const FEW: usize = 12;

fn pairs(found: &mut Found<'_>, span: Range<usize>) {
    let query = &found.text[span.clone()];
    let mut few: Vec<Cow<'_, [u8]>> = Vec::new();
    let mut many: HashSet<Cow<'_, [u8]>> = HashSet::new();
    let mut start = span.start;
    for pair in query.split(|&b| b == b'&') {
        let at = start..start + pair.len();
        start = at.end + 1;
        let name = pair.split(|&b| b == b'=').next().unwrap_or_default();
        if name.is_empty() {
            // The delimiter that has nothing on one side.
            let shown = if at.start > span.start { at.start - 1..at.end } else { at };
            found.say(Id::EmptyParameter, shown);
            continue;
        }
        let name = decode_bytes(name, Errors::Keep).unwrap_or(Cow::Borrowed(name));
        let again = if few.len() < FEW { few.contains(&name) } else { !many.insert(name.clone()) };
        if again && !name.ends_with(b"[]") {
            found.say(Id::DuplicateParameter, at);
        }
        if few.len() < FEW {
            few.push(name);
            if few.len() == FEW {
                many.extend(few.iter().cloned());
            }
        }
    }
}
