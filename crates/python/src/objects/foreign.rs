//! Foreign names: what to write instead of an argument that another library's function has.

use pyo3::prelude::*;

/// What to write, after a semicolon; nothing for an unknown argument. The rows are Python's, as
/// only an error needs them.
#[cold]
pub(crate) fn argument(py: Python<'_>, function: &str, name: &str) -> PyResult<String> {
    let rows = py.import("superuri._values.foreign_names")?;
    rows.call_method1("of_argument", (function, name))?.extract()
}
