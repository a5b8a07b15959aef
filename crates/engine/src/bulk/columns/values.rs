//! Values: the columns that verbs return, their shapes and their buffers.

use std::ops::Range;

use super::bytes::{Bytes, MOST_GUESSED};
use super::{bits::BitVec, texts::Texts, views::view};
use superuri_kernels::memory;

/// The type of a verb's result for one text.
#[derive(PartialEq, Eq, Debug)]
pub enum ResultType {
    /// A text, in UTF-8.
    Text,
    /// Octets.
    Octets,
    /// A boolean.
    Bool,
    /// A number.
    Int,
    /// Named fields.
    Struct(&'static [(&'static str, ResultType)]),
    /// A list of any length.
    List(&'static ResultType),
}

/// How the texts of a result are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextWidth {
    /// Between offsets of 32 bits.
    Small,
    /// Between offsets of 64 bits.
    Large,
    /// As views; texts inside of structs and lists use offsets of 32 bits.
    Views,
}

/// Rows of one shape.
#[derive(Clone, Debug)]
pub struct Values {
    /// The number of rows.
    pub len: usize,
    /// Which rows are not null; `None` if all are.
    pub valid: Option<BitVec>,
    /// The data of the rows.
    pub data: Data,
}

/// The data of rows.
#[derive(Clone, Debug)]
pub enum Data {
    /// The texts between these ends; the first end is 0.
    Texts(Ends, Bytes),
    /// A boolean each.
    Bools(BitVec),
    /// A number each.
    Ints(Vec<i64>),
    /// A row is one row of each of these fields.
    Struct(Vec<Values>),
    /// A row is the items between two ends.
    List(Ends, Box<Values>),
}

/// Where rows end; the first number is 0. They begin with 32 bits and are widened to 64 where
/// necessary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ends {
    /// Of 32 bits.
    Small(Vec<i32>),
    /// Of 64 bits.
    Large(Vec<i64>),
    /// Views into the only buffer.
    Views(Vec<u128>),
}

impl Ends {
    /// The ends of no rows.
    #[must_use]
    pub fn new() -> Self {
        Self::Small(vec![0])
    }

    pub(super) fn reserve(&mut self, rows: usize) {
        match self {
            Self::Small(ends) => ends.reserve(rows),
            Self::Large(ends) => ends.reserve(rows),
            Self::Views(views) => views.reserve(rows),
        }
    }

    /// The end of row `n - 1`; for 0, the start of the first row.
    #[must_use]
    pub fn get(&self, n: usize) -> usize {
        let end = match self {
            Self::Small(ends) => ends[n].into(),
            Self::Large(ends) => ends[n],
            Self::Views(_) => 0,
        };
        usize::try_from(end).unwrap_or_default()
    }

    /// The span of this row; not for views, which hold their own spans.
    #[must_use]
    pub fn span(&self, row: usize) -> Range<usize> {
        self.get(row)..self.get(row + 1)
    }

    #[inline]
    fn push(&mut self, end: usize) {
        if let Self::Small(ends) = self {
            match i32::try_from(end) {
                Ok(end) => return ends.push(end),
                Err(_) => self.widen(),
            }
        }
        if let Self::Large(ends) = self {
            ends.push(i64::try_from(end).expect("memory is smaller than that"));
        }
    }

    /// Appends rows that end at these ascending places, relative to `start`.
    pub(super) fn push_all(&mut self, start: usize, places: &[u32]) {
        let last = start + places.last().map_or(0, |&last| last as usize);
        if let Self::Small(ends) = self {
            if i32::try_from(last).is_ok() {
                #[expect(clippy::cast_possible_truncation, reason = "the largest one fits")]
                let start = start as u32;
                let end = |&place: &u32| start.wrapping_add(place).cast_signed();
                return ends.extend(places.iter().map(end));
            }
            self.widen();
        }
        if let Self::Large(ends) = self {
            let start = i64::try_from(start).expect("memory is smaller than that");
            ends.extend(places.iter().map(|&place| start + i64::from(place)));
        }
    }

    /// Continues with 64 bits.
    fn widen(&mut self) {
        if let Self::Small(ends) = self {
            *self = Self::Large(ends.iter().map(|&end| end.into()).collect());
        }
    }
}

impl Default for Ends {
    fn default() -> Self {
        Self::new()
    }
}

/// A piece is too long for its offsets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OffsetOverflow;

impl Values {
    /// No rows yet, of this shape.
    #[must_use]
    pub fn new(shape: &ResultType) -> Self {
        let data = match shape {
            ResultType::Text | ResultType::Octets => Data::Texts(Ends::new(), Bytes::default()),
            ResultType::Bool => Data::Bools(BitVec::default()),
            ResultType::Int => Data::Ints(Vec::new()),
            ResultType::Struct(fields) => {
                Data::Struct(fields.iter().map(|(_, shape)| Self::new(shape)).collect())
            }
            ResultType::List(shape) => Data::List(Ends::new(), Box::new(Self::new(shape))),
        };
        Self { len: 0, valid: None, data }
    }

    /// Reserves memory before the first row: for `rows` rows, and `bytes` bytes in each column of
    /// texts.
    pub(super) fn reserve_fields(&mut self, rows: usize, bytes: usize) {
        match &mut self.data {
            Data::Texts(ends, text) => {
                ends.reserve(rows);
                *text = Bytes::with_capacity(bytes);
            }
            Data::Struct(fields) => {
                for field in fields {
                    field.reserve_fields(rows, bytes);
                }
            }
            Data::List(ends, items) => {
                ends.reserve(rows);
                items.reserve_fields(rows, bytes);
            }
            Data::Ints(numbers) => numbers.reserve(rows),
            Data::Bools(_) => {}
        }
    }

    /// Reserves memory for what follows: `rows` more rows, which weigh `left` where those so far
    /// weigh `seen`. A guess too small costs a copy; none is beyond [`MOST_GUESSED`].
    pub(super) fn reserve_alike(&mut self, rows: usize, left: usize, seen: usize) {
        let alike = |used: usize| {
            let likely = used as u128 * left as u128 / seen.max(1) as u128;
            usize::try_from(likely + likely / 16).unwrap_or(MOST_GUESSED).min(MOST_GUESSED)
        };
        match &mut self.data {
            Data::Texts(ends, bytes) => {
                ends.reserve(rows);
                bytes.reserve_more(alike(bytes.len()));
            }
            Data::Struct(fields) => {
                for field in fields {
                    field.reserve_alike(rows, left, seen);
                }
            }
            Data::List(ends, items) => {
                ends.reserve(rows);
                items.reserve_alike(alike(items.len), left, seen);
            }
            Data::Ints(numbers) => numbers.reserve(rows),
            Data::Bools(_) => {}
        }
    }

    #[inline]
    fn count_row(&mut self) {
        self.len += 1;
        if let Some(valid) = &mut self.valid {
            valid.push(true);
        }
    }

    /// Adds these rows to the validity; their data have been appended already.
    pub(super) fn add_validity(&mut self, texts: &Texts<'_>, rows: &Range<usize>) {
        let before = self.len;
        self.len += rows.len();
        if texts.has_nulls() {
            let all = self.valid.get_or_insert_with(|| {
                let mut all = BitVec::default();
                all.push_ones(before);
                all
            });
            match texts.valid() {
                Some(bits) => all.push_bits(bits, rows.clone()),
                None => rows.clone().for_each(|row| all.push(!texts.is_null(row))),
            }
        } else if let Some(all) = &mut self.valid {
            all.push_ones(rows.len());
        }
    }

    /// How many rows are null.
    #[must_use]
    pub fn nulls(&self) -> usize {
        self.valid.as_ref().map_or(0, BitVec::zeros)
    }

    /// Whether this row is not null.
    #[must_use]
    pub fn is_there(&self, row: usize) -> bool {
        self.valid.as_ref().is_none_or(|valid| valid.bits().get(row))
    }

    /// Appends a null row.
    pub fn push_null(&mut self) {
        let before = self.len;
        let valid = self.valid.get_or_insert_with(|| {
            let mut valid = BitVec::default();
            valid.push_ones(before);
            valid
        });
        valid.push(false);
        self.len += 1;
        match &mut self.data {
            Data::Texts(ends, bytes) => ends.push(bytes.len()),
            Data::Bools(bits) => bits.push(false),
            Data::Ints(numbers) => numbers.push(0),
            Data::Struct(fields) => fields.iter_mut().for_each(Self::push_null),
            Data::List(ends, items) => ends.push(items.len),
        }
    }

    /// Appends a row with this text.
    #[inline]
    pub fn push_text(&mut self, text: &[u8]) {
        if let Data::Texts(ends, bytes) = &mut self.data {
            memory::reserve(bytes, text.len());
            bytes.extend_from_slice(text);
            ends.push(bytes.len());
        }
        self.count_row();
    }

    /// Appends a row with this text, or a null row.
    pub fn push_text_or_null(&mut self, text: Option<&[u8]>) {
        match text {
            Some(text) => self.push_text(text),
            None => self.push_null(),
        }
    }

    /// Appends a row with what `write` appends; no row if `write` fails.
    ///
    /// # Errors
    /// The failure of `write`.
    pub fn push_with<E>(
        &mut self,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Data::Texts(ends, bytes) = &mut self.data {
            let before = bytes.len();
            if let Err(failure) = write(bytes) {
                bytes.truncate(before);
                return Err(failure);
            }
            ends.push(bytes.len());
        }
        self.count_row();
        Ok(())
    }

    /// Appends a row with this boolean.
    pub fn push_bool(&mut self, value: bool) {
        if let Data::Bools(bits) = &mut self.data {
            bits.push(value);
        }
        self.count_row();
    }

    /// Appends a row with this number.
    pub fn push_int(&mut self, number: i64) {
        if let Data::Ints(numbers) = &mut self.data {
            numbers.push(number);
        }
        self.count_row();
    }

    /// Adds a row; one value is pushed to each field.
    ///
    /// # Panics
    /// If a field did not get exactly one value.
    pub fn push_struct(&mut self, fill: impl FnOnce(&mut [Self])) {
        self.count_row();
        if let Data::Struct(fields) = &mut self.data {
            fill(fields);
            assert!(fields.iter().all(|field| field.len == self.len), "a row has each field once");
        }
    }

    /// Appends a row with the items that `fill` pushes.
    pub fn push_list(&mut self, fill: impl FnOnce(&mut Self)) {
        if let Data::List(ends, items) = &mut self.data {
            fill(items);
            ends.push(items.len);
        }
        self.count_row();
    }

    /// The same values in this layout.
    ///
    /// # Errors
    /// Where an end is too large for it.
    pub fn in_width(mut self, width: TextWidth) -> Result<Self, OffsetOverflow> {
        let inner = if width == TextWidth::Views { TextWidth::Small } else { width };
        self.data = match self.data {
            Data::Texts(Ends::Views(views), bytes) if width == TextWidth::Views => {
                Data::Texts(Ends::Views(views), bytes)
            }
            Data::Texts(ends, bytes) if width == TextWidth::Views => {
                let Ends::Small(ends) = fitted(ends, inner)? else { return Err(OffsetOverflow) };
                let view =
                    |row: &[i32]| view(&bytes, row[0].cast_unsigned(), row[1].cast_unsigned());
                Data::Texts(Ends::Views(ends.windows(2).map(view).collect()), bytes)
            }
            Data::Texts(ends, bytes) => Data::Texts(fitted(ends, inner)?, bytes),
            Data::List(ends, items) => {
                Data::List(fitted(ends, TextWidth::Small)?, Box::new(items.in_width(inner)?))
            }
            Data::Struct(fields) => Data::Struct(
                fields.into_iter().map(|field| field.in_width(inner)).collect::<Result<_, _>>()?,
            ),
            other => other,
        };
        Ok(self)
    }
}

fn fitted(mut ends: Ends, width: TextWidth) -> Result<Ends, OffsetOverflow> {
    if width == TextWidth::Large {
        ends.widen();
    }
    match ends {
        Ends::Large(ends) if width != TextWidth::Large => {
            // The ends ascend, so the last is the largest.
            i32::try_from(ends.last().copied().unwrap_or_default()).map_err(|_| OffsetOverflow)?;
            #[expect(clippy::cast_possible_truncation, reason = "the largest one fits")]
            let small = ends.iter().map(|&end| end as i32).collect();
            Ok(Ends::Small(small))
        }
        same => Ok(same),
    }
}
