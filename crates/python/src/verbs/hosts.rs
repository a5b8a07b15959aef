//! Hosts: functions of Python about the host of a URI.

#![expect(clippy::doc_markdown, reason = "Python's help shows these unchanged")]

use pyo3::prelude::*;

use crate::objects::text::Text;
use superuri::syntax::hosts::whatwg;
use superuri_guard::guarded_function;

#[guarded_function]
#[pyo3(signature = (host), text_signature = "(host)")]
pub(crate) fn ipv4(host: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let text = Text::strict(host)?;
    Ok(str::from_utf8(&text.bytes).ok().and_then(whatwg::ipv4))
}
