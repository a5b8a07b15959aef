//! Keys: functions of Python for the keys of a URI.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::guard;
use crate::objects::text::Text;
use crate::objects::uris::PyUri;
use crate::objects::words::unknown;
use superuri::normal::keys::{DEFAULT, TABLES, tables};
use superuri::normal::safe_browsing::Canonical;
use superuri::normal::surt::{FORMS, surt as surt_of};
use superuri_guard::guarded_function;

/// Python's codec for IDNA 2003 is written in Python, and slow. A host has at most 253 characters;
/// a text longer than this is not encoded.
const LONGEST_HOST: usize = 1024;

/// Memory for these keys, in multiples of what other verbs need: every octet of a query may be a
/// pair, and an octet that is decoded is escaped again.
const TIMES: usize = 4;

/// The versions of the tables behind a key: a dict of names and versions.
///
/// A date is when a table was last compared with its sources. No key depends on the list of public
/// suffixes; it is listed for callers who group keys by `superuri.domain`.
///
/// Args:
///     name: the name of a state of the tables. The default is the newest.
///
/// Returns:
///     A dict from the name of each table to its version.
///
/// Raises:
///     ValueError: when the name is unknown; the message lists the known names.
///
/// Example:
///     >>> from superuri import keys
///     >>> keys.tables("2026.1")["unicode"]
///     '18.0'
#[guarded_function]
#[pyo3(signature = (name=DEFAULT), text_signature = "(name='2026.1')")]
pub(crate) fn key_tables<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
    let known = || TABLES.map(|row| row.name);
    let row = tables(name).ok_or_else(|| unknown("tables", name, known()))?;
    let dict = PyDict::new(py);
    for (table, version) in [
        ("unicode", row.unicode),
        ("uts46", row.uts46),
        ("tracking_parameters", row.tracking),
        ("schemes", row.schemes),
        ("public_suffixes", row.public_suffixes),
    ] {
        dict.set_item(table, version)?;
    }
    Ok(dict)
}

/// The SURT of a URL: the key by which web archives sort their captures.
///
/// Args:
///     uri: any text: a str, bytes or a superuri.URI. A text without a scheme is read as http, an
///         empty one for "-".
///     variant: "ia" (the default) is the Internet Archive's (the surt package), "cdxj" is that of
///         pywb's index, which is the same, "ia-scheme" has a scheme and a comma.
///     www: True keeps "www." and "www2." of the host. The default False removes them.
///
/// Returns:
///     The key, a str. It is not a URI.
///
/// Raises:
///     ParseError: when the port is not a number up to 65535, with offsets in characters of a str,
///         else in bytes.
///     EncodeError: when uri has a lone surrogate, with its offset in characters.
///     ValueError: when the variant is unknown.
///
/// Example:
///     >>> from superuri import keys
///     >>> keys.surt("http://www.Example.com/B/?b=1&a=2&sid=0123456789abcdef0123456789abcdef")
///     'com,example)/b?&a=2&b=1'
///     >>> keys.surt("http://www.example.com/", www=True)
///     'com,example,www)/'
///     >>> keys.surt("http://www.example.com/", "ia-scheme")
///     'http://(com,example,)/'
///
/// Source:
///     surt 0.3.1 and pywb 2.10.
#[guarded_function]
#[pyo3(
    signature = (uri, variant="ia", *, www=false),
    text_signature = "(uri, variant='ia', *, www=False)"
)]
pub(crate) fn surt<'py>(
    uri: &Bound<'py, PyAny>,
    variant: &str,
    www: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let form = FORMS.iter().find(|form| form.name == variant);
    let known = || FORMS.each_ref().map(|form| form.name);
    let form = form.ok_or_else(|| unknown("variant", variant, known()))?;
    let uri = PyUri::text_of(uri);
    let text = Text::strict(&uri)?;
    guard::afford(TIMES * text.bytes.len());
    let idna = |host: &str| {
        if host.chars().nth(LONGEST_HOST).is_some() {
            return None;
        }
        let encoded = PyString::new(uri.py(), host).call_method1("encode", ("idna",)).ok()?;
        Some(encoded.cast::<PyBytes>().ok()?.as_bytes().to_vec())
    };
    let key = surt_of(&text.bytes, form, www, &idna).map_err(|failure| text.failure(&failure))?;
    text.string(&key)
}

fn canonical(url: &Bound<'_, PyAny>) -> PyResult<Canonical> {
    let url = PyUri::text_of(url);
    let text = Text::strict(&url)?;
    guard::afford(TIMES * text.bytes.len());
    Canonical::of(&text.bytes).map_err(|failure| text.failure(&failure))
}

/// The URL as Safe Browsing (version 4) sees it.
///
/// Escapes are undone until none is left, so the result is not a URI.
///
/// Args:
///     url: the URL: a str, bytes or a superuri.URI. A URL without a scheme is read as http; user
///         and password are left out.
///
/// Returns:
///     The canonical URL, a str.
///
/// Raises:
///     ParseError: when the text has no host, with offsets in characters of a str, else in bytes.
///     EncodeError: when url has a lone surrogate, with its offset in characters.
///
/// Example:
///     >>> from superuri import keys
///     >>> keys.safe_browsing(
///     ...     "http://%31%36%38%2e%31%38%38%2e%39%39%2e%32%36/%2E%73%65%63%75%72%65")
///     'http://168.188.99.26/.secure'
///
/// Source:
///     <https://developers.google.com/safe-browsing/v4/urls-hashing>.
#[guarded_function]
#[pyo3(signature = (url), text_signature = "(url)")]
pub(crate) fn safe_browsing<'py>(url: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    let text = canonical(url)?.text();
    Ok(PyString::new(url.py(), &String::from_utf8_lossy(&text)))
}

/// The expressions that Safe Browsing (version 4) looks up, 30 at most.
///
/// They are suffixes of the host with prefixes of the path.
///
/// Args:
///     url: the URL, as in safe_browsing.
///
/// Returns:
///     A tuple of str, in the order in which they are looked up.
///
/// Raises:
///     ParseError: when the text has no host, with offsets in characters of a str, else in bytes.
///     EncodeError: when url has a lone surrogate, with its offset in characters.
///
/// Example:
///     >>> from superuri import keys
///     >>> keys.safe_browsing_expressions("http://a.b.c/1/2.html?q")[:3]
///     ('a.b.c/1/2.html?q', 'a.b.c/1/2.html', 'a.b.c/')
///
/// Source:
///     <https://developers.google.com/safe-browsing/v4/urls-hashing>.
#[guarded_function]
#[pyo3(signature = (url), text_signature = "(url)")]
pub(crate) fn safe_browsing_expressions<'py>(
    url: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyTuple>> {
    let texts = canonical(url)?.expressions();
    PyTuple::new(url.py(), texts.iter().map(|text| String::from_utf8_lossy(text)))
}
