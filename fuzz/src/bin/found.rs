//! Fuzz target: URLs that are found in a document are in it, apart, and end where they end alone.
#![cfg_attr(feature = "guided", no_main)]

use superuri::bulk::lines::found::found;
use superuri_fuzz::property;

property!(texts: 3, |data: &[u8]| {
    let mut before = 0;
    for at in found(data).into_iter().map(|link| link.at) {
        assert!(at.start >= before && at.start < at.end && at.end <= data.len());
        before = at.end;
        let url = std::str::from_utf8(&data[at]).expect("octets that are not text end a URL");
        assert!(url.contains("://"), "{url}");
        let alone = found(url.as_bytes());
        assert!(alone.len() == 1 && alone[0].at == (0..url.len()), "{}", url.escape_debug());
    }
});
