//! Vector: rows of one column of a chunk, read and written in DuckDB's layout.

use std::marker::PhantomData;
use std::ops::Range;

use super::api::{Handle, api};
use superuri::bulk::columns::values::Ends;
use superuri::bulk::columns::{Data, Values};

/// `duckdb_string_t`: a length; then the text itself if it is short, otherwise its first four bytes
/// and where it is.
type Text = [u8; 16];

/// The longest text that is held in its row.
const INLINE: usize = 12;

/// The most bytes of a text.
const LONGEST: usize = u32::MAX as usize;

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
            let text = self.data.cast::<Text>().add(row);
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

/// A vector of a result.
#[derive(Clone, Copy)]
pub(crate) struct Output(pub(crate) Handle);

/// A result that DuckDB had no memory for.
#[derive(Debug)]
pub(crate) struct Full;

impl Output {
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

    /// Writes each value into the row that `to` gives for it.
    ///
    /// # Safety
    /// The vector has these rows, and the type of the values.
    pub(crate) unsafe fn write(
        self,
        values: &Values,
        to: &dyn Fn(usize) -> usize,
    ) -> Result<(), Full> {
        // SAFETY: each type has this layout; the children of a list and of a struct have a row for
        // each of theirs, those of a list after room was made for them.
        unsafe {
            let data = (api().vector_get_data)(self.0);
            match &values.data {
                Data::Texts(ends, bytes) => {
                    self.write_texts(bytes, values.len, &|n| ends.span(n), to)?
                }
                Data::Bools(bits) => {
                    let bits = bits.bits();
                    (0..values.len).for_each(|n| *data.cast::<bool>().add(to(n)) = bits.get(n));
                }
                Data::Ints(numbers) => {
                    (0..values.len).for_each(|n| *data.cast::<i64>().add(to(n)) = numbers[n]);
                }
                Data::Struct(fields) => {
                    for (n, field) in fields.iter().enumerate() {
                        let handle = (api().struct_vector_get_child)(self.0, n as u64);
                        Self(handle).write(field, to)?;
                    }
                }
                Data::List(ends, items) => self.write_lists(ends, items, values.len, to)?,
            }
            if values.nulls() > 0 {
                (0..values.len).filter(|&n| !values.is_there(n)).for_each(|n| self.set_null(to(n)));
            }
        }
        Ok(())
    }

    /// # Safety
    /// As [`Self::write`], for lists.
    unsafe fn write_lists(
        self,
        ends: &Ends,
        items: &Values,
        len: usize,
        to: &dyn Fn(usize) -> usize,
    ) -> Result<(), Full> {
        // SAFETY: as for `write`; the items follow those that are there.
        unsafe {
            let start = (api().list_vector_get_size)(self.0);
            let size = start + items.len as u64;
            if (api().list_vector_reserve)(self.0, size) != 0
                || (api().list_vector_set_size)(self.0, size) != 0
            {
                return Err(Full);
            }
            let entries = (api().vector_get_data)(self.0).cast::<[u64; 2]>();
            for n in 0..len {
                let span = ends.span(n);
                *entries.add(to(n)) = [start + span.start as u64, span.len() as u64];
            }
            let handle = (api().list_vector_get_child)(self.0);
            Self(handle).write(items, &|n| start as usize + n)
        }
    }

    /// Writes the texts between these ends. DuckDB copies all of them at once, as one text, and the
    /// rows point into the copy: a call for each would take as long as the work.
    ///
    /// # Safety
    /// As [`Self::write`], for texts.
    pub(crate) unsafe fn write_texts(
        self,
        bytes: &[u8],
        len: usize,
        span: &dyn Fn(usize) -> Range<usize>,
        to: &dyn Fn(usize) -> usize,
    ) -> Result<(), Full> {
        let put = |row: usize, text: &[u8]| {
            // SAFETY: the vector has the row, and the text is copied.
            unsafe {
                let start = text.as_ptr().cast();
                (api().vector_assign_string_element_len)(
                    self.0,
                    row as u64,
                    start,
                    text.len() as u64,
                );
            }
        };
        if len == 0 {
            return Ok(());
        }
        // SAFETY: the vector has these rows, and the copy lives as long as the vector.
        unsafe {
            let data = (api().vector_get_data)(self.0).cast::<Text>();
            let copy = match bytes.len() {
                0..=INLINE => std::ptr::null(),
                length => {
                    let first = data.add(to(0));
                    first.write([0; 16]);
                    if length <= LONGEST {
                        put(to(0), bytes);
                    }
                    if first.cast::<u32>().read() as usize != length {
                        // Too long for one text.
                        (0..len).for_each(|n| put(to(n), &bytes[span(n)]));
                        return Ok(());
                    }
                    first.cast::<u8>().add(8).cast::<*const u8>().read_unaligned()
                }
            };
            for n in 0..len {
                let Range { start, end } = span(n);
                let text = &bytes[start..end];
                let mut row: Text = [0; 16];
                #[expect(clippy::cast_possible_truncation, reason = "all of them are no longer")]
                row[..4].copy_from_slice(&(text.len() as u32).to_ne_bytes());
                if text.len() <= INLINE {
                    row[4..4 + text.len()].copy_from_slice(text);
                } else {
                    row[4..8].copy_from_slice(&text[..4]);
                    row[8..].copy_from_slice(&(copy.add(start) as usize).to_ne_bytes());
                }
                data.add(to(n)).write(row);
            }
        }
        Ok(())
    }
}
