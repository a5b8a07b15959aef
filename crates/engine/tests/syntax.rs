//! Pieces of syntax, each asked alone: what a caller sees only as speed, or only in rare texts.

use std::borrow::Cow;

use superuri::syntax::hosts::domain::{SuffixRules, last_label, public_suffix, registrable};
use superuri::syntax::hosts::plain::{Alike, alike, lower_host};
use superuri::syntax::hosts::readings::{Parsers, agreed, agreed_of_host};
use superuri::syntax::hosts::whatwg::{Part, Url};
use superuri::syntax::places::{Hosts, push_host};
use superuri::syntax::resolve::{relativize, resolve};
use superuri::syntax::unsplit::{Components, unsplit};
use superuri::syntax::{hosts::idna::to_ascii, hosts::literal::ip_literal};
use superuri::uri;

#[test]
fn the_start_is_enough_for_common_hosts() {
    let long = "a".repeat(255);
    for (text, host) in [
        ("http://e.com", Some("e.com")),
        ("http://e.com:80/", Some("e.com")),
        ("http://e.com:65535/", Some("e.com")),
        ("http://e.com:65536/", None),
        ("http://e.com:000080/", None),
        ("http://e.com?a", Some("e.com")),
        ("http://e.com#a", Some("e.com")),
        ("http://e.com?a/@", Some("e.com")),
        ("http://e.com?a@/", None),
        ("http://e.com?a@", None),
        ("http://xn--a/", None),
        ("http://a.xn--a/", None),
        ("http://a-b.c-d/", Some("a-b.c-d")),
        ("http://1.2.3.4/", Some("1.2.3.4")),
        ("http://1.2.3/", None),
        ("http://a+b/", None),
        (&*format!("http://{long}/"), Some(&*long)),
        (&*format!("http://{long}a/"), None),
    ] {
        assert_eq!(alike(text.as_bytes()), host.map(Alike::Host), "{text}");
    }
}

#[test]
fn the_start_is_enough_where_there_is_no_host() {
    for (text, want) in [
        ("", Some(Alike::Nothing)),
        ("/a", Some(Alike::Nothing)),
        ("?a", Some(Alike::Nothing)),
        ("/", Some(Alike::Nothing)),
        ("/\\e.com/", None),
        ("a", Some(Alike::Relative)),
        ("a/b", Some(Alike::Relative)),
        ("a/\\b", Some(Alike::Relative)),
        ("!a", Some(Alike::Relative)),
        ("%41", None),
        ("\\a", None),
        (" a", None),
        ("mailto:a", Some(Alike::Nothing)),
        ("x:a/b", Some(Alike::Nothing)),
        ("x:80", None),
        ("x:a:b", None),
        ("http:a", None),
        ("file:///a", Some(Alike::Nothing)),
        ("file:///.a", None),
        ("file:///a b", None),
        ("file:///a?b c", Some(Alike::Nothing)),
        ("file:////a", None),
        ("file:///a/.", None),
        ("http:///a", None),
    ] {
        assert_eq!(alike(text.as_bytes()), want, "{text}");
    }
}

#[test]
fn a_host_in_lower_case_is_found_by_its_first_block() {
    // Without the necessary CPU instructions, it never is.
    if lower_host(b"http://e/").is_none() {
        return;
    }
    let (tail, most, longer) = ("a".repeat(99), "a".repeat(57), "a".repeat(58));
    for (text, host) in [
        ("http://e.com", Some("e.com")),
        ("https://e.com/", Some("e.com")),
        ("file://e.com/", Some("e.com")),
        ("file://localhost/", None),
        ("http://xn--a/", None),
        ("http://e.com:80/", None),
        ("http://e.com?a", None),
        (&*format!("http://e.com/{tail}"), Some("e.com")),
        (&*format!("http://e.com{tail}/"), None),
        (&*format!("http://{most}"), Some(&*most)),
        (&*format!("http://{most}/{tail}"), Some(&*most)),
        (&*format!("http://{longer}"), None),
        (&*format!("http://{longer}/"), None),
    ] {
        assert_eq!(lower_host(text.as_bytes()), host, "{text}");
    }
}

#[test]
fn a_host_that_need_not_change_is_borrowed() {
    for (text, host) in [("http://e.com:80/", "e.com"), ("http://user@[::1]/", "[::1]")] {
        let found = agreed(text.as_bytes(), Parsers::All).expect("all agree");
        assert_eq!(found.as_deref(), Some(host), "{text}");
    }
    let found = agreed(b"http://e.com:80/", Parsers::All).expect("all agree");
    assert!(matches!(found, Some(Cow::Borrowed("e.com"))));
    assert!(agreed(b"http://a%zz/", Parsers::All).is_err());
    for (host, at) in [("e.com/", 5..6), ("e.com:80", 5..6), ("a%zz", 0..4), ("1.2.3", 0..5)] {
        let error = agreed_of_host(host.as_bytes()).expect_err("it is more than a host");
        assert_eq!(error.at, at, "{host}: {error}");
    }
    // Each host is named once, with all that read it.
    let error = agreed(b"http://a\\@b/", Parsers::All).expect_err("they differ").to_string();
    for part in ["\"a\" (", "\"b\" (", "RFC 3986;", "the URL standard;"] {
        assert_eq!(error.matches(part).count(), 1, "{part}: {error}");
    }
}

#[test]
fn a_domain_has_a_suffix_and_a_last_label() {
    // The company's suffix a.prod.fastly.net begins with a label of one letter.
    for (host, all, registries) in [
        ("x.a.prod.fastly.net", "a.prod.fastly.net", "net"),
        ("x.github.io", "github.io", "io"),
        ("x.co.uk", "co.uk", "co.uk"),
    ] {
        assert_eq!(public_suffix(host, SuffixRules::All), Some(all), "{host}");
        assert_eq!(public_suffix(host, SuffixRules::Icann), Some(registries), "{host}");
    }
    assert_eq!(registrable("www.x.github.io", SuffixRules::Icann), Some("github.io"));
    for (text, label) in [
        ("http://u:p@www.E.RU:80/a", "ru"),
        ("http://e.com", "com"),
        ("http://localhost/", "localhost"),
        ("http:///a", ""),
        ("a.b", ""),
    ] {
        assert_eq!(String::from_utf8_lossy(&last_label(text.as_bytes())), label, "{text}");
    }
}

#[test]
fn a_zone_is_escaped_octet_by_octet() {
    for (inside, want) in [
        (&b"fe80::1%25eth0"[..], Some(&b"fe80::1%25eth0"[..])),
        (b"fe80::1%eth0", Some(b"fe80::1%25eth0")),
        (b"fe80::1%25a\x80\x7F", Some(b"fe80::1%25a%80%7F")),
        (b"fe80::1%25%41%4", Some(b"fe80::1%25%41%254")),
        (b"fe80::1%41", None),
        (b"fe80::1%25", None),
        (b"v1.a:b", Some(b"v1.a:b")),
        (b"v1.\x80", None),
    ] {
        assert_eq!(ip_literal(inside).ok().as_deref(), want, "{}", inside.escape_ascii());
    }
}

#[test]
fn a_scheme_has_its_kind_of_host() {
    for (scheme, want) in [
        (Some(&b"http"[..]), Hosts::Web),
        (Some(b"FILE"), Hosts::File),
        (Some(b"x"), Hosts::Any),
        (None, Hosts::Web),
    ] {
        assert_eq!(Hosts::of(scheme) as u8, want as u8);
    }
    // Only a name with an A-label is looked up in the tables of Unicode.
    assert_eq!(push_host(&[b'a'; 300], Hosts::Web, &mut Vec::new()), Ok(()));
    for (host, at) in [("[fe80::1%25]", 8..11), ("fe80::1%25", 7..10), ("[fe80::1%]", 8..9)] {
        let error = push_host(host.as_bytes(), Hosts::Any, &mut Vec::new());
        assert_eq!(error.expect_err("its zone is empty").at, at, "{host}");
    }
}

#[test]
fn a_host_that_is_written_is_accepted_again() {
    for (host, at) in [("a；b", 1..4), ("é！b", 2..5), ("\u{37e}E", 0..2), ("xa，", 2..5)] {
        let error = push_host(host.as_bytes(), Hosts::Web, &mut Vec::new());
        assert_eq!(error.expect_err("UTS 46 makes a sub-delimiter of it").at, at, "{host}");
    }
    let mut written = 0;
    for c in ('\u{80}'..=char::MAX).map(|c| format!("a{c}b")) {
        let (mut once, mut twice) = (Vec::new(), Vec::new());
        if push_host(c.as_bytes(), Hosts::Web, &mut once).is_ok() {
            assert_eq!(push_host(&once, Hosts::Web, &mut twice), Ok(()), "{}", c.escape_unicode());
            assert_eq!(twice, once, "{}", c.escape_unicode());
            written += 1;
        }
    }
    assert!(written > 100_000, "{written}");
}

#[test]
fn a_reference_is_as_short_as_can_be() {
    for (base, target, want) in [
        ("http://a/b?x", "http://a/b?x", ""),
        ("http://a/b#f", "http://a/c", "c"),
        ("http://a/b/c", "http://a/", "../"),
        ("http://a/b", "http://c/d", "//c/d"),
        ("http://a/b", "mailto:x", "mailto:x"),
        ("a/b", "mailto:x", "mailto:x"),
        ("x:../?q", "x::", "./:"),
        ("x:../", "x:1:b/c", "./1:b/c"),
        ("x:../", "x:/a", "/a"),
        ("x:../", "x:a", "a"),
        ("http://a/bc/d", "http://a/g", "../g"),
        ("http://a/bc/de/f", "http://a/bc/g:h", "../g:h"),
        ("http://a/b", "http://a/c:d", "./c:d"),
    ] {
        let found = relativize(base.as_bytes(), target.as_bytes());
        assert_eq!(String::from_utf8_lossy(&found), want, "{base} {target}");
    }
}

#[test]
fn every_relative_reference_is_legal_and_means_its_target() {
    let mut texts = vec![String::new()];
    for _ in 0..5 {
        let atoms = [":", "x:", "a", "1", "/", "..", "."];
        texts = texts.iter().flat_map(|t| atoms.map(|atom| format!("{t}{atom}"))).collect();
        texts.push(String::new());
    }
    texts.retain(|text| uri::check(text.as_bytes()).is_ok());
    // Only a target without dot segments is one that a reference can have.
    let targets: Vec<_> = texts
        .iter()
        .filter(|t| resolve(t.as_bytes(), t.as_bytes(), true) == t.as_bytes())
        .collect();
    assert!(targets.len() > 1000);
    let step = if std::env::var_os("SUPERURI_FULL").is_some() { 1 } else { 29 };
    for base in texts.iter().step_by(step) {
        for target in &targets {
            let reference = relativize(base.as_bytes(), target.as_bytes());
            let shown = String::from_utf8_lossy(&reference);
            assert!(uri::check(&reference).is_ok(), "{base} {target}: {shown}");
            let back = resolve(base.as_bytes(), &reference, true);
            assert!(
                reference == target.as_bytes() || back == target.as_bytes(),
                "{base} {target}: {shown}"
            );
        }
    }
}

#[test]
fn steps_up_end_at_the_root_of_what_has_one() {
    for (base, reference, want) in [
        ("//h/a", "../../b", "//h/b"),
        ("x:a/b", "../../c", "x:/c"),
        ("/a", "../../b", "/b"),
        ("a", "../../b", "../../b"),
        ("http://h", "a", "http://h/a"),
    ] {
        let found = resolve(base.as_bytes(), reference.as_bytes(), true);
        assert_eq!(String::from_utf8_lossy(&found), want, "{base} {reference}");
    }
}

#[test]
fn a_part_that_would_be_misread_is_quoted_unless_it_may_hold_a_password() {
    let nothing = Components::split(b"");
    for (parts, text, quoted) in [
        (Components { scheme: Some(b"1"), ..nothing }, "1", true),
        (Components { authority: Some(b"u:p/"), ..nothing }, "u:p/", false),
    ] {
        let error = unsplit(&parts).expect_err("it is misread").error(text.as_bytes()).to_string();
        assert_eq!(error.contains(text), quoted, "{error}");
    }
}

#[test]
fn a_host_that_one_library_refuses_is_refused() {
    // The tables of Unicode of the two differ about U+061D.
    let host = "a\u{61D}";
    assert!(Url::parse(&format!("http://{host}/"), None).is_err());
    assert!(!Url::can_parse(&format!("http://{host}/"), None));
    assert!(!Url::can_parse("http://a%D8%9D/", None));
    let mut url = Url::parse("http://e.com/", None).expect("it is a URL");
    assert!(url.set(Part::Host, host).is_err());
    assert!(url.set(Part::Host, "a%D8%9D").is_err());
    assert_eq!(url.href(), "http://e.com/");
    // What is mapped to ASCII has nothing that they could differ about.
    assert_eq!(Url::parse("http://ａ!b/", None).expect("it is a URL").href(), "http://a!b/");
    assert!(Url::parse("mailto:a", None).expect("it is a URL").has_opaque_path());
    assert!(!Url::parse("x:/a", None).expect("it is a URL").has_opaque_path());
}

#[test]
fn a_long_name_is_judged_as_a_whole() {
    // Beside a label that is right-to-left, no label may begin with a digit (RFC 5893).
    assert!(to_ascii("1a.א").is_err());
    assert!(to_ascii(&format!("{}א", "1a.".repeat(300))).is_err());
    assert!(to_ascii(&format!("{}א", "a.".repeat(300))).is_ok());
    assert!(to_ascii(&format!("{}é", "1a.".repeat(300))).is_ok());
}
