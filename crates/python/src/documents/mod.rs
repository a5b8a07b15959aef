//! Documents: finding the URLs of a text, and the files of a folder.

pub(crate) mod markdown;
mod patterns;
pub(crate) mod walk;

use pyo3::prelude::*;
use superuri_guard::guarded_function;

use superuri::bulk::{lines::found::found, lines::templates};

#[guarded_function]
pub(crate) fn found_urls(py: Python<'_>, text: &[u8]) -> Vec<(usize, usize, bool)> {
    let links = py.detach(|| found(text)).into_iter();
    links.map(|link| (link.at.start, link.at.end, link.is_template)).collect()
}

#[guarded_function]
pub(crate) fn has_placeholder(text: &[u8]) -> bool {
    templates::has_placeholder(text)
}

#[guarded_function]
pub(crate) fn has_conversion(text: &[u8]) -> bool {
    templates::has_conversion(text)
}
