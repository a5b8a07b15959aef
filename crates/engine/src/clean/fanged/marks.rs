//! Marks: the defanged dots, colons and `@` in a span of a text.

use std::ops::Range;

use super::least;
use crate::base::defanged::{DefangedPart, SPELLINGS, Spelling, SpellingPlace};
use crate::clean::edit::Edit;

pub(super) struct DefangedChar {
    pub(super) at: Range<usize>,
    pub(super) meaning: &'static str,
    /// Whether the profile `SALVAGE` restores it: a dot in square brackets, which is not legal.
    pub(super) is_salvaged: bool,
}

impl DefangedChar {
    pub(super) fn edit(&self, text: &[u8]) -> Edit {
        least(text, self.at.clone(), self.meaning.as_bytes())
    }
}

/// The marks of a span, in order.
pub(super) struct DefangedChars<'a> {
    text: &'a [u8],
    /// Where the next mark may begin.
    at: usize,
    end: usize,
    place: SpellingPlace,
}

/// Every mark has one of these.
pub(super) const HAVE: &[u8] = b"[]({<\\";

/// The bracket that closes this one.
pub(super) const fn closing(open: u8) -> Option<u8> {
    match open {
        b'[' => Some(b']'),
        b'(' => Some(b')'),
        b'{' => Some(b'}'),
        b'<' => Some(b'>'),
        _ => None,
    }
}

/// Whether a mark without both of its brackets may be next to this byte.
fn of_label(b: Option<&u8>) -> bool {
    b.is_some_and(|b| b.is_ascii_alphanumeric() || !b.is_ascii() || matches!(b, b'-' | b'_'))
}

impl<'a> DefangedChars<'a> {
    pub(super) fn of(text: &'a [u8], at: Range<usize>, place: SpellingPlace) -> Self {
        Self { text: &text[..at.end], at: at.start, end: at.end, place }
    }

    fn rows(&self) -> impl Iterator<Item = &'static Spelling> + use<> {
        let place = self.place;
        SPELLINGS.iter().filter(move |row| {
            row.part != DefangedPart::Scheme
                && (place == SpellingPlace::Authority || row.place == place)
        })
    }

    /// The mark whose innermost bracket is at `inner`, in as many pairs of brackets as close behind
    /// it, the first of them not before `first`.
    fn in_brackets(&self, first: usize, inner: usize) -> Option<DefangedChar> {
        let open = self.text[inner];
        let close = closing(open)?;
        let behind = &self.text[inner + 1..];
        let (row, len) = self.rows().find_map(|row| {
            let [its, word @ .., last] = row.written.as_bytes() else { return None };
            let fits = *its == open
                && *last == close
                && behind.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
                && behind.get(word.len()) == Some(&close);
            fits.then_some((row, word.len()))
        })?;
        let (mut start, mut end) = (inner, inner + 2 + len);
        while start > first && closing(self.text[start - 1]).as_ref() == self.text.get(end) {
            (start, end) = (start - 1, end + 1);
        }
        if self.place == SpellingPlace::Authority {
            let spaces = |b: &&u8| **b == b' ';
            start -= self.text[self.at..start].iter().rev().take_while(spaces).count();
            end += self.text[end..].iter().take_while(spaces).count();
        }
        let is_salvaged = row.part == DefangedPart::Dot && open == b'[';
        Some(DefangedChar { at: start..end, meaning: row.meaning, is_salvaged })
    }

    /// The mark of two characters, such as `\.`, that begins here.
    fn half(&self, at: usize) -> Option<DefangedChar> {
        let between = |row: &&Spelling| {
            row.written.len() == 2
                && self.text[at..].starts_with(row.written.as_bytes())
                && of_label(self.text[self.at..at].last())
                && of_label(self.text.get(at + 2))
        };
        let row = self.rows().find(between)?;
        Some(DefangedChar { at: at..at + 2, meaning: row.meaning, is_salvaged: false })
    }
}

impl Iterator for DefangedChars<'_> {
    type Item = DefangedChar;

    fn next(&mut self) -> Option<DefangedChar> {
        let mut at = self.at;
        while at < self.end {
            let begins = |b: &u8| matches!(b, b'[' | b'(' | b'{' | b'<' | b'\\' | b'.');
            at += self.text[at..].iter().position(begins)?;
            let brackets = self.text[at..].iter().take_while(|b| closing(**b).is_some()).count();
            let inner = at + brackets.saturating_sub(1);
            let mark = if brackets > 0 { self.in_brackets(at, inner) } else { None };
            if let Some(mark) = mark.or_else(|| self.half(inner)) {
                self.at = mark.at.end;
                return Some(mark);
            }
            at = inner + 1;
        }
        self.at = self.end;
        None
    }
}
