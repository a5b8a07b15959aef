//! Pseudo-random numbers for tests, without another crate.

/// The state of Marsaglia's xorshift, which is also the seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    /// The next number, below the limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 11) % limit as u64).expect("less than the limit")
    }
}
