//! Job: what is done to the records of a file, and the counts that come back.

use std::ops::Range;

use crate::base::error::{Error, Kind};
use crate::bulk::job::{Apply, OnError};
use crate::bulk::{lines::noop::NoopTest, lines::seen::Distinct};
use crate::codec::encodings::utf8::Offsets;
use superuri_kernels::ranks::Ranks;

/// A block holds about this many bytes: with its result it fits in a core's cache, handing it over
/// costs little compared with the work, and the blocks together take little memory.
pub const BLOCK: usize = 128 << 10;

/// A line longer than this is passed through without being processed, so that memory is bounded: 64
/// MiB.
pub const MAX_LINE: usize = 64 << 20;

/// This many failures are reported one by one; the rest are only counted.
pub const MAX_FAILURES: usize = 10;

/// Processes many records at once, if that gives the same as processing each alone: appends the
/// results with their endings and returns the number of records. Returns `None` if they have to be
/// processed one by one; what was appended is invalid then.
pub type Together<'a> = dyn Fn(&[u8], &mut Vec<u8>, &mut Ranks) -> Option<u64> + Sync + 'a;

/// Appends a line about a record instead of its result. It gets the record (`None` if it is too
/// long to be held) and the verb's result.
pub type Report<'a> =
    dyn Fn(Option<&[u8]>, std::result::Result<&[u8], &Error>, &mut Vec<u8>) + Sync + 'a;

/// What ends a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// LF, or CR LF.
    Newline,
    /// NUL; every other byte is data.
    Nul,
}

impl Ending {
    pub(crate) const fn byte(self) -> u8 {
        match self {
            Self::Newline => b'\n',
            Self::Nul => 0,
        }
    }

    /// Where the ending of `line` begins; `line` ends right after its ending.
    pub(crate) fn begins(self, line: &[u8]) -> usize {
        match (self, line) {
            (Self::Newline, [.., b'\r', b'\n']) => line.len() - 2,
            (Self::Newline, [.., b'\n']) | (Self::Nul, [.., 0]) => line.len() - 1,
            _ => line.len(),
        }
    }

    /// Whether the result has more endings than the record, so that it would be more than one
    /// record.
    pub(crate) fn breaks(self, record: &[u8], result: &[u8]) -> bool {
        let count = |text: &[u8]| match self {
            Self::Newline => memchr::memchr2_iter(b'\n', b'\r', text).count(),
            Self::Nul => memchr::memchr_iter(0, text).count(),
        };
        let found = count(result);
        found > 0 && found > count(record)
    }
}

/// What is done to every record of a file.
pub struct LineJob<'a> {
    /// Processes one record.
    pub apply: &'a Apply<'a>,
    /// Processes many records at once, if the verb can. They have the ending of this job, and none
    /// is too long.
    pub together: Option<&'a Together<'a>>,
    /// When a record certainly stays as it is, for verbs that have a quick test for that.
    pub noop: Option<NoopTest>,
    /// Writes a line about a record instead of its result.
    pub report: Option<&'a Report<'a>>,
    /// What ends a record.
    pub ending: Ending,
    /// What happens to a record that fails.
    pub on_error: OnError,
    /// Whether the records that fail are collected.
    pub collects: bool,
    /// The most bytes of a record; a longer one is passed through without being processed.
    pub max_line: usize,
    /// Whether a byte order mark at the start of the input is kept in the output. After another
    /// file's output it would be data.
    pub keeps_mark: bool,
    /// Whether a result may have several lines; if not, such a result is a failure.
    pub splits: bool,
    /// Drops repeated results, if set.
    pub distinct: Option<&'a Distinct>,
    /// How many bytes are read at once: [`BLOCK`], or less in tests.
    pub block: usize,
    /// The number of threads. The caller's thread, which writes, is one of them where no thread has
    /// to wait for lines.
    pub threads: usize,
}

impl<'a> LineJob<'a> {
    /// A job of one thread that does this to every record, with no limit and no other wish.
    #[must_use]
    pub const fn new(apply: &'a Apply<'a>, ending: Ending, on_error: OnError) -> Self {
        Self {
            apply,
            together: None,
            noop: None,
            report: None,
            ending,
            on_error,
            collects: false,
            max_line: usize::MAX,
            keeps_mark: true,
            splits: false,
            distinct: None,
            block: BLOCK,
            threads: 1,
        }
    }

    /// Whether each result has to be examined, even one that equals its record.
    pub(crate) fn needs_each_result(&self) -> bool {
        self.report.is_some() || self.distinct.is_some()
    }

    /// Whether this many bytes are worth starting several threads.
    pub(crate) fn wants_threads(&self, bytes: u64) -> bool {
        self.threads > 1 && bytes / 2 >= self.block as u64
    }
}

/// A record that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordFailure {
    /// The record's number, counted from 1.
    pub record: u64,
    /// What is wrong, with offsets in bytes of the record.
    pub error: Box<Error>,
    /// The position in characters if the record is UTF-8, in bytes otherwise.
    pub at: Range<usize>,
}

/// The counts of a block, or of a whole file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// The number of records.
    pub records: u64,
    /// The number of records that failed.
    pub failed: u64,
    /// The bytes of the input, after unpacking.
    pub(crate) bytes_in: u64,
    /// The first failures, at most [`MAX_FAILURES`].
    pub failures: Vec<RecordFailure>,
    /// How often each kind of failure occurred, in the order of first occurrence.
    pub kinds: Vec<(Kind, u64)>,
}

impl Summary {
    /// Counts a failure of this record, the last one that was counted.
    pub(crate) fn fail(&mut self, record: &[u8], error: Box<Error>) {
        self.failed += 1;
        self.count(error.kind, 1);
        if self.failures.len() < MAX_FAILURES {
            let at = Offsets::of(record).span(&error.at);
            self.failures.push(RecordFailure { record: self.records, error, at });
        }
    }

    fn count(&mut self, kind: Kind, times: u64) {
        match self.kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += times,
            None => self.kinds.push((kind, times)),
        }
    }

    /// Adds the counts of the next block, whose records are numbered from 1.
    pub(crate) fn add(&mut self, next: Self) {
        for mut failure in next.failures {
            if self.failures.len() < MAX_FAILURES {
                failure.record += self.records;
                self.failures.push(failure);
            }
        }
        for (kind, times) in next.kinds {
            self.count(kind, times);
        }
        self.records += next.records;
        self.failed += next.failed;
        self.bytes_in += next.bytes_in;
    }
}
