//! Registrable domain: where that of a host begins, by the Public Suffix List.
//!
//! The Public Suffix List says under which names anybody may register one. Its ICANN part is the
//! registries', its private part companies' (`github.io`): what is a site needs both, who owns a
//! name the first alone.

use std::net::Ipv4Addr;

use psl::{Psl, Type};

use crate::syntax::split::split;

/// The pinned list: the package and its version, which is named after no day.
pub const LIST: &str = "psl 2.1.247";

/// Which rules of the list count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// All of them: sites of different owners are distinguished.
    All,
    /// The registries' alone.
    Icann,
}

/// The public suffix of a host: what its registrable domain is registered under.
///
/// The host is in lower case, internationalised names as A-labels. None for an address. A name
/// that no rule knows is under its last label, the list's rule `*`.
///
/// ```
/// use superuri::syntax::hosts::domain::{Rules, public_suffix};
/// assert_eq!(public_suffix("a.b.github.io", Rules::All), Some("github.io"));
/// assert_eq!(public_suffix("a.b.github.io", Rules::Icann), Some("io"));
/// ```
#[must_use]
pub fn public_suffix(host: &str, rules: Rules) -> Option<&str> {
    match host.as_bytes() {
        // No label is empty but the root's.
        [] | [b'[' | b'.', ..] => return None,
        [b'0'..=b'9', ..] if host.parse::<Ipv4Addr>().is_ok() => return None,
        name if name.windows(2).any(|two| two == b"..") => return None,
        _ => {}
    }
    let mut rest = host;
    loop {
        let suffix = psl::List.suffix(rest.as_bytes())?;
        let suffix_len = suffix.as_bytes().len();
        let found = &host[host.len() - suffix_len..];
        if rules == Rules::All || suffix.typ() != Some(Type::Private) {
            return Some(found);
        }
        // A registry's rule for the same name is shorter than the company's.
        rest = &found[found.find('.')? + 1..];
    }
}

/// Is the host under a suffix that the list names, and not only under its rule `*`?
#[must_use]
pub fn is_listed(host: &str) -> bool {
    psl::List.suffix(host.as_bytes()).is_some_and(|suffix| suffix.is_known())
}

/// The registrable domain of a host: its public suffix and one label more.
///
/// ```
/// use superuri::syntax::hosts::domain::{Rules, registrable};
/// assert_eq!(registrable("www.example.co.uk", Rules::All), Some("example.co.uk"));
/// assert_eq!(registrable("co.uk", Rules::All), None);
/// ```
#[must_use]
pub fn registrable(host: &str, rules: Rules) -> Option<&str> {
    let suffix = public_suffix(host, rules)?;
    let before = host[..host.len() - suffix.len()].strip_suffix('.')?;
    let start = memchr::memrchr(b'.', before.as_bytes()).map_or(0, |dot| dot + 1);
    Some(&host[start..])
}

/// The last label of the text's host, in lower case; empty where there is no host.
#[must_use]
pub fn last_label(text: &[u8]) -> Vec<u8> {
    let host = split(text).authority.map(|at| &text[at]).unwrap_or_default();
    let host = host.rsplit(|&b| b == b'@').next().unwrap_or_default();
    let host = host.split(|&b| b == b':').next().unwrap_or_default();
    host.rsplit(|&b| b == b'.').next().unwrap_or_default().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Host, registrable domain by all rules, and by the registries'.
    #[rustfmt::skip] // a table reads best one row a line
    const ROWS: [(&str, Option<&str>, Option<&str>); 24] = [
        ("example.com", Some("example.com"), Some("example.com")),
        ("a.b.example.com", Some("example.com"), Some("example.com")),
        ("com", None, None),
        ("example.com.", Some("example.com."), Some("example.com.")),
        ("www.example.co.uk", Some("example.co.uk"), Some("example.co.uk")),
        ("co.uk", None, None),
        ("a.user.github.io", Some("user.github.io"), Some("github.io")),
        ("github.io", None, Some("github.io")),
        ("b.c.kobe.jp", Some("b.c.kobe.jp"), Some("b.c.kobe.jp")),
        ("c.kobe.jp", None, None),
        ("www.city.kobe.jp", Some("city.kobe.jp"), Some("city.kobe.jp")),
        ("www.ck", Some("www.ck"), Some("www.ck")),
        ("a.b.ck", Some("a.b.ck"), Some("a.b.ck")),
        ("a.xn--e1afmkfd.xn--p1ai", Some("xn--e1afmkfd.xn--p1ai"), Some("xn--e1afmkfd.xn--p1ai")),
        ("localhost", None, None),
        ("printer.unlisted", Some("printer.unlisted"), Some("printer.unlisted")),
        ("127.0.0.1", None, None),
        ("[::1]", None, None),
        ("a..com", None, None),
        ("a.com..", None, None),
        (".com", None, None),
        (".", None, None),
        ("127.0.0.1.example.com", Some("example.com"), Some("example.com")),
        ("", None, None),
    ];

    #[test]
    fn the_lists_own_examples() {
        for (host, all, icann) in ROWS {
            assert_eq!(registrable(host, Rules::All), all, "{host}");
            assert_eq!(registrable(host, Rules::Icann), icann, "{host}");
        }
    }
}
