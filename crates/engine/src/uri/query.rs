//! Query edits: a URI whose query pairs are set, replaced or removed.

use std::{borrow::Cow, ops::Range};

use super::{as_written, means, whole, written};
use crate::codec::percent::{self, Errors};
use crate::syntax::places::{Edited, QUERY};
use crate::syntax::{split, unsplit::Components};
use superuri_kernels::memory;

/// A name, and a value if there is one: both data.
pub type DataPair = (Vec<u8>, Option<Vec<u8>>);

fn pair<'a>(name: &'a [u8], value: Option<&[u8]>) -> Cow<'a, [u8]> {
    let name = written(name, &QUERY);
    match value {
        None => name,
        Some(value) => Cow::Owned(memory::concat(&[&name, b"=", &written(value, &QUERY)])),
    }
}

fn is_pair(piece: &[u8], (name, value): &DataPair) -> bool {
    let written = name_of(piece);
    means(written, name)
        && match value {
            None => written.len() == piece.len(),
            Some(value) => piece.get(written.len() + 1..).is_some_and(|old| means(old, value)),
        }
}

/// Sets the pairs of the query, or removes it. A pair that means the old one at its place keeps its
/// bytes, and so does the query if all of them do.
///
/// # Errors
/// As [`whole`].
pub fn with_query(text: &[u8], pairs: Option<&[DataPair]>) -> Edited {
    let parts = Components::split(text);
    let Some(pairs) = pairs else { return whole(&Components { query: None, ..parts }) };
    let mut old = pieces(parts.query).filter(|piece| !piece.is_empty());
    let mut is_same = true;
    let written = memory::collected(pairs.iter().map(|new| {
        let kept = old.next().filter(|piece| is_pair(piece, new));
        is_same &= kept.is_some();
        kept.map_or_else(|| pair(&new.0, new.1.as_deref()), Cow::Borrowed)
    }));
    if is_same && old.next().is_none() {
        return Ok(text.to_vec());
    }
    whole(&Components { query: Some(&memory::joined(&written, b'&')), ..parts })
}

/// Sets the query, given as written, or removes it.
///
/// # Errors
/// For a `#`, which would end the query, and as [`whole`].
pub fn with_raw_query(text: &[u8], query: Option<&[u8]>) -> Edited {
    whole(&Components { query, ..Components::split(text) }).map_err(|failure| {
        as_written(failure, query.unwrap_or_default(), "a query", |parts| parts.query)
    })
}

/// Appends a pair to the query. Everything else is left as written.
///
/// # Errors
/// As [`whole`].
pub fn add_pair(text: &[u8], name: &[u8], value: Option<&[u8]>) -> Edited {
    let parts = Components::split(text);
    let new = pair(name, value);
    let query = match parts.query {
        None | Some(b"") => new.into_owned(),
        Some(query) => memory::concat(&[query, b"&", &new]),
    };
    whole(&Components { query: Some(&query), ..parts })
}

/// Sets the value of the first pair of this name, and removes its other pairs. If there is none,
/// appends a pair. All other pairs are left as written.
///
/// # Errors
/// As [`whole`].
pub fn with_pair(text: &[u8], name: &[u8], value: Option<&[u8]>) -> Edited {
    let parts = Components::split(text);
    let mut found = false;
    let mut kept: Vec<Cow<'_, [u8]>> = memory::with_capacity(pieces(parts.query).count() + 1);
    for piece in pieces(parts.query) {
        if !is_of(piece, name) {
            kept.push(Cow::Borrowed(piece));
        } else if !found {
            found = true;
            if is_pair(piece, &(name.to_vec(), value.map(<[u8]>::to_vec))) {
                kept.push(Cow::Borrowed(piece));
                continue;
            }
            let (raw_name, new) = (name_of(piece), pair(b"", value));
            kept.push(Cow::Owned(memory::concat(&[raw_name, &new])));
        }
    }
    if !found {
        kept.push(pair(name, value));
    }
    whole(&Components { query: Some(&memory::joined(&kept, b'&')), ..parts })
}

/// Removes the pairs of these names, and the query if no other pair is left.
///
/// # Errors
/// As [`whole`].
pub fn without_pairs<T: AsRef<[u8]>>(text: &[u8], names: &[T]) -> Edited {
    let parts = Components::split(text);
    let is_named = |piece: &&[u8]| names.iter().any(|name| is_of(piece, name.as_ref()));
    let kept = memory::collected(pieces(parts.query).filter(|piece| !is_named(piece)));
    let all = pieces(parts.query).count();
    if kept.len() == all {
        return Ok(text.to_vec());
    }
    let query = memory::joined(&kept, b'&');
    whole(&Components { query: (!kept.is_empty()).then_some(&*query), ..parts })
}

/// The spans of the values of the pairs of this name. A pair without `=` has an empty one.
pub fn values(text: &[u8], name: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let query = split::split(text).query.unwrap_or(0..0);
    let mut start = query.start;
    text[query].split(|&b| b == b'&').filter_map(move |piece| {
        let (at, end) = (start, start + piece.len());
        start = end + 1;
        is_of(piece, name).then(|| (at + name_of(piece).len() + 1).min(end)..end)
    })
}

/// The text between the ampersands of a query; none if it is empty.
fn pieces(query: Option<&[u8]>) -> impl Iterator<Item = &[u8]> {
    query
        .filter(|query| !query.is_empty())
        .map(|query| query.split(|&b| b == b'&'))
        .into_iter()
        .flatten()
}

fn name_of(piece: &[u8]) -> &[u8] {
    &piece[..memchr::memchr(b'=', piece).unwrap_or(piece.len())]
}

fn is_of(piece: &[u8], name: &[u8]) -> bool {
    if memchr::memchr(b'%', piece).is_none() {
        return !piece.is_empty() && name_of(piece) == name;
    }
    !piece.is_empty()
        && percent::decode_bytes(name_of(piece), Errors::Replace).is_ok_and(|found| *found == *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editing_one_pair_leaves_the_others() {
        let text = b"?a=%27x%27&b=1+2&c=%7e&d&e=#f";
        for (name, value, want) in [
            ("b", Some("9"), "?a=%27x%27&b=9&c=%7e&d&e=#f"),
            ("d", Some("&"), "?a=%27x%27&b=1+2&c=%7e&d=%26&e=#f"),
            ("e", None, "?a=%27x%27&b=1+2&c=%7e&d&e#f"),
            ("n", Some("a b+"), "?a=%27x%27&b=1+2&c=%7e&d&e=&n=a%20b%2B#f"),
        ] {
            let got = with_pair(text, name.as_bytes(), value.map(str::as_bytes));
            assert_eq!(got.as_deref(), Ok(want.as_bytes()));
        }
        for (text, names, want) in [
            ("//e?%61=1#f", &["a"][..], "//e#f"),
            ("//e?&&", &["a"], "//e?&&"),
            ("?a=1&b&c=%7e&a", &["a", "b"], "?c=%7e"),
            ("?a=1", &[], "?a=1"),
        ] {
            let got = without_pairs(text.as_bytes(), names);
            assert_eq!(got.as_deref(), Ok(want.as_bytes()));
        }
    }

    #[test]
    fn adding_a_pair_leaves_every_byte() {
        for (text, want) in [
            ("/p", "/p?a=%26"),
            ("/p?#f", "/p?a=%26#f"),
            ("/p?a=1&b=%7e&#f", "/p?a=1&b=%7e&&a=%26#f"),
        ] {
            let got = add_pair(text.as_bytes(), b"a", Some(b"&"));
            assert_eq!(got.as_deref(), Ok(want.as_bytes()));
        }
        assert_eq!(add_pair(b"?a", b"b", None).as_deref(), Ok(&b"?a&b"[..]));
        let values: Vec<_> = values(b"?a=1&b=2&%61=&a#a", b"a").collect();
        assert_eq!(values, [3..4, 13..13, 15..15]);
        let raw = |query| with_raw_query(b"//e?a#f", query);
        assert_eq!(raw(Some(b"%7e;b")).as_deref(), Ok(&b"//e?%7e;b#f"[..]));
        assert_eq!(raw(None).as_deref(), Ok(&b"//e#f"[..]));
        assert!(raw(Some(b"a#b")).is_err() && raw(Some(b"a b")).is_err());
    }
}
