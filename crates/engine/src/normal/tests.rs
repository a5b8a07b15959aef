//! Normal forms: tests that they are legal, idempotent, and nest by level (RFC 3986 section 6).

use super::*;

fn all(text: &str, level: Level, also: Also) -> String {
    let normal = normalize(text.as_bytes(), level, also).expect("it can be cleaned");
    String::from_utf8(normal.into_owned()).expect("it is ASCII")
}

#[test]
fn normalizing_twice_changes_nothing_and_levels_nest() {
    let atoms = ["http:", "//", "/", ".", "..", "%2e", "%2F", "a", ":", "?", "#", "[::1]", "A%"];
    let mut texts = vec![String::new()];
    for _ in 0..4 {
        texts = texts.iter().flat_map(|t| atoms.iter().map(move |a| format!("{t}{a}"))).collect();
        for text in &texts {
            let Ok(cleaned) = clean(text.as_bytes(), RFC3986) else { continue };
            let mut before = cleaned.into_owned();
            for (_, level) in Level::NAMES {
                let normal = of_clean(&before, level, Also::default());
                assert_eq!(of_clean(&normal, level, Also::default()), normal, "{text} {level:?}");
                assert_eq!(clean(&normal, RFC3986).as_deref(), Ok(&*normal), "{text} {level:?}");
                assert_eq!(all(text, level, Also::default()).into_bytes(), normal, "{text}");
                before = normal;
            }
        }
    }
}

#[test]
fn what_can_change_the_meaning_is_done_only_on_request() {
    let text = "http://e.com/%40?b=%3A&utm_source=x&a=2&a=1#f";
    for (also, want) in [
        (Also::default(), text),
        (
            Also { sort_query: true, ..Also::default() },
            "http://e.com/%40?a=2&a=1&b=%3A&utm_source=x#f",
        ),
        (
            Also { drop_fragment: true, ..Also::default() },
            "http://e.com/%40?b=%3A&utm_source=x&a=2&a=1",
        ),
        (Also { drop_tracking: true, ..Also::default() }, "http://e.com/%40?b=%3A&a=2&a=1#f"),
        (Also { reserved: true, ..Also::default() }, "http://e.com/@?b=:&utm_source=x&a=2&a=1#f"),
    ] {
        assert_eq!(all(text, Level::Scheme, also), want);
    }
    let drop = Also { drop_tracking: true, ..Also::default() };
    assert_eq!(all("//e/?utm_%73ource=x", Level::Case, drop), "//e/");
    assert_eq!(all("//e/?", Level::Case, drop), "//e/?");
}
