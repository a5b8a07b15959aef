//! Appending: kernels that write to the end of a vector.

use crate::{Decoded, Table, count, decode, encode};
use crate::{memory, pause};

/// In bytes: between parts of a longer text there is a pause, so that a signal ends the work.
const PART: usize = 1 << 20;

/// Appends the text with each member of the set as its triplet.
pub fn encode_onto(text: &[u8], table: &Table, out: &mut Vec<u8>) {
    if text.len() <= PART {
        return encode_part(text, table, out);
    }
    memory::reserve(out, text.len() + 2 * count(text, table));
    for part in text.chunks(PART) {
        encode_part(part, table, out);
        pause::now();
    }
}

fn encode_part(text: &[u8], table: &Table, out: &mut Vec<u8>) {
    let capacity = text.len() + 2 * count(text, table);
    memory::reserve(out, capacity);
    let written = encode(text, table, &mut out.spare_capacity_mut()[..capacity]);
    // SAFETY: `encode` has written this many bytes of the spare capacity.
    unsafe { out.set_len(out.len() + written) };
}

/// The same, given the number of members.
///
/// # Panics
/// If that number is wrong.
pub fn encode_counted_onto(text: &[u8], table: &Table, members: usize, out: &mut Vec<u8>) {
    let capacity = text.len() + 2 * members;
    memory::reserve(out, capacity);
    let written = encode(text, table, &mut out.spare_capacity_mut()[..capacity]);
    assert_eq!(written, capacity, "the members were counted");
    // SAFETY: `encode` has written this many bytes of the spare capacity.
    unsafe { out.set_len(out.len() + written) };
}

/// Appends the text with each triplet as its byte.
pub fn decode_onto(text: &[u8], out: &mut Vec<u8>) -> Decoded {
    memory::reserve(out, text.len());
    let decoded = decode(text, &mut out.spare_capacity_mut()[..text.len()]);
    // SAFETY: `decode` has written this many bytes of the spare capacity.
    unsafe { out.set_len(out.len() + decoded.len) };
    decoded
}
