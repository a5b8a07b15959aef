//! Fuzz target: strings of two and four bytes for a character become the right UTF-8.
#![cfg_attr(feature = "guided", no_main)]

use superuri_fuzz::property;
use superuri_kernels::{ucs2_onto, ucs4_onto};

property!(|data: &[u8]| {
    let narrow: Vec<u16> =
        data.as_chunks().0.iter().map(|&pair| u16::from_be_bytes(pair)).collect();
    let wide: Vec<u32> = data.as_chunks().0.iter().map(|&four| u32::from_be_bytes(four)).collect();
    // Most values of four bytes are beyond Unicode.
    let wide = [wide.iter().map(|unit| unit & 0x1F_FFFF).collect(), wide];
    let text: Option<String> = narrow.iter().map(|&unit| char::from_u32(unit.into())).collect();
    let mut out = b"a".to_vec();
    assert_eq!(ucs2_onto(&narrow, &mut out), text.is_some());
    assert_eq!(out[1..], *text.unwrap_or_default().as_bytes());
    for wide in wide {
        let text: Option<String> = wide.iter().map(|&unit| char::from_u32(unit)).collect();
        let mut out = b"a".to_vec();
        assert_eq!(ucs4_onto(&wide, &mut out), text.is_some());
        assert_eq!(out[1..], *text.unwrap_or_default().as_bytes());
    }
});
