//! Own escapes: decoding a text of a format that has only a few escapes.

use crate::codec::triplets::{escaped, triplet};
use superuri_kernels::{memory, set::Set};

/// Decodes the escapes of the ASCII octets that this set encodes, in capitals and in one pass; any
/// other `%` is data.
///
/// ```
/// use superuri::{base::sets, codec::own_escapes::decode_only};
/// assert_eq!(decode_only(b"50% a%253Ab%41%3a", sets::vcf::VALUE), b"50% a%3Ab%41%3a");
/// ```
#[must_use]
pub fn decode_only(text: &[u8], set: Set) -> Vec<u8> {
    let mut out = memory::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'%', rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at..];
        let read = triplet(rest).filter(|&octet| set.encodes(octet) && rest[..3] == escaped(octet));
        out.push(read.unwrap_or(b'%'));
        rest = &rest[if read.is_some() { 3 } else { 1 }..];
    }
    out.extend_from_slice(rest);
    out
}
