//! Verbs of columns: a row for each, with its options.
//!
//! A row each: the name, its options, and what makes a [`Mapping`] of them. To add one, add a row.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::objects::codec::{self, Coding};
use crate::objects::sets::PyProfile;
use crate::objects::words::decode_errors;
use crate::objects::words::unknown;
use crate::objects::words::word;
use crate::verbs::hosts::rules_of;
use crate::verbs::keys::tables;
use crate::verbs::lint::chosen;
use crate::verbs::normal::{also, level};
use crate::verbs::pretty::view;
use crate::verbs::text::encoder;
use crate::verbs::text::profile;
use superuri::bulk::columns::Mapping;
use superuri::bulk::columns::batch::Whole;
use superuri::bulk::columns::verbs as found;
use superuri::bulk::lines::record::unless_same;
use superuri::bulk::verbs::uri::{self, Steps};
use superuri::bulk::verbs::{Reading, Verb};
use superuri::clean;
use superuri::clean::edit;
use superuri::clean::edits::{self, Encodings};
use superuri::codec::encodings::charset::Charset;
use superuri::codec::encodings::decode::Called;
use superuri::codec::percent::{self, Encoder, Errors};
use superuri::normal::keys;
use superuri::syntax::hosts::domain::Rules;

/// The options that were given to a verb, and of what the column is.
pub(super) struct Options<'a, 'py> {
    given: Vec<Option<Bound<'py, PyAny>>>,
    names: &'static [&'static str],
    verb: &'a str,
    is_text: bool,
    py: Python<'py>,
}

type Made = PyResult<Mapping<'static>>;

/// A verb that columns know.
pub(super) struct Row {
    pub(super) name: &'static str,
    /// Does it find something in a text, instead of making another of it?
    pub(super) finds: bool,
    options: &'static [&'static str],
    make: fn(&Options<'_, '_>) -> Made,
}

/// A row of a verb that makes texts.
const fn makes(
    name: &'static str,
    options: &'static [&'static str],
    make: fn(&Options<'_, '_>) -> Made,
) -> Row {
    Row { name, finds: false, options, make }
}

/// A row of a verb that finds something.
const fn finds(
    name: &'static str,
    options: &'static [&'static str],
    make: fn(&Options<'_, '_>) -> Made,
) -> Row {
    Row { name, finds: true, options, make }
}

/// Every verb that columns know.
pub(super) static ROWS: &[Row] = &[
    makes("encode", &["set", "encoding"], encode),
    makes("decode", &["encoding", "errors"], decode),
    makes("decode_bytes", &["errors"], decode_bytes),
    makes("clean", &["profile"], clean_by),
    makes("normalize", &["level", "also"], normal),
    makes("pretty", &["profile"], shown),
    makes("form_encode", &["encoding"], form_encode),
    makes("form_decode", &["encoding", "errors"], form_decode),
    finds("is_uri", &["profile"], is_uri),
    finds("error", &["profile"], error),
    finds("split", &[], |_| Ok(found::split())),
    finds("parse", &[], |_| Ok(found::parse())),
    finds("host", &[], |_| Ok(found::host())),
    finds("agreed_host", &[], |_| Ok(found::agreed_host())),
    finds("domain", &["rules"], domain),
    finds("query", &[], |_| Ok(found::query())),
    finds("form", &[], |_| Ok(found::form())),
    finds("key", &["tables"], key),
    finds("lint", &["select", "ignore", "policy"], lint),
    finds("depth", &[], |_| Ok(found::depth())),
];

/// What the verb of this name does, with these options.
pub(super) fn mapping(
    verb: &str,
    is_text: bool,
    options: Option<&Bound<'_, PyDict>>,
    py: Python<'_>,
) -> Made {
    let Some(row) = ROWS.iter().find(|row| row.name == verb) else {
        return Err(unknown("verb", verb, ROWS.iter().map(|row| row.name)));
    };
    let mut given: Vec<Option<Bound<'_, PyAny>>> = row.options.iter().map(|_| None).collect();
    for (name, value) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        let Some(at) = row.options.iter().position(|known| *known == name) else {
            let known = match row.options {
                [] => "no options".to_owned(),
                names => names.join(", "),
            };
            return Err(PyTypeError::new_err(format!(
                "{verb} of a column has no option {name:?}; it has {known}"
            )));
        };
        given[at] = Some(value);
    }
    (row.make)(&Options { given, names: row.options, verb, is_text, py })
}

impl<'py> Options<'_, 'py> {
    fn get(&self, name: &str) -> Option<&Bound<'py, PyAny>> {
        let at = self.names.iter().position(|known| *known == name)?;
        self.given[at].as_ref()
    }

    fn errors(&self) -> PyResult<Errors> {
        let word = word(self.get("errors"), "errors")?;
        decode_errors(word.as_deref().unwrap_or("strict"))
    }

    /// The encoding, if it is not UTF-8.
    fn encoding(&self) -> PyResult<Option<Called>> {
        let Some(name) = word(self.get("encoding"), "encoding")? else { return Ok(None) };
        self.known(&codec::coding(self.py, &name, false)?)
    }

    fn known(&self, coding: &Coding) -> PyResult<Option<Called>> {
        match coding {
            Coding::Utf8 => Ok(None),
            Coding::Known(known, name) => Ok(Some(Called { known: *known, name: name.clone() })),
            Coding::Python(name) => Err(PyValueError::new_err(format!(
                "encoding={name:?}: {} of a column knows the labels of the Encoding Standard, \
                 ascii and latin-1; Python's codecs work text by text",
                self.verb
            ))),
        }
    }

    /// Refuses an encoding of what is octets already.
    fn of_text(&self, encoding: Option<Called>) -> PyResult<Option<Called>> {
        if encoding.is_some() && !self.is_text {
            return Err(PyTypeError::new_err(
                "binaries are octets already: encoding= is for columns of strings",
            ));
        }
        Ok(encoding)
    }
}

/// What the verb makes of each text.
fn texts(verb: Verb) -> Mapping<'static> {
    let whole = Whole::of(&verb);
    Mapping::Text { apply: Box::new(move |text, out| verb.apply(text, out)), whole, octets: false }
}

/// What this makes of each text.
fn one_by_one<F>(apply: F) -> Mapping<'static>
where
    F: Fn(&[u8], &mut Vec<u8>) -> superuri::base::error::Result<bool> + Sync + 'static,
{
    Mapping::Text { apply: Box::new(apply), whole: None, octets: false }
}

fn encode(options: &Options<'_, '_>) -> Made {
    let encoder = Box::new(Encoder::new(encoder(options.get("set"))?.set()));
    let encoding = options.of_text(options.encoding()?)?;
    Ok(texts(Verb::Encode { encoder, encoding }))
}

fn decode(options: &Options<'_, '_>) -> Made {
    let errors = options.errors()?;
    let reading = match options.encoding()? {
        None => Reading::Utf8,
        Some(called) if options.is_text => Reading::Called(called),
        // Of octets, those that stand raw are in the encoding, too.
        Some(called) => {
            return Ok(one_by_one(move |octets, out| {
                Ok(unless_same(called.decode(octets, errors)?.as_bytes(), octets, out))
            }));
        }
    };
    Ok(texts(Verb::Decode { errors, reading }))
}

fn decode_bytes(options: &Options<'_, '_>) -> Made {
    let errors = options.errors()?;
    Ok(Mapping::Text {
        apply: Box::new(move |text, out| {
            Ok(unless_same(&percent::decode_bytes(text, errors)?, text, out))
        }),
        whole: None,
        octets: true,
    })
}

/// The profile's rules, and the encodings of text and query.
type Rule = (PyProfile, Option<Called>, Option<Called>);

fn rule(options: &Options<'_, '_>) -> PyResult<Rule> {
    let profile = profile(options.get("profile"))?;
    // Octets are in no encoding.
    let called = |coding: &Option<Coding>| match coding {
        Some(coding) if options.is_text => options.known(coding),
        _ => Ok(None),
    };
    let (text, query) = (called(&profile.text_coding)?, called(&profile.query_coding)?);
    Ok((profile, text, query))
}

fn clean_by(options: &Options<'_, '_>) -> Made {
    let (profile, text, query) = rule(options)?;
    let profile = profile.profile();
    if text.is_none() && query.is_none() {
        // Most texts are clean: by way of the verb, a row takes a sixth longer.
        return Ok(one_by_one(move |text, out| clean::onto(text, profile, out)));
    }
    // A command names one encoding; a profile has one of the text and one of the query.
    let [text, query] = [text, query].map(|called| called.map(|called| called.known));
    Ok(one_by_one(move |row, out| {
        let encodings =
            Encodings { text: text.map(Charset::Known), query: query.map(Charset::Known) };
        let edits = edits::edits(row, profile, encodings)?;
        Ok(!edits.is_empty() && unless_same(&edit::apply(row, &edits), row, out))
    }))
}

fn is_uri(options: &Options<'_, '_>) -> Made {
    match rule(options)? {
        (profile, None, None) => Ok(found::is_uri(profile.profile())),
        _ => Err(PyValueError::new_err("is_uri of a column asks a profile in UTF-8")),
    }
}

fn error(options: &Options<'_, '_>) -> Made {
    match rule(options)? {
        (profile, None, None) => Ok(found::error(profile.profile())),
        _ => Err(PyValueError::new_err("error of a column asks a profile in UTF-8")),
    }
}

fn normal(options: &Options<'_, '_>) -> Made {
    let (level, also) = (level(options.get("level"))?, also(options.get("also"))?);
    Ok(texts(Verb::Whole(uri::Whole::Normalize { level, also, steps: Steps::Untold, trim: false })))
}

fn shown(options: &Options<'_, '_>) -> Made {
    let view = Box::new(view(options.get("profile"))?.clone());
    Ok(texts(Verb::Pretty { view, trim: false }))
}

fn form_encode(options: &Options<'_, '_>) -> Made {
    Ok(texts(Verb::FormEncode(options.of_text(options.encoding()?)?)))
}

fn form_decode(options: &Options<'_, '_>) -> Made {
    let (errors, encoding) = (options.errors()?, options.encoding()?);
    if encoding.is_some() && !options.is_text {
        let hint = "form_decode of binaries reads UTF-8: cast the column to strings";
        return Err(PyValueError::new_err(hint));
    }
    Ok(texts(Verb::FormDecode { errors, encoding }))
}

fn key(options: &Options<'_, '_>) -> Made {
    let name = word(options.get("tables"), "tables")?;
    Ok(found::key(tables(name.as_deref().unwrap_or(keys::DEFAULT))?))
}

fn lint(options: &Options<'_, '_>) -> Made {
    let chosen = chosen(["select", "ignore", "policy"].map(|name| options.get(name)))?;
    Ok(found::lint(chosen, options.is_text))
}

fn domain(options: &Options<'_, '_>) -> Made {
    let rules = word(options.get("rules"), "rules")?;
    Ok(found::domain(rules.map_or(Ok(Rules::All), |rules| rules_of(&rules))?))
}
