//! superuri: the percent-encoding engine. Bytes in, bytes out; it knows no Python.
//!
//! ```text
//! sets ─▶ kernels ─▶ percent  form  split  host  iri ─▶ clean  pretty ─▶ lines ─▶ src/python
//! (data)   (hot)               (one text)              (whole URIs)    (many)   (the seam)
//! ```
//!
//! * [`set`] says what a percent-encode set is, [`sets`] lists every standard's.
//! * [`kernels`] find, count, encode and decode bytes as fast as the machine can.
//! * [`percent`] encodes and decodes one component, [`form`] the names and values of a form.
//! * [`glance`] shows at one look that nothing is to be done, which is most of the time, [`idle`]
//!   of
//!   many lines.
//! * [`clean`] makes a URI of a text, [`pretty`] shows one to a human.
//! * [`whatwg`] parses a URL as browsers do.
//! * [`join`] undoes [`split`]; [`normalize`] finds the one spelling, [`resolve`] what a reference
//!   means where it is.
//! * [`explain`] describes each character of a text, [`layers`] how deep it is encoded.
//! * [`keys`], [`surt`] and [`safe_browsing`] make what is not a URI: the keys by which jobs know
//!   one.
//! * [`fields`] and [`format`](mod@format) say what is in a URI, [`parsed`] all of it;
//!   [`changes`] edits it.
//! * [`lint`] reports what is wrong or unusual in a text.
//! * [`compose`] makes a URI of its parts, [`slots`] reads a template, [`fill`] fills it in.
//! * [`review`] asks it about the lines of a file, and finds the URLs of a document.
//! * [`ecmascript`] does what JavaScript's functions do, on UTF-16.
//! * [`lines`] applies a [`verb`] to every line of a file, [`files`] opens it, [`json`] reports;
//!   [`column`] applies one to every row of a column.

pub mod base;
pub mod bulk;
pub mod clean;
pub mod codec;
#[cfg(test)]
#[path = "../../kernels/tests/dice/mod.rs"]
mod dice;
pub mod lint;
pub mod normal;
pub mod show;
pub mod syntax;
pub mod uri;
