//! How is a morsel done as if it were one text?
//!
//! Encoding does not look beyond a byte, so the rows of a morsel are encoded in one go, and where
//! they end is counted. Decoding looks at three: where an escape is malformed, or cut by the end of
//! a row, or the octets of two rows together would be UTF-8 and alone are not, the rows are done
//! one by one, which is the truth.

use std::ops::Range;

use super::bytes::Bytes;
use super::texts::{Layout, Texts, large, small};
use super::values::{Data, Ends, Values};
use crate::kernels;
use crate::kernels::ranks::{LONGEST, Ranks};
use crate::memory;
use crate::percent::Encoder;

/// A verb that can be done to many texts at once.
pub enum Whole {
    /// Percent-encode by this set, and everything that is not ASCII.
    Encode(Box<Encoder>),
    /// Decode strictly.
    Decode,
}

/// So many rows are done at once: what is made of them on the way fits in a core's nearest cache.
pub(super) const ROWS: usize = 512;

/// What is needed on the way, block after block.
#[derive(Default)]
pub(super) struct Scratch {
    counts: Ranks,
    gathered: Vec<u8>,
    places: Vec<u32>,
    ranks: Vec<u32>,
}

impl Whole {
    /// Is there nothing to do in these rows?
    pub(super) fn is_idle(&self, texts: &Texts<'_>, rows: &Range<usize>) -> bool {
        let Some(text) = texts.whole(rows) else { return false };
        let idle = match self {
            Self::Encode(encoder) => kernels::is_free(text, encoder.table()),
            Self::Decode => memchr::memchr(b'%', text).is_none(),
        };
        // Octets are not made text unseen.
        idle && (texts.is_text() || text.is_ascii())
    }

    /// Appends these rows to the values, and says whether any has changed; appends nothing, and
    /// says nothing, where they have to be done one by one.
    pub(super) fn rows(
        &self,
        texts: &Texts<'_>,
        rows: &Range<usize>,
        values: &mut Values,
        scratch: &mut Scratch,
    ) -> Option<bool> {
        let Data::Texts(Ends::Large(ends), bytes) = &mut values.data else { return None };
        let first = bytes.len();
        let (gathered, text) = scratch.place(texts, rows)?;
        let text = text.unwrap_or(&gathered);
        let done = self.append(text, texts.is_text(), scratch, bytes);
        let done = done.and_then(|done| {
            scratch.ranks.clone_from(&scratch.places);
            if done.factor != 0 {
                scratch.counts.ranks(&mut scratch.ranks);
            }
            let start = i64::try_from(first).expect("memory is smaller than that");
            let end = |(&place, &rank): (&u32, &u32)| {
                start + i64::from(place) + done.factor * i64::from(rank)
            };
            let before = ends.len();
            ends.extend(scratch.places.iter().zip(&scratch.ranks).map(end).skip(1));
            if done.may_split && splits(&ends[before - 1..], bytes) {
                ends.truncate(before);
                return None;
            }
            Some(done.factor != 0)
        });
        scratch.gathered = gathered;
        match done {
            Some(_) => values.add_validity(texts, rows),
            None => bytes.truncate(first),
        }
        done
    }

    /// Appends what becomes of the text, if that is what becomes of its rows.
    fn append(
        &self,
        text: &[u8],
        is_text: bool,
        scratch: &mut Scratch,
        bytes: &mut Bytes,
    ) -> Option<Done> {
        match self {
            Self::Encode(encoder) => {
                let members = scratch.counts.members(text, encoder.table());
                if members > 0 {
                    kernels::encode_counted_onto(text, encoder.table(), members, bytes);
                    return Some(Done { factor: 2, may_split: false });
                }
            }
            Self::Decode if memchr::memchr(b'%', text).is_some() => {
                let high = scratch.decode(text, bytes)?;
                return Some(Done { factor: -2, may_split: high });
            }
            // Octets are not made text unseen.
            Self::Decode if !is_text && !text.is_ascii() => return None,
            Self::Decode => {}
        }
        memory::reserve(bytes, text.len());
        bytes.extend_from_slice(text);
        Some(Done { factor: 0, may_split: false })
    }
}

/// What was done to a text.
struct Done {
    /// So many bytes came with each mark; 0 where nothing changed.
    factor: i64,
    /// May a character begin in one row and end in another?
    may_split: bool,
}

/// Does a row between these ends begin with the rest of a character? Then the last one is cut.
fn splits(ends: &[i64], bytes: &[u8]) -> bool {
    ends.windows(2).any(|span| {
        let first = usize::try_from(span[0]).ok().and_then(|first| bytes.get(first));
        span[0] < span[1] && first.is_some_and(|byte| byte & 0xC0 == 0x80)
    })
}

impl Scratch {
    /// Finds where the rows end in their text; the first place is where it begins. What comes back
    /// is the text, or else the memory in which the rows were put one behind the other.
    fn place<'a>(
        &mut self,
        texts: &Texts<'a>,
        rows: &Range<usize>,
    ) -> Option<(Vec<u8>, Option<&'a [u8]>)> {
        let [start, end] = [rows.start, rows.end + 1];
        let mut gathered = std::mem::take(&mut self.gathered);
        let whole = texts.whole(rows);
        self.places.clear();
        gathered.clear();
        if whole.map_or(0, <[u8]>::len) > LONGEST || rows.clone().any(|row| texts.is_refused(row)) {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "the text is no longer than that")]
        match (texts.layout(), whole) {
            (Layout::Small(offsets, _), Some(_)) => {
                let first = small(offsets[start]);
                let place = |&offset| (small(offset) - first) as u32;
                self.places.extend(offsets[start..end].iter().map(place));
            }
            (Layout::Large(offsets, _), Some(_)) => {
                let first = large(offsets[start]);
                let place = |&offset| (large(offset) - first) as u32;
                self.places.extend(offsets[start..end].iter().map(place));
            }
            _ => {
                self.places.push(0);
                for row in rows.clone() {
                    let text = texts.row(row).unwrap_or_default();
                    if text.len() > LONGEST - gathered.len() {
                        return None;
                    }
                    gathered.extend_from_slice(text);
                    self.places.push(gathered.len() as u32);
                }
            }
        }
        Some((gathered, whole))
    }

    /// Appends the decoded text, and says whether it is more than ASCII; nothing where not each
    /// row is decoded that way.
    fn decode(&mut self, text: &[u8], bytes: &mut Bytes) -> Option<bool> {
        let start = bytes.len();
        let decoded = kernels::decode_onto(text, bytes);
        if decoded.malformed || decoded.high && simdutf8::basic::from_utf8(&bytes[start..]).is_err()
        {
            return None;
        }
        self.counts.of(text, b'%');
        // An escape is cut where a row ends one or two behind its `%`.
        let cut = |&place: &u32| {
            let place = place as usize;
            place > 0 && self.counts.has(place - 1) || place > 1 && self.counts.has(place - 2)
        };
        let whole = !self.places.iter().any(cut);
        whole.then_some(decoded.high)
    }
}
