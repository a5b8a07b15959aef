//! Explain and peel: what these verbs take, and what they return.

use std::ffi::CStr;
use std::ops::Range;

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::call::{Arguments, Verb};
use crate::objects::text::Text;
use superuri::codec::layers::{self, DEPTH, REVEALED};
use superuri::show::explain::{self, Token};
use superuri::show::standards::{self, Place, STANDARDS};
use superuri_guard::guarded_function;

const TOKENS: &CStr = cr#"tokens($module, text, /)
--

What explain reads: the characters of a text, the edits of cleaning it, and why it has none.

>>> from superuri import _core
>>> tokens, edits, error = _core.tokens("/%C3%A9")
>>> tokens[1]
(1, 7, 'path', 'escape', 'é', 2, None, 'decoded', 'it is shown as the character it stands for')

A token is its start and end, the name of its place, its kind, the character it stands for or
None, one bit for each of all_standards() that leaves the character bare there, the number of
its edit or None, and what showing makes of an escape. An edit is its start and end, what
stands there afterwards, the name of its reason and its sentence. Offsets are characters of a
str, else bytes. Raises EncodeError for a lone surrogate."#;

const LAYERS: &CStr = cr#"layers($module, text, depth=16)
--

The text after each further decoding until nothing changes: a tuple of Layer, empty where
nothing is encoded.

>>> import superuri
>>> for layer in superuri.layers("%252e%252e%252fetc"):
...     print(layer)
Layer(text='%2e%2e%2fetc', revealed=())
Layer(text='../etc', revealed=('dot-segment', 'slash'))
>>> superuri.layers("a+b%")
()

A Layer has the text, in which octets that are not UTF-8 stay escaped ("%E9" has no layer), and
revealed, what stands bare there and was escaped before: "nul", "line-break", "control", "url",
"dot-segment", "slash", "backslash", "delimiter", "markup", "non-ascii". At most depth layers
are taken off, 16 unless said: a text that is deeper has as many, and the last one still holds
an escape. A % that begins no escape stays. This is for looking: a program decodes once, and
superuri.decode does that.

Raises EncodeError for a lone surrogate, ValueError for a depth below 1.
Source: RFC 3986 section 2.4: implementations must not decode the same string more than once."#;

pub(crate) struct Tokens;

impl Verb for Tokens {
    const DOC: &'static CStr = TOKENS;

    fn call<'py>(py: Python<'py>, arguments: &Arguments<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = Text::strict(arguments.text())?;
        let explained = explain::explain(&text.bytes);
        let tokens = PyList::empty(py);
        let mut offsets = text.offsets();
        for token in &explained.tokens {
            tokens.append(row(py, token, &offsets.span(&token.at))?)?;
        }
        let error = explain::failure(&explained).map(|error| text.failure(error).into_value(py));
        let edits = PyList::empty(py);
        let mut offsets = text.offsets();
        for edit in explained.edits.iter().flatten() {
            let at = offsets.span(&edit.at);
            let why = (edit.why.code(), explain::sentence(edit.why));
            edits.append((at.start, at.end, text.string(&edit.with)?, why.0, why.1))?;
        }
        Ok((tokens, edits, error).into_pyobject(py)?.into_any())
    }
}

fn row<'py>(py: Python<'py>, token: &Token, at: &Range<usize>) -> PyResult<Bound<'py, PyTuple>> {
    let reason = token.reason.map(|reason| (reason.code(), reason.sentence()));
    let (code, sentence) = reason.unzip();
    let place = token.place.name();
    let kind = token.kind.name();
    let (start, end) = (at.start, at.end);
    (start, end, place, kind, token.c, token.bare, token.edit, code, sentence).into_pyobject(py)
}

pub(crate) struct Layers;

impl Verb for Layers {
    const DOC: &'static CStr = LAYERS;

    fn call<'py>(py: Python<'py>, arguments: &Arguments<'py>) -> PyResult<Bound<'py, PyAny>> {
        let depth = match arguments.get(1) {
            None => DEPTH,
            Some(depth) => match depth.extract::<isize>() {
                Ok(depth @ 1..) => depth.unsigned_abs(),
                // No text has as many layers as a number that does not fit.
                Err(error) if error.is_instance_of::<PyOverflowError>(py) && depth.gt(0)? => {
                    usize::MAX
                }
                Err(error) if !error.is_instance_of::<PyOverflowError>(py) => return Err(error),
                _ => return Err(PyValueError::new_err("depth is a number of layers, from 1 on")),
            },
        };
        let text = Text::strict(arguments.text())?;
        let layers = layers::layers(&text.bytes, depth);
        if layers.is_empty() {
            return Ok(PyTuple::empty(py).into_any());
        }
        let class = py.import("superuri._values.layer")?.getattr("Layer")?;
        let mut found = Vec::with_capacity(layers.len());
        for layer in &layers {
            let shown = layers::text(&layer.octets);
            let revealed = (0..REVEALED.len()).filter(|n| layer.revealed >> n & 1 == 1);
            let revealed = PyTuple::new(py, revealed.map(|n| REVEALED[n]).collect::<Vec<_>>())?;
            found.push(class.call1((PyString::new(py, &shown), revealed))?);
        }
        Ok(PyTuple::new(py, found)?.into_any())
    }
}

/// Every standard that explain knows: its name, its title, and what it says of each place as a
/// dict of place to source.
///
/// >>> from superuri import _core
/// >>> ", ".join(title for _, title, _ in _core.all_standards())
/// 'RFC 3986, RFC 3987, URL standard, RFC 2396, RFC 1738, forms'
#[guarded_function]
pub(crate) fn all_standards(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    let mut rows = Vec::with_capacity(STANDARDS.len());
    for (n, standard) in STANDARDS.iter().enumerate() {
        let sources = pyo3::types::PyDict::new(py);
        for place in Place::ALL {
            if let Some(rule) = standards::rule(n, place) {
                sources.set_item(place.name(), rule.source)?;
            }
        }
        rows.push((standard.name, standard.title, sources));
    }
    PyTuple::new(py, rows)
}
