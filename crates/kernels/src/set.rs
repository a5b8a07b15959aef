//! Percent-encode sets: how a set is defined.
//!
//! A [`Set`] contains the characters that **are encoded**, as in the URL standard. It can be built
//! in both ways: with [`Set::only`] and [`Set::and`] as in the URL standard ("the one above,
//! plus…"), or with [`Set::all_but`] and [`Set::but`] as in the RFCs ("all but…").

/// `A-Z a-z 0-9`, which no standard ever encodes.
pub const ALNUM: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// What happens to a character above U+007F.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum NonAscii {
    /// Each of its octets becomes a triplet.
    Encoded,
    /// It stays unescaped. Octets that are not valid UTF-8 become triplets.
    Bare,
    /// It stays unescaped where RFC 3987 section 2.2 allows it: *ucschar*.
    Ucschar,
    /// The same in a query, which also allows *iprivate* (RFC 3987 section 2.2).
    UcscharOrPrivate,
}

/// A percent-encode set: which octets become triplets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Set {
    /// Bit *c* is set if the ASCII character *c* is encoded.
    encoded: u128,
    non_ascii: NonAscii,
}

impl Set {
    /// The set that encodes all characters except these.
    #[must_use]
    pub const fn all_but(bare: &str) -> Self {
        Self { encoded: !bits_of(bare), non_ascii: NonAscii::Encoded }
    }

    /// The set that encodes these ASCII characters, and everything above U+007F.
    #[must_use]
    pub const fn only(encoded: &str) -> Self {
        Self { encoded: bits_of(encoded), non_ascii: NonAscii::Encoded }
    }

    /// The URL standard's C0 control percent-encode set: U+0000 to U+001F, and all above `~`.
    #[must_use]
    pub const fn controls() -> Self {
        Self { encoded: ((1 << 0x20) - 1) | (1 << 0x7F), non_ascii: NonAscii::Encoded }
    }

    /// This set, and these characters too.
    #[must_use]
    pub const fn and(self, more: &str) -> Self {
        Self { encoded: self.encoded | bits_of(more), non_ascii: self.non_ascii }
    }

    /// This set, without these characters.
    #[must_use]
    pub const fn but(self, bare: &str) -> Self {
        Self { encoded: self.encoded & !bits_of(bare), non_ascii: self.non_ascii }
    }

    /// This set, with another rule for characters beyond ASCII.
    #[must_use]
    pub const fn non_ascii(self, non_ascii: NonAscii) -> Self {
        Self { encoded: self.encoded, non_ascii }
    }

    /// The set of these bits and this rule, the reverse of [`Set::bits`] and [`Set::rule`].
    #[must_use]
    pub const fn from_bits(encoded: u128, non_ascii: NonAscii) -> Self {
        Self { encoded, non_ascii }
    }

    /// One bit for each ASCII character, set where it is encoded.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.encoded
    }

    /// The rule for characters beyond ASCII.
    #[must_use]
    pub const fn rule(self) -> NonAscii {
        self.non_ascii
    }

    /// Is this ASCII character encoded? `false` beyond ASCII: see [`Set::rule`].
    #[must_use]
    pub const fn encodes(self, ascii: u8) -> bool {
        ascii < 0x80 && self.encoded >> ascii & 1 == 1
    }

    /// How the set writes a space: `%20` or a space.
    #[must_use]
    pub const fn space(self) -> &'static str {
        if self.encodes(b' ') { "%20" } else { " " }
    }

    /// Does decoding undo encoding? This is so if the set contains `%`.
    #[must_use]
    pub const fn is_reversible(self) -> bool {
        self.encodes(b'%')
    }
}

const fn bits_of(characters: &str) -> u128 {
    let bytes = characters.as_bytes();
    let mut bits = 0;
    let mut i = 0;
    while i < bytes.len() {
        assert!(bytes[i] < 0x80, "a set consists of ASCII characters");
        bits |= 1 << bytes[i];
        i += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_is_encoded() {
        let unreserved = Set::all_but(ALNUM).but("-._~");
        assert!(unreserved.encodes(b' ') && unreserved.encodes(b'%') && unreserved.is_reversible());
        assert!(!unreserved.encodes(b'a') && !unreserved.encodes(b'~'));
        assert_eq!(Set::controls().bits().count_ones(), 33);
        assert_eq!(Set::only("ab").and("c").but("a"), Set::only("bc"));
        assert_eq!(Set::only("ab").and("bc").but("d"), Set::only("abc"));
    }
}
