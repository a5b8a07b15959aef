//! Fuzz target: restoring ends, undoes defanging, and its edits make its result.
#![cfg_attr(feature = "guided", no_main)]

use std::borrow::Cow;

use superuri::clean::fanged::{defang, for_each_edit, refang};
use superuri::clean::{edit::apply, is_clean, profiles::RFC3986};
use superuri_fuzz::property;

property!(|text: &[u8]| {
    let restored = refang(text);
    assert_eq!(refang(&restored), restored, "twice is not once");
    let mut edits = Vec::new();
    for_each_edit(text, &mut |edit| edits.push(edit));
    assert_eq!(apply(text, &edits), *restored, "the edits");
    assert_eq!(edits.is_empty(), matches!(restored, Cow::Borrowed(_)));
    match defang(text) {
        Ok(defanged) => assert_eq!(*refang(&defanged), *text, "the way back"),
        Err(_) => {
            assert!(!is_clean(text, RFC3986) || !edits.is_empty(), "a legal text without marks")
        }
    }
});
