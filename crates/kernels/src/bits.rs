//! Bit sets: a bit for each byte of a text, set where the byte is one of those searched for.

use std::ops::Range;

use crate::{Table, Tier};

/// A bit for each byte of a text, set where the byte is searched for.
#[derive(Default)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// Sets the bits of the set's members, and clears all others.
    pub fn members(&mut self, text: &[u8], table: &Table) {
        Tier::best().which(text, table, self.words_for(text));
    }

    /// Sets the bits of this byte, and clears all others.
    pub fn of(&mut self, text: &[u8], byte: u8) {
        Tier::best().which_are(text, byte, self.words_for(text));
    }

    fn words_for(&mut self, text: &[u8]) -> &mut [u64] {
        // One word more, so that the end of the text has a word, too.
        self.words.resize(text.len() / 64 + 1, 0);
        &mut self.words
    }

    /// Sets the bit at this place.
    ///
    /// # Panics
    /// If the place is beyond the text.
    pub fn add(&mut self, place: usize) {
        self.words[place / 64] |= 1 << (place % 64);
    }

    /// Clears `COUNT` bits (less than 64) after each bit of `behind`, and at the start.
    pub fn spare<const COUNT: u32>(&mut self, behind: &Self) {
        // The start of the text counts as a place after one of them.
        let mut before = 1 << 63;
        for (word, &ends) in self.words.iter_mut().zip(&behind.words) {
            let mut spared = 0;
            for n in 1..=COUNT {
                spared |= ends << n | before >> (64 - n);
            }
            *word &= !spared;
            before = ends;
        }
    }

    /// One word for each 64 places, the lowest bit for the first. No bit after the text's end is
    /// set.
    #[must_use]
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The bits of the 64 places from this one on, the lowest bit for the first.
    #[must_use]
    #[inline]
    pub fn from(&self, place: usize) -> u64 {
        let (n, bit) = (place / 64, place % 64);
        let word = |n: usize| self.words.get(n).copied().unwrap_or_default();
        word(n) >> bit | word(n + 1) << 1 << (63 - bit)
    }

    /// The first place of the range whose bit is set. If there is none, the time is one step for 64
    /// places.
    #[must_use]
    #[inline]
    pub fn first(&self, places: Range<usize>) -> Option<usize> {
        let mut n = places.start / 64;
        let mut word = self.words.get(n)? & (!0 << (places.start % 64));
        while word == 0 {
            n += 1;
            if 64 * n >= places.end {
                return None;
            }
            word = *self.words.get(n)?;
        }
        Some(64 * n + word.trailing_zeros() as usize).filter(|at| *at < places.end)
    }
}

#[cfg(test)]
mod tests {
    use std::mem;

    use super::super::tests::{Rng, SEED, few};
    use super::*;

    #[test]
    fn bits_equal_a_scan_at_every_length_and_between_all_positions() {
        println!("seed {SEED}");
        let mut random = Rng(SEED);
        // The bits are reused, so those of the last text must be gone.
        let mut bits = Bits::default();
        for len in few(0..=256, 61) {
            for alignment in few(0..64, 63) {
                let rarity = [2, 9, 90][random.below(3)];
                let mut draw = || if random.below(rarity) == 0 { b'/' } else { b'a' };
                let text: Vec<u8> = (0..alignment + len).map(|_| draw()).collect();
                let text = &text[alignment..];
                if alignment % 2 == 0 {
                    bits.of(text, b'/');
                } else {
                    bits.members(text, &Table::new(1 << b'/'));
                }
                let truth: Vec<usize> = memchr::memchr_iter(b'/', text).collect();
                let (one, other) = (random.below(len + 1), random.below(len + 1));
                let pairs = few((0..=len).map(|at| at..len).chain((0..=len).map(|at| 0..at)), 13);
                for places in pairs.chain([one..other, len..len + 65]) {
                    let first = truth.iter().copied().find(|at| places.contains(at));
                    assert_eq!(bits.first(places), first, "{}", text.escape_ascii());
                }
                for at in [0, one, other, len] {
                    let is_set = |n: &usize| truth.binary_search(&(at + n)).is_ok();
                    let want: u64 = (0..64).filter(is_set).map(|n| 1 << n).sum();
                    assert_eq!(bits.from(at), want, "{}", text.escape_ascii());
                }
                let behind = mem::take(&mut bits);
                bits.of(text, b'a');
                bits.spare::<6>(&behind);
                let is_spared =
                    |at: usize| at < 6 || truth.iter().any(|end| *end < at && at - end <= 6);
                for (at, byte) in text.iter().enumerate() {
                    let stays = *byte == b'a' && !is_spared(at);
                    assert_eq!(bits.first(at..at + 1).is_some(), stays, "{}", text.escape_ascii());
                }
                if len > 0 {
                    let more = random.below(len);
                    bits.add(more);
                    assert_eq!(bits.first(more..len), Some(more));
                }
            }
        }
    }
}
