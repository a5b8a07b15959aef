//! Occurring: which bytes a text has, so that a rule whose bytes are not there searches nothing.

pub(super) struct Occurring {
    /// Whether each byte occurs. A byte for each, because stores do not wait for each other as the
    /// bits of a word would.
    each: [bool; 256],
    pub(super) is_ascii: bool,
}

impl Occurring {
    pub(super) fn of(text: &[u8]) -> Self {
        let mut each = [false; 256];
        for &byte in text {
            each[usize::from(byte)] = true;
        }
        Self { each, is_ascii: text.is_ascii() }
    }

    #[inline]
    pub(super) const fn has(&self, byte: u8) -> bool {
        self.each[byte as usize]
    }

    #[inline]
    pub(super) fn has_any(&self, bytes: &[u8]) -> bool {
        bytes.iter().any(|&byte| self.has(byte))
    }
}
