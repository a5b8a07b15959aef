//! Verbs `query`, `form` and `split`: the pairs of a query, and the five components, as columns.

use crate::bulk::columns::values::Shape;
use crate::bulk::verbs::verb::{Made, Row, Work};
use crate::codec::form;
use crate::codec::percent::{self, Errors};
use crate::syntax::split;
use crate::uri::components::{Reading, View};

pub(super) const QUERY: Row =
    Row { column: Some(|_| pairs(percent::decode)), finds: true, ..Row::of("query") };

pub(super) const FORM: Row =
    Row { column: Some(|_| pairs(form::decode)), finds: true, ..Row::of("form") };

pub(super) const SPLIT: Row = Row { column: Some(|_| split()), finds: true, ..Row::of("split") };

/// The five components of RFC 3986, as they are in the text.
static PARTS: Shape = Shape::Struct(&[
    ("scheme", Shape::Text),
    ("authority", Shape::Text),
    ("path", Shape::Text),
    ("query", Shape::Text),
    ("fragment", Shape::Text),
]);

/// The pairs of a query.
static PAIRS: Shape = pairs_shape();

pub(super) const fn pairs_shape() -> Shape {
    Shape::List(&Shape::Struct(&[("name", Shape::Text), ("value", Shape::Text)]))
}

fn pairs(reading: Reading) -> Made {
    Work::find(&PAIRS, move |text, found| {
        let view = View::of(text)?;
        let pairs = view.pairs(reading, Errors::Strict)?;
        found.push_list(|items| {
            for (name, value) in &pairs {
                items.push_struct(|fields| {
                    fields[0].push_text(name);
                    fields[1].push_text_or_null(value.as_deref());
                });
            }
        });
        Ok(())
    })
}

/// As [`split::split`]; octets that are not valid UTF-8 become U+FFFD.
fn split() -> Made {
    Work::find(&PARTS, |text, found| {
        let parts = split::split(text);
        let spans = [parts.scheme, parts.authority, Some(parts.path), parts.query, parts.fragment];
        // Delimiters are ASCII, so the components of UTF-8 are UTF-8, too.
        let is_utf8 = text.is_ascii() || simdutf8::basic::from_utf8(text).is_ok();
        found.push_struct(|fields| {
            for (field, span) in fields.iter_mut().zip(spans) {
                match span.map(|span| &text[span]) {
                    Some(part) if !is_utf8 => {
                        field.push_text(String::from_utf8_lossy(part).as_bytes());
                    }
                    part => field.push_text_or_null(part),
                }
            }
        });
        Ok(())
    })
}
