//! Bulk: files, columns and Arrow data for Python.

pub(crate) mod arguments;
pub(crate) mod arrow;
pub(crate) mod columns;
pub(crate) mod derived;
pub(crate) mod lines;
pub(crate) mod options;
pub(crate) mod review;
pub(crate) mod trouble;
