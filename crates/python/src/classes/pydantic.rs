//! Pydantic hooks: how pydantic learns to validate the classes.

use pyo3::prelude::*;
use superuri_guard::guarded_function;

/// The classes that may appear as types of fields.
const CLASSES: [&str; 2] = ["URI", "URL"];

/// What pydantic asks a class for.
const HOOK: &str = "__get_pydantic_core_schema__";

/// What `superuri.pydantic` says, which is not imported before pydantic asks.
#[guarded_function]
#[pyo3(name = "__get_pydantic_core_schema__", signature = (source, handler, /))]
fn hook<'py>(
    source: &Bound<'py, PyAny>,
    handler: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let room = source.py().import("superuri.pydantic")?;
    room.getattr("schema_of")?.call1((source, handler))
}

/// Gives each class its hook.
pub(crate) fn add_hooks(module: &Bound<'_, PyModule>) -> PyResult<()> {
    CLASSES.iter().try_for_each(|class| {
        module.getattr(*class)?.setattr(HOOK, wrap_pyfunction!(hook, module)?)
    })
}
