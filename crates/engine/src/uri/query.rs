//! Query edits: a URI whose query pairs are set, replaced or removed.

use std::borrow::Cow;
use std::ops::Range;

use super::{whole, written};
use crate::base::sets::rfc3986;
use crate::codec::percent::{self, Errors};
use crate::syntax::places::Edited;
use crate::syntax::split;
use crate::syntax::unsplit::Components;
use superuri_kernels::memory;

/// A name, and a value if there is one: both data.
pub type Pair = (Vec<u8>, Option<Vec<u8>>);

/// A pair of a query as it is written.
fn pair(name: &[u8], value: Option<&[u8]>) -> Vec<u8> {
    let name = written(name, rfc3986::QUERY_VALUE);
    match value {
        None => name,
        Some(value) => [&*name, b"=", &written(value, rfc3986::QUERY_VALUE)].concat(),
    }
}

/// The URI with a query of these pairs, or none.
///
/// # Errors
/// As [`whole`].
pub fn with_query(text: &[u8], pairs: Option<&[Pair]>) -> Edited {
    let query = pairs.map(|pairs| {
        let written = memory::collected(pairs.iter().map(|(n, v)| pair(n, v.as_deref())));
        written.join(&b'&')
    });
    whole(&Components { query: query.as_deref(), ..Components::split(text) })
}

/// The URI whose query's first pair of this name has this value, and whose others of it are gone;
/// a pair at the end where there was none. Every other pair stays as it is written.
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
            let (raw_name, new) = (name_of(piece), pair(b"", value));
            kept.push(Cow::Owned([raw_name, &new].concat()));
        }
    }
    if !found {
        kept.push(Cow::Owned(pair(name, value)));
    }
    whole(&Components { query: Some(&kept.join(&b'&')), ..parts })
}

/// The URI without the pairs of this name; without a query where none other is left.
///
/// # Errors
/// As [`whole`].
pub fn without_pair(text: &[u8], name: &[u8]) -> Edited {
    let parts = Components::split(text);
    let kept = memory::collected(pieces(parts.query).filter(|piece| !is_of(piece, name)));
    let all = pieces(parts.query).count();
    if kept.len() == all {
        return Ok(text.to_vec());
    }
    let query = kept.join(&b'&');
    whole(&Components { query: (!kept.is_empty()).then_some(&*query), ..parts })
}

/// Where the value of the query's first pair of this name stands, an empty one where the name is
/// all there is. `None` where there is no such pair.
#[must_use]
pub fn value(text: &[u8], name: &[u8]) -> Option<Range<usize>> {
    let query = split::split(text).query?;
    let mut at = query.start;
    for piece in text[query].split(|&b| b == b'&') {
        let end = at + piece.len();
        if is_of(piece, name) {
            return Some((at + name_of(piece).len() + 1).min(end)..end);
        }
        at = end + 1;
    }
    None
}

/// What stands between the ampersands of a query; nothing in an empty one.
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
        assert_eq!(without_pair(b"//e?%61=1#f", b"a").as_deref(), Ok(&b"//e#f"[..]));
        assert_eq!(without_pair(b"//e?&&", b"a").as_deref(), Ok(&b"//e?&&"[..]));
    }
}
