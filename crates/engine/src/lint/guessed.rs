//! Guesses: the likely encoding of octets that are not valid UTF-8, and the repair of mojibake.

use std::{cell::RefCell, collections::HashMap};

use super::{Fix, Linter, rule::Id};
use crate::base::error::quote;
use crate::codec::encodings::guess::guess;

/// How many runs are remembered, and their greatest length in octets: the links of a site are in
/// one encoding, and few of its letters are not ASCII.
const REMEMBERED: usize = 512;
const SHORT: usize = 8;

/// The same as [`reading`], which takes far longer than a look-up.
pub(super) fn remembered(octets: &[u8]) -> Option<String> {
    thread_local! {
        static KNOWN: RefCell<HashMap<Vec<u8>, Option<String>>> = RefCell::default();
    }
    if octets.len() > SHORT {
        return reading(octets);
    }
    if let Some(read) = KNOWN.with_borrow(|known| known.get(octets).cloned()) {
        return read;
    }
    let read = reading(octets);
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(octets.to_vec(), read.clone());
    });
    read
}

/// The text of these octets in the encoding that is likely, if one is.
fn reading(octets: &[u8]) -> Option<String> {
    let likely = guess(octets, None).into_iter().next().filter(|it| it.score >= 0.5)?;
    Some(format!("in {} it reads {}", likely.encoding, quote(likely.text.as_bytes())))
}

/// Reports mojibake, with the part of the text that the repair changes.
pub(super) fn fix_mojibake(found: &mut Linter<'_>, repaired: &[u8]) {
    let text = found.text;
    let same = |(a, b): &(&u8, &u8)| a == b;
    let mut start = text.iter().zip(repaired).take_while(same).count();
    let most = text.len().min(repaired.len()) - start;
    let mut end = text.iter().rev().zip(repaired.iter().rev()).take(most).take_while(same).count();
    // Extend the span to whole triplets and whole characters.
    while start > 0
        && (text.get(start).is_some_and(|b| b & 0xC0 == 0x80) || in_triplet(text, start))
    {
        start -= 1;
    }
    let is_cut = |at: usize| text.get(at).is_some_and(|b| b & 0xC0 == 0x80) || in_triplet(text, at);
    while end > 0 && is_cut(text.len() - end) {
        end -= 1;
    }
    let at = start..text.len() - end;
    let with = repaired[start..repaired.len() - end].to_vec();
    let fix = Fix { edits: vec![(at.clone(), with.into())], safe: false };
    found.add_with(Id::MOJIBAKE, at, || None, Some(fix));
}

fn in_triplet(text: &[u8], at: usize) -> bool {
    (1..3).any(|back| {
        at >= back
            && text[at - back] == b'%'
            && crate::codec::triplets::triplet(&text[at - back..]).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_what_it_reads() {
        for seed in 0..3_000_u32 {
            // Some come again, and more than are remembered.
            let hash = (seed % 700).wrapping_mul(2_654_435_761).to_be_bytes();
            let octets = [hash, hash].concat();
            let octets = &octets[..=(hash[0] as usize % 6)];
            assert_eq!(remembered(octets), reading(octets), "{octets:X?}");
        }
    }
}
