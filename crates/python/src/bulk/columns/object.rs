//! Column: the class that Python sees.

use std::{ops::Range, sync::Arc};

use pyo3::exceptions::{PyImportError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyList, PyString, PyTuple};

use crate::bulk::arrow::export::{self, Type};
use crate::bulk::arrow::format::ArrayFormat;
use crate::bulk::arrow::import::{self, Chunk};
use crate::bulk::arrow::{Array, capsule};
use crate::guard::{Answer, exception};
use superuri::bulk::columns::bits::BitVec;
use superuri::bulk::columns::join::{Unjoined, join};
use superuri::bulk::columns::{Data, ResultType, TextWidth, Values, failures};
use superuri_guard::{documented, guarded_methods};

/// The rows of a result: new values, or unchanged rows of a chunk.
pub(super) enum ResultRows {
    Made(Arc<Values>),
    Stay(Arc<Chunk>, Range<usize>),
}

pub(super) struct ColumnPart {
    pub(super) rows: ResultRows,
    pub(super) errors: Option<Arc<Values>>,
}

#[documented]
#[pyclass(frozen, module = "superuri._core", name = "Column")]
pub(crate) struct PyColumn {
    pub(super) shape: &'static ResultType,
    pub(super) width: TextWidth,
    pub(super) with_errors: bool,
    pub(super) parts: Vec<ColumnPart>,
    /// Whether the input was one array.
    pub(super) is_array: bool,
}

impl ResultRows {
    fn len(&self) -> usize {
        match self {
            Self::Made(values) => values.len,
            Self::Stay(_, rows) => rows.len(),
        }
    }

    fn array(&self) -> Array {
        match self {
            Self::Made(values) => export::made(values),
            Self::Stay(chunk, rows) => export::stay(chunk, rows),
        }
    }

    /// The rows as owned values; only for texts.
    fn values(&self, shape: &ResultType, width: TextWidth) -> PyResult<Arc<Values>> {
        let (chunk, rows) = match self {
            Self::Made(values) => return Ok(Arc::clone(values)),
            Self::Stay(chunk, rows) => (chunk, rows),
        };
        let texts = chunk.texts()?;
        let mut values = Values::new(shape);
        rows.clone().for_each(|row| values.push_text_or_null(texts.row(row)));
        values.in_width(width).map(Arc::new).map_err(|reason| unjoined(reason.into()))
    }
}

impl ColumnPart {
    fn array(&self) -> Array {
        match &self.errors {
            None => self.rows.array(),
            Some(errors) => export::pair(self.rows.len(), self.rows.array(), export::made(errors)),
        }
    }
}

fn unjoined(reason: Unjoined) -> PyErr {
    if reason == Unjoined::Unlike {
        return exception(Box::new("the pieces of the column have different shapes"));
    }
    PyOverflowError::new_err(
        "the column is too long for one array whose offsets have 32 bits: take it as a stream of \
         arrays (__arrow_c_stream__), or cast what comes in to large_string",
    )
}

impl PyColumn {
    fn rows(&self) -> usize {
        self.parts.iter().map(|part| part.rows.len()).sum()
    }

    fn kind(&self) -> Type {
        let value = Type::of(self.shape, self.width);
        if self.with_errors {
            Type::pair(("value", value), ("error", Type::of(&failures::SHAPE, TextWidth::Small)))
        } else {
            value
        }
    }

    /// The requested width, if these are texts and the request is a type of such texts; otherwise
    /// the column's own width, as the interface allows.
    fn wanted(&self, schema: Option<&Bound<'_, PyAny>>) -> PyResult<TextWidth> {
        let Some(schema) = schema.filter(|schema| !schema.is_none()) else {
            return Ok(self.width);
        };
        let format = import::requested(schema)?;
        let plain =
            matches!(self.shape, ResultType::Text | ResultType::Octets) && !self.with_errors;
        let alike = |format: &ArrayFormat| {
            plain && format.is_text == (*self.shape == ResultType::Text) && format.indices.is_none()
        };
        Ok(format.filter(alike).map_or(self.width, ArrayFormat::width))
    }

    /// The same column in another width; `None` if it has that width.
    fn in_width(&self, width: TextWidth) -> PyResult<Option<Self>> {
        if width == self.width {
            return Ok(None);
        }
        let part = |part: &ColumnPart| {
            let values = part.rows.values(self.shape, self.width)?;
            let values = join(&[&values], width).map_err(unjoined)?;
            Ok(ColumnPart { rows: ResultRows::Made(Arc::new(values)), errors: None })
        };
        let parts = self.parts.iter().map(part).collect::<PyResult<_>>()?;
        Ok(Some(Self { width, parts, ..*self }))
    }

    fn joined(&self) -> PyResult<Array> {
        if let [part] = self.parts.as_slice() {
            return Ok(part.array());
        }
        let of = |parts: Vec<Arc<Values>>, shape: &_, width| {
            let each: Vec<&Values> = parts.iter().map(AsRef::as_ref).collect();
            if each.is_empty() {
                return Ok(export::made(&Arc::new(Values::new(shape).in_width(width)?)));
            }
            match (width, shape) {
                (TextWidth::Views, ResultType::Text | ResultType::Octets) => {
                    export::joined_views(parts)
                }
                _ => join(&each, width).map(|joined| export::made(&Arc::new(joined))),
            }
        };
        let values = self.parts.iter().map(|part| part.rows.values(self.shape, self.width));
        let values = values.collect::<PyResult<_>>()?;
        let values = of(values, self.shape, self.width).map_err(unjoined)?;
        if !self.with_errors {
            return Ok(values);
        }
        let errors = self.parts.iter().filter_map(|part| part.errors.clone()).collect();
        let errors = of(errors, &failures::SHAPE, TextWidth::Small).map_err(unjoined)?;
        Ok(export::pair(self.rows(), values, errors))
    }

    fn import<'py>(py: Python<'py>, module: &str, extra: &str) -> Answer<'py> {
        let found = py.import(module).map(Bound::into_any);
        found.map_err(|_| {
            PyImportError::new_err(format!(
                "{module} is not installed: pip install \"superuri[{extra}]\""
            ))
        })
    }
}

#[guarded_methods]
impl PyColumn {
    fn __len__(&self) -> usize {
        self.rows()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.to_list(py)?.try_iter()
    }

    fn __repr__(&self) -> String {
        let (len, kind) = (self.rows(), self.kind().words());
        let rows = if len == 1 { "row" } else { "rows" };
        format!("<superuri.Column of {len} {rows}: {kind}>")
    }

    /// The type of the column, as a capsule of the Arrow PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        capsule::new_capsule(py, self.kind().schema())
    }

    /// The column as one array, in a pair of capsules; its pieces are joined.
    ///
    /// Args:
    ///     requested_schema: a schema of strings with other offsets, or of views, which the result
    ///         then has. The default None keeps the column's own.
    ///
    /// Returns:
    ///     The capsules of the schema and of the array.
    ///
    /// Raises:
    ///     OverflowError: when the array is longer than 2 GiB and its offsets have 32 bits.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let other = self.in_width(self.wanted(requested_schema)?)?;
        let column = other.as_ref().unwrap_or(self);
        let schema = capsule::new_capsule(py, column.kind().schema())?;
        PyTuple::new(py, [schema, capsule::new_capsule(py, column.joined()?)?])
    }

    /// The column as a stream of arrays, in a capsule.
    ///
    /// Args:
    ///     requested_schema: as in __arrow_c_array__.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let other = self.in_width(self.wanted(requested_schema)?)?;
        let column = other.as_ref().unwrap_or(self);
        let arrays = column.parts.iter().map(ColumnPart::array).collect();
        capsule::new_capsule(py, export::stream(column.kind(), arrays))
    }

    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let pyarrow = Self::import(slf.py(), "pyarrow", "arrow")?;
        if slf.get().is_array {
            match pyarrow.call_method1("array", (slf,)) {
                Err(error) if error.is_instance_of::<PyOverflowError>(slf.py()) => {}
                made => return made,
            }
        }
        pyarrow.call_method1("chunked_array", (slf,))
    }

    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let polars = Self::import(py, "polars", "polars")?;
        // Polars would take one array, for which unchanged rows of several chunks are copied.
        let chunks = PyDict::new(py);
        chunks.set_item("__arrow_c_stream__", slf.getattr("__arrow_c_stream__")?)?;
        let chunks = py.import("types")?.call_method("SimpleNamespace", (), Some(&chunks))?;
        polars.call_method1("Series", (chunks,))
    }

    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let pandas = Self::import(py, "pandas", "pandas")?;
        let pyarrow = Self::import(py, "pyarrow", "pandas")?;
        let chunks = pyarrow.call_method1("chunked_array", (slf,))?;
        let kind = pandas.call_method1("ArrowDtype", (chunks.getattr("type")?,))?;
        let values = pandas.getattr("arrays")?.call_method1("ArrowExtensionArray", (chunks,))?;
        let options = PyDict::new(py);
        options.set_item("dtype", kind)?;
        pandas.call_method("Series", (values,), Some(&options))
    }

    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for part in &self.parts {
            let mut values = part.rows.values(self.shape, self.width)?;
            if self.width == TextWidth::Views {
                values = Arc::new(join(&[&values], TextWidth::Large).map_err(unjoined)?);
            }
            for row in 0..values.len {
                let value = object(py, &values, self.shape, row)?;
                let Some(errors) = &part.errors else {
                    list.append(value)?;
                    continue;
                };
                let pair = PyDict::new(py);
                pair.set_item("value", value)?;
                pair.set_item("error", object(py, errors, &failures::SHAPE, row)?)?;
                list.append(pair)?;
            }
        }
        Ok(list)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__(_slf: PyRef<'_, Self>) -> PyResult<()> {
        let hint = "a column is pickled as an Arrow array: column.to_pyarrow()";
        Err(PyTypeError::new_err(hint))
    }
}

pub(crate) fn object<'py>(
    py: Python<'py>,
    values: &Values,
    shape: &ResultType,
    row: usize,
) -> Answer<'py> {
    if !values.is_there(row) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match (&values.data, shape) {
        (Data::Texts(ends, bytes), _) => {
            let text = &bytes[ends.span(row)];
            match shape {
                ResultType::Octets => PyBytes::new(py, text).into_any(),
                _ => PyString::from_bytes(py, text)?.into_any(),
            }
        }
        (Data::Bools(bits), _) => bool_of(py, bits, row),
        (Data::Ints(numbers), _) => numbers[row].into_pyobject(py)?.into_any(),
        (Data::Struct(fields), ResultType::Struct(shapes)) => {
            let dict = PyDict::new(py);
            for (field, (name, shape)) in fields.iter().zip(*shapes) {
                dict.set_item(name, object(py, field, shape, row)?)?;
            }
            dict.into_any()
        }
        (Data::List(ends, items), ResultType::List(shape)) => {
            let items = ends.span(row).map(|item| object(py, items, shape, item));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        _ => unreachable!("values are of the column's shape"),
    })
}

fn bool_of<'py>(py: Python<'py>, bits: &BitVec, row: usize) -> Bound<'py, PyAny> {
    pyo3::types::PyBool::new(py, bits.bits().get(row)).to_owned().into_any()
}
