//! Folders: finding the files in them. Hidden files are skipped, and files that `.gitignore`,
//! `.ignore` or a pattern excludes.

use std::path::{Path, PathBuf, absolute};
use std::sync::{Mutex, PoisonError};

use crate::objects::words::several;
use ignore::WalkBuilder;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use superuri_guard::{documented, guarded_methods};

#[documented]
#[pyclass(module = "superuri._core", frozen)]
pub(crate) struct Excluded {
    patterns: Gitignore,
}

#[guarded_methods]
impl Excluded {
    #[new]
    fn new(folder: PathBuf, patterns: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut builder = GitignoreBuilder::new(absolute(folder)?);
        for pattern in &several(patterns)? {
            builder
                .add_line(None, pattern)
                .map_err(|error| PyValueError::new_err(error.to_string()))?;
        }
        let patterns = builder.build().map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { patterns })
    }

    fn has(&self, path: PathBuf) -> PyResult<bool> {
        let path = absolute(path)?;
        let is_folder = path.is_dir();
        Ok(match path.strip_prefix(self.patterns.path()) {
            // The folder of the patterns itself is not excluded.
            Ok(inside) if inside.as_os_str().is_empty() => false,
            Ok(inside) => self.patterns.matched_path_or_any_parents(inside, is_folder).is_ignore(),
            Err(_) => self.patterns.matched(&path, is_folder).is_ignore(),
        })
    }
}

impl Excluded {
    fn has_entry(&self, path: &Path, is_folder: bool) -> bool {
        absolute(path).is_ok_and(|path| self.patterns.matched(path, is_folder).is_ignore())
    }
}

#[documented]
#[pyclass(module = "superuri._core", frozen)]
pub(crate) struct Walk {
    walk: Mutex<ignore::Walk>,
}

#[guarded_methods]
impl Walk {
    #[new]
    #[pyo3(signature = (folder, excluded = None, *, ignores = true))]
    fn new(folder: PathBuf, excluded: Option<&Bound<'_, PyAny>>, ignores: bool) -> PyResult<Self> {
        let mut every = Vec::new();
        if let Some(excluded) = excluded {
            for each in excluded.try_iter()? {
                every.push(each?.cast_into::<Excluded>()?.unbind());
            }
        }
        let mut builder = WalkBuilder::new(folder);
        builder
            .follow_links(false)
            .sort_by_file_name(Ord::cmp)
            // With the user's own settings, the same tree would give different results.
            .git_global(false)
            .require_git(false)
            .git_ignore(ignores)
            .git_exclude(ignores)
            .ignore(ignores)
            .parents(ignores);
        builder.filter_entry(move |entry| {
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            !every.iter().any(|each| each.get().has_entry(entry.path(), is_folder))
        });
        Ok(Self { walk: Mutex::new(builder.build()) })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> Option<(Option<PathBuf>, Option<PyErr>)> {
        py.detach(|| {
            let mut walk = self.walk.lock().unwrap_or_else(PoisonError::into_inner);
            walk.find_map(|entry| match entry {
                Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_dir()) => None,
                Ok(entry) => Some((Some(entry.into_path()), None)),
                Err(error) => Some((None, Some(unread(&error)))),
            })
        })
    }
}

/// The error for a folder that cannot be read.
fn unread(error: &ignore::Error) -> PyErr {
    let (mut path, mut inner) = (None, error);
    loop {
        match inner {
            ignore::Error::WithPath { path: its, err } => {
                (path, inner) = (Some(its.clone()), &**err);
            }
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
                inner = err;
            }
            _ => break,
        }
    }
    let code = error.io_error().and_then(std::io::Error::raw_os_error);
    let words = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
    let words = words.split(" (os error").next().unwrap_or_default().to_owned();
    PyOSError::new_err((code.unwrap_or_default(), words, path))
}
