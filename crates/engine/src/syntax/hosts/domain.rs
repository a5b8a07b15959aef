//! Registrable domain: where it begins in a host, by the Public Suffix List.
//!
//! The Public Suffix List contains the names under which the public can register names. Its ICANN
//! part is of registries, its private part of companies (`github.io`). Both parts together separate
//! sites; the ICANN part alone shows who owns a name.

use std::net::Ipv4Addr;

use crate::base::table::words;
use crate::syntax::hosts::suffixes::{Ruler, suffix};
use crate::syntax::split::{NOTHING, split};
use superuri_kernels::{marks, marks::BLOCK};

/// The pinned list: the package and its version, which is not named after a date.
pub const LIST: &str = "psl 2.1.247";

words! {
    /// Which rules of the list count.
    SuffixRules {
        /// All of them, which separates the sites of different owners.
        All => "all",
        /// Only the registries' rules.
        Icann => "icann",
    }
}

/// The public suffix of a host: what its registrable domain is registered under.
///
/// The host must be in lower case, with internationalised names as A-labels. An address has no
/// public suffix. The public suffix of a name without a rule is its last label, by the list's
/// default rule `*`.
///
/// ```
/// use superuri::syntax::hosts::domain::{SuffixRules, public_suffix};
/// assert_eq!(public_suffix("a.b.github.io", SuffixRules::All), Some("github.io"));
/// assert_eq!(public_suffix("a.b.github.io", SuffixRules::Icann), Some("io"));
/// ```
#[must_use]
pub fn public_suffix(host: &str, rules: SuffixRules) -> Option<&str> {
    match host.as_bytes() {
        // Only the root label may be empty.
        [] | [b'[' | b'.', ..] => return None,
        [b'0'..=b'9', ..] if host.parse::<Ipv4Addr>().is_ok() => return None,
        name if has_empty_label(name) => return None,
        _ => {}
    }
    let mut rest = host;
    loop {
        let (length, whose) = suffix(rest.as_bytes());
        let found = &host[host.len() - length..];
        if rules == SuffixRules::All || whose != Ruler::Company {
            return Some(found);
        }
        // A registry's suffix for the same name is shorter than the company's: try the next label.
        rest = &found[found.find('.')? + 1..];
    }
}

/// Does the name have two dots without a character between them?
fn has_empty_label(name: &[u8]) -> bool {
    match marks(name, &NOTHING) {
        Some(marks) if name.len() <= BLOCK => marks.dot & marks.dot >> 1 != 0,
        _ => name.windows(2).any(|two| two == b".."),
    }
}

/// Is the host under a suffix of the list, not only under the default rule `*`?
#[must_use]
pub fn is_listed(host: &str) -> bool {
    suffix(host.as_bytes()).1 != Ruler::Nobody
}

/// The registrable domain of a host: its public suffix with one more label.
///
/// ```
/// use superuri::syntax::hosts::domain::{SuffixRules, registrable};
/// assert_eq!(registrable("www.example.co.uk", SuffixRules::All), Some("example.co.uk"));
/// assert_eq!(registrable("co.uk", SuffixRules::All), None);
/// ```
#[must_use]
pub fn registrable(host: &str, rules: SuffixRules) -> Option<&str> {
    let suffix = public_suffix(host, rules)?;
    let before = host[..host.len() - suffix.len()].strip_suffix('.')?;
    let start = memchr::memrchr(b'.', before.as_bytes()).map_or(0, |dot| dot + 1);
    Some(&host[start..])
}

/// The last label of the text's host, in lower case; empty without a host.
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

    /// The host, its registrable domain by all rules, and by the registries' rules.
    #[rustfmt::skip] // a table reads best one row a line
    const ROWS: [(&str, Option<&str>, Option<&str>); 25] = [
        ("example.com", Some("example.com"), Some("example.com")),
        ("a.b.example.com", Some("example.com"), Some("example.com")),
        ("com", None, None),
        ("example.com.", Some("example.com."), Some("example.com.")),
        ("www.example.co.uk", Some("example.co.uk"), Some("example.co.uk")),
        ("co.uk", None, None),
        ("a.user.github.io", Some("user.github.io"), Some("github.io")),
        ("github.io", None, Some("github.io")),
        // `m.se` is a suffix of the registry, and `com.se` one of a company.
        ("x.com.se", Some("x.com.se"), Some("com.se")),
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
    fn an_empty_label_is_found_wherever_it_is() {
        for place in 0..2 * BLOCK {
            for after in 0..2 * BLOCK {
                let name = |dots| ["a".repeat(place), dots, "b.".repeat(after)].concat();
                assert!(has_empty_label(name("..".to_owned()).as_bytes()), "{place} {after}");
                assert!(!has_empty_label(name(".".to_owned()).as_bytes()), "{place} {after}");
            }
        }
    }

    #[test]
    fn the_last_label_is_without_userinfo_and_port() {
        for (text, label) in [
            ("http://u:p@h.Example:80/a.b", "example"),
            ("//a@b@c.d", "d"),
            ("http://h", "h"),
            ("a.b", ""),
        ] {
            assert_eq!(last_label(text.as_bytes()), label.as_bytes(), "{text}");
        }
    }

    #[test]
    fn the_lists_own_examples() {
        for (host, all, icann) in ROWS {
            assert_eq!(registrable(host, SuffixRules::All), all, "{host}");
            assert_eq!(registrable(host, SuffixRules::Icann), icann, "{host}");
        }
    }
}
