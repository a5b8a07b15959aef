//! Functions `parse_qsl` and `parse_qs`.

use std::{borrow::Cow, ffi::CStr, ops::Range};

use memchr::memmem;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyString};

use super::codec::{Codec, flag, given};
use super::{original, quote::or_original};
use crate::call::{self, CallArguments, Fast, FastCall, Original, Query, listed, to_the_original};
use crate::docs;
use crate::guard::Answer;
use crate::objects::text::{Text, new_bytes};
use superuri::codec::form;
use superuri_kernels as kernels;
use superuri_kernels::memory;

type ObjectPairs<'py> = Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>;

/// The spans between separators, one field after the other.
fn fields<'a>(text: &'a [u8], separator: &'a [u8]) -> impl Iterator<Item = Range<usize>> + 'a {
    let single = if let [single] = separator { Some(*single) } else { None };
    let finder = memmem::Finder::new(separator);
    let mut at = Some(0);
    std::iter::from_fn(move || {
        let start = at?;
        let rest = &text[start..];
        let found = single.map_or_else(|| finder.find(rest), |byte| memchr::memchr(byte, rest));
        at = found.map(|len| start + len + separator.len());
        Some(start..found.map_or(text.len(), |len| start + len))
    })
}

/// The pairs of a query; `None` if Python itself has to decide or to raise an error, which is safe
/// at any point, because it begins anew.
///
/// The checks go from cheap to expensive: types and words of the arguments; the usual call, whose
/// pairs a kernel finds; cases in which the versions of Python differ; the limit of pairs, for
/// which they are counted; then [`PairDecoding::pairs`].
fn pairs<'py>(
    py: Python<'py>,
    arguments: &CallArguments<'py>,
) -> PyResult<Option<ObjectPairs<'py>>> {
    let query = arguments.text();
    let (Some(blank), Some(strict)) = (flag(arguments.get(1)), flag(arguments.get(2))) else {
        return Ok(None);
    };
    let Some(codec) = Codec::of(arguments.get(3), arguments.get(4)) else { return Ok(None) };
    let Some(separator) = separator(arguments.get(6))? else { return Ok(None) };
    let is_str = query.is_exact_instance_of::<PyString>();
    if separator.is_empty() || !(is_str || query.is_exact_instance_of::<PyBytes>()) {
        return Ok(None);
    }
    let Ok(text) = Text::of(query)? else { return Ok(None) };
    let is_limited = given(arguments.get(5)).is_some();
    if is_str && codec.is_usual() && *separator == *b"&" && !strict && !is_limited {
        let query = Query { text: &text.bytes, keep_blank: blank, replace: true };
        let mut pairs = Vec::new();
        let read = query.each(py, |name, value| {
            memory::push(&mut pairs, (name.into_any(), value.into_any()));
            Ok(())
        });
        if call::found(py, read)?.is_some() {
            return Ok(Some(pairs));
        }
    }
    // The versions of Python differ on bytes that are not ASCII, on bytes whose separator is not, and
    // on an empty query that is strict or limited.
    if !(is_str || text.bytes.is_ascii() && separator.is_ascii()) {
        return Ok(None);
    }
    if text.bytes.is_empty() {
        return Ok((!strict && !is_limited).then(Vec::new));
    }
    if let Some(most) = given(arguments.get(5)) {
        let most = most.cast_exact::<PyInt>().ok().and_then(|most| most.extract::<i64>().ok());
        let Some(most) = most else { return Ok(None) };
        let count = fields(&text.bytes, &separator).count();
        if i64::try_from(count).map_or(true, |count| most < count) {
            return Ok(None);
        }
    }
    PairDecoding { py, codec, is_str }.pairs(&text.bytes, &separator, blank, strict)
}

/// The separator; `None` if Python itself has to decide.
fn separator<'a>(argument: Option<&'a Bound<'_, PyAny>>) -> PyResult<Option<Cow<'a, [u8]>>> {
    match argument {
        None => Ok(Some(Cow::Borrowed(b"&"))),
        Some(text) if text.is_exact_instance_of::<PyString>() => {
            Ok(Text::of(text)?.ok().map(|text| text.bytes))
        }
        Some(_) => Ok(None),
    }
}

struct PairDecoding<'a, 'py> {
    py: Python<'py>,
    codec: Codec<'a, 'py>,
    is_str: bool,
}

impl<'py> PairDecoding<'_, 'py> {
    /// Decodes the pairs; `None` if Python itself has to decide.
    fn pairs(
        &self,
        text: &[u8],
        separator: &[u8],
        blank: bool,
        strict: bool,
    ) -> PyResult<Option<ObjectPairs<'py>>> {
        // All at once, and only after the separators were found: a separator may be a plus.
        let spaced = form::space_for_plus(text);
        let mut found = Vec::new();
        for at in fields(text, separator) {
            let field = &spaced[at];
            if field.is_empty() && !strict {
                continue;
            }
            let (name, value) = match memchr::memchr(b'=', field) {
                Some(equals) => (&field[..equals], &field[equals + 1..]),
                None if strict => return Ok(None),
                None => (field, &b""[..]),
            };
            if !value.is_empty() || blank {
                // In this order: if both fail, the error is that of the name.
                let Some(name) = self.read(name)? else { return Ok(None) };
                let Some(value) = self.read(value)? else { return Ok(None) };
                memory::push(&mut found, (name, value));
            }
        }
        Ok(Some(found))
    }

    /// Decodes a name or value in which `+` was replaced; `None` if Python itself has to decide.
    fn read(&self, text: &[u8]) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.is_str {
            return Ok(self.codec.unquoted(self.py, text)?.map(Bound::into_any));
        }
        let mut octets = Vec::new();
        let decoded = kernels::decode_onto(text, &mut octets);
        let alike = !decoded.high && self.codec.is_plain();
        alike.then(|| new_bytes(self.py, &octets)).transpose()
    }
}

pub(super) struct ParseQsl;

impl FastCall for ParseQsl {
    const DOC: &'static CStr = docs::of("urllib_parse_qsl");
    const ORIGINAL: Option<Original> = Some(original);

    fn quick(text: &[u8]) -> Fast<'_> {
        Fast::Pairs(Query { text, keep_blank: false, replace: true })
    }

    fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        let Some(pairs) = pairs(py, arguments)? else { return to_the_original(py) };
        listed(py, pairs)
    }
}

pub(super) fn parse_qs<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
    let grouped = pairs(py, arguments)?.map(|pairs| {
        let found = PyDict::new(py);
        for (name, value) in pairs {
            match found.get_item(&name)? {
                Some(values) => values.cast::<PyList>()?.append(value)?,
                None => found.set_item(name, PyList::new(py, [value])?)?,
            }
        }
        Ok::<_, PyErr>(found.into_any())
    });
    or_original(py, grouped.transpose()?)
}
