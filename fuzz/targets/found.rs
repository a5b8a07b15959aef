//! Fuzz target: URLs that are found in a document are in it, apart, and end where they end alone.
#![cfg_attr(not(feature = "generated"), no_main)]

use superuri::bulk::lines::review::found;
use superuri_fuzz::law;

law!(texts: 3, |data: &[u8]| {
    let mut before = 0;
    for at in found(data) {
        assert!(at.start >= before && at.start < at.end && at.end <= data.len());
        before = at.end;
        let url = std::str::from_utf8(&data[at]).expect("octets that are not text end a URL");
        assert!(url.contains("://"), "{url}");
        // What ends it may also be why it was taken as one: a host of numbers is not, alone.
        let alone = found(url.as_bytes());
        let authority = url.split("://").nth(1).unwrap_or_default();
        let host = authority.rsplit('@').next().unwrap_or_default();
        let host = host.split([':', '/']).next().unwrap_or_default();
        let is_number = host.chars().all(|c| c.is_ascii_digit() || c == '.');
        let is_same = alone.first().map_or(is_number, |at| *at == (0..url.len()));
        assert!(is_same && alone.len() < 2, "{}", url.escape_debug());
    }
});
