//! Quick values: the text of the usual values of Python, without running any code of Python.

use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

use crate::objects::strings::{ascii_characters, utf8_of};
use superuri::uri::template::fill::SlotValue;

/// In characters: a longer text is checked for memory first, and so is not quick.
const LONGEST: usize = 1024;

#[derive(Clone)]
pub(crate) enum QuickText<'a> {
    Absent,
    /// The characters of a str, which are ASCII.
    Ascii(&'a [u8]),
    Written(Range<usize>),
}

impl<'a> QuickText<'a> {
    /// The text that [`crate::objects::values`] has for a single value; `None` if it has to decide.
    /// A text that the value does not have itself is appended to the buffer.
    #[inline]
    pub(crate) fn of(value: &'a Bound<'_, PyAny>, buffer: &mut Vec<u8>) -> Option<Self> {
        if let Ok(text) = value.cast_exact::<PyString>() {
            if let Some(ascii) = ascii_characters(text) {
                return (ascii.len() <= LONGEST).then_some(Self::Ascii(ascii));
            }
            if text.len().is_ok_and(|characters| characters > LONGEST) {
                return None;
            }
            return Some(Self::written(&utf8_of(text)?, buffer));
        }
        if let Ok(number) = value.cast_exact::<PyInt>() {
            let number: i64 = number.extract().ok()?;
            return Some(Self::written(number.to_string().as_bytes(), buffer));
        }
        let truth = value.cast::<PyBool>().ok()?.is_true();
        Some(Self::Ascii(if truth { b"true" } else { b"false" }))
    }

    fn written(text: &[u8], buffer: &mut Vec<u8>) -> Self {
        let start = buffer.len();
        buffer.extend_from_slice(text);
        Self::Written(start..buffer.len())
    }

    /// The value for a slot, given the same buffer.
    #[inline]
    pub(crate) fn value<'b>(&self, buffer: &'b [u8]) -> SlotValue<'b>
    where
        'a: 'b,
    {
        match self {
            Self::Absent => SlotValue::Absent,
            Self::Ascii(text) => SlotValue::One(text),
            Self::Written(span) => SlotValue::One(&buffer[span.clone()]),
        }
    }
}
