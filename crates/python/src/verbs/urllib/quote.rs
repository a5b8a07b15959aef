//! Functions `quote`, `quote_plus` and `quote_from_bytes`.

use std::{ffi::CStr, ops::Deref, sync::OnceLock};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::codec::{Codec, QuotedData, given};
use super::original;
use crate::call::{CallArguments, Fast, FastCall, Original, to_the_original};
use crate::docs;
use crate::guard::Answer;
use crate::objects::strings;
use superuri::base::sets::{python, rfc3986};
use superuri_kernels as kernels;
use superuri_kernels::Table;

static QUOTE: Table = Table::new(python::QUOTE.bits());
static QUOTE_PLUS: Table = Table::new(python::QUOTE_PLUS.bits());
pub(super) static QUOTE_PLUS_SPACES: Table = Table::new(python::QUOTE_PLUS.but(" ").bits());

const SLASH: u128 = 1 << b'/';
const SPACE: u128 = 1 << b' ';

/// The characters that a `safe` argument leaves unescaped, one bit each; `None` if Python itself
/// has to decide. Non-ASCII characters in it are ignored.
pub(super) fn safe_bits(safe: Option<&Bound<'_, PyAny>>, default: u128) -> Option<u128> {
    fn bits(characters: impl Iterator<Item = u32>) -> u128 {
        characters.filter(|&c| c < 0x80).fold(0, |bits, c| bits | 1 << c)
    }
    let Some(safe) = safe else { return Some(default) };
    if let Ok(safe) = safe.cast_exact::<PyString>() {
        return Some(match strings::one_byte_characters(safe) {
            Some(characters) => bits(characters.iter().map(|&c| c.into())),
            None => bits(strings::code_points(safe).into_iter()),
        });
    }
    let safe = safe.cast_exact::<PyBytes>().ok()?;
    Some(bits(safe.as_bytes().iter().map(|&c| c.into())))
}

/// The number of tables that are kept, one for each `safe` that a program uses; most programs use
/// fewer than five.
const KEPT: usize = 64;

/// A table that is kept, or one whose slot is taken by another `safe`.
pub(super) enum Ready {
    Kept(&'static Table),
    Own(Box<Table>),
}

impl Ready {
    /// The table that leaves these characters unescaped, and those that `quote` always leaves.
    pub(super) fn of(bare: u128) -> Self {
        static TABLES: [OnceLock<(u128, Table)>; KEPT] = [const { OnceLock::new() }; KEPT];
        #[expect(clippy::cast_possible_truncation, reason = "a hash folds its halves together")]
        let folded = (bare ^ bare >> 64) as u64;
        // The bits of the golden ratio spread the few set bits; the top six bits are the slot.
        let slot = folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58;
        let new = || Table::new(rfc3986::COMPONENT.bits() & !bare);
        let place = &TABLES[usize::try_from(slot).unwrap_or(0)];
        match place.get_or_init(|| (bare, new())) {
            (kept, table) if *kept == bare => Self::Kept(table),
            _ => Self::Own(Box::new(new())),
        }
    }
}

impl Deref for Ready {
    type Target = Table;

    fn deref(&self) -> &Table {
        match self {
            Self::Kept(table) => table,
            Self::Own(table) => table,
        }
    }
}

/// The quoted data; `None` if Python itself has to decide.
fn quoted<'py>(
    object: &Bound<'py, PyAny>,
    bare: u128,
    codec: &Codec<'_, 'py>,
    plus: bool,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    let Some(data) = QuotedData::of(object) else { return Ok(None) };
    let (octets, spaces) = match &data {
        QuotedData::Text(text) => {
            if strings::length(text) == 0 {
                return Ok(Some(object.clone()));
            }
            let octets = codec.octets(text)?;
            // Only a space of the text counts, not an equal octet of its encoding.
            let spaces =
                plus && if codec.is_plain() { octets.contains(&b' ') } else { text.contains(" ")? };
            (octets, spaces)
        }
        QuotedData::Octets(octets) => {
            if !codec.is_default() {
                return Ok(None);
            }
            (octets.as_ref().into(), plus && octets.contains(&b' '))
        }
    };
    let table = Ready::of(if spaces { bare | SPACE } else { bare });
    if spaces {
        return strings::encoded_as_form(py, &octets, &table).map(Some);
    }
    let clean = kernels::find(&octets, &table);
    if clean == octets.len()
        && let QuotedData::Text(text) = data
        && strings::one_byte_characters(text).is_some_and(|text| *text == *octets)
    {
        return Ok(Some(object.clone()));
    }
    strings::encoded(py, &octets, clean, &table).map(Some)
}

/// The result, or that of Python's own function.
pub(super) fn or_original<'py>(py: Python<'py>, result: Option<Bound<'py, PyAny>>) -> Answer<'py> {
    result.map_or_else(|| to_the_original(py), Ok)
}

/// The result for a text, an encoding and its error handler; `safe` holds the characters that are
/// safe if none are given.
fn of_text<'py>(
    py: Python<'py>,
    arguments: &CallArguments<'py>,
    safe: u128,
    plus: bool,
) -> Answer<'py> {
    let bare = safe_bits(arguments.get(1), safe);
    let codec = Codec::of(arguments.get(2), arguments.get(3));
    let (Some(bare), Some(codec)) = (bare, codec) else { return to_the_original(py) };
    or_original(py, quoted(arguments.text(), bare, &codec, plus)?)
}

pub(super) struct Quote;

impl FastCall for Quote {
    const DOC: &'static CStr = docs::of("urllib_quote");
    const ORIGINAL: Option<Original> = Some(original);

    fn is_noop(characters: &[u8]) -> bool {
        kernels::is_free(characters, &QUOTE)
    }

    fn quick(text: &[u8]) -> Fast<'_> {
        Fast::Encode(text, 0, &QUOTE)
    }

    fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        of_text(py, arguments, SLASH, false)
    }
}

pub(super) struct QuotePlus;

impl FastCall for QuotePlus {
    const DOC: &'static CStr = docs::of("urllib_quote_plus");
    const ORIGINAL: Option<Original> = Some(original);

    fn is_noop(characters: &[u8]) -> bool {
        kernels::is_free(characters, &QUOTE_PLUS)
    }

    fn quick(text: &[u8]) -> Fast<'_> {
        Fast::Form(text, &QUOTE_PLUS_SPACES)
    }

    fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        of_text(py, arguments, 0, true)
    }
}

pub(super) fn quote_from_bytes<'py>(
    py: Python<'py>,
    arguments: &CallArguments<'py>,
) -> Answer<'py> {
    let bare = safe_bits(arguments.get(1), SLASH);
    let codec = Codec::of(None, None);
    match (bare, codec, given(Some(arguments.text()))) {
        (Some(bare), Some(codec), Some(bytes)) if !bytes.is_instance_of::<PyString>() => {
            or_original(py, quoted(bytes, bare, &codec, false)?)
        }
        _ => to_the_original(py),
    }
}
