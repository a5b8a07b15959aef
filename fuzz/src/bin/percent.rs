//! Fuzz target: decoding undoes encoding, and every error policy does what it promises.
#![cfg_attr(feature = "guided", no_main)]

use superuri::base::sets::{ROWS, rfc3986};
use superuri::codec::percent::{self, Encoder, Errors, decode, decode_bytes, encode};
use superuri::codec::unescape_fully as unescape;
use superuri::codec::{ecmascript, percent_u, triplets::tokens};
use superuri_fuzz::property;
use superuri_kernels::set::NonAscii;

const POLICIES: [Errors; 4] = [Errors::Strict, Errors::Replace, Errors::Ignore, Errors::Keep];

property!(choices: 1, |data: &[u8]| {
    let [row, text @ ..] = data else { return };
    let row = &ROWS[usize::from(*row) % ROWS.len()];
    let encoder = Encoder::new(row.set);
    let encoded = encode(text, &encoder);
    if row.set.encodes(b'%') {
        assert_eq!(&*decode_bytes(&encoded, Errors::Strict).expect("well-formed"), text);
    }
    if row.set.encodes(b'%') && std::str::from_utf8(text).is_ok() {
        assert_eq!(&*decode(&encoded, Errors::Strict).expect("text"), text);
    }
    let everything = Encoder::new(row.set.non_ascii(NonAscii::Encoded));
    assert!(encode(text, &everything).is_ascii());

    let octets: Vec<u8> = tokens(text).map(|token| token.byte).collect();
    assert_eq!(&*decode_bytes(text, Errors::Replace).expect("lenient"), octets);
    for errors in POLICIES {
        match decode(text, errors) {
            Ok(answer) => {
                assert!(std::str::from_utf8(&answer).is_ok());
                assert!(errors != Errors::Strict || *answer == *octets);
            }
            Err(error) => {
                assert!(errors == Errors::Strict, "{error}");
                assert!(error.at.start <= error.at.end && error.at.end <= text.len());
            }
        }
        let number = usize::from(data[0]);
        if let Some(at) = percent::origin(text, errors, number) {
            assert!(at.start < at.end && at.end <= text.len());
        }
        let _ = percent_u::decode(text, errors);
    }
    // Text that "keep" left escaped stays escaped: the same octets are read from it again.
    let kept = decode(text, Errors::Keep).expect("keep keeps");
    let again: Vec<u8> = tokens(&kept).map(|token| token.byte).collect();
    assert_eq!(again, octets);

    if let Ok(string) = std::str::from_utf8(text) {
        let component = Encoder::new(rfc3986::COMPONENT);
        let written = percent_u::encode(string, &component);
        assert_eq!(&*percent_u::decode(written.as_bytes(), Errors::Strict).expect("ours"), text);
        let units: Vec<u16> = string.encode_utf16().collect();
        assert_eq!(ecmascript::unescape(&utf16(&ecmascript::escape(&units))), units);
        let encoded = ecmascript::encode(&units, &component).expect("no lone surrogate");
        assert_eq!(ecmascript::decode_uri_component(&utf16(&encoded)).expect("ours"), units);
        let _ = ecmascript::decode_uri(&units);
        let _ = ecmascript::fixed_decode_uri(&units);
        let _ = ecmascript::fixed_encode_uri(&units);
    }
    let bottom = unescape::unescape_fully(text);
    assert!(bottom.len() <= text.len());
    let _ = unescape::escape_once(&bottom);
});

fn utf16(ascii: &[u8]) -> Vec<u16> {
    ascii.iter().map(|&byte| u16::from(byte)).collect()
}
