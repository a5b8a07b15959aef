//! Format strings of Arrow: the types of text.

use superuri::bulk::columns::TextWidth;

/// How the texts of an array are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TextLayout {
    Small,
    Large,
    Views,
    /// Each text has this width.
    Fixed(usize),
    Nulls,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ArrayFormat {
    pub(crate) kind: TextLayout,
    /// Whether it is text; otherwise it is octets.
    pub(crate) is_text: bool,
    /// Width and sign of a dictionary's indices, if it has one.
    pub(crate) indices: Option<(usize, bool)>,
}

impl ArrayFormat {
    /// The type of this format; `None` if it is not a type of text.
    pub(super) fn of(format: &str) -> Option<Self> {
        let (kind, is_text) = match format {
            "u" => (TextLayout::Small, true),
            "U" => (TextLayout::Large, true),
            "vu" => (TextLayout::Views, true),
            "z" => (TextLayout::Small, false),
            "Z" => (TextLayout::Large, false),
            "vz" => (TextLayout::Views, false),
            "n" => (TextLayout::Nulls, true),
            other => (TextLayout::Fixed(other.strip_prefix("w:")?.parse().ok()?), false),
        };
        Some(Self { kind, is_text, indices: None })
    }

    /// The width and sign of a dictionary's indices; `None` if they are not integers.
    pub(super) fn indices(format: &str) -> Option<(usize, bool)> {
        Some(match format {
            "c" => (1, true),
            "C" => (1, false),
            "s" => (2, true),
            "S" => (2, false),
            "i" => (4, true),
            "I" => (4, false),
            "l" => (8, true),
            "L" => (8, false),
            _ => return None,
        })
    }

    /// The layout of results for such texts.
    pub(crate) fn width(self) -> TextWidth {
        match self.kind {
            TextLayout::Large if self.indices.is_none() => TextWidth::Large,
            TextLayout::Views if self.indices.is_none() => TextWidth::Views,
            _ => TextWidth::Small,
        }
    }
}

/// The name of another type, for messages.
pub(super) fn name(format: &str) -> &'static str {
    match format.as_bytes() {
        [b'+', b's'] => "a table or struct",
        [b'+', b'l' | b'L' | b'w' | b'v', ..] => "a list",
        [b'+', b'r'] => "a run-end encoded array",
        [b'+', ..] => "a nested type",
        [b'c' | b'C' | b's' | b'S' | b'i' | b'I' | b'l' | b'L'] => "an integer",
        [b'e' | b'f' | b'g'] => "a float",
        [b'b'] => "a boolean",
        [b't', ..] => "a time",
        [b'd', ..] => "a decimal",
        _ => "no text",
    }
}
