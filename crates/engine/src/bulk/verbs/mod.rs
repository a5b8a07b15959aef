//! Verbs on records: the table of them, a file and a row each.

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
mod set;
mod taken;
pub mod verb;

pub use verb::{Arguments, Function, Made, Make, Refused, Row, Rule, TextAlone, Verb, Work};

/// Every verb that lines or columns know.
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

/// Every function of Python that is made of its verb; the binding has faster ones of the others.
pub const FUNCTIONS: [Function; 5] = [
    hosts::AGREED_HOST,
    hosts::DOMAIN_OF,
    hosts::PUBLIC_SUFFIX,
    mojibake::REPAIR,
    normalize::KEY_OF,
];
