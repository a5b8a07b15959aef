//! Agreement: does each library of UTS 46 accept the host that a URL was parsed to?

use std::{borrow::Cow, ops::Range};

use crate::base::schemes::{SPECIAL_SCHEMES, scheme_in};
use crate::codec::percent::{self, Errors};
use crate::syntax::{hosts::idna, split};

/// Do both libraries of UTS 46 accept the host?
pub(super) fn is_agreed(url: &ada_url::Url, text: &str, base: Option<&str>) -> bool {
    let (text, base) = (unbroken(text), base.map(unbroken));
    let written = host_in(&text, base.as_deref()).or_else(|| host_in(base.as_deref()?, None));
    is_host_agreed(url, written.unwrap_or_default())
}

/// The same, given the host as written. The standard does not check a host of ASCII alone.
pub(super) fn is_host_agreed(url: &ada_url::Url, written: &str) -> bool {
    let host = url.hostname();
    url.scheme_type() == ada_url::SchemeType::NotSpecial
        || !host.split('.').any(|label| idna::is_a_label(label.as_bytes()))
        || is_written(written, host)
        || idna::is_agreed(host)
}

/// The text without tabs and line breaks, which the standard drops wherever they are.
fn unbroken(text: &str) -> Cow<'_, str> {
    let broken = memchr::memchr3(b'\t', b'\n', b'\r', text.as_bytes()).is_some();
    if broken { text.replace(['\t', '\n', '\r'], "").into() } else { text.into() }
}

/// Does the parsed host occur in the written one, in ASCII, perhaps with escapes?
fn is_written(written: &str, host: &str) -> bool {
    let written = unbroken(written);
    let octets = percent::decode_bytes(written.as_bytes(), Errors::Keep).unwrap_or_default();
    memchr::memmem::find(&octets.to_ascii_lowercase(), host.as_bytes()).is_some()
}

/// The scheme of a text and what follows it, without what browsers drop before it.
fn parts(text: &str) -> (Option<&str>, &str) {
    let text = text.trim_start_matches(|c| c <= ' ');
    match split::scheme(text.as_bytes()) {
        Some(len) => (Some(&text[..len]), &text[len + 1..]),
        None => (None, text),
    }
}

/// The authority of a text, if it has one. After the scheme of its base, it begins with slashes.
fn host_in<'a>(text: &'a str, base: Option<&str>) -> Option<&'a str> {
    let (scheme, rest) = parts(text);
    let special = scheme_in(scheme.map(str::as_bytes), &SPECIAL_SCHEMES);
    let of_base = base.and_then(|base| parts(base).0);
    let is_relative =
        scheme.is_none_or(|own| of_base.is_some_and(|it| it.eq_ignore_ascii_case(own)));
    let has_slashes = matches!(rest.as_bytes(), [b'/' | b'\\', b'/' | b'\\', ..]);
    let at = authority(rest.as_bytes(), 0, special).filter(|_| has_slashes || !is_relative)?;
    rest.get(at)
}

/// The span of the authority that begins with slashes at `at`, if it is not empty.
pub(super) fn authority(bytes: &[u8], at: usize, special: bool) -> Option<Range<usize>> {
    let slash = |b: &u8| *b == b'/' || special && *b == b'\\';
    let slashes = bytes[at..].iter().take_while(|b| slash(b)).count();
    let start = at + if special { slashes } else { slashes.min(2) };
    let stop = |b: &u8| slash(b) || matches!(b, b'?' | b'#');
    let len = bytes[start..].iter().position(stop).unwrap_or(bytes.len() - start);
    (len > 0).then_some(start..start + len)
}
