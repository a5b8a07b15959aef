//! Fuzz target: the normal form is legal, stable, and the same for equivalent URIs.
#![cfg_attr(feature = "guided", no_main)]

use superuri::clean::{clean, profiles::RFC3986};
use superuri::normal::keys::{TABLES, key};
use superuri::normal::surt::{FORMS, surt};
use superuri::normal::tracking::{Trackers, Tracking};
use superuri::normal::{
    Also, Level, compare, normalize, of_clean, python::NONE, safe_browsing::Canonical, scrapy,
};
use superuri::uri;
use superuri_fuzz::{level, property};

property!(choices: 1, |data: &[u8]| {
    let [choice, text @ ..] = data else { return };
    // Long texts are processed many bytes at a time.
    let times = if choice >> 7 == 1 { (1_500 / text.len().max(1)).max(1) } else { 1 };
    let text = &*text.repeat(times);
    let (level, also) = level(*choice);
    let bit = |n: u8| choice >> n & 1 == 1;
    if let Ok(normal) = normalize(text, level, also) {
        assert!(uri::check(&normal).is_ok(), "no URI: {}", normal.escape_ascii());
        let again = normalize(&normal, level, also);
        assert_eq!(again.as_deref(), Ok(&*normal), "twice is not once");
        let cleaned = clean(text, RFC3986).expect("it was normalised");
        assert_eq!(normalize(&cleaned, level, also).as_deref(), Ok(&*normal), "cleaned first");
        assert_eq!(of_clean(&cleaned, level, also), *normal, "after one look");
        if also == Also::default() {
            assert!(compare(text, &normal, level, also).is_ok_and(|how| how.is_equal()));
            // A level includes the ones before it.
            let nearest = normalize(text, Level::Case, also).expect("it was normalised");
            assert_eq!(normalize(&nearest, level, also).as_deref(), Ok(&*normal));
        }
    } else {
        assert!(clean(text, RFC3986).is_err());
    }
    for tables in &TABLES {
        let _ = key(text, tables, None);
    }
    if let Ok(table) = Tracking::new(String::from_utf8_lossy(text).lines()) {
        let own = Also { drop_tracking: true, trackers: Trackers::Own(&table), ..also };
        if let Ok(normal) = normalize(text, level, own) {
            let again = normalize(&normal, level, own);
            assert_eq!(again.as_deref(), Ok(&*normal), "twice is not once");
        }
    }
    let form = &FORMS[usize::from(*choice) % FORMS.len()];
    let _ = surt(text, form, bit(6), &NONE);
    if let Ok(url) = scrapy::url(text, bit(5), &NONE) {
        assert!(scrapy::fingerprint(text, false, &NONE).is_ok(), "{url}");
    }
    if let Ok(canonical) = Canonical::of(text) {
        assert!(!canonical.text().is_empty());
        assert!(canonical.expressions().len() <= 30);
    }
});
