//! What does `superuri.forms` do natively?

mod component;
mod docs;
mod parse;
mod serialize;

use pyo3::ffi::PyMethodDef;

use super::call::method;

/// The functions of the module, as its table of methods wants them.
pub(super) fn methods() -> Vec<PyMethodDef> {
    vec![
        method::<component::Encode>(),
        method::<component::Decode>(),
        method::<parse::Parse>(),
        method::<parse::ParseBytes>(),
        method::<parse::ParseKeywords>(),
        method::<serialize::Serialize>(),
    ]
}
