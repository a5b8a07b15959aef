//! Untouched lines: which of many lines stay as they are, found at once.
//!
//! Most lines begin as others do, with a scheme and two slashes, and have no byte after that which
//! means one thing here and another there. Such bytes are found in all lines at once, which
//! takes less than a [glance](crate::clean::fast_look) at each. A yes is certain, a no is not.

use std::ops::Range;

use memchr::memmem;

use crate::base::sets::rfc3986;
use crate::clean::fast_look;
use superuri_kernels::Table;
use superuri_kernels::bits::Bits;
use superuri_kernels::set::Set;

/// When does a record stay as it is?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Idle {
    /// If it is a legal URI reference.
    Legal,
    /// If it is its own normal form at the furthest level.
    Normal,
}

impl Idle {
    /// Does this record stay, by a glance at it alone?
    #[inline]
    fn by_a_glance(self, record: &[u8]) -> bool {
        match self {
            Self::Legal => fast_look::is_legal(record),
            Self::Normal => fast_look::is_normal(record) == Some(true),
        }
    }
}

/// What is in no URI, and what is right in some places or some company only.
static DOUBTFUL: Table = Table::new(rfc3986::FRAGMENT.and("%#:@").bits());

/// What ends an authority, or has to be looked at there for the normal form.
static TURNS: Table = Table::new(Set::only("/?ABCDEFGHIJKLMNOPQRSTUVWXYZ").bits());

/// In so many bytes, each of which it is compared with, a beginning may have what is doubtful
/// elsewhere.
const COMPARED: u32 = 6;

/// What is seen of many lines; kept for its memory.
#[derive(Default)]
pub struct Looked {
    ends: Bits,
    doubtful: Bits,
    turns: Bits,
}

/// A look at many lines.
pub struct Look<'a> {
    lines: &'a [u8],
    idle: Option<Idle>,
    seen: &'a Looked,
}

impl Looked {
    /// What a look at these lines shows, each of which ends with this byte.
    ///
    /// ```
    /// use superuri::bulk::lines::untouched::{Idle, Looked};
    /// let mut looked = Looked::default();
    /// let look = looked.at(b"http://e.com/a\nhttp://e.com/a b\n", b'\n', Some(Idle::Legal));
    /// assert_eq!(look.run(0), (15, 1));
    /// assert!(look.stays(0..14) && !look.stays(15..31));
    /// ```
    pub fn at<'a>(&'a mut self, lines: &'a [u8], end: u8, idle: Option<Idle>) -> Look<'a> {
        self.ends.of(lines, end);
        if idle.is_some() {
            self.doubtful.members(lines, &DOUBTFUL);
            self.doubtful.spare::<COMPARED>(&self.ends);
        }
        if idle == Some(Idle::Normal) {
            self.turns.members(lines, &TURNS);
            // A segment that begins with a dot may be a dot-segment.
            memmem::find_iter(lines, b"/.").for_each(|at| self.doubtful.add(at + 1));
        }
        Look { lines, idle, seen: self }
    }
}

impl Look<'_> {
    /// Where the line that begins here ends, its ending included.
    #[must_use]
    pub fn end(&self, start: usize) -> usize {
        let end = self.seen.ends.first(start..self.lines.len());
        end.map_or(self.lines.len(), |at| at + 1)
    }

    /// Up to where all lines from this one on stay for sure, and how many these are.
    #[must_use]
    pub fn run(&self, start: usize) -> (usize, u64) {
        let (mut start, mut count) = (start, 0);
        let Some(idle) = self.idle else { return (start, count) };
        let first = start / 64;
        let words = self.seen.ends.words().iter().zip(self.seen.doubtful.words());
        let mut since = !0 << (start % 64);
        for (n, (&ends, &doubts)) in words.enumerate().skip(first) {
            let (mut ends, mut doubts) = (ends & since, doubts & since);
            since = !0;
            while ends != 0 {
                let end = ends.trailing_zeros();
                if doubts & ((1 << end) - 1) != 0
                    || !self.begins_well(idle, start..64 * n + end as usize)
                {
                    return (start, count);
                }
                (start, count) = (64 * n + end as usize + 1, count + 1);
                ends &= ends - 1;
                doubts &= !1 << end;
            }
            if doubts != 0 {
                break;
            }
        }
        (start, count)
    }

    /// Is it sure that the record which is there stays?
    ///
    /// # Panics
    /// If the lines do not reach so far.
    #[must_use]
    pub fn stays(&self, record: Range<usize>) -> bool {
        self.idle.is_some_and(|idle| {
            let plain = self.seen.doubtful.first(record.clone()).is_none()
                && self.begins_well(idle, record.clone());
            plain || idle.by_a_glance(&self.lines[record])
        })
    }

    /// Does this record begin as one that stays if nothing behind that is doubtful?
    #[inline]
    fn begins_well(&self, idle: Idle, record: Range<usize>) -> bool {
        let Some(text) = self.lines[record.start..].first_chunk::<8>() else { return false };
        let authority = if text == b"https://" {
            record.start + 8
        } else if text[..7] == *b"http://" || text[..7] == *b"file://" {
            record.start + 7
        } else {
            return false;
        };
        // What is normal has a path, and before that no upper case.
        let has_path = || {
            let at = authority + self.seen.turns.from(authority).trailing_zeros() as usize;
            at < record.end && self.lines[at] == b'/'
        };
        idle == Idle::Legal || has_path()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean::edits::{Encodings, edits};
    use crate::clean::profiles::RFC3986;
    use crate::normal::{Also, Level, of_clean};

    /// What lines are made of, and what breaks those who read them.
    #[rustfmt::skip] // atoms read best in lines of a kind
    const ATOMS: &[&str] = &[
        "http://", "https://", "file://", "/", "//", "/", "ftp://", "HTTP://", "x://", "mailto:", "?", "#", ":", "@",
        "e.com", "www.example.org", "E.com", ":80", ".", "..", "/.", "/a.b", "/A", "a", "Z", "%41", "%2f", "%", "%C3%A9",
        "[", "[::1]", "\\", " ", "\t", "\r", "é", "~", "'", "abcdefghijklmnopqrstuvwxyz0123456789", "?q=1&a=b", "-",
    ];

    #[test]
    fn a_yes_is_sure_wherever_the_line_stands() {
        let mut seed = 20_261_121_u64;
        println!("seed {seed}");
        let mut below = |end: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            usize::try_from(seed >> 33).expect("31 bits fit") % end
        };
        let mut looked = Looked::default();
        let (mut stayed, mut all) = ([0; 2], 0);
        for _ in 0..2_000 {
            let (mut lines, mut records) = (Vec::new(), Vec::new());
            // Each begins at another place of a word, the ends of the words among them.
            lines.resize(below(64), b'\n');
            for _ in 0..below(64) {
                let start = lines.len();
                if below(2) == 0 {
                    lines.extend_from_slice(ATOMS[below(4)].as_bytes());
                    lines.extend_from_slice(b"e.com/"[below(6)..].as_ref());
                }
                for _ in 0..below(5) {
                    lines.extend_from_slice(ATOMS[below(ATOMS.len())].as_bytes());
                }
                records.push(start..lines.len());
                lines.push(b'\n');
            }
            for (idle, stayed) in [Idle::Legal, Idle::Normal].into_iter().zip(&mut stayed) {
                let look = looked.at(&lines, b'\n', Some(idle));
                let mut run = 0..0;
                for record in &records {
                    let text = &lines[record.clone()];
                    all += 1;
                    if record.start >= run.end {
                        let (end, count) = look.run(record.start);
                        let ends = memchr::memchr_iter(b'\n', &lines[record.start..end]).count();
                        assert_eq!(count, ends as u64);
                        run = record.start..end;
                    }
                    assert_eq!(look.end(record.start), record.end + 1);
                    let is_in_run = run.contains(&record.end);
                    *stayed += u32::from(is_in_run);
                    if !is_in_run && !look.stays(record.clone()) {
                        continue;
                    }
                    let shown = text.escape_ascii();
                    assert_eq!(edits(text, RFC3986, Encodings::default()), Ok(vec![]), "{shown}");
                    if idle == Idle::Normal {
                        assert_eq!(of_clean(text, Level::Scheme, Also::default()), text, "{shown}");
                    }
                }
            }
        }
        // It would be sure, too, if it never said yes.
        assert!(stayed.iter().all(|stayed| *stayed > 5_000), "{stayed:?} of {all}");
    }

    #[test]
    fn what_most_lines_are_is_told_together() {
        let line = "https://www.example.com/a/b.html?q=1&r=~x";
        let lines = [line, "\n"].concat().repeat(300);
        for idle in [Idle::Legal, Idle::Normal] {
            let mut looked = Looked::default();
            let look = looked.at(lines.as_bytes(), b'\n', Some(idle));
            assert_eq!(look.run(0), (lines.len(), 300), "{idle:?}");
        }
        let mut looked = Looked::default();
        assert_eq!(looked.at(lines.as_bytes(), b'\n', None).run(0), (0, 0));
    }

    #[test]
    fn a_record_of_several_lines_is_looked_at() {
        let mut looked = Looked::default();
        let look = looked.at(b"http://e.com/a\nb\0", 0, Some(Idle::Legal));
        assert_eq!(look.run(0), (0, 0));
        assert!(!look.stays(0..16));
    }
}
