//! Fuzz target: the findings of a block are those of its records, and so are the fixes.
#![cfg_attr(feature = "guided", no_main)]

use superuri::bulk::lines::Ending;
use superuri::bulk::lines::review::{fixed_block, review};
use superuri::lint::{LintOptions, fixed, lint, rule::Severity};
use superuri_fuzz::property;

fn text(record: &[u8]) -> &[u8] {
    let text = record.strip_suffix(b"\n");
    text.map_or(record, |text| text.strip_suffix(b"\r").unwrap_or(text))
}

fn check_findings(block: &[u8], options: &LintOptions) {
    let whole = review(block, Ending::Newline, options, Severity::Warning);
    let noted = |record: &[u8]| {
        let text = text(record);
        let findings = if text.is_empty() { Vec::new() } else { lint(text, options) };
        findings.iter().any(|finding| finding.severity >= Severity::Warning)
    };
    let records = block.split_inclusive(|&byte| byte == b'\n');
    let marked: Vec<u64> =
        (1..).zip(records).filter_map(|(n, record)| noted(record).then_some(n)).collect();
    assert_eq!(whole.noted.iter().map(|noted| noted.record).collect::<Vec<_>>(), marked);
}

fn check_fixes(block: &[u8], options: &LintOptions) {
    let ends = |text: &[u8]| text.iter().filter(|byte| b"\r\n".contains(byte)).count();
    let mut alone = Vec::new();
    for record in block.split_inclusive(|&byte| byte == b'\n') {
        let text = text(record);
        let better = fixed(text, options, false);
        // A record stays one record.
        let breaks = ends(&better) > ends(text);
        alone.extend_from_slice(if text.is_empty() || breaks { text } else { &better });
        alone.extend_from_slice(&record[text.len()..]);
    }
    assert_eq!(*fixed_block(block, Ending::Newline, options, false), *alone);
}

property!(choices: 1, texts: 2, |data: &[u8]| {
    let [choice, block @ ..] = data else { return };
    let check = if choice & 1 == 0 { check_findings } else { check_fixes };
    check(block, &LintOptions::default());
});
