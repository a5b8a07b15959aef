//! Description of a URI: its components, as lines or as a JSON object.
//!
//! By RFC 3986, the components have the names of [`fields`](crate::uri::fields); they are decoded,
//! and those for which it makes a difference are also given as written. By the URL standard they
//! have the standard's names. For people there is a line for each component, without the password;
//! for programs an object, with the password. Octets that are not valid UTF-8 stay escaped.

use std::{borrow::Cow, ops::Range};

use crate::base::error::{Error, Kind, Result};
use crate::base::secrets::{HIDDEN, masked};
use crate::base::sets::rfc3986;
use crate::bulk::lines::terminal::line_onto;
use crate::bulk::verbs::json_text::{string, text_or_null};
use crate::codec::form::{self, Separators};
use crate::codec::percent::{self, Encoder, Errors};
use crate::syntax::hosts::whatwg::{Part, Url};
use crate::syntax::places;
use crate::syntax::split::{self, Parts};
use crate::uri;
use crate::uri::fields::{Field, WORDS};

/// At most this many segments, and this many pairs, are shown to people; the rest are counted.
/// Otherwise the description of a line of slashes would be twenty times as long.
const MOST: usize = 1000;

/// The fields whose text as written may differ from the decoded text.
const WRITTEN: [Field; 7] = [
    Field::Authority,
    Field::Userinfo,
    Field::Host,
    Field::Port,
    Field::Path,
    Field::Query,
    Field::Fragment,
];

static NAME: Encoder = Encoder::new(rfc3986::COMPONENT);

/// A decoded field; malformed escapes are kept, so that it cannot fail.
fn kept<'a>(field: &Field, text: &'a [u8], parts: &Parts) -> Option<Cow<'a, [u8]>> {
    field.read(text, parts, Errors::Keep).unwrap_or(None)
}

/// The decoded name or value of a query; malformed escapes are kept.
fn decoded(text: &[u8]) -> Cow<'_, [u8]> {
    percent::decode(text, Errors::Keep).unwrap_or(Cow::Borrowed(text))
}

/// The name and the value of a pair, as written.
type RawPair<'a> = (&'a [u8], Option<&'a [u8]>);

fn pairs(text: &[u8], query: Option<Range<usize>>) -> impl Iterator<Item = RawPair<'_>> {
    let query = &text[query.unwrap_or(0..0)];
    let found = form::pairs(query, Separators::Ampersand);
    found.map(|pair| (&query[pair.name], pair.value.map(|value| &query[value])))
}

/// Writes a line for each part that is present, named as in a format string.
struct PartLines<'a> {
    out: &'a mut Vec<u8>,
}

impl PartLines<'_> {
    /// The width of the column of names: the longest one-word name, and two spaces.
    const WIDTH: usize = 13;

    fn line(&mut self, name: &[u8], value: &[u8]) {
        let start = self.out.len();
        line_onto(name, self.out);
        // An empty part is present: only its name is written.
        if !value.is_empty() {
            let width = String::from_utf8_lossy(&self.out[start..]).chars().count();
            self.out.resize(self.out.len() + Self::WIDTH.saturating_sub(width).max(2), b' ');
            line_onto(value, self.out);
        }
        self.out.push(b'\n');
    }

    /// Writes a line for each of the first [`MOST`] items, and one that counts the rest.
    fn each<T>(&mut self, mut all: impl Iterator<Item = T>, write: impl Fn(&mut Self, usize, T)) {
        for (n, one) in all.by_ref().take(MOST).enumerate() {
            write(self, n, one);
        }
        let more = all.count();
        if more > 0 {
            self.line("…".as_bytes(), format!("{more} more").as_bytes());
        }
    }
}

/// Appends the description of a legal URI reference for people.
pub fn lines(text: &[u8], out: &mut Vec<u8>) {
    let parts = split::split(text);
    let mut writer = PartLines { out };
    for (name, field) in WORDS {
        let value = match field {
            Field::Uri | Field::Authority | Field::Userinfo | Field::Domain => continue,
            Field::HostKind => kept(&field, text, &parts).filter(|kind| **kind != *b"name"),
            Field::Password => kept(&field, text, &parts).map(|_| Cow::Borrowed(HIDDEN.as_bytes())),
            Field::Path | Field::Query => field.raw(text, &parts).unwrap_or(None),
            _ => kept(&field, text, &parts),
        };
        if let Some(value) = value {
            writer.line(name.as_bytes(), &value);
        }
        match field {
            Field::Path => {
                writer.each(uri::segments(&text[parts.path.clone()]), |writer, n, segment| {
                    writer.line(format!("segments[{n}]").as_bytes(), &decoded(segment));
                });
            }
            Field::Query => {
                writer.each(pairs(text, parts.query.clone()), |writer, _, (name, value)| {
                    let plain = name.iter().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(b));
                    let called = if plain && !name.is_empty() && name != b"raw" {
                        [b"query.", name].concat()
                    } else {
                        // Percent-encoded once, as in a format string.
                        let octets = percent::decode_bytes(name, Errors::Keep);
                        let octets = octets.unwrap_or(Cow::Borrowed(name));
                        [b"query[", &*percent::encode(&octets, &NAME), b"]"].concat()
                    };
                    writer.line(&called, &decoded(value.unwrap_or_default()));
                });
            }
            _ => {}
        }
    }
}

/// Appends the description of a legal URI reference for programs.
pub fn object(text: &[u8], out: &mut Vec<u8>) {
    let parts = split::split(text);
    out.push(b'{');
    for (name, field) in WORDS {
        if matches!(field, Field::Uri | Field::Authority | Field::Userinfo | Field::Domain) {
            continue;
        }
        member(out, name);
        match field {
            Field::Port => port(out, kept(&field, text, &parts).as_deref()),
            Field::Query => pairs_onto(out, pairs(text, parts.query.clone()), decoded),
            _ => text_or_null(out, kept(&field, text, &parts).as_deref()),
        }
        if field == Field::Path {
            member(out, "segments");
            out.push(b'[');
            for (n, segment) in uri::segments(&text[parts.path.clone()]).enumerate() {
                out.extend_from_slice(if n > 0 { b", " } else { b"" });
                text_or_null(out, Some(&decoded(segment)));
            }
            out.push(b']');
        }
    }
    member(out, "raw");
    out.push(b'{');
    for field in WRITTEN {
        let name = WORDS.iter().find(|(_, known)| *known == field).map_or("", |(name, _)| name);
        member(out, name);
        text_or_null(out, field.raw(text, &parts).unwrap_or(None).as_deref());
    }
    out.extend_from_slice(b"}}");
}

/// Appends the name of a member, after a comma if it is not the first.
fn member(out: &mut Vec<u8>, name: &str) {
    if !out.ends_with(b"{") {
        out.extend_from_slice(b", ");
    }
    string(out, name);
    out.extend_from_slice(b": ");
}

/// Appends the number of a valid port, or null.
fn port(out: &mut Vec<u8>, digits: Option<&[u8]>) {
    match digits.and_then(|digits| places::port(digits).ok()) {
        Some(number) => out.extend_from_slice(number.to_string().as_bytes()),
        None => out.extend_from_slice(b"null"),
    }
}

fn pairs_onto<'a>(
    out: &mut Vec<u8>,
    pairs: impl Iterator<Item = RawPair<'a>>,
    read: impl Fn(&[u8]) -> Cow<'_, [u8]>,
) {
    out.push(b'[');
    for (n, (name, value)) in pairs.enumerate() {
        out.extend_from_slice(if n > 0 { b", [" } else { b"[" });
        text_or_null(out, Some(&read(name)));
        out.extend_from_slice(b", ");
        text_or_null(out, value.map(&read).as_deref());
        out.push(b']');
    }
    out.push(b']');
}

/// Parses the text by the URL standard.
///
/// # Errors
/// Those of [`Url::parse`], and for text that is not valid UTF-8.
pub fn url(text: &[u8]) -> Result<Url> {
    let text = std::str::from_utf8(text).map_err(|wrong| {
        let at = wrong.valid_up_to();
        let what = format!("the byte {:02X}", text[at]);
        Error::naming(Kind::InvalidUtf8, at..at + 1, what)
    })?;
    Url::parse(text, None)
}

/// Appends the description of a URL for people.
pub fn url_lines(url: &Url, out: &mut Vec<u8>) {
    let mut writer = PartLines { out };
    writer.line(b"href", masked(url.href()).as_bytes());
    writer.line(b"origin", url.origin().as_bytes());
    for part in Part::ALL {
        let value = match part {
            Part::Password if !url.get(part).is_empty() => HIDDEN.as_bytes(),
            _ => url.get(part).as_bytes(),
        };
        writer.line(part.name().as_bytes(), value);
    }
    writer.each(search_params(url), |writer, _, (name, value)| {
        let called = [b"searchParams ", &*name].concat();
        writer.line(&called, &value);
    });
}

/// Appends the description of a URL for programs.
pub fn url_object(url: &Url, out: &mut Vec<u8>) {
    out.push(b'{');
    let known = Part::ALL.map(|part| (part.name(), url.get(part)));
    let origin = url.origin();
    for (name, value) in [("href", url.href()), ("origin", &*origin)].into_iter().chain(known) {
        member(out, name);
        string(out, value);
    }
    member(out, "searchParams");
    let pairs: Vec<_> = search_params(url).collect();
    let raw = pairs.iter().map(|(name, value)| (&**name, Some(&**value)));
    pairs_onto(out, raw, |text| Cow::Borrowed(text));
    out.push(b'}');
}

/// The pairs of the query, read as a form: URL standard section 5.1.
fn search_params(url: &Url) -> impl Iterator<Item = (Cow<'_, [u8]>, Cow<'_, [u8]>)> {
    let query = url.get(Part::Search).as_bytes();
    let query = query.strip_prefix(b"?").unwrap_or(query);
    let read = |text| form::decode(text, Errors::Replace).unwrap_or(Cow::Borrowed(text));
    let all = 0..query.len();
    pairs(query, Some(all)).map(move |(name, value)| (read(name), read(value.unwrap_or_default())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl Fn(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn a_person_sees_each_part_and_no_password() {
        let text = b"http://bob:s3cret@[::1]:80/a%2Fb/%1B?q=1%0A&%5B%5D&raw=1#f%FF";
        assert_eq!(
            written(|out| lines(text, out)),
            "scheme       http\nuser         bob\npassword     \u{2026}\nhost         ::1\n\
             host_kind    ipv6\nport         80\npath         /a%2Fb/%1B\nsegments[0]  a/b\n\
             segments[1]  \\x1b\nquery        q=1%0A&%5B%5D&raw=1\nquery.q      1\\x0a\n\
             query[%5B%5D]\nquery[raw]   1\nfragment     f%FF\n"
        );
        let many = written(|out| lines(format!("a{}", "/".repeat(MOST + 1)).as_bytes(), out));
        assert!(many.ends_with("segments[999]\n\u{2026}            2 more\n"), "{many}");
        assert!(written(|out| lines(b"?%FF=1&%25", out)).ends_with("query[%FF]   1\nquery[%25]\n"));
        let url = url(b"http://bob:s3cret@e/?q=a+b").expect("a URL");
        let shown = written(|out| url_lines(&url, out));
        assert!(!shown.contains("s3cret") && shown.contains("searchParams q  a b\n"), "{shown}");
        assert!(written(|out| url_object(&url, out)).contains("\"password\": \"s3cret\""));
    }

    #[test]
    fn absent_is_null_and_empty_is_empty() {
        let shown = written(|out| object(b"//e:?a&b=", out));
        for part in [
            "\"scheme\": null",
            "\"port\": null",
            "\"path\": \"\", \"segments\": []",
            "\"query\": [[\"a\", null], [\"b\", \"\"]]",
            "\"fragment\": null",
            "\"raw\": {\"authority\": \"e:\", \"userinfo\": null, \"host\": \"e\", \"port\": \"\"",
        ] {
            assert!(shown.contains(part), "{part} in {shown}");
        }
    }
}
