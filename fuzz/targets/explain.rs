//! Fuzz target: any text is explained from end to end.
#![cfg_attr(not(feature = "generated"), no_main)]

use superuri::codec::layers::{layers, peel};
use superuri::codec::log_formats::FORMATS;
use superuri::codec::logs;
use superuri::codec::percent::Errors;
use superuri::show::explain::{Kind, explain, failure};
use superuri_fuzz::law;

law!(|data: &[u8]| {
    let explanation = explain(data);
    let mut at = 0;
    for token in &explanation.tokens {
        assert_eq!(token.at.start, at, "a gap");
        assert!(token.at.end > at);
        assert!(token.c.is_some() || matches!(token.kind, Kind::Octet | Kind::Delimiter));
        at = token.at.end;
    }
    assert_eq!(at, data.len());
    let edits = explanation.edits.as_ref().map_or(0, Vec::len);
    assert!(explanation.tokens.iter().all(|token| token.edit.is_none_or(|edit| edit < edits)));
    assert_eq!(failure(&explanation).is_some(), explanation.edits.is_err());

    let layers = layers(data, 8);
    let mut outer = data;
    for layer in &layers {
        assert!(layer.octets.len() < outer.len());
        outer = &layer.octets;
    }
    assert_eq!(layers.is_empty(), peel(data).is_none());

    for format in &FORMATS {
        for field in format.fields {
            let _ = logs::wire(data, field);
            let _ = logs::decode(data, field, Errors::Replace);
        }
    }
});
