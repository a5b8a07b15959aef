//! Functions `unquote`, `unquote_plus` and `unquote_to_bytes`.

use std::{borrow::Cow, ffi::CStr};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::{codec::Codec, original, quote::or_original};
use crate::call::{CallArguments, Fast, FastCall, Original, to_the_original};
use crate::docs;
use crate::guard::Answer;
use crate::objects::text::Text;
use superuri::codec::form;
use superuri_kernels as kernels;

/// The decoded str, with `plus` also each `+` as a space; `None` if Python itself has to decide.
fn unquoted<'py>(
    string: &Bound<'py, PyAny>,
    codec: &Codec<'_, 'py>,
    plus: bool,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    if !string.is_exact_instance_of::<PyString>() {
        return Ok(None);
    }
    let Ok(text) = Text::of(string)? else { return Ok(None) };
    let spaced = if plus { form::space_for_plus(&text.bytes) } else { Cow::Borrowed(&*text.bytes) };
    if matches!(spaced, Cow::Borrowed(_)) && memchr::memchr(b'%', &spaced).is_none() {
        return Ok(Some(string.clone()));
    }
    Ok(codec.unquoted(string.py(), &spaced)?.map(Bound::into_any))
}

/// The decoded octets of a text; `None` if Python itself has to decide.
fn octets<'py>(text: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let exact = text.cast_exact::<PyBytes>();
    if exact.is_err() && !text.is_exact_instance_of::<PyString>() {
        return Ok(None);
    }
    let Ok(read) = Text::of(text)? else { return Ok(None) };
    match exact {
        Ok(bytes) if memchr::memchr(b'%', &read.bytes).is_none() => Ok(Some(bytes.clone())),
        _ => {
            let mut octets = Vec::new();
            kernels::decode_onto(&read.bytes, &mut octets);
            Ok(Some(PyBytes::new(text.py(), &octets)))
        }
    }
}

pub(super) struct Unquote;

impl FastCall for Unquote {
    const DOC: &'static CStr = docs::of("urllib_unquote");
    const ORIGINAL: Option<Original> = Some(original);

    fn is_noop(characters: &[u8]) -> bool {
        memchr::memchr(b'%', characters).is_none()
    }

    fn quick(text: &[u8]) -> Fast<'_> {
        if Self::is_noop(text) { Fast::Same } else { Fast::Decode(text, false) }
    }

    fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        let given = [arguments.get(1), arguments.get(2)];
        let Some(codec) = Codec::of(given[0], given[1]) else { return to_the_original(py) };
        let text = arguments.text();
        if !text.is_exact_instance_of::<PyBytes>() {
            return or_original(py, unquoted(text, &codec, false)?);
        }
        // An encoding of None is only allowed for a str.
        match octets(text)? {
            Some(octets) if !given.iter().flatten().any(|given| given.is_none()) => {
                let text = codec.text(py, octets.as_bytes(), true)?;
                or_original(py, text.map(Bound::into_any))
            }
            _ => to_the_original(py),
        }
    }
}

pub(super) struct UnquotePlus;

impl FastCall for UnquotePlus {
    const DOC: &'static CStr = docs::of("urllib_unquote_plus");
    const ORIGINAL: Option<Original> = Some(original);

    fn is_noop(characters: &[u8]) -> bool {
        memchr::memchr2(b'%', b'+', characters).is_none()
    }

    fn quick(text: &[u8]) -> Fast<'_> {
        if Self::is_noop(text) {
            return Fast::Same;
        }
        match form::space_for_plus(text) {
            Cow::Borrowed(text) => Fast::Decode(text, false),
            Cow::Owned(spaced) if memchr::memchr(b'%', &spaced).is_none() => Fast::Utf8(spaced),
            Cow::Owned(spaced) => {
                let mut octets = Vec::new();
                if kernels::decode_onto(&spaced, &mut octets).high {
                    Fast::Text(octets)
                } else {
                    Fast::Ascii(octets)
                }
            }
        }
    }

    fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        let Some(codec) = Codec::of(arguments.get(1), arguments.get(2)) else {
            return to_the_original(py);
        };
        or_original(py, unquoted(arguments.text(), &codec, true)?)
    }
}

pub(super) fn unquote_to_bytes<'py>(
    py: Python<'py>,
    arguments: &CallArguments<'py>,
) -> Answer<'py> {
    or_original(py, octets(arguments.text())?.map(Bound::into_any))
}
