//! Legacy encodings: text encoded as octets in an encoding other than UTF-8, and octets decoded.
//!
//! Labels of the Encoding Standard use the standard's tables, as in browsers. For any other name, a
//! caller with more encodings passes a [`Transcode`].

use std::ops::Range;

use encoding_rs::{DecoderResult, Encoder, EncoderResult, Encoding, ISO_2022_JP, UTF_8};
use superuri_kernels::memory;

/// An encoding that the engine knows: the Encoding Standard's, ASCII, and latin-1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KnownEncoding(EncodingTable);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum EncodingTable {
    Standard(&'static Encoding),
    /// The octets are the first characters of Unicode, up to this one.
    UpTo(u8),
}

impl KnownEncoding {
    /// The encoding whose octets are the first characters of Unicode, up to this one.
    #[must_use]
    pub const fn up_to(last: u8) -> Self {
        Self(EncodingTable::UpTo(last))
    }

    /// Its name: the standard's, `ascii` or `latin-1`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            EncodingTable::Standard(encoding) => encoding.name(),
            EncodingTable::UpTo(0x7F) => "ascii",
            EncodingTable::UpTo(_) => "latin-1",
        }
    }

    pub(crate) fn is_utf8(self) -> bool {
        self.0 == EncodingTable::Standard(UTF_8)
    }
}

impl From<&'static Encoding> for KnownEncoding {
    fn from(encoding: &'static Encoding) -> Self {
        Self(EncodingTable::Standard(encoding))
    }
}

/// Encodes text as octets; or returns the span of the first character that the encoding lacks.
pub type Transcode<'a> = &'a dyn Fn(&str) -> std::result::Result<Vec<u8>, Range<usize>>;

/// How text is encoded.
#[derive(Clone, Copy)]
pub enum Charset<'a> {
    /// With the engine's tables.
    Known(KnownEncoding),
    /// By a function of the caller.
    Other(Transcode<'a>),
}

/// The result for a part of the text.
pub enum Written<'a> {
    /// Its octets.
    Octets(&'a [u8]),
    /// The encoding lacks the character at these bytes. The character may be U+FFFD instead: for
    /// the three that would switch the state of ISO-2022-JP.
    Lacking(char, Range<usize>),
}

/// How many bytes the caller's function gets at once after a character that it lacks.
const WINDOW: usize = 64;

/// Passes the octets of the text, and the characters that the encoding lacks, to `each` in order;
/// stops at the first failure.
///
/// # Errors
///
/// Those of `each`.
pub fn write<E>(
    text: &str,
    charset: Charset<'_>,
    each: &mut dyn FnMut(Written<'_>) -> Result<(), E>,
) -> Result<(), E> {
    match charset {
        Charset::Known(KnownEncoding(EncodingTable::UpTo(last))) => write_literal(text, last, each),
        Charset::Known(KnownEncoding(EncodingTable::Standard(encoding))) => {
            let mut writer = CharsetWriter::new(encoding);
            writer.write(text, each)?;
            writer.finish(each)
        }
        Charset::Other(encode) => write_other(text, encode, each),
    }
}

fn write_literal<E>(
    text: &str,
    last: u8,
    each: &mut dyn FnMut(Written<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut octets = memory::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if let Some(octet) = u8::try_from(c).ok().filter(|octet| *octet <= last) {
            octets.push(octet);
            continue;
        }
        each(Written::Octets(&octets))?;
        octets.clear();
        each(Written::Lacking(c, at..at + c.len_utf8()))?;
    }
    each(Written::Octets(&octets))
}

fn write_other<E>(
    text: &str,
    encode: Transcode<'_>,
    each: &mut dyn FnMut(Written<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut at = 0;
    // The whole text at once, until a character is missing; then windows that grow again, so that a
    // text in which every character is missing does not take quadratic time.
    let mut window = text.len();
    while at < text.len() {
        let end = text.ceil_char_boundary(text.len().min(at.saturating_add(window)));
        match encode(&text[at..end]) {
            Ok(octets) => {
                each(Written::Octets(&octets))?;
                (at, window) = (end, window.saturating_mul(2));
            }
            Err(missing) => {
                let missing = at + missing.start..at + missing.end;
                let c = text[missing.clone()].chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
                let before = encode(&text[at..missing.start]).unwrap_or_default();
                each(Written::Octets(&before))?;
                each(Written::Lacking(c, missing.clone()))?;
                (at, window) = (missing.end.max(at + 1), WINDOW);
            }
        }
    }
    Ok(())
}

/// The capacity for one step of a coder. `encoding_rs` touches every page of it at every step, so a
/// capacity as large as the rest of the text would take quadratic time.
const CAPACITY: usize = 4096;

/// The least capacity: more than any character needs, including a change of state.
const LEAST: usize = 64;

/// Encodes text in an encoding of the standard, part by part. In an encoding with states, what was
/// written last affects what follows.
pub struct CharsetWriter {
    encoder: Encoder,
    out: Vec<u8>,
}

impl CharsetWriter {
    /// A writer at the start of a text.
    #[must_use]
    pub fn new(encoding: &'static Encoding) -> Self {
        Self { encoder: encoding.new_encoder(), out: Vec::new() }
    }

    /// Passes the encoded next part of the text to `each`.
    ///
    /// # Errors
    ///
    /// Those of `each`.
    pub fn write<E>(
        &mut self,
        text: &str,
        each: &mut dyn FnMut(Written<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.step(text, false, each)
    }

    /// Passes the octets that return the encoding to its initial state to `each`.
    ///
    /// # Errors
    ///
    /// Those of `each`.
    pub fn finish<E>(
        mut self,
        each: &mut dyn FnMut(Written<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.step("", true, each)
    }

    fn step<E>(
        &mut self,
        text: &str,
        last: bool,
        each: &mut dyn FnMut(Written<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut at = 0;
        loop {
            self.out.reserve((text.len() - at).min(CAPACITY) + LEAST);
            let (result, read) = self.encoder.encode_from_utf8_to_vec_without_replacement(
                &text[at..],
                &mut self.out,
                last,
            );
            at += read;
            if !self.out.is_empty() {
                each(Written::Octets(&self.out))?;
                self.out.clear();
            }
            let c = match result {
                EncoderResult::InputEmpty => return Ok(()),
                EncoderResult::OutputFull => continue,
                EncoderResult::Unmappable(c) => c,
            };
            let len = text[..at].chars().next_back().map_or(0, char::len_utf8);
            each(Written::Lacking(c, at - len..at))?;
        }
    }
}

/// A stretch of the decoded text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stretch {
    /// Text.
    Text(String),
    /// These octets are malformed.
    Malformed(Range<usize>),
}

impl KnownEncoding {
    /// The encoding, if the meaning of an octet depends on those before it.
    #[must_use]
    pub fn with_states(self) -> Option<&'static Encoding> {
        (self.0 == EncodingTable::Standard(ISO_2022_JP)).then_some(ISO_2022_JP)
    }

    /// The decoded text, if all octets are valid.
    #[must_use]
    pub fn text(self, octets: &[u8]) -> Option<String> {
        match self.0 {
            EncodingTable::Standard(encoding) => {
                let text = encoding.decode_without_bom_handling_and_without_replacement(octets)?;
                Some(text.into_owned())
            }
            EncodingTable::UpTo(last) => octets.iter().map(|&octet| literal(octet, last)).collect(),
        }
    }

    /// The decoded text; malformed octets become U+FFFD, or are left out.
    #[must_use]
    pub fn lossy(self, octets: &[u8], leaves_out: bool) -> String {
        let part = |part| match part {
            Stretch::Text(text) => text,
            Stretch::Malformed(_) if leaves_out => String::new(),
            Stretch::Malformed(_) => char::REPLACEMENT_CHARACTER.to_string(),
        };
        self.parts(octets).into_iter().map(part).collect()
    }

    /// The decoded text, part by part. There is one malformed part for each U+FFFD that the
    /// standard's decoder would write.
    #[must_use]
    pub fn parts(self, octets: &[u8]) -> Vec<Stretch> {
        match self.0 {
            EncodingTable::Standard(encoding) => parts(encoding, octets),
            EncodingTable::UpTo(last) => literal_parts(octets, last),
        }
    }
}

fn literal_parts(octets: &[u8], last: u8) -> Vec<Stretch> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < octets.len() {
        let len = octets[at..].iter().position(|octet| *octet > last).unwrap_or(octets.len() - at);
        if len > 0 {
            let mut text = memory::string_with_capacity(2 * len);
            text.extend(octets[at..at + len].iter().copied().map(char::from));
            memory::push(&mut parts, Stretch::Text(text));
            at += len;
        } else {
            memory::push(&mut parts, Stretch::Malformed(at..at + 1));
            at += 1;
        }
    }
    parts
}

fn literal(octet: u8, last: u8) -> Option<char> {
    (octet <= last).then_some(char::from(octet))
}

fn parts(encoding: &'static Encoding, octets: &[u8]) -> Vec<Stretch> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut step = String::with_capacity(octets.len().min(CAPACITY) + LEAST);
    let mut at = 0;
    loop {
        let (result, read) =
            decoder.decode_to_string_without_replacement(&octets[at..], &mut step, true);
        at += read;
        memory::append(&mut text, &step);
        step.clear();
        if result == DecoderResult::OutputFull {
            continue;
        }
        if !text.is_empty() {
            memory::push(&mut parts, Stretch::Text(std::mem::take(&mut text)));
        }
        let DecoderResult::Malformed(bad, after) = result else { return parts };
        let end = at.saturating_sub(after.into());
        memory::push(&mut parts, Stretch::Malformed(end.saturating_sub(bad.into())..end));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::encodings::labels::{Label, look_up};

    fn octets(text: &str, label: &str) -> Vec<u8> {
        let Label::Known(known) = look_up(label) else { panic!("{label} is in the standard") };
        let mut out = Vec::new();
        let written = write::<()>(text, Charset::Known(known), &mut |written| {
            match written {
                Written::Octets(octets) => out.extend_from_slice(octets),
                Written::Lacking(c, at) => {
                    out.extend_from_slice(format!("<{:X} {at:?}>", c as u32).as_bytes());
                }
            }
            Ok(())
        });
        assert_eq!(written, Ok(()));
        out
    }

    #[test]
    fn the_standards_tables_are_used() {
        assert_eq!(octets("①～", "Shift_JIS"), b"\x87\x40\x81\x60");
        assert_eq!(octets("a\u{E5E5}b", "gb18030"), b"a<E5E5 1..4>b");
        assert_eq!(octets("\u{E}A", "iso-2022-jp"), b"<FFFD 0..1>A");
        assert_eq!(octets("\u{203E}\\", "iso-2022-jp"), b"\x1B(J~\x1B(B\\");
        assert_eq!(octets("あ", "csiso2022jp"), b"\x1B$B$\"\x1B(B");
        assert_eq!(octets("\u{81}€", "windows-1252"), b"\x81\x80");
        assert_eq!(octets("é\u{80}€", "Latin1"), b"\xE9\x80<20AC 4..7>");
        assert_eq!(octets("aé", "ASCII"), b"a<E9 1..3>");
    }

    #[test]
    fn malformed_octets_have_their_places() {
        let Label::Known(jis) = look_up("shift_jis") else { panic!("a label") };
        let text = |text: &str| Stretch::Text(text.to_owned());
        assert_eq!(jis.parts(b"a\x83Ab\xFFc"), [text("aアb"), Stretch::Malformed(4..5), text("c")]);
        // The second octet is ASCII and is not consumed.
        assert_eq!(jis.parts(b"\x81 x"), [Stretch::Malformed(0..1), text(" x")]);
        assert_eq!(jis.parts(b"x\x81"), [text("x"), Stretch::Malformed(1..2)]);
    }

    #[test]
    fn a_part_allocates_for_itself_only() {
        let parts = |label: &str, octets: &[u8]| match look_up(label) {
            Label::Known(known) => known.parts(octets),
            _ => panic!("{label} is built in"),
        };
        for (label, octets, len) in [
            ("shift_jis", &b"\xD7\x90/"[..], 300_000),
            ("iso-2022-jp", b"\x83A", 200_000),
            ("ascii", b"\xFFA", 200_000),
        ] {
            let parts = parts(label, &octets.repeat(100_000));
            assert!(parts.len() >= 200_000, "{label}");
            let size = |part: &Stretch| match part {
                Stretch::Text(text) => text.capacity(),
                Stretch::Malformed(_) => 0,
            };
            let size: usize = parts.iter().map(size).sum();
            assert!(size <= 8 * len, "{label}: {size}");
        }
        // Text longer than the first buffer is still one part.
        let long = "あé".repeat(10_000);
        let Label::Known(gb18030) = look_up("gb18030") else { panic!("a label") };
        assert_eq!(gb18030.parts(&octets(&long, "gb18030")), [Stretch::Text(long)]);
    }

    #[test]
    fn another_encoding_is_called_window_by_window() {
        let digits = |text: &str| match text.find(|c: char| !c.is_ascii_digit()) {
            None => Ok(text.as_bytes().to_vec()),
            Some(at) => Err(at..at + text[at..].chars().next().map_or(1, char::len_utf8)),
        };
        let mut out = String::new();
        let done = write::<()>("12é34x", Charset::Other(&digits), &mut |written| {
            match written {
                Written::Octets(octets) => out.push_str(&String::from_utf8_lossy(octets)),
                Written::Lacking(c, at) => out.extend([format!("<{c} {at:?}>")]),
            }
            Ok(())
        });
        assert_eq!((done, &*out), (Ok(()), "12<é 2..4>34<x 6..7>"));
    }
}
