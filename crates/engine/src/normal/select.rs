//! Selection: which pairs of a query the normal form has, and in what order.

use crate::codec::percent::{self, Errors};
use crate::normal::{Also, tracking::Here};
use superuri_kernels::memory;

/// Drops and sorts pairs of the query, which begins at `start` and ends the text. If no pair is
/// left, the `?` is removed, too.
pub(super) fn apply(start: usize, also: Also<'_>, here: &mut Here<'_>, out: &mut Vec<u8>) {
    if !is_selected(&out[start..], also, here) {
        select(start, also, here, out);
    }
}

fn pairs(query: &[u8]) -> impl Iterator<Item = &[u8]> {
    query.split(|&b| b == b'&')
}

/// Would [`select`] leave this query as it is? Most queries have no tracking parameters, and have one pair or are
/// in order.
fn is_selected(query: &[u8], also: Also<'_>, here: &mut Here<'_>) -> bool {
    (!also.drop_tracking || !pairs(query).any(|pair| tracks(pair, here)))
        && (!also.sort_query || pairs(query).is_sorted_by_key(name))
}

/// Drops and sorts pairs of the query, which begins at `start`. If no pair is left, the `?` goes,
/// too.
fn select(start: usize, also: Also<'_>, here: &mut Here<'_>, out: &mut Vec<u8>) {
    let query = out.split_off(start);
    let mut pairs: Vec<&[u8]> = memory::collected(pairs(&query));
    if also.drop_tracking {
        pairs.retain(|pair| !tracks(pair, here));
    }
    if pairs.is_empty() {
        out.pop();
        return;
    }
    if also.sort_query {
        // A stable sort takes linear time for few names, but would end the process if it found no
        // memory for a copy of the list.
        memory::check_capacity::<&[u8]>(pairs.len());
        pairs.sort_by_key(|pair| name(pair));
    }
    for (n, pair) in pairs.iter().enumerate() {
        if n > 0 {
            out.push(b'&');
        }
        out.extend_from_slice(pair);
    }
}

fn name(pair: &[u8]) -> &[u8] {
    &pair[..memchr::memchr(b'=', pair).unwrap_or(pair.len())]
}

fn tracks(pair: &[u8], here: &mut Here<'_>) -> bool {
    pair.first().is_some_and(|&first| here.may_track(first))
        && percent::decode_bytes(name(pair), Errors::Keep).is_ok_and(|name| here.tracks(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_selected_exactly_if_selecting_changes_nothing() {
        let atoms = ["", "a", "b=1", "b=0", "a=%26", "%75tm_id=1", "gclid", "utm_x&", "&", "A"];
        let mut queries = vec![String::new()];
        for _ in 0..3 {
            queries = queries
                .iter()
                .flat_map(|q| atoms.iter().map(move |a| format!("{q}&{a}")))
                .collect();
            for query in &queries {
                for (sort_query, drop_tracking) in [(true, true), (true, false), (false, true)] {
                    let also = Also { sort_query, drop_tracking, ..Also::default() };
                    let mut out = [b"?", &query.as_bytes()[1..]].concat();
                    let before = out.clone();
                    let mut here = also.trackers.at(b"", b"");
                    select(1, also, &mut here, &mut out);
                    assert_eq!(
                        is_selected(&before[1..], also, &mut here),
                        out == before,
                        "{query} {also:?}"
                    );
                }
            }
        }
    }
}
