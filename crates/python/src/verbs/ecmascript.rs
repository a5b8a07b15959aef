//! ECMAScript's functions for Python.
//!
//! A str is read as UTF-16, lone surrogates included. As in ECMAScript, two adjacent surrogates of
//! a pair are one character.

use std::ffi::CStr;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::call::{CallArguments, Fast, Fast::NeedsSlowPath, FastCall};
use crate::docs;
use crate::guard::Answer;
use crate::objects::{errors, strings};
use crate::verbs::text::Decode;
use String16::{Ascii, Units};
use superuri::base::error::Result;
use superuri::codec::ecmascript::{
    self as engine, ENCODE_COMPONENT, ENCODE_ESCAPE, ENCODE_FIXED, ENCODE_FIXED_COMPONENT,
    ENCODE_URI,
};
use superuri::codec::percent::Encoder;
use superuri_kernels::{self as kernels, memory};

/// A string that is ASCII, or one of any code units.
enum String16 {
    Ascii(Vec<u8>),
    Units(Vec<u16>),
}

/// The result of a function from a string, given as code units, to another string.
fn called<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyAny>,
    function: impl Fn(&[u16]) -> Result<String16>,
) -> Answer<'py> {
    let Ok(string) = text.cast::<PyString>() else {
        let kind = text.get_type().name()?;
        return Err(PyTypeError::new_err(format!("a string of ECMAScript is a str, not {kind}")));
    };
    let code_points = strings::code_points(string);
    let units = units(&code_points);
    let made = function(&units).map_err(|failure| {
        let at = code_points_before(&code_points, failure.at.start)
            ..code_points_before(&code_points, failure.at.end);
        errors::error(text, &failure, &at)
    })?;
    let made = match made {
        Ascii(ascii) => PyString::from_bytes(py, &ascii)?.into_any(),
        Units(units) => match String::from_utf16(&units) {
            Ok(made) => PyString::new(py, &made).into_any(),
            Err(_) => with_surrogates(py, &units)?,
        },
    };
    // In the result, two adjacent surrogates of a pair are one character.
    let same = string.is_exact_instance_of::<PyString>() && made.eq(string)?;
    Ok(if same { text.clone() } else { made })
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

fn with_surrogates<'py>(py: Python<'py>, units: &[u16]) -> Answer<'py> {
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

fn same_without_escape(text: &[u8]) -> Fast<'_> {
    if has_no_percent(text) { Fast::Same } else { NeedsSlowPath }
}

/// Each function: its name; whether it decodes escapes, so that a text without any is its own result;
/// its result for code units, and as [`FastCall::quick`].
macro_rules! functions {
    ($($verb:ident $name:literal $decodes:literal |$units:ident| $of:expr, |$text:ident| $quick:expr;)*) => {$(
        pub(crate) struct $verb;

        impl FastCall for $verb {
            const DOC: &'static CStr = docs::of($name);

            fn is_noop(characters: &[u8]) -> bool {
                $decodes && has_no_percent(characters)
            }

            fn quick($text: &[u8]) -> Fast<'_> {
                $quick
            }

            fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
                called(py, arguments.text(), |$units| $of)
            }
        }
    )*};
}

functions! {
    Escape "escape" false
        |units| Ok(Ascii(engine::escape(units))),
        // For other characters, `escape` encodes code units, not UTF-8.
        |text| if text.is_ascii() { encode_quickly(text, &ENCODE_ESCAPE) } else { NeedsSlowPath };
    Unescape "unescape" true
        |units| Ok(Units(engine::unescape(units))),
        |text| same_without_escape(text);
    EncodeUri "encodeURI" false
        |units| engine::encode(units, &ENCODE_URI).map(Ascii),
        |text| encode_quickly(text, &ENCODE_URI);
    EncodeUriComponent "encodeURIComponent" false
        |units| engine::encode(units, &ENCODE_COMPONENT).map(Ascii),
        |text| encode_quickly(text, &ENCODE_COMPONENT);
    DecodeUri "decodeURI" true
        |units| engine::decode_uri(units).map(Units),
        |text| same_without_escape(text);
    DecodeUriComponent "decodeURIComponent" true
        |units| engine::decode_uri_component(units).map(Units),
        // The two only differ in errors: the offsets of this function count UTF-16.
        |text| if has_no_percent(text) { Fast::Same } else { Decode::quick(text) };
    FixedEncodeUriComponent "fixedEncodeURIComponent" false
        |units| engine::encode(units, &ENCODE_FIXED_COMPONENT).map(Ascii),
        |text| encode_quickly(text, &ENCODE_FIXED_COMPONENT);
    FixedEncodeUri "fixedEncodeURI" false
        |units| engine::fixed_encode_uri(units).map(Ascii),
        // Where there is a %, there may be an escaped bracket to restore.
        |text| if has_no_percent(text) { encode_quickly(text, &ENCODE_FIXED) } else { NeedsSlowPath };
    FixedDecodeUri "fixedDecodeURI" true
        |units| engine::fixed_decode_uri(units).map(Units),
        |text| same_without_escape(text);
}
