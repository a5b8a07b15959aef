//! Later `@`s: where a password ends that has an `@` and then a delimiter: `redis://:p@s/w@h/0`.
//!
//! A parser ends the authority at the delimiter, so its host is a part of the password. Behind the
//! authority of a driver's URL an `@` is rare, so there the last one counts. In other URLs it is
//! usual (`/users/ann@e.com`), and the name that is shown as the host must be the host: there it
//! counts only behind a name that is not a whole host, or before any slash.

use std::ops::Range;

use crate::base::connections::connection;

/// The longest name of a pair, a network or a scheme that is looked at, in bytes.
const LONGEST_NAME: usize = 64;

/// The slashes before an authority that are looked at: two, each perhaps escaped.
const SLASHES: usize = 4;

/// What follows an `@` that ends a password.
#[derive(Clone, Copy)]
pub(super) enum Follows {
    /// A host; if a slash precedes the `@`, as in `/@user`, one of more than one label.
    Host,
    /// A host of more than one label, an address, or a host with a port.
    WholeHost,
    /// A host, and then a port or a path, which the value of a pair seldom has.
    HostAndMore,
    /// A host, a placeholder, or the path of a socket.
    Anything,
    /// The network, as Go's driver of `MySQL` reads it: `tcp(`.
    Network,
}

/// The last `@` of this span that may end a password.
pub(super) fn last(text: &[u8], span: Range<usize>, follows: Follows) -> Option<usize> {
    let text = &text[..span.end];
    let ends = memchr::memrchr_iter(b'@', text.get(span.start..)?).map(|at| span.start + at);
    ends.into_iter().find(|&at| is_followed(text, at, follows))
}

fn is_followed(text: &[u8], at: usize, follows: Follows) -> bool {
    let rest = &text[at + 1..];
    match follows {
        Follows::Host => {
            host(rest).is_some_and(|host| text[..at].last() != Some(&b'/') || is_whole_host(host))
        }
        Follows::WholeHost => host(rest).is_some_and(is_whole_host),
        Follows::HostAndMore => host(rest).is_some_and(|host| {
            let mut port = host.rsplit(|&b| b == b':').next().unwrap_or_default().iter();
            rest.get(host.len()) == Some(&b'/')
                || host.contains(&b':') && port.all(u8::is_ascii_digit)
        }),
        Follows::Anything => rest.first().is_some_and(|byte| !b"?#&@".contains(byte)),
        Follows::Network => {
            let of_word = |byte: &&u8| byte.is_ascii_alphanumeric();
            let length = rest.iter().take(LONGEST_NAME).take_while(of_word).count();
            rest.get(length) == Some(&b'(')
        }
    }
}

/// The host and port at the start of this text.
fn host(text: &[u8]) -> Option<&[u8]> {
    let host = text.split(|b| b"/?#;&\\".contains(b)).next().unwrap_or_default();
    let of_host = |b: &u8| b.is_ascii_alphanumeric() || b"-._~%:,@".contains(b) || !b.is_ascii();
    let is_host = match host {
        [b'[', literal @ ..] => literal.contains(&b']'),
        [first, ..] => {
            (first.is_ascii_alphanumeric() || !first.is_ascii()) && host.iter().all(of_host)
        }
        [] => false,
    };
    is_host.then_some(host)
}

/// Whether an authority's host, perhaps with a port, is one without what follows: an address, or a
/// name of more than one label or with the digits of a port.
pub(super) fn is_whole_host(host: &[u8]) -> bool {
    let colon = memchr::memrchr(b':', host).filter(|_| host.last() != Some(&b']'));
    let name = &host[..colon.unwrap_or(host.len())];
    let name = name.strip_suffix(b".").unwrap_or(name);
    let last = name.rsplit(|&b| b == b'.').next().unwrap_or_default();
    let of_label = |b: &u8| b.is_ascii_alphabetic() || !b.is_ascii() || *b == b'-';
    let is_top = last.len() > 1 && last.iter().all(of_label) || last.starts_with(b"xn--");
    let port = colon.map_or(&b""[..], |at| &host[at + 1..]);
    name.starts_with(b"[") && name.ends_with(b"]")
        || !name.is_empty() && !port.is_empty() && port.iter().all(u8::is_ascii_digit)
        || name.eq_ignore_ascii_case(b"localhost")
        || name.len() > last.len() && is_top
        || name.split(|&b| b == b'.').count() == 4 && last.iter().all(u8::is_ascii_digit)
}

/// Where the first pair from here on begins, at its `?` or `#`. An `@` in its value is data.
pub(super) fn pair(text: &[u8], from: usize) -> usize {
    let is_pair = |&at: &usize| {
        let of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.-[]".contains(byte);
        let rest = &text[at + 1..];
        let length = rest.iter().take(LONGEST_NAME).take_while(of_name).count();
        length > 0 && rest.get(length) == Some(&b'=')
    };
    let marks = memchr::memchr2_iter(b'?', b'#', &text[from..]).map(|at| from + at);
    marks.into_iter().find(is_pair).unwrap_or(text.len())
}

/// Where the `://` of the next URL of a list is, from here on.
pub(super) fn next_url(text: &[u8], from: usize) -> usize {
    let is_next = |&at: &usize| {
        let scheme = scheme(&text[..at]);
        let before = text[..at - scheme.len()].last();
        let separates = |byte: &u8| ends_word(*byte) || b",;|([{".contains(byte);
        scheme.first().is_some_and(u8::is_ascii_alphabetic) && before.is_some_and(separates)
    };
    let found = memchr::memmem::find_iter(&text[from..], b"://").map(|at| from + at);
    found.into_iter().find(is_next).unwrap_or(text.len())
}

/// Whether a URL inside a text of words ends here.
pub(super) const fn ends_word(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'<' | b'>')
}

/// Whether the URL whose authority begins behind this text has an apostrophe before it.
pub(super) fn is_quoted(before: &[u8]) -> bool {
    let slashes =
        before.iter().rev().take(SLASHES).take_while(|byte| b"/\\".contains(byte)).count();
    let before = &before[..before.len() - slashes];
    before[..before.len() - scheme(before).len()].ends_with(b"'")
}

/// Whether this ends in the scheme of a driver, perhaps behind `jdbc:` or before a mode of it, such
/// as `mysql:loadbalance`.
pub(super) fn ends_in_driver(text: &[u8]) -> bool {
    scheme(text).rsplit(|&b| b == b':').any(|word| connection(word).is_some())
}

/// The scheme at the end of this text, with the colons of those before it.
fn scheme(text: &[u8]) -> &[u8] {
    let of_scheme = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-._:".contains(byte);
    let length = text.iter().rev().take(LONGEST_NAME).take_while(of_scheme).count();
    &text[text.len() - length..]
}

/// Where a password ends that a delimiter cuts in two: at the last `@` behind the authority that a
/// host follows. None if that `@` begins a segment, as in `/@user`, or is in the value of a pair.
#[must_use]
pub fn password_end(text: &[u8], authority_end: usize) -> Option<usize> {
    last(text, authority_end..pair(text, authority_end), Follows::Host)
}
