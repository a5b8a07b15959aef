//! Fuzz target: cleaning in one pass equals applying the edits, is legal and idempotent.
#![cfg_attr(feature = "guided", no_main)]

use std::borrow::Cow;

use superuri::clean::edits::{Encodings, edits};
use superuri::clean::{clean, edit::apply, is_clean, profiles::PROFILES};
use superuri::uri;
use superuri_fuzz::property;

property!(choices: 1, |data: &[u8]| {
    let [choice, text @ ..] = data else { return };
    // Long texts are cleaned many bytes at a time.
    let times = if choice >> 7 == 1 { (1_500 / text.len().max(1)).max(1) } else { 1 };
    let text = &*text.repeat(times);
    let number = usize::from(*choice) % PROFILES.len();
    let profile = &PROFILES[number];
    let cleaned = clean(text, profile);
    let truth = edits(text, profile, Encodings::default());
    match (&cleaned, &truth) {
        (Ok(cleaned), Ok(edits)) => {
            assert_eq!(**cleaned, apply(text, edits), "clean and edits");
            assert_eq!(matches!(cleaned, Cow::Borrowed(_)), is_clean(text, profile));
            assert!(edits.windows(2).all(|pair| pair[0].at.end <= pair[1].at.start), "{edits:?}");
        }
        (Err(one), Err(other)) => assert_eq!(one, other),
        _ => panic!("{cleaned:?} and {truth:?}"),
    }
    let Ok(cleaned) = cleaned else { return };
    assert_eq!(clean(&cleaned, profile).as_deref(), Ok(&*cleaned), "twice is not once");
    if number == 0 {
        assert!(uri::check(&cleaned).is_ok(), "no URI");
        assert_eq!(text == &*cleaned, uri::check(text).is_ok());
    }
});
