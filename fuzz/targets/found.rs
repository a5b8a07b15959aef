//! Fuzz target: URLs that are found in a document are in it, apart, and end where they end alone.
#![cfg_attr(not(feature = "generated"), no_main)]

use superuri::bulk::lines::Ending;
use superuri::bulk::lines::review::{fixed_block, found, review};
use superuri::lint::rule::Severity;
use superuri::lint::{Options, fixed, lint};
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
    // A block is its records, one by one.
    let options = Options::default();
    let whole = review(data, Ending::Newline, &options, Severity::Warning);
    let records = || data.split_inclusive(|&byte| byte == b'\n');
    let text = |record: &[u8]| {
        let text = record.strip_suffix(b"\n");
        text.map_or(record, |text| text.strip_suffix(b"\r").unwrap_or(text)).to_vec()
    };
    let ends = |text: &[u8]| text.iter().filter(|byte| b"\r\n".contains(byte)).count();
    let noted = |record: &Vec<u8>| {
        let findings = if record.is_empty() { Vec::new() } else { lint(record, &options) };
        findings.iter().any(|finding| finding.severity >= Severity::Warning)
    };
    let marked: Vec<u64> = (1..)
        .zip(records())
        .filter_map(|(n, record)| noted(&text(record)).then_some(n))
        .collect();
    assert_eq!(whole.noted.iter().map(|noted| noted.record).collect::<Vec<_>>(), marked);
    let mut alone = Vec::new();
    for record in records() {
        let text = text(record);
        let better = fixed(&text, &options, false);
        // A record stays one record.
        let breaks = ends(&better) > ends(&text);
        alone.extend_from_slice(if text.is_empty() || breaks { &text } else { &better });
        alone.extend_from_slice(&record[text.len()..]);
    }
    assert_eq!(*fixed_block(data, Ending::Newline, &options, false), *alone);
});
