//! How is a verb applied to every line of a file, in order, on several threads?
//!
//! Blocks of a file become blocks of a file. A record is a line without its ending. The ending,
//! and a byte order mark at the start of the file, belong to the file: they are kept and never
//! handed to the verb. However the file is cut and however many threads work, the same bytes
//! come out.

pub mod batch;
pub(crate) mod blocks;
pub(crate) mod buffer;
pub(crate) mod compressed;
pub mod files;
pub mod record;
pub mod review;
pub mod seen;
pub mod stretches;
mod system;
pub mod terminal;
pub mod untouched;
pub(crate) mod workers;

use std::io::{self, Read, Write};
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use crate::base::error::{Error, Kind, Result};
use crate::bulk::lines::blocks::{Block, Source};
use crate::bulk::lines::seen::Distinct;
use crate::bulk::lines::stretches::Bulk;
use crate::bulk::lines::untouched::Idle;
use crate::codec::encodings::utf8::Offsets;
use superuri_kernels::ranks::Ranks;

/// A block holds about this many bytes: with its result it fits in a core's cache, handing it over
/// costs nothing beside the work, and the memory of all blocks is soon there.
pub const BLOCK: usize = 128 << 10;

/// A line longer than this passes through unread, so that memory has a bound: 64 MiB.
pub const MAX_LINE: usize = 64 << 20;

/// So many failures are told one by one; the rest are counted.
pub const TOLD: usize = 10;

/// The caller is asked about this often whether to go on.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// So long to wait for a reader that is slow and does not block.
const PAUSE: Duration = Duration::from_millis(1);

/// What a verb does to one record: it appends the result and answers true, or appends nothing
/// and answers false where nothing is to change, or says what is wrong.
pub type Apply<'a> = dyn Fn(&[u8], &mut Vec<u8>) -> Result<bool> + Sync + 'a;

/// What many records become together, if that is what each becomes alone: it appends the results,
/// endings and all, and answers how many records there are. `None` where they have to be done one
/// by one; what it has appended then does not count.
pub type Together<'a> = dyn Fn(&[u8], &mut Vec<u8>, &mut Ranks) -> Option<u64> + Sync + 'a;

/// What is told of a record instead of its result: it appends a line, given the record (none, if
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

/// What becomes of a record that the verb refuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnError {
    /// It passes through unchanged.
    Keep,
    /// An empty record takes its place.
    Null,
    /// It ends the job.
    Raise,
}

/// What is done to every record of a file.
pub struct Job<'a> {
    /// What is done to a record.
    pub apply: &'a Apply<'a>,
    /// What is done to many at once, if that can be: to records with the ending of this job, none
    /// of which is too long.
    pub together: Option<&'a Together<'a>>,
    /// When nothing is to be done to a record, if a look tells.
    pub idle: Option<Idle>,
    /// What is written about a record, if not its result.
    pub report: Option<&'a Report<'a>>,
    /// What ends a record.
    pub ending: Ending,
    /// What becomes of a record that cannot be done.
    pub on_error: OnError,
    /// Are the records that cannot be done collected?
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
    fn wants_threads(&self, bytes: u64) -> bool {
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
    /// The caller's tick said so.
    Stopped,
    /// There are more different results than may be remembered.
    TooManyDistinct,
}

/// What a job is writing to, and what it has done so far.
pub(crate) struct Sink<'a> {
    output: &'a mut dyn Write,
    rejects: Option<&'a mut dyn Write>,
    distinct: Option<&'a Distinct>,
    tick: &'a mut dyn FnMut(&Summary) -> ControlFlow<()>,
    ticked: Instant,
    summary: Summary,
}

/// The counts, after the verb was applied to every record of `input` and the results written in
/// order.
///
/// If `input` reads a file that stays where it is, its `bulk` is what several threads read of it
/// at once; `input` goes on behind that.
///
/// `tick` is called about ten times a second with the counts so far. A reader that answers
/// `Interrupted` now and then instead of waiting for ever makes that hold in front of a silent
/// pipe too.
///
/// # Errors
///
/// [`Trouble`]: what was written before it is a prefix of the right answer.
pub fn run<'a, R: Read + Send>(
    bulk: Option<Bulk>,
    input: R,
    output: &'a mut dyn Write,
    rejects: Option<&'a mut dyn Write>,
    job: &Job<'a>,
    tick: &'a mut dyn FnMut(&Summary) -> ControlFlow<()>,
) -> std::result::Result<Summary, Trouble> {
    let summary = Summary::default();
    let distinct = job.distinct;
    let mut sink = Sink { output, rejects, distinct, tick, ticked: Instant::now(), summary };
    let mut index = 0;
    if let Some(bulk) = bulk.filter(|bulk| job.wants_threads(bulk.len())) {
        let fill = |block: &mut Block, stop: &AtomicBool| bulk.fill(block, stop, job);
        let lines = workers::Lines { fill: &fill, come_slowly: false };
        let Some(rest) = workers::run(&lines, 0, &mut sink, job)? else { return Ok(sink.summary) };
        index = u64::from(bulk.go_on(rest).map_err(|error| Trouble::Io(Side::Input, error))?);
    }
    let mut source = Source::new(input, index, job);
    let before = sink.summary.bytes_in;
    let mut block = Block::default();
    while !job.wants_threads(sink.summary.bytes_in - before) {
        match source.fill(&mut block) {
            Ok(true) => block.work(job),
            Ok(false) => return Ok(sink.summary),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                sink.look_around()?;
                continue;
            }
            Err(error) => return Err(Trouble::Io(Side::Input, error)),
        }
        if sink.take(&mut block)?.is_break() {
            return Ok(sink.summary);
        }
    }
    let (next, source) = (source.next_index(), Mutex::new(source));
    let fill = |block: &mut Block, stop: &AtomicBool| workers::in_turn(&source, block, stop);
    workers::run(&workers::Lines { fill: &fill, come_slowly: true }, next, &mut sink, job)?;
    Ok(sink.summary)
}

impl Sink<'_> {
    /// Write a block that is done; `Break` after the last one.
    pub(crate) fn take(
        &mut self,
        block: &mut Block,
    ) -> std::result::Result<ControlFlow<()>, Trouble> {
        if let Some(error) = block.trouble.take() {
            return Err(Trouble::Io(Side::Input, error));
        }
        if let Some(distinct) = self.distinct
            && !distinct.sift(&mut block.output, &block.marks)
        {
            return Err(Trouble::TooManyDistinct);
        }
        self.put(&block.output, Side::Output)?;
        self.put(&block.rejects, Side::Rejects)?;
        self.summary.add(std::mem::take(&mut block.summary));
        if self.ticked.elapsed() >= TICK {
            self.look_around()?;
        }
        Ok(if block.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn put(&mut self, mut bytes: &[u8], side: Side) -> std::result::Result<(), Trouble> {
        while !bytes.is_empty() {
            let written = match (side, &mut self.rejects) {
                (Side::Rejects, Some(rejects)) => rejects.write(bytes),
                (Side::Rejects, None) => return Ok(()),
                _ => self.output.write(bytes),
            };
            match written.map_err(|error| (error.kind(), error)) {
                Ok(0) => return Err(Trouble::Io(side, io::ErrorKind::WriteZero.into())),
                Ok(count) => bytes = &bytes[count..],
                Err((io::ErrorKind::Interrupted, _)) => self.look_around()?,
                Err((io::ErrorKind::WouldBlock, _)) => {
                    thread::sleep(PAUSE);
                    self.look_around()?;
                }
                Err((_, error)) => return Err(Trouble::Io(side, error)),
            }
        }
        Ok(())
    }

    /// Ask the caller whether to go on.
    pub(crate) fn look_around(&mut self) -> std::result::Result<(), Trouble> {
        self.ticked = Instant::now();
        match (self.tick)(&self.summary) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Trouble::Stopped),
        }
    }
}
