//! Edits of a text, as tuples.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};

use crate::call::CallArguments;
use crate::guard::Answer;
use crate::objects::{profiles::profile, text::Text};
use crate::verbs::text::in_encodings;
use superuri::clean::edit::{Edit, Why};
use superuri::clean::edits;
use superuri::codec::encodings::utf8::Offsets;

pub(crate) fn edits<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
    let profile = profile(arguments.get(1))?;
    let text = Text::strict(arguments.text())?;
    let edits = in_encodings(py, &text, &profile, |encodings| {
        edits::listed(&text.bytes, profile.profile(), encodings)
    });
    let edits = edits.map_err(|error| text.failure(&error))?;
    let mut rows = EditTuples::of(&text, py);
    let rows: Vec<_> = edits.iter().map(|edit| rows.row(edit)).collect::<PyResult<_>>()?;
    Ok(PyTuple::new(py, rows)?.into_any())
}

/// The number of replacements whose Python objects are kept for reuse; most texts have fewer
/// different ones.
const KEPT: usize = 16;

struct EditTuples<'a, 'py> {
    text: &'a Text<'a, 'py>,
    py: Python<'py>,
    offsets: Offsets<'a>,
    /// The end of the last edit, where the next one often begins.
    end: Option<(usize, Bound<'py, PyInt>)>,
    replacements: Vec<(Cow<'static, [u8]>, Bound<'py, PyAny>)>,
    whys: Vec<(Why, Bound<'py, PyString>)>,
}

impl<'a, 'py> EditTuples<'a, 'py> {
    fn of(text: &'a Text<'a, 'py>, py: Python<'py>) -> Self {
        Self {
            text,
            py,
            offsets: text.offsets(),
            end: None,
            replacements: Vec::new(),
            whys: Vec::new(),
        }
    }

    fn row(&mut self, edit: &Edit) -> PyResult<Bound<'py, PyTuple>> {
        let py = self.py;
        let at = self.offsets.span(&edit.at);
        let start = match self.end.take() {
            Some((end, object)) if end == at.start => object,
            _ => at.start.into_pyobject(py)?,
        };
        let end = at.end.into_pyobject(py)?;
        self.end = Some((at.end, end.clone()));
        let known = self.replacements.iter().find(|(with, _)| *with == edit.with);
        let with = if let Some((_, with)) = known {
            with.clone()
        } else {
            let with = self.text.string(&edit.with)?;
            if self.replacements.len() < KEPT {
                self.replacements.push((edit.with.clone(), with.clone()));
            }
            with
        };
        let known = self.whys.iter().find(|(why, _)| *why == edit.why);
        let why = if let Some((_, why)) = known {
            why.clone()
        } else {
            let why = PyString::new(py, edit.why.word());
            self.whys.push((edit.why, why.clone()));
            why
        };
        (start, end, with, why).into_pyobject(py)
    }
}
