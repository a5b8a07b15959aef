//! Verb `lint`: the findings of the linter, as a column of lists.

use std::ops::Range;

use crate::bulk::columns::values::{ResultType, Values};
use crate::bulk::verbs::verb::{ArgumentResult, Arguments, Work};
use crate::codec::encodings::utf8::Offsets;
use crate::lint::{self, Finding, LintOptions};

/// A row of the column: a list of findings.
static FINDINGS: ResultType = ResultType::List(&ResultType::Struct(&[
    ("code", ResultType::Text),
    ("name", ResultType::Text),
    ("severity", ResultType::Text),
    ("start", ResultType::Int),
    ("end", ResultType::Int),
    ("message", ResultType::Text),
    ("source", ResultType::Text),
    ("fix", FIX),
]));

const FIX: ResultType = ResultType::Struct(&[
    (
        "edits",
        ResultType::List(&ResultType::Struct(&[
            ("start", ResultType::Int),
            ("end", ResultType::Int),
            ("replacement", ResultType::Text),
        ])),
    ),
    ("safe", ResultType::Bool),
]);

/// As [`lint::lint`]; offsets count characters of text, bytes of binary rows.
pub(super) fn find(arguments: &dyn Arguments) -> ArgumentResult {
    let (options, is_text) = (arguments.rules()?, arguments.is_text());
    Work::find(&FINDINGS, move |text, found| {
        let findings = lint::lint(text, &options);
        let mut offsets = Offsets::counting(text, is_text);
        found.push_list(|items| {
            for finding in &findings {
                items.push_struct(|fields| push_finding(finding, &mut offsets, fields));
            }
        });
        Ok(())
    })
}

/// The same findings in fewer words: the place of each rule in [`lint::rules::ROWS`], and what its
/// sentence does not include. They have no fixes, and come in the order of their starts and codes.
static BRIEF: ResultType = ResultType::List(&ResultType::Struct(&[
    ("rule", ResultType::Int),
    ("start", ResultType::Int),
    ("end", ResultType::Int),
    ("detail", ResultType::Text),
]));

/// What finds `BRIEF` findings in a column: those of the default rules.
#[must_use]
pub fn brief(is_text: bool) -> Work {
    let options = LintOptions { fixes: false, ..LintOptions::default() };
    let find = move |text: &[u8], found: &mut Values| {
        let mut findings = lint::lint(text, &options);
        findings.sort_by_key(|finding| (finding.at.start, finding.id));
        let mut offsets = Offsets::counting(text, is_text);
        found.push_list(|items| {
            for finding in &findings {
                items.push_struct(|fields| {
                    let [rule, start, end, detail] = fields else { return };
                    rule.push_int(i64::try_from(finding.id.place()).unwrap_or(i64::MAX));
                    push_span(&finding.at, &mut offsets, start, end);
                    detail.push_text_or_null(finding.detail.as_deref().map(str::as_bytes));
                });
            }
        });
        Ok(())
    };
    Work::Find { shape: &BRIEF, find: Box::new(find) }
}

fn push_finding(finding: &Finding, offsets: &mut Offsets<'_>, fields: &mut [Values]) {
    let [code, name, severity, start, end, message, source, fix] = fields else { return };
    let rule = finding.rule();
    code.push_text(rule.code.as_bytes());
    name.push_text(rule.name.as_bytes());
    severity.push_text(finding.severity.word().as_bytes());
    push_span(&finding.at, offsets, start, end);
    message.push_text(finding.message().as_bytes());
    source.push_text(rule.source.as_bytes());
    let Some(correction) = &finding.fix else { return fix.push_null() };
    fix.push_struct(|fields| {
        let [edits, safe] = fields else { return };
        safe.push_bool(correction.safe);
        edits.push_list(|items| {
            for (at, with) in &correction.edits {
                items.push_struct(|fields| {
                    let [start, end, replacement] = fields else { return };
                    push_span(at, offsets, start, end);
                    replacement.push_text(String::from_utf8_lossy(with).as_bytes());
                });
            }
        });
    });
}

fn push_span(at: &Range<usize>, offsets: &mut Offsets<'_>, start: &mut Values, end: &mut Values) {
    let at = offsets.span(at);
    for (column, place) in [(start, at.start), (end, at.end)] {
        column.push_int(i64::try_from(place).unwrap_or(i64::MAX));
    }
}
