//! Fuzz target: an expansion of RFC 6570 is a legal part of a URI, and its values are read back.
#![cfg_attr(feature = "guided", no_main)]

use superuri::base::sets::rfc3986;
use superuri::codec::percent::{Errors, decode_bytes};
use superuri::uri::rfc6570::{Expansion, OPERATORS, TooLong, literal};
use superuri::uri::template::fill::SlotValue;
use superuri_fuzz::property;

fn data_of(written: &[u8]) -> Vec<u8> {
    decode_bytes(written, Errors::Strict).expect("an expansion is well-formed").into_owned()
}

/// Is the text made of what a URI may have, and of well-formed escapes?
fn is_legal(text: &[u8]) -> bool {
    let legal =
        |byte: &u8| b"%:/?#[]@!$&'()*+,;=".contains(byte) || !rfc3986::COMPONENT.encodes(*byte);
    text.iter().all(legal) && decode_bytes(text, Errors::Strict).is_ok()
}

property!(choices: 2, |data: &[u8]| {
    let [choice, explode, text @ ..] = data else { return };
    let operator = &OPERATORS[usize::from(*choice) % OPERATORS.len()];
    let explode = explode & 1 == 1;
    let list: Vec<&[u8]> = text.split(|&byte| byte == b'/').collect();
    let pairs: Vec<(&[u8], &[u8])> = list.chunks_exact(2).map(|two| (two[0], two[1])).collect();
    let mut values = vec![(SlotValue::One(text), vec![text])];
    if !pairs.is_empty() {
        let flat = pairs.iter().flat_map(|&(name, value)| [name, value]).collect();
        values.push((SlotValue::Pairs(pairs), flat));
    }
    values.push((SlotValue::Many(list.clone()), list));
    for (value, flat) in values {
        let expand = |most: usize| {
            let mut expansion = Expansion::new(most);
            expansion.begin();
            let done = expansion.variable(operator, b"q", explode, &value);
            done.map(|()| expansion.text().to_vec())
        };
        let out = expand(usize::MAX).expect("it may be as long as it is");
        assert!(is_legal(&out), "{} {}", operator.sign, out.escape_ascii());
        assert_eq!(expand(out.len()).as_ref(), Ok(&out));
        if !out.is_empty() {
            assert_eq!(expand(out.len() - 1), Err(TooLong));
        }
        assert!(out.starts_with(operator.first.as_bytes()));
        // With reserved characters as they are, nothing tells a value from a delimiter; the same
        // holds of dots, which no value escapes.
        if operator.reserved || operator.sign == "." {
            continue;
        }
        let is_pair = explode && matches!(value, SlotValue::Pairs(_));
        if is_pair && operator.if_empty.is_empty() && operator.named {
            // `;name` is a pair without a value.
            continue;
        }
        let rest = &out[operator.first.len()..];
        let separator = if explode { operator.separator.as_bytes()[0] } else { b' ' };
        let mut read = Vec::new();
        for mut item in rest.split(|&byte| byte == separator) {
            if operator.named && !is_pair {
                item = item.strip_prefix(b"q").expect("the name is before the value");
                item = item.strip_prefix(b"=").unwrap_or(item);
            }
            let values = item.split(|&byte| byte == b',' || is_pair && byte == b'=');
            read.extend(values.map(data_of));
        }
        assert_eq!(read, flat, "{} {}", operator.sign, out.escape_ascii());
    }
    let written = literal(text);
    assert!(is_legal(&written));
    assert_eq!(literal(&written), written, "twice is not once");
});
