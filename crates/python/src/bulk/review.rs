//! Linting of whole files, for the command.

use std::io::{ErrorKind, Read};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::bulk::lines::os_error;
use crate::objects::words::one_of;
use crate::verbs::lint::{RuleArguments, bytes_of, of_document};
use superuri::bulk::lines::review::{Review, fixed_block, review};
use superuri::bulk::{lines::Ending, lines::files::InputFile};
use superuri::lint::{Finding, LintOptions, lint, rule::Severity, rules};
use superuri_guard::{documented, guarded_function, guarded_methods};

/// The number of records; the number, start and end of each record with findings; rule, severity
/// and count of all findings.
type Reviewed = (u64, Vec<(u64, usize, usize)>, Vec<(&'static str, &'static str, u64)>);

const fn ending(nul: bool) -> Ending {
    if nul { Ending::Nul } else { Ending::Newline }
}

#[documented]
#[pyclass(module = "superuri._core", frozen)]
pub(crate) struct Unpacked {
    reader: Mutex<Box<dyn Read + Send>>,
    name: PathBuf,
}

#[guarded_methods]
impl Unpacked {
    #[new]
    #[pyo3(signature = (path, in_place = false))]
    fn new(py: Python<'_>, path: Option<PathBuf>, in_place: bool) -> PyResult<Self> {
        let reader = InputFile::reader(path.as_deref(), in_place);
        let name = path.unwrap_or_else(|| "<stdin>".into());
        let reader = reader.map_err(|error| os_error(py, &error, &name))?;
        Ok(Self { reader: Mutex::new(reader), name })
    }

    fn read<'py>(&self, py: Python<'py>, most: usize) -> PyResult<Bound<'py, PyBytes>> {
        let mut octets = vec![0; most];
        loop {
            let read = py.detach(|| {
                let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
                reader.read(&mut octets)
            });
            match read {
                Ok(count) => return Ok(PyBytes::new(py, &octets[..count])),
                Err(error) if error.kind() == ErrorKind::Interrupted => py.check_signals()?,
                Err(error) => return Err(os_error(py, &error, &self.name)),
            }
        }
    }
}

#[guarded_function]
pub(crate) fn review_block(
    py: Python<'_>,
    block: &[u8],
    rules: RuleArguments<'_>,
    least: &str,
    nul: bool,
) -> PyResult<Reviewed> {
    let options = of_document(&rules)?;
    let least = one_of("severity", least, &Severity::NAMES)?;
    let done = py.detach(|| review(block, ending(nul), &options, least));
    let Review { records, noted, counts } = done;
    let noted = noted.into_iter().map(|it| (it.record, it.at.start, it.at.end)).collect();
    let counts = rules::ROWS.iter().zip(counts).flat_map(|(rule, counts)| {
        let each = Severity::NAMES.iter().zip(counts);
        each.map(|((word, _), times)| (rule.code, *word, times)).collect::<Vec<_>>()
    });
    Ok((records, noted, counts.filter(|(_, _, times)| *times > 0).collect()))
}

#[guarded_function]
pub(crate) fn count_findings(
    text: Bound<'_, PyAny>,
    rules: RuleArguments<'_>,
) -> PyResult<Vec<(&'static str, &'static str, u64)>> {
    let options = of_document(&rules)?;
    let (bytes, is_str) = bytes_of(&text)?;
    let found = lint(&bytes, &LintOptions { characters: is_str, ..options });
    let row = |it: &Finding| (it.rule().code, it.severity.word(), 1 + it.more);
    Ok(found.iter().map(row).collect())
}

#[guarded_function]
pub(crate) fn fix_block<'py>(
    block: &Bound<'py, PyBytes>,
    rules: RuleArguments<'py>,
    guessing: bool,
    nul: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = block.py();
    let options = of_document(&rules)?;
    let bytes = block.as_bytes();
    Ok(PyBytes::new(py, &py.detach(|| fixed_block(bytes, ending(nul), &options, guessing))))
}
