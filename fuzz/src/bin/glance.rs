//! Fuzz target: the quick look at a URI finds the same as a full reading.
#![cfg_attr(feature = "guided", no_main)]

use superuri::clean::edits::{Encodings, edits};
use superuri::clean::fast_check::{escaped_href, is_href, is_legal, is_normal};
use superuri::clean::{clean, profiles::RFC3986};
use superuri::normal::{Also, Level, normalize, of_clean};
use superuri::syntax::hosts::whatwg::{Part, Url};
use superuri::uri;
use superuri_fuzz::property;

property!(choices: 2, |data: &[u8]| {
    // The first byte adds letters, so that texts are up to the longest that is looked at and cross
    // the edges of its blocks.
    let [letters, place, data @ ..] = data else { return };
    let place = usize::from(*place).min(data.len());
    let (before, after) = data.split_at(place);
    let text = [before, &b"a".repeat(usize::from(*letters % 200)), after].concat();
    let shown = text.escape_ascii();

    if is_legal(&text) {
        assert!(uri::check(&text).is_ok(), "{shown}");
        assert_eq!(edits(&text, RFC3986, Encodings::default()), Ok(vec![]), "{shown}");
        assert_eq!(clean(&text, RFC3986).as_deref(), Ok(&*text), "{shown}");
        for (_, level) in Level::NAMES {
            let found = normalize(&text, level, Also::default());
            assert_eq!(found.as_deref(), Ok(&*of_clean(&text, level, Also::default())), "{shown}");
        }
    }
    if is_normal(&text) {
        assert_eq!(of_clean(&text, Level::Scheme, Also::default()), text, "{shown}");
    }
    let Ok(text) = std::str::from_utf8(&text) else {
        assert!(!is_href(&text), "{shown}");
        return;
    };
    if let Some(escaped) = escaped_href(text.as_bytes()) {
        let url = Url::parse(text, None).expect("a URL");
        assert_eq!(url.href().as_bytes(), escaped, "{shown}");
    }
    if is_href(text.as_bytes()) {
        let url = Url::parse(text, None).expect("a URL");
        assert_eq!(url.href(), text);
        for part in Part::ALL {
            assert_eq!(part.of_href(text), url.get(part), "{} of {text}", part.name());
        }
    }
});
