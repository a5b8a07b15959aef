//! Which octets a text contains: most rules look for one that most texts lack.

use std::ops::Range;

/// The octets of a text.
pub(super) struct Present {
    each: [bool; 256],
    is_ascii: bool,
}

impl Present {
    pub(super) fn of(text: &[u8]) -> Self {
        let mut each = [false; 256];
        for &octet in text {
            each[usize::from(octet)] = true;
        }
        Self { each, is_ascii: text.is_ascii() }
    }

    /// Is this octet in the text?
    pub(super) fn has(&self, octet: u8) -> bool {
        self.each[usize::from(octet)]
    }

    /// Is one of these in the text?
    pub(super) fn any(&self, octets: &[u8]) -> bool {
        octets.iter().any(|&octet| self.has(octet))
    }

    /// Are all in ASCII?
    pub(super) fn is_ascii(&self) -> bool {
        self.is_ascii
    }
}

/// What browsers drop of a text (URL standard, section 4.4, basic URL parser).
pub(super) struct Dropped {
    /// Is there a tab or a line break between others?
    pub(super) any_break: bool,
    /// The text without the controls and spaces at its ends.
    pub(super) inner: Range<usize>,
}

impl Dropped {
    pub(super) fn of(text: &[u8], present: &Present) -> Self {
        let is_kept = |byte: &u8| *byte > b' ';
        let start = text.iter().position(is_kept).unwrap_or(text.len());
        let end = text.iter().rposition(is_kept).map_or(start, |last| last + 1);
        let breaks = present.any(b"\t\n\r");
        let any_break = breaks && memchr::memchr3(b'\t', b'\n', b'\r', text.trim_ascii()).is_some();
        Self { any_break, inner: start..end }
    }
}
