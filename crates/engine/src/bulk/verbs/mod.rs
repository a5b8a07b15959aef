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
    VerbRow::text("encode", &["set", "encoding"], encode::make),
    VerbRow::text("decode", &["encoding", "errors", "repertoire"], decode::make),
    VerbRow { lines: None, ..VerbRow::text("decode_bytes", &["errors"], decode::of_bytes) },
    VerbRow::text("clean", &["profile", "default_scheme"], clean::make),
    VerbRow::text("normalize", &["level", "also", "tracking", "default_scheme"], normalize::make),
    VerbRow::text("pretty", &["profile"], pretty::make),
    VerbRow::text("form encode", &["encoding"], forms::encode),
    VerbRow::text("form decode", &["encoding", "errors", "repertoire"], forms::decode),
    VerbRow::found("is_uri", &["profile"], clean::is_uri),
    VerbRow::found("error", &["profile", "default_scheme"], clean::error),
    VerbRow::found("split", &[], query::split),
    VerbRow {
        lines: Some(parse::lines),
        ..VerbRow::found("parse", &["default_scheme"], parse::column)
    },
    VerbRow::found("host", &["default_scheme"], hosts::host),
    VerbRow::found("agreed_host", &["has_base", "host"], hosts::agreed_host),
    VerbRow::found("domain", &["rules", "default_scheme"], hosts::domain),
    VerbRow::found("query", &[], query::query),
    VerbRow::found("form", &[], query::form),
    VerbRow {
        lines: Some(keys::of_lines),
        ..VerbRow::found("key", &["tables", "tracking", "default_scheme"], keys::key)
    },
    VerbRow::found("surt", &["variant", "www"], keys::surt),
    VerbRow::found("safe_browsing", &[], keys::safe_browsing),
    VerbRow::found("scrapy", &["keep_fragments"], keys::fingerprint),
    VerbRow::found("lint", &["select", "ignore", "policy"], lint::find),
    VerbRow::found("depth", &[], depth::make),
    VerbRow::text("refang", &[], fanged::refang),
    VerbRow::text("defang", &[], fanged::defang),
    VerbRow::text("unwrap", &["generic"], unwrap::make),
    VerbRow::of_lines("compare", compare::make),
    VerbRow::of_lines("resolve", resolve::make),
    VerbRow::of_lines("get", get::make),
    VerbRow::of_lines("set", set::make),
];

/// Every Python function that is derived from its verb. For the other verbs the binding has faster
/// functions of its own.
pub const FUNCTIONS: [Function; 13] = [
    Function { name: "agreed_host", make: hosts::agreed_host },
    Function { name: "domain", make: hosts::domain },
    Function { name: "public_suffix", make: hosts::suffix },
    Function { name: "repair_mojibake", make: mojibake::repair },
    Function { name: "refang", make: fanged::refang },
    Function { name: "defang", make: fanged::defang },
    Function { name: "unwrap", make: unwrap::make },
    Function { name: "unwraps", make: unwrap::chain },
    Function { name: "key", make: keys::key },
    Function { name: "surt", make: keys::surt },
    Function { name: "safe_browsing", make: keys::safe_browsing },
    Function { name: "scrapy", make: keys::fingerprint },
    Function { name: "scrapy_url", make: keys::scrapy_url },
];
