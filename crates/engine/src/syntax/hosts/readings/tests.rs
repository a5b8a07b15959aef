//! Readings: tests of the hosts that are agreed on, and of those that are not.

use super::*;

const AGREED: [(&str, Option<&str>); 22] = [
    ("http://example.com/", Some("example.com")),
    ("HTTPS://u:p@Example.Com:443/a?b#c", Some("example.com")),
    ("//example.com/a@b", Some("example.com")),
    ("http://e.com/?next=http://x@y/", Some("e.com")),
    ("http://127.0.0.1:8080/", Some("127.0.0.1")),
    ("http://[2001:DB8:0:0::1]/", Some("[2001:db8::1]")),
    ("http://bücher.example/", Some("xn--bcher-kva.example")),
    ("http://bu\u{308}cher.example/", Some("xn--bcher-kva.example")),
    ("foo://Example/", Some("example")),
    ("foo://bücher/", Some("b%c3%bccher")),
    ("file:///etc/passwd", None),
    ("mailto:a@e.com", None),
    ("data:,//x@y", None),
    ("/a/b?c=//d", None),
    ("a/b", None),
    ("?a@b", None),
    ("", None),
    ("http://e.com/a b/ü", Some("e.com")),
    ("http://BASE.invalid/", Some("base.invalid")),
    ("http://other.invalid/", Some("other.invalid")),
    ("/?u=base.invalid", None),
    ("file:///", None),
];

const DISPUTED: [&str; 29] = [
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
];

#[test]
fn what_all_read_alike_is_agreed() {
    for (text, host) in AGREED {
        let got = agreed(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(got.as_deref(), host, "{text}");
    }
}

#[test]
fn what_any_reads_otherwise_is_refused() {
    for text in DISPUTED {
        let error = agreed(text.as_bytes()).expect_err(text);
        assert_eq!(error.kind, Kind::AmbiguousAuthority, "{text}");
    }
}

/// What is no UTF-8 is read as U+FFFD, which is longer; the place is that of the octets.
#[test]
fn the_place_is_that_of_the_octets() {
    for (octets, at) in
        [(&b"http://\xFF\xFF@a\\b/"[..], 7..13), (b"http://\xFF.com", 7..12), (b"\\\\\xFF", 0..3)]
    {
        assert_eq!(agreed(octets).expect_err("no text").at, at, "{}", octets.escape_ascii());
    }
}
