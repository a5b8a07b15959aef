//! Pseudo-random numbers for tests, without another crate.

/// A seed, and with it all numbers that follow: Marsaglia's xorshift.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// The next number, which is below the limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).expect("a 64-bit machine") % limit
    }
}
