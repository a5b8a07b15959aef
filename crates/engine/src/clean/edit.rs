//! Edit: one replacement in a text, and why it is made.

use std::borrow::Cow;
use std::ops::Range;

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

/// Why a span is replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// U+0000 to U+001F, or U+007F.
    Control,
    /// U+0020.
    Space,
    /// One of `"<>\^` `` ` `` `{|}`, which are not allowed in a URI.
    Illegal,
    /// `[` or `]` outside an IP literal.
    Bracket,
    /// Above U+007F.
    NonAscii,
    /// A `%` that does not begin a triplet.
    StrayPercent,
    /// A `#` inside the fragment.
    SecondHash,
    /// A `:` in the first segment of a reference, which would make the segment a scheme.
    Colon,
    /// An `@` inside the userinfo.
    AtSign,
    /// Legal by RFC 3986, but in the profile's set.
    Profile,
    /// An internationalised host, as its A-labels.
    Idna,
    /// The `%` before an IPv6 zone, or a zone's characters.
    Zone,
    /// White space or a byte order mark around the URI.
    Trim,
    /// Brackets or quotes around the URI.
    Unwrap,
    /// `&amp;` for `&`.
    Entity,
    /// `hxxp` for `http`, `[.]` for a dot.
    Defanged,
    /// A backslash before a triplet.
    ShellEscape,
    /// No scheme before a host.
    NoScheme,
}

impl Why {
    /// The stable name, in words with hyphens.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Control => "control",
            Self::Space => "space",
            Self::Illegal => "illegal",
            Self::Bracket => "bracket",
            Self::NonAscii => "non-ascii",
            Self::StrayPercent => "stray-percent",
            Self::SecondHash => "second-hash",
            Self::Colon => "colon",
            Self::AtSign => "at-sign",
            Self::Profile => "profile",
            Self::Idna => "idna",
            Self::Zone => "zone",
            Self::Trim => "trim",
            Self::Unwrap => "unwrap",
            Self::Entity => "entity",
            Self::Defanged => "defanged",
            Self::ShellEscape => "shell-escape",
            Self::NoScheme => "no-scheme",
        }
    }

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
