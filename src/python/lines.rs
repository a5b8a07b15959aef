//! How does Python run a verb over the lines of files?

use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::display::PyDisplay;
use super::raise;
use crate::coded::Called;
use crate::error::Error;
use crate::files::{Files, Place, Source, Target};
use crate::labels::{self, Named};
use crate::lines::{BLOCK, Ending, Failure, Job, OnError, Side, Summary, Trouble};
use crate::percent::{Encoder, Errors};
use crate::verb::{Reading, Verb};
use crate::{json, logs, sets};

/// More threads than this wait for the one that writes.
pub(super) const MOST_THREADS: usize = 8;

pub(super) const ON_ERROR: [(&str, OnError); 3] =
    [("keep", OnError::Keep), ("null", OnError::Null), ("raise", OnError::Raise)];

/// Where records come from: bytes, a path, or None for standard input.
#[derive(FromPyObject)]
pub(super) enum Given {
    Bytes(Vec<u8>),
    Path(Option<PathBuf>),
}

impl From<Given> for Source {
    fn from(given: Given) -> Self {
        match given {
            Given::Bytes(bytes) => Self::Bytes(bytes),
            Given::Path(Some(path)) => Self::Path(path),
            Given::Path(None) => Self::Stdin,
        }
    }
}

/// Where a file is written: a path that is appended to, or 1 or 2 for the standard descriptors.
#[derive(FromPyObject)]
pub(super) enum GivenPlace {
    Descriptor(u8),
    Path(PathBuf),
}

/// The place, and the name that the file will have.
type GivenTarget = (GivenPlace, PathBuf);

fn target_of((place, name): GivenTarget) -> PyResult<Target> {
    let place = match place {
        GivenPlace::Path(path) => Place::Path(path),
        GivenPlace::Descriptor(1) => Place::Stdout,
        GivenPlace::Descriptor(2) => Place::Stderr,
        GivenPlace::Descriptor(other) => {
            return Err(PyValueError::new_err(format!("descriptor {other} is no standard output")));
        }
    };
    Ok(Target { place, name })
}

/// What is done to the records, as `superuri.cli` says it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(super) struct Options {
    verb: String,
    set: String,
    profile: String,
    encoding: String,
    log: String,
    errors: String,
    trim: bool,
    userinfo: String,
    host: String,
    sink: String,
    /// 0 is as many as there are.
    length: usize,
    protected: Vec<String>,
    nul: bool,
    json: bool,
    on_error: String,
    max_line: usize,
    /// 0 is as many as there are cores.
    threads: usize,
}

/// What became of one source.
#[derive(IntoPyObject)]
pub(super) struct Counts {
    records: u64,
    failed: u64,
    /// The first few: number and sentence.
    failures: Vec<(u64, String)>,
    codes: Vec<(&'static str, u64)>,
}

impl From<Summary> for Counts {
    fn from(summary: Summary) -> Self {
        let Summary { records, failed, failures, kinds, .. } = summary;
        let told = |failure: &Failure| (failure.record, failure.error.sentence(&failure.at));
        let failures = failures.iter().map(told).collect();
        let codes = kinds.iter().map(|(kind, times)| (kind.code(), *times)).collect();
        Self { records, failed, failures, codes }
    }
}

/// The counts of each source, after the verb was applied to all their records in order.
///
/// A source is bytes, a path, or None for standard input. The target and the rejects are a path
/// that is appended to (or 1 or 2, a standard descriptor) and the name that it will have. Names
/// that end in `.gz` and `.zst` are unpacked and packed. `progress`, if given, is called about ten
/// times a second with the bytes read, the records and the failures so far.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "what is extracted from Python is owned")]
#[pyo3(signature = (sources, target, rejects, options, progress = None))]
pub(super) fn stream(
    py: Python<'_>,
    sources: Vec<Given>,
    target: GivenTarget,
    rejects: Option<GivenTarget>,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Counts>> {
    let verb = options.verb()?;
    let sources = sources.into_iter().map(Source::from).collect();
    let (target, rejects) = (target_of(target)?, rejects.map(target_of).transpose()?);
    let report = |record: Option<&[u8]>, outcome: Result<&[u8], &Error>, out: &mut Vec<u8>| {
        json::record(&verb, record, outcome, out);
    };
    let apply = |record: &[u8], out: &mut Vec<u8>| verb.apply(record, out);
    let job = Job {
        apply: &apply,
        report: if options.json { Some(&report) } else { None },
        ending: if options.nul { Ending::Nul } else { Ending::Newline },
        on_error: one_of("on_error", &options.on_error, &ON_ERROR)?,
        collects: rejects.is_some(),
        max_line: options.max_line,
        keeps_mark: true,
        block: BLOCK,
        threads: if options.threads > 0 { options.threads } else { cores().min(MOST_THREADS) },
    };
    let read = Arc::new(AtomicU64::new(0));
    let mut stopped = None;
    let mut tick = |records: u64, failed: u64| {
        let asked = Python::attach(|py| {
            py.check_signals()?;
            let Some(progress) = &progress else { return Ok(()) };
            let read = read.load(Ordering::Relaxed);
            progress.call1(py, (read, records, failed)).map(drop)
        });
        match asked {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                stopped = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let files = Files { sources, target, rejects };
    let ran = py.detach(|| catch_unwind(AssertUnwindSafe(|| files.run(&job, &read, &mut tick))));
    let (trouble, n) = match ran {
        Ok(Ok(counts)) => return Ok(counts.into_iter().map(Counts::from).collect()),
        Ok(Err(fault)) => fault,
        Err(panic) => return Err(raise::internal_error(py, &*panic)),
    };
    Err(match (trouble, stopped) {
        (Trouble::Stopped, Some(error)) => error,
        (Trouble::Stopped, None) => PyKeyboardInterrupt::new_err(()),
        (Trouble::Io(side, error), _) => {
            let name = match side {
                Side::Input => files.sources.get(n).and_then(Source::path),
                Side::Output => Some(files.target.name.as_path()),
                Side::Rejects => files.rejects.as_ref().map(|target| target.name.as_path()),
            };
            os_error(py, &error, name.unwrap_or(Path::new("<stdin>")))
        }
    })
}

/// What the verb makes of one text, trimmed as the options say; it need not be UTF-8.
///
/// Raises what the verb raises, with help in the words of the command line.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "what is extracted from Python is owned")]
pub(super) fn apply<'py>(
    text: &Bound<'py, PyBytes>,
    options: Options,
) -> PyResult<Bound<'py, PyBytes>> {
    let (py, verb, bytes) = (text.py(), options.verb()?, text.as_bytes());
    let mut result = Vec::new();
    match catch_unwind(AssertUnwindSafe(|| verb.apply(bytes, &mut result))) {
        Ok(Ok(true)) => Ok(PyBytes::new(py, &result)),
        Ok(Ok(false)) => Ok(text.clone()),
        Ok(Err(failure)) => {
            let characters = PyString::from_bytes(py, bytes).map(Bound::into_any);
            let shown = characters.unwrap_or_else(|_| text.clone().into_any());
            let error = raise::in_bytes(&shown, bytes, &failure);
            error.value(py).setattr("help", failure.kind.typed_help())?;
            Err(error)
        }
        Err(panic) => Err(raise::internal_error(py, &*panic)),
    }
}

/// Append bytes to a path, or to a standard descriptor, packed as the name says.
#[pyfunction]
pub(super) fn append(py: Python<'_>, target: GivenTarget, data: &[u8]) -> PyResult<()> {
    let target = target_of(target)?;
    py.detach(|| target.append(data)).map_err(|error| os_error(py, &error, &target.name))
}

/// The error as Python knows it: number, words, name.
fn os_error(py: Python<'_>, error: &io::Error, name: &Path) -> PyErr {
    // What is no error of the system is one of the packed data.
    let number = error.raw_os_error();
    let words = number.and_then(|number| {
        py.import("os").ok()?.call_method1("strerror", (number,)).ok()?.extract().ok()
    });
    let words = words.unwrap_or_else(|| error.to_string());
    PyOSError::new_err((number.unwrap_or(EIO), words, name.as_os_str().to_owned()))
}

/// `EIO`, which every Unix numbers so.
const EIO: i32 = 5;

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The value of this name; Python's words stand in `superuri.verbs`, their meaning here.
fn one_of<T: Copy>(option: &str, name: &str, known: &[(&str, T)]) -> PyResult<T> {
    let found = known.iter().find(|(word, _)| *word == name).map(|(_, value)| *value);
    found.ok_or_else(|| PyValueError::new_err(format!("{option}={name:?} is unknown")))
}

/// What the engine calls the encoding of this name, for a web page as the standard reads the
/// page's label; None if it does not know it.
#[pyfunction]
#[pyo3(signature = (name, of_page=false))]
pub(super) fn encoding_name(name: &str, of_page: bool) -> Option<&'static str> {
    match if of_page { labels::of_page(name) } else { labels::named(name) } {
        Named::Utf8 => Some("UTF-8"),
        Named::Known(known) => Some(known.name()),
        Named::Other(_) => None,
    }
}

impl Options {
    /// The encoding of this name; none for UTF-8.
    fn encoding(&self, of_page: bool) -> PyResult<Option<Called>> {
        let name = &self.encoding;
        let named = if of_page { labels::of_page(name) } else { labels::named(name) };
        match named {
            Named::Utf8 => Ok(None),
            Named::Known(known) => Ok(Some(Called { known, name: name.clone() })),
            Named::Other(_) => Err(PyValueError::new_err(format!("encoding={name:?} is unknown"))),
        }
    }

    fn verb(&self) -> PyResult<Verb> {
        let unknown =
            |option, name: &str| PyValueError::new_err(format!("{option}={name:?} is unknown"));
        Ok(match self.verb.as_str() {
            "encode" => {
                let row =
                    self.set.split_once('.').and_then(|(family, name)| sets::find(family, name));
                let row = row.ok_or_else(|| unknown("set", &self.set))?;
                let encoder = Box::new(Encoder::new(row.set));
                Verb::Encode { encoder, encoding: self.encoding(false)? }
            }
            "decode" => {
                let log = logs::format(&self.log).and_then(|format| format.field(None));
                let reading = match (log, self.encoding(false)?) {
                    (Some(field), None) => Reading::Log(field),
                    (None, Some(called)) if self.log.is_empty() => Reading::Called(called),
                    (None, None) if self.log.is_empty() => Reading::Utf8,
                    _ => return Err(unknown("log", &self.log)),
                };
                Verb::Decode { errors: Errors::named(&self.errors)?, reading }
            }
            "form encode" => Verb::FormEncode(self.encoding(false)?),
            "form decode" => Verb::FormDecode {
                errors: Errors::named(&self.errors)?,
                encoding: self.encoding(false)?,
            },
            "clean" => {
                let profile = sets::profile(&self.profile);
                let profile = profile.ok_or_else(|| unknown("profile", &self.profile))?;
                let encoding = self.encoding(profile.numeric_references)?;
                let encoding = encoding.map(|called| called.known);
                Verb::Clean { profile, trim: self.trim, encoding }
            }
            "pretty" => {
                let length = Some(self.length).filter(|length| *length > 0);
                let (host, sink, protected) = (&self.host, &self.sink, self.protected.clone());
                let display =
                    PyDisplay::named(&self.profile, &self.userinfo, host, sink, length, protected)?;
                Verb::Pretty { view: Box::new(display.0), trim: self.trim }
            }
            other => return Err(unknown("verb", other)),
        })
    }
}
