//! Unreserved characters: decoding their escapes, and writing the other escapes in upper case.
//!
//! Most escapes stay as they are; in a long text, this is recognised 64 bytes at a time.

use std::ops::Range;

use crate::base::sets::rfc3986;
use crate::codec::triplets::{escaped, triplet};
use superuri_kernels as kernels;
use superuri_kernels::{Table, memory, set::Set};

/// The characters that RFC 3986 section 2.3 calls unreserved: escaping them does not change the
/// meaning.
pub(crate) const UNRESERVED: Set =
    Set::from_bits(!rfc3986::COMPONENT.bits(), rfc3986::COMPONENT.rule());

/// The bits of a word; each stands for a byte.
const BITS: usize = u64::BITS as usize;

/// The words of a stretch that is read several times.
const WORDS: usize = 32;

/// Shorter texts are processed faster escape by escape.
const STRETCHES_FROM_BYTES: usize = 512;

/// Hex digits in lower case.
static LOWER: Table = Table::new(Set::only("abcdef").bits());

/// For each row of high digits of unreserved characters, the low digits that some of these
/// characters have.
static ROWS: [(Table, Table); 5] = [row("2"), row("3"), row("46"), row("5"), row("7")];

const fn row(highs: &str) -> (Table, Table) {
    let (mut lows, mut octet) = (0, 0);
    while octet < 0x80 {
        let [_, high, low] = escaped(octet);
        if UNRESERVED.encodes(octet) && Set::only(highs).encodes(high) {
            lows |= 1_u128 << low;
        }
        octet += 1;
    }
    (Table::new(Set::only(highs).bits()), Table::new(lows))
}

/// Appends the component with the escapes of the set decoded, and the others in upper case.
pub(crate) fn put(component: &[u8], undone: Set, out: &mut Vec<u8>) {
    memory::reserve(out, component.len());
    let start = out.len();
    out.extend_from_slice(component);
    undo(start, undone, u8::from, out);
}

/// As [`put`], in lower case except for the digits of remaining escapes.
pub(crate) fn put_lowered(component: &[u8], undone: Set, out: &mut Vec<u8>) {
    memory::reserve(out, component.len());
    let start = out.len();
    out.extend_from_slice(component);
    out[start..].make_ascii_lowercase();
    undo(start, undone, |octet| octet.to_ascii_lowercase(), out);
}

/// Decodes and writes the escapes from `start` on in place, for which the text does not get longer.
/// Long texts are processed stretch by stretch; one that changes, escape by escape.
fn undo(start: usize, undone: Set, write: impl Fn(u8) -> u8, out: &mut Vec<u8>) {
    let (mut from, mut to) = (start, start);
    while out.len() - from >= STRETCHES_FROM_BYTES {
        let before = memchr::memchr(b'%', &out[from..]).unwrap_or(out.len() - from);
        let stretch = from + before..from + before + whole_triplets(&out[from + before..]);
        let end = stretch.end;
        if stays(&out[stretch.clone()], undone) {
            to = moved(from..end, to, out);
        } else {
            to = moved(from..stretch.start, to, out);
            to = undo_each(stretch, to, undone, &write, out);
        }
        from = end;
    }
    let end = out.len();
    to = undo_each(from..end, to, undone, write, out);
    out.truncate(to);
}

/// Moves this span of the text to an earlier place, `to`, and returns where it ends then.
fn moved(span: Range<usize>, to: usize, text: &mut [u8]) -> usize {
    let end = to + span.len();
    if span.start != to {
        text.copy_within(span, to);
    }
    end
}

/// Decodes and writes each escape of this span of the text, from `to` on, and returns where the
/// result ends; a decoded octet is passed through `write`.
fn undo_each(
    span: Range<usize>,
    mut to: usize,
    undone: Set,
    write: impl Fn(u8) -> u8,
    text: &mut [u8],
) -> usize {
    let Range { start: mut from, end } = span;
    let mut at = from;
    while let Some(next) = memchr::memchr(b'%', &text[at..end]) {
        at += next;
        let Some(octet) = triplet(&text[at..end]) else {
            // A legal URI has no such `%`.
            at += 1;
            continue;
        };
        to = moved(from..at, to, text);
        at += 3;
        from = at;
        if undone.encodes(octet) {
            text[to] = write(octet);
            to += 1;
        } else {
            text[to..to + 3].copy_from_slice(&escaped(octet));
            to += 3;
        }
    }
    moved(from..end, to, text)
}

/// The length of the stretch at the start of the text; it ends before a triplet that would be cut.
fn whole_triplets(text: &[u8]) -> usize {
    match &text[..text.len().min(WORDS * BITS)] {
        all if all.len() == text.len() => all.len(),
        [before @ .., b'%'] | [before @ .., b'%', _] => before.len(),
        all => all.len(),
    }
}

/// Whether the stretch certainly stays as it is; false is uncertain.
fn stays(stretch: &[u8], undone: Set) -> bool {
    let rows: &[(Table, Table)] = match undone {
        UNRESERVED => &ROWS,
        _ if undone.bits() == 0 => &[],
        _ => return false,
    };
    let words = stretch.len().div_ceil(BITS);
    let (mut highs, mut lows, mut found) = ([0; WORDS], [0; WORDS], [0; WORDS]);
    kernels::which_are(stretch, b'%', &mut found[..words]);
    behind(&found, &mut highs);
    behind(&highs, &mut lows);
    let mut meet = |marks: &[u64; WORDS], table: &Table| {
        kernels::which(stretch, table, &mut found[..words]);
        let mut any = 0;
        for (found, mark) in found.iter_mut().zip(marks) {
            *found &= mark;
            any |= *found;
        }
        (any != 0).then_some(found)
    };
    let digits = std::array::from_fn(|n| highs[n] | lows[n]);
    meet(&digits, &LOWER).is_none()
        && rows.iter().all(|(of_row, row)| {
            let Some(found) = meet(&highs, of_row) else { return true };
            behind(&found, &mut lows);
            meet(&lows, row).is_none()
        })
}

/// Marks the bytes after those that are marked.
fn behind(marks: &[u64; WORDS], moved: &mut [u64; WORDS]) {
    let mut carry = 0;
    for (mark, moved) in marks.iter().zip(moved) {
        *moved = mark << 1 | carry;
        carry = mark >> (BITS - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::triplets::tokens;
    use crate::rng::Rng;

    /// The result of processing one character at a time.
    fn plain(text: &[u8], undone: Set, lowered: bool) -> String {
        let mut out = String::new();
        for token in tokens(text) {
            let case = if lowered { u8::to_ascii_lowercase } else { u8::clone };
            if token.is_triplet() && !undone.encodes(token.byte) {
                out.push_str(
                    &text[token.start..token.end].escape_ascii().to_string().to_uppercase(),
                );
            } else {
                out.push(char::from(case(&token.byte)));
            }
        }
        out
    }

    fn agrees(text: &[u8]) {
        for undone in [Set::only(""), UNRESERVED, UNRESERVED.and("/")] {
            for lowered in [false, true] {
                let mut out = Vec::new();
                let put = if lowered { put_lowered } else { put };
                put(text, undone, &mut out);
                let shown = text.escape_ascii();
                assert_eq!(out.escape_ascii().to_string(), plain(text, undone, lowered), "{shown}");
            }
        }
    }

    #[test]
    fn fast_and_plain_decoding_agree() {
        for text in ["%%a1", "%%1a", "%%%2f", "%%2F%a", "%%%%7e"] {
            agrees(text.repeat(STRETCHES_FROM_BYTES).as_bytes());
        }
        let atoms = ["%", "%41", "%7e", "%2f", "%25", "4", "1", "a", "%e9"];
        let mut texts = vec![String::new()];
        for _ in 0..4 {
            let longer = texts.iter().flat_map(|t| atoms.iter().map(move |a| format!("{t}{a}")));
            texts = longer.collect();
            for text in &texts {
                agrees(text.as_bytes());
            }
        }
    }

    #[test]
    fn one_escape_of_a_long_text_is_found_wherever_it_is() {
        let mut rng = Rng(20_261_121);
        println!("{rng:?}");
        let fillers = ["%20", "%C3%A9", "a", "a%2F", "%3Cbc"];
        for octet in 0..=u8::MAX {
            for written in [format!("%{octet:02X}"), format!("%{octet:02x}"), "%".into()] {
                let filler = fillers[rng.below(fillers.len())];
                let mut text = filler
                    .repeat((STRETCHES_FROM_BYTES + rng.below(3 * WORDS * BITS)) / filler.len());
                let place = rng.below(text.len() / filler.len()) * filler.len();
                text.insert_str(place, &written);
                agrees(text.as_bytes());
            }
        }
    }
}
