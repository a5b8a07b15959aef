//! Pieces of cleaning, each asked alone: what a caller of `clean` sees only as its speed.

use superuri::base::error::{Error, Kind};
use superuri::clean::edit::{Why, apply};
use superuri::clean::edits::{Encodings, edits};
use superuri::clean::fast_check::{FastResult, escaped_href, is_normal, legal};
use superuri::clean::profiles::{PROFILES, RFC3986, profile};
use superuri::clean::{authority::is_plain, salvage};
use superuri::codec::encodings::charset::Charset;
use superuri::codec::encodings::labels::{Label, look_up};
use superuri_kernels::look_at;

#[test]
fn an_authority_of_host_and_port_needs_no_edit() {
    for (authority, want) in [
        ("", true),
        ("e.com", true),
        ("e.com:", true),
        ("e.com:80", true),
        ("e.com:8a", false),
        ("u@e.com", false),
        ("[::1]:80", false),
    ] {
        assert_eq!(is_plain(authority.as_bytes()), want, "{authority}");
    }
}

#[test]
fn one_look_is_enough() {
    // Without the necessary CPU instructions, it never is.
    if look_at::<FastResult>(b"a", &superuri::clean::fast_check::ODD).is_none() {
        return;
    }
    let long = format!("{}:a", "a".repeat(60));
    for text in ["http://e.com:80/", "http://e.com/a/b?c#d", "a", "/a", &*long] {
        assert_eq!(legal(text.as_bytes()), Some(FastResult::Unchanged), "{text}");
    }
    for text in ["http://e.com/", "http://e.com:8080/a%2F", "http://e.com/a.b"] {
        assert!(is_normal(text.as_bytes()), "{text}");
    }
    for text in ["./a/./b", "../a/../b", "http://e.com/./", "http://e.com/%2f"] {
        assert!(!is_normal(text.as_bytes()), "{text}");
    }
    assert_eq!(escaped_href(b"http://e.com/a b").as_deref(), Some(&b"http://e.com/a%20b"[..]));
    for text in ["http://e.com/a ", " http://e.com/a", " "] {
        assert_eq!(escaped_href(text.as_bytes()), None, "{text:?}");
    }
}

#[test]
fn a_component_ends_where_its_first_delimiter_is() {
    for profile in &PROFILES {
        let components = [&profile.userinfo, &profile.path, &profile.query, &profile.fragment];
        for (component, text) in components.into_iter().flat_map(|component| {
            ["", "a", "/", "a/b", "a?b#", "ab#c?", "%#", "a%41?", "#"].map(|text| (component, text))
        }) {
            let ends = |byte: &u8| component.ends_at(*byte);
            let octets = text.as_bytes();
            let end = octets.iter().position(ends).unwrap_or(octets.len());
            assert_eq!(component.find_end(octets), end, "{}: {text}", profile.name);
            let breaks = octets.iter().position(|byte| *byte == b'%' || ends(byte));
            let found = component.find_break(octets);
            assert_eq!(found, breaks.unwrap_or(octets.len()), "{}: {text}", profile.name);
        }
    }
}

#[test]
fn only_the_url_standard_has_two_queries() {
    assert!(!RFC3986.has_special_query());
    assert!(profile("WHATWG").expect("it is one").has_special_query());
}

#[test]
fn userinfo_and_host_are_utf8_in_every_encoding() {
    let Label::Known(known) = look_up("windows-1252") else { panic!("it is built in") };
    let encodings = Encodings { text: Some(Charset::Known(known)), query: None };
    let listed = edits("http://é@e.com/é?é".as_bytes(), RFC3986, encodings).expect("it is a URL");
    let with: Vec<_> = listed.iter().map(|edit| String::from_utf8_lossy(&edit.with)).collect();
    assert_eq!(with, ["%C3%A9", "%E9", "%C3%A9"]);
}

#[test]
fn a_character_that_an_encoding_with_states_lacks_is_named() {
    let Label::Known(known) = look_up("iso-2022-jp") else { panic!("it is built in") };
    let encodings = Encodings { text: Some(Charset::Known(known)), query: None };
    let error = edits("/日本😀a".as_bytes(), RFC3986, encodings).expect_err("no such character");
    assert_eq!(error.at, 7..11);
}

#[test]
fn an_octet_beyond_ascii_is_edited_as_one() {
    for (text, why) in [
        (&b"/\x80"[..], Why::NonAscii),
        (b"/\xFF", Why::NonAscii),
        (b"/\x7F", Why::Control),
        (b"/[", Why::Bracket),
    ] {
        let listed = edits(text, RFC3986, Encodings::default()).expect("a reference");
        assert_eq!(listed.iter().map(|edit| edit.why).collect::<Vec<_>>(), [why], "{text:?}");
    }
}

#[test]
fn what_is_around_a_uri_is_cut_off_once() {
    let cut = salvage::edits(b"http://e.com/ ", |_| Ok(Vec::new())).expect("no error");
    assert_eq!((cut.len(), cut[0].at.clone()), (1, 13..14));
    // An error at the end of what is left is at the end of the whole text.
    let at_end = |text: &[u8]| Err(Error::naming(Kind::BadHost, text.len()..text.len(), "it"));
    assert_eq!(salvage::edits(b" <a>", at_end).expect_err("an error").at, 4..4);
}

#[test]
fn a_stray_percent_behind_a_character_with_states_is_escaped_if_others_are() {
    let Label::Known(known) = look_up("iso-2022-jp") else { panic!("it is built in") };
    let charset = Some(Charset::Known(known));
    let encodings = Encodings { text: charset, query: charset };
    for (name, text, want) in [
        ("RFC1738", "/く%zz%41", "/%1B%24B%24%2F%1B%28B%25zz%41"),
        ("WHATWG", "/ア%zz", "/%1B$B%%22%1B(B%zz"),
        ("WHATWG", "?ア", "?%1B$B%%22%1B(B"),
    ] {
        let profile = profile(name).expect("it is one");
        let listed = edits(text.as_bytes(), profile, encodings).expect("a reference");
        assert_eq!(
            String::from_utf8_lossy(&apply(text.as_bytes(), &listed)),
            want,
            "{name} {text}"
        );
    }
}
