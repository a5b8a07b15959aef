//! Objects: what comes in from Python, and errors going out.

pub(crate) mod codec;
pub(crate) mod display;
pub(crate) mod errors;
mod long;
pub(crate) mod piece;
pub(crate) mod profiles;
pub(crate) mod secrets;
pub(crate) mod sets;
pub(crate) mod strings;
pub(crate) mod text;
#[expect(clippy::doc_markdown, reason = "its docstrings are read in Python")]
pub(crate) mod uris;
pub(crate) mod values;
pub(crate) mod words;
