//! Layers: how many times a text is encoded, and what each further decoding reveals.

use crate::codec::triplets::{escaped, triplet};
use superuri_kernels as kernels;
use superuri_kernels::{memory, pause::Steps};

/// The default number of layers that are removed at most.
pub const DEPTH: usize = 16;

/// The text after one more decoding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer {
    /// The octets of the text.
    pub octets: Vec<u8>,
    /// What is unescaped in it that was escaped before: bits, in the order of [`REVEALED`].
    pub revealed: u16,
}

/// What a decoding can reveal, the most severe first.
pub const REVEALED: [&str; 10] = [
    "nul",
    "line-break",
    "control",
    "url",
    "dot-segment",
    "slash",
    "backslash",
    "delimiter",
    "markup",
    "non-ascii",
];

/// The text after each further decoding, until nothing changes or `most` layers have been removed.
///
/// ```
/// let layers = superuri::codec::layers::layers(b"%252541", 16);
/// let texts: Vec<_> = layers.iter().map(|layer| &*layer.octets).collect();
/// assert_eq!(texts, [&b"%2541"[..], b"%41", b"A"]);
/// ```
#[must_use]
pub fn layers(text: &[u8], most: usize) -> Vec<Layer> {
    let mut layers: Vec<Layer> = Vec::new();
    while layers.len() < most {
        let outer = layers.last().map_or(text, |layer| &layer.octets);
        let Some(layer) = peel(outer) else { break };
        layers.push(layer);
    }
    layers
}

/// The text without one layer; `None` if it has no triplet, or only triplets of invalid text, which
/// stay escaped.
#[must_use]
pub fn peel(text: &[u8]) -> Option<Layer> {
    let first = memchr::memchr_iter(b'%', text).find(|&at| triplet(&text[at..]).is_some())?;
    let mut octets = Vec::new();
    memory::reserve(&mut octets, text.len());
    octets.extend_from_slice(&text[..first]);
    kernels::decode_onto(&text[first..], &mut octets);
    let revealed = revealed(&text[first..], &octets, text)?;
    Some(Layer { octets, revealed })
}

/// The number of octets that are not valid UTF-8.
fn stray(octets: &[u8]) -> usize {
    octets.utf8_chunks().map(|chunk| chunk.invalid().len()).sum()
}

/// The octets as text: those that are not valid UTF-8 are escaped.
#[must_use]
pub fn text(octets: &[u8]) -> String {
    let mut text = String::with_capacity(octets.len());
    for chunk in octets.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().flat_map(|&octet| escaped(octet)).map(char::from));
    }
    text
}

/// What is unescaped in the octets that was escaped before; `None` if nothing is.
fn revealed(escaped: &[u8], octets: &[u8], text: &[u8]) -> Option<u16> {
    let (mut bits, mut ascii, mut high) = (0, false, 0);
    let mut found = |name: &str| {
        bits |= REVEALED.iter().position(|&row| row == name).map_or(0, |n| 1 << n);
    };
    let mut steps = Steps::default();
    for at in memchr::memchr_iter(b'%', escaped) {
        steps.one();
        let byte = triplet(&escaped[at..]);
        ascii |= byte.is_some_and(|byte| byte.is_ascii());
        match byte {
            Some(0) => found("nul"),
            Some(b'\r' | b'\n') => found("line-break"),
            Some(0x01..0x20 | 0x7F) => found("control"),
            Some(b'/') => found("slash"),
            Some(b'\\') => found("backslash"),
            Some(b'?' | b'#' | b'&' | b'=' | b'@' | b':' | b';' | b'[' | b']') => {
                found("delimiter");
            }
            Some(b'<' | b'>' | b'"' | b'\'') => found("markup"),
            Some(0x80..) => high += 1,
            _ => {}
        }
    }
    // Octets that are not valid UTF-8 stay escaped; the others form characters now.
    if high > 0 && stray(octets) < stray(text) + high {
        found("non-ascii");
    } else if !ascii {
        return None;
    }
    if urls(octets) > urls(text) {
        found("url");
    }
    if dot_segments(octets) > dot_segments(text) {
        found("dot-segment");
    }
    Some(bits)
}

fn urls(text: &[u8]) -> usize {
    memchr::memmem::find_iter(text, b"://").count()
}

/// The number of segments that are `.` or `..`; any delimiter separates segments.
fn dot_segments(text: &[u8]) -> usize {
    let separates = |byte: &u8| matches!(byte, b'/' | b'\\' | b'?' | b'#' | b'&' | b'=');
    text.split(separates).filter(|segment| matches!(segment, [b'.'] | [b'.', b'.'])).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &[u8]) -> Vec<&'static str> {
        let bits = peel(text).expect("a layer").revealed;
        (0..REVEALED.len()).filter(|n| bits >> n & 1 == 1).map(|n| REVEALED[n]).collect()
    }

    #[test]
    fn a_layer_names_what_it_reveals() {
        for (text, want) in [
            (&b"%00"[..], &["nul"][..]),
            (b"%0d%0A", &["line-break"]),
            (b"a%2f..%5c", &["dot-segment", "slash", "backslash"]),
            (b"%2e%2E/", &["dot-segment"]),
            (b"u=http%3A//e.com", &["url", "delimiter"]),
            (b"%3cscript%3e", &["markup"]),
            (b"%C3%A9", &["non-ascii"]),
            (b"%1b[0m", &["control"]),
            (b"%2541", &[]),
            (b"%E9%41", &[]),
            (b"%E9%C3%A9", &["non-ascii"]),
            (b"\xC3%A9", &["non-ascii"]),
        ] {
            assert_eq!(named(text), want, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn layers_end_where_nothing_changes_or_at_the_bound() {
        assert_eq!(layers(b"100%", 16), []);
        assert_eq!(layers(b"", 16), []);
        // Triplets of invalid text stay escaped, so nothing changes.
        assert_eq!(layers(b"%E9%fF", 16), []);
        assert_eq!(layers(b"%25E9", 16).len(), 1);
        let deep = [&b"%"[..], &b"25".repeat(100)].concat();
        assert_eq!(layers(&deep, 16).len(), 16);
        assert_eq!(layers(&deep, 1000).len(), 100);
    }
}
