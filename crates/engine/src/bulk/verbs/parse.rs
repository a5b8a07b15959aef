//! Verb `parse`: the components of a URI, as lines, as an object, or as the columns of a table.

use std::{convert::Infallible, ops::Range};

use crate::base::error::Result;
use crate::bulk::columns::values::{ResultType, Values};
use crate::bulk::verbs::clean_first::{CleanFirst, host_as_path};
use crate::bulk::verbs::verb::{ArgumentResult, Arguments, Facts, Makes, Suspecting, Verb, Work};
use crate::bulk::{
    lines::record::inner, verbs::description, verbs::query::pairs_shape, verbs::schemed::schemed,
};
use crate::codec::percent::Errors;
use crate::syntax::places;
use crate::uri::components::UriView;
use crate::uri::fields::{Field, WORDS};

struct Parse {
    /// Whether to read by the URL standard instead of RFC 3986.
    whatwg: bool,
    /// Whether the result is a JSON object instead of lines.
    json: bool,
    taken: CleanFirst,
    suspect: Option<Suspecting>,
}

pub(super) fn lines(arguments: &dyn Arguments) -> ArgumentResult {
    let (whatwg, json) = (arguments.flag("whatwg"), arguments.json());
    let (taken, suspect) = (CleanFirst::of(arguments), host_as_path(arguments)?);
    schemed(arguments, taken.trim, Work::text(Parse { whatwg, json, taken, suspect })?)
}

impl Verb for Parse {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        if self.whatwg {
            let (inner, lead) = inner(record, self.taken.trim);
            let url = description::url(inner).map_err(|error| error.shifted(lead))?;
            let write = if self.json { description::url_object } else { description::url_lines };
            write(&url, out);
            return Ok(true);
        }
        self.taken.legal(record, |text| {
            let write = if self.json { description::object } else { description::lines };
            write(text, out);
            Ok(true)
        })
    }

    fn facts(&self) -> Facts {
        let makes = if self.json { Makes::Json } else { Makes::Lines };
        Facts { makes, suspect: self.suspect, ..Facts::default() }
    }
}

/// The fields of a row; the names are those of [`WORDS`], and `segments`.
const FIELDS: &[(&str, ResultType)] = &[
    ("scheme", ResultType::Text),
    ("user", ResultType::Text),
    ("password", ResultType::Text),
    ("host", ResultType::Text),
    ("host_kind", ResultType::Text),
    ("zone", ResultType::Text),
    ("port", ResultType::Int),
    ("path", ResultType::Text),
    ("segments", ResultType::List(&ResultType::Text)),
    ("query", pairs_shape()),
    ("fragment", ResultType::Text),
];

static PARSED: ResultType = ResultType::Struct(FIELDS);

/// The components of the URI after cleaning; octets that are not valid UTF-8 stay escaped.
pub(super) fn column(arguments: &dyn Arguments) -> ArgumentResult {
    let word = |(name, _): &(&str, ResultType)| WORDS.into_iter().find(|(word, _)| word == name);
    let known: Vec<_> = FIELDS.iter().map(|row| word(row).map(|(_, field)| field)).collect();
    let parsed = Work::find(&PARSED, move |text, found| {
        let view = UriView::of(text)?;
        let read = |field| view.field(field, Errors::Keep).ok().flatten();
        let decoded = |at: Range<usize>, column: &mut Values| {
            let Ok(()) = column.push_with(|out| {
                view.decode_onto(at, out);
                Ok::<_, Infallible>(())
            });
        };
        let decoded_or_null = |at: Option<Range<usize>>, column: &mut Values| match at {
            Some(at) => decoded(at, column),
            None => column.push_null(),
        };
        found.push_struct(|fields| {
            for (field, column) in known.iter().zip(fields) {
                match field {
                    Some(Field::Query) => column.push_list(|items| {
                        for (name, value) in view.pair_places() {
                            items.push_struct(|fields| {
                                decoded(name, &mut fields[0]);
                                decoded_or_null(value, &mut fields[1]);
                            });
                        }
                    }),
                    Some(field @ Field::Port) => push_port(read(field).as_deref(), column),
                    // What is written, decoded. The others have rules of their own: case, brackets.
                    Some(
                        field @ (Field::User | Field::Password | Field::Path | Field::Fragment),
                    ) => {
                        decoded_or_null(view.place(field), column);
                    }
                    Some(field) => column.push_text_or_null(read(field).as_deref()),
                    None => column.push_list(|items| {
                        view.segment_places().for_each(|segment| decoded(segment, items));
                    }),
                }
            }
        });
        Ok(())
    });
    schemed(arguments, false, parsed?)
}

/// Pushes the number of a valid port, or null.
fn push_port(digits: Option<&[u8]>, column: &mut Values) {
    match digits.and_then(|digits| places::port(digits).ok()) {
        Some(number) => column.push_int(number.into()),
        None => column.push_null(),
    }
}
