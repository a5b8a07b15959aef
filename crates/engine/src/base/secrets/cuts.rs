//! Cuts: where the authorities of a text may end, found once and remembered.

use super::later::{self, Follows};
use super::spellings::UnescapedText;

/// An `@` of which only that is escaped.
pub(super) const ESCAPED_AT_SIGN: &[u8] = b"%40";

/// Ends that are found once and remembered, so that any text takes linear time: they are asked for
/// in the order of their starts.
pub(super) struct Cuts {
    pub(super) delimiter: Next,
    pub(super) raw: Next,
    pub(super) ampersand: Next,
    pub(super) space: Next,
    /// The end of the word, and the end of one that an apostrophe may end.
    word_ends: [Next; 2],
    url: Next,
    pair: Next,
    slash: Next,
    /// The end of the first word.
    first_word: usize,
    /// For each sort of end, the last later `@` before it.
    laters: [[(usize, Option<usize>); 8]; 6],
    /// For each sort of end, the last `@` before it.
    at_signs: [(usize, Option<usize>); 8],
    /// For each sort of end, the last `%40` before it.
    escaped_at_signs: [(usize, Option<usize>); 4],
    /// The first `?` or `#`.
    pub(super) first_query: usize,
}

impl Cuts {
    pub(super) fn new(text: &[u8], first: usize) -> Self {
        let [delimiter, raw, ampersand, space] = [const { Next(None) }; 4];
        let [url, pair, slash] = [const { Next(None) }; 3];
        let first_word = find(text, first, |byte| later::ends_word(*byte));
        let laters = [[(0, None); 8]; 6];
        let first_query = memchr::memchr2(b'?', b'#', text).unwrap_or(text.len());
        let (at_signs, escaped_at_signs) = ([(0, None); 8], [(0, None); 4]);
        Self {
            delimiter,
            raw,
            ampersand,
            space,
            word_ends: [const { Next(None) }; 2],
            url,
            pair,
            slash,
            first_word,
            laters,
            at_signs,
            escaped_at_signs,
            first_query,
        }
    }

    /// Where later `@`s may be: behind the delimiter that ends an authority, up to the end of the
    /// word, unless the text begins with the URL, and to the next URL of a list.
    pub(super) fn later(
        &mut self,
        level: &UnescapedText,
        place: &AuthorityCut,
        limit: usize,
    ) -> Later {
        let text = &*level.bytes;
        let &AuthorityCut { start, end, is_escaped, is_bare } = place;
        let is_quoted = later::is_quoted(&text[..start]);
        let word = if start > self.first_word {
            // An escaped space may belong to the password, and so may an apostrophe if none is
            // before the URL.
            let ends = |&at: &usize| match text[at] {
                b'\'' => is_quoted,
                byte => later::ends_word(byte) && (!byte.is_ascii_whitespace() || level.is_raw(at)),
            };
            self.word_ends[usize::from(is_quoted)]
                .from(start, |at| (at..text.len()).find(ends).unwrap_or(text.len()))
        } else {
            text.len()
        };
        let url = self.url.from(end.saturating_sub(1), |at| later::next_url(text, at));
        let limit = limit.min(word).min(url);
        let pair = self.pair.from(end, |at| later::pair(text, at));
        let sort = [is_escaped, is_bare, is_quoted];
        let sort = sort.into_iter().fold(0, |sort, is_it| 2 * sort + usize::from(is_it));
        Later { end, limit, pair, sort }
    }

    /// The last `@` before an end; the ends of a sort are in order.
    pub(super) fn at_sign(&mut self, text: &[u8], sort: usize, end: usize) -> Option<usize> {
        last(&mut self.at_signs[sort], text, b"@", end)
    }

    /// The last `%40` before an end; the ends of a sort are in order.
    pub(super) fn escaped_at_sign(
        &mut self,
        text: &[u8],
        sort: usize,
        end: usize,
    ) -> Option<usize> {
        last(&mut self.escaped_at_signs[sort], text, ESCAPED_AT_SIGN, end)
    }
}

/// Where an authority is, and how it is found.
pub(super) struct AuthorityCut {
    pub(super) start: usize,
    /// The delimiter that ends it.
    pub(super) end: usize,
    pub(super) is_escaped: bool,
    pub(super) is_bare: bool,
}

/// Where the later `@`s of an authority may be.
#[derive(Clone, Copy)]
pub(super) struct Later {
    end: usize,
    limit: usize,
    pair: usize,
    sort: usize,
}

impl Later {
    /// The same, but only before the first pair of a query.
    pub(super) fn before_pair(self) -> Self {
        Self { limit: self.limit.min(self.pair), ..self }
    }

    /// The last `@` there with this behind it; the limits of a sort are in order.
    pub(super) fn last(&self, text: &[u8], cuts: &mut Cuts, follows: Follows) -> Option<usize> {
        self.remembered(text, &mut cuts.laters[follows as usize][self.sort], follows)
    }

    fn remembered(
        &self,
        text: &[u8],
        (seen, at): &mut (usize, Option<usize>),
        follows: Follows,
    ) -> Option<usize> {
        if *seen != self.limit {
            *seen = self.limit;
            *at = later::last(text, self.end..self.limit, follows);
        }
        at.filter(|&at| at >= self.end)
    }

    /// The end of a password that seems to end at this `@`, if the scheme is not of a driver.
    pub(super) fn of_other(self, text: &[u8], cuts: &mut Cuts, at: usize) -> usize {
        let before = self.before_pair();
        let mut end = None;
        if matches!(text.get(self.end), Some(b'?' | b'#')) {
            let slash = cuts.slash.from(self.end, |at| find(text, at, |byte| *byte == b'/'));
            let before = Self { limit: before.limit.min(slash), ..before };
            end = before.remembered(text, &mut cuts.laters[5][self.sort], Follows::Host);
        }
        let length = if text[at] == b'@' { 1 } else { ESCAPED_AT_SIGN.len() };
        if !later::is_whole_host(&text[at + length..self.end.max(at + length)]) {
            end = end.max(before.last(text, cuts, Follows::WholeHost));
        }
        end.unwrap_or(at)
    }
}

/// The last of these words before an end, which is not before the one that was asked for last.
fn last(
    (seen, at): &mut (usize, Option<usize>),
    text: &[u8],
    word: &[u8],
    end: usize,
) -> Option<usize> {
    if *seen < end {
        let from = seen.saturating_sub(word.len() - 1);
        *at = memchr::memmem::rfind(&text[from..end], word).map(|n| from + n).or(*at);
        *seen = end;
    }
    *at
}

/// The next place of some kind.
pub(super) struct Next(Option<usize>);

impl Next {
    /// The first place from here on.
    pub(super) fn from(&mut self, start: usize, find: impl FnOnce(usize) -> usize) -> usize {
        match self.0 {
            Some(at) if at >= start => at,
            _ => *self.0.insert(find(start)),
        }
    }
}

/// The first byte from here on that `is_it`, or the end.
pub(super) fn find(text: &[u8], start: usize, is_it: impl Fn(&u8) -> bool) -> usize {
    start + text[start..].iter().position(is_it).unwrap_or(text.len() - start)
}
