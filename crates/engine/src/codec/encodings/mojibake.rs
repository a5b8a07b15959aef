//! Mojibake: repair of UTF-8 that was read as windows-1252 and written as UTF-8 again.

use encoding_rs::WINDOWS_1252;

use crate::codec::triplets::{Token, escaped, tokens};
use superuri_kernels::pause::Steps;

/// The octet that windows-1252 or latin-1 decodes as this character, if any.
fn octet(c: char) -> Option<u8> {
    // Latin-1's control characters; windows-1252 leaves these octets unassigned.
    if let '\u{80}'..='\u{9F}' = c {
        return u8::try_from(c).ok();
    }
    if c.is_ascii() {
        return None;
    }
    let mut utf8 = [0; 4];
    let (octets, _, lacking) = WINDOWS_1252.encode(c.encode_utf8(&mut utf8));
    match octets[..] {
        [octet] if !lacking => Some(octet),
        _ => None,
    }
}

/// Marks that may close or open a quotation: `CAFÉ”` is not mojibake, though É” could be ɔ.
const QUOTES: [char; 10] = ['“', '”', '‘', '’', '«', '»', '…', '–', '—', '\u{A0}'];

/// A run of characters that were octets, decoded as UTF-8.
struct MojibakeRun {
    original: String,
    /// Whether some part of the run is certainly mojibake.
    certain: bool,
}

/// The decoded run; `None` if it contains no valid UTF-8.
fn undone(run: &str, octets: &[u8]) -> Option<MojibakeRun> {
    let mut original = String::new();
    let (mut rest, mut certain) = (run.chars(), false);
    for chunk in octets.utf8_chunks() {
        for c in chunk.valid().chars() {
            let mut taken = rest.by_ref().take(c.len_utf8());
            let (lead, second) = (taken.next(), taken.next());
            let quotes = c.len_utf8() == 2 && second.is_some_and(|c| QUOTES.contains(&c));
            certain |= !quotes
                || lead == Some('Ã')
                || lead == Some('Â') && second.is_some_and(|c| c < '\u{100}');
            original.push(c);
            taken.for_each(drop);
        }
        original.extend(rest.by_ref().take(chunk.invalid().len()));
    }
    (original.chars().count() < octets.len()).then_some(MojibakeRun { original, certain })
}

/// The text with one level of mojibake repaired, if some of it is certainly mojibake.
fn step(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut certain = false;
    let mut start = 0;
    let mut octets: Vec<u8> = Vec::new();
    let mut steps = Steps::default();
    for (at, c) in text.char_indices().map(|(at, c)| (at, Some(c))).chain([(text.len(), None)]) {
        steps.one();
        if let Some(octet) = c.and_then(octet) {
            octets.push(octet);
            continue;
        }
        let run = &text[start..at];
        match undone(run, &octets) {
            Some(undone) => {
                out.push_str(&undone.original);
                certain |= undone.certain;
            }
            None => out.push_str(run),
        }
        octets.clear();
        out.extend(c);
        start = at + c.map_or(0, char::len_utf8);
    }
    certain.then_some(out)
}

/// The text with every level of mojibake repaired, if there is any.
#[must_use]
pub fn repaired(text: &str) -> Option<String> {
    let mut text = step(text)?;
    // Each step at least halves the number of non-ASCII characters.
    while let Some(better) = step(&text) {
        text = better;
    }
    Some(text)
}

/// The text with all mojibake repaired, in its escapes and in its raw characters; both keep their
/// form, and everything else stays as it is.
///
/// ```
/// use superuri::codec::encodings::mojibake::repair;
/// assert_eq!(repair(b"caf%C3%83%C2%A9?%c3%a9").as_deref(), Some(&b"caf%C3%A9?%c3%a9"[..]));
/// ```
#[must_use]
pub fn repair(text: &[u8]) -> Option<Vec<u8>> {
    if text.is_ascii() && memchr::memchr(b'%', text).is_none() {
        return None;
    }
    let kind = |token: &Token| (token.byte >= 0x80, token.is_triplet());
    let mut tokens = tokens(text).peekable();
    let mut out = Vec::with_capacity(text.len());
    let mut octets = Vec::new();
    let (mut changed, mut steps) = (false, Steps::default());
    while let Some(Token { start, mut end, byte, .. }) = tokens.next() {
        steps.one();
        // A run of octets of the same kind: ASCII or not, escaped or raw.
        let here = (byte >= 0x80, end - start == 3);
        octets.clear();
        octets.push(byte);
        while let Some(token) = tokens.next_if(|token| kind(token) == here) {
            octets.push(token.byte);
            end = token.end;
        }
        let original =
            if here.0 { std::str::from_utf8(&octets).ok().and_then(repaired) } else { None };
        changed |= original.is_some();
        match original {
            Some(better) if here.1 => out.extend(better.bytes().flat_map(escaped)),
            Some(better) => out.extend_from_slice(better.as_bytes()),
            None => out.extend_from_slice(&text[start..end]),
        }
    }
    changed.then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text, with its UTF-8 decoded as windows-1252.
    fn mistaken(text: &str) -> String {
        text.bytes()
            .map(|byte| {
                let bytes = [byte];
                let (text, _) = WINDOWS_1252.decode_without_bom_handling(&bytes);
                text.chars().next().expect("a byte is a character there")
            })
            .collect()
    }

    #[test]
    fn mojibake_is_repaired() {
        for text in ["é", "Привет", "日本語", "“quoted” – …", "naïve café", "😀", "Œuvre à"]
        {
            assert_eq!(repaired(&mistaken(text)).as_deref(), Some(text));
            assert_eq!(repaired(&mistaken(&mistaken(text))).as_deref(), Some(text));
        }
    }

    #[test]
    fn other_text_stays() {
        for text in ["café", "“CAFÉ”", "Привет", "日本語", "ÀÉÎ", "»Ä« »Ü«", "São Tomé", "ÃO"]
        {
            assert_eq!(repaired(text), None, "{text}");
        }
        assert_eq!(repair(b"%E9%C3%A9%41"), None);
    }
}
