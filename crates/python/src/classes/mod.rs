//! Classes: the methods of the values that Python sees.

pub(crate) mod fill;
pub(crate) mod foreign;
pub(crate) mod pydantic;
pub(crate) mod rfc6570;
pub(crate) mod template;
pub(crate) mod uri;
pub(crate) mod whatwg;
