//! Lines of files: running a verb over them from Python.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::{collections::HashSet, io, ops::ControlFlow, sync::Arc, thread};

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyString};

use crate::bulk::{options::JobOptions, trouble};
use crate::objects::words::{Items, one_of};
use crate::objects::{errors, help};
use superuri::base::error::Error;
use superuri::bulk::lines::files::{Destination, Files, InputFile, Target};
use superuri::bulk::lines::{
    self, BLOCK, Ending, LineJob, OnError, RecordFailure, Side, Summary, Trouble,
};
use superuri::bulk::verbs::{Makes, report};
use superuri::bulk::{lines::batch::LineBatch, lines::seen::Distinct};
use superuri::clean::suspect::Suspect;
use superuri::codec::encodings::labels::{self, Label};
use superuri_guard::guarded_function;
use superuri_kernels::ranks::Ranks;

/// With more threads than this, the threads would wait for the one that writes.
pub(crate) const MOST_THREADS: usize = 8;

pub(crate) const ON_ERROR: [(&str, OnError); 3] =
    [("keep", OnError::Keep), ("null", OnError::Null), ("raise", OnError::Raise)];

/// Where records come from: bytes, a path, or None for standard input.
#[derive(FromPyObject)]
pub(crate) enum Input {
    Bytes(PyBackedBytes),
    Path(Option<PathBuf>),
}

impl From<Input> for InputFile {
    fn from(given: Input) -> Self {
        match given {
            Input::Bytes(bytes) => Self::Bytes(bytes.to_vec()),
            Input::Path(Some(path)) => Self::Path(path),
            Input::Path(None) => Self::Stdin,
        }
    }
}

/// Where a file is written: a path that is appended to, or 1 or 2 for the standard descriptors.
#[derive(FromPyObject)]
pub(crate) enum GivenPlace {
    Descriptor(u8),
    Path(PathBuf),
}

/// The destination, and the name that the file will have.
type GivenTarget = (GivenPlace, PathBuf);

fn target_of((place, name): GivenTarget) -> PyResult<Target> {
    let place = match place {
        GivenPlace::Path(path) => Destination::Path(path),
        GivenPlace::Descriptor(1) => Destination::Stdout,
        GivenPlace::Descriptor(2) => Destination::Stderr,
        GivenPlace::Descriptor(other) => {
            return Err(PyValueError::new_err(format!(
                "descriptor {other} is not a standard output"
            )));
        }
    };
    Ok(Target { place, name })
}

/// How many records probably are something else, by what they are.
#[derive(Default)]
struct Suspects([AtomicU64; Suspect::ALL.len()]);

impl Suspects {
    fn count(&self, suspect: Option<Suspect>) {
        if let Some(suspect) = suspect {
            self.0[suspect as usize].fetch_add(1, Ordering::Relaxed);
        }
    }

    fn rows(self) -> Vec<(&'static str, u64)> {
        let counts = self.0.into_iter().map(AtomicU64::into_inner);
        let rows = Suspect::ALL.into_iter().map(Suspect::word).zip(counts);
        rows.filter(|(_, count)| *count > 0).collect()
    }
}

#[derive(IntoPyObject)]
pub(crate) struct SourceCounts {
    records: u64,
    failed: u64,
    /// The first few failures: number and message.
    failures: Vec<(u64, String)>,
    codes: Vec<(&'static str, u64)>,
}

#[derive(IntoPyObject)]
pub(crate) struct JobCounts {
    counts: Vec<SourceCounts>,
    differed: bool,
    /// What records probably are whose result is certainly not what was meant, and their number.
    suspects: Vec<(&'static str, u64)>,
}

impl From<Summary> for SourceCounts {
    fn from(summary: Summary) -> Self {
        let Summary { records, failed, failures, kinds, .. } = summary;
        let described =
            |failure: &RecordFailure| (failure.record, failure.error.sentence(&failure.at));
        let failures = failures.iter().map(described).collect();
        let codes = kinds.iter().map(|(kind, times)| (kind.code(), *times)).collect();
        Self { records, failed, failures, codes }
    }
}

// The engine has the loop over records; here are the verb, the counters and the two ways out.
// `apply` is the verb on one record, `together` the same on many at once if the verb has that. Both
// run on several threads, without the interpreter, and so count in atomics. `tick` runs between
// blocks, and is the only closure that calls Python. A record that fails does not come back here:
// the engine counts it, or writes it to `rejects`. What ends the job does, with the number of its
// source: a fault of a file, or that `tick` stopped it, whose exception is in `stopped`.
#[guarded_function]
#[pyo3(signature = (sources, target, rejects, options, progress = None))]
pub(crate) fn stream(
    py: Python<'_>,
    sources: Items<Input>,
    target: GivenTarget,
    rejects: Option<GivenTarget>,
    options: JobOptions,
    progress: Option<Py<PyAny>>,
) -> PyResult<JobCounts> {
    let verb = options.verb(py)?;
    let sources = sources.0.into_iter().map(InputFile::from).collect();
    let (target, rejects) = (target_of(target)?, rejects.map(target_of).transpose()?);
    let report = |record: Option<&[u8]>, outcome: Result<&[u8], &Error>, out: &mut Vec<u8>| {
        report::record(&*verb, record, outcome, help::on_command_line, out);
    };
    let facts = verb.facts();
    let (suspects, differed) = (Suspects::default(), AtomicBool::new(false));
    let apply = |record: &[u8], out: &mut Vec<u8>| {
        let start = out.len();
        let changed = verb.apply(record, out)?;
        suspects.count(facts.suspect.and_then(|suspect| suspect(record, changed)));
        if facts.differs.is_some_and(|differs| differs(&out[start..])) {
            differed.store(true, Ordering::Relaxed);
        }
        Ok(changed)
    };
    let ending = if options.nul { Ending::Nul } else { Ending::Newline };
    let together = LineBatch::of(&*verb, ending);
    let together = together.as_ref().map(|verb| {
        |records: &[u8], out: &mut Vec<u8>, ranks: &mut Ranks| verb.onto(records, out, ranks)
    });
    let splits = facts.makes == Makes::Lines;
    let distinct = options.distinct.map(|bytes| Distinct::within(bytes, facts.known_by));
    let job = LineJob {
        apply: &apply,
        together: together.as_ref().map(|together| -> &lines::Together<'_> { together }),
        noop: facts.noop,
        report: if options.json { Some(&report) } else { None },
        ending,
        on_error: one_of("on_error", &options.on_error, &ON_ERROR)?,
        collects: rejects.is_some(),
        max_line: options.max_line,
        keeps_mark: !splits,
        splits,
        distinct: distinct.as_ref(),
        block: BLOCK,
        threads: if options.threads > 0 { options.threads } else { cores().min(MOST_THREADS) },
    };
    let read = Arc::new(AtomicU64::new(0));
    // A signal or an exception of `progress` only stops the job, which then reports that it was
    // stopped; the exception waits here.
    let mut stopped = None;
    let mut tick = |records: u64, failed: u64| {
        let outcome = Python::attach(|py| {
            py.check_signals()?;
            let Some(progress) = &progress else { return Ok(()) };
            let read = read.load(Ordering::Relaxed);
            progress.call1(py, (read, records, failed)).map(drop)
        });
        match outcome {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                stopped = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let files = Files { sources, target, rejects };
    let (trouble, n) = match py.detach(|| files.run(&job, &read, &mut tick)) {
        Ok(counts) => {
            let counts = counts.into_iter().map(SourceCounts::from).collect();
            let (differed, suspects) = (differed.into_inner(), suspects.rows());
            return Ok(JobCounts { counts, differed, suspects });
        }
        Err(fault) => fault,
    };
    Err(match trouble {
        Trouble::Io(side, error) => os_error(py, &error, file_name(&files, side, n)),
        trouble => trouble::exception(py, trouble, stopped),
    })
}

/// The name of the file on this side, of the `n`th source for the input.
fn file_name(files: &Files, side: Side, n: usize) -> &Path {
    let name = match side {
        Side::Input => files.sources.get(n).and_then(InputFile::path),
        Side::Output => Some(files.target.name.as_path()),
        Side::Rejects => files.rejects.as_ref().map(|target| target.name.as_path()),
    };
    name.unwrap_or(Path::new("<stdin>"))
}

/// The results for the texts of a command line.
#[derive(IntoPyObject)]
pub(crate) struct Applied {
    /// For each text: the result, None if it is a repeated one, or the exception, with help in the
    /// words of the command line.
    results: Vec<Py<PyAny>>,
    /// Whether any two compared texts differed.
    differed: bool,
    /// What texts probably are whose result is certainly not what was meant, and their number.
    suspects: Vec<(&'static str, u64)>,
}

#[guarded_function]
pub(crate) fn apply(
    py: Python<'_>,
    texts: Items<Bound<'_, PyBytes>>,
    options: JobOptions,
) -> PyResult<Applied> {
    let verb = options.verb(py)?;
    let facts = verb.facts();
    let mut known = HashSet::new();
    let mut results = Vec::with_capacity(texts.0.len());
    let (suspects, mut differed) = (Suspects::default(), false);
    for text in &texts.0 {
        let mut result = Vec::new();
        results.push(match verb.apply(text.as_bytes(), &mut result) {
            Ok(changed) => {
                suspects.count(facts.suspect.and_then(|suspect| suspect(text.as_bytes(), changed)));
                differed |= facts.differs.is_some_and(|differs| differs(&result));
                let result = if changed { PyBytes::new(py, &result) } else { text.clone() };
                let key = (facts.known_by)(result.as_bytes()).to_vec();
                if options.distinct.is_some() && !known.insert(key) {
                    py.None()
                } else {
                    result.into_any().unbind()
                }
            }
            Err(failure) => {
                let bytes = text.as_bytes();
                let characters = PyString::from_bytes(py, bytes).map(Bound::into_any);
                let shown = characters.unwrap_or_else(|_| text.clone().into_any());
                let error = errors::in_bytes(&shown, bytes, &failure);
                error.value(py).setattr("help", help::on_command_line(failure.kind))?;
                error.into_value(py).into_any()
            }
        });
    }
    Ok(Applied { results, differed, suspects: suspects.rows() })
}

#[guarded_function]
pub(crate) fn append(py: Python<'_>, target: GivenTarget, data: &[u8]) -> PyResult<()> {
    let target = target_of(target)?;
    py.detach(|| target.append(data)).map_err(|error| os_error(py, &error, &target.name))
}

/// The error as a Python exception: number, message, name.
pub(crate) fn os_error(py: Python<'_>, error: &io::Error, name: &Path) -> PyErr {
    // An error without a number is about the packed data.
    let number = error.raw_os_error();
    let words = number.and_then(|number| {
        py.import("os").ok()?.call_method1("strerror", (number,)).ok()?.extract().ok()
    });
    let words = words.unwrap_or_else(|| error.to_string());
    PyOSError::new_err((number.unwrap_or(EIO), words, name.as_os_str().to_owned()))
}

/// The number of `EIO`, which is the same on every Unix.
const EIO: i32 = 5;

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[guarded_function]
#[pyo3(signature = (name, of_page=false))]
pub(crate) fn encoding_name(name: &str, of_page: bool) -> Option<&'static str> {
    match if of_page { labels::of_page(name) } else { labels::look_up(name) } {
        Label::Utf8 => Some("UTF-8"),
        Label::Known(known) => Some(known.name()),
        Label::Other(_) => None,
    }
}
