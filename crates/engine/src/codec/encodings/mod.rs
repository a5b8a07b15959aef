//! Encodings: bytes as text, in UTF-8 and in the legacy encodings.

pub mod charset;
pub mod decode;
pub mod guess;
pub(crate) mod guess_east;
pub mod labels;
pub mod mixed;
pub mod mojibake;
pub mod not_utf8;
pub mod reader;
pub mod repertoire;
pub mod utf8;
