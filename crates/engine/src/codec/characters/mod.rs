//! Characters: which code points are allowed, which are shown, and why others are not.

pub mod iri;
pub(crate) mod properties;
pub mod reason;
pub mod refused;
pub mod refused_list;
