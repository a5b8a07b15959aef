//! Ranks: which bytes of a text are in a set, and how many of them come before a place.
//!
//! A column is one string: it is encoded or decoded whole, and each row ends as many bytes further
//! on, or back, as there were members or escapes before its end.

use crate::{Table, Tier};

/// A bit for each byte of a text, set where the byte is meant, 64 to a word; and for each word, how
/// many are set in those before it.
#[derive(Default)]
pub struct Ranks {
    words: Vec<u64>,
    before: Vec<u32>,
}

/// Of texts up to this length, a 32-bit number counts what becomes of them.
pub const LONGEST: usize = u32::MAX as usize / 3;

impl Ranks {
    /// Ranks the members of the set, and answers how many there are.
    ///
    /// # Panics
    /// If the text is longer than [`LONGEST`].
    pub fn members(&mut self, text: &[u8], table: &Table) -> usize {
        self.make(text, |words| Tier::best().which(text, table, words))
    }

    /// Ranks each byte that is this one, and answers how many there are.
    ///
    /// # Panics
    /// If the text is longer than [`LONGEST`].
    pub fn of(&mut self, text: &[u8], byte: u8) -> usize {
        self.make(text, |words| Tier::best().which_are(text, byte, words))
    }

    /// Ranks the two bytes behind each `%`, which go where triplets become bytes.
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
        // One word more, so that each place up to the end has one.
        let words = text.len() / 64 + 1;
        self.words.resize(words, 0);
        self.before.resize(words, 0);
        mark(&mut self.words);
        Tier::best().sums(&self.words, &mut self.before) as usize
    }

    /// Moves each place of the text, or its end, by so many bytes for each mark before it, and says
    /// whether any of these places is marked.
    pub fn move_by(&self, by: i32, places: &mut [u32]) -> bool {
        Tier::best().move_by(by, &self.words, &self.before, places)
    }
}

/// A bit for each of 64 bytes, or of those that there are, set where this holds.
pub(crate) fn word(bytes: &[u8], holds: impl Fn(u8) -> bool) -> u64 {
    let bit = |(place, &byte): (usize, &u8)| u64::from(holds(byte)) << place;
    bytes.iter().enumerate().map(bit).sum()
}

/// How many bits are set in all words; of each, how many in those before it.
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

/// Each place is moved by so many bytes for each bit that is set before it. Is the bit of any set?
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
