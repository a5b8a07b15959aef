//! Which verb is asked for on a command line, and with what?
//!
//! Each verb takes its own options by their names in `superuri._verbs`: the words stand there, their
//! meaning here. Adding a verb is adding an arm to `Options::verb`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::objects::display::PyDisplay;
use crate::objects::errors;
use crate::objects::words::decode_errors;
use crate::objects::words::one_of;
use superuri::base::error::{Error, quote};
use superuri::base::sets;
use superuri::base::sets::RFC3986;
use superuri::bulk::verbs::format::Format;
use superuri::bulk::verbs::uri::{Steps, Taken, Whole};
use superuri::bulk::verbs::{Reading, Verb};
use superuri::clean::clean;
use superuri::codec::encodings::decode::Called;
use superuri::codec::encodings::labels::{self, Named};
use superuri::codec::logs;
use superuri::codec::percent::Encoder;
use superuri::normal::keys;
use superuri::normal::{Also, Level};
use superuri::uri;
use superuri::uri::changes::{self, Change};
use superuri_guard::guarded_function;

/// What an option of a verb says.
#[derive(FromPyObject)]
enum Value {
    Flag(bool),
    Number(usize),
    Word(String),
    Words(Vec<String>),
}

/// What is done to the records, as `superuri.cli` says it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    verb: String,
    /// The verb's own options by their names, those that were given or have a default.
    given: HashMap<String, Value>,
    pub(crate) nul: bool,
    pub(crate) json: bool,
    pub(crate) on_error: String,
    /// How many bytes it may take to drop what has been there before; None drops nothing.
    pub(crate) distinct: Option<usize>,
    pub(crate) max_line: usize,
    /// 0 is as many as there are cores.
    pub(crate) threads: usize,
}

/// The exception of a word that is none of too many to be listed.
fn unknown(option: &str, said: &str) -> PyErr {
    PyValueError::new_err(format!("{option}={} is unknown", quote(said.as_bytes())))
}

/// The failure of a text that was typed as an option.
fn typed(py: Python<'_>, text: &str, failure: &Error) -> PyErr {
    let error = errors::in_bytes(PyString::new(py, text).as_any(), text.as_bytes(), failure);
    match error.value(py).setattr("help", failure.kind.typed_help()) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Raises where the verb cannot be done with these options, whatever the records.
#[guarded_function]
pub(crate) fn check_options(py: Python<'_>, options: Options) -> PyResult<()> {
    options.verb(py).map(drop)
}

impl Options {
    /// The word of this option; nothing where it was not given.
    fn said(&self, option: &str) -> Option<&str> {
        match self.given.get(option) {
            Some(Value::Word(word)) => Some(word),
            _ => None,
        }
    }

    fn word(&self, option: &str) -> &str {
        self.said(option).unwrap_or_default()
    }

    fn flag(&self, option: &str) -> bool {
        matches!(self.given.get(option), Some(Value::Flag(true)))
    }

    fn number(&self, option: &str) -> Option<usize> {
        match self.given.get(option) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        }
    }

    fn words(&self, option: &str) -> &[String] {
        match self.given.get(option) {
            Some(Value::Words(words)) => words,
            _ => &[],
        }
    }

    fn taken(&self) -> Taken {
        Taken { trim: self.flag("trim"), clean: self.flag("clean") }
    }

    /// The encoding of this name; none for UTF-8.
    fn encoding(&self, of_page: bool) -> PyResult<Option<Called>> {
        let name = self.word("encoding").to_owned();
        let named = if of_page { labels::of_page(&name) } else { labels::named(&name) };
        match named {
            Named::Utf8 => Ok(None),
            Named::Known(known) => Ok(Some(Called { known, name })),
            Named::Other(_) => Err(unknown("encoding", &name)),
        }
    }

    /// The verb that is asked for.
    pub(crate) fn verb(&self, py: Python<'_>) -> PyResult<Verb> {
        let trim = self.flag("trim");
        let errors = || decode_errors(self.word("errors"));
        Ok(match self.verb.as_str() {
            "encode" => {
                let set = self.word("set");
                let row = set.split_once('.').and_then(|(family, name)| sets::find(family, name));
                let row = row.ok_or_else(|| unknown("set", set))?;
                let encoder = Box::new(Encoder::new(row.set));
                Verb::Encode { encoder, encoding: self.encoding(false)? }
            }
            "decode" => {
                let said = self.word("from");
                let log = logs::format(said).and_then(|format| format.field(None));
                let reading = match (log, self.encoding(false)?) {
                    (Some(field), None) => Reading::Log(field),
                    (None, Some(called)) if said.is_empty() => Reading::Called(called),
                    (None, None) if said.is_empty() => Reading::Utf8,
                    _ => return Err(unknown("log", said)),
                };
                Verb::Decode { errors: errors()?, reading }
            }
            "form encode" => Verb::FormEncode(self.encoding(false)?),
            "form decode" => {
                Verb::FormDecode { errors: errors()?, encoding: self.encoding(false)? }
            }
            "clean" => {
                let profile = sets::profile(self.word("profile"));
                let profile = profile.ok_or_else(|| unknown("profile", self.word("profile")))?;
                let encoding = self.encoding(profile.numeric_references)?;
                let encoding = encoding.map(|called| called.known);
                Verb::Clean { profile, trim, encoding }
            }
            "pretty" => {
                let display = PyDisplay::named(
                    self.word("profile"),
                    self.word("userinfo"),
                    self.word("host"),
                    self.word("sink"),
                    // 0 is as many as there are.
                    self.number("length").filter(|length| *length > 0),
                    self.words("protected").to_vec(),
                )?;
                Verb::Pretty { view: Box::new(display.0), trim }
            }
            _ => Verb::Whole(self.whole(py)?),
        })
    }

    /// The verb of whole URIs that is asked for.
    fn whole(&self, py: Python<'_>) -> PyResult<Whole> {
        let level = || one_of("level", self.word("level"), &Level::NAMES);
        Ok(match self.verb.as_str() {
            "parse" => {
                Whole::Parse { whatwg: self.flag("whatwg"), json: self.json, taken: self.taken() }
            }
            "get" => {
                let said = self.word("format");
                let mut format = Format::new(said).map_err(|error| typed(py, said, &error))?;
                let absent = self.word("absent").as_bytes().to_vec();
                format.absent = (!self.flag("require")).then_some(absent);
                format.errors = decode_errors(self.word("errors"))?;
                Whole::Get { format: Box::new(format), taken: self.taken() }
            }
            "set" => {
                let changes = self.changes()?;
                changes::check(&changes).map_err(|refused| {
                    typed(py, &String::from_utf8_lossy(&refused.text), &refused.error)
                })?;
                Whole::Set { changes, taken: self.taken() }
            }
            "normalize" if self.flag("key") => {
                Whole::Key { tables: keys::default(), json: self.json, trim: self.flag("trim") }
            }
            "normalize" => {
                let mut also = Also::default();
                for word in self.words("also") {
                    *one_of("also", word, &Also::NAMES)?(&mut also) = true;
                }
                let steps = match (self.flag("explain"), self.json) {
                    (false, _) => Steps::Untold,
                    (true, false) => Steps::Lines,
                    (true, true) => Steps::Reported,
                };
                Whole::Normalize { level: level()?, also, steps, trim: self.flag("trim") }
            }
            "compare" => {
                let differed = AtomicBool::new(false);
                Whole::Compare {
                    level: level()?,
                    json: self.json,
                    trim: self.flag("trim"),
                    differed,
                }
            }
            "join" => Whole::Join {
                base: self.said("base").map(|base| self.base(py, base)).transpose()?,
                strict: !self.flag("loose"),
                taken: self.taken(),
            },
            other => return Err(unknown("verb", other)),
        })
    }

    /// So many of the first bytes of a result say what it stands for.
    pub(crate) fn known_by(&self) -> usize {
        if self.flag("key") { 2 * keys::LEN } else { usize::MAX }
    }

    /// The base, which is a legal URI reference or cleaned.
    fn base(&self, py: Python<'_>, said: &str) -> PyResult<Vec<u8>> {
        let legal = if self.flag("clean") {
            clean(said.as_bytes(), RFC3986).map(Cow::into_owned)
        } else {
            uri::check(said.as_bytes()).map(|()| said.as_bytes().to_vec())
        };
        legal.map_err(|error| typed(py, said, &error))
    }

    /// What `set` is to change: what goes first, then the components in their order.
    fn changes(&self) -> PyResult<Vec<Change>> {
        let bytes = |option| self.said(option).map(|said| said.as_bytes().to_vec());
        let mut all = Vec::new();
        for part in self.words("without") {
            all.push(match part.as_str() {
                "scheme" => Change::Scheme(None),
                "user" => Change::User(None, None),
                "password" => Change::WithoutPassword,
                "port" => Change::Port(None),
                "query" => Change::WithoutQuery,
                "fragment" => Change::Fragment(None),
                other => return Err(unknown("without", other)),
            });
        }
        all.extend(bytes("scheme").map(|scheme| Change::Scheme(Some(scheme))));
        all.extend(bytes("host").map(Change::Host));
        all.extend(bytes("user").map(|user| Change::User(Some(user), bytes("password"))));
        if let Some(port) = self.number("port") {
            let port = u16::try_from(port).map_err(|_| unknown("port", &port.to_string()))?;
            all.push(Change::Port(Some(port)));
        }
        let values = |option| self.words(option).iter().map(|said| said.as_bytes().to_vec());
        if !self.words("segment").is_empty() {
            all.push(Change::Segments(values("segment").collect()));
        }
        all.extend(values("child").map(Change::Child));
        all.extend(values("without-query").map(Change::WithoutPair));
        all.extend(self.words("query").iter().map(|pair| match pair.split_once('=') {
            Some((name, value)) => Change::Pair(name.into(), Some(value.into())),
            None => Change::Pair(pair.clone().into_bytes(), None),
        }));
        all.extend(bytes("fragment").map(|fragment| Change::Fragment(Some(fragment))));
        Ok(all)
    }
}
