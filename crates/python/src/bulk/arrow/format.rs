//! Format strings of Arrow: the types of text that they name.

use superuri::bulk::columns::Width;

/// How the texts of an array are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Small,
    Large,
    Views,
    /// Of this width.
    Fixed(usize),
    Nulls,
}

/// What an array says it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Format {
    pub(crate) kind: Kind,
    /// Text, or octets?
    pub(crate) is_text: bool,
    /// Width and sign of a dictionary's indices, if it has one.
    pub(crate) indices: Option<(usize, bool)>,
}

impl Format {
    /// What texts of this format are; none if they are not valid text.
    pub(super) fn of(format: &str) -> Option<Self> {
        let (kind, is_text) = match format {
            "u" => (Kind::Small, true),
            "U" => (Kind::Large, true),
            "vu" => (Kind::Views, true),
            "z" => (Kind::Small, false),
            "Z" => (Kind::Large, false),
            "vz" => (Kind::Views, false),
            "n" => (Kind::Nulls, true),
            other => (Kind::Fixed(other.strip_prefix("w:")?.parse().ok()?), false),
        };
        Some(Self { kind, is_text, indices: None })
    }

    /// The width and sign of a dictionary's indices; none if they are not integers.
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

    /// How what is made of such texts is laid out.
    pub(crate) fn width(self) -> Width {
        match self.kind {
            Kind::Large if self.indices.is_none() => Width::Large,
            Kind::Views if self.indices.is_none() => Width::Views,
            _ => Width::Small,
        }
    }
}

/// What the format of another type is called, for a sentence.
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
