//! Vector: rows of one column of a chunk, read and written in DuckDB's layout.

use std::{marker::PhantomData, ops::Range};

use super::api::{Handle, api};
use superuri::bulk::columns::values::Ends;
use superuri::bulk::columns::{Data, Values};

/// `duckdb_string_t`: a length; then the text itself if it is short, otherwise its first four bytes
/// and where it is.
type StringCell = [u8; 16];

/// The longest text that is held in its row.
const INLINE: usize = 12;

/// The most bytes of a text.
const LONGEST: usize = u32::MAX as usize;

/// Bytes that stand for the texts of a result until these replace them.
static ZEROS: [u8; 1 << 20] = [0; 1 << 20];

/// The rows of a vector of an argument.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a> {
    pub(crate) handle: Handle,
    data: *const u8,
    valid: *const u64,
    lives: PhantomData<&'a u8>,
}

impl<'a> Rows<'a> {
    /// # Safety
    /// The vector is flat, and neither changes nor ends before `'a` does.
    pub(crate) unsafe fn new(handle: Handle) -> Self {
        // SAFETY: the vector is one of DuckDB's.
        let (data, valid) =
            unsafe { ((api().vector_get_data)(handle), (api().vector_get_validity)(handle)) };
        Self { handle, data: data.cast(), valid, lives: PhantomData }
    }

    pub(crate) fn has_nulls(self) -> bool {
        !self.valid.is_null()
    }

    /// Whether this row is not null.
    ///
    /// # Safety
    /// The vector has the row.
    pub(crate) unsafe fn is_there(self, row: usize) -> bool {
        // SAFETY: the mask has a bit for each row, or there is none if no row is null.
        self.valid.is_null() || unsafe { *self.valid.add(row / 64) } >> (row % 64) & 1 == 1
    }

    /// The value of this row.
    ///
    /// # Safety
    /// The vector has the row, and a value of it has this type.
    pub(crate) unsafe fn get<T: Copy>(self, row: usize) -> T {
        // SAFETY: as the caller says.
        unsafe { self.data.cast::<T>().add(row).read_unaligned() }
    }

    /// The text of this row.
    ///
    /// # Safety
    /// The row is a text and not null.
    pub(crate) unsafe fn text(self, row: usize) -> &'a [u8] {
        // SAFETY: a text is in its row, or where the row points to, while the vector exists.
        unsafe {
            let text = self.data.cast::<StringCell>().add(row);
            let length = text.cast::<u32>().read_unaligned() as usize;
            let start = if length <= INLINE {
                text.cast::<u8>().add(4)
            } else {
                text.cast::<u8>().add(8).cast::<*const u8>().read_unaligned()
            };
            std::slice::from_raw_parts(start, length)
        }
    }

    /// Whether all of these rows have the same bytes of this type, and none is null.
    ///
    /// # Safety
    /// As [`Self::get`].
    pub(crate) unsafe fn are_equal<T: Copy + PartialEq>(self, rows: Range<usize>) -> bool {
        // SAFETY: as the caller says.
        unsafe {
            let first = self.get::<T>(rows.start);
            rows.into_iter().all(|row| self.get::<T>(row) == first && self.is_there(row))
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct ResultVector(pub(crate) Handle);

/// The rows of a vector that values are written into, one after the other.
#[derive(Clone, Copy)]
pub(crate) enum To<'a> {
    /// All of them, from this one on.
    From(usize),
    /// These.
    Rows(&'a [usize]),
}

impl To<'_> {
    /// The row of value `n`.
    #[inline]
    pub(crate) fn row(self, n: usize) -> usize {
        match self {
            Self::From(first) => first + n,
            Self::Rows(rows) => rows[n],
        }
    }

    /// The same from value `n` on.
    pub(crate) fn after(self, n: usize) -> Self {
        match self {
            Self::From(first) => Self::From(first + n),
            Self::Rows(rows) => Self::Rows(&rows[n..]),
        }
    }
}

#[derive(Debug)]
pub(crate) struct NoMemory;

impl ResultVector {
    /// Makes this row null.
    ///
    /// # Safety
    /// The vector has the row.
    pub(crate) unsafe fn set_null(self, row: usize) {
        // SAFETY: the mask has a bit for each row.
        unsafe {
            (api().vector_ensure_validity_writable)(self.0);
            *(api().vector_get_validity)(self.0).add(row / 64) &= !(1 << (row % 64));
        }
    }

    /// Writes each value into its row.
    ///
    /// # Safety
    /// The vector has these rows, and the type of the values.
    pub(crate) unsafe fn write(self, values: &Values, to: To<'_>) -> Result<(), NoMemory> {
        // SAFETY: each type has this layout; the children of a list and of a struct have a row for
        // each of theirs, those of a list after memory was reserved for them.
        unsafe {
            let data = (api().vector_get_data)(self.0);
            let all = 0..values.len;
            match &values.data {
                Data::Texts(Ends::Large(ends), bytes) => {
                    let at = |n: usize| usize::from_ne_bytes(ends[n].to_ne_bytes());
                    self.write_texts(bytes, values.len, at, to);
                }
                Data::Texts(ends, bytes) => {
                    self.write_texts(bytes, values.len, |n| ends.get(n), to);
                }
                Data::Bools(bits) => {
                    let bits = bits.bits();
                    all.for_each(|n| *data.cast::<bool>().add(to.row(n)) = bits.get(n));
                }
                Data::Ints(numbers) => {
                    all.for_each(|n| *data.cast::<i64>().add(to.row(n)) = numbers[n]);
                }
                Data::Struct(fields) => {
                    for (n, field) in fields.iter().enumerate() {
                        let child = (api().struct_vector_get_child)(self.0, n);
                        Self(child).write(field, to)?;
                    }
                }
                Data::List(ends, items) => {
                    let start = (api().list_vector_get_size)(self.0);
                    let size = start + items.len;
                    if (api().list_vector_reserve)(self.0, size) != 0
                        || (api().list_vector_set_size)(self.0, size) != 0
                    {
                        return Err(NoMemory);
                    }
                    for n in all {
                        let span = ends.span(n);
                        let entry = [start + span.start, span.len()];
                        *data.cast::<[usize; 2]>().add(to.row(n)) = entry;
                    }
                    Self((api().list_vector_get_child)(self.0)).write(items, To::From(start))?;
                }
            }
            if values.nulls() > 0 {
                let nulls = (0..values.len).filter(|&n| !values.is_there(n));
                nulls.for_each(|n| self.set_null(to.row(n)));
            }
        }
        Ok(())
    }

    /// Writes `len` texts; `at` is where each begins, and where the last one ends.
    ///
    /// DuckDB makes one text of all of them, and the rows point into it: a call for each would take
    /// as long as the work. It would also check each character again, so zeros are handed over and
    /// then overwritten.
    ///
    /// # Safety
    /// As [`Self::write`]; the rows of a VARCHAR that are not valid text are made null afterwards.
    pub(crate) unsafe fn write_texts(
        self,
        bytes: &[u8],
        len: usize,
        at: impl Fn(usize) -> usize,
        to: To<'_>,
    ) {
        let put = |row: usize, text: &[u8]| {
            let (row, start, length) = (row, text.as_ptr().cast(), text.len());
            // SAFETY: the vector has the row, and the text is copied.
            unsafe { (api().vector_assign_string_element_len)(self.0, row, start, length) };
        };
        if len == 0 {
            return;
        }
        let bytes = &bytes[at(0)..at(len)];
        if bytes.len() > LONGEST {
            (0..len).for_each(|n| put(to.row(n), &bytes[at(n) - at(0)..at(n + 1) - at(0)]));
            return;
        }
        // SAFETY: the vector has these rows. It owns the copy, which is as long as `bytes`.
        unsafe {
            let data = (api().vector_get_data)(self.0).cast::<StringCell>();
            let mut copy = std::ptr::null_mut();
            if bytes.len() > INLINE {
                match ZEROS.get(..bytes.len()) {
                    Some(zeros) => put(to.row(0), zeros),
                    None => put(to.row(0), &vec![0; bytes.len()]),
                }
                copy = data.add(to.row(0)).cast::<u8>().add(8).cast::<*mut u8>().read_unaligned();
                copy.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            }
            let (first, mut start) = (at(0), 0);
            for n in 0..len {
                let end = at(n + 1) - first;
                let text = &bytes[start..end];
                let mut row: StringCell = [0; 16];
                #[expect(clippy::cast_possible_truncation, reason = "all of them are no longer")]
                row[..4].copy_from_slice(&(text.len() as u32).to_ne_bytes());
                if text.len() <= INLINE {
                    row[4..4 + text.len()].copy_from_slice(text);
                } else {
                    row[4..8].copy_from_slice(&text[..4]);
                    row[8..].copy_from_slice(&(copy.add(start) as usize).to_ne_bytes());
                }
                data.add(to.row(n)).write(row);
                start = end;
            }
        }
    }
}
