//! Normal forms: the steps to them, and what keys leave out.

use superuri::normal::surt::{FORMS, surt};
use superuri::normal::{Also, Level, normalize, python::NONE, steps::steps};

#[test]
fn each_step_names_what_it_changed() {
    let also = Also { drop_fragment: true, ..Also::default() };
    let listed = |text: &str, level| {
        let steps = steps(text.as_bytes(), level, also).expect("a URI");
        let line = |step: &superuri::normal::steps::Step| {
            (step.name, step.changed.join(" "), String::from_utf8_lossy(&step.text).into_owned())
        };
        steps.iter().map(line).collect::<Vec<_>>()
    };
    let row = |name, changed: &str, text: &str| (name, changed.to_owned(), text.to_owned());
    assert_eq!(
        listed("HTTP://u@H:80/a/../%7eb c?%41#f", Level::Scheme),
        [
            row("clean", "path", "HTTP://u@H:80/a/../%7eb%20c?%41#f"),
            row("case", "scheme host path", "http://u@h:80/a/../%7Eb%20c?%41#f"),
            row("percent", "path query", "http://u@h:80/a/../~b%20c?A#f"),
            row("path", "path", "http://u@h:80/~b%20c?A#f"),
            row("scheme", "port", "http://u@h/~b%20c?A#f"),
            row("drop-fragment", "fragment", "http://u@h/~b%20c?A"),
        ]
    );
    assert_eq!(listed("HTTP://h:80/", Level::Case), [row("case", "scheme", "http://h:80/")]);
    assert_eq!(listed("a/b", Level::Scheme), []);
    assert_eq!(listed("%7e", Level::Percent).last(), Some(&row("percent", "path", "~")));
}

#[test]
fn a_name_that_tracks_is_dropped_however_it_is_escaped() {
    let also = Also { drop_tracking: true, ..Also::default() };
    for (text, want) in [
        ("http://h/?utm_source=1&a=1", "http://h/?a=1"),
        ("http://h/?%75tm_source=1&a=1", "http://h/?a=1"),
        ("http://h/?%75a=1&a=1", "http://h/?%75a=1&a=1"),
    ] {
        let normal = normalize(text.as_bytes(), Level::Case, also).expect("a URI");
        assert_eq!(String::from_utf8_lossy(&normal), want);
    }
}

#[test]
fn session_ids_leave_a_path_before_a_page() {
    let id = "abcdefghij0123456789abcd";
    for (path, want) in [
        ("(ID)/a.aspx", "a.aspx"),
        ("b/(ID)/a.aspx", "b/a.aspx"),
        ("(a(ID))/a.aspx", "a.aspx"),
        // No page, a page without a name, and a question mark before the page.
        ("(ID)/a", "(ID)/a"),
        ("(ID)/.aspx", "(ID)/.aspx"),
        ("(ID)/a%3fb.aspx", "(ID)/a?b.aspx"),
        ("(ID)/a.aspx%3f", "a.aspx?"),
    ] {
        let text = format!("http://h/{}", path.replace("ID", id));
        let key = surt(text.as_bytes(), &FORMS[0], false, &NONE).expect("a key");
        assert_eq!(String::from_utf8_lossy(&key), format!("h)/{}", want.replace("ID", id)));
    }
}
