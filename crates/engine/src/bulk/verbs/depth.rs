//! Verb `depth`: the number of layers of encoding.

use crate::bulk::columns::values::ResultType;
use crate::bulk::verbs::verb::{VerbRow, Work};
use crate::codec::layers;

/// At most [`layers::DEPTH`] layers are counted.
pub(super) const ROW: VerbRow = VerbRow {
    column: Some(|_| {
        Work::find(&ResultType::Int, |text, found| {
            let layers = layers::layers(text, layers::DEPTH).len();
            found.push_int(i64::try_from(layers).unwrap_or(i64::MAX));
            Ok(())
        })
    }),
    finds: true,
    ..VerbRow::of("depth")
};
