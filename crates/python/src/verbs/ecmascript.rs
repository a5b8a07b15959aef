//! ECMAScript's functions, called from Python.
//!
//! A str is read as the UTF-16 that it has, surrogates that no character stands for among it, and
//! two halves that stand side by side are one character, as there.

use std::ffi::CStr;
use std::marker::PhantomData;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::call::{Arguments, Quick, Verb};
use crate::objects::errors;
use crate::objects::strings;
use crate::verbs::text::Decode;
use superuri::base::error::Result;
use superuri::codec::ecmascript as engine;
use superuri::codec::percent::Encoder;
use superuri_kernels as kernels;

/// One of the functions: from a string, which is its code units, to another.
pub(crate) trait Function {
    const DOC: &'static CStr;
    /// Does it read escapes, so that a text without any is its own answer?
    const READS: bool = false;

    /// As [`Verb::quick`].
    fn quick(text: &[u8]) -> Quick<'_> {
        if Self::READS && has_no_percent(text) { Quick::Same } else { Quick::Ask }
    }

    /// What comes back.
    fn of(units: &[u16]) -> Result<String16>;
}

/// A string that is ASCII, or one of any code units.
pub(crate) enum String16 {
    Ascii(Vec<u8>),
    Units(Vec<u16>),
}

/// A function as a verb.
pub(crate) struct Ecma<F>(PhantomData<F>);

impl<F: Function> Verb for Ecma<F> {
    const DOC: &'static CStr = F::DOC;

    fn is_idle(characters: &[u8]) -> bool {
        F::READS && has_no_percent(characters)
    }

    fn quick(text: &[u8]) -> Quick<'_> {
        F::quick(text)
    }

    fn call<'py>(py: Python<'py>, arguments: &Arguments<'py>) -> PyResult<Bound<'py, PyAny>> {
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
        // Halves of a pair that stand side by side are one character in what comes back.
        let same = string.is_exact_instance_of::<PyString>() && made.eq(string)?;
        Ok(if same { text.clone() } else { made })
    }
}

/// The UTF-16 of these code points, each surrogate as it stands.
fn units(code_points: &[u32]) -> Vec<u16> {
    let mut units = Vec::with_capacity(code_points.len());
    for &code_point in code_points {
        match (u16::try_from(code_point), char::from_u32(code_point)) {
            (Ok(unit), _) => units.push(unit),
            (Err(_), Some(c)) => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
            (Err(_), None) => units.push(0xFFFD),
        }
    }
    units
}

/// How many code points begin before this code unit.
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

/// The answer of an encoder for a text that has UTF-8: the kernel's.
fn encode_quickly<'a>(text: &'a [u8], encoder: &'static Encoder) -> Quick<'a> {
    match kernels::find(text, encoder.table()) {
        clean if clean == text.len() => Quick::Same,
        clean => Quick::Encode(text, clean, encoder.table()),
    }
}

fn has_no_percent(text: &[u8]) -> bool {
    memchr::memchr(b'%', text).is_none()
}

pub(crate) struct Escape;

impl Function for Escape {
    const DOC: &'static CStr = cr#"escape($module, text)
--

The text as ECMAScript's escape writes it: %XX below U+0100, else %uXXXX a code unit.

>>> from superuri.compat import ecmascript
>>> ecmascript.escape("a/b é~ć")
'a/b%20%E9%7E%u0107'

Never use it for a URI: no URI standard knows %uXXXX, and %E9 is not UTF-8. Raises for no str.
Source: ECMA-262 Annex B.2.1.1."#;

    fn quick(text: &[u8]) -> Quick<'_> {
        // What is not ASCII is its code units there, not its UTF-8.
        if text.is_ascii() { encode_quickly(text, &engine::ENCODE_ESCAPE) } else { Quick::Ask }
    }

    fn of(units: &[u16]) -> Result<String16> {
        Ok(String16::Ascii(engine::escape(units)))
    }
}

pub(crate) struct Unescape;

impl Function for Unescape {
    const DOC: &'static CStr = cr#"unescape($module, text)
--

The text as ECMAScript's unescape reads it: %XX and %uXXXX are code units, all else stays.

>>> from superuri.compat import ecmascript
>>> ecmascript.unescape("%u0107%uD83D%uDE00%E9%C3%A9%zz%")
'ć😀éÃ©%zz%'

Two halves of a surrogate pair become one character. Raises for no str.
Source: ECMA-262 Annex B.2.1.2."#;
    const READS: bool = true;

    fn of(units: &[u16]) -> Result<String16> {
        Ok(String16::Units(engine::unescape(units)))
    }
}

pub(crate) struct EncodeUri;

impl Function for EncodeUri {
    const DOC: &'static CStr = cr#"encodeURI($module, text)
--

The text as ECMAScript's encodeURI writes it: all but ;,/?:@&=+$# and -_.!~*'() is encoded.

>>> from superuri.compat import ecmascript
>>> ecmascript.encodeURI("http://[::1]/a b?q=%41")
'http://%5B::1%5D/a%20b?q=%2541'

It escapes what is escaped already, and the brackets of IPv6: superuri.clean does not.

Raises EncodeError, as its URIError, with the offset of a lone surrogate.
Source: ECMA-262 section 19.2.6.4."#;

    fn quick(text: &[u8]) -> Quick<'_> {
        encode_quickly(text, &engine::ENCODE_URI)
    }

    fn of(units: &[u16]) -> Result<String16> {
        engine::encode(units, &engine::ENCODE_URI).map(String16::Ascii)
    }
}

pub(crate) struct EncodeUriComponent;

impl Function for EncodeUriComponent {
    const DOC: &'static CStr = cr#"encodeURIComponent($module, text)
--

The text as ECMAScript's encodeURIComponent writes it: all but -_.!~*'() is encoded.

>>> from superuri.compat import ecmascript
>>> ecmascript.encodeURIComponent("it's a/b & ü")
"it's%20a%2Fb%20%26%20%C3%BC"

It leaves !'()* bare, which RFC 3986 reserves: superuri.encode does not.

Raises EncodeError, as its URIError, with the offset of a lone surrogate.
Source: ECMA-262 section 19.2.6.5."#;

    fn quick(text: &[u8]) -> Quick<'_> {
        encode_quickly(text, &engine::ENCODE_COMPONENT)
    }

    fn of(units: &[u16]) -> Result<String16> {
        engine::encode(units, &engine::ENCODE_COMPONENT).map(String16::Ascii)
    }
}

pub(crate) struct DecodeUri;

impl Function for DecodeUri {
    const DOC: &'static CStr = cr#"decodeURI($module, text)
--

The text as ECMAScript's decodeURI reads it: the escapes of ;,/?:@&=+$# stay.

>>> from superuri.compat import ecmascript
>>> ecmascript.decodeURI("/%7Euser/%2f%2525")
'/~user/%2f%25'

It undoes %25, so that %252F and %2F become one.

Raises DecodeError, as its URIError, with the offsets of the first bad escape.
Source: ECMA-262 section 19.2.6.2."#;
    const READS: bool = true;

    fn of(units: &[u16]) -> Result<String16> {
        engine::decode_uri(units).map(String16::Units)
    }
}

pub(crate) struct DecodeUriComponent;

impl Function for DecodeUriComponent {
    const DOC: &'static CStr = cr#"decodeURIComponent($module, text)
--

The text as ECMAScript's decodeURIComponent reads it: every escape undone, as UTF-8.

>>> from superuri.compat import ecmascript
>>> ecmascript.decodeURIComponent("caf%C3%A9+%2F")
'café+/'

Raises DecodeError, as its URIError, with the offsets of the first bad escape.
Source: ECMA-262 section 19.2.6.3."#;
    const READS: bool = true;

    fn quick(text: &[u8]) -> Quick<'_> {
        // The two agree on all but errors, of which theirs counts in UTF-16.
        if has_no_percent(text) { Quick::Same } else { Decode::quick(text) }
    }

    fn of(units: &[u16]) -> Result<String16> {
        engine::decode_uri_component(units).map(String16::Units)
    }
}

pub(crate) struct FixedEncodeUri;

impl Function for FixedEncodeUri {
    const DOC: &'static CStr = cr#"fixedEncodeURI($module, text)
--

The text as fixedEncodeURI writes it: encodeURI, but escapes and brackets stay.

>>> from superuri.compat import ecmascript
>>> ecmascript.fixedEncodeURI("http://[::1]/a b?q=%41")
'http://[::1]/a%20b?q=%41'
>>> ecmascript.fixedEncodeURI("/%5B")
'/['

It reads %5B and %5D as brackets wherever they stand, the text's own too: so does the original,
and it is kept on purpose. A % that begins no escape stays. superuri.clean has neither.

Raises EncodeError, as its URIError, with the offset of a lone surrogate.
Source: Giuca 2012, "How do you escape a complete URI?"."#;

    fn quick(text: &[u8]) -> Quick<'_> {
        // Where there is a %, there may be a bracket to read.
        if !has_no_percent(text) {
            return Quick::Ask;
        }
        encode_quickly(text, &engine::ENCODE_FIXED)
    }

    fn of(units: &[u16]) -> Result<String16> {
        engine::fixed_encode_uri(units).map(String16::Ascii)
    }
}

pub(crate) struct FixedDecodeUri;

impl Function for FixedDecodeUri {
    const DOC: &'static CStr = cr#"fixedDecodeURI($module, text)
--

The text as fixedDecodeURI reads it: decodeURI, but %25, %5B and %5D stay, in upper case.

>>> from superuri.compat import ecmascript
>>> ecmascript.fixedDecodeURI("/%7Euser/%2f%252F%5b")
'/~user/%2f%252F%5B'

Raises DecodeError, as its URIError, with the offsets of the first bad escape.
Source: Giuca 2012, "How do you escape a complete URI?"."#;
    const READS: bool = true;

    fn of(units: &[u16]) -> Result<String16> {
        engine::fixed_decode_uri(units).map(String16::Units)
    }
}
