//! Arguments of a verb from Python: objects by parameter name.

use std::{cell::RefCell, sync::Arc};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::objects::codec::{self, Coding};
use crate::objects::words::{default_scheme, unknown, word, words};
use crate::objects::{
    display::view, errors, help, profiles::profile, python::FACTS, sets::encoder,
    tracking::tracking,
};
use crate::verbs::lint::chosen;
use superuri::base::error::{Error, quote};
use superuri::bulk::verbs::{
    ArgumentResult, Arguments, CleaningRules, Make, ROWS, RefusedArgument, VerbRow, Work,
};
use superuri::clean::default_scheme::DefaultScheme;
use superuri::codec::{
    encodings::decode::NamedEncoding, encodings::reader::Reader, percent::Encoder,
};
use superuri::lint;
use superuri::normal::python::Python as Facts;
use superuri::normal::tracking::Tracking;
use superuri::show::display::View;
use superuri_kernels::set::Set;

/// The arguments of a verb: one slot for each parameter.
pub(crate) struct VerbArguments<'a, 'py> {
    py: Python<'py>,
    verb: &'a str,
    parameters: &'static [&'static str],
    slots: &'a [Option<Bound<'py, PyAny>>],
    is_text: bool,
    /// The exception that Python raised while an argument was read.
    raised: RefCell<Option<PyErr>>,
}

impl<'a, 'py> VerbArguments<'a, 'py> {
    pub(crate) fn of(
        py: Python<'py>,
        verb: &'a str,
        parameters: &'static [&'static str],
        slots: &'a [Option<Bound<'py, PyAny>>],
        is_text: bool,
    ) -> Self {
        Self { py, verb, parameters, slots, is_text, raised: RefCell::default() }
    }

    pub(crate) fn work(&self, make: Make) -> PyResult<Work> {
        make(self).map_err(|refused| refusal(self.py, refused, self.raised.take()))
    }

    fn get(&self, name: &str) -> Option<&Bound<'py, PyAny>> {
        let at = self.parameters.iter().position(|known| *known == name)?;
        self.slots.get(at)?.as_ref()
    }

    /// The same result; an exception is kept in `raised`.
    fn made<T>(&self, made: PyResult<T>) -> ArgumentResult<T> {
        made.map_err(|error| {
            self.raised.replace(Some(error));
            RefusedArgument::Known
        })
    }

    /// The encoding that this argument names; `None` for UTF-8.
    fn known(&self, argument: &str, coding: &Coding) -> PyResult<Option<NamedEncoding>> {
        match coding {
            Coding::Utf8 => Ok(None),
            Coding::Known(known, name) => {
                Ok(Some(NamedEncoding { known: *known, name: name.clone() }))
            }
            Coding::Python(name) => Err(PyValueError::new_err(format!(
                "{argument}={name:?}: {} of a column knows the labels of the Encoding Standard, \
                 ascii and latin-1; Python's codecs work text by text",
                self.verb
            ))),
        }
    }
}

impl Arguments for VerbArguments<'_, '_> {
    fn is_text(&self) -> bool {
        self.is_text
    }

    fn flag(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| value.is_truthy().unwrap_or(false))
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.get(name)?.extract().ok()
    }

    fn word(&self, name: &str) -> ArgumentResult<Option<String>> {
        self.made(word(self.get(name), name).map(|word| word.map(std::borrow::Cow::into_owned)))
    }

    fn words(&self, name: &str) -> ArgumentResult<Vec<String>> {
        let Some(argument) = self.get(name) else { return Ok(Vec::new()) };
        self.made(words(argument))
    }

    fn set(&self) -> ArgumentResult<Set> {
        self.made(encoder(self.get("set")).map(Encoder::set))
    }

    fn encoding(&self) -> ArgumentResult<Option<NamedEncoding>> {
        let Some(name) = self.word("encoding")? else { return Ok(None) };
        self.made(
            codec::coding(self.py, &name, false).and_then(|coding| self.known("encoding", &coding)),
        )
    }

    fn reader(&self) -> ArgumentResult<Option<Reader>> {
        let codings = || codec::codings(self.py, self.get("encoding"));
        let known =
            |codings: Vec<Coding>| codings.iter().map(|it| self.known("encoding", it)).collect();
        self.made(codings().and_then(known)).map(Reader::of)
    }

    fn repertoire(&self) -> ArgumentResult<Option<NamedEncoding>> {
        let Some(argument) = self.get("repertoire").filter(|given| !given.is_none()) else {
            return Ok(None);
        };
        if !argument.is_instance_of::<PyString>() {
            let kind = "repertoire of a column is the name of an encoding";
            return Err(RefusedArgument::Type(kind.to_owned()));
        }
        let name = self.word("repertoire")?.unwrap_or_default();
        let coding = codec::coding(self.py, &name, false);
        self.made(coding.and_then(|coding| self.known("repertoire", &coding)))
    }

    fn default_scheme(&self) -> ArgumentResult<Option<DefaultScheme>> {
        self.made(default_scheme(self.get("default_scheme")))
    }

    fn rule(&self) -> ArgumentResult<CleaningRules> {
        let rule = || {
            let profile = profile(self.get("profile"))?;
            // An encoding is only for text; octets stay as they are.
            let known = |coding: &Option<Coding>| match coding {
                Some(coding) if self.is_text => self.known("encoding", coding),
                _ => Ok(None),
            };
            let [text, query] = [known(&profile.text_coding)?, known(&profile.query_coding)?]
                .map(|called| called.map(|called| called.known));
            Ok(CleaningRules { profile: profile.profile(), text, query })
        };
        self.made(rule())
    }

    fn view(&self) -> ArgumentResult<View> {
        self.made(view(self.get("profile")).cloned())
    }

    fn tracking(&self) -> ArgumentResult<Option<Arc<Tracking>>> {
        self.made(tracking(self.get("tracking")))
    }

    fn python(&self) -> &'static Facts {
        &FACTS
    }

    fn rules(&self) -> ArgumentResult<lint::LintOptions> {
        self.made(chosen(["select", "ignore", "policy"].map(|name| self.get(name))))
    }
}

pub(crate) fn refusal(py: Python<'_>, refused: RefusedArgument, raised: Option<PyErr>) -> PyErr {
    match refused {
        RefusedArgument::NoneOf(name, given, known) => unknown(name, &given, known),
        RefusedArgument::Unknown(name, given) => {
            PyValueError::new_err(format!("{name}={} is unknown", quote(given.as_bytes())))
        }
        RefusedArgument::Text(text, error) => typed(py, &text, &error),
        RefusedArgument::Value(message) => PyValueError::new_err(message),
        RefusedArgument::Type(message) => PyTypeError::new_err(message),
        RefusedArgument::Known => {
            raised.unwrap_or_else(|| PyValueError::new_err("an argument is wrong"))
        }
    }
}

/// The exception for a text that was given as an option.
fn typed(py: Python<'_>, text: &str, failure: &Error) -> PyErr {
    let error = errors::in_bytes(PyString::new(py, text).as_any(), text.as_bytes(), failure);
    match error.value(py).setattr("help", help::on_command_line(failure.kind)) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// The verb's name in columns, without a space.
pub(crate) fn called(row: &VerbRow) -> String {
    row.name.replace(' ', "_")
}

/// The work of the column verb of this name, with these options.
pub(crate) fn of_column(
    py: Python<'_>,
    verb: &str,
    is_text: bool,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Work> {
    let rows = || ROWS.iter().filter_map(|row| Some((row, row.column?)));
    let Some((row, make)) = rows().find(|(row, _)| called(row) == verb) else {
        let names: Vec<_> = rows().map(|(row, _)| called(row)).collect();
        return Err(unknown("verb", verb, names.iter().map(String::as_str)));
    };
    let mut slots: Vec<Option<Bound<'_, PyAny>>> = row.parameters.iter().map(|_| None).collect();
    for (name, value) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        let Some(at) = row.parameters.iter().position(|known| *known == name) else {
            let known = match row.parameters {
                [] => "no options".to_owned(),
                names => names.join(", "),
            };
            return Err(PyTypeError::new_err(format!(
                "{verb} of a column has no option {name:?}; it has {known}"
            )));
        };
        slots[at] = Some(value);
    }
    VerbArguments::of(py, verb, row.parameters, &slots, is_text).work(make)
}
