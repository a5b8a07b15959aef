//! Linter: where findings are, which ones have a fix, and what is fixed; and its speed.
//!
//! `python -m heavy lint-rate` counts the real URLs that it reads in a second, on one core; the
//! folder of the data is as in `tests/conftest.py`.

use std::{borrow::Cow, ops::Range, path::PathBuf, time::Instant};

use superuri::lint::{LintOptions, fixed, lint};

fn spans(rule: &str, text: &[u8]) -> Vec<Range<usize>> {
    let options = LintOptions::of(&[rule], &[], None).expect(rule);
    lint(text, &options).into_iter().map(|finding| finding.at).collect()
}

#[test]
fn a_finding_is_where_it_is_in_octets() {
    for (rule, text, want) in [
        // A stray octet behind the character does not belong to it.
        ("plus-in-path", &b"/a+\x80"[..], 2..3),
        ("semicolon-in-query", b"/?a=1;\x80=2", 5..6),
        ("second-question-mark", b"/?a?\x80", 3..4),
        ("delimiter-in-host", b"http://a+\x80/", 8..9),
        ("envoy-normalizes", b"/a\\\x80", 2..3),
        ("empty-label", b"http://a..\x80/", 9..10),
        ("empty-parameter", b"/?&\x80", 2..3),
        ("userinfo", b"http://@\x80/", 7..8),
        ("wrapped", b"(http://h.example/)", 0..19),
        ("empty-segment", b"/a//b", 2..4),
        ("alternate-stream", b"/a.asp::$DATA", 6..13),
        ("dots-in-query", b"/?a=./b", 4..6),
        // Whole characters, and whole triplets.
        ("mojibake", "/cafÃ©x".as_bytes(), 4..8),
        ("mojibake", b"/%C3%83%C5%BE", 4..13),
        // A name of dots and another letter, or of three dots, is not a dot segment.
        ("encoded-unreserved", b"/%2Ea", 1..4),
        ("encoded-unreserved", b"/%2E%2E%2E", 1..10),
        // More digits than can belong to an escape, on however many layers.
        ("double-encoded", &[b"/%25", &[b'a'; 60][..]].concat(), 1..6),
        ("joiner", b"/1%EF%B8%8F", 2..11),
        ("invisible-character", b"/a%EF%B8%8F", 2..11),
        ("long-segment", &[&[b'a'; 256][..], b"/b"].concat(), 0..256),
        ("long-name", &[b"http://", &[b'a'; 64][..], b"/"].concat(), 7..71),
    ] {
        assert_eq!(spans(rule, text), [want], "{rule} {}", text.escape_ascii());
    }
    // The digit between them is part of neither escape.
    assert_eq!(spans("double-encoded", b"/%2541b%2541"), [1..6, 7..12]);
}

#[test]
fn a_rule_does_not_find_what_only_looks_like_it() {
    for (rule, text) in [
        ("host-as-scheme", "tel:12345"),
        // The lines of a mail end with CR LF, and the payload of a data: URL is binary.
        ("line-break-in-data", "mailto:a@b?body=x%0D%0Ay"),
        ("encoded-line-break", "data:,a%0D%0Ab"),
        // Only the URI's own query is cut by an `&`.
        ("cut-uri", "/?to=http://h/a&b=c"),
        // A mail address in a query is data.
        ("delimiter-in-password", "http://user:p@ss?mail=a@db/a"),
        // What is behind the last @ is not a host with a port.
        ("delimiter-in-password", "//u:p@e.com-?0_~@0a:Z/="),
        ("delimiter-in-password", "http://u:@a_b.de#@1.2.3.4:-1/*"),
        ("delimiter-in-password", "http://u:p?@a[b/"),
        ("long-segment", &format!("/{}?", "a".repeat(255))),
    ] {
        assert_eq!(spans(rule, text.as_bytes()), [], "{rule} {text}");
    }
}

#[test]
fn a_finding_has_the_number_of_those_that_are_not_listed_if_there_are_any() {
    for (most, text, want) in
        [(1, "/a b", None), (1, "/a b c", Some("and 1 more that are not listed"))]
    {
        let options = LintOptions { most, ..LintOptions::default() };
        let found = lint(text.as_bytes(), &options);
        let last = found.last().and_then(|finding| finding.detail.as_deref());
        assert_eq!((found.len(), last), (most, want), "{text}");
    }
}

#[test]
fn a_detail_is_what_the_sentence_of_the_rule_leaves_out() {
    for (text, code, detail) in [
        ("http://[2001::1]/", "U635", "Teredo"),
        ("/%2525%2525", "U401", "decoding 2 times shows \"%%\""),
        ("/%25252F%25252F", "U402", "decoding 3 times shows \"//\""),
    ] {
        let found = lint(text.as_bytes(), &LintOptions::default());
        let found: Vec<_> = found.iter().map(|it| (it.rule().code, it.detail.as_deref())).collect();
        assert_eq!(found, [(code, Some(detail))], "{text}");
    }
}

#[test]
fn fixes_are_verified_up_to_64_kibibytes() {
    let options = LintOptions::of(&["upper-case"], &[], None).expect("a rule");
    let most = 1 << 16;
    for (len, verified) in [(most - 1, true), (most, true), (most + 1, false)] {
        let text = format!("http://H/{}", "a".repeat(len - 9));
        let [finding] = &lint(text.as_bytes(), &options)[..] else { panic!("it has an H") };
        assert_eq!(finding.fix.is_some(), verified, "{len}");
        let want = if verified { text.to_lowercase() } else { text.clone() };
        assert!(*fixed(text.as_bytes(), &options, false) == *want.as_bytes(), "{len}");
    }
}

#[test]
fn a_fix_is_of_all_findings_and_nothing_else() {
    let options = LintOptions::default();
    let fixed = |text: &str| match fixed(text.as_bytes(), &options, false) {
        Cow::Borrowed(_) => None,
        Cow::Owned(text) => Some(String::from_utf8(text).expect("it was")),
    };
    // More than are listed in all rounds.
    let (text, want) = ("a ".repeat(9000) + "a", "a%20".repeat(9000) + "a");
    assert!(fixed(&text) == Some(want));
    assert!(fixed(&"a".repeat(1 << 17)).is_none());
    // Browsers read a drive only in a file: URL, and no delimiter in a query.
    for (text, want) in [("http://a:/", "http://a/"), ("/?a\\b", "/?a%5Cb")] {
        assert_eq!(fixed(text).as_deref(), Some(want), "{text}");
    }
    // Parentheses around a URI are not a part of it.
    let unwrapped = superuri::lint::fixed(b"(http://h.example/)", &options, true);
    assert_eq!(*unwrapped, *b"http://h.example/");
}

#[test]
fn sets_of_rules_may_have_a_rule_in_common() {
    let set = |word| LintOptions::of(&[word], &[], None).expect(word).rules;
    assert!(set("U1").has_any(set("space")) && !set("U1").has_any(set("U2")));
}

/// The least that is promised, in URLs a second.
const LEAST: f64 = 1_000_000.0;

/// How many times each file is read; the best time counts.
const RUNS: usize = 7;

#[test]
#[ignore = "it measures"]
fn a_million_real_urls_a_second() {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let data = std::env::var_os("SUPERURI_DATA").map_or_else(|| PathBuf::from(beside), Into::into);
    let options = LintOptions::default();
    for name in ["urls/kasztp.txt", "urls/node_files.txt"] {
        let Ok(text) = std::fs::read(data.join(name)) else {
            println!("SKIPPED: no {name} (SUPERURI_DATA names the folder of the data)");
            continue;
        };
        let mut best = f64::INFINITY;
        let (mut lines, mut findings) = (0, 0);
        for _ in 0..RUNS {
            let start = Instant::now();
            (lines, findings) = (0, 0);
            for line in text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
                lines += 1;
                findings += lint(line, &options).len();
            }
            best = best.min(start.elapsed().as_secs_f64());
        }
        let rate = f64::from(lines) / best;
        println!("{name}: {lines} URLs, {findings} findings, {:.2} million a second", rate / 1e6);
        assert!(rate >= LEAST, "{rate}");
    }
}
