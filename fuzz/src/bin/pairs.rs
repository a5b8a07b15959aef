//! Fuzz target: pairs of a query that are found, decoded and written together are as one by one.
#![cfg_attr(feature = "guided", no_main)]

use std::mem::MaybeUninit;

use superuri::codec::{form, form::Separators};
use superuri_fuzz::property;
use superuri_kernels::fields::{FormField, SHORT, SLACK, write};
use superuri_kernels::pairs::{Pair, pairs};
use superuri_kernels::{decode_onto, plus};

/// Pairs that are found at once: few, so that most queries need several calls.
const BATCH: usize = 3;

property!(|data: &[u8]| {
    let is_coded = |text: &[u8]| text.iter().any(|byte| b"+%".contains(byte) || !byte.is_ascii());
    let mut want = form::pairs(data, Separators::Ampersand);
    let mut fields = Vec::new();
    let mut from = 0;
    while from < data.len() {
        let mut some = [Pair::default(); BATCH];
        let (count, next) = pairs(data, from, &mut some);
        assert!(next > from);
        from = next;
        for pair in &some[..count] {
            let (name, value) = pair.of(data);
            let expected = want.next().expect("there is one more");
            assert_eq!(name, &data[expected.name]);
            assert_eq!(value, expected.value.map_or(&b""[..], |value| &data[value]));
            assert_eq!(pair.name_is_coded, is_coded(name));
            assert_eq!(pair.value_is_coded, is_coded(value));
            fields.extend([name, value].map(|field| &field[..field.len().min(SHORT)]));
        }
    }
    assert_eq!(want.next(), None);

    let mut written = Vec::new();
    for (n, field) in fields.iter().enumerate() {
        let mut out = [MaybeUninit::new(0); plus::SHORT];
        let decoded = plus::decode_short(field, &mut out);
        let mut octets = Vec::new();
        assert_eq!(decode_onto(&form::space_for_plus(field), &mut octets), decoded);
        assert!(octets.iter().zip(&out).all(|(octet, out)| {
            // SAFETY: every byte of the space was initialised.
            *octet == unsafe { out.assume_init() }
        }));
        form::encode_onto(field, &mut written);
        written.push(b"=&"[n % 2]);
    }
    let fields: Vec<FormField<'_>> = fields.into_iter().map(FormField::Octets).collect();
    let space = fields.iter().map(FormField::most).sum::<usize>() + SLACK;
    let mut out = vec![MaybeUninit::new(0); space];
    let len = write(&fields, form::table(), &mut out).expect("octets are always written");
    // SAFETY: every byte of the space was initialised.
    let out: Vec<u8> = out[..len].iter().map(|byte| unsafe { byte.assume_init() }).collect();
    assert_eq!(out, written);
});
