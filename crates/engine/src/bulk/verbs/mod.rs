//! Verbs on records: the table of verbs; each has a file and a row.

pub mod clean;
mod compare;
pub mod decode;
mod depth;
pub mod description;
pub mod encode;
pub mod format;
pub mod forms;
mod get;
mod hosts;
pub mod json_text;
pub mod lint;
mod mojibake;
pub mod normalize;
mod parse;
mod pretty;
mod query;
pub mod report;
mod resolve;
mod schemed;
mod set;
mod taken;
pub mod verb;
mod within;

pub use verb::{
    Arguments, Details, Facts, Function, Made, Make, Makes, Refused, Row, Rule, TextAlone, Verb,
    Work,
};

/// Every verb for lines or columns.
pub const ROWS: [Row; 24] = [
    encode::ROW,
    decode::ROW,
    decode::OF_BYTES,
    clean::ROW,
    normalize::ROW,
    pretty::ROW,
    forms::ENCODE,
    forms::DECODE,
    clean::IS_URI,
    clean::ERROR,
    query::SPLIT,
    parse::ROW,
    hosts::HOST,
    hosts::AGREED,
    hosts::DOMAIN,
    query::QUERY,
    query::FORM,
    normalize::KEY,
    lint::ROW,
    depth::ROW,
    compare::ROW,
    resolve::ROW,
    get::ROW,
    set::ROW,
];

/// Every Python function that is derived from its verb. For the other verbs the binding has faster
/// functions of its own.
pub const FUNCTIONS: [Function; 5] = [
    hosts::AGREED_HOST,
    hosts::DOMAIN_OF,
    hosts::PUBLIC_SUFFIX,
    mojibake::REPAIR,
    normalize::KEY_OF,
];
