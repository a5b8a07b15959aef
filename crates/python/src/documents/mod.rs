//! Documents: finding the URLs of a text, and the files of a folder.

pub(crate) mod markdown;
pub(crate) mod walk;

use pyo3::prelude::*;
use superuri_guard::guarded_function;

use superuri::bulk::lines::review::found;

#[guarded_function]
pub(crate) fn found_urls(py: Python<'_>, text: &[u8]) -> Vec<(usize, usize)> {
    py.detach(|| found(text)).into_iter().map(|at| (at.start, at.end)).collect()
}
