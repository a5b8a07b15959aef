//! Labels: the encoding that a name means.

use encoding_rs::{Encoding, REPLACEMENT, UTF_16BE, UTF_16LE};

use crate::codec::encodings::charset::Known;

/// Whose encoding a name means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named<'a> {
    /// UTF-8.
    Utf8,
    /// One that the engine knows.
    Known(Known),
    /// Somebody else's, of this name.
    Other(&'a str),
}

/// Labels that mean what they say, and not windows-1252, as which the standard reads them.
///
/// Anyone who says `ascii` wants to hear of what is not; anyone who says `latin1` counts on one character
/// for each octet. Both would fail silently. The standard's reading is called `windows-1252`.
pub const LITERAL: [(&str, u8); 18] = [
    ("ascii", 0x7F),
    ("us-ascii", 0x7F),
    ("us_ascii", 0x7F),
    ("ansi_x3.4-1968", 0x7F),
    ("latin1", 0xFF),
    ("latin-1", 0xFF),
    ("latin_1", 0xFF),
    ("l1", 0xFF),
    ("iso-8859-1", 0xFF),
    ("iso8859-1", 0xFF),
    ("iso8859_1", 0xFF),
    ("iso88591", 0xFF),
    ("iso_8859-1", 0xFF),
    ("iso_8859-1:1987", 0xFF),
    ("iso-ir-100", 0xFF),
    ("csisolatin1", 0xFF),
    ("cp819", 0xFF),
    ("ibm819", 0xFF),
];

/// What this name means where a caller says it.
///
/// ```
/// use superuri::codec::encodings::labels::{Named, named};
/// assert!(matches!(named("shift_jis"), Named::Known(_)));
/// assert_eq!(named("cp932"), Named::Other("cp932"));
/// assert_eq!(named("iso-8859-1"), named("latin-1"));
/// ```
#[must_use]
pub fn named(name: &str) -> Named<'_> {
    let label = name.trim_ascii();
    if let Some((_, last)) = LITERAL.iter().find(|(row, _)| row.eq_ignore_ascii_case(label)) {
        return Named::Known(Known::up_to(*last));
    }
    match Encoding::for_label(name.as_bytes()) {
        // The standard writes none of these, and `replacement` reads nothing.
        None => Named::Other(name),
        Some(found) if [UTF_16BE, UTF_16LE, REPLACEMENT].contains(&found) => Named::Other(name),
        Some(found) => Known::from(found).into(),
    }
}

/// What this name means where a page says it: every label is the standard's, and what has no
/// encoder there is written as UTF-8 ("get an output encoding").
#[must_use]
pub fn of_page(name: &str) -> Named<'_> {
    match Encoding::for_label(name.as_bytes()) {
        None => Named::Other(name),
        Some(found) => Known::from(found.output_encoding()).into(),
    }
}

/// The name of the encoding that a document in this one is read in: the standard's, `UTF-16LE` and
/// `replacement` among them ("get an encoding").
#[must_use]
pub fn read_as(label: &str) -> Option<&'static str> {
    Encoding::for_label(label.as_bytes()).map(Encoding::name)
}

impl From<Known> for Named<'_> {
    fn from(known: Known) -> Self {
        if known.is_utf8() { Self::Utf8 } else { Self::Known(known) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_others_own_stay_theirs() {
        assert_eq!(named("utf-16le"), Named::Other("utf-16le"));
        assert_eq!(named("hz-gb-2312"), Named::Other("hz-gb-2312"));
        assert_eq!(named("utf8"), Named::Utf8);
        assert_eq!(of_page("utf-16"), Named::Utf8);
        assert_eq!(of_page("latin1"), named("windows-1252"));
        assert_ne!(named("latin1"), named("windows-1252"));
        assert_eq!(read_as("latin1"), Some("windows-1252"));
        assert_eq!(read_as("utf-16"), Some("UTF-16LE"));
        assert_eq!(read_as("hz-gb-2312"), Some("replacement"));
        assert_eq!(read_as("punycode"), None);
    }
}
