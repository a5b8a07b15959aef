//! Bulk: one verb applied to many texts: records, lines of files, rows of columns.

pub mod columns;
pub(crate) mod job;
pub mod lines;
pub mod verbs;
