//! Verbs: arguments and results of each function of the Python module.

pub(crate) mod build;
pub(crate) mod decode;
pub(crate) mod ecmascript;
pub(crate) mod edits;
pub(crate) mod encodings;
pub(crate) mod explain;
pub(crate) mod forms;
pub(crate) mod hosts;
pub(crate) mod keys;
pub(crate) mod lint;
pub(crate) mod logs;
pub(crate) mod normal;
pub(crate) mod pretty;
pub(crate) mod text;
pub(crate) mod urllib;
