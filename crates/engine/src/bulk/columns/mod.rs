//! Columns: a verb applied to a column of texts.
//!
//! A column consists of chunks of [`Texts`]: offsets, bytes and nulls as Arrow lays them out, and
//! Arrow's other layouts of text. [`run::map`] applies a verb to all of them, morsel by morsel on
//! scoped threads; [`batch`] processes many rows as one string where that gives the same result.
//! The result is a list of pieces: new [`Values`], or a mark that these rows are unchanged, so that
//! nothing is copied.

pub mod batch;

pub mod bits;
pub mod bytes;
pub mod failures;
pub mod join;
mod rows;
pub mod run;
pub mod texts;
pub mod values;
mod views;

pub use crate::bulk::job::{OnError, Trouble};
pub use rows::{ColumnJob, RowsResult};
pub use run::map;
pub use texts::{Layout, Texts};
pub use values::{Data, ResultType, TextWidth, Values};
