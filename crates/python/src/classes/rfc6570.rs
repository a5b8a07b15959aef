//! Expander: the class that expands a parsed template of RFC 6570.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyMapping, PyString, PyTuple};

use crate::objects::values::{self, GivenValue, is_list};
use crate::objects::{query::unpacked, strings, text::Text, uris::PyUri};
use superuri::uri::rfc6570::{Expansion, LONGEST_CHARACTER, OPERATORS, Operator, literal, prefix};
use superuri_guard::{documented, guarded_methods};
use superuri_kernels::{memory, pause::Steps};

enum TemplatePart {
    Literal(Vec<u8>),
    Expression(&'static Operator, Vec<Variable>),
}

struct Variable {
    /// The index of its name.
    name: usize,
    /// The maximum number of characters; 0 for all.
    prefix: u16,
    explode: bool,
    object: Py<PyAny>,
}

#[documented]
#[pyclass(frozen, module = "superuri._core")]
pub(crate) struct Expander {
    names: Vec<(Py<PyString>, Vec<u8>)>,
    parts: Vec<TemplatePart>,
}

#[guarded_methods]
impl Expander {
    #[new]
    #[pyo3(signature = (parts, /))]
    fn new(parts: &Bound<'_, PyAny>) -> PyResult<Self> {
        let known = PyDict::new(parts.py());
        let mut made = Self { names: Vec::new(), parts: Vec::new() };
        for part in parts.try_iter()? {
            let part = part?;
            let part = if part.is_instance_of::<PyString>() {
                TemplatePart::Literal(literal(&Text::strict(&part)?.bytes))
            } else {
                let (sign, variables): (String, Bound<'_, PyTuple>) = part.extract()?;
                let operator = OPERATORS.iter().find(|row| row.sign == sign);
                let operator = operator.ok_or_else(|| PyValueError::new_err("no such operator"))?;
                let read = variables.iter().map(|variable| made.variable(&known, variable));
                TemplatePart::Expression(operator, memory::try_collect(read)?)
            };
            memory::push(&mut made.parts, part);
        }
        Ok(made)
    }

    #[pyo3(signature = (variables, more, longest, /))]
    fn expand<'py>(
        &self,
        variables: &Bound<'py, PyAny>,
        more: &Bound<'py, PyDict>,
        longest: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = variables.py();
        let mut known: Vec<_> = memory::collected(self.names.iter().map(|_| None));
        let mut out = Expansion::new(longest);
        for part in &self.parts {
            let (operator, parts) = match part {
                TemplatePart::Expression(operator, parts) => (operator, parts),
                TemplatePart::Literal(text) if out.literal(text).is_ok() => continue,
                TemplatePart::Literal(_) => return Ok(py.None().into_bound(py)),
            };
            out.begin();
            for variable in parts {
                let (name, written) = &self.names[variable.name];
                let given = match &mut known[variable.name] {
                    Some(given) => given,
                    unread => unread.insert(read(name.bind(py), variables, more)?),
                };
                let cut = match given {
                    GivenValue::Absent => continue,
                    _ if variable.prefix == 0 => None,
                    GivenValue::One(text) => Some(beginning(text, operator, variable.prefix)?),
                    GivenValue::Many(_) | GivenValue::Pairs(_) => {
                        return Ok(variable.object.bind(py).clone());
                    }
                };
                let held = cut.as_ref().unwrap_or(given).held()?;
                if out.variable(operator, written, variable.explode, &held.value()).is_err() {
                    return Ok(py.None().into_bound(py));
                }
            }
        }
        Ok(strings::ascii(py, out.text())?.into_any())
    }
}

impl Expander {
    fn variable<'py>(
        &mut self,
        known: &Bound<'py, PyDict>,
        object: Bound<'py, PyAny>,
    ) -> PyResult<Variable> {
        let (text, prefix, explode, _, _): (Bound<'py, PyString>, u16, bool, usize, usize) =
            object.extract()?;
        let name = if let Some(name) = known.get_item(&text)? {
            name.extract()?
        } else {
            let written = literal(&Text::strict(text.as_any())?.bytes);
            let interned = PyString::intern(text.py(), text.to_str()?).unbind();
            memory::push(&mut self.names, (interned, written));
            known.set_item(text, self.names.len() - 1)?;
            self.names.len() - 1
        };
        Ok(Variable { name, prefix, explode, object: object.unbind() })
    }
}

/// The value of the variable with this name, without its undefined parts (section 2.3).
fn read<'py>(
    name: &Bound<'py, PyString>,
    variables: &Bound<'py, PyAny>,
    more: &Bound<'py, PyDict>,
) -> PyResult<GivenValue<'py>> {
    let value = match more.get_item(name)? {
        Some(value) => Some(value),
        None => match variables.cast_exact::<PyDict>() {
            Ok(variables) => variables.get_item(name)?,
            Err(_) => Some(variables.call_method1("get", (name,))?),
        },
    };
    let Some(value) = value.filter(|value| !value.is_none()) else { return Ok(GivenValue::Absent) };
    if let Some(text) = scalar(&value)? {
        return Ok(GivenValue::One(text));
    }
    let is_list = is_list(&value);
    let items = if is_list {
        value.try_iter()?
    } else if value.cast::<PyMapping>().is_ok() {
        // `PyMapping_Items` makes all tuples before it fills one, and the collector tracks those.
        value.call_method0("items")?.try_iter()?
    } else {
        return Err(unfit(name, &value));
    };
    let items: Vec<Bound<'py, PyAny>> = memory::try_collect(items)?;
    let mut steps = Steps::default();
    if is_list && !items.iter().all(is_pair) {
        let mut texts = memory::with_capacity(items.len());
        for item in &items {
            steps.one();
            texts.extend(member(name, item)?);
        }
        return Ok(if texts.is_empty() { GivenValue::Absent } else { GivenValue::Many(texts) });
    }
    let mut pairs = memory::with_capacity(items.len());
    for item in &items {
        steps.one();
        let (key, value) = unpacked(item)?;
        pairs.extend(member(name, &key)?.zip(member(name, &value)?));
    }
    Ok(if pairs.is_empty() { GivenValue::Absent } else { GivenValue::Pairs(pairs) })
}

fn is_pair(item: &Bound<'_, PyAny>) -> bool {
    item.cast::<PyTuple>().is_ok_and(|item| item.len() == 2)
}

/// The text of a member of a list or a mapping; `None` if it is undefined.
fn member<'py>(
    name: &Bound<'py, PyString>,
    value: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    match scalar(value)? {
        None if !value.is_none() => Err(unfit(name, value)),
        text => Ok(text),
    }
}

/// The text of a single value, as `build` reads it, or of a URI; `None` if it is not one.
fn scalar<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if let Some(text) = PyUri::inner(value) {
        return Ok(Some(text.clone()));
    }
    let is_written = value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyInt>()
        || value.is_instance_of::<PyFloat>();
    is_written.then(|| values::scalar(value)).transpose()
}

#[cold]
fn unfit(name: &Bound<'_, PyString>, value: &Bound<'_, PyAny>) -> PyErr {
    match value.get_type().name() {
        Ok(kind) => PyTypeError::new_err(format!(
            "the variable {name} is or holds a {kind}: a value is a str, a number, None, a list of \
             these, or a mapping to these"
        )),
        Err(error) => error,
    }
}

/// The beginning of the text: characters, or triplets of characters if the operator keeps those.
fn beginning<'py>(
    text: &Bound<'py, PyAny>,
    operator: &Operator,
    characters: u16,
) -> PyResult<GivenValue<'py>> {
    let (text, characters) = (text.cast::<PyString>()?, usize::from(characters));
    if !operator.reserved {
        return Ok(GivenValue::One(strings::part(text, 0, characters)?.into_any()));
    }
    let most = strings::part(text, 0, LONGEST_CHARACTER * characters)?;
    let units = strings::code_points(&most).into_iter();
    let units: Vec<u8> = units.map(|unit| u8::try_from(unit).unwrap_or(u8::MAX)).collect();
    Ok(GivenValue::One(strings::part(&most, 0, prefix(&units, characters))?.into_any()))
}
