//! No-op lines: which of many lines certainly stay as they are, found in one pass.
//!
//! Most lines begin with a common scheme and two slashes, and contain no byte after that whose
//! meaning depends on its place. Such bytes are found in all lines at once, which is faster than a
//! [quick test](crate::clean::fast_check) of each line. A yes is certain; a no is not.

use std::ops::Range;

use memchr::memmem;

use crate::base::sets::rfc3986;
use crate::clean::fast_check;
use superuri_kernels::{Table, bits::Bits, set::Set};

/// When a record stays as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoopTest {
    /// If it is a legal URI reference.
    Legal,
    /// If it is its own normal form at the highest level.
    Normal,
}

impl NoopTest {
    /// Whether the quick test of this record alone shows that it stays.
    #[inline]
    fn by_fast_check(self, record: &[u8]) -> bool {
        match self {
            Self::Legal => fast_check::is_legal(record),
            Self::Normal => fast_check::is_normal(record),
        }
    }
}

/// Bytes that are allowed in no URI, or only in some places or combinations.
static DOUBTFUL: Table = Table::new(rfc3986::FRAGMENT.and("%#:@").bits());

/// Bytes that end an authority, or that the normal form changes there.
static TURNS: Table = Table::new(Set::only("/?ABCDEFGHIJKLMNOPQRSTUVWXYZ").bits());

/// In this many bytes at the start of a line, doubtful bytes are ignored, because these bytes are
/// compared with known schemes.
const COMPARED: u32 = 6;

/// The bits that a pass over many lines found; kept for its memory.
#[derive(Default)]
pub struct Looked {
    ends: Bits,
    doubtful: Bits,
    turns: Bits,
}

/// The result of a pass over many lines.
pub struct NoopRuns<'a> {
    lines: &'a [u8],
    noop: Option<NoopTest>,
    seen: &'a Looked,
}

impl Looked {
    /// Examines these lines, each of which ends with the byte `end`.
    ///
    /// ```
    /// use superuri::bulk::lines::noop::{NoopTest, Looked};
    /// let mut looked = Looked::default();
    /// let look = looked.at(b"http://e.com/a\nhttp://e.com/a b\n", b'\n', Some(NoopTest::Legal));
    /// assert_eq!(look.run(0), (15, 1));
    /// assert!(look.stays(0..14) && !look.stays(15..31));
    /// ```
    pub fn at<'a>(&'a mut self, lines: &'a [u8], end: u8, noop: Option<NoopTest>) -> NoopRuns<'a> {
        self.ends.of(lines, end);
        if noop.is_some() {
            self.doubtful.members(lines, &DOUBTFUL);
            self.doubtful.spare::<COMPARED>(&self.ends);
        }
        if noop == Some(NoopTest::Normal) {
            self.turns.members(lines, &TURNS);
            // A segment that begins with a dot may be a dot-segment.
            memmem::find_iter(lines, b"/.").for_each(|at| self.doubtful.add(at + 1));
        }
        NoopRuns { lines, noop, seen: self }
    }
}

impl NoopRuns<'_> {
    /// The end of the line that begins at `start`, including its ending.
    #[must_use]
    pub fn end(&self, start: usize) -> usize {
        let end = self.seen.ends.first(start..self.lines.len());
        end.map_or(self.lines.len(), |at| at + 1)
    }

    /// The end of the run of lines from `start` on that certainly stay, and their number.
    #[must_use]
    pub fn run(&self, start: usize) -> (usize, u64) {
        let (mut start, mut count) = (start, 0);
        let Some(noop) = self.noop else { return (start, count) };
        let first = start / 64;
        let words = self.seen.ends.words().iter().zip(self.seen.doubtful.words());
        let mut since = !0 << (start % 64);
        for (n, (&ends, &doubts)) in words.enumerate().skip(first) {
            let (mut ends, mut doubts) = (ends & since, doubts & since);
            since = !0;
            while ends != 0 {
                let end = ends.trailing_zeros();
                if doubts & ((1 << end) - 1) != 0
                    || !self.begins_well(noop, start..64 * n + end as usize)
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

    /// Whether it is certain that this record stays.
    ///
    /// # Panics
    /// If the record is not within the lines.
    #[must_use]
    pub fn stays(&self, record: Range<usize>) -> bool {
        self.noop.is_some_and(|noop| {
            let plain = self.seen.doubtful.first(record.clone()).is_none()
                && self.begins_well(noop, record.clone());
            plain || noop.by_fast_check(&self.lines[record])
        })
    }

    /// Whether this record begins in a way that it stays if nothing doubtful follows.
    #[inline]
    fn begins_well(&self, noop: NoopTest, record: Range<usize>) -> bool {
        let Some(text) = self.lines[record.start..].first_chunk::<8>() else { return false };
        let authority = if text == b"https://" {
            record.start + 8
        } else if text[..7] == *b"http://" || text[..7] == *b"file://" {
            record.start + 7
        } else {
            return false;
        };
        // A normal URI has a path, and no upper case before it.
        let has_path = || {
            let at = authority + self.seen.turns.from(authority).trailing_zeros() as usize;
            at < record.end && self.lines[at] == b'/'
        };
        noop == NoopTest::Legal || has_path()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean::edits::{Encodings, edits};
    use crate::clean::profiles::RFC3986;
    use crate::normal::{Also, Level, of_clean};

    /// Pieces of lines, including some that confuse parsers.
    #[rustfmt::skip] // similar atoms share a line
    const ATOMS: &[&str] = &[
        "http://", "https://", "file://", "/", "//", "/", "ftp://", "HTTP://", "x://", "mailto:", "?", "#", ":", "@",
        "e.com", "www.example.org", "E.com", ":80", ".", "..", "/.", "/a.b", "/A", "a", "Z", "%41", "%2f", "%", "%C3%A9",
        "[", "[::1]", "\\", " ", "\t", "\r", "é", "~", "'", "abcdefghijklmnopqrstuvwxyz0123456789", "?q=1&a=b", "-",
    ];

    #[test]
    fn a_yes_is_certain_wherever_the_line_begins() {
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
            // Each set begins at another bit of a word, so that lines cross the words' ends.
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
            for (noop, stayed) in [NoopTest::Legal, NoopTest::Normal].into_iter().zip(&mut stayed) {
                let look = looked.at(&lines, b'\n', Some(noop));
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
                    if noop == NoopTest::Normal {
                        assert_eq!(of_clean(text, Level::Scheme, Also::default()), text, "{shown}");
                    }
                }
            }
        }
        // The assertions above would also hold if the pass never recognised a line.
        assert!(stayed.iter().all(|stayed| *stayed > 5_000), "{stayed:?} of {all}");
    }

    #[test]
    fn most_lines_are_recognised_in_one_pass() {
        let line = "https://www.example.com/a/b.html?q=1&r=~x";
        let lines = [line, "\n"].concat().repeat(300);
        for noop in [NoopTest::Legal, NoopTest::Normal] {
            let mut looked = Looked::default();
            let look = looked.at(lines.as_bytes(), b'\n', Some(noop));
            assert_eq!(look.run(0), (lines.len(), 300), "{noop:?}");
        }
        let mut looked = Looked::default();
        assert_eq!(looked.at(lines.as_bytes(), b'\n', None).run(0), (0, 0));
    }

    #[test]
    fn a_record_of_several_lines_is_looked_at() {
        let mut looked = Looked::default();
        let look = looked.at(b"http://e.com/a\nb\0", 0, Some(NoopTest::Legal));
        assert_eq!(look.run(0), (0, 0));
        assert!(!look.stays(0..16));
    }
}
