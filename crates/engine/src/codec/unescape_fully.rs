//! Repeated unescaping: decoding a text until no escape is left.
//!
//! The keys of web archives and of Safe Browsing are made this way. No function for URIs does this:
//! there, one call decodes one level.

use crate::codec::triplets::{escaped, triplet};

/// The text with all escapes decoded, including those that decoding creates, until none is left.
///
/// ```
/// use superuri::codec::unescape_fully::unescape_fully;
/// assert_eq!(unescape_fully(b"%%%25%32%35asd%%"), b"%%%asd%%");
/// ```
///
/// Decoding again and again takes quadratic time for `%252525…`. Escapes never overlap, so the
/// order in which they are decoded does not matter. One pass is enough, because an octet can only
/// complete an escape that ends with it.
#[must_use]
pub fn unescape_fully(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &byte in text {
        out.push(byte);
        while let Some(start) = out.len().checked_sub(3)
            && let Some(octet) = triplet(&out[start..])
        {
            out.truncate(start);
            out.push(octet);
        }
    }
    out
}

/// The octets with everything escaped except printable ASCII; `%`, `#` and the space are escaped
/// too.
#[must_use]
pub fn escape_once(octets: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(octets.len());
    for &octet in octets {
        match octet {
            b'!'..=b'~' if !b"%#".contains(&octet) => out.push(octet),
            _ => out.extend_from_slice(&escaped(octet)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::percent::{Errors, decode_bytes};

    /// The reference implementation: decodes again and again.
    fn again_and_again(text: &[u8]) -> Vec<u8> {
        let mut text = text.to_vec();
        loop {
            let octets = decode_bytes(&text, Errors::Replace).expect("no strict decoding");
            if *octets == text {
                return text;
            }
            text = octets.into_owned();
        }
    }

    #[test]
    fn one_pass_does_what_many_do() {
        const ATOMS: [&[u8]; 8] = [b"%", b"25", b"2", b"5", b"3", b"%25", b"4", b"a"];
        for number in 0..8_usize.pow(6) {
            let picked = (0..6).map(|n| ATOMS[number >> (3 * n) & 7]);
            let text: Vec<u8> = picked.flatten().copied().collect();
            assert_eq!(unescape_fully(&text), again_and_again(&text), "{text:?}");
        }
    }

    #[test]
    fn time_grows_with_the_text() {
        let text = [b"%".as_slice(), &b"25".repeat(1_000_000)].concat();
        assert_eq!(unescape_fully(&text), b"%");
    }
}
