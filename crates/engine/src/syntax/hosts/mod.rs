//! Hosts: their syntax, and how different parsers find them.

#[cfg(test)]
mod abnf;
mod agreement;
pub(crate) mod common;
pub mod domain;
pub mod idna;
pub mod letters;
pub mod literal;
pub mod looks;
pub(crate) mod nested;
pub mod plain;
pub mod readings;
pub mod special;
mod suffixes;
pub mod whatwg;
