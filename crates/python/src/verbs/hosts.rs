//! Hosts: functions of Python about the host of a URI.

#![expect(clippy::doc_markdown, reason = "Python's help shows these unchanged")]

use pyo3::prelude::*;

use crate::objects::text::Text;
use superuri::syntax::hosts::whatwg;
use superuri_guard::guarded_function;

/// The IPv4 address that browsers and inet_aton read in a host, in dotted form, or None.
///
/// Args:
///     host: the host alone, a str or bytes.
///
/// Returns:
///     The address, a str, or None when the host is not an IPv4 address.
///
/// Raises:
///     EncodeError: when host has a lone surrogate, with its offset in characters.
///     TypeError: when host is neither a str nor bytes.
///
/// Example:
///     >>> from superuri import hosts
///     >>> hosts.ipv4("0x7f.1"), hosts.ipv4("017700000001"), hosts.ipv4("example.com")
///     ('127.0.0.1', '127.0.0.1', None)
///
/// Source:
///     <https://url.spec.whatwg.org/#concept-ipv4-parser>.
#[guarded_function]
#[pyo3(signature = (host), text_signature = "(host)")]
pub(crate) fn ipv4(host: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let text = Text::strict(host)?;
    Ok(str::from_utf8(&text.bytes).ok().and_then(whatwg::ipv4))
}
