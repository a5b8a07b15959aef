//! Forms: the native functions of `superuri.form`.

mod component;
mod parse;
mod serialize;

use pyo3::ffi::PyMethodDef;

use crate::call::{method, plain_method};

pub(crate) fn methods() -> Vec<PyMethodDef> {
    vec![
        method::<component::FormEncode>(),
        method::<component::FormDecode>(),
        method::<parse::FormParse>(),
        plain_method!("form_parse_bytes", parse::parse_bytes),
        plain_method!("form_parse_keywords", parse::parse_keywords),
        method::<serialize::Serialize>(),
    ]
}
