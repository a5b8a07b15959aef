//! Fuzz target: the quick linter finds what the plain one does, and each finding is well-formed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use superuri::lint::{Options, lint, plain};

fuzz_target!(|data: &[u8]| {
    let options = Options::default();
    let found = lint(data, &options);
    assert_eq!(found, plain(data, &options));
    for finding in &found {
        assert!(finding.at.start <= finding.at.end && finding.at.end <= data.len());
        assert!(!finding.message().is_empty() && !finding.rule().code.is_empty());
    }
});
