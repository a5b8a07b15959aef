//! Options of a command line: the requested verb, and its own options.
//!
//! The verb reads its own options by their names in `superuri._verbs`. The names are defined there;
//! their meaning is defined in the verb's file of the engine.

use std::{cell::Cell, collections::HashMap, sync::Arc};

use pyo3::prelude::*;

use crate::bulk::arguments::refusal;
use crate::objects::{display::PyDisplay, python::FACTS, tracking::table, words::Items};
use superuri::base::sets;
use superuri::bulk::verbs::{
    ArgumentResult, Arguments, CleaningRules, ROWS, RefusedArgument, Verb, Work,
};
use superuri::clean::{default_scheme::DefaultScheme, profiles};
use superuri::codec::encodings::labels::{self, Label};
use superuri::codec::{encodings::decode::NamedEncoding, encodings::reader::Reader};
use superuri::normal::python::Python as Facts;
use superuri::normal::tracking::Tracking;
use superuri::show::display::View;
use superuri_guard::guarded_function;
use superuri_kernels::set::Set;

#[derive(FromPyObject)]
enum OptionValue {
    Flag(bool),
    Number(usize),
    Word(String),
    Words(Items<String>),
}

/// What is done to the records, as `superuri.cli` requests it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct JobOptions {
    pub(crate) verb: String,
    /// The verb's own options by their names: those that were given or have a default.
    given: HashMap<String, OptionValue>,
    pub(crate) nul: bool,
    pub(crate) json: bool,
    pub(crate) on_error: String,
    /// How many bytes may be used to drop repeated results; None drops nothing.
    pub(crate) distinct: Option<usize>,
    pub(crate) max_line: usize,
    /// 0 means as many as there are cores.
    pub(crate) threads: usize,
    /// Whether the records are text; rows of a binary column are octets.
    #[pyo3(default = Cell::new(true))]
    pub(crate) is_text: Cell<bool>,
}

#[guarded_function]
pub(crate) fn check_options(py: Python<'_>, options: JobOptions) -> PyResult<()> {
    options.verb(py).map(drop)
}

impl JobOptions {
    pub(crate) fn verb(&self, py: Python<'_>) -> PyResult<Box<dyn Verb>> {
        let row = ROWS.iter().find(|row| row.name == self.verb);
        let unknown = || RefusedArgument::Unknown("verb", self.verb.clone());
        match row.and_then(|row| row.lines).ok_or_else(unknown).and_then(|make| make(self)) {
            Ok(Work::Text(verb)) => Ok(verb),
            Ok(_) => Err(refusal(py, unknown(), None)),
            Err(refused) => Err(refusal(py, refused, None)),
        }
    }

    fn given_word(&self, option: &str) -> Option<&str> {
        match self.given.get(option) {
            Some(OptionValue::Word(word)) => Some(word),
            _ => None,
        }
    }
}

impl Arguments for JobOptions {
    fn is_text(&self) -> bool {
        self.is_text.get()
    }

    fn json(&self) -> bool {
        self.json
    }

    fn flag(&self, name: &str) -> bool {
        matches!(self.given.get(name), Some(OptionValue::Flag(true)))
    }

    fn number(&self, name: &str) -> Option<usize> {
        match self.given.get(name) {
            Some(OptionValue::Number(number)) => Some(*number),
            _ => None,
        }
    }

    fn word(&self, name: &str) -> ArgumentResult<Option<String>> {
        Ok(self.given_word(name).map(str::to_owned))
    }

    fn words(&self, name: &str) -> ArgumentResult<Vec<String>> {
        match self.given.get(name) {
            Some(OptionValue::Words(words)) => Ok(words.0.clone()),
            _ => Ok(Vec::new()),
        }
    }

    fn set(&self) -> ArgumentResult<Set> {
        let given = self.given_word("set").unwrap_or_default();
        let row = given.split_once('.').and_then(|(family, name)| sets::find(family, name));
        row.map(|row| row.set).ok_or_else(|| RefusedArgument::Unknown("set", given.to_owned()))
    }

    fn encoding(&self) -> ArgumentResult<Option<NamedEncoding>> {
        self.encoding_of(labels::look_up)
    }

    fn reader(&self) -> ArgumentResult<Option<Reader>> {
        let names = self.words("encoding")?;
        let encodings = names.into_iter().map(|name| called(name, labels::look_up));
        encodings.collect::<ArgumentResult<Vec<_>>>().map(Reader::of)
    }

    fn repertoire(&self) -> ArgumentResult<Option<NamedEncoding>> {
        self.word("repertoire")?.map_or(Ok(None), |name| called(name, labels::look_up))
    }

    fn default_scheme(&self) -> ArgumentResult<Option<DefaultScheme>> {
        let Some(name) = self.given_word("default-scheme") else { return Ok(None) };
        let scheme = DefaultScheme::new(name.as_bytes());
        scheme.map(Some).map_err(|error| RefusedArgument::Text(name.to_owned(), error))
    }

    fn rule(&self) -> ArgumentResult<CleaningRules> {
        let given = self.given_word("profile").unwrap_or_default();
        let profile = profiles::profile(given);
        let profile =
            profile.ok_or_else(|| RefusedArgument::Unknown("profile", given.to_owned()))?;
        let of_page = profile.numeric_references;
        let encoding = self.encoding_of(if of_page { labels::of_page } else { labels::look_up })?;
        let query = encoding.map(|called| called.known);
        // The encoding of a page is only that of the query.
        Ok(CleaningRules { profile, text: query.filter(|_| !of_page), query })
    }

    fn tracking(&self) -> ArgumentResult<Option<Arc<Tracking>>> {
        let Some(OptionValue::Words(rows)) = self.given.get("tracking") else { return Ok(None) };
        table(&rows.0).map(Some).map_err(refused)
    }

    fn python(&self) -> &'static Facts {
        &FACTS
    }

    fn view(&self) -> ArgumentResult<View> {
        let words = ["profile", "userinfo", "host", "sink"];
        let [profile, userinfo, host, sink] =
            words.map(|name| self.given_word(name).unwrap_or_default());
        // 0 means no limit.
        let length = self.number("length").filter(|length| *length > 0);
        let protected = self.words("protected")?;
        PyDisplay::named(profile, userinfo, host, sink, length, protected)
            .map(|display| display.0)
            .map_err(refused)
    }
}

/// The exception's message, as a value that is refused.
#[expect(clippy::needless_pass_by_value, reason = "it maps an error")]
fn refused(error: PyErr) -> RefusedArgument {
    RefusedArgument::Value(Python::attach(|py| error.value(py).to_string()))
}

impl JobOptions {
    /// The encoding whose name was given, looked up by `look_up`; `None` for UTF-8.
    fn encoding_of(&self, named: fn(&str) -> Label<'_>) -> ArgumentResult<Option<NamedEncoding>> {
        self.word("encoding")?.map_or(Ok(None), |name| called(name, named))
    }
}

/// The encoding of this name, looked up by `look_up`; `None` for UTF-8.
fn called(name: String, named: fn(&str) -> Label<'_>) -> ArgumentResult<Option<NamedEncoding>> {
    match named(&name) {
        Label::Utf8 => Ok(None),
        Label::Known(known) => Ok(Some(NamedEncoding { known, name })),
        Label::Other(_) => Err(RefusedArgument::Unknown("encoding", name)),
    }
}
