//! Verbs `query`, `form` and `split`: the pairs of a query, and the five components, as columns.

use crate::bulk::columns::values::ResultType;
use crate::bulk::verbs::verb::{ArgumentResult, VerbRow, Work};
use crate::codec::form;
use crate::codec::percent::{self, Errors};
use crate::syntax::split;
use crate::uri::components::UriView;
use crate::uri::fields::ComponentDecoding;

pub(super) const QUERY: VerbRow =
    VerbRow { column: Some(|_| pairs(percent::decode)), finds: true, ..VerbRow::of("query") };

pub(super) const FORM: VerbRow =
    VerbRow { column: Some(|_| pairs(form::decode)), finds: true, ..VerbRow::of("form") };

pub(super) const SPLIT: VerbRow =
    VerbRow { column: Some(|_| split()), finds: true, ..VerbRow::of("split") };

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
fn split() -> ArgumentResult {
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
