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
//! * [`glance`] tells at one look that nothing is to be done, which is most of the time, [`idle`] of
//!   many lines.
//! * [`clean`] makes a URI of a text, [`pretty`] shows one to a human.
//! * [`whatwg`] parses a URL as browsers do.
//! * [`join`] undoes [`split`]; [`normalize`] finds the one spelling, [`resolve`] what a reference
//!   means where it stands.
//! * [`explain`] tells what each character of a text is, [`layers`] how deep it is encoded.
//! * [`keys`], [`surt`] and [`safe_browsing`] make what is no URI: the keys by which jobs know one.
//! * [`fields`] and [`format`](mod@format) say what stands in a URI, [`parsed`] all of it; [`changes`] edits it.
//! * [`lint`] tells what is wrong or odd about a text.
//! * [`compose`] makes a URI of its parts, [`slots`] reads a template, [`fill`] fills it in.
//! * [`review`] asks it about the lines of a file, and finds the URLs of a document.
//! * [`ecmascript`] does what JavaScript's functions do, on UTF-16.
//! * [`lines`] applies a [`verb`] to every line of a file, [`files`] opens it, [`json`] reports;
//!   [`column`] applies one to every row of a column.

pub mod alike;
pub mod authority;
mod blocks;
mod buffer;
pub mod bulk;
pub mod changes;
pub mod clean;
pub mod coded;
pub mod column;
pub mod compose;
#[cfg(test)]
#[path = "../tests/dice/mod.rs"]
mod dice;
mod direction;
pub mod display;
pub mod distinct;
pub mod domain;
pub mod dots;
pub mod draft;
pub mod ecmascript;
pub mod edits;
pub mod encoding;
pub mod error;
pub mod explain;
pub mod fields;
pub mod files;
pub mod fill;
pub mod form;
pub mod format;
pub mod glance;
pub mod guess;
mod guess_east;
pub mod host;
pub mod idle;
pub mod idna;
pub mod iri;
pub mod join;
pub mod json;
pub mod json_text;
pub mod kernels;
pub mod keys;
mod known;
pub mod labels;
pub mod layers;
pub mod layout;
pub mod legal;
pub mod lines;
pub mod lint;
pub mod listed;
pub mod log_formats;
pub mod logs;
pub mod masked;
pub mod matching;
pub mod memory;
pub mod mixed;
pub mod mojibake;
mod nested;
pub mod normalize;
mod octets;
mod packed;
pub mod parsed;
pub mod parts;
pub mod percent;
pub mod percent_u;
pub mod places;
pub mod pretty;
pub mod pretty_host;
pub mod profile;
#[cfg(feature = "python")]
mod python;
mod readable;
pub mod readings;
pub mod reason;
pub mod record;
pub mod refused;
pub mod resolve;
pub mod review;
pub mod rewrite;
pub mod safe_browsing;
pub mod salvage;
pub mod schemes;
pub mod sessions;
pub mod set;
pub mod sets;
pub mod sinks;
pub mod slots;
pub mod split;
pub mod standards;
pub mod steps;
pub mod surt;
pub mod terminal;
pub mod together;
pub mod transcode;
pub mod two;
mod undone;
pub mod unescape;
mod unit;
pub mod uri;
pub mod utf8;
pub mod verb;
pub mod views;
pub mod whatwg;
pub mod whole;
mod workers;
