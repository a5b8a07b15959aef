//! ECMAScript's functions for Python.
//!
//! A str is read as UTF-16, lone surrogates included. As in ECMAScript, two adjacent surrogates of
//! a pair are one character.

use std::ffi::CStr;
use std::marker::PhantomData;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::call::{CallArguments, Fast, FastCall};
use crate::docs;
use crate::objects::errors;
use crate::objects::strings;
use crate::verbs::text::Decode;
use superuri::base::error::Result;
use superuri::codec::ecmascript as engine;
use superuri::codec::percent::Encoder;
use superuri_kernels::{self as kernels, memory};

/// One of the functions: from a string, given as code units, to another string.
pub(crate) trait StringFunction {
    const DOC: &'static CStr;
    /// Whether it decodes escapes, so that a text without any is its own result.
    const READS: bool = false;

    /// As [`FastCall::quick`].
    fn quick(text: &[u8]) -> Fast<'_> {
        if Self::READS && has_no_percent(text) { Fast::Same } else { Fast::NeedsSlowPath }
    }

    fn of(units: &[u16]) -> Result<String16>;
}

/// A string that is ASCII, or one of any code units.
pub(crate) enum String16 {
    Ascii(Vec<u8>),
    Units(Vec<u16>),
}

pub(crate) struct Ecma<F>(PhantomData<F>);

impl<F: StringFunction> FastCall for Ecma<F> {
    const DOC: &'static CStr = F::DOC;

    fn is_noop(characters: &[u8]) -> bool {
        F::READS && has_no_percent(characters)
    }

    fn quick(text: &[u8]) -> Fast<'_> {
        F::quick(text)
    }

    fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = arguments.text();
        let Ok(string) = text.cast::<PyString>() else {
            let kind = text.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "a string of ECMAScript is a str, not {kind}"
            )));
        };
        let code_points = strings::code_points(string);
        let units = units(&code_points);
        let made = F::of(&units).map_err(|failure| {
            let at = code_points_before(&code_points, failure.at.start)
                ..code_points_before(&code_points, failure.at.end);
            errors::error(text, &failure, &at)
        })?;
        let made = match made {
            String16::Ascii(ascii) => PyString::from_bytes(py, &ascii)?.into_any(),
            String16::Units(units) => match String::from_utf16(&units) {
                Ok(made) => PyString::new(py, &made).into_any(),
                Err(_) => with_surrogates(py, &units)?,
            },
        };
        // In the result, two adjacent surrogates of a pair are one character.
        let same = string.is_exact_instance_of::<PyString>() && made.eq(string)?;
        Ok(if same { text.clone() } else { made })
    }
}

/// The UTF-16 of these code points; surrogates stay.
fn units(code_points: &[u32]) -> Vec<u16> {
    let mut units = memory::with_capacity(code_points.len());
    for &code_point in code_points {
        match (u16::try_from(code_point), char::from_u32(code_point)) {
            (Ok(unit), _) => memory::push(&mut units, unit),
            (Err(_), Some(c)) => {
                c.encode_utf16(&mut [0; 2]).iter().for_each(|&unit| memory::push(&mut units, unit));
            }
            (Err(_), None) => memory::push(&mut units, 0xFFFD),
        }
    }
    units
}

/// The number of code points that begin before this code unit.
fn code_points_before(code_points: &[u32], unit: usize) -> usize {
    let mut passed = 0;
    let before = |code_point: &u32| {
        let begins_at = passed;
        passed += if *code_point > 0xFFFF { 2 } else { 1 };
        begins_at < unit
    };
    code_points.iter().copied().take_while(before).count()
}

fn with_surrogates<'py>(py: Python<'py>, units: &[u16]) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    PyBytes::new(py, &bytes).call_method1("decode", ("utf-16-le", "surrogatepass"))
}

/// The result of an encoder, by the kernel, for a text that has UTF-8.
fn encode_quickly<'a>(text: &'a [u8], encoder: &'static Encoder) -> Fast<'a> {
    match kernels::find(text, encoder.table()) {
        clean if clean == text.len() => Fast::Same,
        clean => Fast::Encode(text, clean, encoder.table()),
    }
}

fn has_no_percent(text: &[u8]) -> bool {
    memchr::memchr(b'%', text).is_none()
}

pub(crate) struct Escape;

impl StringFunction for Escape {
    const DOC: &'static CStr = docs::of("escape");

    fn quick(text: &[u8]) -> Fast<'_> {
        // For other characters, `escape` encodes code units, not UTF-8.
        if text.is_ascii() {
            encode_quickly(text, &engine::ENCODE_ESCAPE)
        } else {
            Fast::NeedsSlowPath
        }
    }

    fn of(units: &[u16]) -> Result<String16> {
        Ok(String16::Ascii(engine::escape(units)))
    }
}

pub(crate) struct Unescape;

impl StringFunction for Unescape {
    const DOC: &'static CStr = docs::of("unescape");
    const READS: bool = true;

    fn of(units: &[u16]) -> Result<String16> {
        Ok(String16::Units(engine::unescape(units)))
    }
}

pub(crate) struct EncodeUri;

impl StringFunction for EncodeUri {
    const DOC: &'static CStr = docs::of("encodeURI");

    fn quick(text: &[u8]) -> Fast<'_> {
        encode_quickly(text, &engine::ENCODE_URI)
    }

    fn of(units: &[u16]) -> Result<String16> {
        engine::encode(units, &engine::ENCODE_URI).map(String16::Ascii)
    }
}

pub(crate) struct EncodeUriComponent;

impl StringFunction for EncodeUriComponent {
    const DOC: &'static CStr = docs::of("encodeURIComponent");

    fn quick(text: &[u8]) -> Fast<'_> {
        encode_quickly(text, &engine::ENCODE_COMPONENT)
    }

    fn of(units: &[u16]) -> Result<String16> {
        engine::encode(units, &engine::ENCODE_COMPONENT).map(String16::Ascii)
    }
}

pub(crate) struct DecodeUri;

impl StringFunction for DecodeUri {
    const DOC: &'static CStr = docs::of("decodeURI");
    const READS: bool = true;

    fn of(units: &[u16]) -> Result<String16> {
        engine::decode_uri(units).map(String16::Units)
    }
}

pub(crate) struct DecodeUriComponent;

impl StringFunction for DecodeUriComponent {
    const DOC: &'static CStr = docs::of("decodeURIComponent");
    const READS: bool = true;

    fn quick(text: &[u8]) -> Fast<'_> {
        // The two only differ in errors: the offsets of this function count UTF-16.
        if has_no_percent(text) { Fast::Same } else { Decode::quick(text) }
    }

    fn of(units: &[u16]) -> Result<String16> {
        engine::decode_uri_component(units).map(String16::Units)
    }
}

pub(crate) struct FixedEncodeUriComponent;

impl StringFunction for FixedEncodeUriComponent {
    const DOC: &'static CStr = docs::of("fixedEncodeURIComponent");

    fn quick(text: &[u8]) -> Fast<'_> {
        encode_quickly(text, &engine::ENCODE_FIXED_COMPONENT)
    }

    fn of(units: &[u16]) -> Result<String16> {
        engine::encode(units, &engine::ENCODE_FIXED_COMPONENT).map(String16::Ascii)
    }
}

pub(crate) struct FixedEncodeUri;

impl StringFunction for FixedEncodeUri {
    const DOC: &'static CStr = docs::of("fixedEncodeURI");

    fn quick(text: &[u8]) -> Fast<'_> {
        // Where there is a %, there may be an escaped bracket to restore.
        if !has_no_percent(text) {
            return Fast::NeedsSlowPath;
        }
        encode_quickly(text, &engine::ENCODE_FIXED)
    }

    fn of(units: &[u16]) -> Result<String16> {
        engine::fixed_encode_uri(units).map(String16::Ascii)
    }
}

pub(crate) struct FixedDecodeUri;

impl StringFunction for FixedDecodeUri {
    const DOC: &'static CStr = docs::of("fixedDecodeURI");
    const READS: bool = true;

    fn of(units: &[u16]) -> Result<String16> {
        engine::fixed_decode_uri(units).map(String16::Units)
    }
}
