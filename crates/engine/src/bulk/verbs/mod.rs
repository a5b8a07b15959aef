//! Verbs on records: the table of verbs; each has a file and a row.

pub mod clean;
mod clean_first;
mod compare;
pub mod decode;
mod depth;
pub mod description;
pub mod encode;
mod fanged;
pub mod format;
pub mod forms;
mod get;
mod hosts;
pub mod json_text;
mod keys;
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
mod unwrap;
pub mod verb;
mod within;

pub use verb::{
    ArgumentResult, Arguments, CleaningRules, Details, Facts, Function, Make, Makes,
    RefusedArgument, Verb, VerbRow, Work,
};

/// Every verb for lines or columns.
pub const ROWS: [VerbRow; 30] = [
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
    keys::KEY,
    keys::SURT,
    keys::SAFE_BROWSING,
    keys::SCRAPY,
    lint::ROW,
    depth::ROW,
    fanged::REFANG,
    fanged::DEFANG,
    unwrap::ROW,
    compare::ROW,
    resolve::ROW,
    get::ROW,
    set::ROW,
];

/// Every Python function that is derived from its verb. For the other verbs the binding has faster
/// functions of its own.
pub const FUNCTIONS: [Function; 13] = [
    hosts::AGREED_HOST,
    hosts::DOMAIN_OF,
    hosts::PUBLIC_SUFFIX,
    mojibake::REPAIR,
    fanged::REFANGED,
    fanged::DEFANGED,
    unwrap::UNWRAP,
    unwrap::UNWRAPS,
    keys::KEY_OF,
    keys::SURT_OF,
    keys::SAFE_BROWSING_OF,
    keys::SCRAPY_OF,
    keys::SCRAPY_URL,
];
