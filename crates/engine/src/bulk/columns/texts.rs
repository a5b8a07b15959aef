//! Texts: where each text of an Arrow chunk is, and whether the chunk is well-formed.
//!
//! Nothing that the producer claims is trusted: offsets, views and indices are checked against the
//! buffers before a byte is read, and text is checked for UTF-8.

use std::ops::Range;

use super::bits::BitSlice;
use super::views::{self, BinaryView, Joined, text_of_view};
use crate::base::error::{Error, Kind};

/// An offset of 32 bits as it is in memory, aligned or not.
pub type Small = [u8; 4];
/// An offset of 64 bits, likewise.
pub type Large = [u8; 8];
/// The most that the length of a view counts towards a weight: longer texts hardly occur.
const MOST_LIKELY: usize = 1 << 30;

/// How the texts of a chunk are laid out.
#[derive(Clone, Debug)]
pub enum Layout<'a> {
    /// The texts are contiguous, delimited by offsets of 32 bits; there is one offset more than
    /// texts.
    Small(&'a [Small], &'a [u8]),
    /// The same with offsets of 64 bits.
    Large(&'a [Large], &'a [u8]),
    /// Each text is where its view points, in one of these buffers.
    Views(&'a [[u8; 16]], Vec<&'a [u8]>),
    /// Each text has this width.
    Fixed(usize, &'a [u8]),
    /// Each row is one of the texts of another chunk, by its index.
    Indexed(Indices<'a>, Box<Texts<'a>>),
    /// All rows are null.
    Nulls,
}

/// Numbers of rows, as a dictionary's keys are laid out.
#[derive(Clone, Copy, Debug)]
pub struct Indices<'a> {
    /// The numbers, in this machine's byte order.
    pub bytes: &'a [u8],
    /// How many bytes each takes: 1, 2, 4 or 8.
    pub width: usize,
    /// Whether the type of the numbers is signed. A negative number is an error.
    pub signed: bool,
}

impl Indices<'_> {
    /// The number of this row, if it is not negative.
    fn get(self, n: usize) -> Option<usize> {
        let bytes = &self.bytes[n * self.width..][..self.width];
        let number = match self.width {
            1 => bytes[0].into(),
            2 => u16::from_ne_bytes(bytes.try_into().ok()?).into(),
            4 => u32::from_ne_bytes(bytes.try_into().ok()?).into(),
            _ => u64::from_ne_bytes(bytes.try_into().ok()?),
        };
        let negative = self.signed && number >> (8 * self.width - 1) & 1 == 1;
        usize::try_from(number).ok().filter(|_| !negative)
    }
}

/// A chunk of a column.
#[derive(Clone, Debug)]
pub struct Texts<'a> {
    layout: Layout<'a>,
    len: usize,
    valid: Option<BitSlice<'a>>,
    is_text: bool,
    /// Rows that are not valid text at all, and why.
    refused: &'a [(usize, Box<Error>)],
}

/// What is wrong with a chunk, in words.
pub type Malformed = String;

impl<'a> Texts<'a> {
    /// The chunk of `len` rows, if its layout is valid; its text is still to be checked.
    ///
    /// # Errors
    /// Where an offset, a view or an index points outside its buffers.
    pub fn new(
        layout: Layout<'a>,
        len: usize,
        valid: Option<BitSlice<'a>>,
        is_text: bool,
    ) -> Result<Self, Malformed> {
        let texts = Self { layout, len, valid, is_text, refused: &[] };
        match &texts.layout {
            Layout::Small(offsets, bytes) => check_offsets(offsets, small, len, bytes)?,
            Layout::Large(offsets, bytes) => check_offsets(offsets, large, len, bytes)?,
            Layout::Views(views, buffers) => {
                if views.len() != len {
                    return Err(format!("{} views for {len} rows", views.len()));
                }
                let is_bad =
                    |(row, view)| text_of_view(view, buffers).is_none() && texts.is_there(row);
                if let Some((row, view)) = views.iter().enumerate().find(|&each| is_bad(each)) {
                    return Err(format!("row {}: {}", row + 1, views::fault(view, buffers)));
                }
            }
            Layout::Fixed(width, bytes) => {
                if Some(bytes.len()) != width.checked_mul(len) {
                    let have = bytes.len();
                    return Err(format!("{have} bytes for {len} rows of {width}"));
                }
            }
            Layout::Indexed(indices, values) => {
                if Some(indices.bytes.len()) != indices.width.checked_mul(len) {
                    return Err(format!("too few indices for {len} rows"));
                }
                for row in (0..len).filter(|&row| texts.is_there(row)) {
                    if indices.get(row).is_none_or(|index| index >= values.len) {
                        let most = values.len;
                        return Err(format!(
                            "row {}: its index is not one of {most} values",
                            row + 1
                        ));
                    }
                }
            }
            Layout::Nulls => {}
        }
        Ok(texts)
    }

    /// The same, with these rows refused; they count as not null.
    #[must_use]
    pub fn refusing(mut self, refused: &'a [(usize, Box<Error>)]) -> Self {
        self.refused = refused;
        self
    }

    /// The number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether the rows are text, in UTF-8; otherwise they are octets.
    #[must_use]
    pub const fn is_text(&self) -> bool {
        self.is_text
    }

    /// How its texts are laid out.
    #[must_use]
    pub const fn layout(&self) -> &Layout<'a> {
        &self.layout
    }

    /// Whether unchanged rows can be returned as they are: only if they are laid out as a result
    /// is.
    #[must_use]
    pub const fn can_stay(&self) -> bool {
        matches!(self.layout, Layout::Small(..) | Layout::Large(..) | Layout::Views(..))
            && self.refused.is_empty()
    }

    fn is_there(&self, row: usize) -> bool {
        self.valid.is_none_or(|bits| bits.get(row))
    }

    /// Whether this row is null.
    #[must_use]
    pub fn is_null(&self, row: usize) -> bool {
        !self.is_there(row)
            || match &self.layout {
                Layout::Indexed(indices, values) => {
                    indices.get(row).is_none_or(|index| values.is_null(index))
                }
                Layout::Nulls => true,
                _ => false,
            }
    }

    /// The bits that mark the rows that are not null, if the bits alone decide it.
    pub(super) fn valid(&self) -> Option<BitSlice<'a>> {
        self.valid.filter(|_| !matches!(self.layout, Layout::Nulls | Layout::Indexed(..)))
    }

    /// Whether a row may be null.
    #[must_use]
    pub const fn has_nulls(&self) -> bool {
        self.valid.is_some() || matches!(self.layout, Layout::Nulls | Layout::Indexed(..))
    }

    /// Whether this row is not text at all.
    #[must_use]
    pub fn is_refused(&self, row: usize) -> bool {
        self.refusal(row).is_some()
    }

    /// Why this row is not text, if it is refused.
    #[must_use]
    pub fn refusal(&self, row: usize) -> Option<&'a Error> {
        if self.refused.is_empty() {
            return None;
        }
        let found = self.refused.binary_search_by_key(&row, |(row, _)| *row).ok()?;
        Some(&self.refused[found].1)
    }

    /// The text of this row; `None` if it is null.
    #[must_use]
    pub fn row(&self, row: usize) -> Option<&'a [u8]> {
        if !self.is_there(row) {
            return None;
        }
        match &self.layout {
            Layout::Small(offsets, bytes) => {
                Some(&bytes[small(offsets[row])..small(offsets[row + 1])])
            }
            Layout::Large(offsets, bytes) => {
                Some(&bytes[large(offsets[row])..large(offsets[row + 1])])
            }
            Layout::Views(views, buffers) => text_of_view(&views[row], buffers),
            Layout::Fixed(width, bytes) => Some(&bytes[row * width..][..*width]),
            Layout::Indexed(indices, values) => values.row(indices.get(row)?),
            Layout::Nulls => None,
        }
    }

    /// The bytes of these rows as one string, if they are contiguous.
    #[must_use]
    pub fn whole(&self, rows: &Range<usize>) -> Option<&'a [u8]> {
        match &self.layout {
            _ if !self.refused.is_empty() => None,
            Layout::Small(offsets, bytes) => {
                Some(&bytes[small(offsets[rows.start])..small(offsets[rows.end])])
            }
            Layout::Large(offsets, bytes) => {
                Some(&bytes[large(offsets[rows.start])..large(offsets[rows.end])])
            }
            _ => None,
        }
    }

    /// The approximate number of bytes in these rows.
    #[must_use]
    pub fn weight(&self, rows: &Range<usize>) -> usize {
        match (self.whole(rows), &self.layout) {
            (Some(whole), _) => whole.len(),
            (None, Layout::Fixed(width, _)) => width * rows.len(),
            (None, Layout::Views(views, _)) => views[rows.clone()].iter().map(likely_len).sum(),
            _ => rows.clone().map(|row| self.row(row).map_or(0, <[u8]>::len)).sum(),
        }
    }

    /// How many of these rows, from the first on, weigh at most that much together.
    pub(super) fn fitting(&self, rows: Range<usize>, most: usize) -> usize {
        fn fitting(weights: impl Iterator<Item = usize>, most: usize) -> usize {
            let mut sum = 0;
            weights.take_while(|weight| (sum += weight, sum <= most).1).count()
        }
        match &self.layout {
            Layout::Views(views, _) => fitting(views[rows].iter().map(likely_len), most),
            _ => fitting(rows.map(|row| self.weight(&(row..row + 1))), most),
        }
    }

    /// The joined texts of these rows and their offsets, if they are views.
    pub(super) fn gathered(&self, rows: &Range<usize>) -> Option<Joined<'a>> {
        match &self.layout {
            Layout::Views(all, buffers) if self.refused.is_empty() => {
                let is_there = |row| self.is_there(rows.start + row);
                views::gathered(&all[rows.clone()], buffers, is_there)
            }
            _ => None,
        }
    }

    /// The same rows as contiguous texts, which `gathered` has made.
    pub(super) fn contiguous<'b>(
        &'b self,
        rows: &Range<usize>,
        (offsets, bytes): &'b Joined<'a>,
    ) -> Texts<'b> {
        let valid = self.valid.map(|bits| bits.after(rows.start));
        let layout = Layout::Small(offsets, bytes);
        Texts { layout, len: rows.len(), valid, is_text: self.is_text, refused: &[] }
    }

    /// Checks that these rows are valid UTF-8, if they are marked as text.
    ///
    /// # Errors
    /// The first row that is not valid UTF-8.
    pub fn check(&self, rows: &Range<usize>) -> Result<(), Malformed> {
        if !self.is_text {
            return Ok(());
        }
        if let Some(whole) = self.whole(rows) {
            if whole.is_ascii() {
                return Ok(());
            }
            // Rows end at character boundaries if none begins with a continuation byte.
            let begins_inside = |row: usize| {
                self.row(row).and_then(<[u8]>::first).is_some_and(|byte| byte & 0xC0 == 0x80)
            };
            if simdutf8::basic::from_utf8(whole).is_ok() && !rows.clone().any(begins_inside) {
                return Ok(());
            }
        }
        match self.invalid(rows.clone()).find(|(row, _)| !self.is_refused(*row)) {
            Some((row, _)) => Err(format!(
                "row {} is marked as text and is not valid UTF-8: cast the column to binary, or \
                 let rows fail singly with on_error=\"null\"",
                row + 1
            )),
            None => Ok(()),
        }
    }

    /// The rows that are marked as text and are not valid UTF-8, and why each is refused; those
    /// that are refused already stay so.
    #[must_use]
    pub fn invalid_rows(&self) -> Vec<(usize, Box<Error>)> {
        let mut rows = self.refused.to_vec();
        if self.is_text {
            rows.extend(self.invalid(0..self.len).filter(|(row, _)| !self.is_refused(*row)));
            rows.sort_unstable_by_key(|(row, _)| *row);
        }
        rows
    }

    fn invalid(&self, rows: Range<usize>) -> impl Iterator<Item = (usize, Box<Error>)> {
        rows.filter_map(|row| {
            let text = self.row(row).filter(|text| !text.is_ascii())?;
            let error = std::str::from_utf8(text).err()?;
            let start = error.valid_up_to();
            let end = start + error.error_len().unwrap_or(text.len() - start);
            Some((row, Error::quoting(Kind::InvalidUtf8, text, start..end)))
        })
    }
}

/// The value of an offset. A negative one becomes `usize::MAX`, which no check accepts.
pub(crate) fn small(offset: Small) -> usize {
    usize::try_from(i32::from_ne_bytes(offset)).unwrap_or(usize::MAX)
}

/// The value of an offset. A negative one becomes `usize::MAX`, which no check accepts.
pub(crate) fn large(offset: Large) -> usize {
    usize::try_from(i64::from_ne_bytes(offset)).unwrap_or(usize::MAX)
}

/// The length of a view's text; the view of a null row may hold any number.
fn likely_len(&[a, b, c, d, ..]: &BinaryView) -> usize {
    small([a, b, c, d]).min(MOST_LIKELY)
}

fn check_offsets<T: Copy>(
    offsets: &[T],
    number: fn(T) -> usize,
    len: usize,
    bytes: &[u8],
) -> Result<(), Malformed> {
    if offsets.len() != len + 1 {
        return Err(format!("{} offsets for {len} rows", offsets.len()));
    }
    // A negative offset is read as `usize::MAX`.
    if let Some(row) = offsets.windows(2).position(|two| number(two[0]) > number(two[1])) {
        return Err(format!("row {} ends before it begins", row + 1));
    }
    if number(offsets[len]) > bytes.len() {
        return Err(format!("the last row ends beyond the {} bytes there are", bytes.len()));
    }
    Ok(())
}
