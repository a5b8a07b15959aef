//! Verb `pretty`, with the map of its result: arguments and results.

use std::{borrow::Cow, ffi::CStr, sync::LazyLock};

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::call::{CallArguments, Fast, FastCall};
use crate::docs;
use crate::guard::{self, Answer};
use crate::objects::display::{PyDisplay, view};
use crate::objects::text::Text;
use superuri::codec::encodings::utf8::Offsets;
use superuri::show;
use superuri::show::display::View;
use superuri_kernels::memory;

static LOSSLESS: LazyLock<View> = LazyLock::new(|| PyDisplay::default().0);

pub(crate) struct Pretty;

impl FastCall for Pretty {
    const DOC: &'static CStr = docs::of("pretty");

    fn quick(text: &[u8]) -> Fast<'_> {
        guard::check_available(text.len());
        match show::pretty(text, &LOSSLESS) {
            Ok(Cow::Borrowed(_)) => Fast::Same,
            Ok(Cow::Owned(shown)) if shown.is_ascii() => Fast::Ascii(shown),
            Ok(Cow::Owned(shown)) => Fast::Utf8(shown),
            Err(_) => Fast::NeedsSlowPath,
        }
    }

    fn call<'py>(_: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        let view = view(arguments.get(1))?;
        let text = Text::strict(arguments.text())?;
        match show::pretty(&text.bytes, view).map_err(|error| text.failure(&error))? {
            Cow::Borrowed(_) => text.same(),
            Cow::Owned(shown) => text.string(&shown),
        }
    }
}

pub(crate) fn shown<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
    let view = view(arguments.get(1))?;
    let text = Text::strict(arguments.text())?;
    let shown = show::shown(&text.bytes, view).map_err(|error| text.failure(&error))?;
    let mut spans = memory::with_capacity(shown.spans.len());
    let (mut offsets, mut places) =
        (text.offsets(), Offsets::counting(shown.text.as_bytes(), true));
    for span in &shown.spans {
        let (at, to) = (offsets.span(&span.source), places.span(&span.shown));
        let why = (span.reason.code(), span.reason.sentence());
        spans.push((at.start, at.end, to.start, to.end, why.0, why.1));
    }
    let spans = PyTuple::new(py, spans)?;
    Ok((PyString::new(py, &shown.text), spans).into_pyobject(py)?.into_any())
}
