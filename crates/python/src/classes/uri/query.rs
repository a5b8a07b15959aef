//! The query of a URI: reading its pairs, and URIs with other pairs.

use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMappingProxy, PyTuple};

use super::views::Views;
use crate::guard::Answer;
use crate::objects::query::{NamedOctets, named_values, octets_of_named};
use crate::objects::values::{self, data, data_of, datum, datum_or_none, octets};
use crate::objects::{errors, uris::PyUri};
use crate::verbs::decode::within;
use superuri::codec::form;
use superuri::codec::percent::{self, Errors};
use superuri::uri;
use superuri_guard::guarded_methods;
use superuri_kernels::memory;

fn check_pair(name: &[u8], value: Option<&[u8]>) -> PyResult<()> {
    if name.is_empty() && value.is_none() { Err(errors::no_pair()) } else { Ok(()) }
}

/// The octets of the names and values of an edit; None gives a name without a value.
fn query_of(query: &Bound<'_, PyAny>) -> PyResult<Vec<uri::DataPair>> {
    let named = named_values(query, None, data)?;
    let owned = |(name, value): NamedOctets<'_>| (memory::owned(name), value.map(memory::owned));
    Ok(memory::collected(octets_of_named(&named)?.into_iter().map(owned)))
}

/// The value with this span, decoded; its characters have to be in the repertoire if there is one.
fn value_within<'py>(
    views: &Views<'_, 'py>,
    span: Range<usize>,
    repertoire: Option<&Bound<'py, PyAny>>,
) -> Answer<'py> {
    let value = views.decoded(span.clone())?.into_any();
    within(value, repertoire, views.text.as_any(), |at| {
        let source = percent::origin(&views.bytes[span.clone()], Errors::Strict, at);
        let source = source.unwrap_or(0..span.len());
        Ok(span.start + source.start..span.start + source.end)
    })
}

#[guarded_methods]
impl PyUri {
    #[getter]
    fn query<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.views(py).pairs(percent::decode)
    }

    #[getter]
    fn form<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.views(py).pairs(form::decode)
    }

    #[getter]
    fn query_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMappingProxy>> {
        let lists = PyDict::new(py);
        for pair in self.views(py).pairs(percent::decode)?.iter() {
            let (name, value): (Bound<'py, PyAny>, Bound<'py, PyAny>) = pair.extract()?;
            match lists.get_item(&name)? {
                Some(list) => list.cast::<PyList>()?.append(value)?,
                None => lists.set_item(name, PyList::new(py, [value])?)?,
            }
        }
        let tuples = PyDict::new(py);
        for (name, list) in lists.iter() {
            tuples.set_item(name, list.cast::<PyList>()?.to_tuple())?;
        }
        Ok(PyMappingProxy::new(py, tuples.as_mapping()))
    }

    #[pyo3(
        signature = (name, /, default=None, *, repertoire=None),
        text_signature = "($self, name, /, default=None, *, repertoire=None)"
    )]
    fn get<'py>(
        &self,
        name: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
        repertoire: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (views, name) = (self.views(name.py()), data(name)?);
        match uri::values(views.bytes, &octets(&name)?).next() {
            Some(span) => value_within(&views, span, repertoire.as_ref()).map(Some),
            None => Ok(default),
        }
    }

    #[pyo3(
        signature = (name, /, *, repertoire=None),
        text_signature = "($self, name, /, *, repertoire=None)"
    )]
    fn get_all<'py>(
        &self,
        name: &Bound<'py, PyAny>,
        repertoire: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (py, views, name) = (name.py(), self.views(name.py()), data(name)?);
        let name = octets(&name)?;
        let values = uri::values(views.bytes, &name)
            .map(|span| value_within(&views, span, repertoire.as_ref()));
        PyTuple::new(py, memory::try_collect(values)?)
    }

    #[pyo3(
        signature = (pairs=None, /, **named),
        text_signature = "($self, pairs=None, /, **named)"
    )]
    fn with_query(
        &self,
        py: Python<'_>,
        pairs: Option<&Bound<'_, PyAny>>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut all = pairs.map(query_of).transpose()?;
        if let Some(named) = named {
            all.get_or_insert_default().append(&mut query_of(named)?);
        }
        values::uri(py, uri::with_query(self.bytes(py), all.as_deref()))
    }

    #[pyo3(signature = (query, /))]
    fn with_raw_query(&self, query: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, query) = (query.py(), datum_or_none(query)?);
        values::uri(py, uri::with_raw_query(self.bytes(py), query.as_deref()))
    }

    #[pyo3(signature = (name, value, /))]
    fn with_pair(&self, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, name, value) = (name.py(), datum(name)?, datum_or_none(value)?);
        check_pair(&name, value.as_deref())?;
        values::uri(py, uri::with_pair(self.bytes(py), &name, value.as_deref()))
    }

    #[pyo3(signature = (name, value, /))]
    fn add_pair(&self, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, name, value) = (name.py(), datum(name)?, datum_or_none(value)?);
        check_pair(&name, value.as_deref())?;
        values::uri(py, uri::add_pair(self.bytes(py), &name, value.as_deref()))
    }

    #[pyo3(signature = (*names), text_signature = "($self, *names)")]
    fn without_pair(&self, names: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let (py, names) = (names.py(), data_of(names)?);
        values::uri(py, uri::without_pairs(self.bytes(py), &names))
    }
}
