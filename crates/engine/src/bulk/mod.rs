//! Bulk: one verb over many texts: records, lines of files, rows of columns.

pub mod columns;
pub mod lines;
pub mod verbs;
