//! Fuzz target: any text is explained from end to end.
#![cfg_attr(feature = "guided", no_main)]

use std::sync::LazyLock;

use superuri::codec::layers::{layers, peel};
use superuri::codec::log_formats::{FORMATS, LogField};
use superuri::codec::{logs, percent::Errors};
use superuri::show::explain::{Kind, explain, failure};
use superuri_fuzz::property;

/// One field of each kind: many are encoded alike.
static FIELDS: LazyLock<Vec<&LogField>> = LazyLock::new(|| {
    let mut kinds: Vec<&LogField> = Vec::new();
    for field in FORMATS.iter().flat_map(|format| format.fields) {
        if !kinds.iter().any(|kind| (kind.steps, kind.uri) == (field.steps, field.uri)) {
            kinds.push(field);
        }
    }
    kinds
});

property!(choices: 1, |data: &[u8]| {
    let [choice, text @ ..] = data else { return };
    let explanation = explain(text);
    let mut at = 0;
    for token in &explanation.tokens {
        assert_eq!(token.at.start, at, "a gap");
        assert!(token.at.end > at);
        assert!(token.c.is_some() || matches!(token.kind, Kind::Octet | Kind::Delimiter));
        at = token.at.end;
    }
    assert_eq!(at, text.len());
    let edits = explanation.edits.as_ref().map_or(0, Vec::len);
    assert!(explanation.tokens.iter().all(|token| token.edit.is_none_or(|edit| edit < edits)));
    assert_eq!(failure(&explanation).is_some(), explanation.edits.is_err());

    let layers = layers(text, 8);
    let mut outer = text;
    for layer in &layers {
        assert!(layer.octets.len() < outer.len());
        outer = &layer.octets;
    }
    assert_eq!(layers.is_empty(), peel(text).is_none());

    let field = FIELDS[usize::from(*choice) % FIELDS.len()];
    let wire = logs::wire(text, field);
    assert!(wire.len() <= text.len() && (wire == text || !field.steps.is_empty()));
    let replaced = logs::decode(text, field, Errors::Replace).expect("lenient");
    let replaced = String::from_utf8(replaced).expect("what is decoded is text");
    assert!(!replaced.contains(char::is_control), "a record is split: {replaced:?}");
    match logs::decode(text, field, Errors::Strict) {
        Ok(strict) => assert_eq!(strict, replaced.as_bytes()),
        Err(error) => assert!(!error.at.is_empty() && error.at.end <= text.len(), "{error}"),
    }
});
