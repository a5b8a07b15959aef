//! Encode, decode, clean: the verbs on one text.

use std::{borrow::Cow, ffi::CStr};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyString};

use crate::call::{CallArguments, Fast, FastCall, signature::MOST_PARAMETERS};
use crate::docs;
use crate::guard::Answer;
use crate::objects::codec::{self, Coding, EncodedStr};
use crate::objects::profiles::{PyProfile, profile};
use crate::objects::sets::{COMPONENT, encoder};
use crate::objects::words::{default_scheme, encode_errors, word};
use crate::objects::{strings, text::Text, words::decoding_errors};
use crate::verbs::decode::Decoding;
use superuri::base::error::Result;
use superuri::clean;
use superuri::clean::edits::{self, Encodings};
use superuri::clean::fast_check::{self, FastResult};
use superuri::clean::{edit, long_check, profiles::RFC3986, transcode::reference};
use superuri::codec::encodings::charset::Charset;
use superuri::codec::percent::{self, Encoder};
use superuri_kernels as kernels;
use superuri_kernels::set::NonAscii;

pub(crate) struct Encode;

impl FastCall for Encode {
    const DOC: &'static CStr = docs::of("encode");

    fn is_noop(characters: &[u8]) -> bool {
        kernels::is_free(characters, COMPONENT.table())
    }

    fn quick(text: &[u8]) -> Fast<'_> {
        Fast::Encode(text, 0, COMPONENT.table())
    }

    fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        let encoder = encoder(arguments.get(1))?;
        let data = arguments.text();
        let encoding = word(arguments.get(2), "encoding")?;
        let policy = encode_errors(arguments.get(3))?;
        let Ok(string) = data.cast::<PyString>() else {
            if encoding.is_some() || arguments.get(3).is_some() {
                return Err(PyTypeError::new_err(
                    "bytes are octets already: encoding= and errors= are for str",
                ));
            }
            return escape(py, &Text::strict(data)?, encoder);
        };
        let coding = codec::coding(py, encoding.as_deref().unwrap_or("utf-8"), false)?;
        if coding == Coding::Utf8 {
            match Text::of(data)? {
                Ok(text) => return escape(py, &text, encoder),
                Err(surrogate) if &*policy == "strict" => return Err(surrogate.failure(data)),
                Err(_) => {}
            }
        }
        let octets = codec::encode(string, &coding, &policy)?;
        match Text::of(data)?.ok() {
            Some(text) if octets.references.is_empty() && *octets.bytes == *text.bytes => {
                escape(py, &text, encoder)
            }
            _ => written(py, &octets, encoder),
        }
    }
}

/// The octets with those of the set percent-encoded, and the references. The result is always
/// ASCII, even if the set keeps non-ASCII characters, because the octets must not be read as
/// UTF-8.
fn written<'py>(py: Python<'py>, octets: &EncodedStr, encoder: &Encoder) -> Answer<'py> {
    let all = Encoder::new(encoder.set().non_ascii(NonAscii::Encoded));
    let mut out = Vec::with_capacity(octets.bytes.len());
    let mut from = 0;
    for &(at, code_point) in &octets.references {
        out.extend_from_slice(&percent::encode(&octets.bytes[from..at], &all));
        out.extend_from_slice(reference(code_point).as_bytes());
        from = at;
    }
    out.extend_from_slice(&percent::encode(&octets.bytes[from..], &all));
    Ok(PyString::from_bytes(py, &out)?.into_any())
}

/// The text with the octets of the set percent-encoded; the text itself if there are none.
fn escape<'py>(py: Python<'py>, text: &Text<'_, 'py>, encoder: &Encoder) -> Answer<'py> {
    let clean = kernels::find(&text.bytes, encoder.table());
    if clean == text.bytes.len() {
        return text.same();
    }
    if encoder.set().rule() == NonAscii::Encoded {
        return strings::encoded(py, &text.bytes, clean, encoder.table());
    }
    match percent::encode(&text.bytes, encoder) {
        Cow::Borrowed(_) => text.same(),
        Cow::Owned(octets) => text.string(&octets),
    }
}

pub(crate) struct Decode;

impl FastCall for Decode {
    const DOC: &'static CStr = docs::of("decode");

    fn is_noop(characters: &[u8]) -> bool {
        percent::is_noop(characters)
    }

    fn quick(text: &[u8]) -> Fast<'_> {
        Fast::Decode(text, true)
    }

    fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        let errors = decoding_errors(arguments.get(2))?;
        let codings = codec::codings(py, arguments.get(1))?;
        let decoding = Decoding { text: arguments.text(), codings, errors, percent_u: false };
        decoding.within(arguments.get(3))
    }
}

pub(crate) fn decode_bytes<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
    let errors = decoding_errors(arguments.get(1))?;
    let text = Text::strict(arguments.text())?;
    match percent::decode_bytes(&text.bytes, errors).map_err(|error| text.failure(&error))? {
        Cow::Borrowed(_) if arguments.text().is_exact_instance_of::<PyBytes>() => {
            Ok(arguments.text().clone())
        }
        bytes => Ok(PyBytes::new(py, &bytes).into_any()),
    }
}

/// Calls `work` with the encodings of the profile, in which the characters of the text are encoded.
pub(crate) fn in_encodings<T>(
    py: Python<'_>,
    text: &Text<'_, '_>,
    profile: &PyProfile,
    work: impl FnOnce(Encodings<'_>) -> T,
) -> T {
    let by_codec = |coding: &Option<Coding>| match coding {
        Some(Coding::Python(name)) => {
            let name = name.clone();
            Some(move |run: &str| codec::octets(py, run, &name))
        }
        _ => None,
    };
    let (of_text, of_query) = (by_codec(&profile.text_coding), by_codec(&profile.query_coding));
    let encodings = if text.is_str {
        Encodings {
            text: match (&profile.text_coding, &of_text) {
                (Some(Coding::Known(known, _)), _) => Some(Charset::Known(*known)),
                (_, other) => other.as_ref().map(|encode| Charset::Other(encode)),
            },
            query: match (&profile.query_coding, &of_query) {
                (Some(Coding::Known(known, _)), _) => Some(Charset::Known(*known)),
                (_, other) => other.as_ref().map(|encode| Charset::Other(encode)),
            },
        }
    } else {
        // Bytes are octets already.
        Encodings::default()
    };
    work(encodings)
}

fn cleaned<'a>(
    py: Python<'_>,
    text: &'a Text<'_, '_>,
    profile: &PyProfile,
) -> Result<Cow<'a, [u8]>> {
    if profile.is_utf8() {
        return clean::clean(&text.bytes, profile.profile());
    }
    let edits = in_encodings(py, text, profile, |encodings| {
        edits::edits(&text.bytes, profile.profile(), encodings)
    })?;
    Ok(if edits.is_empty() {
        Cow::Borrowed(&*text.bytes)
    } else {
        Cow::Owned(edit::apply(&text.bytes, &edits))
    })
}

pub(crate) struct Clean;

impl FastCall for Clean {
    const DOC: &'static CStr = docs::of("clean");

    fn quick(text: &[u8]) -> Fast<'_> {
        match long_check::legal(text) {
            Some(FastResult::Unchanged) => return Fast::Same,
            Some(FastResult::Escaped) => return Fast::Encode(text, 0, &fast_check::ODD),
            None => {}
        }
        let mut out = Vec::new();
        match clean::clean_into_slow(text, RFC3986, &mut out) {
            Ok(false) => Fast::Same,
            Ok(true) => Fast::Ascii(out),
            Err(_) => Fast::NeedsSlowPath,
        }
    }

    fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        let profile = profile(arguments.get(1))?;
        let text = Text::strict(arguments.text())?;
        if let Some(scheme) = default_scheme(arguments.get(2))? {
            let strips = profile.profile().salvages;
            let clean = |whole: &Text| cleaned(py, whole, &profile).map(Cow::into_owned);
            return text.same_or_string(&text.after(&scheme, strips, clean)?);
        }
        match cleaned(py, &text, &profile).map_err(|error| text.failure(&error))? {
            Cow::Borrowed(_) => text.same(),
            Cow::Owned(cleaned) => text.string(&cleaned),
        }
    }
}

/// The text cleaned by the default profile, after its default scheme if there is one.
pub(crate) fn cleaned_by<'py>(
    text: &Bound<'py, PyAny>,
    default_scheme: Option<&Bound<'py, PyAny>>,
) -> Answer<'py> {
    let mut slots = [const { None }; MOST_PARAMETERS];
    slots[0] = Some(text.clone());
    slots[2] = default_scheme.cloned();
    Clean::call(text.py(), &CallArguments::of(slots))
}

pub(crate) struct IsUri;

impl FastCall for IsUri {
    const DOC: &'static CStr = docs::of("is_uri");

    fn quick(text: &[u8]) -> Fast<'_> {
        Fast::Bool(clean::is_clean(text, RFC3986))
    }

    fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
        let profile = profile(arguments.get(1))?;
        let legal = match Text::of(arguments.text())? {
            Err(_) => false,
            Ok(text) => matches!(cleaned(py, &text, &profile), Ok(Cow::Borrowed(_))),
        };
        Ok(PyBool::new(py, legal).to_owned().into_any())
    }
}
