//! superuri: the percent-encoding engine. It takes and returns bytes, and does not depend on Python.
//!
//! * [`base`]: the sets of every standard, the schemes, errors, and secrets.
//! * [`codec`]: encoding and decoding of components, forms, and other encodings than UTF-8.
//! * [`syntax`]: the components of a URI, hosts, references, and parsing by the URL standard.
//! * [`clean`]: a legal URI from any text, with the edits and their reasons.
//! * [`normal`]: normal forms, and the keys by which jobs, archives and block lists identify a URI.
//! * [`show`]: URIs shown to people, and an explanation of each character.
//! * [`uri`]: reading and editing parts of a URI, building one, and templates.
//! * [`lint`]: findings in a text, and fixes for them.
//! * [`bulk`]: one verb for many texts: records, lines of files, rows of columns.
//!
//! The kernels, which process many bytes at once, are in the crate `superuri_kernels`.

pub mod base;
pub mod bulk;
pub mod clean;
pub mod codec;
pub mod lint;
pub mod normal;
#[cfg(test)]
#[path = "../../kernels/tests/rng/mod.rs"]
mod rng;
pub mod show;
pub mod syntax;
pub mod uri;
