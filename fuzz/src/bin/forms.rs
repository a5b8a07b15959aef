//! Fuzz target: reading a form undoes writing it, and the pairs cover the query.
#![cfg_attr(feature = "guided", no_main)]

use superuri::codec::form::{Limits, Separators, encode_onto, pairs};
use superuri::codec::{form, percent::Errors};
use superuri_fuzz::property;

property!(|data: &[u8]| {
    let mut written = Vec::new();
    encode_onto(data, &mut written);
    assert!(written.is_ascii());
    assert_eq!(&*form::decode_bytes(&written, Errors::Strict).expect("ours"), data);
    assert_eq!(form::is_noop(data), written == data);

    for separators in [Separators::Ampersand, Separators::Semicolon, Separators::Both] {
        let mut at = 0;
        for pair in pairs(data, separators) {
            let end = pair.value.as_ref().map_or(pair.name.end, |value| value.end);
            assert!(at <= pair.name.start && pair.name.end <= end && end <= data.len());
            at = end;
            for errors in [Errors::Strict, Errors::Replace, Errors::Keep] {
                let _ = form::decode(&data[pair.name.clone()], errors);
            }
        }
        let limits = Limits { pairs: Some(3), bytes: Some(200) };
        if let Ok(few) = limits.pairs(data, separators) {
            assert!(few.len() <= 3);
            assert_eq!(few.len(), pairs(data, separators).count());
        }
    }
    let lines = form::with_crlf(data);
    assert_eq!(form::with_crlf(&lines), lines);
    if let Some(words) = form::keywords(data) {
        assert!(words.into_iter().all(|word| data.get(word).is_some()));
    }
});
