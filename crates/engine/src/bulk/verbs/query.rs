//! Verbs `query`, `form` and `split`: the pairs of a query, and the five components, as columns.

use crate::bulk::columns::values::ResultType;
use crate::bulk::verbs::verb::{ArgumentResult, Arguments, Work};
use crate::codec::form;
use crate::codec::percent::{self, Errors};
use crate::syntax::split;
use crate::uri::{components::UriView, fields::ComponentDecoding};

/// The five components of RFC 3986, as they are in the text.
static PARTS: ResultType = ResultType::Struct(&[
    ("scheme", ResultType::Text),
    ("authority", ResultType::Text),
    ("path", ResultType::Text),
    ("query", ResultType::Text),
    ("fragment", ResultType::Text),
]);

static PAIRS: ResultType = pairs_shape();

pub(super) const fn pairs_shape() -> ResultType {
    ResultType::List(&ResultType::Struct(&[
        ("name", ResultType::Text),
        ("value", ResultType::Text),
    ]))
}

pub(super) fn query(_: &dyn Arguments) -> ArgumentResult {
    pairs(percent::decode)
}

pub(super) fn form(_: &dyn Arguments) -> ArgumentResult {
    pairs(form::decode)
}

fn pairs(reading: ComponentDecoding) -> ArgumentResult {
    Work::find(&PAIRS, move |text, found| {
        let view = UriView::of(text)?;
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
pub(super) fn split(_: &dyn Arguments) -> ArgumentResult {
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
