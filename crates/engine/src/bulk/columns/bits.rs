//! Bits: one for each row, the lowest of a byte first, for validity and for booleans.

use std::ops::Range;

/// Borrowed bits, from an offset on.
#[derive(Clone, Copy, Debug)]
pub struct BitSlice<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> BitSlice<'a> {
    /// The bits of these bytes from this offset on; the caller makes sure that there are enough.
    #[must_use]
    pub const fn new(bytes: &'a [u8], offset: usize) -> Self {
        Self { bytes, offset }
    }

    /// The bits from number `n` on.
    pub(super) const fn after(self, n: usize) -> Self {
        Self { bytes: self.bytes, offset: self.offset + n }
    }

    /// The bit with this number.
    #[must_use]
    pub fn get(self, n: usize) -> bool {
        let at = self.offset + n;
        self.bytes[at / 8] >> (at % 8) & 1 == 1
    }

    /// These bits, byte by byte; their number is a multiple of eight.
    fn bytes_of(self, range: Range<usize>) -> impl Iterator<Item = u8> + use<'a> {
        let (first, shift) = ((self.offset + range.start) / 8, (self.offset + range.start) % 8);
        let byte = move |n: usize| match shift {
            0 => self.bytes[n],
            _ => self.bytes[n] >> shift | self.bytes[n + 1] << (8 - shift),
        };
        (first..first + range.len() / 8).map(byte)
    }
}

/// Owned bits.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct BitVec {
    bytes: Vec<u8>,
    len: usize,
    ones: usize,
}

impl BitVec {
    /// Appends a bit.
    pub fn push(&mut self, bit: bool) {
        if self.len.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if bit && let Some(last) = self.bytes.last_mut() {
            *last |= 1 << (self.len % 8);
            self.ones += 1;
        }
        self.len += 1;
    }

    /// Appends `count` ones.
    pub fn push_ones(&mut self, mut count: usize) {
        while count > 0 && !self.len.is_multiple_of(8) {
            self.push(true);
            count -= 1;
        }
        self.bytes.resize(self.bytes.len() + count / 8, 0xFF);
        (self.len, self.ones) = (self.len + count / 8 * 8, self.ones + count / 8 * 8);
        for _ in 0..count % 8 {
            self.push(true);
        }
    }

    /// Appends these bits.
    pub fn push_bits(&mut self, bits: BitSlice<'_>, mut range: Range<usize>) {
        while !self.len.is_multiple_of(8) && !range.is_empty() {
            self.push(bits.get(range.start));
            range.start += 1;
        }
        let rest = range.len() % 8;
        let bytes = bits.bytes_of(range.start..range.end - rest);
        let before = self.bytes.len();
        self.bytes.extend(bytes);
        let ones =
            self.bytes[before..].iter().map(|byte| byte.count_ones() as usize).sum::<usize>();
        (self.len, self.ones) = (self.len + range.len() - rest, self.ones + ones);
        (range.end - rest..range.end).for_each(|n| self.push(bits.get(n)));
    }

    /// The number of bits.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of zeros.
    #[must_use]
    pub const fn zeros(&self) -> usize {
        self.len - self.ones
    }

    /// The bytes that hold the bits.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A borrowed view of the bits.
    #[must_use]
    pub fn bits(&self) -> BitSlice<'_> {
        BitSlice::new(&self.bytes, 0)
    }

    /// Appends the bits of `more`.
    pub fn append(&mut self, more: &Self) {
        if self.len.is_multiple_of(8) {
            self.bytes.extend_from_slice(&more.bytes);
            (self.len, self.ones) = (self.len + more.len, self.ones + more.ones);
            return;
        }
        self.push_bits(more.bits(), 0..more.len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_back() {
        let mut first = BitVec::default();
        assert!(first.is_empty());
        first.push(false);
        assert!(!first.is_empty());
        for head in 0..20 {
            let (mut one, mut other) = (BitVec::default(), BitVec::default());
            for n in 0..head {
                one.push(n % 3 == 0);
            }
            one.push_ones(head);
            for n in 0..30 {
                other.push(n % 5 == 0);
            }
            let zeros = one.zeros() + other.zeros();
            one.append(&other);
            assert_eq!((one.len(), one.zeros()), (2 * head + 30, zeros));
            let want = |n: usize| match n {
                _ if n < head => n.is_multiple_of(3),
                _ if n < 2 * head => true,
                _ => (n - 2 * head).is_multiple_of(5),
            };
            assert!((0..one.len()).all(|n| one.bits().get(n) == want(n)));
            let shifted = BitSlice::new(one.bytes(), 3);
            assert!((0..one.len() - 3).all(|n| shifted.get(n) == want(n + 3)));
            for (before, start) in (0..10).zip([0, 1, 7, 8, 9, 30, 31, 32]) {
                let mut copy = BitVec::default();
                copy.push_ones(before);
                let rows = start.min(one.len() - 3)..one.len() - 3;
                copy.push_bits(shifted, rows.clone());
                assert_eq!(copy.len(), before + rows.len());
                let zeros = rows.clone().filter(|&n| !shifted.get(n)).count();
                assert_eq!(copy.zeros(), zeros);
                let want = |n: usize| n < before || shifted.get(rows.start + n - before);
                assert!((0..copy.len()).all(|n| copy.bits().get(n) == want(n)));
            }
        }
    }
}
