//! How does the command ask the linter about whole files?

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::lint::chosen;
use super::raise;
use super::words::one_of;
use crate::lines::Ending;
use crate::lint::rule::Severity;
use crate::lint::rules;
use crate::review::{Review, found, mended, review};

const SEVERITIES: [(&str, Severity); 3] =
    [("info", Severity::Info), ("warning", Severity::Warning), ("error", Severity::Error)];

/// The rules that are asked: select, ignore and policy, as of `lint`.
type Asked<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Option<Bound<'py, PyAny>>);
/// How many records; number, start and end of those with findings; rule, severity and how often.
type Told = (u64, Vec<(u64, usize, usize)>, Vec<(&'static str, &'static str, u64)>);

const fn ending(nul: bool) -> Ending {
    if nul { Ending::Nul } else { Ending::Newline }
}

/// What the linter says of the records of a block: how many there are; number, start and end of
/// those with findings of this severity or graver; rule, severity and count of all findings.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "what is extracted from Python is owned")]
pub(super) fn review_block(
    py: Python<'_>,
    block: &[u8],
    asked: Asked<'_>,
    least: &str,
    nul: bool,
) -> PyResult<Told> {
    let (select, ignore, policy) = &asked;
    let options = chosen([Some(select), Some(ignore), policy.as_ref()])?;
    let least = one_of("severity", least, &SEVERITIES)?;
    let work = || catch_unwind(AssertUnwindSafe(|| review(block, ending(nul), &options, least)));
    let done = py.detach(work).map_err(|panic| raise::internal_error(py, &*panic))?;
    let Review { records, noted, counts } = done;
    let noted = noted.into_iter().map(|it| (it.record, it.at.start, it.at.end)).collect();
    let counts = rules::ROWS.iter().zip(counts).flat_map(|(rule, counts)| {
        let each = SEVERITIES.iter().zip(counts);
        each.map(|((word, _), times)| (rule.code, *word, times)).collect::<Vec<_>>()
    });
    Ok((records, noted, counts.filter(|(_, _, times)| *times > 0).collect()))
}

/// The block with each of its records mended, as `fix` mends it.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "what is extracted from Python is owned")]
pub(super) fn mend_block<'py>(
    block: &Bound<'py, PyBytes>,
    asked: Asked<'py>,
    guessing: bool,
    nul: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = block.py();
    let (select, ignore, policy) = &asked;
    let options = chosen([Some(select), Some(ignore), policy.as_ref()])?;
    let bytes = block.as_bytes();
    let work = || catch_unwind(AssertUnwindSafe(|| mended(bytes, ending(nul), &options, guessing)));
    let done = py.detach(work).map_err(|panic| raise::internal_error(py, &*panic))?;
    Ok(PyBytes::new(py, &done))
}

/// Where the URLs of a text stand: start and end of each.
#[pyfunction]
pub(super) fn found_urls(py: Python<'_>, text: &[u8]) -> PyResult<Vec<(usize, usize)>> {
    let done = py.detach(|| catch_unwind(|| found(text)));
    let done = done.map_err(|panic| raise::internal_error(py, &*panic))?;
    Ok(done.into_iter().map(|at| (at.start, at.end)).collect())
}
