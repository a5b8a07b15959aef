//! Import: the texts of an object that exports Arrow data.

use std::ffi::{CStr, c_void};
use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::format::{ArrayFormat, TextLayout, name};
use super::{Array, Owned, Released, Schema, Stream, capsule};
use superuri::bulk::columns::{Layout, Texts};
use superuri::bulk::{columns::bits::BitSlice, columns::texts::Indices};

pub(crate) struct Chunk {
    array: Owned<Array>,
    format: ArrayFormat,
}

pub(crate) struct Column {
    pub(crate) chunks: Vec<Arc<Chunk>>,
    pub(crate) format: ArrayFormat,
    /// Whether it was one array instead of a stream.
    pub(crate) is_array: bool,
}

pub(crate) fn column(object: &Bound<'_, PyAny>) -> PyResult<Option<Column>> {
    let py = object.py();
    // The argument is passed because some exporters have no default for it.
    let exported = |name| object.getattr_opt(name);
    if let Some(export) = exported("__arrow_c_array__")? {
        let pair: (Bound<'_, PyAny>, Bound<'_, PyAny>) = export.call1((py.None(),))?.extract()?;
        let schema: Owned<Schema> = capsule::take_from_capsule(&pair.0)?;
        let array: Owned<Array> = capsule::take_from_capsule(&pair.1)?;
        let format = format(&schema.0)?;
        let chunks = vec![Arc::new(Chunk { array, format })];
        return Ok(Some(Column { chunks, format, is_array: true }));
    }
    let Some(export) = exported("__arrow_c_stream__")? else { return Ok(None) };
    let mut stream: Owned<Stream> = capsule::take_from_capsule(&export.call1((py.None(),))?)?;
    let mut schema = Owned(Schema::default());
    let (Some(get_schema), Some(get_next)) = (stream.0.get_schema, stream.0.get_next) else {
        return Err(malformed("the stream has no callbacks"));
    };
    // SAFETY: the stream is not released, and fills the empty schema that it gets.
    let code = unsafe { get_schema(&raw mut stream.0, &raw mut schema.0) };
    if code != 0 {
        return Err(failed(&mut stream.0, code));
    }
    let format = format(&schema.0)?;
    let mut chunks = Vec::new();
    loop {
        py.check_signals()?;
        let mut array = Owned(Array::default());
        // SAFETY: as above, for the array.
        let code = unsafe { get_next(&raw mut stream.0, &raw mut array.0) };
        if code != 0 {
            return Err(failed(&mut stream.0, code));
        }
        if array.0.is_released() {
            return Ok(Some(Column { chunks, format, is_array: false }));
        }
        chunks.push(Arc::new(Chunk { array, format }));
    }
}

/// The text type that a schema requests, if it is one.
pub(crate) fn requested(schema: &Bound<'_, PyAny>) -> PyResult<Option<ArrayFormat>> {
    let schema: Owned<Schema> = capsule::take_from_capsule(schema)?;
    Ok(format(&schema.0).ok())
}

fn malformed(what: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("the Arrow data is malformed: {what}"))
}

/// The exception for a failed stream, with the stream's own message.
fn failed(stream: &mut Stream, code: i32) -> PyErr {
    let message = stream.get_last_error.map(|last_error| {
        // SAFETY: a callback of the stream has failed, and this callback gives the reason: null, or
        // a string that lives until the next call.
        unsafe {
            let message = last_error(stream);
            if message.is_null() { None } else { Some(CStr::from_ptr(message).to_string_lossy()) }
        }
    });
    let message = message.flatten().unwrap_or_default();
    PyValueError::new_err(format!("the Arrow stream failed (error {code}): {message}"))
}

fn format(schema: &Schema) -> PyResult<ArrayFormat> {
    if schema.is_released() {
        return Err(malformed("its schema is released"));
    }
    let own = word(schema)?;
    // SAFETY: a dictionary is null or a schema that lives as long as this one.
    let Some(values) = (unsafe { schema.dictionary.as_ref() }) else {
        return ArrayFormat::of(own).ok_or_else(|| no_text(own));
    };
    if values.is_released() || !values.dictionary.is_null() {
        return Err(malformed("the schema of its dictionary is released, or has a dictionary"));
    }
    let indices = ArrayFormat::indices(own)
        .ok_or_else(|| malformed(format!("{own:?} is not a format of a dictionary's indices")))?;
    let of_values = word(values)?;
    let format = ArrayFormat::of(of_values).ok_or_else(|| no_text(of_values))?;
    Ok(ArrayFormat { indices: Some(indices), ..format })
}

/// The schema's format string.
fn word(schema: &Schema) -> PyResult<&str> {
    if schema.format.is_null() {
        return Err(malformed("its schema has no format"));
    }
    // SAFETY: a format is a string that ends in NUL and lives as long as the schema.
    let format = unsafe { CStr::from_ptr(schema.format) };
    format.to_str().map_err(|_| malformed("its format is not valid text"))
}

fn no_text(format: &str) -> PyErr {
    let what = name(format);
    PyTypeError::new_err(format!(
        "the column holds {what} (Arrow format {format:?}), where strings or binaries are needed: \
         choose a column, or cast it to one of strings"
    ))
}

impl Chunk {
    /// A chunk that this crate made.
    pub(crate) fn new(array: Array, format: ArrayFormat) -> Self {
        Self { array: Owned(array), format }
    }

    /// The texts of the chunk, if it is well-formed.
    pub(crate) fn texts(&self) -> PyResult<Texts<'_>> {
        texts(&self.array.0, self.format).map_err(malformed)
    }

    /// The number of rows that it claims to have.
    pub(crate) fn len(&self) -> usize {
        usize::try_from(self.array.0.length).unwrap_or_default()
    }

    pub(super) fn array(&self) -> &Array {
        &self.array.0
    }
}

/// A number that must not be negative.
fn count(number: i64, what: &str) -> Result<usize, String> {
    usize::try_from(number).map_err(|_| format!("its {what} is {number}"))
}

/// Buffer number `n`, or null.
fn buffer(array: &Array, n: usize) -> *const u8 {
    let all = usize::try_from(array.n_buffers).unwrap_or_default();
    assert!(n < all && !array.buffers.is_null(), "the number of buffers was compared before");
    // SAFETY: the array has more than `n` buffers. It was made by a producer or by this crate: its
    // fields are private to this module, so no other code can make one.
    unsafe { (*array.buffers.add(n)).cast() }
}

/// `len` elements of buffer `n`, from element `from` on.
///
/// # Safety
/// The array claims that the buffer has them: by its length and offset, by its last offset, or by
/// the size of the buffer.
unsafe fn elements<'a, T>(
    array: &'a Array,
    n: usize,
    from: usize,
    len: usize,
    what: &str,
) -> Result<&'a [T], String> {
    assert_eq!(align_of::<T>(), 1, "an element may have any address");
    if len == 0 {
        return Ok(&[]);
    }
    let start = buffer(array, n);
    if start.is_null() {
        return Err(format!("it has no buffer of {what}"));
    }
    let end = from.checked_add(len).and_then(|end| end.checked_mul(size_of::<T>()));
    if end.is_none_or(|end| isize::try_from(end).is_err()) {
        return Err(format!("its {what} are longer than memory"));
    }
    // SAFETY: the pointer is not null, any alignment is allowed, the elements fit into memory, the
    // array claims that the buffer has them, and the buffer lives as long as the array.
    Ok(unsafe { std::slice::from_raw_parts(start.cast::<T>().add(from), len) })
}

fn texts(array: &Array, format: ArrayFormat) -> Result<Texts<'_>, String> {
    if array.is_released() {
        return Err("an array is released".into());
    }
    let (len, from) = (count(array.length, "length")?, count(array.offset, "offset")?);
    let buffers = count(array.n_buffers, "number of buffers")?;
    if from.checked_add(len).is_none_or(|end| isize::try_from(end).is_err()) {
        return Err("its length is longer than memory".into());
    }
    if array.null_count < -1 || array.null_count > array.length {
        return Err(format!("its null count is {} of {len} rows", array.null_count));
    }
    if array.n_children != 0 {
        return Err(format!("it has {} children, where texts have none", array.n_children));
    }
    let fits = |wanted: usize, or_more: bool| match buffers {
        _ if buffers > 0 && array.buffers.is_null() => Err("it has no buffers".to_owned()),
        _ if buffers == wanted || or_more && buffers > wanted => Ok(()),
        _ => Err(format!("it has {buffers} buffers, where there should be {wanted}")),
    };
    let of_values = ArrayFormat { indices: None, ..format };
    // SAFETY: a dictionary is null or an array that lives as long as this one.
    let layout = match (unsafe { array.dictionary.as_ref() }, format.indices) {
        (None, None) => return plain(array, of_values, (from, len), fits),
        (Some(values), Some((width, signed))) => {
            fits(2, false)?;
            let values =
                texts(values, of_values).map_err(|why| format!("its dictionary: {why}"))?;
            let (first, most) = (from.checked_mul(width), len.checked_mul(width));
            let (first, most) = first.zip(most).ok_or("its indices are longer than memory")?;
            // SAFETY: there is one index for each row.
            let bytes = unsafe { elements(array, 1, first, most, "indices") }?;
            Layout::Indexed(Indices { bytes, width, signed }, Box::new(values))
        }
        _ => return Err("schema and array do not agree on a dictionary".into()),
    };
    Texts::new(layout, len, valid(array, from, len)?, format.is_text)
}

/// The texts of an array without a dictionary.
fn plain(
    array: &Array,
    format: ArrayFormat,
    (from, len): (usize, usize),
    fits: impl Fn(usize, bool) -> Result<(), String>,
) -> Result<Texts<'_>, String> {
    let layout = match format.kind {
        TextLayout::Nulls => {
            // Such an array has no buffers, but Polars declares one.
            fits(1, false).or_else(|_| fits(0, false))?;
            return Texts::new(Layout::Nulls, len, None, format.is_text);
        }
        // The offsets of an empty array may be missing.
        TextLayout::Small if len == 0 => {
            fits(3, false)?;
            Layout::Small(&[[0; 4]], &[])
        }
        TextLayout::Large if len == 0 => {
            fits(3, false)?;
            Layout::Large(&[[0; 8]], &[])
        }
        TextLayout::Small => {
            fits(3, false)?;
            // SAFETY: there is one offset more than rows, and the last offset is the length of the
            // bytes.
            let offsets: &[[u8; 4]] = unsafe { elements(array, 1, from, len + 1, "offsets") }?;
            let end = count(i32::from_ne_bytes(offsets[len]).into(), "last offset")?;
            // SAFETY: as above.
            Layout::Small(offsets, unsafe { elements(array, 2, 0, end, "bytes") }?)
        }
        TextLayout::Large => {
            fits(3, false)?;
            // SAFETY: as for small offsets.
            let offsets: &[[u8; 8]] = unsafe { elements(array, 1, from, len + 1, "offsets") }?;
            let end = count(i64::from_ne_bytes(offsets[len]), "last offset")?;
            // SAFETY: as above.
            Layout::Large(offsets, unsafe { elements(array, 2, 0, end, "bytes") }?)
        }
        TextLayout::Views => {
            fits(3, true)?;
            let last = count(array.n_buffers, "number of buffers")? - 1;
            // The buffer index in a view has 32 bits.
            if i32::try_from(last).is_err() {
                return Err(format!("it has {last} buffers, more than a view can name"));
            }
            // SAFETY: the last buffer has the sizes of those that views point into, and there is
            // one view for each row.
            let sizes: &[[u8; 8]] = unsafe { elements(array, last, 0, last - 2, "buffer sizes") }?;
            let mut seen: Vec<&[u8]> = Vec::with_capacity(sizes.len());
            for (n, &size) in sizes.iter().enumerate() {
                let size = count(i64::from_ne_bytes(size), "buffer size")?;
                // SAFETY: as above.
                seen.push(unsafe { elements(array, 2 + n, 0, size, "bytes") }?);
            }
            // SAFETY: as above.
            Layout::Views(unsafe { elements(array, 1, from, len, "views") }?, seen)
        }
        TextLayout::Fixed(width) => {
            fits(2, false)?;
            let (first, most) = (from.checked_mul(width), len.checked_mul(width));
            let (first, most) = first.zip(most).ok_or("its bytes are longer than memory")?;
            // SAFETY: each row has `width` bytes.
            Layout::Fixed(width, unsafe { elements(array, 1, first, most, "bytes") }?)
        }
    };
    Texts::new(layout, len, valid(array, from, len)?, format.is_text)
}

/// Which rows are not null; `None` if all are.
fn valid(array: &Array, from: usize, len: usize) -> Result<Option<BitSlice<'_>>, String> {
    if array.null_count == 0 || len == 0 {
        return Ok(None);
    }
    if buffer(array, 0).is_null() {
        return match array.null_count {
            -1 => Ok(None),
            nulls => Err(format!("it has {nulls} nulls and no bitmap")),
        };
    }
    let bits = from % 8 + len;
    // SAFETY: there is one bit for each row.
    let bytes = unsafe { elements(array, 0, from / 8, bits.div_ceil(8), "validity") }?;
    Ok(Some(BitSlice::new(bytes, from % 8)))
}

/// The pointer of a buffer that is passed on as it came in.
pub(super) fn raw_buffer(array: &Array, n: usize) -> *const c_void {
    buffer(array, n).cast()
}
