//! Pickles: a column as Python's objects, and the column of such objects.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyList, PyString};

use super::object::{Part, PyColumn, Rows, object};
use crate::objects::words::one_of;
use superuri::bulk::columns::{Shape, Values, Width, failures};
use superuri_guard::guarded_function;
use superuri_kernels::memory;

/// The words of the shapes without parts. A list is written `[shape]`, a struct `{name: shape}`.
const WORDS: [(&str, Shape); 4] =
    [("text", Shape::Text), ("octets", Shape::Octets), ("bool", Shape::Bool), ("int", Shape::Int)];

const WIDTHS: [(&str, Width); 3] =
    [("small", Width::Small), ("large", Width::Large), ("views", Width::Views)];

/// No verb returns values that are nested more deeply.
const MOST_NESTED: usize = 8;

/// The shapes that were restored, by their `repr`. They live as long as the process, as those of
/// the verbs do, and each exists once.
static RESTORED: Mutex<Vec<(String, &'static Shape)>> = Mutex::new(Vec::new());

/// The rows of a part and their errors, as Python's objects.
type StatePart<'py> = (Bound<'py, PyList>, Option<Bound<'py, PyList>>);

/// The arguments of [`restored_column`].
pub(super) type State<'py> = (Bound<'py, PyAny>, &'static str, bool, bool, Vec<StatePart<'py>>);

/// What restores this column.
pub(super) fn state<'py>(py: Python<'py>, column: &PyColumn) -> PyResult<State<'py>> {
    let parts = column.parts.iter().map(|part| -> PyResult<StatePart<'py>> {
        let rows = objects(py, &*column.readable(part)?, column.shape)?;
        let errors = part.errors.as_ref().map(|errors| objects(py, errors, &failures::SHAPE));
        Ok((rows, errors.transpose()?))
    });
    let width = WIDTHS.iter().find(|(_, width)| *width == column.width);
    let width = width.map_or("small", |(word, _)| word);
    let parts = memory::all(parts)?;
    Ok((words(py, column.shape)?, width, column.with_errors, column.is_array, parts))
}

/// The rows as Python's objects.
pub(super) fn objects<'py>(
    py: Python<'py>,
    values: &Values,
    shape: &Shape,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for row in 0..values.len {
        list.append(object(py, values, shape, row)?)?;
    }
    Ok(list)
}

/// A shape as Python's objects.
fn words<'py>(py: Python<'py>, shape: &Shape) -> PyResult<Bound<'py, PyAny>> {
    Ok(match shape {
        Shape::List(items) => PyList::new(py, [words(py, items)?])?.into_any(),
        Shape::Struct(fields) => {
            let dict = PyDict::new(py);
            for (name, shape) in *fields {
                dict.set_item(name, words(py, shape)?)?;
            }
            dict.into_any()
        }
        plain => {
            let word = WORDS.iter().find(|(_, shape)| shape == plain).map_or("", |(word, _)| word);
            PyString::new(py, word).into_any()
        }
    })
}

/// The shape of these words.
fn shape_of(words: &Bound<'_, PyAny>) -> PyResult<&'static Shape> {
    let key = words.repr()?.to_string_lossy().into_owned();
    let known = || RESTORED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, shape)) = known().iter().find(|(seen, _)| *seen == key) {
        return Ok(shape);
    }
    let shape = Box::leak(Box::new(parsed(words, 0)?));
    known().push((key, shape));
    Ok(shape)
}

fn parsed(words: &Bound<'_, PyAny>, depth: usize) -> PyResult<Shape> {
    let wrong = || PyValueError::new_err("this is not the shape of a column");
    if depth > MOST_NESTED {
        return Err(wrong());
    }
    if let Ok(word) = words.cast::<PyString>() {
        let word = word.to_string_lossy();
        let found = WORDS.into_iter().find(|(known, _)| *known == word);
        return found.map(|(_, shape)| shape).ok_or_else(wrong);
    }
    if let Ok(list) = words.cast::<PyList>() {
        let items = list.try_iter()?.next().ok_or_else(wrong)??;
        return Ok(Shape::List(Box::leak(Box::new(parsed(&items, depth + 1)?))));
    }
    let mut fields = Vec::new();
    for (name, shape) in words.cast::<PyDict>().map_err(|_| wrong())?.iter() {
        let name = name.cast::<PyString>()?.to_string_lossy().into_owned();
        if name.contains('\0') {
            return Err(wrong());
        }
        fields.push((&*name.leak(), parsed(&shape, depth + 1)?));
    }
    Ok(Shape::Struct(fields.leak()))
}

/// The values of these rows, in this width.
fn values_of(rows: &Bound<'_, PyAny>, shape: &Shape, width: Width) -> PyResult<Arc<Values>> {
    let mut values = Values::new(shape);
    for row in rows.try_iter()? {
        push(&mut values, shape, &row?)?;
    }
    let fitted = values.in_width(width);
    fitted.map(Arc::new).map_err(|_| PyValueError::new_err("the column is too long for its width"))
}

/// Appends a row; where that fails, a row is appended too or none.
fn push(values: &mut Values, shape: &Shape, row: &Bound<'_, PyAny>) -> PyResult<()> {
    if row.is_none() {
        values.push_null();
        return Ok(());
    }
    let mut done = Ok(());
    match shape {
        Shape::Text => values.push_text(row.cast::<PyString>()?.to_str()?.as_bytes()),
        Shape::Octets => values.push_text(row.cast::<PyBytes>()?.as_bytes()),
        Shape::Bool => values.push_bool(row.cast::<PyBool>()?.is_true()),
        Shape::Int => values.push_int(row.extract()?),
        Shape::Struct(fields) => {
            let row = row.cast::<PyDict>()?;
            values.push_struct(|columns| {
                for (column, (name, shape)) in columns.iter_mut().zip(*fields) {
                    let before = column.len;
                    let item = row
                        .get_item(name)
                        .map(|item| item.unwrap_or(row.py().None().into_bound(row.py())));
                    let pushed = item.and_then(|item| push(column, shape, &item));
                    if column.len == before {
                        column.push_null();
                    }
                    if pushed.is_err() {
                        done = pushed;
                    }
                }
            });
        }
        Shape::List(shape) => {
            let items = row.cast::<PyList>()?;
            values.push_list(|all| {
                done = items.iter().try_for_each(|item| push(all, shape, &item));
            });
        }
    }
    done
}

#[guarded_function]
pub(crate) fn restored_column(
    shape: &Bound<'_, PyAny>,
    width: &str,
    with_errors: bool,
    is_array: bool,
    parts: &Bound<'_, PyAny>,
) -> PyResult<PyColumn> {
    let shape = shape_of(shape)?;
    let width = one_of("width", width, &WIDTHS)?;
    let mut restored = Vec::new();
    for part in parts.try_iter()? {
        let (rows, errors): (Bound<'_, PyAny>, Bound<'_, PyAny>) = part?.extract()?;
        let rows = values_of(&rows, shape, width)?;
        let errors = if with_errors {
            let errors = values_of(&errors, &failures::SHAPE, Width::Small)?;
            if errors.len != rows.len {
                return Err(PyValueError::new_err("a column has one error for each row"));
            }
            Some(errors)
        } else {
            None
        };
        restored.push(Part { rows: Rows::Made(rows), errors });
    }
    Ok(PyColumn { shape, width, with_errors, parts: restored, is_array })
}
