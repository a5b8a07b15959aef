//! Batches of a column: a morsel of rows processed as if it were one text.
//!
//! Encoding looks at one byte at a time, so the rows of a morsel are encoded in one go, and
//! counting shows where they end afterwards. Decoding looks at three bytes. The rows are decoded
//! one by one, which is the definition, where an escape is malformed or cut by the end of a row,
//! and where the octets of two rows are UTF-8 only together.

use std::ops::Range;

use super::bytes::Bytes;
use super::texts::{Layout, Texts, large, small};
use super::values::{Data, Values};
use crate::bulk::verbs::verb::{AtOnce, Verb};
use crate::codec::percent::{Encoder, Errors};
use superuri_kernels as kernels;
use superuri_kernels::memory;
use superuri_kernels::ranks::{LONGEST, Ranks};

/// A verb that can be applied to many texts at once.
pub enum ColumnBatch {
    /// Percent-encode by this set, and everything that is not ASCII.
    Encode(Box<Encoder>),
    /// Decode strictly.
    Decode,
}

/// The number of rows that are processed at once: with intermediate results they fit in a core's L1
/// cache.
pub(super) const ROWS: usize = 512;

/// Memory for intermediate results, reused for each block.
#[derive(Default)]
pub(super) struct Scratch {
    counts: Ranks,
    gathered: Vec<u8>,
    places: Vec<u32>,
}

impl ColumnBatch {
    /// The same verb, if it can be applied to many texts at once.
    #[must_use]
    pub fn of(verb: &dyn Verb) -> Option<Self> {
        match verb.facts().at_once? {
            AtOnce::Encode { set, form: false } => Some(Self::Encode(Box::new(Encoder::new(set)))),
            AtOnce::Decode { errors: Errors::Strict, form: false } => Some(Self::Decode),
            _ => None,
        }
    }

    /// Whether these rows are valid and none of them needs an edit.
    pub(super) fn is_noop(&self, texts: &Texts<'_>, rows: &Range<usize>) -> bool {
        let Some(text) = texts.whole(rows) else { return false };
        match self {
            // Every non-ASCII byte is encoded.
            Self::Encode(encoder) => kernels::is_free(text, encoder.table()),
            Self::Decode => memchr::memchr(b'%', text).is_none() && may_stay(texts, rows, text),
        }
    }

    /// Appends these rows to the values and returns whether any has changed. Returns `None` and
    /// appends nothing where the rows have to be processed one by one, or are malformed.
    pub(super) fn rows(
        &self,
        texts: &Texts<'_>,
        rows: &Range<usize>,
        values: &mut Values,
        scratch: &mut Scratch,
    ) -> Option<bool> {
        let Data::Texts(ends, bytes) = &mut values.data else { return None };
        let first = bytes.len();
        let (gathered, text) = scratch.place(texts, rows)?;
        let done = self.append((texts, rows), text.unwrap_or(&gathered), scratch, bytes);
        let done = done.and_then(|done| {
            let places = &scratch.places;
            if done == RowOutcome::MaySplit && splits(places, &bytes[first..]) {
                return None;
            }
            ends.push_all(first, &places[1..]);
            Some(done != RowOutcome::Nothing)
        });
        scratch.gathered = gathered;
        match done {
            Some(_) => values.add_validity(texts, rows),
            None => bytes.truncate(first),
        }
        done
    }

    /// Appends the result for the joined text, if it equals the joined results of the rows, and
    /// moves the places of the row ends accordingly.
    fn append(
        &self,
        (texts, rows): (&Texts<'_>, &Range<usize>),
        text: &[u8],
        scratch: &mut Scratch,
        bytes: &mut Bytes,
    ) -> Option<RowOutcome> {
        match self {
            Self::Encode(encoder) => {
                let members = scratch.counts.members(text, encoder.table());
                if members > 0 {
                    texts.check(rows).ok()?;
                    kernels::encode_counted_onto(text, encoder.table(), members, bytes);
                    scratch.counts.move_by(2, &mut scratch.places);
                    return Some(RowOutcome::All);
                }
            }
            Self::Decode if memchr::memchr(b'%', text).is_some() => {
                let high = scratch.decode(text, bytes)?;
                // What is ASCII after decoding was ASCII before.
                if high {
                    texts.check(rows).ok()?;
                }
                return Some(if high { RowOutcome::MaySplit } else { RowOutcome::All });
            }
            Self::Decode if !may_stay(texts, rows, text) => return None,
            Self::Decode => {}
        }
        memory::reserve(bytes, text.len());
        bytes.extend_from_slice(text);
        Some(RowOutcome::Nothing)
    }
}

/// Whether these rows, whose joined text is `text`, may stay as they are: octets must not become
/// text unchecked.
fn may_stay(texts: &Texts<'_>, rows: &Range<usize>, text: &[u8]) -> bool {
    text.is_ascii() || texts.is_text() && texts.check(rows).is_ok()
}

/// What was done to a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowOutcome {
    /// Nothing had to be changed.
    Nothing,
    All,
    /// The same, but a character may begin in one row and end in another.
    MaySplit,
}

/// Whether a row between these places begins with a continuation byte: then a character is cut.
fn splits(places: &[u32], text: &[u8]) -> bool {
    places.windows(2).any(|row| {
        row[0] < row[1] && text.get(row[0] as usize).is_some_and(|byte| byte & 0xC0 == 0x80)
    })
}

impl Scratch {
    /// Finds where the rows end in their joined text; the first place is where it begins. Returns
    /// the text itself if it is contiguous, otherwise the buffer into which the rows were copied.
    fn place<'a>(
        &mut self,
        texts: &Texts<'a>,
        rows: &Range<usize>,
    ) -> Option<(Vec<u8>, Option<&'a [u8]>)> {
        if rows.clone().any(|row| texts.is_refused(row)) {
            return None;
        }
        self.places.clear();
        let places = &mut self.places;
        #[expect(clippy::cast_possible_truncation, reason = "the text is no longer than that")]
        let whole = match (texts.layout(), texts.whole(rows)) {
            (_, Some(whole)) if whole.len() > LONGEST => return None,
            (Layout::Small(offsets, _), Some(whole)) => {
                let offsets = &offsets[rows.start..=rows.end];
                let first = small(offsets[0]);
                places.extend(offsets.iter().map(|&offset| (small(offset) - first) as u32));
                Some(whole)
            }
            (Layout::Large(offsets, _), Some(whole)) => {
                let offsets = &offsets[rows.start..=rows.end];
                let first = large(offsets[0]);
                places.extend(offsets.iter().map(|&offset| (large(offset) - first) as u32));
                Some(whole)
            }
            _ => None,
        };
        let mut gathered = std::mem::take(&mut self.gathered);
        if whole.is_none() {
            gathered.clear();
            places.clear();
            places.push(0);
            for row in rows.clone() {
                let text = texts.row(row).unwrap_or_default();
                if text.len() > LONGEST - gathered.len() {
                    self.gathered = gathered;
                    return None;
                }
                gathered.extend_from_slice(text);
                #[expect(clippy::cast_possible_truncation, reason = "no longer than that")]
                places.push(gathered.len() as u32);
            }
        }
        Some((gathered, whole))
    }

    /// Appends the decoded text and returns whether it contains non-ASCII. Returns `None` where
    /// some row would not be decoded the same way alone.
    fn decode(&mut self, text: &[u8], bytes: &mut Bytes) -> Option<bool> {
        let start = bytes.len();
        let decoded = kernels::decode_onto(text, bytes);
        if decoded.malformed || decoded.high && simdutf8::basic::from_utf8(&bytes[start..]).is_err()
        {
            return None;
        }
        self.counts.digits(text);
        // An escape is cut where a row ends before one of its digits.
        let cut = self.counts.move_by(-1, &mut self.places);
        (!cut).then_some(decoded.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::percent;

    /// Byte strings for either side of a row's end.
    const ATOMS: [&[u8]; 9] =
        [b"", b"%", b"%C", b"%C3", b"%A9", b"%41", b"1", "\u{e9}".as_bytes(), b"\xC3"];

    /// The decoded rows; `None` if a row cannot be decoded.
    type Decoded = Option<Vec<Vec<u8>>>;

    /// The rows decoded one by one, and joined.
    fn both(rows: &[Vec<u8>], is_text: bool) -> (Decoded, Decoded) {
        let mut offsets = vec![0_i32.to_ne_bytes()];
        let mut bytes = Vec::new();
        for row in rows {
            bytes.extend_from_slice(row);
            offsets.push(i32::try_from(bytes.len()).expect("tests are short").to_ne_bytes());
        }
        let texts = Texts::new(Layout::Small(&offsets, &bytes), rows.len(), None, is_text);
        let texts = texts.expect("the offsets grow");
        let mut values = Values::new(&crate::bulk::columns::ResultType::Text);
        let (all, mut scratch) = (0..rows.len(), Scratch::default());
        let changed = ColumnBatch::Decode.rows(&texts, &all, &mut values, &mut scratch);
        let Data::Texts(ends, made) = &values.data else { unreachable!("they are texts") };
        let row = |row| made[ends.span(row)].to_vec();
        let whole = changed.map(|_| all.map(row).collect());
        let one = |row: &Vec<u8>| {
            let decoded = percent::decode(row, Errors::Strict).ok()?.into_owned();
            let is_text = std::str::from_utf8(if is_text { row } else { &decoded }).is_ok();
            is_text.then_some(decoded)
        };
        (rows.iter().map(one).collect(), whole)
    }

    #[test]
    fn rows_together_are_what_each_is_alone_wherever_they_end() {
        for head in 0..=130 {
            for left in ATOMS {
                for right in ATOMS {
                    let head = [b"%2F".repeat(head / 3), vec![b'a'; head % 3]].concat();
                    let rows = [[&head, left].concat(), [right, b"%C3%A9z"].concat()];
                    for is_text in [true, false] {
                        let (alone, together) = both(&rows, is_text);
                        if let Some(together) = together {
                            assert_eq!(Some(together), alone, "{rows:?}");
                        } else {
                            // Only unusual rows are left for decoding one by one.
                            let unusual = |atom: &[u8]| atom.first().is_some_and(|&b| b != b'1');
                            assert!(unusual(left) || unusual(right), "{rows:?}");
                        }
                    }
                }
            }
        }
    }
}
