//! Template: the class that fills a template of URIs from Python, and matches a URI against one.

#![expect(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    reason = "Python's help shows these unchanged"
)]

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::guard;
use crate::objects::errors;
use crate::objects::secrets::hiding;
use crate::objects::text::Text;
use crate::objects::uris::PyUri;
use crate::objects::values::{self, Given, given};
use superuri::base::error::Error;
use superuri::uri::template::Template;
use superuri::uri::template::source::{Draft, Takes};
use superuri_guard::{guarded_function, guarded_methods};
use superuri_kernels::memory;

/// The number of compiled templates that are kept, so that a call with the same text need not
/// compile again.
const MOST_KEPT: usize = 256;

/// A template with more characters is not kept, so that the kept ones stay small.
const LONGEST_KEPT: usize = 4096;

/// Memory for a template of many short slots or pairs, in multiples of what other texts need.
const TIMES: usize = 16;

/// A template of URIs; each slot encodes its value for the component that it is in.
///
/// The literal text alone decides where components begin and end; it is cleaned. {name} takes one
/// value; {*name} a list, as segments or as the value of a pair; {**name} the pairs of a query. A
/// scheme and a port are one whole slot or none; a slot beside other text of a host takes part of
/// one label. {{ and }} are braces. (The templates of RFC 6570 are superuri.rfc6570.)
///
/// Args:
///     text: the template, a str.
///
/// Raises:
///     ParseError: when the text is not a template, with offsets in its characters.
///     EncodeError: when the text has a lone surrogate, with its offset in characters.
///     TypeError: when text is not a str.
///
/// Example:
///     >>> import superuri
///     >>> users = superuri.Template("https://{host}/users/{user}/{*path}?q={q}&{**more}#{top}")
///     >>> users.names
///     ('host', 'user', 'path', 'q', 'more', 'top')
///     >>> users.fill(host="e.com", user="a/b", path=["x", "y z"], q=None, more={"n": 1}, top="é")
///     URI('https://e.com/users/a%2Fb/x/y%20z?n=1#%C3%A9')
///
/// Source:
///     RFC 3986 sections 2.2, 2.4 and 3.
#[pyclass(frozen, module = "superuri._core", name = "Template")]
pub(crate) struct PyTemplate {
    text: Py<PyString>,
    names: Vec<Py<PyString>>,
    template: Template,
}

impl PyTemplate {
    fn of(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = text.py();
        if !text.is_instance_of::<PyString>() {
            let kind = text.get_type().name()?;
            return Err(PyTypeError::new_err(format!("a template is a str, not {kind}")));
        }
        let source = Text::strict(text)?;
        guard::afford(TIMES * source.bytes.len());
        let draft = Draft::read(std::str::from_utf8(&source.bytes).unwrap_or_default());
        let template = draft.and_then(Template::new).map_err(|failure| source.failure(&failure))?;
        let names = template.names.iter().map(|name| PyString::intern(py, &name.name).unbind());
        let text = source.same()?.cast_into::<PyString>()?.unbind();
        Ok(Self { text, names: names.collect(), template })
    }

    fn filled(&self, py: Python<'_>, values: Option<&Bound<'_, PyDict>>) -> PyResult<PyUri> {
        guard::afford(2 * self.text.bind(py).len()?);
        let mut all = memory::with_capacity(self.names.len());
        for (name, slot) in self.names.iter().zip(&self.template.names) {
            let value = match values {
                Some(values) => values.get_item(name.bind(py))?,
                None => None,
            };
            let Some(value) = value else { return Err(self.misnamed(values)) };
            all.push(given(slot, &value)?);
        }
        if values.map_or(0, PyDictMethods::len) > all.len() {
            return Err(self.misnamed(values));
        }
        filled(py, &self.template, &all)
    }

    /// The error for names that are missing, or that no slot has.
    fn misnamed(&self, values: Option<&Bound<'_, PyDict>>) -> PyErr {
        let known: Vec<&str> = self.template.names.iter().map(|name| &*name.name).collect();
        let names_given = || -> PyResult<Vec<String>> {
            values.map_or(Ok(Vec::new()), |values| values.keys().extract())
        };
        let given = match names_given() {
            Ok(given) => given,
            Err(error) => return error,
        };
        let lacks = known.iter().filter(|name| !given.iter().any(|given| given == *name));
        let lacks: Vec<&str> = lacks.copied().collect();
        let unused = given.iter().filter(|given| !known.contains(&given.as_str()));
        let unused: Vec<&str> = unused.map(String::as_str).collect();
        let mut wrong = Vec::new();
        if !lacks.is_empty() {
            wrong.push(format!("without {}", lacks.join(", ")));
        }
        if !unused.is_empty() {
            wrong.push(format!("with {}, which no slot has", unused.join(", ")));
        }
        PyTypeError::new_err(format!(
            "fill() {}; the slots are {}",
            wrong.join(" and "),
            known.join(", ")
        ))
    }
}

fn filled(py: Python<'_>, template: &Template, given: &[Given<'_>]) -> PyResult<PyUri> {
    let mut held = Vec::with_capacity(given.len());
    for (name, value) in given.iter().enumerate() {
        let hidden = |error| {
            if template.is_secret(name) { hiding(py, error) } else { error }
        };
        held.push(value.held().map_err(hidden)?);
    }
    let values: Vec<_> = held.iter().map(values::Held::value).collect();
    values::uri(py, template.fill(&values))
}

#[guarded_methods]
impl PyTemplate {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::of(text)
    }

    /// The template as written.
    #[getter]
    fn text(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    /// The names of the slots, in order.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.names)
    }

    /// The URI of these values, as superuri.fill makes it.
    ///
    /// Args:
    ///     **values: one value for each name.
    ///
    /// Returns:
    ///     A superuri.URI.
    ///
    /// Raises:
    ///     ParseError: when a value cannot be written as data, with offsets in the value.
    ///     EncodeError: when a value has a lone surrogate, with its offset in characters.
    ///     TypeError: when a name is missing or no slot has it, or a value has another type.
    #[pyo3(signature = (**values))]
    fn fill(&self, py: Python<'_>, values: Option<&Bound<'_, PyDict>>) -> PyResult<PyUri> {
        self.filled(py, values)
    }

    /// The decoded value of each name in the URI, or None when the template cannot make the URI.
    ///
    /// Literal text is matched as written, except that the scheme and host may be in any case and
    /// the pairs of a query in any order. A label that a slot shares with text is matched by its
    /// characters, not by its A-label. A slot matches as little as possible.
    ///
    /// Args:
    ///     uri: the URI to match: a str, bytes or a superuri.URI.
    ///
    /// Returns:
    ///     A dict of the names, or None.
    ///
    /// Raises:
    ///     ParseError: when uri is not a URI, with offsets in characters of a str, else in bytes.
    ///     DecodeError: when a value is not valid UTF-8, with offsets as above.
    ///     EncodeError: when uri has a lone surrogate, with its offset in characters.
    ///
    /// Example:
    ///     >>> import superuri
    ///     >>> users = superuri.Template("https://{host}/users/{user}/{*path}?q={q}&{**more}")
    ///     >>> users.match("https://e.com/users/a%2Fb/x/y?n=1")
    ///     {'host': 'e.com', 'user': 'a/b', 'path': ('x', 'y'), 'q': None, 'more': (('n', '1'),)}
    #[pyo3(signature = (uri, /))]
    fn r#match<'py>(&self, uri: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let (py, object) = (uri.py(), PyUri::text_of(uri));
        let text = Text::strict(&object)?;
        superuri::uri::check(&text.bytes).map_err(|failure| text.failure(&failure))?;
        let Some(found) = self.template.matched(&text.bytes) else { return Ok(None) };
        let values = PyDict::new(py);
        for (name, found) in self.names.iter().zip(found) {
            values.set_item(name, values::found(py, found)?)?;
        }
        Ok(Some(values))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.text.bind(py);
        guard::afford(text.len()?);
        let shown = self.template.redacted(&text.to_string_lossy());
        Ok(format!("Template({})", PyString::new(py, &shown).repr()?))
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        // This differs from the hash of the text, which is never equal to a template.
        Ok(self.text.bind(py).hash()? ^ 0x7E33)
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        self.text.bind(py).as_any().eq(other.text.bind(py))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let text = slf.get().text.bind(slf.py());
        Ok((slf.get_type(), PyTuple::new(slf.py(), [text])?))
    }
}

/// The kept template for this key, or a new one.
fn kept<'py>(
    key: &Bound<'py, PyAny>,
    compile: impl FnOnce() -> PyResult<PyTemplate>,
) -> PyResult<Bound<'py, PyTemplate>> {
    static KEPT: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    let py = key.py();
    let kept = KEPT.get_or_init(py, || PyDict::new(py).unbind()).bind(py);
    if let Some(found) = kept.get_item(key)? {
        return Ok(found.cast_into::<PyTemplate>()?);
    }
    let made = Bound::new(py, compile()?)?;
    if made.get().text.bind(py).len()? <= LONGEST_KEPT {
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.set_item(key, &made)?;
    }
    Ok(made)
}

/// Fills a template: the URI with these values, each encoded for the place of its slot.
///
/// Args:
///     template: the text of a superuri.Template, or a Template, or a t-string (PEP 750), which
///         has its own values: t"https://{host}/{seg}?q={q}". There, {seg:*} takes a list
///         and {more:**} pairs; any other format, and a conversion, makes the text that an f-string
///         would make.
///     **values: one value for each name of the template, and none for a t-string. None drops the
///         pair of a query or the fragment whose value is this slot; "" keeps it.
///
/// Returns:
///     A superuri.URI.
///
/// Raises:
///     ParseError: when the template is malformed, or when a value cannot be written as data, as
///         in superuri.build. The offsets are in the template or the value, in characters.
///     EncodeError: when a value has a lone surrogate, with its offset in characters.
///     TypeError: when a name is missing or no slot has it, or a value has another type.
///
/// Example:
///     >>> import superuri
///     >>> superuri.fill("https://{host}/{seg}?q={q}&{**more}", host="e.com", seg="a/b", q="&",
///     ...     more={"x": [1, 2]})
///     URI('https://e.com/a%2Fb?q=%26&x=1&x=2')
///
/// Source:
///     RFC 3986 sections 2.2, 2.4 and 3; PEP 750.
#[guarded_function]
#[pyo3(signature = (template, /, **values), text_signature = "(template, /, **values)")]
pub(crate) fn fill(
    template: &Bound<'_, PyAny>,
    values: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyUri> {
    let py = template.py();
    if let Ok(template) = template.cast::<PyTemplate>() {
        return template.get().filled(py, values);
    }
    if template.is_exact_instance_of::<PyString>() {
        return kept(template, || PyTemplate::of(template))?.get().filled(py, values);
    }
    let attributes = (template.getattr_opt("strings")?, template.getattr_opt("interpolations")?);
    let (Some(strings), Some(interpolations)) = attributes else {
        return PyTemplate::of(template)?.filled(py, values);
    };
    if values.is_some_and(|values| !values.is_empty()) {
        return Err(PyTypeError::new_err("a t-string has its own values: give no others"));
    }
    of_t_string(&strings, &interpolations)
}

/// The URI of the parts of a t-string; there is one string more than interpolations.
fn of_t_string(strings: &Bound<'_, PyAny>, interpolations: &Bound<'_, PyAny>) -> PyResult<PyUri> {
    let py = strings.py();
    let mut key = vec![strings.clone()];
    let mut objects = Vec::new();
    let mut slots = Vec::new();
    for interpolation in interpolations.try_iter()? {
        let interpolation = interpolation?;
        let expression = interpolation.getattr("expression")?;
        let format = interpolation.getattr("format_spec")?;
        let mut value = interpolation.getattr("value")?;
        let conversion = interpolation.getattr("conversion")?;
        if !conversion.is_none() {
            value = converted(&value, &conversion.extract::<String>()?)?;
        }
        let takes = match format.extract::<&str>()? {
            "" => Takes::One,
            "*" => Takes::Many,
            "**" => Takes::Pairs,
            format => {
                value = value.call_method1("__format__", (format,))?;
                Takes::One
            }
        };
        slots.push((expression.clone(), takes));
        objects.push(value);
        let stars = Takes::STARS.iter().find(|(_, known)| *known == takes).map_or("", |row| row.0);
        key.extend([expression, PyString::intern(py, stars).into_any()]);
    }
    let key = PyTuple::new(py, key)?;
    let template = kept(key.as_any(), || compiled(strings, &slots))?;
    let template = template.get();
    let mut all = Vec::with_capacity(objects.len());
    for (slot, value) in template.template.names.iter().zip(&objects) {
        all.push(given(slot, value)?);
    }
    filled(py, &template.template, &all)
}

/// The value, converted as in an f-string.
fn converted<'py>(value: &Bound<'py, PyAny>, conversion: &str) -> PyResult<Bound<'py, PyAny>> {
    Ok(match conversion {
        "r" => value.repr()?.into_any(),
        "a" => value.py().import("builtins")?.call_method1("ascii", (value,))?,
        _ => value.str()?.into_any(),
    })
}

/// The template of the strings and slots of a t-string.
fn compiled(
    strings: &Bound<'_, PyAny>,
    slots: &[(Bound<'_, PyAny>, Takes)],
) -> PyResult<PyTemplate> {
    let py = strings.py();
    let mut draft = Draft::default();
    let mut text = String::new();
    let mut slots = slots.iter();
    for string in strings.try_iter()? {
        let string = string?;
        let source = Text::strict(&string)?;
        draft.literal(&source.bytes, text.len());
        text.push_str(std::str::from_utf8(&source.bytes).unwrap_or_default());
        if let Some((expression, takes)) = slots.next() {
            let name = expression.str()?.to_string();
            let start = text.len();
            text.push('{');
            text.push_str(&name);
            text.push('}');
            draft.anonymous(&name, *takes, start..text.len());
        }
    }
    draft.end(text.len());
    let failed = |failure: Box<Error>| {
        errors::in_bytes(PyString::new(py, &text).as_any(), text.as_bytes(), &failure)
    };
    let template = Template::new(draft).map_err(failed)?;
    Ok(PyTemplate { text: PyString::new(py, &text).unbind(), names: Vec::new(), template })
}
