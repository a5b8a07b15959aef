//! Distinct results: which results occurred before.
//!
//! A result is identified by 128 bits of a hash whose key is drawn anew for every job: nobody can
//! construct two results with the same hash, and by chance two of a billion share one in one of
//! 10^21 jobs.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Mutex, PoisonError};
use std::{collections::HashSet, ops::Range};

/// The most memory that one result takes, in bytes: 17 for each slot of a table that is 7/16 full
/// after growing. There are many tables, so that few of them grow at the same time.
pub const ENTRY: usize = 40;

const TABLES: usize = 32;

/// A result: where it is in a block, with its ending, and its hash.
pub(crate) type HashedResult = (Range<usize>, u128);

/// The results of a job so far.
pub struct Distinct {
    keys: [RandomState; 2],
    known: Mutex<SeenHashes>,
    most: usize,
    /// The part of a result that identifies it.
    known_by: fn(&[u8]) -> &[u8],
}

#[derive(Default)]
struct SeenHashes {
    tables: [HashSet<u128, Folded>; TABLES],
    count: usize,
}

/// The hash of a hash is the hash itself.
#[derive(Default)]
struct Folded(u64);

impl BuildHasher for Folded {
    type Hasher = Self;

    fn build_hasher(&self) -> Self {
        Self(0)
    }
}

impl Hasher for Folded {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..chunk.len()].copy_from_slice(chunk);
            self.0 ^= u64::from_ne_bytes(eight);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Distinct {
    /// For a job that may use this much memory for it, in bytes. `known_by` is the part of a result
    /// that identifies it.
    #[must_use]
    pub fn within(bytes: usize, known_by: fn(&[u8]) -> &[u8]) -> Self {
        let keys = [RandomState::new(), RandomState::new()];
        Self { keys, known: Mutex::default(), most: bytes / ENTRY, known_by }
    }

    /// The maximum number of stored results.
    #[must_use]
    pub fn most(&self) -> usize {
        self.most
    }

    pub(crate) fn hash(&self, result: &[u8]) -> u128 {
        let result = (self.known_by)(result);
        let [high, low] = self.keys.each_ref().map(|key| u128::from(key.hash_one(result)));
        high << 64 | low
    }

    /// Removes from the text the results that occurred before, in it or earlier; returns false if
    /// there are more different ones than allowed.
    pub(crate) fn sift(&self, text: &mut Vec<u8>, marks: &[HashedResult]) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut read, mut written) = (0, 0);
        for (at, hash) in marks {
            if known.add(*hash) {
                if known.count > self.most {
                    return false;
                }
                continue;
            }
            text.copy_within(read..at.start, written);
            written += at.start - read;
            read = at.end;
        }
        let end = text.len();
        text.copy_within(read..end, written);
        text.truncate(written + end - read);
        true
    }
}

impl SeenHashes {
    fn add(&mut self, hash: u128) -> bool {
        // The highest bits choose the table, the lowest the slot in it.
        let new = self.tables[(hash >> 123) as usize].insert(hash);
        self.count += usize::from(new);
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_each_and_lines_without_a_mark_stay() {
        let distinct = Distinct::within(3 * ENTRY, |result| result);
        let sifted = |lines: &[&str]| {
            let (mut text, mut marks) = (Vec::new(), Vec::new());
            for line in lines {
                let start = text.len();
                text.extend_from_slice(line.as_bytes());
                if !line.starts_with('!') {
                    let hash = distinct.hash(line.trim_end().as_bytes());
                    marks.push((start..text.len(), hash));
                }
            }
            distinct.sift(&mut text, &marks).then(|| String::from_utf8(text).expect("UTF-8"))
        };
        assert_eq!(
            sifted(&["a\n", "b\n", "a\r\n", "!x\n", "!x\n"]).as_deref(),
            Some("a\nb\n!x\n!x\n")
        );
        assert_eq!(sifted(&["b\n", "a"]).as_deref(), Some(""));
        assert_eq!(sifted(&["c\n", "a\n", "c\n", "!"]).as_deref(), Some("c\n!"));
        assert_eq!(sifted(&["d\n"]), None);
        let by_two = Distinct::within(ENTRY, |result| &result[..result.len().min(2)]);
        assert_eq!(by_two.hash(b"ab1"), by_two.hash(b"ab2"));
        assert_ne!(by_two.hash(b"ab"), by_two.hash(b"a"));
    }
}
