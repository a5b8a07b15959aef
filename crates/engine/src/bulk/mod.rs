//! Bulk: one verb over many texts: records, lines of files, rows of columns.

pub mod columns;
pub(crate) mod job;
pub mod lines;
pub mod verbs;
