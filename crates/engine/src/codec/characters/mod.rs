//! Characters: which code points may appear, which are shown, and why not.

pub mod iri;
pub(crate) mod properties;
pub mod reason;
pub mod refused;
pub mod refused_list;
