//! Verb `depth`: the number of layers of encoding.

use crate::bulk::columns::values::Shape;
use crate::bulk::verbs::verb::{Row, Work};
use crate::codec::layers;

/// At most [`layers::DEPTH`] layers are counted.
pub(super) const ROW: Row = Row {
    column: Some(|_| {
        Work::find(&Shape::Int, |text, found| {
            let layers = layers::layers(text, layers::DEPTH).len();
            found.push_int(i64::try_from(layers).unwrap_or(i64::MAX));
            Ok(())
        })
    }),
    finds: true,
    ..Row::of("depth")
};
