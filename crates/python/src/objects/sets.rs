//! Sets: percent-encode sets, as a Python class.

use std::sync::LazyLock;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::objects::values::Reduced;
use crate::objects::words::{one_of, readable, unknown};
use superuri::base::sets::{self, SetRow};
use superuri::codec::percent::Encoder;
use superuri_guard::{documented, guarded_function, guarded_methods};
use superuri_kernels::set::{NonAscii, Set};

#[documented]
#[pyclass(frozen, module = "superuri._core", name = "Set")]
pub(crate) struct PySet {
    pub(crate) encoder: Encoder,
    row: Option<&'static SetRow>,
}

/// The names of the rules for non-ASCII characters; a rule that encodes more comes first.
const RULES: [(&str, NonAscii); 4] = [
    ("encoded", NonAscii::Encoded),
    ("ucschar", NonAscii::Ucschar),
    ("ucschar-or-private", NonAscii::UcscharOrPrivate),
    ("bare", NonAscii::Bare),
];

impl PySet {
    pub(crate) fn of(set: Set) -> Self {
        Self { encoder: Encoder::new(set), row: None }
    }

    fn set(&self) -> Set {
        self.encoder.set()
    }

    fn rule(&self) -> &'static str {
        let rule = self.set().rule();
        RULES.iter().find(|(_, known)| *known == rule).map_or("", |(name, _)| name)
    }

    /// The set of the combined bits. With `more`, its rule is the one of the two that encodes more,
    /// otherwise that of this set.
    fn combined(
        &self,
        other: &Bound<'_, PyAny>,
        with: fn(u128, u128) -> u128,
        more: bool,
    ) -> PyResult<Self> {
        let (set, rank) = (self.set(), |rule| RULES.iter().position(|(_, known)| *known == rule));
        let (bits, rule) = match other.cast::<Self>() {
            Ok(other) => {
                let other = other.get().set();
                let rules = [set.rule(), other.rule()];
                let strictest = rules.into_iter().min_by_key(|rule| rank(*rule));
                (other.bits(), strictest.filter(|_| more).unwrap_or(set.rule()))
            }
            Err(_) => (ascii_bits(other.extract()?)?, set.rule()),
        };
        Ok(Self::of(Set::from_bits(with(set.bits(), bits), rule)))
    }
}

fn ascii_bits(characters: &str) -> PyResult<u128> {
    match characters.chars().find(|c| !c.is_ascii()) {
        Some(c) => Err(PyValueError::new_err(format!(
            "{c:?} is not ASCII: non-ASCII characters follow the set's rule, non_ascii"
        ))),
        None => Ok(characters.bytes().fold(0, |bits, byte| bits | 1 << byte)),
    }
}

fn ascii_where(keep: impl Fn(u8) -> bool) -> String {
    (0..0x80).filter(|&byte| keep(byte)).map(char::from).collect()
}

#[guarded_methods]
impl PySet {
    #[new]
    #[pyo3(signature = (encoded, *, non_ascii = "encoded"), text_signature = "(encoded, *, non_ascii='encoded')")]
    fn new(encoded: &str, non_ascii: &str) -> PyResult<Self> {
        let rule = one_of("non_ascii", non_ascii, &RULES)?;
        Ok(Self::of(Set::from_bits(ascii_bits(encoded)?, rule)))
    }

    #[getter]
    fn family(&self) -> Option<&'static str> {
        self.row.map(|row| row.family)
    }

    #[getter]
    fn name(&self) -> Option<&'static str> {
        self.row.map(|row| row.name)
    }

    #[getter]
    fn source(&self) -> Option<&'static str> {
        self.row.map(|row| row.source)
    }

    #[getter]
    fn checked(&self) -> Option<&'static str> {
        self.row.map(|row| row.checked)
    }

    #[getter]
    fn encoded(&self) -> String {
        ascii_where(|byte| self.set().encodes(byte))
    }

    #[getter]
    fn bare(&self) -> String {
        ascii_where(|byte| !self.set().encodes(byte))
    }

    #[getter]
    fn non_ascii(&self) -> &'static str {
        self.rule()
    }

    #[getter]
    fn space(&self) -> &'static str {
        self.row.map_or_else(|| self.set().space(), |row| row.space)
    }

    #[getter]
    fn hex(&self) -> &'static str {
        self.row.map_or("upper", |row| row.hex)
    }

    #[getter]
    fn year(&self) -> Option<u16> {
        self.row.and_then(SetRow::year)
    }

    #[getter]
    fn reversible(&self) -> bool {
        self.set().is_reversible()
    }

    fn __contains__(&self, character: &str) -> PyResult<bool> {
        let mut characters = character.chars();
        match (characters.next(), characters.next()) {
            (Some(c), None) if c.is_ascii() => Ok(self.set().encodes(c as u8)),
            (Some(c), None) => Ok(!superuri::codec::characters::iri::stays(c, self.set().rule())),
            _ => Err(PyTypeError::new_err("a set holds single characters")),
        }
    }

    fn __or__(&self, more: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.combined(more, |set, more| set | more, true)
    }

    fn __sub__(&self, bare: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.combined(bare, |set, bare| set & !bare, false)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().set() == self.set())
    }

    fn __hash__(&self) -> u64 {
        let bits = self.set().bits();
        #[expect(clippy::cast_possible_truncation, reason = "a hash folds its halves together")]
        let folded = (bits ^ bits >> 64) as u64;
        folded ^ self.set().rule() as u64
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if let Some(row) = self.row {
            return Ok(format!("sets.{}.{}", row.family, row.name));
        }
        let encoded = self.encoded()?.bind(py).repr()?;
        Ok(format!("Set({encoded}, non_ascii='{}')", self.rule()))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, set) = (slf.py(), slf.get());
        let core = py.import("superuri._core")?;
        let Some(row) = set.row else {
            let arguments = (set.set().bits(), set.rule());
            return Ok((core.getattr("make_set")?, arguments.into_pyobject(py)?));
        };
        Ok((core.getattr("find_set")?, PyTuple::new(py, [row.family, row.name])?))
    }
}

pub(crate) static COMPONENT: Encoder = Encoder::new(sets::rfc3986::COMPONENT);

/// The encoder of this set, or of the set's name; the default if it was not given.
pub(crate) fn encoder<'a>(set: Option<&'a Bound<'_, PyAny>>) -> PyResult<&'a Encoder> {
    static ENCODERS: LazyLock<Vec<Encoder>> =
        LazyLock::new(|| sets::ROWS.iter().map(|row| Encoder::new(row.set)).collect());
    let Some(set) = set else { return Ok(&COMPONENT) };
    if let Ok(set) = set.cast::<PySet>() {
        return Ok(&set.get().encoder);
    }
    let kind = "set is a superuri.Set or its name, such as \"rfc3986.PATH\"";
    let name = set.cast::<PyString>().map_err(|_| PyTypeError::new_err(kind))?;
    let name = readable(name)?;
    let names: Vec<String> =
        sets::ROWS.iter().map(|row| format!("{}.{}", row.family, row.name)).collect();
    let row = names.iter().position(|known| known.eq_ignore_ascii_case(&name));
    let row = row.ok_or_else(|| unknown("set", &name, names.iter().map(String::as_str)))?;
    Ok(&ENCODERS[row])
}

#[guarded_function]
pub(crate) fn all_sets() -> Vec<PySet> {
    sets::ROWS.iter().map(|row| PySet { encoder: Encoder::new(row.set), row: Some(row) }).collect()
}

#[guarded_function]
pub(crate) fn find_set(family: &str, name: &str) -> PyResult<PySet> {
    let Some(row) = sets::find(family, name) else {
        return Err(PyValueError::new_err(format!("no set is called {family}.{name}")));
    };
    Ok(PySet { encoder: Encoder::new(row.set), row: Some(row) })
}

#[guarded_function]
pub(crate) fn make_set(bits: u128, non_ascii: &str) -> PyResult<PySet> {
    let set = PySet::new("", non_ascii)?;
    Ok(PySet::of(Set::from_bits(bits, set.set().rule())))
}
