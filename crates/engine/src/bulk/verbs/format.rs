//! Format strings: the names of fields of a URI, and the text between them.
//!
//! `{host}:{port}` has two fields. A field in braces is a word of `fields::WORDS`, `segments[N]`,
//! `query.NAME` or `query[NAME]`, `form.NAME` or `form[NAME]`. With `.raw` at the end, the field is
//! given as it is written. A name in brackets is percent-encoded once, so that it can contain any
//! character. `{{` and `}}` are braces, `\t` is a tab, and `\\` a backslash.

use crate::base::error::{Error, Kind, Result};
use crate::codec::encodings::decode::NamedEncoding;
use crate::codec::percent::{self, Errors};
use crate::syntax::split::{self, Parts};
use crate::uri::fields::{Field, FieldValue, WORDS};

#[derive(Clone, PartialEq, Eq, Debug)]
enum FormatPiece {
    Text(Vec<u8>),
    /// A field, whether it is given as written, and its name in the format.
    Field {
        field: Field,
        raw: bool,
        name: String,
    },
}

/// What an absent field is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Absent {
    /// This text.
    Is(Vec<u8>),
    /// Nothing; but a host or a domain of a text without a host is an error, because an empty line
    /// would look like an answer.
    FailsWithoutHost,
    /// An error.
    Fails,
}

/// A format, and how absent fields and invalid text are handled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Format {
    pieces: Vec<FormatPiece>,
    /// What an absent field is.
    pub absent: Absent,
    /// How octets that are not valid UTF-8 are handled.
    pub errors: Errors,
    /// The encoding whose characters a decoded field may contain; `None` allows every character.
    pub repertoire: Option<NamedEncoding>,
}

impl Format {
    /// Parses a format string; absent fields are written as nothing, except for the host.
    ///
    /// ```
    /// use superuri::bulk::verbs::format::Format;
    /// let format = Format::new(r"{host}\t{query.q}").unwrap();
    /// let mut out = Vec::new();
    /// format.apply(b"http://e.com/?q=%C3%BC", &mut out).unwrap();
    /// assert_eq!(out, "e.com\tü".as_bytes());
    /// assert!(Format::new("{hots}").is_err());
    /// ```
    ///
    /// # Errors
    /// [`Kind::BadFormat`], with its place in the text.
    pub fn new(text: &str) -> Result<Self> {
        let mut pieces = Vec::new();
        let mut plain = Vec::new();
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            match (bytes[at], bytes.get(at + 1)) {
                (b'{', Some(b'{')) | (b'}', Some(b'}')) | (b'\\', Some(b'\\')) => {
                    plain.push(bytes[at]);
                    at += 2;
                }
                (b'\\', Some(b't')) => {
                    plain.push(b'\t');
                    at += 2;
                }
                (b'\\', _) => {
                    let is = "is not a valid escape: \\t is a tab, \\\\ a backslash";
                    let end = (at + 1 + char_len(text, at + 1)).min(bytes.len());
                    return Err(wrong(bytes, at, end, is));
                }
                (b'}', _) => {
                    return Err(wrong(
                        bytes,
                        at,
                        at + 1,
                        "closes nothing: write }} for the character",
                    ));
                }
                (b'{', _) => {
                    let len = memchr::memchr2(b'{', b'}', &bytes[at + 1..]);
                    let end = len.map(|len| at + 1 + len).filter(|&end| bytes[end] == b'}');
                    let Some(end) = end else {
                        let is = "is never closed: write {{ for the character";
                        return Err(wrong(bytes, at, at + 1, is));
                    };
                    if !plain.is_empty() {
                        pieces.push(FormatPiece::Text(std::mem::take(&mut plain)));
                    }
                    pieces.push(piece(bytes, at + 1, end)?);
                    at = end + 1;
                }
                (byte, _) => {
                    plain.push(byte);
                    at += 1;
                }
            }
        }
        if !plain.is_empty() {
            pieces.push(FormatPiece::Text(plain));
        }
        let absent = Absent::FailsWithoutHost;
        Ok(Self { pieces, absent, errors: Errors::Strict, repertoire: None })
    }

    /// Appends the format filled with the fields of a legal URI reference.
    ///
    /// # Errors
    /// Those of the fields; [`Kind::NoHost`] and [`Kind::Absent`] where a field is absent, as
    /// `absent` has it.
    pub fn apply(&self, text: &[u8], out: &mut Vec<u8>) -> Result<()> {
        let parts = split::split(text);
        for piece in &self.pieces {
            let (field, raw, name) = match piece {
                FormatPiece::Text(plain) => {
                    out.extend_from_slice(plain);
                    continue;
                }
                FormatPiece::Field { field, raw, name } => (field, *raw, name),
            };
            let of_host = matches!(field, Field::Host | Field::Domain);
            let no_host = of_host && parts.authority.is_none();
            let value = if no_host {
                None
            } else if raw {
                field.raw(text, &parts)?
            } else {
                self.read(field, text, &parts)?
            };
            match (value, &self.absent) {
                (Some(value), _) => out.extend_from_slice(&value),
                (None, Absent::Is(instead)) => out.extend_from_slice(instead),
                (None, Absent::FailsWithoutHost) if no_host => {
                    return Err(Error::quoting(Kind::NoHost, text, 0..text.len()));
                }
                (None, Absent::FailsWithoutHost) => {}
                (None, Absent::Fails) => {
                    let what = format!("{{{name}}}");
                    return Err(Error::naming(Kind::Absent, 0..text.len(), what));
                }
            }
        }
        Ok(())
    }

    /// The field decoded; its characters have to be in the repertoire.
    fn read<'a>(&self, field: &Field, text: &'a [u8], parts: &Parts) -> Result<FieldValue<'a>> {
        let value = field.read(text, parts, self.errors)?;
        if let (Some(repertoire), Some(decoded)) = (&self.repertoire, &value) {
            let source = field.place(text, parts).unwrap_or(0..text.len());
            repertoire
                .check(decoded, &text[source.clone()], Some(self.errors))
                .map_err(|error| error.shifted(source.start))?;
        }
        Ok(value)
    }
}

/// The length in bytes of the character at this offset.
fn char_len(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(0, char::len_utf8)
}

fn wrong(format: &[u8], start: usize, end: usize, is: impl Into<String>) -> Box<Error> {
    Error::quoting(Kind::BadFormat, format, start..end).that(is)
}

/// Parses the field between these braces.
fn piece(format: &[u8], start: usize, end: usize) -> Result<FormatPiece> {
    let inside = &format[start..end];
    let name = String::from_utf8_lossy(inside).into_owned();
    let (named, raw) = match inside.strip_suffix(b".raw") {
        Some(named) => (named, true),
        None => (inside, false),
    };
    let word = &named[..named.iter().position(|b| b".[".contains(b)).unwrap_or(named.len())];
    let rest = &named[word.len()..];
    let after = start + word.len();
    let field = match (word, rest) {
        (b"segments", [b'[', number @ .., b']']) => {
            let number = std::str::from_utf8(number).ok().and_then(|number| number.parse().ok());
            number.map(Field::Segment).ok_or_else(|| {
                let is = "is not the number of a segment: the first is 0, the last -1";
                wrong(format, after + 1, start + named.len() - 1, is)
            })?
        }
        (b"segments", _) => {
            let is = "needs a number: segments[0] is the first, segments[-1] the last";
            return Err(wrong(format, start, end, is));
        }
        (b"query" | b"form", [b'[', coded @ .., b']']) => {
            let name = percent::decode_bytes(coded, Errors::Strict).map_err(|failure| {
                wrong(
                    format,
                    failure.at.start + after + 1,
                    failure.at.end + after + 1,
                    "is not a valid percent-escape: a name in brackets is percent-encoded",
                )
            })?;
            pair(word, name.into_owned())
        }
        (b"query" | b"form", [b'.', name @ ..]) if !name.is_empty() => pair(word, name.to_vec()),
        (b"form", _) => {
            return Err(wrong(format, start, end, "needs a name: form.NAME or form[NAME]"));
        }
        (_, []) => {
            let known = WORDS.iter().find(|(known, _)| known.as_bytes() == word);
            known.map(|(_, field)| field.clone()).ok_or_else(|| {
                let known = WORDS.map(|(word, _)| word).join(", ");
                let is = format!(
                    "is not a field: there are {known}, segments[N], query.NAME, form.NAME"
                );
                wrong(format, start, end, is)
            })?
        }
        _ => return Err(wrong(format, after, end, "cannot follow a field; only .raw can")),
    };
    Ok(FormatPiece::Field { field, raw, name })
}

fn pair(word: &[u8], name: Vec<u8>) -> Field {
    if word == b"form" { Field::FormPair(name) } else { Field::Pair(name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(format: &str, text: &str) -> String {
        let mut out = Vec::new();
        let format = Format::new(format).expect(format);
        format.apply(text.as_bytes(), &mut out).expect(text);
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn a_format_is_filled_in() {
        let text = "http://e.com/a%2Fb/c?q=1&q=2&raw=r&a%5B%5D=x%7D#f";
        for (format, want) in [
            ("", ""),
            ("{{{host}}}", "{e.com}"),
            ("{path}{path.raw}", "/a/b/c/a%2Fb/c"),
            ("{segments[0]} {segments[0].raw} {segments[-1]}", "a/b a%2Fb c"),
            ("{query.q}", "1"),
            ("{query.raw}", "q=1&q=2&raw=r&a%5B%5D=x%7D"),
            ("{query[raw]}{query.raw.raw}", "rr"),
            ("{query.a[]}|{query[a%5B%5D].raw}", "x}|x%7D"),
            (r"a\t\\{port}\\b", "a\t\\\\b"),
            ("\u{fc}{fragment}", "\u{fc}f"),
        ] {
            assert_eq!(made(format, text), want, "{format}");
        }
    }

    #[test]
    fn a_bad_format_reports_where() {
        for (format, start, end) in [
            ("{hots}", 1, 5),
            ("a{host", 1, 2),
            ("{ho{st}", 0, 1),
            ("host}", 4, 5),
            ("{}", 1, 1),
            ("{segments}", 1, 9),
            ("{segments[x]}", 10, 11),
            ("{segments[99999999999999999999]}", 10, 30),
            ("{query[%G]}", 7, 9),
            ("{host.x}", 5, 7),
            ("{host[0]}", 5, 8),
            ("{form}", 1, 5),
            ("{query.}", 6, 7),
            (r"a\n", 1, 3),
            ("a\\", 1, 2),
            ("\\\u{fc}", 0, 3),
        ] {
            let error = Format::new(format).expect_err(format);
            assert_eq!((error.kind, error.at.clone()), (Kind::BadFormat, start..end), "{format}");
        }
    }

    #[test]
    fn an_absent_field_is_the_given_text_or_an_error() {
        let mut format = Format::new("{port}").expect("a format");
        format.absent = Absent::Is(b"-".to_vec());
        let mut out = Vec::new();
        assert_eq!(format.apply(b"http://e/", &mut out), Ok(()));
        assert_eq!(out, b"-");
        format.absent = Absent::Fails;
        let error = format.apply(b"http://e/", &mut out).expect_err("it is absent");
        assert_eq!(error.kind, Kind::Absent);
    }
}
