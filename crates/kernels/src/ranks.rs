//! Ranks: the bytes of a text that are in a set, and how many of them precede a place.
//!
//! A column is encoded or decoded as one string. The end of each row moves by the number of members
//! or escapes before it.

use crate::{Table, Tier};

/// A bit for each byte of a text, 64 to a word, set where the byte is searched for; and for each
/// word, the number of bits set before it.
#[derive(Default)]
pub struct Ranks {
    words: Vec<u64>,
    before: Vec<u32>,
}

/// The maximum length of a text, so that the length of the result fits 32 bits.
pub const LONGEST: usize = u32::MAX as usize / 3;

impl Ranks {
    /// Finds the members of the set, and returns their number.
    ///
    /// # Panics
    /// If the text is longer than [`LONGEST`].
    pub fn members(&mut self, text: &[u8], table: &Table) -> usize {
        self.make(text, |words| Tier::best().which(text, table, words))
    }

    /// Finds this byte, and returns how often it occurs.
    ///
    /// # Panics
    /// If the text is longer than [`LONGEST`].
    pub fn of(&mut self, text: &[u8], byte: u8) -> usize {
        self.make(text, |words| Tier::best().which_are(text, byte, words))
    }

    /// Finds the two bytes after each `%`, which are removed when triplets are decoded.
    ///
    /// # Panics
    /// If the text is longer than [`LONGEST`].
    pub fn digits(&mut self, text: &[u8]) {
        self.make(text, |words| {
            Tier::best().which_are(text, b'%', words);
            let mut ahead = 0;
            for word in words {
                let percents = *word;
                *word = percents << 1 | percents << 2 | ahead;
                ahead = percents >> 63 | percents >> 62;
            }
        });
    }

    fn make(&mut self, text: &[u8], mark: impl FnOnce(&mut [u64])) -> usize {
        assert!(text.len() <= LONGEST, "ranks have 32 bits");
        // One word more, so that the end of the text has a word, too.
        let words = text.len() / 64 + 1;
        self.words.resize(words, 0);
        self.before.resize(words, 0);
        mark(&mut self.words);
        Tier::best().sums(&self.words, &mut self.before) as usize
    }

    /// Moves each place by `by` bytes for each bit set before it. Returns whether the bit at any of
    /// the places is set.
    pub fn move_by(&self, by: i32, places: &mut [u32]) -> bool {
        Tier::best().move_by(by, &self.words, &self.before, places)
    }
}

/// A bit for each of up to 64 bytes, set where `holds` is true.
pub(crate) fn word(bytes: &[u8], holds: impl Fn(u8) -> bool) -> u64 {
    let bit = |(place, &byte): (usize, &u8)| u64::from(holds(byte)) << place;
    bytes.iter().enumerate().map(bit).sum()
}

/// Returns how many bits are set in all words; `before` gets the number before each word.
#[expect(clippy::inline_always, reason = "it is compiled again for machines that count bits")]
#[inline(always)]
pub(crate) fn sums(words: &[u64], before: &mut [u32]) -> u32 {
    let mut sum = 0;
    for (word, before) in words.iter().zip(before) {
        *before = sum;
        sum += word.count_ones();
    }
    sum
}

/// Moves each place by `by` for each bit set before it. Returns whether the bit at any place is
/// set.
#[expect(clippy::inline_always, reason = "it is compiled again for machines that count bits")]
#[inline(always)]
pub(crate) fn move_by(by: i32, words: &[u64], before: &[u32], places: &mut [u32]) -> bool {
    let mut own = 0;
    for place in places {
        let (word, bit) = ((*place / 64) as usize, *place % 64);
        let rank = before[word] + (words[word] & ((1 << bit) - 1)).count_ones();
        own |= words[word] >> bit;
        *place = place.wrapping_add(rank.wrapping_mul(by.cast_unsigned()));
    }
    own & 1 == 1
}
