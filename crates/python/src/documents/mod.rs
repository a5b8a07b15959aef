//! Documents: where the URLs of a text are, and which files of a folder are read.

pub(crate) mod markdown;
pub(crate) mod walk;

use pyo3::prelude::*;
use superuri_guard::guarded_function;

use superuri::bulk::lines::review::found;

/// Where the URLs of a text are: start and end of each.
#[guarded_function]
pub(crate) fn found_urls(py: Python<'_>, text: &[u8]) -> Vec<(usize, usize)> {
    py.detach(|| found(text)).into_iter().map(|at| (at.start, at.end)).collect()
}
