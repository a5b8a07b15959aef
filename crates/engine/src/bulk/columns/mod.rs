//! Columns: a verb applied to a column of texts.
//!
//! A column is chunks of [`Texts`]: offsets, bytes and nulls as Arrow lays them out, and whatever
//! else Arrow makes of texts. [`run::map`] applies a verb to all of them, morsel by morsel on
//! scoped threads; `whole` asks a morsel as one string where that is enough. What comes back are
//! pieces: new [`Values`], or the word that these rows stay as they are, so that nothing is copied.

pub mod batch;

pub mod bits;
pub mod bytes;
pub mod failures;
pub mod join;
pub mod run;
pub mod texts;
pub mod values;

pub use crate::bulk::job::OnError;
pub use run::{Job, Piece, Trouble, map};
pub use texts::{Layout, Texts};
pub use values::{Data, Shape, Values, Width};
