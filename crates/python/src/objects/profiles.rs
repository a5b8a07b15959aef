//! Profiles: the profiles of `clean`, as a Python class.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::objects::codec::{self, Coding};
use crate::objects::words::{readable, unknown};
use crate::objects::{sets::PySet, values::Reduced};
use superuri::clean::profile::{Component, Profile};
use superuri::clean::profiles::{self, EXTRA};
use superuri_guard::{documented, guarded_function, guarded_methods};

pub(crate) fn hash_of(data: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    data.hash(&mut hasher);
    hasher.finish()
}

#[documented]
#[pyclass(frozen, module = "superuri._core", name = "Profile")]
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct PyProfile {
    /// The index among the profiles.
    row: usize,
    /// A bit for each character of `EXTRA` that is encoded, too.
    extra: u8,
    pub(crate) text_coding: Option<Coding>,
    pub(crate) query_coding: Option<Coding>,
}

impl PyProfile {
    pub(crate) fn profile(&self) -> &'static Profile {
        profiles::and(self.row, self.extra)
    }

    fn extras(&self) -> String {
        let has = |(bit, _): &(usize, char)| self.extra >> bit & 1 == 1;
        EXTRA.chars().enumerate().filter(has).map(|(_, c)| c).collect()
    }

    pub(crate) fn is_utf8(&self) -> bool {
        self.text_coding.is_none() && self.query_coding.is_none()
    }
}

#[guarded_methods]
impl PyProfile {
    #[getter]
    fn name(&self) -> &'static str {
        self.profile().name
    }

    #[getter]
    fn source(&self) -> &'static str {
        self.profile().source
    }

    #[getter]
    fn checked(&self) -> &'static str {
        self.profile().checked
    }

    #[getter]
    fn sets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let profile = self.profile();
        let rows: [(&str, &Component); 7] = [
            ("userinfo", &profile.userinfo),
            ("reg_name", &profile.reg_name),
            ("path", &profile.path),
            ("opaque_path", &profile.opaque_path),
            ("query", &profile.query),
            ("other_query", &profile.other_query),
            ("fragment", &profile.fragment),
        ];
        let dict = PyDict::new(py);
        for (name, component) in rows {
            dict.set_item(name, PySet::of(component.set()))?;
        }
        Ok(dict)
    }

    #[getter]
    fn encoding(&self) -> Option<&str> {
        self.text_coding.as_ref().map(Coding::name)
    }

    #[getter]
    fn query_encoding(&self) -> Option<&str> {
        self.query_coding.as_ref().map(Coding::name)
    }

    #[pyo3(signature = (text = None, *, query = None), text_signature = "($self, text=None, *, query=None)")]
    fn encoded(&self, py: Python<'_>, text: Option<&str>, query: Option<&str>) -> PyResult<Self> {
        let of_page = self.profile().numeric_references;
        let other = |encoding: Option<&str>| {
            let Some(name) = encoding else { return Ok(None) };
            let coding = codec::coding(py, name, of_page)?;
            if coding == Coding::Utf8 {
                return Ok(None);
            }
            codec::keeps_ascii(py, &coding)?;
            PyResult::Ok(Some(coding))
        };
        Ok(Self { text_coding: other(text)?, query_coding: other(query)?, ..self.clone() })
    }

    #[getter]
    fn extra(&self) -> String {
        self.extras()
    }

    #[pyo3(signature = (*, extra), text_signature = "($self, *, extra)")]
    fn replace(&self, extra: &str) -> PyResult<Self> {
        let mut bits = 0;
        for c in extra.chars() {
            let rule =
                || format!("extra={c:?}: a profile encodes of {EXTRA} more, no other character");
            bits |= 1 << EXTRA.find(c).ok_or_else(|| PyValueError::new_err(rule()))?;
        }
        Ok(Self { extra: bits, ..self.clone() })
    }

    fn __eq__(&self, other: &Self) -> bool {
        self == other
    }

    fn __hash__(&self) -> u64 {
        hash_of(self)
    }

    fn __repr__(&self) -> PyResult<String> {
        let mut name = format!("profiles.{}", self.profile().name);
        if self.extra != 0 {
            name = format!("{name}.replace(extra={:?})", self.extras());
        }
        let quoted = |encoding: Option<&str>| {
            encoding.map_or_else(|| "None".to_owned(), |name| format!("{name:?}"))
        };
        if self.is_utf8() {
            return Ok(name);
        }
        let (text, query) = (quoted(self.encoding()?), quoted(self.query_encoding()?));
        Ok(format!("{name}.encoded({text}, query={query})"))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, this) = (slf.py(), slf.get());
        let core = py.import("superuri._core")?;
        let arguments = (this.name()?, this.encoding()?, this.query_encoding()?, this.extras());
        Ok((core.getattr("make_profile")?, arguments.into_pyobject(py)?))
    }
}

/// The profile of this argument, or of the profile's name; the default if it was not given.
pub(crate) fn profile(argument: Option<&Bound<'_, PyAny>>) -> PyResult<PyProfile> {
    let Some(argument) = argument else { return Ok(PyProfile::default()) };
    if let Ok(profile) = argument.cast::<PyProfile>() {
        return Ok(profile.get().clone());
    }
    let kind = "profile is a superuri.Profile or its name, such as \"WHATWG\"";
    let name = argument.cast::<PyString>().map_err(|_| PyTypeError::new_err(kind))?;
    let name = readable(name)?;
    let row = number(&name.to_ascii_uppercase()).ok_or_else(|| unknown_profile(&name))?;
    Ok(PyProfile { row, ..PyProfile::default() })
}

/// The index of the profile of this name. The name of a living standard without a date gives the
/// newest one.
fn number(name: &str) -> Option<usize> {
    let found = profiles::profile(name)?;
    profiles::PROFILES.iter().position(|profile| profile.name == found.name)
}

fn unknown_profile(name: &str) -> PyErr {
    let undated = |name: &'static str| name.split("_20").next().unwrap_or(name);
    unknown("profile", name, profiles::PROFILES.iter().map(|row| undated(row.name)))
}

#[guarded_function]
pub(crate) fn all_profiles() -> Vec<PyProfile> {
    (0..profiles::PROFILES.len()).map(|row| PyProfile { row, ..PyProfile::default() }).collect()
}

#[guarded_function]
pub(crate) fn make_profile(
    py: Python<'_>,
    name: &str,
    text_encoding: Option<&str>,
    query_encoding: Option<&str>,
    extra: &str,
) -> PyResult<PyProfile> {
    let row = number(name).ok_or_else(|| unknown_profile(name))?;
    let profile = PyProfile { row, ..PyProfile::default() }.replace(extra)?;
    profile.encoded(py, text_encoding, query_encoding)
}
