//! What is shown, where several rules meet: hosts, media, redacted and cut texts, and their maps.

use superuri::codec::characters::reason::Reason;
use superuri::show::display::{HostForm, Userinfo, View};
use superuri::show::{host, medium::Sink, pretty, shown};
use superuri::syntax::hosts::idna::to_ascii;

fn read(text: &str, view: &View) -> String {
    let read = pretty(text.as_bytes(), view).expect("a URI");
    String::from_utf8(read.into_owned()).expect("what is shown is text")
}

#[test]
fn a_host_is_shown_in_its_script_if_it_can_be_read() {
    let (safe, unicode) = (HostForm::Safe, HostForm::Unicode);
    for (name, form, is_shown) in [
        ("bücher.de", safe, true),
        // Looks like a colon, and like a slash.
        ("a\u{2D0}.de", unicode, false),
        ("a中.de", unicode, true),
        // Two scripts; two systems of numbers; an ancient script.
        ("aя.de", safe, false),
        ("aя.de", unicode, true),
        ("क1१.com", safe, false),
        ("क1१.com", unicode, true),
        ("\u{10330}\u{10331}.de", safe, false),
        ("\u{10330}\u{10331}.de", unicode, true),
        // All of it is read from right to left, the mark, too.
        ("שׁם.קום", unicode, true),
        ("שם.com", unicode, false),
    ] {
        let ascii = to_ascii(name).expect("a host");
        let want = if is_shown { name } else { &*ascii };
        assert_eq!(host::shown(&ascii, form, &[]), want, "{name} {form:?}");
    }
}

#[test]
fn digits_after_a_host_are_not_drawn_before_it() {
    let view = View { host: HostForm::Unicode, ..View::of(0) };
    let ascii = to_ascii("שם.קום").expect("a host");
    for (before, after, is_shown) in [("http://", "/a", true), ("http://", ":80/a", false)] {
        let want = if is_shown { "שם.קום" } else { &*ascii };
        let text = format!("{before}{ascii}{after}");
        assert_eq!(read(&text, &view), format!("{before}{want}{after}"));
    }
}

#[test]
fn neighbours_decide() {
    for (text, want) in [
        // Katakana NO looks like a slash, but not among Japanese letters.
        ("http://h/%C3%A9%E3%83%8E%C3%A9", "http://h/é%E3%83%8Eé"),
        ("http://h/%E3%83%8E%E3%83%8E", "http://h/%E3%83%8E%E3%83%8E"),
        ("http://h/%E3%81%AE%E3%83%8E", "http://h/のノ"),
        // One that stays escaped leaves those that no rule is about.
        ("http://h/%C3%A9%C3%A9%E3%83%8E", "http://h/éé%E3%83%8E"),
        ("http://h/%E1%84%80%E1%85%A1", "http://h/ᄀ%E1%85%A1"),
    ] {
        assert_eq!(read(text, &View::of(0)), want);
    }
}

#[test]
fn what_html_would_read_as_markup_is_escaped() {
    for (c, want) in
        [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;"), ('\'', "&#39;"), ('a', "a")]
    {
        let mut out = String::new();
        Sink::Html.push(&mut out, c);
        assert_eq!(out, want);
    }
    let view = View { sink: Sink::Html, ..View::of(0) };
    for (text, want) in [
        ("http://h/a?b#c", "<bdi>http</bdi>://<bdi>h</bdi><bdi>/a</bdi>?<bdi>b</bdi>#<bdi>c</bdi>"),
        ("http://h/?#", "<bdi>http</bdi>://<bdi>h</bdi><bdi>/</bdi>?#"),
    ] {
        assert_eq!(read(text, &view), want);
    }
}

/// Each span: its source, how it is shown, and why.
fn spans<'a>(text: &'a str, view: &View) -> Vec<(&'a str, String, Reason)> {
    let map = shown(text.as_bytes(), view).expect("a URI");
    let span = |span: &superuri::show::layout::ShownSpan| {
        (&text[span.source.clone()], map.text[span.shown.clone()].to_owned(), span.reason)
    };
    map.spans.iter().map(span).collect()
}

#[test]
fn a_map_says_where_each_span_is() {
    let csv = View { sink: Sink::Csv, ..View::of(0) };
    // In quotes, because of the space.
    assert_eq!(read("http://h/?q=a%20b", &csv), "\"http://h/?q=a b\"");
    assert_eq!(spans("http://h/?q=a%20b", &csv), [("%20", " ".to_owned(), Reason::Decoded)]);
    let dropped = View { userinfo: Userinfo::Dropped, ..View::of(0) };
    let text = "http://bob:secret@h/%C3%A9";
    assert_eq!(read(text, &dropped), "http://h/é");
    assert_eq!(
        spans(text, &dropped),
        [
            ("bob:secret@", String::new(), Reason::Redacted),
            ("%C3%A9", "é".to_owned(), Reason::Decoded)
        ]
    );
}

#[test]
fn what_is_redacted_is_as_wide_as_its_ellipsis() {
    let text = "http://h/?u=http://%62ob:secret@e.com/abcdef";
    let hidden = View { userinfo: Userinfo::Redacted, ..View::of(0) };
    let whole = read(text, &hidden);
    assert_eq!(whole, "http://h/?u=http://…@e.com/abcdef");
    let count = whole.chars().count();
    for (length, is_cut) in [(count, false), (count - 1, true)] {
        let view = View { length: Some(length), ..hidden.clone() };
        let read = read(text, &view);
        assert_eq!(read != whole, is_cut, "{read}");
        assert_eq!(read.chars().count(), length);
    }
}
