//! Labels: the encodings of names.

use encoding_rs::{Encoding, REPLACEMENT, UTF_16BE, UTF_16LE};

use crate::codec::encodings::charset::KnownEncoding;

/// The encoding of a name, and who implements it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label<'a> {
    /// UTF-8.
    Utf8,
    /// One that is built in.
    Known(KnownEncoding),
    /// One of this name, which is not built in.
    Other(&'a str),
}

/// Labels that are taken literally; the standard reads all of them as windows-1252.
///
/// A caller who gives `ascii` wants errors for other octets, and one who gives `latin1` relies on
/// one character for each octet. With windows-1252 both would fail silently. The label for the
/// standard's reading is `windows-1252`.
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

/// The encoding of this name when given by a caller.
///
/// ```
/// use superuri::codec::encodings::labels::{Label, look_up};
/// assert!(matches!(look_up("shift_jis"), Label::Known(_)));
/// assert_eq!(look_up("cp932"), Label::Other("cp932"));
/// assert_eq!(look_up("iso-8859-1"), look_up("latin-1"));
/// ```
#[must_use]
pub fn look_up(name: &str) -> Label<'_> {
    let label = name.trim_ascii();
    if let Some((_, last)) = LITERAL.iter().find(|(row, _)| row.eq_ignore_ascii_case(label)) {
        return Label::Known(KnownEncoding::up_to(*last));
    }
    match Encoding::for_label(name.as_bytes()) {
        // The standard has no encoder for these, and `replacement` cannot decode either.
        None => Label::Other(name),
        Some(found) if [UTF_16BE, UTF_16LE, REPLACEMENT].contains(&found) => Label::Other(name),
        Some(found) => KnownEncoding::from(found).into(),
    }
}

/// The encoding of this name when given by a page: every label has the standard's meaning, and an
/// encoding without an encoder is written as UTF-8 ("get an output encoding").
#[must_use]
pub fn of_page(name: &str) -> Label<'_> {
    match Encoding::for_label(name.as_bytes()) {
        None => Label::Other(name),
        Some(found) => KnownEncoding::from(found.output_encoding()).into(),
    }
}

/// The name of the encoding that the standard uses to read a document with this label; it may be
/// `UTF-16LE` or `replacement` ("get an encoding").
#[must_use]
pub fn read_as(label: &str) -> Option<&'static str> {
    Encoding::for_label(label.as_bytes()).map(Encoding::name)
}

impl From<KnownEncoding> for Label<'_> {
    fn from(known: KnownEncoding) -> Self {
        if known.is_utf8() { Self::Utf8 } else { Self::Known(known) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_not_built_in_stay() {
        assert_eq!(look_up("utf-16le"), Label::Other("utf-16le"));
        assert_eq!(look_up("hz-gb-2312"), Label::Other("hz-gb-2312"));
        assert_eq!(look_up("utf8"), Label::Utf8);
        assert_eq!(of_page("utf-16"), Label::Utf8);
        assert_eq!(of_page("latin1"), look_up("windows-1252"));
        assert_ne!(look_up("latin1"), look_up("windows-1252"));
        assert_eq!(read_as("latin1"), Some("windows-1252"));
        assert_eq!(read_as("utf-16"), Some("UTF-16LE"));
        assert_eq!(read_as("hz-gb-2312"), Some("replacement"));
        assert_eq!(read_as("punycode"), None);
    }
}
