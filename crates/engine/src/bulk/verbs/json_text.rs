//! JSON strings: writing text as one (RFC 8259).

use std::io::Write;

use crate::base::sets::rfc3986;
use crate::codec::characters::refused::acts;
use crate::codec::percent::{Encoder, encode};
use superuri_kernels::memory;

/// The most bytes between two texts: names of members, numbers, brackets.
const SPARE: usize = 256;

static COMPONENT: Encoder = Encoder::new(rfc3986::COMPONENT);

/// Writes a member of an object: the text; or null; or, if it is not valid UTF-8, its
/// percent-encoding as `NAME_encoded`.
pub fn write_member(out: &mut Vec<u8>, name: &str, text: Option<&[u8]>) {
    match text.map(std::str::from_utf8) {
        None => write!(out, "\"{name}\": null").expect("a Vec takes everything"),
        Some(Ok(text)) => {
            write!(out, "\"{name}\": ").expect("a Vec takes everything");
            string(out, text);
        }
        Some(Err(_)) => {
            write!(out, "\"{name}_encoded\": \"").expect("a Vec takes everything");
            let encoded = encode(text.unwrap_or_default(), &COMPONENT);
            memory::reserve(out, encoded.len() + SPARE);
            out.extend_from_slice(&encoded);
            out.push(b'"');
        }
    }
}

/// Appends the text as a JSON string (RFC 8259 section 7). Characters that would change the display
/// of a terminal are escaped too.
///
/// # Panics
/// As [`memory::reserve`]. After the string, the buffer has capacity for what callers write around
/// it.
pub fn string(out: &mut Vec<u8>, text: &str) {
    memory::reserve(out, SPARE);
    out.push(b'"');
    let plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    let special = text.bytes().position(|byte| !plain(&byte)).unwrap_or(text.len());
    memory::reserve(out, special + SPARE);
    out.extend_from_slice(&text.as_bytes()[..special]);
    for c in text[special..].chars() {
        if out.capacity() - out.len() < SPARE {
            memory::reserve(out, SPARE);
        }
        match c {
            '"' | '\\' => out.extend([b'\\', c as u8]),
            ' '..='~' => out.push(c as u8),
            _ if acts(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04x}").expect("a Vec takes everything");
                }
            }
            _ => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    out.push(b'"');
}

/// Appends an array of these texts.
pub fn strings<'a>(out: &mut Vec<u8>, texts: impl Iterator<Item = &'a str>) {
    out.push(b'[');
    for (n, text) in texts.enumerate() {
        out.extend_from_slice(if n > 0 { b", " } else { b"" });
        string(out, text);
    }
    out.push(b']');
}

/// Appends the text, or null. Octets that are not valid UTF-8 are replaced by U+FFFD.
pub fn text_or_null(out: &mut Vec<u8>, text: Option<&[u8]>) {
    match text {
        Some(text) => string(out, &String::from_utf8_lossy(text)),
        None => out.extend_from_slice(b"null"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_sequences_are_escaped() {
        let mut out = Vec::new();
        string(&mut out, "\"\\\n\u{9b}\u{202e}\u{200f}\u{e0041}\u{fc}/");
        let want = "\"\\\"\\\\\\u000a\\u009b\\u202e\\u200f\\udb40\\udc41\u{fc}/\"";
        assert_eq!(String::from_utf8_lossy(&out), want);
    }
}
