//! Hosts: functions of Python about the host of a URI.

use pyo3::prelude::*;

use crate::objects::{text::Text, words};
use superuri::syntax::hosts::{idna, special, whatwg};
use superuri_guard::guarded_function;

#[guarded_function]
#[pyo3(signature = (host), text_signature = "(host)")]
pub(crate) fn ipv4(host: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let text = Text::strict(host)?;
    Ok(str::from_utf8(&text.bytes).ok().and_then(whatwg::ipv4))
}

#[guarded_function]
#[pyo3(signature = (text, default_scheme), text_signature = "(text, default_scheme)")]
pub(crate) fn with_default_scheme<'py>(
    text: &Bound<'py, PyAny>,
    default_scheme: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let text = Text::strict(text)?;
    let Some(scheme) = words::default_scheme(Some(default_scheme))? else { return text.same() };
    let whole = scheme.read(&text.bytes).map_err(|error| text.failure(&error))?;
    text.same_or_string(&whole)
}

#[guarded_function]
pub(crate) fn host_in_unicode(ascii: &str) -> String {
    idna::in_unicode(ascii)
}

/// A registry, as Python's `Source` takes it: title, version, when it was checked, and its rows.
type SourceTuple = (
    &'static str,
    &'static str,
    &'static str,
    Vec<(&'static str, &'static str, bool, &'static str)>,
);

#[guarded_function]
pub(crate) fn all_special_hosts() -> (Vec<SourceTuple>, Vec<SourceTuple>) {
    let source = |source: &'static special::Registry| {
        let rows = source.rows.iter();
        let rows = rows.map(|row| (row.host, row.kind, row.is_public, row.document)).collect();
        (source.title, source.version, source.checked, rows)
    };
    (special::ADDRESSES.iter().map(source).collect(), special::NAMES.iter().map(source).collect())
}
