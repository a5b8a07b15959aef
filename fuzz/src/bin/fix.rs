//! Fuzz target: a fix is stable; one that is called safe makes nothing worse and keeps the meaning.
#![cfg_attr(feature = "guided", no_main)]

use superuri::codec::percent::{Errors, decode_bytes};
use superuri::lint::{LintOptions, fixed, lint};
use superuri::syntax::hosts::whatwg::{Part, Url};
use superuri::syntax::unsplit::Components;
use superuri::uri;
use superuri_fuzz::property;

/// Fixes that change the spelling of a scheme or a host, not their meaning: RFC 3986 section 6.2
/// and RFC 5952.
const SPELLINGS: [&str; 5] =
    ["empty-port", "default-port", "ipv6-spelling", "upper-case", "unicode-host"];

/// What browsers resolve a relative reference against.
const BASES: [&str; 2] = ["https://h/folder/page?query#fragment", "file:///d/e"];

fn octets(text: &[u8]) -> Vec<u8> {
    decode_bytes(text, Errors::Replace).expect("lenient").into_owned()
}

/// The same components by RFC 3986, if nothing was respelt.
fn check_by_rfc(text: &[u8], fixed: &[u8], respelt: bool) {
    let (old, new) = (Components::split(text.trim_ascii()), Components::split(fixed.trim_ascii()));
    let same = |one: Option<&[u8]>, other: Option<&[u8]>| one.map(octets) == other.map(octets);
    assert!(respelt || same(old.scheme, new.scheme), "scheme");
    assert!(respelt || same(old.authority, new.authority), "authority");
    assert!(same(Some(old.path), Some(new.path)), "path");
    assert!(same(old.query, new.query), "query");
    assert!(same(old.fragment, new.fragment), "fragment");
}

/// The same URL in browsers.
fn check_by_browsers(text: &str, fixed: &str) {
    for base in BASES {
        let Some(before) = Url::read(text, Some(base)) else { continue };
        let after = Url::read(fixed, Some(base)).expect("browsers read it before, too");
        for part in Part::ALL {
            let [one, other] = [&before, &after].map(|url| octets(url.get(part).as_bytes()));
            // For unknown schemes, the standard keeps the case of hosts.
            let is_host = matches!(part, Part::Host | Part::Hostname);
            let same = one == other || is_host && one.eq_ignore_ascii_case(&other);
            assert!(same, "{} behind {base}", part.name());
        }
    }
}

property!(choices: 1, |data: &[u8]| {
    let [choice, text @ ..] = data else { return };
    let (options, guessing) = (LintOptions::default(), choice & 1 == 1);
    let findings = lint(text, &options);
    let better = fixed(text, &options, guessing);
    let applies = |fix: &superuri::lint::Fix| fix.safe || guessing;
    let has_fix = findings.iter().any(|it| it.fix.as_ref().is_some_and(applies));
    assert_eq!(*better != *text, has_fix, "{}", better.escape_ascii());
    let again = fixed(&better, &options, guessing);
    assert_eq!(again, better, "twice is not once: {}", better.escape_ascii());
    if uri::check(text).is_ok() {
        assert!(uri::check(&better).is_ok(), "{}", better.escape_ascii());
    }
    if guessing || *better == *text {
        return;
    }
    let after = lint(&better, &options);
    let worst = |all: &[superuri::lint::Finding]| all.iter().map(|it| it.severity).max();
    assert!(worst(&after) <= worst(&findings), "{}", better.escape_ascii());
    let respelt = findings.iter().any(|it| SPELLINGS.contains(&it.rule().name));
    check_by_rfc(text, &better, respelt);
    if let (Ok(text), Ok(better)) = (std::str::from_utf8(text), std::str::from_utf8(&better)) {
        check_by_browsers(text, better);
    }
});
