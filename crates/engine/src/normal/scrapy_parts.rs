//! Parts of Scrapy's canonical URL: its path and its query, escaped as w3lib does it.

use std::borrow::Cow;

use crate::codec::percent::{Errors, decode_bytes};
use crate::codec::triplets::escaped;

const IN_CANONICAL_PATH: &[u8] = b":/?@!$&'()*+,;=%[]|";

/// The octets with everything escaped but unreserved characters and these.
pub(super) fn quoted(octets: &[u8], kept: &[u8]) -> String {
    let mut out = String::with_capacity(octets.len());
    for &octet in octets {
        if octet.is_ascii_alphanumeric() || b"_.-~".contains(&octet) || kept.contains(&octet) {
            out.push(char::from(octet));
        } else {
            out.extend(escaped(octet).map(char::from));
        }
    }
    out
}

/// The octets after one level of unescaping; a stray `%` stays.
pub(super) fn unquoted(text: &[u8]) -> Cow<'_, [u8]> {
    decode_bytes(text, Errors::Replace).unwrap_or(Cow::Borrowed(text))
}

/// The path with its escapes undone, but those of `%`, `/`, `;` and `?`.
pub(super) fn canonical_path(path: &str) -> String {
    let mut kept = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        kept.push(*first);
        rest = after;
        if *first == b'%'
            && let [b'2', b'5' | b'f' | b'F', ..] | [b'3', b'b' | b'B' | b'f' | b'F', ..] = after
        {
            kept.extend([b'2', b'5', after[0], after[1].to_ascii_uppercase()]);
            rest = &after[2..];
        }
    }
    let path = quoted(&unquoted(&kept), IN_CANONICAL_PATH);
    match path.strip_prefix('/') {
        Some(rest) => without_dots(rest),
        None if path.is_empty() => "/".to_owned(),
        None => path,
    }
}

fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        if segment == ".." {
            kept.pop();
        }
        if !matches!(segment, "." | "..") {
            kept.push(segment);
        } else if is_last {
            kept.push("");
        }
    }
    format!("/{}", kept.join("/"))
}

/// The query with its pairs sorted, each with an `=`.
pub(super) fn canonical_query(query: &[u8]) -> String {
    let mut pairs: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    for pair in query.split(|&byte| byte == b'&').filter(|pair| !pair.is_empty()) {
        let spaced: Vec<u8> =
            pair.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect();
        let at = memchr::memchr(b'=', &spaced);
        let (name, value) = spaced.split_at(at.unwrap_or(spaced.len()));
        let value = value.get(1..).unwrap_or_default();
        pairs.push((unquoted(name).into_owned(), unquoted(value).into_owned()));
    }
    pairs.sort_unstable();
    let mut out = String::with_capacity(query.len() + 8);
    for (n, (name, value)) in pairs.iter().enumerate() {
        if n > 0 {
            out.push('&');
        }
        put_plus(name, &mut out);
        out.push('=');
        put_plus(value, &mut out);
    }
    out
}

/// Appends the octets escaped, with `+` for a space.
fn put_plus(octets: &[u8], out: &mut String) {
    for (n, piece) in octets.split(|&octet| octet == b' ').enumerate() {
        if n > 0 {
            out.push('+');
        }
        out.push_str(&quoted(piece, b""));
    }
}
