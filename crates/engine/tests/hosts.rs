//! Hosts: the quick answer compared with all readings, called one by one.

use std::{borrow::Cow, path::PathBuf};

use superuri::codec::percent::{Errors, decode_bytes};
use superuri::syntax::hosts::readings::{Parsers, READINGS, Seen, agreed, agreed_by_all};
use superuri::syntax::{hosts::plain::alike, split::split};
use unicode_normalization::UnicodeNormalization;

#[rustfmt::skip] // beginnings read best in lines of a kind
const BEGINNINGS: &[&str] = &[
    "http://", "http://", "http://", "HTTPS://", "ws://", "ftp://", "file://", "file:///", "foo://", "//", "", "/",
    "http:", "http:/", "http:///", "dict:///", "ftp:/", "jar:", "url:jar:", "mailto:", "localhost:", "a.b:", "www.://", "a+b.c-d:", "1a:", "\\\\", " http://", "ht\ntp://",
    "http://www.example.org", "https://a-b.example.com", "http://127.0.0.1", "foo://Host", "file://localhost",
];

/// What hosts are made of, and what makes parsers differ, to be strung together.
#[rustfmt::skip] // atoms read best in lines of a kind
const ATOMS: &[&str] = &[
    "a", "B", "e.com", "www.", "Example", ".", "-", "_", "+", "~", "!", "1", "127.0.0.1", "127.1", "0x7f", "1.2.3.256",
    "xn--", "XN--a", "xn--bcher-kva", "xn-", "--", "base.invalid", "BASE.Invalid", "other.invalid", "localhost", "c",
    ":", ":80", ":65535", ":65536", ":00080", ":000080", ":8o", "@", "u:p@", "/", "/", "//", "?", "#", "\\", "|", "%",
    "%2F", "%2f", "%40", "%61", "%E3%80%82", "%00", "\t", "\n", "\r", " ", "\0", "[", "]", "[::1]", "é", "ß", "ς", "。",
    "／", "＠", "℀", "＃", "\u{200D}", "\u{338}", "\u{301}", "\u{FEFF}", "\u{FFFD}", "ａ", "１", "'", "\"", "<", "&", "=",
];

/// The letters of octets that are not valid text.
const NO_TEXT: &[u8] = b"http://aB.1:8/?#@\\%\xC3\xA9\xFF\xE3\x80\x82\t ";

const SEED: u64 = 20_261_121;

/// Is everything tested, as `python -m heavy full` does?
fn is_full() -> bool {
    std::env::var_os("SUPERURI_FULL").is_some()
}

/// Numbers that are the same on every run (Marsaglia's xorshift).
fn random(seed: &mut u64) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    usize::try_from(*seed >> 33).expect("31 bits fit")
}

/// How many texts were answered at once, agreed on by all readings, and disputed.
#[derive(Default, Debug)]
struct Counts {
    alike: usize,
    agreed: usize,
    disputed: usize,
}

impl Counts {
    fn check(&mut self, text: &[u8]) {
        for parsers in [Parsers::OnPage, Parsers::All] {
            let (quick, truth) = (agreed(text, parsers), agreed_by_all(text, parsers));
            assert_eq!(
                quick.as_ref().map(Option::as_deref),
                truth.as_ref().map(Option::as_deref),
                "{text:?}"
            );
        }
        let truth = agreed_by_all(text, Parsers::All);
        let count = match (alike(text), truth) {
            (Some(_), _) => &mut self.alike,
            (None, Ok(_)) => &mut self.agreed,
            (None, Err(_)) => &mut self.disputed,
        };
        *count += 1;
    }
}

#[test]
fn the_quick_answer_is_that_of_all_readings() {
    println!("seed {SEED}");
    let (mut seed, mut counts) = (SEED, Counts::default());
    for _ in 0..if is_full() { 30_000 } else { 10_000 } {
        let mut text = BEGINNINGS[random(&mut seed) % BEGINNINGS.len()].to_owned();
        for _ in 0..random(&mut seed) % 6 {
            text.push_str(ATOMS[random(&mut seed) % ATOMS.len()]);
        }
        counts.check(text.as_bytes());
        let octets: Vec<u8> = (0..random(&mut seed) % 12)
            .map(|_| NO_TEXT[random(&mut seed) % NO_TEXT.len()])
            .collect();
        counts.check(&[BEGINNINGS[random(&mut seed) % 4].as_bytes(), &octets].concat());
    }
    println!("{counts:?}");
    assert!(counts.alike > 1_500 && counts.agreed > 1_500 && counts.disputed > 1_500, "{counts:?}");
}

#[test]
fn every_octet_at_every_place() {
    let mut counts = Counts::default();
    for plain in [
        "http://a-b.c1:80/",
        "foo://h?",
        "file://a/b",
        "//h",
        "/a",
        "a/b",
        "mailto:a",
        "ws://1.2.3.4#",
    ] {
        for place in 0..=plain.len() {
            for octet in 0..=u8::MAX {
                let (before, behind) = plain.as_bytes().split_at(place);
                counts.check(&[before, &[octet], behind].concat());
                counts.check(&[before, &[octet], behind.get(1..).unwrap_or_default()].concat());
            }
        }
    }
    println!("{counts:?}");
}

/// Around the lengths of what the DNS, the readings and the library take.
#[test]
fn every_length_of_hosts_and_ports() {
    let mut counts = Counts::default();
    for len in (1..=70).chain(250..=260).chain([16_384, 16_385]) {
        for scheme in ["http", "foo", "file"] {
            for unit in ["a", "a.", "1.", "1", "é", "é.", "a-"] {
                let host = unit.repeat(len / unit.len());
                for behind in ["", "z", ".c"] {
                    counts.check(format!("{scheme}://{host}{behind}/").as_bytes());
                }
            }
            let zeros = "0".repeat(len);
            counts.check(format!("{scheme}://h:{zeros}80/").as_bytes());
        }
    }
    println!("{counts:?}");
}

/// Each reading except the last ones finds the same in the head alone as in the whole.
#[test]
fn the_text_after_the_authority_is_not_part_of_a_host() {
    println!("seed {SEED}");
    let mut seed = SEED;
    let named = |name| READINGS.iter().find(|row| row.name == name).expect(name);
    let rfc = named("RFC 3986");
    let decoded = named("decoded first");
    let compatible = named("NFKC first, or IDNA of 2003");
    for _ in 0..30_000 {
        let mut text = BEGINNINGS[random(&mut seed) % BEGINNINGS.len()].to_owned();
        for _ in 0..random(&mut seed) % 8 {
            text.push_str(ATOMS[random(&mut seed) % ATOMS.len()]);
        }
        let parts = split(text.as_bytes());
        let end = parts.authority.clone().map_or(parts.path.end, |at| at.end);
        let head = decode_bytes(&text.as_bytes()[..end], Errors::Replace);
        let head = head.unwrap_or(Cow::Borrowed(&text.as_bytes()[..end]));
        let whole = format!("{}{}", String::from_utf8_lossy(&head), &text[end..]);
        let is_opaque = parts.scheme.is_some() && parts.authority.is_none();
        let want = if is_opaque { Seen::Nothing } else { (rfc.read)(&whole) };
        assert_eq!((decoded.read)(&text), want, "{text:?}");
        let whole: String = text.nfkc().filter(|c| !matches!(c, '\u{200C}' | '\u{200D}')).collect();
        let whole = whole.replace(['ß', 'ẞ'], "ss").replace('ς', "σ").replace('\\', "/");
        let want = if text.is_ascii() { (rfc.read)(&text) } else { (rfc.read)(&whole) };
        assert_eq!((compatible.read)(&text), want, "{text:?}");
    }
}

#[test]
fn the_quick_answer_is_that_of_all_readings_of_real_and_hostile_urls() {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let data = std::env::var_os("SUPERURI_DATA").map_or_else(|| PathBuf::from(beside), Into::into);
    for (name, every) in [
        ("urls/kasztp.txt", 3),
        ("urls/node_files.txt", 3),
        ("hostile/open-redirect.txt", 1),
        ("hostile/crlf.txt", 1),
        ("hostile/dotdotpwn.txt", 3),
        ("hostile/traversal-exotic.txt", 1),
    ] {
        let Ok(text) = std::fs::read(data.join(name)) else {
            println!("SKIPPED: no {name} (SUPERURI_DATA names the folder of the data)");
            continue;
        };
        let mut counts = Counts::default();
        let every = if is_full() { every } else { 3 * every };
        for line in text.split(|&byte| byte == b'\n').step_by(every) {
            counts.check(line);
            if name.starts_with("hostile") {
                counts.check(&[b"http://e.com", line].concat());
                counts.check(&[b"http:", line].concat());
            }
        }
        println!("{name}: {counts:?}");
    }
}
