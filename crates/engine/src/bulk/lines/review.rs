//! Linting of lists: the lines that have findings.

use std::{borrow::Cow, ops::Range};

use crate::bulk::lines::job::Ending;
use crate::clean::rewrite::Rewrite;
use crate::lint::{LintOptions, fixed, lint, rule::Severity, rules};

/// A record that has findings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noted {
    /// The record's number, counted from 1.
    pub record: u64,
    /// Its span in the block, without its ending.
    pub at: Range<usize>,
}

/// The findings in the records of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// The number of records.
    pub records: u64,
    /// The records with a finding that is severe enough.
    pub noted: Vec<Noted>,
    /// The number of findings of each rule, by severity: info, warning, error.
    pub counts: Vec<[u64; 3]>,
}

/// Lints each record of a block that ends where a record ends; empty records have no findings.
#[must_use]
pub fn review(block: &[u8], ending: Ending, options: &LintOptions, least: Severity) -> Review {
    let counts = vec![[0; 3]; rules::ROWS.len()];
    let mut review = Review { records: 0, noted: Vec::new(), counts };
    for line in lines(block, ending) {
        review.records += 1;
        let at = line.start..line.start + ending.begins(&block[line]);
        let mut noted = false;
        let found = if at.is_empty() { Vec::new() } else { lint(&block[at.clone()], options) };
        for finding in found {
            let times = 1 + finding.more;
            review.counts[finding.id.place()][finding.severity as usize] += times;
            noted |= finding.severity >= least;
        }
        if noted {
            review.noted.push(Noted { record: review.records, at });
        }
    }
    review
}

/// The block with each of its records fixed; borrowed if nothing was to fix. A record whose fix
/// would break it in two stays as it is.
#[must_use]
pub fn fixed_block<'a>(
    block: &'a [u8],
    ending: Ending,
    options: &LintOptions,
    guessing: bool,
) -> Cow<'a, [u8]> {
    let mut out = Rewrite::of(block);
    for line in lines(block, ending) {
        let at = line.start..line.start + ending.begins(&block[line]);
        let record = &block[at.clone()];
        if let Cow::Owned(fixed) = fixed(record, options, guessing)
            && !record.is_empty()
            && !ending.breaks(record, &fixed)
        {
            out.replace(&at, &fixed);
        }
    }
    out.done()
}

fn lines(block: &[u8], ending: Ending) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = block.get(start..).filter(|rest| !rest.is_empty())?;
        let end = memchr::memchr(ending.byte(), rest).map_or(block.len(), |at| start + at + 1);
        Some(std::mem::replace(&mut start, end)..end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_counted_and_empty_ones_have_no_findings() {
        let block = b"http://e.com/a b\r\n\nhttp://e.com/\nhttp://E.com/%zz";
        let all = review(block, Ending::Newline, &LintOptions::default(), Severity::Error);
        assert_eq!(all.records, 4);
        let noted: Vec<_> = all.noted.iter().map(|it| (it.record, it.at.clone())).collect();
        assert_eq!(noted, [(1, 0..16), (4, 33..49)]);
        assert!(all.counts.iter().flatten().sum::<u64>() >= 2);
    }

    #[test]
    fn findings_that_are_not_listed_count() {
        let block = [b"/", "a ".repeat(1100).as_bytes(), b"b"].concat();
        let all = review(&block, Ending::Newline, &LintOptions::default(), Severity::Error);
        assert_eq!(all.counts.iter().flatten().max(), Some(&1100));
    }

    #[test]
    fn fixing_a_block_is_fixing_its_records() {
        let block = b"/a b\r\n/c\n\n/dd|";
        let options = LintOptions::default();
        assert_eq!(
            &*fixed_block(block, Ending::Newline, &options, false),
            b"/a%20b\r\n/c\n\n/dd%7C"
        );
        assert!(matches!(fixed_block(b"/c\n", Ending::Newline, &options, false), Cow::Borrowed(_)));
    }
}
