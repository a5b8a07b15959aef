//! URI, as a Python class: construction and Python's protocols.
//!
//! `reads.rs` has the properties, `edits.rs` the edits, and `query.rs` the query.

mod edits;
mod query;
mod raw;
mod reads;
mod views;

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::call::TextClass;
use crate::guard;
use crate::objects::{strings, text::Text, uris::PyUri, words};
use crate::verbs::text::cleaned_by;
pub(crate) use raw::PyRaw;
use superuri::clean::fast_check;
use superuri::uri;
use superuri_guard::guarded_methods;
use views::Views;

impl TextClass for PyUri {
    fn made(text: &Bound<'_, PyString>) -> Option<Self> {
        let legal = strings::one_byte_characters(text).is_some_and(fast_check::is_legal);
        legal.then(|| Self { text: text.clone().unbind() })
    }

    fn value<'a>(object: &'a Bound<'_, Self>) -> &'a Self {
        object.get()
    }

    fn end(self, py: Python<'_>) {
        self.text.drop_ref(py);
    }
}

impl PyUri {
    fn views<'a, 'py>(&'a self, py: Python<'py>) -> Views<'a, 'py> {
        Views::of(self.text.bind(py))
    }

    /// The text, which is ASCII because it is legal, after a check that memory is available for
    /// results.
    fn bytes<'a>(&'a self, py: Python<'a>) -> &'a [u8] {
        let bytes = self.views(py).bytes;
        guard::check_available(bytes.len());
        bytes
    }
}

text_value!(PyUri, text, 0x5551);

#[guarded_methods]
impl PyUri {
    #[new]
    #[pyo3(signature = (text, /, *, default_scheme = None))]
    fn new(text: &Bound<'_, PyAny>, default_scheme: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let object = Self::text_of(text);
        let text = Text::strict(&object)?;
        if let Some(scheme) = words::default_scheme(default_scheme)? {
            let legal = |whole: &Text| uri::check(&whole.bytes).map(|()| whole.bytes.to_vec());
            let legal = text.same_or_string(&text.after(&scheme, false, legal)?)?;
            return Ok(Self { text: legal.cast_into::<PyString>()?.unbind() });
        }
        uri::check(&text.bytes).map_err(|failure| text.failure(&failure))?;
        Ok(Self { text: text.same()?.cast_into::<PyString>()?.unbind() })
    }

    /// The attributes that a match statement binds by position.
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const PARTS: (
        &'static str,
        &'static str,
        &'static str,
        &'static str,
        &'static str,
        &'static str,
    ) = ("scheme", "host", "port", "path", "query", "fragment");

    #[classmethod]
    #[pyo3(signature = (text, /, *, default_scheme = None))]
    fn clean<'py>(
        _class: &Bound<'py, PyType>,
        text: &Bound<'py, PyAny>,
        default_scheme: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let cleaned = cleaned_by(text, default_scheme)?;
        Ok(Self { text: cleaned.cast_into::<PyString>()?.unbind() })
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("URI('{}')", self.views(py).redacted().replace('\'', "\\'"))
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        self.text.bind(py).call_method1("__format__", (spec,))
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Self, compare: CompareOp) -> bool {
        compare.matches(self.views(py).bytes.cmp(other.views(py).bytes))
    }
}
