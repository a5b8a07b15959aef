//! Forms: the native functions of `superuri.form`.

mod component;
mod parse;
mod serialize;

use pyo3::ffi::PyMethodDef;

use crate::call::method;

pub(crate) fn methods() -> Vec<PyMethodDef> {
    vec![
        method::<component::FormEncode>(),
        method::<component::FormDecode>(),
        method::<parse::FormParse>(),
        method::<parse::ParseBytes>(),
        method::<parse::ParseKeywords>(),
        method::<serialize::Serialize>(),
    ]
}
