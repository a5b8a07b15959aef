//! Folders: finding the files in them. Hidden files are skipped, and files that `.gitignore`,
//! `.ignore` or a pattern excludes.

use std::path::{Path, PathBuf, absolute};
use std::sync::{Mutex, PoisonError};
use std::{ffi::OsString, fs, io, vec};

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use superuri_guard::{documented, guarded_methods};

use super::patterns::Patterns;
use crate::objects::words::several;

#[documented]
#[pyclass(module = "superuri._core", frozen)]
pub(crate) struct Excluded {
    folder: PathBuf,
    patterns: Patterns,
}

#[guarded_methods]
impl Excluded {
    #[new]
    fn new(folder: PathBuf, patterns: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut read = Patterns::default();
        for pattern in &several(patterns)? {
            read.add(pattern).map_err(|why| {
                PyValueError::new_err(format!("{pattern:?} matches nothing: {why}"))
            })?;
        }
        Ok(Self { folder: absolute(folder)?, patterns: read })
    }

    fn has(&self, path: PathBuf) -> PyResult<bool> {
        let path = absolute(path)?;
        let is_folder = path.is_dir();
        let Ok(inside) = path.strip_prefix(&self.folder) else {
            return Ok(self.has_entry(&path, is_folder));
        };
        // The folder of the patterns itself is not excluded.
        let mut upwards = inside.ancestors().filter(|each| !each.as_os_str().is_empty());
        let found = upwards.find_map(|each| {
            self.patterns.excludes(&with_slashes(each), is_folder || each != inside)
        });
        Ok(found.unwrap_or_default())
    }
}

impl Excluded {
    fn has_entry(&self, path: &Path, is_folder: bool) -> bool {
        absolute(path).is_ok_and(|path| {
            let inside = path.strip_prefix(&self.folder).unwrap_or(&path);
            self.patterns.excludes(&with_slashes(inside), is_folder).unwrap_or_default()
        })
    }
}

/// The lists that apply in a folder and below it.
struct FolderLists {
    /// The length of the folder's path, with a slash.
    start: usize,
    /// Those of `.ignore`, `.gitignore` and `.git/info/exclude`: the first that knows a path counts.
    lists: [Patterns; 3],
}

struct OpenFolder {
    /// Its path as it was given, and as the levels know it, with a slash.
    path: PathBuf,
    real: Vec<u8>,
    entries: vec::IntoIter<io::Result<fs::DirEntry>>,
}

struct WalkState {
    /// The folder or file with which it begins.
    first: Option<PathBuf>,
    open: Vec<OpenFolder>,
    levels: Vec<FolderLists>,
}

#[documented]
#[pyclass(module = "superuri._core", frozen)]
pub(crate) struct Walk {
    state: Mutex<WalkState>,
    excluded: Vec<Py<Excluded>>,
    ignores: bool,
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
        let state = WalkState { first: Some(folder), open: Vec::new(), levels: Vec::new() };
        Ok(Self { state: Mutex::new(state), excluded: every, ignores })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> Option<(Option<PathBuf>, Option<PyErr>)> {
        let next = || self.next(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        Some(match py.detach(next)? {
            Ok(path) => (Some(path), None),
            Err((error, path)) => (None, Some(unread(&error, path))),
        })
    }
}

impl Walk {
    fn next(&self, state: &mut WalkState) -> Option<Result<PathBuf, (io::Error, PathBuf)>> {
        if let Some(first) = state.first.take() {
            if !first.is_dir() {
                return Some(match fs::symlink_metadata(&first) {
                    Ok(_) => Ok(first),
                    Err(error) => Err((error, first)),
                });
            }
            let real = first.canonicalize().unwrap_or_else(|_| first.clone());
            if self.ignores {
                let mut parents: Vec<&Path> = real.ancestors().skip(1).collect();
                parents.reverse();
                state.levels = parents.into_iter().map(FolderLists::of).collect();
            }
            if let Err(failed) = self.enter(state, first, with_slash(&real)) {
                return Some(Err(failed));
            }
        }
        loop {
            let open = state.open.last_mut()?;
            let Some(entry) = open.entries.next() else {
                state.open.pop();
                state.levels.pop();
                continue;
            };
            let found = entry.and_then(|entry| Ok((entry.file_type()?.is_dir(), entry)));
            let (is_folder, entry) = match found {
                Ok(found) => found,
                Err(error) => return Some(Err((error, open.path.clone()))),
            };
            let (path, name) = (entry.path(), entry.file_name());
            let mut real = [&*open.real, name.as_encoded_bytes()].concat();
            if state.skips(&real, &name, is_folder)
                || self.excluded.iter().any(|each| each.get().has_entry(&path, is_folder))
            {
                continue;
            }
            if !is_folder {
                return Some(Ok(path));
            }
            real.push(b'/');
            if let Err(failed) = self.enter(state, path, real) {
                return Some(Err(failed));
            }
        }
    }

    /// Reads a folder: its lists and its entries, in order of names.
    fn enter(
        &self,
        state: &mut WalkState,
        path: PathBuf,
        real: Vec<u8>,
    ) -> Result<(), (io::Error, PathBuf)> {
        let mut entries: Vec<_> = match fs::read_dir(&path) {
            Ok(entries) => entries.collect(),
            Err(error) => return Err((error, path)),
        };
        entries.sort_by_cached_key(|entry| entry.as_ref().map(fs::DirEntry::file_name).ok());
        let lists = if self.ignores { lists(&path) } else { Default::default() };
        state.levels.push(FolderLists { start: real.len(), lists });
        state.open.push(OpenFolder { path, real, entries: entries.into_iter() });
        Ok(())
    }
}

impl WalkState {
    /// Is the entry with this path and name hidden or excluded by a list?
    fn skips(&self, real: &[u8], name: &OsString, is_folder: bool) -> bool {
        let excludes = |list: usize| {
            let mut upwards = self.levels.iter().rev();
            upwards.find_map(|level| level.lists[list].excludes(&real[level.start..], is_folder))
        };
        let found = excludes(0).or_else(|| excludes(1)).or_else(|| excludes(2));
        let name = name.as_encoded_bytes();
        name == b".git" || found.unwrap_or_else(|| name.starts_with(b"."))
    }
}

impl FolderLists {
    fn of(folder: &Path) -> Self {
        Self { start: with_slash(folder).len(), lists: lists(folder) }
    }
}

/// The lists of a folder. With the user's own, the same tree would give different results.
fn lists(folder: &Path) -> [Patterns; 3] {
    [folder.join(".ignore"), folder.join(".gitignore"), git(folder).join("info/exclude")]
        .map(|path| Patterns::read(&content(&path).unwrap_or_default()))
}

/// Where git keeps what it knows of a repository: a worktree and a submodule name another place.
fn git(folder: &Path) -> PathBuf {
    let path = folder.join(".git");
    let named = |file: &Path, before: &str| {
        let text = String::from_utf8(content(file)?).ok()?;
        Some(file.parent()?.join(text.strip_prefix(before)?.trim_end_matches(['\r', '\n'])))
    };
    let Some(own) = named(&path, "gitdir: ") else { return path };
    named(&own.join("commondir"), "").unwrap_or(own)
}

/// The content of a file; opening a FIFO would wait.
fn content(path: &Path) -> Option<Vec<u8>> {
    if path.is_file() { fs::read(path).ok() } else { None }
}

/// The path with slashes on each system.
fn with_slashes(path: &Path) -> Vec<u8> {
    let mut bytes = path.as_os_str().as_encoded_bytes().to_vec();
    if cfg!(windows) {
        bytes.iter_mut().filter(|byte| **byte == b'\\').for_each(|byte| *byte = b'/');
    }
    bytes
}

fn with_slash(folder: &Path) -> Vec<u8> {
    let mut bytes = with_slashes(folder);
    if !bytes.ends_with(b"/") {
        bytes.push(b'/');
    }
    bytes
}

/// The error for a folder that cannot be read.
fn unread(error: &io::Error, path: PathBuf) -> PyErr {
    let words = error.to_string();
    let words = words.split(" (os error").next().unwrap_or_default().to_owned();
    PyOSError::new_err((error.raw_os_error().unwrap_or_default(), words, path))
}
