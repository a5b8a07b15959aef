//! Job: what is done to the records of a file, the counts that come back, and what can go wrong.

use std::io;
use std::ops::Range;

use crate::base::error::{Error, Kind};
use crate::bulk::job::{Apply, OnError};
use crate::bulk::lines::seen::Distinct;
use crate::bulk::lines::untouched::Idle;
use crate::codec::encodings::utf8::Offsets;
use superuri_kernels::ranks::Ranks;

/// A block holds about this many bytes: with its result it fits in a core's cache, handing it over
/// costs nothing beside the work, and the memory of all blocks is soon there.
pub const BLOCK: usize = 128 << 10;

/// A line longer than this passes through unread, so that memory has a bound: 64 MiB.
pub const MAX_LINE: usize = 64 << 20;

/// So many failures are reported one by one; the rest are counted.
pub const TOLD: usize = 10;

/// What many records become together, if that is what each becomes alone: it appends the results,
/// endings and all, and answers how many records there are. `None` where they have to be done one
/// by one; what it has appended then does not count.
pub type Together<'a> = dyn Fn(&[u8], &mut Vec<u8>, &mut Ranks) -> Option<u64> + Sync + 'a;

/// The report of a record instead of its result: it appends a line, given the record (none, if
/// it is too long to be held) and what the verb made of it.
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

    /// Where in `line`, which is cut at its ending, does the ending begin?
    pub(crate) fn begins(self, line: &[u8]) -> usize {
        match (self, line) {
            (Self::Newline, [.., b'\r', b'\n']) => line.len() - 2,
            (Self::Newline, [.., b'\n']) | (Self::Nul, [.., 0]) => line.len() - 1,
            _ => line.len(),
        }
    }

    /// Does the result hold an ending that the record did not?
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
pub struct Job<'a> {
    /// What is done to a record.
    pub apply: &'a Apply<'a>,
    /// What is done to many at once, if that can be: to records with the ending of this job, none
    /// of which is too long.
    pub together: Option<&'a Together<'a>>,
    /// When nothing is to be done to a record, if a look shows it.
    pub idle: Option<Idle>,
    /// What is written about a record, if not its result.
    pub report: Option<&'a Report<'a>>,
    /// What ends a record.
    pub ending: Ending,
    /// What becomes of a record that fails.
    pub on_error: OnError,
    /// Are the records that fail collected?
    pub collects: bool,
    /// A longer record passes through unread; in bytes.
    pub max_line: usize,
    /// Does a byte order mark at the start of the input stay in the output? One that belongs to a
    /// file behind another would be data there.
    pub keeps_mark: bool,
    /// May a result be of several lines? Otherwise that is a failure.
    pub splits: bool,
    /// What drops a result that has been there before, if anything does.
    pub distinct: Option<&'a Distinct>,
    /// How much is read at once, in bytes: [`BLOCK`]; a test makes it small.
    pub block: usize,
    /// How many work. The caller's, which writes, is one of them where none has to wait for lines.
    pub threads: usize,
}

impl Job<'_> {
    /// Has each result to be looked at, one that is its record, too?
    pub(crate) fn tells_each(&self) -> bool {
        self.report.is_some() || self.distinct.is_some()
    }

    /// Are several threads worth their start for so many bytes?
    pub(crate) fn wants_threads(&self, bytes: u64) -> bool {
        self.threads > 1 && bytes / 2 >= self.block as u64
    }
}

/// A record that could not be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Counted from 1.
    pub record: u64,
    /// What is wrong, with offsets in bytes of the record.
    pub error: Box<Error>,
    /// Where, as a reader of the record counts: in characters, where it is UTF-8.
    pub at: Range<usize>,
}

/// The counts of a block, or of a whole file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// How many there are.
    pub records: u64,
    /// How many could not be done.
    pub failed: u64,
    /// Of the input, unpacked.
    pub(crate) bytes_in: u64,
    /// The first [`TOLD`].
    pub failures: Vec<Failure>,
    /// How often each kind of failure occurred, in the order of first occurrence.
    pub kinds: Vec<(Kind, u64)>,
}

impl Summary {
    /// Count the failure of this record, the last one counted.
    pub(crate) fn fail(&mut self, record: &[u8], error: Box<Error>) {
        self.failed += 1;
        self.count(error.kind, 1);
        if self.failures.len() < TOLD {
            let at = Offsets::of(record).span(&error.at);
            self.failures.push(Failure { record: self.records, error, at });
        }
    }

    fn count(&mut self, kind: Kind, times: u64) {
        match self.kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += times,
            None => self.kinds.push((kind, times)),
        }
    }

    /// Add the counts of the next block, whose records are counted from 1.
    pub(crate) fn add(&mut self, next: Self) {
        for mut failure in next.failures {
            if self.failures.len() < TOLD {
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

/// Which file an error is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// What is read.
    Input,
    /// What the results are written to.
    Output,
    /// What the records that failed are written to.
    Rejects,
}

/// Why a job did not come to its end.
#[derive(Debug)]
pub enum Trouble {
    /// A file could not be read or written.
    Io(Side, io::Error),
    /// The caller's tick stopped it.
    Stopped,
    /// There are more different results than may be remembered.
    TooManyDistinct,
}
