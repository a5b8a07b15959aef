//! Edit: one replacement in a text, and why it is made.

use std::{borrow::Cow, ops::Range};

use crate::base::table::words;
use crate::clean::rewrite::rewritten;

/// One replacement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The replaced span, in bytes of the text.
    pub at: Range<usize>,
    /// The replacement: ASCII, or for the profile `IRI` UTF-8.
    pub with: Cow<'static, [u8]>,
    /// The reason.
    pub why: Why,
}

/// The most edits or spans of one text that are listed. In a text that is wrong everywhere, a list
/// takes a hundred times as much memory as the text.
pub const MOST_LISTED: usize = 1 << 17;

words! {
    /// Why a span is replaced.
    Why {
        /// U+0000 to U+001F, or U+007F.
        Control => "control",
        /// U+0020.
        Space => "space",
        /// One of `"<>\^` `` ` `` `{|}`, which are not allowed in a URI.
        Illegal => "illegal",
        /// `[` or `]` outside an IP literal.
        Bracket => "bracket",
        /// Above U+007F.
        NonAscii => "non-ascii",
        /// A `%` that does not begin a triplet.
        StrayPercent => "stray-percent",
        /// A `#` inside the fragment.
        SecondHash => "second-hash",
        /// A `:` in the first segment of a reference, which would make the segment a scheme.
        Colon => "colon",
        /// An `@` inside the userinfo.
        AtSign => "at-sign",
        /// Legal by RFC 3986, but in the profile's set.
        Profile => "profile",
        /// An internationalised host, as its A-labels.
        Idna => "idna",
        /// The `%` before an IPv6 zone, or a zone's characters.
        Zone => "zone",
        /// White space or a byte order mark around the URI.
        Trim => "trim",
        /// Brackets or quotes around the URI.
        Unwrap => "unwrap",
        /// `&amp;` for `&`.
        Entity => "entity",
        /// `hxxp` for `http`, `[.]` for a dot.
        Defanged => "defanged",
        /// A backslash before a triplet.
        ShellEscape => "shell-escape",
        /// No scheme before a host.
        NoScheme => "no-scheme",
    }
}

impl Why {
    pub(crate) const fn of(ascii: u8) -> Self {
        match ascii {
            0..=0x1F | 0x7F => Self::Control,
            b' ' => Self::Space,
            b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' => Self::Illegal,
            b'[' | b']' => Self::Bracket,
            b'%' => Self::StrayPercent,
            _ => Self::Profile,
        }
    }
}

/// The text with the edits applied.
#[must_use]
pub fn apply(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    rewritten(text, edits.iter().map(|edit| (&edit.at, &*edit.with))).into_owned()
}
