//! superuri: the percent-encoding engine. Bytes in, bytes out; it knows no Python.
//!
//! ```text
//! sets ─▶ kernels ─▶ percent  form  split  host  iri ─▶ clean ─▶ lines ─▶ src/python
//! (data)   (hot)               (one text)        (whole URIs) (many)   (the seam)
//! ```
//!
//! * [`set`] says what a percent-encode set is, [`sets`] lists every standard's.
//! * [`kernels`] find, count, encode and decode bytes as fast as the machine can.
//! * [`percent`] encodes and decodes one component, [`form`] the names and values of a form.
//! * [`lines`] applies a [`verb`] to every line of a file, [`files`] opens it, [`json`] reports.

pub mod authority;
mod blocks;
pub mod clean;
pub mod edits;
pub mod error;
pub mod files;
pub mod form;
pub mod host;
pub mod idna;
pub mod iri;
pub mod json;
pub mod kernels;
pub mod lines;
pub mod percent;
pub mod profile;
#[cfg(feature = "python")]
mod python;
pub mod salvage;
pub mod set;
pub mod sets;
pub mod split;
pub mod utf8;
pub mod verb;
mod workers;
