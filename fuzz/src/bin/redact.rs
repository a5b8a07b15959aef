//! Fuzz target: a password is hidden wherever its URI is, and however it is written there.
#![cfg_attr(feature = "guided", no_main)]

use superuri::base::secrets::{masked, spans};
use superuri::base::sets::rfc3986;
use superuri::clean::{clean, profiles::RFC3986};
use superuri::codec::percent::{Encoder, encode};
use superuri::uri;
use superuri_fuzz::{property, two};

/// No generated text has it.
const SECRET: &str = "S3CR3T";

property!(texts: 2, |data: &[u8]| {
    let (text, around) = two(data);
    let Ok(text) = clean(text, RFC3986) else { return };
    let Ok(text) = uri::with_user(&text, Some(b"u"), Some(SECRET.as_bytes())) else { return };
    let shown = text.escape_ascii();
    let string = std::str::from_utf8(&text).expect("ASCII");
    assert!(!masked(string).contains(SECRET), "{shown}");
    // As a value in the query of another URI.
    let nested = encode(&text, &Encoder::new(rfc3986::COMPONENT));
    let nested = [b"http://h/?a=1&to=", &*nested].concat();
    let string = std::str::from_utf8(&nested).expect("ASCII");
    assert!(!masked(string).contains(SECRET), "{shown}");
    // Spans are in order, apart from each other, and between characters.
    let mut end = 0;
    for span in spans(around) {
        assert!(end <= span.start && span.start < span.end, "{}", around.escape_ascii());
        end = span.end;
    }
    // Followed by what makes it illegal.
    let illegal = [&text, around].concat();
    if let Ok(string) = std::str::from_utf8(&illegal) {
        assert!(!masked(string).contains(SECRET), "{shown}");
    }
    if let Err(error) = clean(&illegal, RFC3986) {
        assert!(!error.to_string().contains(SECRET), "{error}");
    }
});
