//! Fuzz target: the quick linter finds what the plain one does, and each finding is well-formed.
#![cfg_attr(feature = "guided", no_main)]

use superuri::lint::{LintOptions, lint, plain};
use superuri_fuzz::property;

property!(|data: &[u8]| {
    let options = LintOptions::default();
    let found = lint(data, &options);
    assert_eq!(found, plain(data, &options));
    for finding in &found {
        assert!(finding.at.start <= finding.at.end && finding.at.end <= data.len());
        assert!(!finding.message().is_empty() && !finding.rule().code.is_empty());
    }
});
