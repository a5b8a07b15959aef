//! Errors: what was wrong, and where.
//!
//! The engine reports byte offsets. A caller that holds the original text converts them to its own
//! units and requests the message with the converted offsets, so that words and numbers agree
//! everywhere.

use std::{borrow::Cow, ops::Range};

use crate::base::secrets::{HIDDEN, has_at_sign, masked, spans};
use crate::base::table::table;

/// Which of Python's exceptions a failure becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// A text that cannot be decoded.
    Decode,
    /// A text that cannot be encoded.
    Encode,
    /// A text outside what the caller accepts.
    Repertoire,
    /// A text that is not a URI and cannot be made one.
    Parse,
}

table! {
    /// What was wrong: the class, a stable code, and the sentence's end after "… at 3..6". What can
    /// be done about it is the caller's to say, in the words of its arguments or options.
    #[expect(missing_docs, reason = "each row documents it")]
    Kind: (Class, &'static str, &'static str) {
        TruncatedEscape => (Class::Decode, "truncated-escape", "is cut short: an escape is % and two hex digits"),
        BadHex => (Class::Decode, "bad-hex", "is not a valid percent-escape"),
        PercentU => (Class::Decode, "percent-u", "is not a valid percent-escape: %uXXXX is in no standard"),
        InvalidUtf8 => (Class::Decode, "invalid-utf8", "is not valid UTF-8"),
        TruncatedUtf8 => (Class::Decode, "truncated-utf8", "is UTF-8 cut short"),
        Overlong => (Class::Decode, "overlong", "is overlong UTF-8, a disguise for a shorter sequence"),
        Surrogate => (Class::Decode, "surrogate", "is a surrogate, which has no UTF-8"),
        OutOfRange => (Class::Decode, "out-of-range", "is beyond U+10FFFF"),
        Undecodable => (Class::Decode, "undecodable", "is not valid text in the encoding"),
        LoneSurrogate => (Class::Encode, "lone-surrogate", "has no UTF-8"),
        NotText => (Class::Encode, "not-text", "is not text"),
        Unencodable => (Class::Encode, "unencodable", "has no bytes in the encoding"),
        OutsideRepertoire => (Class::Repertoire, "outside-repertoire", "is outside the repertoire"),
        AmbiguousAuthority => (Class::Parse, "ambiguous-authority", "can be read as more than one host (ambiguous-authority)"),
        ConnectionString => (Class::Parse, "connection-string", "is of a connection string, not of a URI"),
        TooManyRows => (Class::Parse, "too-many-rows", "is beyond the limit of 131,072 listed edits or spans"),
        NoScheme => (Class::Parse, "no-scheme", "has no scheme before it, and is a host to some parsers and a path to others"),
        NoHost => (Class::Parse, "no-host", "has no host"),
        SchemeOrHost => (Class::Parse, "scheme-or-host", "can be a scheme, or a host and its port"),
        OtherNotation => (Class::Parse, "other-notation", "is not a URL"),
        BadPort => (Class::Parse, "bad-port", "is not a number"),
        BadHost => (Class::Parse, "bad-host", "is not a host name"),
        SurroundingSpace => (Class::Parse, "surrounding-space", "surrounds the URI"),
        RecordSeparator => (Class::Decode, "record-separator", "would break the line in two"),
        TooManyPairs => (Class::Parse, "too-many-pairs", "is beyond the limit of pairs"),
        TooManyBytes => (Class::Parse, "too-many-bytes", "is beyond the limit of bytes"),
        LineTooLong => (Class::Parse, "line-too-long", "is longer than the limit"),
        NoUrl => (Class::Parse, "no-url", "is not a URL of the URL standard"),
        RelativeUrl => (Class::Parse, "relative-url", "has no scheme, and there is no base to read it against"),
        UrlTooLong => (Class::Parse, "url-too-long", "is longer than the limit of the parser"),
        PartRefused => (Class::Parse, "part-refused", "cannot become part of this URL"),
        Misread => (Class::Parse, "misread", "would read back as something else"),
        NotUri => (Class::Parse, "not-a-uri", "is not allowed in a URI"),
        BadFormat => (Class::Parse, "bad-format", "is not a format"),
        Absent => (Class::Parse, "absent", "is absent"),
        NoName => (Class::Parse, "no-name", "is empty"),
        BadSuffix => (Class::Parse, "bad-suffix", "is not a suffix"),
        NoTarget => (Class::Parse, "no-target", "has no request target of this form"),
        Defanged => (Class::Parse, "defanged", "is defanged already"),
        NoPair => (Class::Parse, "no-pair", "is not a pair"),
        NotHost => (Class::Parse, "not-a-host", "is not a host"),
        NotScheme => (Class::Parse, "not-a-scheme", "is not a scheme (RFC 3986 section 3.1)"),
        DotSegment => (Class::Parse, "dot-segment", "would vanish from the path (RFC 3986 section 5.2.4)"),
        BadPart => (Class::Parse, "bad-part", "would change how the other parts are read"),
        BadSlot => (Class::Parse, "bad-slot", "is not a slot"),
    }
}

/// A failure: its kind, its place in bytes, and the words that name the text at fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// What was wrong.
    pub kind: Kind,
    /// Byte offsets in the text that was passed in.
    pub at: Range<usize>,
    /// The beginning of the sentence: it quotes or names the text at fault.
    pub what: String,
    /// The end of the sentence, where it differs from that of the kind.
    pub is: Option<String>,
}

/// The failure is boxed so that the `Result` of a success stays small.
pub type Result<T> = std::result::Result<T, Box<Error>>;

impl Kind {
    /// Which exception this becomes.
    #[must_use]
    pub const fn class(self) -> Class {
        self.row().0
    }

    /// The stable name of the failure, in words with hyphens.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.row().1
    }

    /// The end of its sentence.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        self.row().2
    }
}

impl Error {
    /// A failure of this kind at these bytes of the text; the text at fault is quoted.
    #[must_use]
    pub fn quoting(kind: Kind, text: &[u8], at: Range<usize>) -> Box<Self> {
        // What is refused as a URL may be the part of a password that only its whole text shows.
        let what = if kind.class() == Class::Parse {
            quote_part(text, &at)
        } else {
            quote(&text[at.clone()])
        };
        Box::new(Self { kind, at, what, is: None })
    }

    /// A failure of this kind at these bytes; the text at fault is called `what`.
    #[must_use]
    pub fn naming(kind: Kind, at: Range<usize>, what: impl Into<String>) -> Box<Self> {
        Box::new(Self { kind, at, what: what.into(), is: None })
    }

    /// The same failure, with `is` as the end of its sentence.
    #[must_use]
    pub fn that(mut self: Box<Self>, is: impl Into<String>) -> Box<Self> {
        self.is = Some(is.into());
        self
    }

    /// The failure with its offsets moved by `by` bytes, for a text that was part of a longer one.
    #[must_use]
    pub fn shifted(mut self: Box<Self>, by: usize) -> Box<Self> {
        self.at = self.at.start + by..self.at.end + by;
        self
    }

    /// The sentence, with offsets in the caller's units.
    #[must_use]
    pub fn sentence(&self, at: &Range<usize>) -> String {
        let place = if self.kind == Kind::LineTooLong {
            String::new()
        } else if at.end == at.start + 1 {
            format!(" at {}", at.start)
        } else {
            format!(" at {}..{}", at.start, at.end)
        };
        let is = self.is.as_deref().unwrap_or(self.kind.row().2);
        format!("{}{place} {is}", self.what)
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence(&self.at))
    }
}

impl std::error::Error for Error {}

/// At most this many characters of the text at fault are quoted.
const QUOTED_AT_MOST: usize = 40;

/// The bytes in double quotes, on one line, safe to print, and without a password.
#[must_use]
pub fn quote(bytes: &[u8]) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(bytes),
    };
    let text = masked(&text);
    let mut quoted = String::with_capacity(text.len().min(4 * QUOTED_AT_MOST) + 2);
    quoted.push('"');
    for (n, c) in text.chars().enumerate() {
        if n == QUOTED_AT_MOST {
            quoted.push('…');
            break;
        }
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            // The ellipsis stands for a password.
            ' '..='~' | '…' => quoted.push(c),
            // The Hangul fillers are letters, but invisible.
            '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' => quoted.push_str(&escape(c)),
            c if c.is_alphanumeric() => quoted.push(c),
            // Controls, formats and marks would change the display of the sentence, or be invisible.
            _ => quoted.push_str(&escape(c)),
        }
    }
    quoted.push('"');
    quoted
}

/// The same for the bytes at this place of a text, without its passwords.
#[must_use]
pub fn quote_part(text: &[u8], at: &Range<usize>) -> String {
    let (mut shown, mut done) = (Vec::new(), at.start);
    for span in spans_near(text, at) {
        shown.extend_from_slice(&text[done..span.start.max(at.start)]);
        shown.extend_from_slice(HIDDEN.as_bytes());
        done = span.end.min(at.end);
    }
    shown.extend_from_slice(&text[done..at.end]);
    quote(&shown)
}

/// The passwords that this span has a part of. Of a long text, what is far from it is not looked at.
fn spans_near(text: &[u8], at: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
    const FAR: usize = 64 << 10;
    let (start, end) = (at.start.saturating_sub(FAR), at.end.saturating_add(FAR).min(text.len()));
    let spans = spans(&text[start..end]).into_iter();
    let moved = spans.map(move |it| start + it.start..start + it.end);
    let at = at.clone();
    moved.filter(move |it| it.start < at.end && at.start < it.end)
}

/// The words for an invalid port, which is at this place of the text. If an @ follows, in any
/// spelling, the port may be a password that contains a delimiter, and is not quoted.
#[must_use]
pub fn port(bytes: &[u8], text: &[u8], at: &Range<usize>) -> String {
    let is_hidden = || spans_near(text, at).next().is_some();
    if has_at_sign(&text[at.start..]) || has_at_sign(bytes) || is_hidden() {
        "the port".into()
    } else {
        format!("port {}", quote(bytes))
    }
}

/// The character as a Python escape, for characters that would not be visible.
fn escape(c: char) -> String {
    match c as u32 {
        code @ 0..=0xFF => format!("\\x{code:02x}"),
        code @ 0..=0xFFFF => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_visible_and_can_be_told_from_the_sentence() {
        for (text, quoted) in [
            (r#"a"b\c"#, r#""a\"b\\c""#),
            ("é日ab~ ", "\"é日ab~ \""),
            ("\u{3164}\u{115F}", r#""\u3164\u115f""#),
            ("\u{202E}\u{301}\u{7F}\n", r#""\u202e\u0301\x7f\x0a""#),
            ("\u{1D165}\u{E0001}", r#""\U0001d165\U000e0001""#),
            ("€", r#""\u20ac""#),
        ] {
            assert_eq!(quote(text.as_bytes()), quoted);
        }
        let long = quote(&b"a".repeat(2 * QUOTED_AT_MOST));
        assert_eq!(long, format!("\"{}…\"", "a".repeat(QUOTED_AT_MOST)));
    }
}
