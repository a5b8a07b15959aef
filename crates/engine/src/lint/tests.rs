//! Tests of properties that hold for all lint rules.

use super::*;
use super::{rule::Severity, rules::RuleSet};
use crate::rng::Rng;

fn codes(text: &[u8], options: &LintOptions) -> Vec<&'static str> {
    let mut codes: Vec<_> = lint(text, options).iter().map(|it| it.rule().code).collect();
    codes.dedup();
    codes
}

#[test]
fn each_rule_is_found_by_its_number() {
    for (n, rule) in rules::ROWS.iter().enumerate() {
        assert_eq!((rule.id.place(), rule.id.rule().code), (n, rule.code));
        assert_eq!(RuleSet::DEFAULT.has(rule.id), rule.default, "{}", rule.code);
        assert!(rule.code.len() == 4, "{}", rule.code);
    }
    assert!(rules::ROWS.is_sorted_by_key(|rule| rule.code));
}

#[test]
fn each_rule_has_a_witness_that_no_other_rule_finds() {
    for rule in rules::ROWS {
        let has = |policy: &&Policy| policy.codes().any(|code| code == rule.code);
        let policy = policies::POLICIES.iter().filter(|_| !rule.default).find(has);
        let select = if rule.default || policy.is_some() { &[][..] } else { &[rule.code] };
        let options =
            LintOptions::of(select, &[], policy.map(|policy| policy.name)).expect(rule.code);
        let mut found = codes(rule.example.as_bytes(), &options);
        // Parsers disagree about a host with a zone or a delimiter, so U601 applies to them, too.
        let differ = matches!(rule.name, "zone" | "delimiter-in-host");
        found.retain(|code| !differ || *code != "U601");
        assert_eq!(found, [rule.code], "{}", rule.example);
    }
}

#[test]
fn a_fix_is_in_order_and_inside() {
    for rule in rules::ROWS {
        for finding in lint(rule.example.as_bytes(), &LintOptions::default()) {
            assert!(finding.at.end <= rule.example.len() && finding.at.start < finding.at.end);
            assert!(finding.severity >= Severity::Info);
        }
    }
}

#[test]
fn a_safe_fix_does_not_change_what_readers_see() {
    let options = LintOptions::default();
    for text in [
        "\u{8}http://e.com/é",
        "\u{1}mailto:é",
        "file://bücher/a",
        "file://a。b",
        "file://c:/a",
        "//c:/a",
        "file:c|/",
        "b|\u{0}",
        "////[::1]/",
        "/\\/[::1]/",
        "\u{3}//[::1]/",
        "//O:\u{0}",
        "file:\\/[::1]",
        "/%\t%411",
        "/%4\n%411",
    ] {
        assert_eq!(*fixed(text.as_bytes(), &options, false), *text.as_bytes(), "{text}");
    }
    for (text, want) in [
        ("\u{8}/é", "\u{8}/%C3%A9"),
        ("file:///é", "file:///%C3%A9"),
        ("file:/[", "file:/%5B"),
        ("file://ch:/", "file://ch/"),
        ("/a\u{7F}\n", "/a%7F\n"),
        ("//:p@a．b?@a．b?", "//:p@a.b?@a．b?"),
        ("//a?é", "//a?%C3%A9"),
    ] {
        assert_eq!(*fixed(text.as_bytes(), &options, false), *want.as_bytes(), "{text}");
    }
}

/// Pieces of texts that pass the prefilter, and of others, to be strung together with parts of the
/// examples.
#[rustfmt::skip] // pieces read best grouped by line
const ATOMS: &[&str] = &[
    "http://", "https://", "ftp://", "file://", "git://", "ws://", "a", "b-c", "e.com", "h", "/", "//",
    ".", "..", "-", "_", "~", ":", "80", "0x2f", "x", "localhost", "xn--a", "ab--c", "1.2.3.4", "A",
    "http:", "1", "?", "%41", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
];

#[test]
fn what_passes_the_prefilter_has_no_findings() {
    let mut rng = Rng(20_261_121);
    // These rules find harmless names and schemes, also in texts that pass.
    let besides: Vec<_> = rules::ROWS.iter().filter(|it| prefilter::BESIDE.has(it.id)).collect();
    let besides: Vec<_> = besides.iter().map(|it| it.code).collect();
    let all = LintOptions::of(&["U"], &besides, None).expect("all rules begin with it");
    let mut passed = 0;
    let is_odd = |c: char| !(c.is_ascii_alphanumeric() || "-._~/:".contains(c));
    let mut parts: Vec<_> = rules::ROWS.iter().flat_map(|it| it.example.split(is_odd)).collect();
    parts.retain(|it| matches!(it.len(), 1..100));
    for _ in 0..400_000 {
        let atoms = rng.below(7);
        let mut atom = || match rng.below(2) {
            0 => ATOMS[rng.below(ATOMS.len())],
            _ => parts[rng.below(parts.len())],
        };
        let text: String = (0..atoms).map(|_| atom()).collect();
        if prefilter::is_surely_clean(text.as_bytes()) {
            passed += 1;
            assert_eq!(plain(text.as_bytes(), &all), [], "{text}");
        }
    }
    assert!(passed > 10_000, "{passed}");
}

#[test]
fn what_is_not_listed_is_counted_as_what_is() {
    let options = LintOptions::default();
    for (unit, rule) in [("  a", "U102"), ("%c3%a9a", "U201"), ("%41%42a", "U202"), ("é/", "U105")]
    {
        let text = format!("/{}", unit.repeat(3000));
        let all: Vec<_> = lint(text.as_bytes(), &options);
        let all: Vec<_> = all.iter().filter(|it| it.rule().code == rule).collect();
        assert_eq!(all.len(), limits::LISTED, "{unit}");
        let more: Vec<_> = all.iter().map(|it| it.more).filter(|more| *more > 0).collect();
        assert_eq!(more, [2000], "{unit}");
        assert!(all[limits::LISTED - 1].message().ends_with("2000 more that are not listed)"));
    }
}

#[test]
fn two_slashes_are_shown_whole() {
    let options = LintOptions::of(&["spring-double-slash"], &[], None).expect("a rule");
    for (text, at) in [("/a//b", 2..4), ("/a/%2Fb", 2..6), ("/a%2f/b", 2..6), ("/a%2F%2Fb", 2..8)] {
        let found: Vec<_> = lint(text.as_bytes(), &options).into_iter().map(|it| it.at).collect();
        assert_eq!(found, [at], "{text}");
    }
}
