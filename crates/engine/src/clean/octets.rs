//! Octets: the edits of a span whose octets all follow one set.

use std::{borrow::Cow, ops::Range};

use crate::clean::edit::{Edit, Why};
use crate::codec::characters::iri::{first_char, unescaped_prefix_len};
use crate::codec::triplets::{escaped, triplet};
use superuri_kernels::{memory, pause::Steps, set::Set};

/// The edits of a span whose octets all follow one set. A triplet stays, whatever octet it encodes.
pub(crate) fn edits(text: &[u8], span: Range<usize>, set: Set, stray: bool) -> Vec<Edit> {
    let mut edits = Vec::new();
    for_each_edit(text, span, set, stray, &mut |edit| memory::push(&mut edits, edit));
    edits
}

/// As [`edits`], passed to `put` one by one.
pub(crate) fn for_each_edit(
    text: &[u8],
    span: Range<usize>,
    set: Set,
    stray: bool,
    put: &mut dyn FnMut(Edit),
) {
    let mut at = span.start;
    let mut steps = Steps::default();
    while at < span.end {
        steps.one();
        let rest = &text[at..span.end];
        let byte = rest[0];
        let (len, edit) = match byte {
            b'%' if triplet(rest).is_some() => (3, false),
            b'%' => (1, stray),
            0..0x80 => (1, set.encodes(byte)),
            _ => match unescaped_prefix_len(rest, set.rule()) {
                0 => (first_char(rest).map_or(1, char::len_utf8), true),
                len => (len, false),
            },
        };
        if edit {
            let with = match rest[..len] {
                [octet] => Cow::Borrowed(&TRIPLETS[usize::from(octet)][..]),
                _ => rest[..len].iter().flat_map(|&octet| escaped(octet)).collect(),
            };
            let why = if byte < 0x80 { Why::of(byte) } else { Why::NonAscii };
            put(Edit { at: at..at + len, with, why });
        }
        at += len;
    }
}

static TRIPLETS: [[u8; 3]; 256] = {
    let mut triplets = [[0; 3]; 256];
    let mut octet = u8::MAX;
    while octet > 0 {
        triplets[octet as usize] = escaped(octet);
        octet -= 1;
    }
    triplets[0] = escaped(0);
    triplets
};
