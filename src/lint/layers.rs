//! What does the text say after a second decoding, and after further ones?

use std::ops::Range;

use super::Found;
use super::rule::Id;
use crate::percent::triplet;

/// So many layers are looked under.
const DEEPEST: usize = 8;

/// An octet of a layer, and where the text says it.
#[derive(Clone)]
struct Octet {
    byte: u8,
    at: Range<usize>,
}

/// What deeper layers show at one place.
struct Revealed {
    at: Range<usize>,
    depth: usize,
    bytes: Vec<u8>,
}

/// The findings of what is escaped more than once.
pub(super) fn find(found: &mut Found<'_>) {
    let text = found.text;
    let calls = |at: usize| matches!(triplet(&text[at..]), Some(b'%') | None);
    if !memchr::memchr_iter(b'%', text).any(calls) {
        return;
    }
    let parts = &found.parts;
    let tail = [Some(parts.path.clone()), parts.query.clone(), parts.fragment.clone()];
    for part in tail.into_iter().flatten() {
        let is_path = part == found.parts.path;
        let is_uri = is_uri(&text[part.clone()]);
        let mut value = Value { seen: part.start, is_uri };
        for revealed in layers(text, part.clone()) {
            value.move_to(text, &part, revealed.at.start);
            say(found, revealed, value.is_uri && !is_path);
        }
    }
}

/// The value that is looked at.
struct Value {
    /// How far the next one was looked for.
    seen: usize,
    is_uri: bool,
}

impl Value {
    /// Goes on to the value that this place is part of.
    fn move_to(&mut self, text: &[u8], part: &Range<usize>, at: usize) {
        let delimiter = text[self.seen..at].iter().rposition(|b| matches!(b, b'&' | b';'));
        if let Some(n) = delimiter {
            self.is_uri = is_uri(&text[self.seen + n + 1..part.end]);
        }
        self.seen = at;
    }
}

fn say(found: &mut Found<'_>, revealed: Revealed, in_uri: bool) {
    let Revealed { at, depth, bytes } = revealed;
    let shown = || {
        let said = crate::error::quote(&bytes);
        format!("decoding {depth} times shows {said}")
    };
    let id = if depth == 2 && in_uri {
        Id::NestedUri
    } else if bytes.iter().any(|&byte| is_danger(byte)) {
        Id::HiddenDelimiter
    } else {
        Id::DoubleEncoded
    };
    found.detail(id, at, shown);
}

/// Does the octet delimit, climb, end a line or open a tag, or begin overlong UTF-8?
fn is_danger(byte: u8) -> bool {
    matches!(byte, 0..0x20 | 0x7F | b'/' | b'\\' | b'.' | b'<' | b'>' | b'"' | b'\'' | 0xC0..=0xC1)
}

/// What the second and further decodings of the span undo, place by place.
fn layers(text: &[u8], span: Range<usize>) -> Vec<Revealed> {
    let first = crate::percent::tokens(&text[span.clone()]);
    let mut layer: Vec<Octet> = first
        .map(|token| Octet {
            byte: token.byte,
            at: span.start + token.start..span.start + token.end,
        })
        .collect();
    let mut all: Vec<(Octet, usize)> = Vec::new();
    for depth in 2..=DEEPEST {
        let (next, undone) = decoded(&layer);
        if undone.is_empty() {
            break;
        }
        all.extend(undone.into_iter().map(|octet| (octet, depth)));
        layer = next;
    }
    drop(layer);
    // No two of a depth begin together.
    all.sort_unstable_by_key(|(octet, depth)| (octet.at.start, *depth));
    let mut merged: Vec<Revealed> = Vec::new();
    for (Octet { byte, at }, depth) in all {
        match merged.last_mut() {
            Some(last) if at.start <= last.at.end => {
                if at.start < last.at.end && last.bytes.last() == Some(&b'%') {
                    // A deeper layer of the same place: the % that it began with is gone.
                    last.bytes.pop();
                }
                last.at.end = last.at.end.max(at.end);
                last.depth = last.depth.max(depth);
                last.bytes.push(byte);
            }
            _ => merged.push(Revealed { at, depth, bytes: vec![byte] }),
        }
    }
    merged
}

/// The layer below, and what was undone on the way: triplets, and `%uXXXX`.
fn decoded(layer: &[Octet]) -> (Vec<Octet>, Vec<Octet>) {
    let (mut next, mut undone) = (Vec::with_capacity(layer.len()), Vec::new());
    let digit = |at: usize| layer.get(at).and_then(|octet| char::from(octet.byte).to_digit(16));
    let mut at = 0;
    while at < layer.len() {
        let octet = &layer[at];
        let is_unit = || {
            layer.get(at + 1).is_some_and(|octet| octet.byte == b'u')
                && (2..6).all(|n| digit(at + n).is_some())
        };
        let raw_unit = || layer[at].at.end == layer[at + 1].at.start && octet.at.len() == 1;
        let (len, byte) = match (octet.byte, digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => (3, u8::try_from(high << 4 | low).ok()),
            // What stands in the text itself is another rule's.
            (b'%', ..) if is_unit() && !raw_unit() => {
                let low = digit(at + 4).zip(digit(at + 5)).map(|(high, low)| high << 4 | low);
                (6, low.and_then(|low| u8::try_from(low).ok()))
            }
            _ => (1, None),
        };
        match byte {
            Some(byte) => {
                let octet = Octet { byte, at: octet.at.start..layer[at + len - 1].at.end };
                undone.push(octet.clone());
                next.push(octet);
            }
            None => next.push(octet.clone()),
        }
        at += len;
    }
    (next, undone)
}

/// How far a value is looked at for the URI that it begins with.
const HEAD: usize = 64;

/// Does the value of the pair that begins here begin as a URI or a path does? Then escapes of its
/// own are escaped once more, rightly.
fn is_uri(pair: &[u8]) -> bool {
    let end = pair.iter().position(|b| matches!(b, b'&' | b';')).unwrap_or(pair.len());
    let pair = &pair[..end];
    let value = pair.iter().position(|&b| b == b'=').map_or(pair, |equals| &pair[equals + 1..]);
    let head: Vec<u8> = crate::percent::tokens(value).map(|token| token.byte).take(HEAD).collect();
    match head.first() {
        Some(b'/') => true,
        Some(first) => first.is_ascii_alphabetic() && memchr::memmem::find(&head, b"://").is_some(),
        None => false,
    }
}
