//! Fuzz target: keys are equal where the normal forms are, and only there, alone and in a batch.
#![cfg_attr(feature = "guided", no_main)]

use superuri::clean::{clean, profiles::RFC3986};
use superuri::normal::keys::{Keys, LEN, default, key};
use superuri::normal::{Also, Level, normalize, tracking::Trackers};
use superuri::syntax::split::split;
use superuri_fuzz::{level, property};

/// What a key does beyond the level `scheme`: all of it.
const ALSO: Also<'static> = Also {
    sort_query: true,
    drop_fragment: true,
    drop_tracking: true,
    reserved: true,
    host_case: false,
    trackers: Trackers::Ours(&[]),
};

/// The same URI, with one letter of its path escaped; nothing if there is none.
fn respelt(uri: &[u8], nth: usize) -> Option<Vec<u8>> {
    let path = split(uri).path;
    // The digits of a triplet do not count.
    let is_letter = |at: &usize| {
        uri[*at].is_ascii_alphanumeric() && !uri[at.saturating_sub(2)..*at].contains(&b'%')
    };
    let letters: Vec<usize> = path.filter(is_letter).collect();
    let at = *letters.get(nth % letters.len().max(1))?;
    let escape = format!("%{:02x}", uri[at]);
    Some([&uri[..at], escape.as_bytes(), &uri[at + 1..]].concat())
}

property!(choices: 1, texts: 2, |data: &[u8]| {
    let [choice, texts @ ..] = data else { return };
    let (level, also) = level(*choice);
    let mut all: Vec<Vec<u8>> = Vec::new();
    for text in texts.split(|&byte| byte == b'\n') {
        all.push(text.to_vec());
        all.extend(normalize(text, level, also).map(Vec::from));
        let cleaned = clean(text, RFC3986).ok();
        all.extend(cleaned.and_then(|cleaned| respelt(&cleaned, usize::from(*choice))));
    }
    let (mut keys, mut together, mut alone) = (Keys::new(default()), Vec::new(), Vec::new());
    let mut known: Vec<([u8; LEN], Vec<u8>)> = Vec::new();
    for text in &all {
        let pushed = keys.push(text, &mut together);
        let also = Also { trackers: Trackers::Ours(default().trackers), ..ALSO };
        let normal = normalize(text, Level::Scheme, also);
        let key = key(text, default(), None);
        assert_eq!(pushed.err(), key.as_ref().err().cloned());
        assert_eq!(key.as_ref().err(), normal.as_ref().err());
        let (Ok(key), Ok(normal)) = (key, normal) else { continue };
        for (other, form) in &known {
            assert_eq!(key == *other, *normal == **form, "{}", normal.escape_ascii());
        }
        alone.extend(key);
        known.push((key, normal.into_owned()));
    }
    keys.finish(&mut together);
    assert_eq!(together, alone);
    if let Some(respelt) = clean(&all[0], RFC3986).ok().and_then(|uri| respelt(&uri, 0)) {
        assert_eq!(key(&respelt, default(), None), key(&all[0], default(), None));
    }
});
