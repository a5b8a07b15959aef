//! Fuzz target: what is unwrapped is a URL of the web that can be cleaned, and it ends.
#![cfg_attr(feature = "guided", no_main)]

use superuri::clean::{clean, profiles::RFC3986};
use superuri::uri::unwrap::{MOST, steps, unwrap};
use superuri_fuzz::property;

property!(choices: 1, |data: &[u8]| {
    let [choice, text @ ..] = data else { return };
    let generic = choice & 1 == 1;
    let steps = steps(text, generic);
    assert!(steps.len() <= MOST);
    for step in &steps {
        let cleaned = clean(&step.target, RFC3986).expect("clean accepts a target");
        let scheme = cleaned.to_ascii_lowercase();
        assert!(scheme.starts_with(b"http://") || scheme.starts_with(b"https://"));
        assert!(step.target.iter().all(|byte| !byte.is_ascii_control()));
    }
    let last = steps.last().map_or(text, |step| &step.target);
    assert_eq!(&*unwrap(text, generic), last);
    if steps.len() < MOST {
        assert_eq!(&*unwrap(last, generic), last, "twice is not once");
    }
});
