//! Syntax: where the components of a URI begin and end (RFC 3986 section 3).

pub mod dots;
pub mod hosts;
pub mod places;
pub mod resolve;
pub mod split;
pub mod unsplit;
