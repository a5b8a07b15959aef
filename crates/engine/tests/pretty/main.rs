//! Properties L15 to L17: what is read is what would be sent, on generated URIs and every
//! character.
//!
//! `cargo test --release --test pretty -- --ignored --nocapture` runs them on ten million, or on as
//! many as the variable COUNT says, which SEED chooses.

mod atoms;
mod drawn;
mod policies;
#[path = "../../../kernels/tests/rng/mod.rs"]
mod rng;

use std::fmt::Write;

use atoms::{ATOMS, BEGINNINGS, BOTH_WAYS, HOSTS};
use drawn::is_drawn_in_order;
use policies::broken_by_policies;
use rng::Rng;
use superuri::clean::{clean, profiles::RFC3986};
use superuri::codec::characters::reason::Reason;
use superuri::codec::characters::refused::{UNICODE_VERSION, refusal};
use superuri::show::display::{DISPLAYS, HostForm, Userinfo, View};
use superuri::show::{pretty, shown};
use unicode_normalization::UnicodeNormalization;

/// Is everything tested, as `python -m heavy full` does?
fn is_full() -> bool {
    std::env::var_os("SUPERURI_FULL").is_some()
}

fn generated(rng: &mut Rng, atoms: &[&str]) -> String {
    let mut text = BEGINNINGS[rng.below(BEGINNINGS.len())].to_owned();
    for _ in 0..rng.below(10) {
        text.push_str(atoms[rng.below(atoms.len())]);
    }
    text
}

/// RFC 3986 section 6.2.2: hex digits in upper case, and no escapes of unreserved characters.
fn normal(uri: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = uri;
    while let [first, tail @ ..] = rest {
        let hex = |n: usize| tail.get(n).and_then(|digit| (*digit as char).to_digit(16));
        if let (b'%', Some(high), Some(low)) = (first, hex(0), hex(1)) {
            let octet = u8::try_from(16 * high + low).expect("two digits");
            if octet.is_ascii_alphanumeric() || b"-._~".contains(&octet) {
                out.push(octet);
            } else {
                out.extend([b'%', tail[0].to_ascii_uppercase(), tail[1].to_ascii_uppercase()]);
            }
            rest = &tail[2..];
        } else {
            out.push(*first);
            rest = tail;
        }
    }
    out
}

fn delimiters(text: &[u8]) -> Vec<u8> {
    text.iter().copied().filter(|byte| b"/?#&=;:@".contains(byte)).collect()
}

/// Is the character hidden by every view?
fn acts_on_the_reader(c: char) -> bool {
    c.is_control() || !c.is_ascii() && refusal(c).is_some()
}

/// What of the properties does not hold for this text; nothing, one hopes.
fn broken(text: &str, view: &View) -> Option<String> {
    let cleaned = clean(text.as_bytes(), RFC3986);
    let read = pretty(text.as_bytes(), view);
    let (Ok(cleaned), Ok(read)) = (&cleaned, &read) else {
        return (cleaned.as_ref().err() != read.as_ref().err()).then(|| "an error".to_owned());
    };
    let read = std::str::from_utf8(read).expect("what is shown is text");
    let want = normal(cleaned);
    let back = clean(read.as_bytes(), RFC3986);
    if !back.as_ref().is_ok_and(|back| normal(back) == want) {
        return Some(format!("L15: {read:?} is read back as {back:?}"));
    }
    if cleaned.as_ref() == want && back.as_ref() != Ok(cleaned) {
        return Some(format!("L15, byte for byte: {read:?}"));
    }
    let composed: String = read.nfc().collect();
    for (how, variant) in [
        ("after NFC", &*composed),
        ("after trimming", read.trim()),
        ("after trimming its start", read.trim_start()),
    ] {
        // Most texts stay as they are.
        if variant == read {
            continue;
        }
        let back = clean(variant.as_bytes(), RFC3986);
        if !back.as_ref().is_ok_and(|back| normal(back) == want) {
            return Some(format!("L15, {how}: {read:?} is read back as {back:?}"));
        }
    }
    if let Some(c) = read.chars().find(|c| acts_on_the_reader(*c)) {
        return Some(format!("L16: {c:?} in {read:?}"));
    }
    if !is_drawn_in_order(read) {
        return Some(format!("another order: {read:?}"));
    }
    if delimiters(cleaned) != delimiters(read.as_bytes()) {
        return Some(format!("another structure: {read:?}"));
    }
    let again = pretty(read.as_bytes(), view).map(std::borrow::Cow::into_owned);
    if again.as_deref() != Ok(read.as_bytes()) {
        return Some(format!("L17: {read:?}, then {again:?}"));
    }
    map_is_wrong(text, cleaned, read, view)
}

fn map_is_wrong(text: &str, cleaned: &[u8], read: &str, view: &View) -> Option<String> {
    let map = shown(text.as_bytes(), view).expect("what is pretty has a map");
    if map.text != read {
        return Some(format!("the map's text: {:?}", map.text));
    }
    let (mut at, mut source, mut rest) = (0, 0, String::new());
    for span in &map.spans {
        let shown = &read[span.shown.clone()];
        let stays = shown.len() >= 3 && shown.starts_with('%');
        let ordered = span.shown.start >= at && span.source.start + 9 >= source;
        if !ordered || text.get(span.source.clone()).is_none() || span.source.is_empty() {
            return Some(format!("the map: {span:?}"));
        }
        // A host in its own script is a span without an escape, and nothing else is.
        let of_host = |at: &std::ops::Range<usize>| {
            let authority = superuri::syntax::split::split(read.as_bytes()).authority;
            authority.is_some_and(|host| host.start <= at.start && at.end <= host.end)
        };
        if span.reason == Reason::Unicode && !of_host(&span.shown) {
            return Some(format!("the map: {span:?} is not of the host"));
        }
        if stays == matches!(span.reason, Reason::Decoded | Reason::Unicode) {
            return Some(format!("the map's reason: {span:?} of {shown:?}"));
        }
        rest.push_str(&read[at..span.shown.start]);
        (at, source) = (span.shown.end, span.source.end);
    }
    rest.push_str(&read[at..]);
    // Every escape has a span, in the shown text as in the cleaned one.
    let no_escapes = map.spans.iter().all(|span| span.reason == Reason::Unicode);
    (rest.contains('%') || !cleaned.contains(&b'%') && !no_escapes)
        .then(|| format!("the map leaves out an escape: {rest:?}"))
}

fn super_uri_is_unstable(text: &str) -> Option<String> {
    let view = View::of(1);
    let once = pretty(text.as_bytes(), &view).ok()?;
    let twice = pretty(&once, &view).map(std::borrow::Cow::into_owned);
    (twice.as_deref() != Ok(&*once))
        .then(|| format!("{:?}, then {twice:?}", String::from_utf8_lossy(&once)))
}

fn what_is_read_is_what_would_be_sent_on(urls: usize, seed: u64, atoms: &[&str]) {
    let (mut rng, view) = (Rng(seed), View::of(0));
    let (mut refused, mut changed) = (0, 0);
    for _ in 0..urls {
        let before = rng;
        let text = generated(&mut rng, atoms);
        if let Some(why) = broken(&text, &view) {
            panic!("{text:?}, {before:?}: {why}");
        }
        if let Some(why) = super_uri_is_unstable(&text) {
            panic!("SUPER_URI, {text:?}, {before:?}: {why}");
        }
        match pretty(text.as_bytes(), &view) {
            Ok(read) => changed += usize::from(*read != *text.as_bytes()),
            Err(_) => refused += 1,
        }
    }
    println!("L15-L17: {urls} URLs, {refused} of them no URI, {changed} shown otherwise: 0 breaks");
}

/// A debug build takes its time; the release build of `python -m heavy pretty-law` sees ten
/// million.
fn urls() -> usize {
    if is_full() { 200_000 } else { 20_000 }
}

#[test]
fn what_is_read_is_what_would_be_sent() {
    what_is_read_is_what_would_be_sent_on(urls(), 20_261_121, ATOMS);
}

#[test]
fn what_runs_both_ways_is_drawn_as_it_is_sent() {
    what_is_read_is_what_would_be_sent_on(urls() / 2, 20_261_122, BOTH_WAYS);
}

#[test]
fn a_delimiter_that_is_shown_ends_a_part_as_one_that_was_not_escaped() {
    let view = View::of(2);
    let read = pretty(b"http://h/?%D7%A2%3F2", &view).expect("a URI");
    assert_eq!(*read, *b"http://h/?%D7%A2?2");
    assert_eq!(pretty(&read, &view).as_deref(), Ok(&*read));
}

#[test]
fn what_is_hidden_does_not_keep_a_host_in_its_place() {
    let text = "http://xn--mgbh0fb.xn--wgbh1cfoo://%E0%A4%95%E0%A5%8D%7C%A9%85^%20; %3F|@%2E%3F";
    for userinfo in [Userinfo::Redacted, Userinfo::Dropped] {
        for host in [HostForm::Safe, HostForm::Unicode] {
            let view = View { userinfo, host, ..View::of(0) };
            assert_eq!(broken_by_policies(text, &view), None);
        }
    }
}

#[test]
fn a_delimiter_in_a_password_is_hidden_with_it() {
    let view = View { userinfo: Userinfo::Redacted, ..View::of(0) };
    for (text, want) in [
        ("http://h/http://[::1]/%41?#%5D%25@%3F~", "http://h/http://%5B:\u{2026}@%3F~"),
        ("http://h/http://u:p#?x@g/#y", "http://h/http://u:\u{2026}@g/%23y"),
        ("http://h/?u=http://u:p#x@g/", "http://h/?u=http://u:\u{2026}@g/"),
    ] {
        assert_eq!(broken_by_policies(text, &view), None, "{text}");
        let read = pretty(text.as_bytes(), &view).expect("a URI");
        assert_eq!(String::from_utf8_lossy(&read), want, "{text}");
    }
}

#[test]
fn a_host_behind_what_browsers_skip_is_not_cut() {
    let view = View { length: Some(11), host: HostForm::Ascii, ..View::of(0) };
    for (text, want) in [
        ("http://%0A/%3D:%2B#%2E1abcdefgh", "http://%0A/%3D:%2B#\u{2026}"),
        ("http://a/%3D:%2B#%2E1abcdefgh", "http://a/\u{2026}h"),
    ] {
        assert_eq!(broken_by_policies(text, &view), None, "{text}");
        assert!(
            pretty(text.as_bytes(), &view).is_ok_and(|read| *read == *want.as_bytes()),
            "{text}"
        );
    }
}

#[test]
fn what_is_cut_or_hidden_is_drawn_as_it_is_sent() {
    what_is_cut_or_hidden_is_drawn_as_it_is_sent_on(urls(), 20_261_123);
}

fn what_is_cut_or_hidden_is_drawn_as_it_is_sent_on(urls: usize, seed: u64) {
    let mut rng = Rng(seed);
    let mut cut = 0;
    for _ in 0..urls {
        let atoms = [ATOMS, BOTH_WAYS, BOTH_WAYS][rng.below(3)];
        let mut text = generated(&mut rng, atoms);
        if rng.below(3) == 0 {
            text = format!("{}{text}", HOSTS[rng.below(HOSTS.len())]);
        }
        for _ in 0..rng.below(20) {
            text.push_str(atoms[rng.below(atoms.len())]);
        }
        let length = 5 + rng.below(60);
        let view = View {
            length: (rng.below(4) > 0).then_some(length),
            userinfo: [Userinfo::Shown, Userinfo::Redacted, Userinfo::Dropped][rng.below(3)],
            host: [HostForm::Ascii, HostForm::Safe, HostForm::Unicode][rng.below(3)],
            ..View::of(0)
        };
        if let Some(why) = broken_by_policies(&text, &view) {
            panic!("{text:?}, {view:?}: {why}");
        }
        cut += usize::from(pretty(text.as_bytes(), &view).is_ok_and(|it| it.contains(&0xE2)));
    }
    println!(
        "{urls} URLs of any length, redaction and host, {cut} of them cut or hidden: 0 breaks"
    );
}

fn number(name: &str, usual: u64) -> u64 {
    let word = std::env::var(name).ok().filter(|word| !word.is_empty());
    word.map_or(usual, |word| word.parse().expect("a number"))
}

/// The property on as many URLs as `python -m heavy pretty-law` asks for, on four threads, each
/// with its own seed.
fn on_four_threads(property: impl Fn(usize, u64) + Sync) {
    let (count, seed) = (number("COUNT", 10_000_000), number("SEED", 0));
    let count = usize::try_from(count / 4).expect("64 bits");
    std::thread::scope(|scope| {
        for thread in 1..=4 {
            let property = &property;
            scope.spawn(move || property(count, 4 * seed + thread));
        }
    });
}

#[test]
#[ignore = "minutes: python -m heavy pretty-law"]
fn what_is_read_is_what_would_be_sent_millions_of_times() {
    on_four_threads(|count, seed| {
        what_is_read_is_what_would_be_sent_on(count, seed * 7_919, ATOMS);
        what_is_read_is_what_would_be_sent_on(count / 5, seed * 7_927, BOTH_WAYS);
    });
}

#[test]
#[ignore = "minutes: python -m heavy pretty-law"]
fn what_is_cut_or_hidden_is_drawn_as_it_is_sent_millions_of_times() {
    on_four_threads(|count, seed| {
        what_is_cut_or_hidden_is_drawn_as_it_is_sent_on(count, seed * 7_933);
    });
}

/// What is before and after a character: alone, among letters, after a delimiter, before
/// hex digits, among its like, and in a drive's place.
const CONTEXTS: [(&str, &str); 6] = [
    ("http://h/", ""),
    ("http://h/a", "b"),
    ("http://h/?q=", "&r"),
    ("http://h/%25", "41#e"),
    ("http://h/%E3%81%8B%D7%A2%20", "%20%E3%81%8B%CC%81"),
    ("file:///", ":/x"),
];

fn every_character_in_six_contexts_each(step: usize) {
    let view = View::of(0);
    let (mut shown, mut asked, mut escaped) = (0_u32, 0_u32, String::new());
    for c in ('\0'..=char::MAX).step_by(step) {
        escaped.clear();
        for octet in c.encode_utf8(&mut [0; 4]).bytes() {
            write!(escaped, "%{octet:02X}").expect("a String takes everything");
        }
        for (before, after) in CONTEXTS {
            let text = format!("{before}{escaped}{after}");
            if let Some(why) = broken(&text, &view) {
                panic!("{c:?} in {text:?}: {why}");
            }
            let read = pretty(text.as_bytes(), &view).expect("a URI");
            asked += 1;
            shown += u32::from(read.len() < text.len());
        }
    }
    println!(
        "one in {step} characters of Unicode {UNICODE_VERSION:?} in six contexts: {asked} URLs, \
         {shown} with something shown: 0 breaks"
    );
}

#[test]
fn characters_in_six_contexts() {
    every_character_in_six_contexts_each(if is_full() { 1 } else { 211 });
}

#[test]
#[ignore = "a minute: python -m heavy pretty-law"]
fn every_character_in_six_contexts() {
    every_character_in_six_contexts_each(1);
}

/// Quadratic time would take hours here.
#[test]
fn a_megabyte_takes_its_time_linearly() {
    for unit in [
        "%C3%A9",
        "%41",
        "%20",
        "a%20",
        "%CC%81",
        "a%CC%81%CC%81",
        "%E1%85%A1",
        "%D7%A2",
        "%D7%A2/",
        "%D7%A2a",
        "%D7%A2%C3%A9&",
        "%FF",
        "%",
        "%E3%83%8E",
        "=%D7%A22/",
        "%43:/",
    ] {
        let text = format!("http://h/{}", unit.repeat((1 << 20) / unit.len()));
        for row in 0..DISPLAYS.len() {
            let view = View { length: Some(1 << 19), ..View::of(row) };
            assert!(pretty(text.as_bytes(), &view).is_ok(), "{unit}");
        }
    }
}
