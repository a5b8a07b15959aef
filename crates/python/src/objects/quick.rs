//! Quick values: the text of the usual values of Python, without running any code of Python.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

use crate::objects::strings::{ascii_characters, utf8_of};

/// In characters: a longer text is checked for memory first, and so is not quick.
const LONGEST: usize = 1024;

/// The octets that [`crate::objects::values`] has for a single value; `None` if it has to decide.
#[inline]
pub(crate) fn octets<'a>(value: &'a Bound<'_, PyAny>) -> Option<Cow<'a, [u8]>> {
    if let Ok(text) = value.cast_exact::<PyString>() {
        let is_short = text.len().is_ok_and(|characters| characters <= LONGEST);
        return match ascii_characters(text) {
            _ if !is_short => None,
            Some(ascii) => Some(Cow::Borrowed(ascii)),
            None => utf8_of(text).map(Cow::Owned),
        };
    }
    if let Ok(number) = value.cast_exact::<PyInt>() {
        let number: i64 = number.extract().ok()?;
        return Some(Cow::Owned(number.to_string().into_bytes()));
    }
    let truth = value.cast::<PyBool>().ok()?.is_true();
    Some(Cow::Borrowed(if truth { b"true" } else { b"false" }))
}
