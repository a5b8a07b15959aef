//! Verb `depth`: the number of layers of encoding.

use crate::bulk::columns::values::ResultType;
use crate::bulk::verbs::verb::{ArgumentResult, Arguments, Work};
use crate::codec::layers;

/// At most [`layers::DEPTH`] layers are counted.
pub(super) fn make(_: &dyn Arguments) -> ArgumentResult {
    Work::find(&ResultType::Int, |text, found| {
        let layers = layers::layers(text, layers::DEPTH).len();
        found.push_int(i64::try_from(layers).unwrap_or(i64::MAX));
        Ok(())
    })
}
