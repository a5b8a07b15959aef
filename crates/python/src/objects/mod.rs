//! Objects: conversion of arguments from Python, and of errors to Python.

pub(crate) mod codec;
pub(crate) mod decoded;
pub(crate) mod display;
pub(crate) mod errors;
pub(crate) mod foreign;
pub(crate) mod help;
mod long;
pub(crate) mod piece;
pub(crate) mod profiles;
pub(crate) mod python;
pub(crate) mod query;
pub(crate) mod quick;
pub(crate) mod secrets;
pub(crate) mod sets;
pub(crate) mod strings;
pub(crate) mod text;
pub(crate) mod tracking;
pub(crate) mod uris;
pub(crate) mod values;
pub(crate) mod words;
