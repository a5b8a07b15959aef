//! Characters: a cleaned URI as a list of decoded characters.

use crate::codec::characters::refused::{CharClass, Strong};
use crate::codec::{
    characters::iri::escaped_char, characters::properties::properties, characters::reason::Reason,
    triplets::triplet,
};
use superuri_kernels::{memory, pause::Steps};

/// One character of a URI, or one octet of it that is not valid text.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// Where it begins in the URI. A `u32` saves memory, because there is one for each character.
    start: u32,
    /// The decoded character; U+FFFD for an octet that is not valid text.
    pub(crate) c: char,
    /// How many bytes of the URI it takes: 1, or 3 for each octet.
    pub(crate) len: u8,
    /// How an escape is shown, and why; `None` for a character that is not an escape.
    pub(crate) reason: Option<Reason>,
    /// The class of the character: letter, mark, number, …
    pub(crate) class: CharClass,
    /// The writing direction that it gives to its neighbours.
    pub(crate) strong: Strong,
}

impl Unit {
    /// Does the reader see the character itself?
    pub(crate) fn is_shown(&self) -> bool {
        matches!(self.reason, None | Some(Reason::Decoded))
    }

    /// Is this an escape that will be shown as its character?
    pub(crate) fn is_decoded(&self) -> bool {
        self.reason == Some(Reason::Decoded)
    }

    /// Where it begins in the URI.
    pub(crate) fn start(&self) -> usize {
        self.start as usize
    }

    pub(crate) fn end(&self) -> usize {
        self.start() + usize::from(self.len)
    }

    pub(crate) fn is_raw(&self, one_of: &[char]) -> bool {
        self.reason.is_none() && one_of.contains(&self.c)
    }

    /// Does the reader see one of these ASCII characters, escaped in the URI or not?
    pub(crate) fn is_shown_as(&self, one_of: &[char]) -> bool {
        self.is_shown() && one_of.contains(&self.c)
    }

    /// The writing direction of the unit as it is shown.
    pub(crate) fn runs(&self, uri: &[u8]) -> Strong {
        if self.is_shown() {
            return self.strong;
        }
        // In "%20" the percent sign takes the direction of the digit; in "%C3" it follows a letter.
        if uri[self.start() + 1].is_ascii_digit() { Strong::Digit } else { Strong::Left }
    }
}

/// The characters of a cleaned URI, which is ASCII, from this byte on. Each escape is decoded if it
/// is valid text. A URI of 4 GiB or more is out of memory.
pub(crate) fn units(uri: &[u8], from: usize) -> Vec<Unit> {
    if u32::try_from(uri.len()).is_err() {
        memory::short();
    }
    let escapes = memchr::memchr_iter(b'%', &uri[from..]).count();
    let mut units =
        memory::with_capacity(uri.len() - from - 2 * escapes.min((uri.len() - from) / 3));
    let mut steps = Steps::default();
    let mut at = from;
    while at < uri.len() {
        steps.one();
        let (c, len, reason) = match triplet(&uri[at..]) {
            None => (uri[at] as char, 1, None),
            Some(octet @ 0..0x80) => (octet as char, 3, Some(Reason::Decoded)),
            Some(_) => match escaped_char(&uri[at..]) {
                #[expect(clippy::cast_possible_truncation, reason = "four triplets at most")]
                Some(c) => (c, 3 * c.len_utf8() as u8, Some(Reason::Decoded)),
                None => (char::REPLACEMENT_CHARACTER, 3, Some(Reason::NoText)),
            },
        };
        let known = properties(c);
        #[expect(clippy::cast_possible_truncation, reason = "the length was checked above")]
        let start = at as u32;
        memory::push(
            &mut units,
            Unit { start, c, len, reason, class: known.class, strong: known.strong },
        );
        at += usize::from(len);
    }
    units
}

/// Is this a single space between letters or digits that are shown? A mark counts as a part of its
/// letter.
pub(crate) fn is_lone_space(units: &[Unit], i: usize) -> bool {
    let shown = |i: usize| units.get(i).filter(|unit| unit.is_shown()).map(|unit| unit.class);
    units[i].reason == Some(Reason::Space)
        && i > 0
        && matches!(shown(i - 1), Some(CharClass::Letter | CharClass::Mark | CharClass::Number))
        && matches!(shown(i + 1), Some(CharClass::Letter | CharClass::Number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_characters_made_of_triplets_are_text() {
        for (uri, want) in [
            ("a%C3%A9b", vec![('a', 1), ('é', 6), ('b', 1)]),
            ("%C3%A9%FF", vec![('é', 6), ('\u{FFFD}', 3)]),
            ("%C3", vec![('\u{FFFD}', 3)]),
            ("%C3a%A9", vec![('\u{FFFD}', 3), ('a', 1), ('\u{FFFD}', 3)]),
            ("%C0%AF", vec![('\u{FFFD}', 3), ('\u{FFFD}', 3)]),
            ("%ED%A0%80", vec![('\u{FFFD}', 3); 3]),
            ("%E2%82%ac%2f", vec![('€', 9), ('/', 3)]),
        ] {
            let got = units(uri.as_bytes(), 0).iter().map(|unit| (unit.c, unit.len)).collect();
            assert_eq!(want, Vec::<_>::clone(&got), "{uri}");
        }
    }
}
