//! Function `urlencode`.

use std::{borrow::Cow, ffi::CStr};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};

use super::codec::{Codec, flag, given};
use super::original;
use super::quote::{QUOTE_PLUS_SPACES, Ready, safe_bits};
use crate::call::{self, CallArguments, FastCall, Original, Pairing, to_the_original};
use crate::docs;
use crate::guard::Answer;
use crate::objects::strings;
use superuri::codec::form;
use superuri_kernels as kernels;
use superuri_kernels::memory;

struct Quoting<'a, 'py> {
    codec: Codec<'a, 'py>,
    /// The table that leaves `safe` unescaped, and for `quote_plus` one that also leaves spaces
    /// unescaped.
    table: Ready,
    spaced: Option<Ready>,
    /// Whether `safe` contains a space. Even then `quote_plus` makes it a `+` in the end.
    spaces_are_safe: bool,
}

impl<'a, 'py> Quoting<'a, 'py> {
    /// The quoting for these arguments; `None` if Python itself has to decide.
    fn of(py: Python<'py>, arguments: &'a CallArguments<'py>) -> PyResult<Option<Self>> {
        let bare = safe_bits(arguments.get(2), 0);
        let codec = Codec::of(arguments.get(3), arguments.get(4));
        let (Some(bare), Some(codec)) = (bare, codec) else { return Ok(None) };
        let Some(plus) = Self::is_plus(py, arguments.get(5))? else { return Ok(None) };
        let spaced = plus.then(|| Ready::of(bare | 1 << b' '));
        let spaces_are_safe = bare & 1 << b' ' != 0;
        Ok(Some(Self { codec, table: Ready::of(bare), spaced, spaces_are_safe }))
    }

    /// Whether `quote_via` is our `quote_plus` or Python's; `None` if it is not `quote` either.
    fn is_plus(py: Python<'py>, via: Option<&Bound<'py, PyAny>>) -> PyResult<Option<bool>> {
        let Some(via) = via else { return Ok(Some(true)) };
        let ours = py.import("superuri._core")?;
        for (name, native, plus) in
            [(c"quote", "urllib_quote", false), (c"quote_plus", "urllib_quote_plus", true)]
        {
            if via.is(ours.getattr(native)?) || via.is(original(py, name)?) {
                return Ok(Some(plus));
            }
        }
        Ok(None)
    }

    /// The pairing for `call`, if names and values are quoted in the usual way.
    fn pairing(&self) -> Option<Pairing<'_>> {
        let usual = self.codec.is_plain() && !self.spaces_are_safe;
        let table = self.spaced.as_deref().filter(|_| usual)?;
        Some(Pairing { table, names_may_be_numbers: true })
    }

    /// Appends the octets of bytes, or the text that `str` makes of any other object.
    fn any_onto(&self, data: &Bound<'py, PyAny>, out: &mut Vec<u8>) -> PyResult<()> {
        if let Ok(text) = data.cast_exact::<PyString>() {
            return self.text_onto(text, out);
        }
        match data.cast::<PyBytes>() {
            Ok(bytes) => {
                self.octets_onto(bytes.as_bytes(), true, out);
                Ok(())
            }
            Err(_) => self.text_onto(&data.str()?, out),
        }
    }

    fn text_onto(&self, text: &Bound<'py, PyString>, out: &mut Vec<u8>) -> PyResult<()> {
        if self.codec.is_plain()
            && !self.spaces_are_safe
            && let Some(characters) = strings::one_byte_characters(text)
            && kernels::is_free(characters, &self.table)
        {
            // Most names, and many values, need no quoting: no non-ASCII character is left
            // unescaped either.
            memory::reserve(out, characters.len());
            out.extend_from_slice(characters);
            return Ok(());
        }
        // Only a space of the text counts, not an equal octet of its encoding.
        let spaces = self.codec.is_plain() || text.contains(" ")?;
        self.octets_onto(&self.codec.octets(text)?, spaces, out);
        Ok(())
    }

    fn octets_onto(&self, octets: &[u8], spaces: bool, out: &mut Vec<u8>) {
        let start = out.len();
        match &self.spaced {
            Some(table) if spaces => {
                kernels::encode_onto(octets, table, out);
                form::plus_for_space(&mut out[start..]);
            }
            _ => kernels::encode_onto(octets, &self.table, out),
        }
    }

    /// Appends `name=value`; with `sequences`, one such pair for each element of the value.
    fn pair_onto(
        &self,
        (name, value): (&Bound<'py, PyAny>, &Bound<'py, PyAny>),
        sequences: bool,
        out: &mut Vec<u8>,
    ) -> PyResult<()> {
        let start = separated(out);
        self.any_onto(name, out)?;
        memory::push(out, b'=');
        let is_one = !sequences || value.is_instance_of::<PyBytes>();
        if is_one {
            return self.any_onto(value, out);
        }
        if let Ok(text) = value.cast::<PyString>() {
            return self.text_onto(text, out);
        }
        match value.len() {
            Err(error) if error.is_instance_of::<pyo3::exceptions::PyTypeError>(value.py()) => {
                self.any_onto(value, out)
            }
            Err(error) => Err(error),
            Ok(_) => {
                let name = out.split_off(start);
                out.truncate(start.saturating_sub(1));
                for element in value.try_iter()? {
                    separated(out);
                    memory::reserve(out, name.len());
                    out.extend_from_slice(&name);
                    self.any_onto(&element?, out)?;
                }
                Ok(())
            }
        }
    }
}

/// Appends the separator, except before the first pair, and returns where the next pair begins.
fn separated(out: &mut Vec<u8>) -> usize {
    if !out.is_empty() {
        memory::push(out, b'&');
    }
    out.len()
}

/// The pairs of a dict, or of a list or tuple that contains only pairs; `None` if Python itself has
/// to decide.
fn pairs_of<'a, 'py>(query: &'a Bound<'py, PyAny>) -> PyResult<Option<Cow<'a, Bound<'py, PyAny>>>> {
    let is_pair =
        |item: Bound<'py, PyAny>| item.cast_exact::<PyTuple>().is_ok_and(|item| item.len() == 2);
    if query.is_exact_instance_of::<PyDict>() {
        return query.call_method0("items").map(|items| Some(Cow::Owned(items)));
    }
    let all = if let Ok(list) = query.cast_exact::<PyList>() {
        list.iter().all(is_pair)
    } else if let Ok(tuple) = query.cast_exact::<PyTuple>() {
        tuple.iter().all(is_pair)
    } else {
        false
    };
    Ok(all.then_some(Cow::Borrowed(query)))
}

pub(super) struct UrlEncode;

impl FastCall for UrlEncode {
    const DOC: &'static CStr = docs::of("urllib_urlencode");
    const ORIGINAL: Option<Original> = Some(original);

    fn pairing() -> Option<Pairing<'static>> {
        Some(Pairing { table: &QUOTE_PLUS_SPACES, names_may_be_numbers: true })
    }

    fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        let Some(sequences) = flag(arguments.get(1)) else { return to_the_original(py) };
        let Some(quoting) = Quoting::of(py, arguments)? else { return to_the_original(py) };
        // A call without options was tried by `pairing` already.
        if arguments.are_more_than_one()
            && let Some(pairing) = quoting.pairing()
            && let Some(query) = call::found(py, pairing.query(arguments.text()))?
        {
            return Ok(query);
        }
        let Some(pairs) = pairs_of(arguments.text())? else { return to_the_original(py) };
        let mut out = Vec::new();
        for pair in pairs.try_iter()? {
            let pair = pair?;
            match pair.cast_exact::<PyTuple>() {
                Ok(pair) if pair.len() == 2 => {
                    let name = pair.get_borrowed_item(0)?;
                    let value = pair.get_borrowed_item(1)?;
                    quoting.pair_onto((&name, &value), sequences, &mut out)?;
                }
                // A `__str__` of the caller has changed the list meanwhile.
                _ => {
                    let (name, value) = pair.extract()?;
                    quoting.pair_onto((&name, &value), sequences, &mut out)?;
                }
            }
        }
        debug_assert!(given(arguments.get(2)).is_none() || out.is_ascii());
        Ok(PyString::from_bytes(py, &out)?.into_any())
    }
}
