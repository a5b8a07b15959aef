//! Tables: the bytes of a set, in the forms in which kernels look them up.

/// A set of bytes for lookup. All bytes from 0x80 on are members.
#[derive(Clone)]
pub struct Table {
    /// [`MEMBER`] if the byte is in the set, otherwise 0. One load gives the answer for a byte. The
    /// first half is a lookup table for 64 bytes at once on machines with tables of 128 entries.
    pub(crate) member: [u8; 256],
    /// Bit *h* of entry *l* is set if the byte 0x*hl* is **not** in the set. So sixteen bytes hold
    /// all of ASCII, for the 16-entry lookups of SSSE3, AVX2 and NEON.
    #[cfg_attr(
        not(any(target_arch = "x86_64", target_arch = "aarch64")),
        expect(dead_code, reason = "no such lookups")
    )]
    pub(crate) bare: [u8; 16],
}

/// The top bit, which vector instructions turn into a mask.
const MEMBER: u8 = 0x80;

impl Table {
    /// The table of these ASCII characters (bit *c* is for character *c*) and all bytes beyond
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
