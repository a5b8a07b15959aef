//! Codec: encoding and decoding of bytes, percent-escapes and characters.

pub mod characters;
pub mod ecmascript;
pub mod encodings;
pub mod form;
pub mod layers;
pub mod log_formats;
pub mod logs;
pub mod own_escapes;
pub mod percent;
pub mod percent_u;
pub mod triplets;
pub mod unescape_fully;
pub(crate) mod unreserved;
