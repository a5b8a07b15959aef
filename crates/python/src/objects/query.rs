//! Query: the pairs of a mapping or of a list, and the values of slots, as Python holds them.

use std::borrow::Cow;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};

use crate::objects::errors;
use crate::objects::values::{
    GivenValue, ObjectPair, Reads, check_available, for_each_pair, is_list, is_text, octets, scalar,
};
use superuri::uri::build::Nesting;
use superuri::uri::template::source::{Name, Takes};
use superuri_kernels::memory;

/// The most levels of mappings inside of mappings in a query; receivers have lower limits.
const MOST_NESTED: usize = 32;

pub(crate) type NamedValue<'py> = (Bound<'py, PyAny>, Option<Bound<'py, PyAny>>);

pub(crate) type NamedOctets<'a> = (Cow<'a, [u8]>, Option<Cow<'a, [u8]>>);

pub(crate) fn given<'py>(name: &Name, value: &Bound<'py, PyAny>) -> PyResult<GivenValue<'py>> {
    let slot = &name.name;
    if value.is_none() {
        if name.may_be_absent {
            return Ok(GivenValue::Absent);
        }
        return Err(PyTypeError::new_err(format!(
            "{{{slot}}} is None: only a query's pair and a fragment can be left out with None"
        )));
    }
    match name.takes {
        Takes::One if is_list(value) => Err(PyTypeError::new_err(format!(
            "{{{slot}}} takes one value; {{*{slot}}} takes a list"
        ))),
        Takes::One if value.is_instance_of::<PyDict>() => Err(PyTypeError::new_err(format!(
            "{{{slot}}} takes one value; {{**{slot}}} takes pairs"
        ))),
        Takes::One => Ok(GivenValue::One(scalar(value)?)),
        Takes::Many => Ok(GivenValue::Many(for_each_pair(value, scalar)?)),
        Takes::Pairs => Ok(GivenValue::Pairs(pairs(value)?)),
    }
}

/// The pairs for a slot: those of [`named_values`] that have a value.
fn pairs<'py>(query: &Bound<'py, PyAny>) -> PyResult<Vec<ObjectPair<'py>>> {
    let named = named_values(query, None, scalar)?;
    // This reuses the memory of the collected pairs.
    Ok(named.into_iter().filter_map(|(name, value)| Some((name, value?))).collect())
}

/// The pairs of a mapping, or of an iterable of pairs: one pair for each value of a list. None is a
/// name without a value, but as the value of a mapping it drops the pair.
pub(crate) fn named_values<'py>(
    query: &Bound<'py, PyAny>,
    nesting: Option<Nesting>,
    read: Reads<'py>,
) -> PyResult<Vec<NamedValue<'py>>> {
    let mut out = Vec::new();
    let mut add = |name: &Bound<'py, PyAny>, value: &Bound<'py, PyAny>| {
        let name = read(name)?;
        if let Some(nesting) = nesting {
            check(nesting, &name)?;
        }
        entry(name, value, nesting, read, 0, &mut out)
    };
    if let Ok(mapping) = query.cast::<PyDict>() {
        for (name, value) in mapping {
            if !value.is_none() {
                add(&name, &value)?;
            }
        }
        return Ok(out);
    }
    if is_text(query) {
        let rule =
            "a query is a mapping or a list of pairs; superuri.unsplit takes one that is written";
        return Err(PyTypeError::new_err(rule));
    }
    let mapping = if is_list(query) { None } else { query.cast::<PyMapping>().ok() };
    let items = match mapping {
        Some(mapping) => mapping.items()?.into_any(),
        None => query.clone(),
    };
    for item in items.try_iter()? {
        let (name, value) = unpacked(&item?)?;
        if mapping.is_none() || !value.is_none() {
            add(&name, &value)?;
        }
    }
    Ok(out)
}

pub(crate) fn octets_of_named<'a>(pairs: &'a [NamedValue<'_>]) -> PyResult<Vec<NamedOctets<'a>>> {
    let of = |(name, value): &'a NamedValue<'_>| {
        let (name, value) = (octets(name)?, value.as_ref().map(octets).transpose()?);
        if name.is_empty() && value.is_none() { Err(errors::no_pair()) } else { Ok((name, value)) }
    };
    let all: PyResult<Vec<NamedOctets<'a>>> = memory::try_collect(pairs.iter().map(of));
    let len = |value: &Option<Cow<'_, [u8]>>| value.as_ref().map_or(0, |value| value.len());
    all.inspect(|all| check_available(all.iter().map(|(name, value)| name.len() + len(value))))
}

pub(crate) fn unpacked<'py>(item: &Bound<'py, PyAny>) -> PyResult<ObjectPair<'py>> {
    if let Ok(pair) = item.cast::<PyTuple>()
        && pair.len() == 2
    {
        return Ok((pair.get_item(0)?, pair.get_item(1)?));
    }
    if let Ok(pair) = item.cast::<PyList>()
        && pair.len() == 2
    {
        return Ok((pair.get_item(0)?, pair.get_item(1)?));
    }
    let kind = item.get_type().name()?;
    let is = if is_list(item) { format!("a {kind} of {}", item.len()?) } else { kind.to_string() };
    Err(PyTypeError::new_err(format!("a pair is a tuple of a name and a value, not {is}")))
}

fn check(nesting: Nesting, key: &Bound<'_, PyAny>) -> PyResult<()> {
    let octets = octets(key)?;
    nesting.check(&octets).map_err(|error| errors::in_bytes(key, &octets, &error))
}

fn entry<'py>(
    name: Bound<'py, PyAny>,
    value: &Bound<'py, PyAny>,
    nesting: Option<Nesting>,
    read: Reads<'py>,
    depth: usize,
    out: &mut Vec<NamedValue<'py>>,
) -> PyResult<()> {
    if value.is_exact_instance_of::<PyString>() {
        memory::push(out, (name, Some(value.clone())));
        return Ok(());
    }
    if value.is_none() {
        memory::push(out, (name, None));
        return Ok(());
    }
    if depth > MOST_NESTED {
        let rule = format!("a query nests {MOST_NESTED} deep at most");
        return Err(PyValueError::new_err(rule));
    }
    let called = |of: Vec<u8>| PyBytes::new(value.py(), &of).into_any();
    if is_list(value) {
        for (index, item) in value.try_iter()?.enumerate() {
            let item = item?;
            match nesting {
                None | Some(Nesting::Dots) => {
                    let item = (!item.is_none()).then(|| read(&item)).transpose()?;
                    memory::push(out, (name.clone(), item));
                }
                Some(nesting) => {
                    let of = called(nesting.item(&octets(&name)?, index));
                    entry(of, &item, Some(nesting), read, depth + 1, out)?;
                }
            }
        }
        return Ok(());
    }
    let is_one =
        is_text(value) || value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    if !is_one && let Ok(mapping) = value.cast::<PyMapping>() {
        let Some(nesting) = nesting else {
            let rule = "a mapping inside a query needs a convention, which superuri.build takes: nested=\"rails\", \"php\" or \"dots\"";
            return Err(PyTypeError::new_err(rule));
        };
        for item in mapping.items()?.try_iter()? {
            let (key, value) = unpacked(&item?)?;
            if value.is_none() {
                continue;
            }
            let key = read(&key)?;
            check(nesting, &key)?;
            let of = called(nesting.key(&octets(&name)?, &octets(&key)?));
            entry(of, &value, Some(nesting), read, depth + 1, out)?;
        }
        return Ok(());
    }
    memory::push(out, (name, Some(read(value)?)));
    Ok(())
}
