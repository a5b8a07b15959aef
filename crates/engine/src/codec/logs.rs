//! Logs: decoding a field to what it was before the log encoded it.

use std::ops::Range;

use crate::base::error::Result;
use crate::codec::log_formats::{FORMATS, LogField, LogFormat, Step};
use crate::codec::percent::{Errors, decode as decode_percent};
use crate::codec::triplets::{escaped, triplet};

/// The log format of this name.
#[must_use]
pub fn format(name: &str) -> Option<&'static LogFormat> {
    FORMATS.iter().find(|format| format.name == name)
}

impl LogFormat {
    /// The field of this name, or the usual one.
    #[must_use]
    pub fn field(&self, name: Option<&str>) -> Option<&'static LogField> {
        let name = name.unwrap_or(self.usual);
        self.fields.iter().find(|field| field.name == name)
    }
}

/// Undoes the step: returns each resulting octet with the number of octets it was made from. Octets
/// that are not an escape of this step stay.
fn undoing(step: Step, octets: &[u8]) -> impl Iterator<Item = (u8, usize)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &octets[at..];
        let &first = rest.first()?;
        let escape = match step {
            Step::Percent => triplet(rest).map(|octet| (octet, 3)),
            Step::Plus => (first == b'+').then_some((b' ', 1)),
            Step::Hex => hex(rest),
            Step::C => hex(rest).or_else(|| of_c(rest)),
        };
        let (octet, len) = escape.unwrap_or((first, 1));
        at += len;
        Some((octet, len))
    })
}

/// The origin of a span, if the text was made piece by piece; each piece has a length now and a
/// length before.
fn before(pieces: impl Iterator<Item = (usize, usize)>, at: &Range<usize>) -> Range<usize> {
    let (mut now, mut then) = (0, 0);
    let mut start = None;
    for (len, was) in pieces {
        if now >= at.end {
            break;
        }
        now += len;
        if now > at.start {
            start.get_or_insert(then);
        }
        then += was;
    }
    start.unwrap_or_default()..then
}

/// The octet of the `\xHH` at the start of the text, and its length.
fn hex(text: &[u8]) -> Option<(u8, usize)> {
    let [b'\\', b'x', high, low, ..] = *text else { return None };
    Some((triplet(&[b'%', high, low])?, 4))
}

/// The octet of the C escape at the start of the text, if Apache writes such an escape, and its
/// length.
fn of_c(text: &[u8]) -> Option<(u8, usize)> {
    let [b'\\', letter, ..] = *text else { return None };
    let octet = match letter {
        b'b' => 0x08,
        b't' => b'\t',
        b'n' => b'\n',
        b'v' => 0x0B,
        b'f' => 0x0C,
        b'r' => b'\r',
        b'"' | b'\\' => letter,
        _ => return None,
    };
    Some((octet, 2))
}

/// The octets that were on the wire.
///
/// ```
/// use superuri::codec::logs::{format, wire};
/// let field = format("apache").and_then(|log| log.field(None)).unwrap();
/// let text = br#"GET /caf\xc3\xa9?\"a%20b\" HTTP/1.1"#;
/// assert_eq!(wire(text, field), "GET /café?\"a%20b\" HTTP/1.1".as_bytes());
/// ```
#[must_use]
pub fn wire(text: &[u8], field: &LogField) -> Vec<u8> {
    field.steps.iter().fold(text.to_vec(), |octets, step| {
        undoing(*step, &octets).map(|(octet, _)| octet).collect()
    })
}

/// Where these octets of the wire came from in the text.
fn origin(text: &[u8], field: &LogField, at: Range<usize>) -> Range<usize> {
    let steps = 0..field.steps.len();
    steps.rev().fold(at, |at, n| {
        let octets = wire(text, &LogField { steps: &field.steps[..n], ..*field });
        before(undoing(field.steps[n], &octets).map(|(_, len)| (1, len)), &at)
    })
}

/// The field as UTF-8 text: its steps undone, and, for a URI, one level of percent-encoding
/// decoded.
///
/// Control characters stay escaped as `%HH`, so that a record cannot be split. A `%` that would
/// begin an escape becomes `%25`, so that the two can be distinguished.
///
/// ```
/// use superuri::codec::logs;
/// use superuri::codec::percent::Errors;
/// let field = logs::format("cloudfront").and_then(|log| log.field(None)).unwrap();
/// let text = logs::decode(b"q=caf%25C3%25A9%250A", field, Errors::Strict).unwrap();
/// assert_eq!(text, "q=café%0A".as_bytes());
/// ```
///
/// # Errors
///
/// Those of [`crate::codec::percent::decode`].
pub fn decode(text: &[u8], field: &LogField, errors: Errors) -> Result<Vec<u8>> {
    let octets = wire(text, field);
    // In a field that is not a URI, percent signs are data.
    let is_data = |octet: u8| octet == b'%' && !field.uri;
    let mut uri = Vec::with_capacity(octets.len());
    for &octet in &octets {
        uri.push(octet);
        if is_data(octet) {
            uri.extend_from_slice(b"25");
        }
    }
    let decoded = decode_percent(&uri, errors).map_err(|mut error| {
        let pieces = octets.iter().map(|&octet| (if is_data(octet) { 3 } else { 1 }, 1));
        error.at = origin(text, field, before(pieces, &error.at));
        error
    })?;
    Ok(on_one_line(&decoded, errors != Errors::Keep))
}

/// The text with everything escaped that could split a record; with `escapes`, also each `%` that
/// would begin an escape.
fn on_one_line(text: &[u8], escapes: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        let valid = chunk.valid();
        for (at, c) in valid.char_indices() {
            let mut utf8 = [0; 4];
            let octets = c.encode_utf8(&mut utf8).as_bytes();
            let ambiguous = escapes && triplet(&valid.as_bytes()[at..]).is_some();
            if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') || ambiguous {
                out.extend(octets.iter().copied().flat_map(escaped));
            } else {
                out.extend_from_slice(octets);
            }
        }
        out.extend(chunk.invalid().iter().copied().flat_map(escaped));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(log: &str, field: Option<&str>, text: &str) -> String {
        let field = format(log).and_then(|log| log.field(field)).expect("a row");
        let read = decode(text.as_bytes(), field, Errors::Strict).expect("legal");
        String::from_utf8(read).expect("UTF-8")
    }

    #[test]
    fn each_log_is_read_as_it_writes() {
        for (log, field, text, want) in [
            ("cloudfront", None, "q=caf%25C3%25A9", "q=café"),
            ("cloudfront", None, "q=100%2525", "q=100%"),
            ("cloudfront", None, "q=%252541", "q=%2541"),
            ("cloudfront", Some("cs(User-Agent)"), "Mozilla/5.0%20(50%25)", "Mozilla/5.0 (50%)"),
            ("nginx", None, r"GET /\xC3\xA9%20\x22\x0A HTTP/1.1", "GET /é \"%0A HTTP/1.1"),
            ("nginx", Some("http_user_agent"), r"50%25 \x5Cn", r"50%2525 \n"),
            ("apache", None, r"GET /\\\t\x0a\xc3\xa9%C3%A9", r"GET /\%09%0Aéé"),
            ("apache", None, r"/\b\n\v\f\r", "/%08%0A%0B%0C%0D"),
            ("s3", None, "a%2520b/caf%25C3%25A9", "a b/café"),
            ("iis", None, "/a+b%2B%C3%A9", "/a b+é"),
            ("iis", Some("cs-uri-query"), "q=a+b", "q=a+b"),
        ] {
            assert_eq!(read(log, field, text), want, "{log} {text}");
        }
    }

    #[test]
    fn errors_have_their_place_in_the_log() {
        let field = format("cloudfront").and_then(|log| log.field(None)).expect("a row");
        let error = decode(b"q=%25E9", field, Errors::Strict).expect_err("no UTF-8");
        assert_eq!(error.at, 2..7);
        assert_eq!(decode(b"q=%25E9%250A", field, Errors::Keep), Ok(b"q=%E9%0A".to_vec()));
        for (log, field, text, culprit) in [
            ("nginx", None, r"GET /\x25E9\x41", r"\x25E9"),
            ("nginx", Some("http_user_agent"), r"50% \x25 \xE9\x25", r"\xE9"),
            ("apache", None, r"\t\\%C3%A9\xc3\n", r"\xc3"),
            ("s3", None, "a%2520b/%2525%25E2%2598", "%25E2%2598"),
            ("iis", None, "a+%C3%A9+%E9+", "%E9"),
        ] {
            let field = format(log).and_then(|log| log.field(field)).expect("a row");
            let error = decode(text.as_bytes(), field, Errors::Strict).expect_err(text);
            assert_eq!(&text[error.at.clone()], culprit, "{log} {text}");
        }
    }

    #[test]
    fn every_usual_field_is_a_row() {
        for log in &FORMATS {
            assert!(log.field(None).is_some(), "{}", log.name);
        }
    }
}
