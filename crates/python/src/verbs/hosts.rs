//! Hosts: what Python asks about the host of a URI.

#![expect(clippy::doc_markdown, reason = "Python's help shows these as they stand")]

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::objects::strings;
use crate::objects::text::Text;
use crate::objects::uris::PyUri;
use crate::objects::words::one_of;
use superuri::syntax::hosts::domain::{Rules, public_suffix as suffix_of, registrable};
use superuri::syntax::hosts::{readings, whatwg};
use superuri_guard::guarded_function;

/// What is picked of the host that every reading agrees on: the text is what was asked about.
fn of_host<'py>(
    uri: &Bound<'py, PyAny>,
    pick: impl FnOnce(&str) -> Option<&str>,
) -> PyResult<Option<Bound<'py, PyString>>> {
    let text = PyUri::text_of(uri);
    let text = Text::strict(&text)?;
    let host = readings::agreed(&text.bytes).map_err(|failure| text.failure(&failure))?;
    host.as_deref().and_then(pick).map(|part| strings::ascii(uri.py(), part.as_bytes())).transpose()
}

const RULES: [(&str, Rules); 2] = [("all", Rules::All), ("icann", Rules::Icann)];

pub(crate) fn rules_of(word: &str) -> PyResult<Rules> {
    one_of("rules", word, &RULES)
}

/// The host of a URI on which all readers agree, in lower-case ASCII; None without one.
///
/// >>> import superuri
/// >>> superuri.agreed_host("https://user@EXAMPLE.com:443/a")
/// 'example.com'
/// >>> superuri.agreed_host("http://127.1/")
/// Traceback (most recent call last):
///     ...
/// superuri.errors.ParseError: the host at 7..12 is not the same to all readers: ...
///
/// The readings are those of both standards, and of parsers that take \ for /, or white space
/// out, that split at the first @ or only at /, that decode or apply NFKC before they split. What
/// checks a host is seldom what connects to it: where two differ, guessing is an attack.
///
/// Raises ParseError with the code ambiguous-authority; it names the readings.
/// Source: RFC 3986, the URL standard, and the CVEs in docs/hosts.md.
#[guarded_function]
#[pyo3(signature = (uri), text_signature = "(uri)")]
pub(crate) fn agreed_host<'py>(uri: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
    of_host(uri, |host| Some(host))
}

/// The registrable domain of a URI's host: a public suffix and one label more; None without one.
///
/// >>> import superuri
/// >>> superuri.domain("https://www.example.co.uk/")
/// 'example.co.uk'
/// >>> uri = "https://www.someone.github.io/"
/// >>> superuri.domain(uri), superuri.domain(uri, rules="icann")
/// ('someone.github.io', 'github.io')
///
/// rules is "all", which tells sites of different owners apart, or "icann", the registries' rules
/// without those of companies. An address has no domain. The list is `superuri.hosts.LIST`.
///
/// Raises ParseError where `agreed_host` does.
/// Source: the Public Suffix List, <https://publicsuffix.org/list/>.
#[guarded_function]
#[pyo3(signature = (uri, *, rules="all"), text_signature = "(uri, *, rules='all')")]
pub(crate) fn domain<'py>(
    uri: &Bound<'py, PyAny>,
    rules: &str,
) -> PyResult<Option<Bound<'py, PyString>>> {
    let rules = rules_of(rules)?;
    of_host(uri, |host| registrable(host, rules))
}

/// The public suffix of a URI's host: what its domain is registered under; None without one.
///
/// >>> from superuri import hosts
/// >>> uri = "https://www.someone.github.io/"
/// >>> hosts.public_suffix(uri), hosts.public_suffix(uri, rules="icann")
/// ('github.io', 'io')
///
/// rules is as of `superuri.domain`. A name that no rule knows is under its last label.
///
/// Raises ParseError where `agreed_host` does.
/// Source: the Public Suffix List, <https://publicsuffix.org/list/>.
#[guarded_function]
#[pyo3(signature = (uri, *, rules="all"), text_signature = "(uri, *, rules='all')")]
pub(crate) fn public_suffix<'py>(
    uri: &Bound<'py, PyAny>,
    rules: &str,
) -> PyResult<Option<Bound<'py, PyString>>> {
    let rules = rules_of(rules)?;
    of_host(uri, |host| suffix_of(host, rules))
}

/// The IPv4 address that browsers and inet_aton read in a host, dotted, or None.
///
/// >>> from superuri import hosts
/// >>> hosts.ipv4("0x7f.1"), hosts.ipv4("017700000001"), hosts.ipv4("example.com")
/// ('127.0.0.1', '127.0.0.1', None)
///
/// Source: <https://url.spec.whatwg.org/#concept-ipv4-parser>.
#[guarded_function]
#[pyo3(signature = (host), text_signature = "(host)")]
pub(crate) fn ipv4(host: &str) -> Option<String> {
    whatwg::ipv4(host)
}
