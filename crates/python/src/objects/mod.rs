//! Objects: what comes in from Python, and errors going out.

pub(crate) mod codec;
pub(crate) mod display;
pub(crate) mod errors;
pub(crate) mod piece;
pub(crate) mod sets;
pub(crate) mod text;
pub(crate) mod values;
pub(crate) mod words;
