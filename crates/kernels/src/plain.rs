//! Plain kernels, one byte at a time: the specification of all others.
//!
//! All other kernels must agree with these, byte for byte.

use std::mem::MaybeUninit;

use crate::{Decoded, HEX, Table};

/// The index of the first byte in the set, or the text's length.
#[must_use]
pub fn find(text: &[u8], table: &Table) -> usize {
    text.iter().position(|&byte| table.has(byte)).unwrap_or(text.len())
}

/// Is this byte in the text?
#[must_use]
pub fn has(text: &[u8], wanted: u8) -> bool {
    memchr::memchr(wanted, text).is_some()
}

/// How many bytes are in the set.
#[must_use]
pub fn count(text: &[u8], table: &Table) -> usize {
    text.iter().filter(|&&byte| table.has(byte)).count()
}

/// Sets the bit of each byte that is in the set, and clears the others.
pub fn which(text: &[u8], table: &Table, words: &mut [u64]) {
    for (n, word) in words.iter_mut().enumerate() {
        let end = text.len().min(64 * n + 64);
        *word = super::ranks::word(&text[64 * n..end], |byte| table.has(byte));
    }
}

/// Sets the bit of each byte that is equal to `wanted`, and clears the others.
pub fn which_are(text: &[u8], wanted: u8, words: &mut [u64]) {
    for (n, word) in words.iter_mut().enumerate() {
        let end = text.len().min(64 * n + 64);
        *word = super::ranks::word(&text[64 * n..end], |byte| byte == wanted);
    }
}

/// Writes each member as its triplet and each other byte unchanged. Returns the number of bytes.
///
/// # Panics
///
/// If `out` is shorter than the text with two more bytes for each member.
pub fn encode(text: &[u8], table: &Table, out: &mut [MaybeUninit<u8>]) -> usize {
    let mut at = 0;
    for &byte in text {
        if table.has(byte) {
            out[at].write(b'%');
            out[at + 1].write(HEX[usize::from(byte >> 4)]);
            out[at + 2].write(HEX[usize::from(byte & 15)]);
            at += 3;
        } else {
            out[at].write(byte);
            at += 1;
        }
    }
    at
}

/// Writes each triplet as its byte and each other byte unchanged.
///
/// # Panics
///
/// If `out` is shorter than the text.
pub fn decode(text: &[u8], out: &mut [MaybeUninit<u8>]) -> Decoded {
    let out = &mut out[..text.len()];
    let mut done = Decoded { len: 0, high: false, malformed: false };
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        let octet = triplet(rest);
        done.malformed |= first == b'%' && octet.is_none();
        let byte = octet.unwrap_or(first);
        rest = if octet.is_some() { &rest[3..] } else { after };
        done.high |= byte >= 0x80;
        out[done.len].write(byte);
        done.len += 1;
    }
    done
}

/// The octet of the triplet at the start of the text, if there is one (RFC 3986 section 2.1).
fn triplet(text: &[u8]) -> Option<u8> {
    match *text {
        [b'%', high, low, ..] => Some(digit(high)? << 4 | digit(low)?),
        _ => None,
    }
}

/// The value of an ASCII hexadecimal digit, of either case.
fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    }
}
