//! Tables: the bytes of a set, in the forms that kernels look them up in.

/// A set of bytes, ready to be looked up. Every byte from 0x80 on is a member.
#[derive(Clone)]
pub struct Table {
    /// [`MEMBER`] where the byte is in the set, else 0: one load answers for one byte, and the
    /// first half answers for 64 bytes where the machine can look up in 128.
    pub(crate) member: [u8; 256],
    /// Bit *h* of entry *l* is set where the byte 0x*hl* is **not** in the set: sixteen bytes hold
    /// all of ASCII, as the 16-entry lookups of SSSE3, AVX2 and NEON want it.
    #[cfg_attr(
        not(any(target_arch = "x86_64", target_arch = "aarch64")),
        expect(dead_code, reason = "no such lookups")
    )]
    pub(crate) bare: [u8; 16],
}

/// A lookup's top bit, the one that a vector's bytes turn into a mask by.
const MEMBER: u8 = 0x80;

impl Table {
    /// The table of these ASCII characters (bit *c* stands for character *c*) and all that is not
    /// ASCII.
    ///
    /// ```
    /// use superuri_kernels::Table;
    /// const SPACE: Table = Table::new(1 << b' ');
    /// assert!(SPACE.has(b' ') && SPACE.has(0xC3) && !SPACE.has(b'a'));
    /// ```
    #[must_use]
    pub const fn new(encoded: u128) -> Self {
        let (mut member, mut bare) = ([MEMBER; 256], [0; 16]);
        let mut byte = 0;
        while byte < 0x80 {
            if encoded >> byte & 1 == 0 {
                member[byte] = 0;
                bare[byte & 15] |= 1 << (byte >> 4);
            }
            byte += 1;
        }
        Self { member, bare }
    }

    /// Is this byte in the set?
    #[must_use]
    #[inline]
    pub const fn has(&self, byte: u8) -> bool {
        self.member[byte as usize] == MEMBER
    }
}
