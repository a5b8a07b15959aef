//! Docstrings of the verbs, as Python's `help` shows them.

mod clean;
mod codec;
pub(crate) mod ecmascript;
mod encodings;
mod explain;
mod fill;
pub(crate) mod forms;
pub(crate) mod lint;
mod logs;
mod normal;
mod show;
pub(crate) mod urllib;

pub(crate) use clean::{CLEAN, EDITS, IS_URI};
pub(crate) use codec::{DECODE, DECODE_BYTES, ENCODE};
pub(crate) use encodings::{GUESS_ENCODING, PERCENT_U_DECODE, PERCENT_U_ENCODE};
pub(crate) use explain::{LAYERS, TOKENS};
pub(crate) use fill::{FILL, TEMPLATE_FILL};
pub(crate) use logs::{LOG_DECODE, LOG_WIRE};
pub(crate) use normal::{COMPARE, EQUIVALENT, NORMALIZE, SPLIT};
pub(crate) use show::{PRETTY, SHOWN};
