//! Template: the class of a template of URIs, which is filled from Python and matches a URI.

#![expect(clippy::doc_markdown, reason = "its docstrings are read in Python")]

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::call::CallValues;
use crate::guard;
use crate::objects::values::{self, GivenValue, Held};
use crate::objects::{query::given, quick::QuickText, secrets::hiding, text::Text, uris::PyUri};
use superuri::uri::template::source::{Draft, Takes};
use superuri::uri::{template::Template, template::fill::SlotValue};
use superuri_guard::{documented, guarded_methods};
use superuri_kernels::memory;

/// Memory for a template of many short slots or pairs, in multiples of what other texts need.
const TIMES: usize = 16;

/// As many values are held on the stack.
const MOST_QUICK: usize = 8;

#[documented]
#[pyclass(frozen, module = "superuri._core", name = "Template")]
pub(crate) struct PyTemplate {
    pub(super) text: Py<PyString>,
    pub(super) names: Vec<Py<PyString>>,
    pub(super) template: Template,
}

impl PyTemplate {
    pub(super) fn of(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = text.py();
        if !text.is_instance_of::<PyString>() {
            let kind = text.get_type().name()?;
            return Err(PyTypeError::new_err(format!("a template is a str, not {kind}")));
        }
        let source = Text::strict(text)?;
        guard::check_available(TIMES * source.bytes.len());
        let draft = Draft::read(std::str::from_utf8(&source.bytes).unwrap_or_default());
        let template = draft.and_then(Template::new).map_err(|failure| source.failure(&failure))?;
        let names = template.names.iter().map(|name| PyString::intern(py, &name.name).unbind());
        let text = source.same()?.cast_into::<PyString>()?.unbind();
        Ok(Self { text, names: names.collect(), template })
    }

    /// The URI, if each value is a short str, an int, a bool or, where it is allowed, None. No code of
    /// Python runs, so nothing that is borrowed can be freed.
    pub(super) fn filled_quickly(
        &self,
        py: Python<'_>,
        values: CallValues<'_, '_>,
    ) -> Option<PyResult<PyUri>> {
        let count = self.names.len();
        if values.len() != count || count > MOST_QUICK {
            return None;
        }
        guard::check_available(2 * self.text.bind(py).len().ok()?);
        let mut buffer = Vec::new();
        let mut texts = [const { QuickText::Absent }; MOST_QUICK];
        for (n, (name, slot)) in self.names.iter().zip(&self.template.names).enumerate() {
            let value = values.find(name.bind(py), n)?;
            if value.is_none() && slot.may_be_absent {
                continue;
            }
            if slot.takes != Takes::One {
                return None;
            }
            texts[n] = QuickText::of(value, &mut buffer)?;
        }
        let mut all = [const { SlotValue::Absent }; MOST_QUICK];
        for (value, text) in all.iter_mut().zip(&texts[..count]) {
            *value = text.value(&buffer);
        }
        Some(values::uri(py, self.template.fill(&all[..count])))
    }

    pub(super) fn filled(&self, py: Python<'_>, values: CallValues<'_, '_>) -> PyResult<PyUri> {
        guard::check_available(2 * self.text.bind(py).len()?);
        let mut dict = None;
        let mut all = memory::with_capacity(self.names.len());
        for (n, (name, slot)) in self.names.iter().zip(&self.template.names).enumerate() {
            let name = name.bind(py);
            let value = match (values.find(name, n), &dict) {
                (Some(value), _) => Some(value.clone()),
                (None, Some(dict)) => PyDictMethods::get_item(dict, name)?,
                (None, None) => dict.insert(values.dict(py)?).get_item(name)?,
            };
            let Some(value) = value else { return Err(self.misnamed(&values.dict(py)?)) };
            all.push(given(slot, &value)?);
        }
        if values.len() > all.len() {
            return Err(self.misnamed(&values.dict(py)?));
        }
        self.of_given(py, &all)
    }

    /// The URI of these values, one for each name.
    pub(super) fn of_given(&self, py: Python<'_>, given: &[GivenValue<'_>]) -> PyResult<PyUri> {
        let mut held = Vec::with_capacity(given.len());
        for (name, value) in given.iter().enumerate() {
            let hidden = |error| {
                if self.template.is_secret(name) { hiding(py, error) } else { error }
            };
            held.push(value.held().map_err(hidden)?);
        }
        let values: Vec<_> = held.iter().map(Held::value).collect();
        values::uri(py, self.template.fill(&values))
    }

    /// The error for names that are missing, or that no slot has.
    fn misnamed(&self, values: &Bound<'_, PyDict>) -> PyErr {
        let known: Vec<&str> = self.template.names.iter().map(|name| &*name.name).collect();
        let given: Vec<String> = match values.keys().extract() {
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

text_value!(PyTemplate, text, 0x7E33);

#[guarded_methods]
impl PyTemplate {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::of(text)
    }

    #[getter]
    fn text(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.names)
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
        guard::check_available(text.len()?);
        let shown = self.template.redacted(&text.to_string_lossy());
        Ok(format!("Template({})", PyString::new(py, &shown).repr()?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        self.text.bind(py).as_any().eq(other.text.bind(py))
    }
}
