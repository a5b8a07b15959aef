//! Verbs that find something in a text: what each looks for, and the column it returns.

use std::ops::Range;

use super::run::Mapping;
use super::values::{Shape, Values};
use crate::base::error::Result;
use crate::clean;
use crate::clean::profile::Profile;
use crate::codec::encodings::utf8::Offsets;
use crate::codec::form;
use crate::codec::layers;
use crate::codec::percent::{self, Errors};
use crate::lint::{self, Finding};
use crate::normal::keys::{self, Tables};
use crate::syntax::hosts::domain::{Rules, registrable};
use crate::syntax::hosts::readings;
use crate::syntax::places;
use crate::syntax::split;
use crate::uri::components::{Pair, Reading, View};
use crate::uri::fields::{Field, WORDS};

/// The five components of RFC 3986, as they stand in the text.
static PARTS: Shape = Shape::Struct(&[
    ("scheme", Shape::Text),
    ("authority", Shape::Text),
    ("path", Shape::Text),
    ("query", Shape::Text),
    ("fragment", Shape::Text),
]);

/// The pairs of a query.
static PAIRS: Shape = pairs_shape();

const fn pairs_shape() -> Shape {
    Shape::List(&Shape::Struct(&[("name", Shape::Text), ("value", Shape::Text)]))
}

/// What [`parse`] tells; the names are those of [`WORDS`], and `segments`.
const PARSED_FIELDS: &[(&str, Shape)] = &[
    ("scheme", Shape::Text),
    ("user", Shape::Text),
    ("password", Shape::Text),
    ("host", Shape::Text),
    ("host_kind", Shape::Text),
    ("zone", Shape::Text),
    ("port", Shape::Int),
    ("path", Shape::Text),
    ("segments", Shape::List(&Shape::Text)),
    ("query", pairs_shape()),
    ("fragment", Shape::Text),
];

static PARSED: Shape = Shape::Struct(PARSED_FIELDS);

/// What the linter finds.
static FINDINGS: Shape = Shape::List(&Shape::Struct(&[
    ("code", Shape::Text),
    ("name", Shape::Text),
    ("severity", Shape::Text),
    ("start", Shape::Int),
    ("end", Shape::Int),
    ("message", Shape::Text),
    ("source", Shape::Text),
    ("fix", FIX),
]));

const FIX: Shape = Shape::Struct(&[
    (
        "edits",
        Shape::List(&Shape::Struct(&[
            ("start", Shape::Int),
            ("end", Shape::Int),
            ("replacement", Shape::Text),
        ])),
    ),
    ("safe", Shape::Bool),
]);

fn mapping<F>(shape: &'static Shape, find: F) -> Mapping<'static>
where
    F: Fn(&[u8], &mut Values) -> Result<()> + Sync + 'static,
{
    Mapping::Other { shape, find: Box::new(find) }
}

/// Is the text legal as it stands?
#[must_use]
pub fn is_uri(profile: &'static Profile) -> Mapping<'static> {
    mapping(&Shape::Bool, move |text, found| {
        found.push_bool(clean::is_clean(text, profile));
        Ok(())
    })
}

/// As [`split::split`]; of octets that are no UTF-8, what is left of them.
#[must_use]
pub fn split() -> Mapping<'static> {
    mapping(&PARTS, |text, found| {
        let parts = split::split(text);
        let spans = [parts.scheme, parts.authority, Some(parts.path), parts.query, parts.fragment];
        found.push_struct(|fields| {
            for (field, span) in fields.iter_mut().zip(spans) {
                let part = span.map(|span| String::from_utf8_lossy(&text[span]));
                field.push_text_or_null(part.as_deref().map(str::as_bytes));
            }
        });
        Ok(())
    })
}

/// The host of the URI that the text stands for.
#[must_use]
pub fn host() -> Mapping<'static> {
    mapping(&Shape::Text, |text, found| {
        found.push_text_or_null(View::of(text)?.field(&Field::Host, Errors::Strict)?.as_deref());
        Ok(())
    })
}

/// What is told of the URI that the text stands for, octets that are no UTF-8 still escaped.
#[must_use]
pub fn parse() -> Mapping<'static> {
    let word = |(name, _): &(&str, Shape)| WORDS.into_iter().find(|(word, _)| word == name);
    let known: Vec<_> = PARSED_FIELDS.iter().map(|row| word(row).map(|(_, field)| field)).collect();
    mapping(&PARSED, move |text, found| {
        let view = View::of(text)?;
        let said = |field| view.field(field, Errors::Keep).ok().flatten();
        found.push_struct(|fields| {
            for (field, column) in known.iter().zip(fields) {
                match field {
                    Some(Field::Query) => {
                        let pairs = view.pairs(percent::decode, Errors::Keep);
                        push_pairs(&pairs.unwrap_or_default(), column);
                    }
                    Some(field @ Field::Port) => push_port(said(field).as_deref(), column),
                    Some(field) => column.push_text_or_null(said(field).as_deref()),
                    None => column.push_list(|items| {
                        view.segments().for_each(|segment| items.push_text(&segment));
                    }),
                }
            }
        });
        Ok(())
    })
}

/// A number, where it is one of a port.
fn push_port(digits: Option<&[u8]>, column: &mut Values) {
    match digits.and_then(|digits| places::port(digits).ok()) {
        Some(number) => column.push_int(number.into()),
        None => column.push_null(),
    }
}

/// The key of the URI, by these tables.
#[must_use]
pub fn key(tables: &'static Tables) -> Mapping<'static> {
    mapping(&Shape::Octets, move |text, found| {
        found.push_text(&keys::key(text, tables)?);
        Ok(())
    })
}

/// How many layers of encoding there are, of the [`layers::DEPTH`] that are looked for.
#[must_use]
pub fn depth() -> Mapping<'static> {
    mapping(&Shape::Int, |text, found| {
        let layers = layers::layers(text, layers::DEPTH).len();
        found.push_int(i64::try_from(layers).unwrap_or(i64::MAX));
        Ok(())
    })
}

/// As [`readings::agreed`].
#[must_use]
pub fn agreed_host() -> Mapping<'static> {
    mapping(&Shape::Text, |text, found| {
        let host = readings::agreed(text)?;
        found.push_text_or_null(host.as_deref().map(str::as_bytes));
        Ok(())
    })
}

/// As [`registrable`], of the host that all readings agree on.
#[must_use]
pub fn domain(rules: Rules) -> Mapping<'static> {
    mapping(&Shape::Text, move |text, found| {
        let host = readings::agreed(text)?;
        let domain = host.as_deref().and_then(|host| registrable(host, rules));
        found.push_text_or_null(domain.map(str::as_bytes));
        Ok(())
    })
}

/// The pairs of the query, as RFC 3986 reads them.
#[must_use]
pub fn query() -> Mapping<'static> {
    pairs(percent::decode)
}

/// The pairs of the query, as forms are read.
#[must_use]
pub fn form() -> Mapping<'static> {
    pairs(form::decode)
}

fn pairs(reading: Reading) -> Mapping<'static> {
    mapping(&PAIRS, move |text, found| {
        push_pairs(&View::of(text)?.pairs(reading, Errors::Strict)?, found);
        Ok(())
    })
}

fn push_pairs(pairs: &[Pair<'_>], found: &mut Values) {
    found.push_list(|items| {
        for (name, value) in pairs {
            items.push_struct(|fields| {
                fields[0].push_text(name);
                fields[1].push_text_or_null(value.as_deref());
            });
        }
    });
}

/// The code of why [`clean::clean`] refuses the text; null, where it does not.
#[must_use]
pub fn error(profile: &'static Profile) -> Mapping<'static> {
    mapping(&Shape::Text, move |text, found| {
        let failure = clean::onto(text, profile, &mut Vec::new()).err();
        found.push_text_or_null(failure.as_ref().map(|failure| failure.kind.code().as_bytes()));
        Ok(())
    })
}

/// As [`lint::lint`]; offsets count characters of text, else bytes.
#[must_use]
pub fn lint(options: lint::Options, is_text: bool) -> Mapping<'static> {
    mapping(&FINDINGS, move |text, found| {
        let findings = lint::lint(text, &options);
        let mut offsets = Offsets::counting(text, is_text);
        found.push_list(|items| {
            for finding in &findings {
                items.push_struct(|fields| push_finding(finding, &mut offsets, fields));
            }
        });
        Ok(())
    })
}

fn push_finding(finding: &Finding, offsets: &mut Offsets<'_>, fields: &mut [Values]) {
    let [code, name, severity, start, end, message, source, fix] = fields else { return };
    let rule = finding.rule();
    code.push_text(rule.code.as_bytes());
    name.push_text(rule.name.as_bytes());
    severity.push_text(finding.severity.word().as_bytes());
    push_span(&finding.at, offsets, start, end);
    message.push_text(finding.message().as_bytes());
    source.push_text(rule.source.as_bytes());
    let Some(mends) = &finding.fix else { return fix.push_null() };
    fix.push_struct(|fields| {
        let [edits, safe] = fields else { return };
        safe.push_bool(mends.safe);
        edits.push_list(|items| {
            for (at, with) in &mends.edits {
                items.push_struct(|fields| {
                    let [start, end, replacement] = fields else { return };
                    push_span(at, offsets, start, end);
                    replacement.push_text(String::from_utf8_lossy(with).as_bytes());
                });
            }
        });
    });
}

fn push_span(at: &Range<usize>, offsets: &mut Offsets<'_>, start: &mut Values, end: &mut Values) {
    let at = offsets.span(at);
    for (column, place) in [(start, at.start), (end, at.end)] {
        column.push_int(i64::try_from(place).unwrap_or(i64::MAX));
    }
}
