//! Values of Python: the text of each in a URI.

use std::borrow::Cow;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyFloat, PyInt, PyList, PyMapping, PyMemoryView, PyString,
    PyTuple,
};

use crate::guard::{self, Answer};
use crate::objects::{decoded::decoded, errors, strings, text::Text, uris::PyUri};
use superuri::codec::percent::{self, Errors};
use superuri::syntax::places::{self, Edited, RefusedPart};
use superuri::uri::{template::fill::SlotValue, template::read_back::WrittenValue};
use superuri_kernels::memory;

/// The bytes of memory for a text in a list, besides the text itself; eight such objects at most.
pub(crate) const HELD: usize = 16;

/// A URI of values takes this many times the memory of a text: each value is copied and escaped, is
/// joined with others in a component, and that in the URI.
const TIMES: usize = 2;

pub(crate) type ObjectPair<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// What pickle calls, and its arguments.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// Converts an object to a text; raises if it is not one of the types that may be text.
pub(crate) type Reads<'py> = fn(&Bound<'py, PyAny>) -> Answer<'py>;

pub(crate) type OctetPair<'a> = (Cow<'a, [u8]>, Cow<'a, [u8]>);

/// The value that was given for a name, as objects that are text.
pub(crate) enum GivenValue<'py> {
    Absent,
    One(Bound<'py, PyAny>),
    Many(Vec<Bound<'py, PyAny>>),
    Pairs(Vec<ObjectPair<'py>>),
}

/// The same, as octets for the engine.
pub(crate) enum Held<'a> {
    Absent,
    One(Cow<'a, [u8]>),
    Many(Vec<Cow<'a, [u8]>>),
    Pairs(Vec<OctetPair<'a>>),
}

pub(crate) fn octets<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, [u8]>> {
    let octets = Text::strict(object)?.bytes;
    guard::check_available(TIMES * octets.len());
    Ok(octets)
}

pub(crate) fn octets_of<'a>(objects: &'a [Bound<'_, PyAny>]) -> PyResult<Vec<Cow<'a, [u8]>>> {
    memory::try_collect(objects.iter().map(octets))
        .inspect(|all| check_available(all.iter().map(|one| one.len())))
}

pub(crate) fn octets_of_pairs<'a>(pairs: &'a [ObjectPair<'_>]) -> PyResult<Vec<OctetPair<'a>>> {
    let of = |(name, value): &'a ObjectPair<'_>| Ok((octets(name)?, octets(value)?));
    let all = memory::try_collect(pairs.iter().map(of));
    all.inspect(|all| check_available(all.iter().map(|(name, value)| name.len() + value.len())))
}

pub(crate) fn borrowed<'a>(pairs: &'a [OctetPair<'_>]) -> Vec<(&'a [u8], &'a [u8])> {
    memory::collected(pairs.iter().map(|(name, value)| (&**name, &**value)))
}

/// As [`guard::check_available`], for several texts and the memory for each of them.
pub(crate) fn check_available(lengths: impl ExactSizeIterator<Item = usize>) {
    let held = lengths.len() * HELD;
    guard::check_available(TIMES * (lengths.sum::<usize>() + held));
}

impl GivenValue<'_> {
    pub(crate) fn held(&self) -> PyResult<Held<'_>> {
        Ok(match self {
            Self::Absent => Held::Absent,
            Self::One(one) => Held::One(octets(one)?),
            Self::Many(many) => Held::Many(octets_of(many)?),
            Self::Pairs(pairs) => Held::Pairs(octets_of_pairs(pairs)?),
        })
    }
}

impl Held<'_> {
    pub(crate) fn value(&self) -> SlotValue<'_> {
        match self {
            Self::Absent => SlotValue::Absent,
            Self::One(one) => SlotValue::One(one),
            Self::Many(many) => {
                SlotValue::Many(memory::collected(many.iter().map(|value| &**value)))
            }
            Self::Pairs(pairs) => SlotValue::Pairs(borrowed(pairs)),
        }
    }
}

pub(crate) fn uri(py: Python<'_>, edited: Edited) -> PyResult<PyUri> {
    let text = edited.map_err(|refused| exception(py, &refused))?;
    debug_assert!(superuri::uri::check(&text).is_ok(), "{}", String::from_utf8_lossy(&text));
    PyUri::of(py, &text)
}

pub(crate) fn exception(py: Python<'_>, refused: &RefusedPart) -> PyErr {
    let text = match std::str::from_utf8(&refused.text) {
        Ok(text) => PyString::new(py, text).into_any(),
        Err(_) => PyBytes::new(py, &refused.text).into_any(),
    };
    errors::in_bytes(&text, &refused.text, &refused.error)
}

pub(crate) fn is_text(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyByteArray>()
        || value.is_instance_of::<PyMemoryView>()
}

pub(crate) fn is_list(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>()
}

/// The text of a single value: a text is itself; a number or a bool is written as in JSON.
pub(crate) fn scalar<'py>(value: &Bound<'py, PyAny>) -> Answer<'py> {
    if value.is_exact_instance_of::<PyString>() || is_text(value) {
        return Ok(value.clone());
    }
    let py = value.py();
    if let Ok(truth) = value.cast::<PyBool>() {
        let word = if truth.is_true() { "true" } else { "false" };
        return Ok(PyString::new(py, word).into_any());
    }
    if value.is_instance_of::<PyInt>() {
        return py.get_type::<PyInt>().call_method1("__repr__", (value,));
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        if !number.value().is_finite() {
            return Err(PyValueError::new_err("a number in a URI is finite"));
        }
        return py.get_type::<PyFloat>().call_method1("__repr__", (value,));
    }
    Err(errors::not_a_value(value))
}

/// The same for a value of an edit, which may also be a URI or a URL, for its text.
pub(crate) fn data<'py>(value: &Bound<'py, PyAny>) -> Answer<'py> {
    PyUri::inner(value).map_or_else(|| scalar(value), |text| Ok(text.clone()))
}

pub(crate) fn datum(value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    octets(&data(value)?).map(memory::owned)
}

/// The same; None gives `None`.
pub(crate) fn datum_or_none(value: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    if value.is_none() { Ok(None) } else { datum(value).map(Some) }
}

pub(crate) fn data_of(values: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<u8>>> {
    let values = for_each_pair(values, data)?;
    Ok(memory::collected(octets_of(&values)?.into_iter().map(memory::owned)))
}

pub(crate) fn port_of(value: &Bound<'_, PyAny>) -> PyResult<u16> {
    if value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>() {
        let beyond = |_| PyValueError::new_err("a port is from 0 to 65535");
        return value.extract().map_err(beyond);
    }
    let value = data(value)?;
    let digits = octets(&value)?;
    places::port(&digits).map_err(|failure| errors::in_bytes(&value, &digits, &failure))
}

pub(crate) fn optional<'py>(
    part: Option<&Bound<'py, PyAny>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    part.map(scalar).transpose()
}

pub(crate) fn for_each_pair<'py>(
    values: &Bound<'py, PyAny>,
    read: Reads<'py>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    // Mappings are tested last: Python searches its abstract classes for that.
    if let Ok(values) = values.cast::<PyTuple>() {
        return memory::try_collect(values.iter().map(|value| read(&value)));
    }
    if let Ok(values) = values.cast::<PyList>() {
        return memory::try_collect(values.iter().map(|value| read(&value)));
    }
    if is_text(values) || values.cast::<PyMapping>().is_ok() {
        let kind = values.get_type().name()?;
        return Err(PyTypeError::new_err(format!("a list of values is needed, not one {kind}")));
    }
    memory::try_collect(values.try_iter()?.map(|value| read(&value?)))
}

/// The value that was found for a slot, decoded.
pub(crate) fn found<'py>(py: Python<'py>, found: WrittenValue<'_>) -> Answer<'py> {
    let read = |raw: &[u8]| -> Answer<'py> {
        if let Some(text) = decoded(py, raw)? {
            return Ok(text);
        }
        let text = percent::decode(raw, Errors::Strict).map_err(|failure| {
            let text = String::from_utf8_lossy(raw);
            errors::in_bytes(PyString::new(py, &text).as_any(), raw, &failure)
        })?;
        Ok(strings::text(py, &text)?.expect("strict decoding returns UTF-8"))
    };
    match found {
        WrittenValue::Absent => Ok(py.None().into_bound(py)),
        WrittenValue::One(one) => read(&one),
        WrittenValue::Many(many) => {
            Ok(PyTuple::new(py, memory::try_collect(many.into_iter().map(read))?)?.into_any())
        }
        WrittenValue::Pairs(pairs) => {
            let both = |(name, value): (&_, Option<&_>)| {
                PyResult::Ok((read(name)?, value.map(read).transpose()?))
            };
            Ok(PyTuple::new(py, memory::try_collect(pairs.into_iter().map(both))?)?.into_any())
        }
    }
}
