//! Export: a column of ours as Arrow data for other libraries.
//!
//! Nothing is copied: an exported array keeps the memory that it shows alive until it is released.

use std::ffi::{CString, c_char, c_int, c_void};
use std::{ops::Range, sync::Arc};

use super::import::{Chunk, raw_buffer};
use super::{Array, NULLABLE, Owned, Schema, Stream};
use crate::guard::caught;
use superuri::bulk::columns::join::{Unjoined, join_views};
use superuri::bulk::columns::{Data, ResultType, TextWidth, Values};
use superuri::bulk::{columns::bits::BitVec, columns::values::Ends};

/// The type of a column, in Arrow's terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Type {
    format: &'static str,
    name: &'static str,
    fields: Vec<Type>,
}

impl Type {
    /// The type of rows of this shape, laid out in this width.
    pub(crate) fn of(shape: &ResultType, width: TextWidth) -> Self {
        let inner = if width == TextWidth::Views { TextWidth::Small } else { width };
        let (format, fields) = match (shape, width) {
            (ResultType::Text, TextWidth::Small) => ("u", vec![]),
            (ResultType::Text, TextWidth::Large) => ("U", vec![]),
            (ResultType::Text, TextWidth::Views) => ("vu", vec![]),
            (ResultType::Octets, TextWidth::Small) => ("z", vec![]),
            (ResultType::Octets, TextWidth::Large) => ("Z", vec![]),
            (ResultType::Octets, TextWidth::Views) => ("vz", vec![]),
            (ResultType::Bool, _) => ("b", vec![]),
            (ResultType::Int, _) => ("l", vec![]),
            (ResultType::Struct(fields), _) => {
                let named = |(name, shape): &(&'static str, ResultType)| Self {
                    name,
                    ..Self::of(shape, inner)
                };
                ("+s", fields.iter().map(named).collect())
            }
            (ResultType::List(item), _) => {
                ("+l", vec![Self { name: "item", ..Self::of(item, inner) }])
            }
        };
        Self { format, name: "", fields }
    }

    /// The type of rows with these two fields.
    pub(crate) fn pair(one: (&'static str, Self), other: (&'static str, Self)) -> Self {
        let named = |(name, kind): (&'static str, Self)| Self { name, ..kind };
        Self { format: "+s", name: "", fields: vec![named(one), named(other)] }
    }

    /// The name of the type, in Arrow's words.
    pub(crate) fn words(&self) -> String {
        let inside = || {
            let each = |field: &Self| format!("{}: {}", field.name, field.words());
            self.fields.iter().map(each).collect::<Vec<_>>().join(", ")
        };
        match self.format {
            "u" => "string".into(),
            "U" => "large_string".into(),
            "vu" => "string_view".into(),
            "z" => "binary".into(),
            "Z" => "large_binary".into(),
            "vz" => "binary_view".into(),
            "b" => "bool".into(),
            "l" => "int64".into(),
            "+l" => format!("list<{}>", inside()),
            _ => format!("struct<{}>", inside()),
        }
    }

    pub(crate) fn schema(&self) -> Schema {
        let text = |text: &str| CString::new(text).expect("our names have no NUL").into_raw();
        let mut children: Vec<*mut Schema> =
            self.fields.iter().map(|field| Box::into_raw(Box::new(field.schema()))).collect();
        let mut schema = Schema::default();
        (schema.format, schema.name) = (text(self.format), text(self.name));
        (schema.flags, schema.n_children) = (NULLABLE, signed(children.len()));
        schema.children = children.as_mut_ptr();
        schema.private_data = Box::into_raw(Box::new(children)).cast();
        schema.release = Some(release_schema);
        schema
    }
}

fn signed(number: usize) -> i64 {
    i64::try_from(number).expect("memory is smaller than that")
}

/// # Safety
/// The schema was made by [`Type::schema`].
unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: the strings and the children are those that were made with it; they are freed once,
    // because it is marked as released.
    unsafe {
        let schema = &mut *schema;
        drop(CString::from_raw(schema.format.cast_mut()));
        drop(CString::from_raw(schema.name.cast_mut()));
        for child in *Box::from_raw(schema.private_data.cast::<Vec<*mut Schema>>()) {
            drop(Owned(*Box::from_raw(child)));
        }
        schema.release = None;
    }
}

/// The memory that an exported array keeps alive.
struct Keeper {
    buffers: Vec<*const c_void>,
    children: Vec<*mut Array>,
    /// The sizes of the buffers that views point into.
    _sizes: Vec<i64>,
    _kept: Owner,
}

/// The owner of the memory that an array shows.
#[derive(Clone)]
enum Owner {
    Made { _values: Arc<Values> },
    Joined { _views: Arc<(Vec<u128>, Option<BitVec>)>, _parts: Vec<Arc<Values>> },
    Stay { _chunk: Arc<Chunk> },
    Nothing,
}

fn array(len: usize, nulls: i64, offset: i64, mut keeper: Box<Keeper>) -> Array {
    let mut array = Array::default();
    (array.length, array.null_count, array.offset) = (signed(len), nulls, offset);
    array.n_buffers = signed(keeper.buffers.len());
    array.buffers = keeper.buffers.as_mut_ptr();
    array.n_children = signed(keeper.children.len());
    array.children = keeper.children.as_mut_ptr();
    array.private_data = Box::into_raw(keeper).cast();
    array.release = Some(release_array);
    array
}

/// # Safety
/// The array was made by [`array`].
unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: the keeper is the one that was made with the array, and is freed once, because the
    // array is marked as released; likewise the children, unless they were moved out.
    unsafe {
        let array = &mut *array;
        let keeper = Box::from_raw(array.private_data.cast::<Keeper>());
        for &child in &keeper.children {
            drop(Owned(*Box::from_raw(child)));
        }
        array.release = None;
    }
}

pub(crate) fn made(values: &Arc<Values>) -> Array {
    shown(values, &Owner::Made { _values: Arc::clone(values) })
}

/// The pieces, which consist of views, as one array: each stays a buffer of its own.
///
/// # Errors
/// As `join_views`.
pub(crate) fn joined_views(parts: Vec<Arc<Values>>) -> Result<Array, Unjoined> {
    let pieces: Vec<&Values> = parts.iter().map(AsRef::as_ref).collect();
    let joined = Arc::new(join_views(&pieces)?);
    let (views, valid) = &*joined;
    let mut buffers = vec![bits(valid.as_ref()), views.as_ptr().cast()];
    let mut sizes = Vec::with_capacity(parts.len());
    for piece in pieces {
        if let Data::Texts(_, bytes) = &piece.data {
            buffers.push(bytes.as_ptr().cast());
            sizes.push(signed(bytes.len()));
        }
    }
    buffers.push(sizes.as_ptr().cast());
    let nulls = signed(valid.as_ref().map_or(0, BitVec::zeros));
    let len = views.len();
    let kept = Owner::Joined { _views: joined, _parts: parts };
    let keeper = Keeper { buffers, children: Vec::new(), _sizes: sizes, _kept: kept };
    Ok(array(len, nulls, 0, Box::new(keeper)))
}

/// The validity buffer; null if no row is null.
fn bits(valid: Option<&BitVec>) -> *const c_void {
    let valid = valid.filter(|valid| valid.zeros() > 0);
    valid.map_or(std::ptr::null(), |valid| valid.bytes().as_ptr().cast())
}

/// The values as an array that keeps their owner alive.
fn shown(values: &Values, kept: &Owner) -> Array {
    let mut buffers = vec![bits(values.valid.as_ref())];
    let (mut children, mut sizes) = (Vec::new(), Vec::new());
    let mut child = |values| children.push(Box::into_raw(Box::new(shown(values, kept))));
    match &values.data {
        Data::Texts(ends, bytes) => {
            buffers.push(start(ends));
            buffers.push(bytes.as_ptr().cast());
            if matches!(ends, Ends::Views(_)) {
                sizes.push(signed(bytes.len()));
                buffers.push(sizes.as_ptr().cast());
            }
        }
        Data::Bools(bits) => buffers.push(bits.bytes().as_ptr().cast()),
        Data::Ints(numbers) => buffers.push(numbers.as_ptr().cast()),
        Data::Struct(fields) => fields.iter().for_each(&mut child),
        Data::List(ends, items) => {
            buffers.push(start(ends));
            child(&**items);
        }
    }
    let nulls = signed(values.nulls());
    array(
        values.len,
        nulls,
        0,
        Box::new(Keeper { buffers, children, _sizes: sizes, _kept: kept.clone() }),
    )
}

fn start(ends: &Ends) -> *const c_void {
    match ends {
        Ends::Small(ends) => ends.as_ptr().cast(),
        Ends::Large(ends) => ends.as_ptr().cast(),
        Ends::Views(views) => views.as_ptr().cast(),
    }
}

/// These rows of an imported chunk, unchanged.
pub(crate) fn stay(chunk: &Arc<Chunk>, rows: &Range<usize>) -> Array {
    let whole = chunk.array();
    let buffers = usize::try_from(whole.n_buffers).unwrap_or_default();
    let buffers = (0..buffers).map(|n| raw_buffer(whole, n)).collect();
    let all = rows.len() == chunk.len() || whole.null_count == 0;
    let nulls = if all { whole.null_count } else { -1 };
    let kept = Owner::Stay { _chunk: Arc::clone(chunk) };
    let keeper =
        Box::new(Keeper { buffers, children: Vec::new(), _sizes: Vec::new(), _kept: kept });
    array(rows.len(), nulls, whole.offset + signed(rows.start), keeper)
}

/// Rows with these two fields.
pub(crate) fn pair(len: usize, one: Array, other: Array) -> Array {
    let children = [one, other].map(|child| Box::into_raw(Box::new(child))).to_vec();
    let (buffers, sizes) = (vec![std::ptr::null()], Vec::new());
    array(len, 0, 0, Box::new(Keeper { buffers, children, _sizes: sizes, _kept: Owner::Nothing }))
}

/// The arrays that a stream has still to return.
struct ArrayStream {
    kind: Type,
    arrays: std::vec::IntoIter<Array>,
}

pub(crate) fn stream(kind: Type, arrays: Vec<Array>) -> Stream {
    let mut stream = Stream::default();
    let source = ArrayStream { kind, arrays: arrays.into_iter() };
    stream.private_data = Box::into_raw(Box::new(source)).cast();
    stream.get_schema = Some(get_schema);
    stream.get_next = Some(get_next);
    stream.get_last_error = Some(get_last_error);
    stream.release = Some(release_stream);
    stream
}

/// # Safety
/// The stream was made by [`stream`]; the schema is to be overwritten.
unsafe extern "C" fn get_schema(stream: *mut Stream, out: *mut Schema) -> c_int {
    filled(|| {
        // SAFETY: the source is the one that was made with the stream.
        unsafe { out.write((*(*stream).private_data.cast::<ArrayStream>()).kind.schema()) };
    })
}

/// # Safety
/// As [`get_schema`], for an array.
unsafe extern "C" fn get_next(stream: *mut Stream, out: *mut Array) -> c_int {
    // SAFETY: as in [`get_schema`]. An empty array ends the stream.
    filled(|| unsafe {
        let source = &mut *(*stream).private_data.cast::<ArrayStream>();
        out.write(source.arrays.next().unwrap_or_default());
    })
}

/// The return value of a callback: 0, or `EIO` for a panic.
fn filled(work: impl FnOnce()) -> c_int {
    caught(work).map_or(5, |()| 0)
}

/// Returns null: there is no message for a failure.
unsafe extern "C" fn get_last_error(_: *mut Stream) -> *const c_char {
    std::ptr::null()
}

/// # Safety
/// The stream was made by [`stream`].
unsafe extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: the source is freed once, because the stream is marked as released.
    unsafe {
        let source = Box::from_raw((*stream).private_data.cast::<ArrayStream>());
        source.arrays.for_each(|array| drop(Owned(array)));
        (*stream).release = None;
    }
}
