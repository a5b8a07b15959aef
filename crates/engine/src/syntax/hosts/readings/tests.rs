//! Readings: tests of hosts on which they agree or disagree.

use super::Parsers::{All, OnPage};
use super::*;

const AGREED: [(&str, Option<&str>); 25] = [
    ("http://example.com/", Some("example.com")),
    ("HTTPS://u:p@Example.Com:443/a?b#c", Some("example.com")),
    ("//example.com/a@b", Some("example.com")),
    ("http://e.com/?next=http://x@y/", Some("e.com")),
    ("http://127.0.0.1:8080/", Some("127.0.0.1")),
    ("http://[2001:DB8:0:0::1]/", Some("[2001:db8::1]")),
    ("http://bücher.example/", Some("xn--bcher-kva.example")),
    ("http://bu\u{308}cher.example/", Some("xn--bcher-kva.example")),
    ("foo://Example/", Some("example")),
    ("file:///etc/passwd", None),
    ("mailto:a", None),
    ("data:,//x@y", None),
    ("urn:isbn:0451450523", None),
    ("C:\\x", None),
    ("foo:///127.0.0.1/", None),
    ("/a/b?c=//d", None),
    ("?a@b", None),
    ("#a@b", None),
    ("gopher://127.0.0.1/", Some("127.0.0.1")),
    ("", None),
    ("http://e.com/a b/ü", Some("e.com")),
    ("http://BASE.invalid/", Some("base.invalid")),
    ("http://other.invalid/", Some("other.invalid")),
    ("/?u=base.invalid", None),
    ("file:///", None),
];

const DISPUTED: [&str; 56] = [
    "http://evil.com\\@good.com/",
    "http://good.com\\.evil.com/",
    "http://a@b@c/",
    "http://evil.com#@good.com/",
    "http://evil.com?@good.com/",
    "http://evil.com%2F@good.com/",
    "http://good.com%00.evil.com/",
    "http://g%6fod.com/",
    "http:h/x",
    "http:/h/x",
    "http:///h/x",
    "/\\evil.com",
    "/\t/evil.com",
    "\\\\evil.com",
    " http://h/",
    "ht\ntp://h/",
    "http://h\r\n.evil.com/",
    "http://0x7f.1/",
    "http://017700000001/",
    "http://2130706433/",
    "http://[::1]evil/",
    "http://good.com[evil.com]/",
    "http://[fe80::1%25eth0]/",
    "http://h:8o/",
    "http://h:99999/",
    "http://faß.de/",
    "http://evil.c℀.good.com/",
    "/%2Fevil.com",
    "http://good.com\u{FF3C}@evil.com/",
    "foo://bücher/",
    "gopher://0x7f.1/",
    "dict://2130706433:6379/x",
    "foo://127.0.0.1./",
    "foo://1.2.3.256/",
    "dict:///127.0.0.1:9/",
    "ftps:/127.0.0.1/",
    "url:http://127.0.0.1/",
    "URL:jar:http://127.0.0.1/a!/",
    "view-source:http://h/",
    "feed:https://h/",
    "jdbc:mysql://h/",
    "jar:http:h/x",
    "file:////evil.com/share",
    "file:///%5C%5Cevil.com/share",
    "file:\\\\evil.com\\share",
    "file:///x/..//evil.com/share",
    "good.com:80/",
    "localhost:8080",
    "www.:/",
    "a.b://c/",
    "evil.com:80\\@x:80/",
    "tel:=\\@h",
    "mailto:a@e.com",
    "tel:123",
    "http://\u{1CCD6}ank.example/",
    "http://Ꭰ.example/",
];

#[test]
fn what_all_read_alike_is_agreed() {
    for (text, host) in AGREED {
        let got = agreed(text.as_bytes(), All).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(got.as_deref(), host, "{text}");
    }
}

#[test]
fn what_any_reads_otherwise_is_refused() {
    for text in DISPUTED {
        let error = agreed(text.as_bytes(), All).expect_err(text);
        assert_eq!(error.kind, Kind::AmbiguousAuthority, "{text}");
    }
}

#[test]
fn what_none_reads_is_refused_by_all() {
    for text in ["http://[x/", "http://a b/"] {
        let error = agreed(text.as_bytes(), All).expect_err(text);
        let sentence = error.sentence(&error.at);
        assert_eq!(sentence.split_once("is ").expect(text).1, "refused by all parsers", "{text}");
    }
}

/// Invalid UTF-8 is read as U+FFFD, which is longer; places are in the original octets.
#[test]
fn the_place_is_that_of_the_octets() {
    for (octets, at) in
        [(&b"http://\xFF\xFF@a\\b/"[..], 7..13), (b"http://\xFF.com", 7..12), (b"\\\\\xFF", 0..3)]
    {
        assert_eq!(agreed(octets, All).expect_err("no text").at, at, "{}", octets.escape_ascii());
    }
}

/// On a page, a relative text is resolved. Other parsers read its start as a host.
#[test]
fn what_needs_a_page_has_no_host_there() {
    for text in ["a/b", "index.html", "e.com", "a b", "é", "*"] {
        assert_eq!(agreed(text.as_bytes(), OnPage).expect(text), None);
        assert_eq!(agreed(text.as_bytes(), All).expect_err(text).kind, Kind::NoScheme, "{text}");
    }
    for text in ["mailto:a@e.com", "good.com:80/"] {
        assert_eq!(agreed(text.as_bytes(), OnPage).expect(text), None);
    }
}

#[test]
fn a_reading_that_is_not_computed_is_equal() {
    let mut equal = 0;
    for text in DISPUTED.into_iter().chain(AGREED.map(|(text, _)| text)) {
        for row in READINGS.iter().filter(|row| !(row.unless)(text)) {
            let other = (READINGS[row.same_as].read)(text);
            assert_eq!((row.read)(text), other, "{text}, {}", row.name);
            equal += 1;
        }
    }
    assert!(equal > 100, "{equal}");
}

#[test]
fn readers_that_end_it_at_a_slash_find_another_host() {
    for (text, host) in [
        ("http://a?@b/", "b"),
        ("http://a#u@b.c:80/d", "b.c"),
        ("http://a?@b?@c", "c"),
        ("http://u@a?b", "a"),
    ] {
        assert_eq!(read::only_slash(text), Seen::Host(host.to_owned()), "{text}");
    }
}

#[test]
fn a_host_alone_has_neither_port_nor_path() {
    for (host, want) in [
        ("E.com", Some("e.com")),
        ("::1", Some("[::1]")),
        ("[::1]", Some("[::1]")),
        ("e.com:80", None),
        ("[::1]:80", None),
        ("e.com/", None),
        ("u@e.com", None),
        ("127.1", None),
    ] {
        let found = agreed_of_host(host.as_bytes()).ok();
        assert_eq!(found.as_deref(), want, "{host}");
    }
}
