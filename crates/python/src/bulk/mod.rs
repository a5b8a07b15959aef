//! Bulk: files, columns and Arrow data for Python.

pub(crate) mod arrow;
pub(crate) mod columns;
pub(crate) mod lines;
pub(crate) mod options;
pub(crate) mod review;
