//! Rewriting: a text with some of its spans replaced.

use std::{borrow::Cow, ops::Range};

use superuri_kernels::memory::reserve;

/// A text in which spans are replaced, one after the other.
///
/// ```
/// use superuri::clean::rewrite::Rewrite;
/// let mut rewrite = Rewrite::of(b"a b c");
/// rewrite.replace(&(1..2), b"%20");
/// assert_eq!(&*rewrite.done(), b"a%20b c");
/// ```
pub struct Rewrite<'a> {
    text: &'a [u8],
    /// The offset up to which the text has been copied or replaced.
    at: usize,
    /// The offset at which the result begins.
    start: usize,
    changed: bool,
    out: Vec<u8>,
}

impl<'a> Rewrite<'a> {
    /// A text in which nothing is replaced yet.
    #[must_use]
    pub fn of(text: &'a [u8]) -> Self {
        Self::within(text, 0..text.len())
    }

    /// The same for a part of the text; offsets are those of the whole text.
    #[must_use]
    pub fn within(text: &'a [u8], part: Range<usize>) -> Self {
        let Range { start, end } = part;
        Self { text: &text[..end], at: start, start, changed: false, out: Vec::new() }
    }

    /// Whether the span can be replaced; not if it begins before the end of the last replaced one.
    #[must_use]
    pub fn has_space(&self, span: &Range<usize>) -> bool {
        span.start >= self.at
    }

    /// Replaces this span, which must begin after the end of the last replaced one.
    pub fn replace(&mut self, span: &Range<usize>, with: &[u8]) {
        let before = &self.text[self.at..span.start];
        reserve(&mut self.out, before.len() + with.len());
        self.out.extend_from_slice(before);
        self.out.extend_from_slice(with);
        self.at = span.end;
        self.changed = true;
    }

    /// The result; borrowed if nothing was replaced.
    #[must_use]
    pub fn done(mut self) -> Cow<'a, [u8]> {
        if !self.changed {
            return Cow::Borrowed(&self.text[self.start..]);
        }
        let rest = &self.text[self.at..];
        reserve(&mut self.out, rest.len());
        self.out.extend_from_slice(rest);
        Cow::Owned(self.out)
    }
}

/// The text with these spans replaced, which are in order and do not overlap.
#[must_use]
pub fn rewritten<'a, 'e>(
    text: &'a [u8],
    spans: impl IntoIterator<Item = (&'e Range<usize>, &'e [u8])>,
) -> Cow<'a, [u8]> {
    let mut rewrite = Rewrite::of(text);
    for (span, with) in spans {
        rewrite.replace(span, with);
    }
    rewrite.done()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_of_a_part_are_those_of_the_whole() {
        let text = b"0123456789";
        let mut part = Rewrite::within(text, 2..8);
        assert!(part.has_space(&(2..4)));
        part.replace(&(2..4), b"ab");
        part.replace(&(4..4), b"-");
        part.replace(&(6..8), b"");
        assert!(!part.has_space(&(7..8)));
        assert_eq!(&*part.done(), b"ab-45");
        assert!(matches!(Rewrite::within(text, 2..8).done(), Cow::Borrowed(b"234567")));
        assert_eq!(&*rewritten(text, [(&(0..9), &b""[..])]), b"9");
    }
}
