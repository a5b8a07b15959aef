//! Derived functions: those Python functions that are made of rows of the engine's table alone.

use std::ffi::CStr;

use pyo3::ffi::PyMethodDef;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyListMethods};

use crate::bulk::{arguments::VerbArguments, columns::object};
use crate::call::{CallArguments, Fast, FastCall, method};
use crate::docs;
use crate::guard::{self, Answer};
use crate::objects::{python::FACTS, text::Text};
use superuri::bulk::columns::{ResultType, Values};
use superuri::bulk::verbs::{self, FUNCTIONS, Function, Work};
use superuri::normal::python::Python as Facts;

/// No arguments besides the text.
struct TextAlone;

impl verbs::Arguments for TextAlone {
    fn python(&self) -> &'static Facts {
        &FACTS
    }
}

/// Function number `N` of the table.
struct Derived<const N: usize>;

impl<const N: usize> Derived<N> {
    /// `N` may exceed the table; instances beyond it are never used.
    const FUNCTION: &'static Function = &FUNCTIONS[if N < FUNCTIONS.len() { N } else { 0 }];
}

impl<const N: usize> FastCall for Derived<N> {
    const DOC: &'static CStr = docs::of(Self::FUNCTION.name);

    fn quick(text: &[u8]) -> Fast<'_> {
        guard::check_available(text.len());
        match (Self::FUNCTION.make)(&TextAlone) {
            Ok(Work::FindText { octets, find, .. }) => match find(text) {
                Ok(Some(found)) if octets => Fast::Octets(found.into_owned()),
                Ok(Some(found)) => Fast::Utf8(found.into_owned()),
                Ok(None) => Fast::None,
                Err(_) => Fast::NeedsSlowPath,
            },
            Ok(Work::Text(verb)) => {
                let mut out = Vec::new();
                match verb.apply(text, &mut out) {
                    Ok(true) => Fast::Text(out),
                    Ok(false) => Fast::Same,
                    Err(_) => Fast::NeedsSlowPath,
                }
            }
            _ => Fast::NeedsSlowPath,
        }
    }

    fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        let text = Text::strict(arguments.text())?;
        let (parameters, slots) = (&Self::SIGNATURE.parameters()[1..], &arguments.slots[1..]);
        let name = Self::NAME.to_string_lossy();
        match VerbArguments::of(py, &name, parameters, slots, text.is_str)
            .work(Self::FUNCTION.make)?
        {
            Work::Text(verb) => {
                let mut out = Vec::new();
                let applied = verb.apply(&text.bytes, &mut out);
                if applied.map_err(|error| text.failure(&error))? {
                    text.string(&out)
                } else {
                    text.same()
                }
            }
            Work::FindText { octets, find, .. } => {
                let found = find(&text.bytes).map_err(|error| text.failure(&error))?;
                match found {
                    None => Ok(py.None().into_bound(py)),
                    Some(found) if octets => Ok(PyBytes::new(py, &found).into_any()),
                    Some(found) => text.string(&found),
                }
            }
            Work::Find { shape, find } => {
                let mut values = Values::new(shape);
                find(&text.bytes, &mut values).map_err(|error| text.failure(&error))?;
                let found = object(py, &values, shape, 0)?;
                match shape {
                    ResultType::List(_) => Ok(found.cast_into::<PyList>()?.to_tuple().into_any()),
                    _ => Ok(found),
                }
            }
        }
    }
}

pub(crate) fn methods() -> Vec<PyMethodDef> {
    macro_rules! numbered {
        ($($n:literal)*) => {{
            const { assert!(FUNCTIONS.len() <= [$($n),*].len(), "there are more functions than numbers") }
            [$(method::<Derived<$n>>()),*]
        }};
    }
    let all = numbered![0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31];
    all.into_iter().take(FUNCTIONS.len()).collect()
}
