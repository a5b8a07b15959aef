//! Pydantic hooks: validation of the classes by pydantic.

use pyo3::prelude::*;
use superuri_guard::guarded_function;

const CLASSES: [&str; 2] = ["URI", "URL"];

/// The method that pydantic looks up in a class.
const HOOK: &str = "__get_pydantic_core_schema__";

/// The schema from `superuri.pydantic`, which is imported only when pydantic needs it.
#[guarded_function]
#[pyo3(name = "__get_pydantic_core_schema__", signature = (source, handler, /))]
fn hook<'py>(
    source: &Bound<'py, PyAny>,
    handler: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let hooks = source.py().import("superuri.pydantic")?;
    hooks.getattr("schema_of")?.call1((source, handler))
}

pub(crate) fn add_hooks(module: &Bound<'_, PyModule>) -> PyResult<()> {
    CLASSES.iter().try_for_each(|class| {
        module.getattr(*class)?.setattr(HOOK, wrap_pyfunction!(hook, module)?)
    })
}
