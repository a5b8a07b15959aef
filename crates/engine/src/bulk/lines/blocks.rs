//! Blocks: where a file is cut, and how the records of each block are processed.

use std::io::{self, Read};
use std::mem;

use crate::base::error::{Error, Kind, Result};
use crate::bulk::lines::job::{Ending, LineJob, Summary};
use crate::bulk::{
    job::OnError, lines::buffer::Buffer, lines::noop::Looked, lines::seen::HashedResult,
};
use superuri_kernels::{memory, ranks::Ranks};

/// The UTF-8 byte order mark.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The most bytes of a line that do not belong to the record: a byte order mark and the CR of CR
/// LF.
pub(crate) const SLACK: usize = MARK.len() + 1;

/// A buffer that grew to more than this many blocks is freed.
pub(crate) const SPARE_BLOCKS: usize = 12;

/// The number of bytes that are processed at once. With their result they fit in a core's L1 cache,
/// and where one record has to be processed alone, few others are affected.
const PIECE: usize = 16 << 10;

/// A piece of the file that ends where a record ends, and its result.
#[derive(Default)]
pub(crate) struct Block {
    pub(crate) index: u64,
    pub(crate) input: Buffer,
    /// Where in `input` the records begin.
    pub(crate) start: usize,
    /// The offset in the file of the lines that are not distributed to several threads.
    pub(crate) rest: Option<u64>,
    /// This many bytes at the start of `input` belong to a line that is too long.
    passing: usize,
    /// Whether that line begins in this block.
    begins: bool,
    pub(crate) output: Vec<u8>,
    /// The verb's result for a record that is reported; kept for its memory.
    result: Vec<u8>,
    /// The results in `output`, for a job that drops repeated ones.
    pub(crate) marks: Vec<HashedResult>,
    pub(crate) rejects: Vec<u8>,
    /// Counts the endings of a piece; kept for its memory.
    ranks: Ranks,
    looked: Looked,
    pub(crate) summary: Summary,
    /// The job ends with this block.
    pub(crate) stopped: bool,
    pub(crate) trouble: Option<io::Error>,
    pub(crate) panic: Option<Box<dyn std::any::Any + Send>>,
}

/// A file, cut into blocks.
pub(crate) struct BlockSource<R> {
    input: R,
    ending: Ending,
    max_line: usize,
    block: usize,
    /// Bytes that were read but not yet handed out; no record ends in them.
    pending: Buffer,
    index: u64,
    inside_long: bool,
    ended: bool,
}

impl<R: Read> BlockSource<R> {
    /// The blocks of this file, numbered from `index`.
    pub(crate) fn new(input: R, index: u64, job: &LineJob) -> Self {
        Self {
            input,
            ending: job.ending,
            max_line: job.max_line,
            block: job.block.max(1),
            pending: Buffer::default(),
            index,
            inside_long: false,
            ended: false,
        }
    }

    /// Fills the block with the records that are available; returns false at the end of the file.
    ///
    /// It does not wait for more than one record, so that lines of a pipe are processed as they
    /// arrive. An error of kind `Interrupted` loses nothing: call again.
    pub(crate) fn fill(&mut self, block: &mut Block) -> io::Result<bool> {
        block.begins = false;
        block.input.clear(self.block.saturating_mul(SPARE_BLOCKS));
        while !self.ended {
            let old = self.pending.held;
            let want = if old < self.block / 2 { self.block - old } else { self.block };
            let got = self.input.read(self.pending.spare(want))?;
            self.pending.held += got;
            let (text, new) = (self.pending.text(), &self.pending.text()[old..]);
            let first = memchr::memchr(self.ending.byte(), new).filter(|_| self.inside_long);
            if let Some(last) = memchr::memrchr(self.ending.byte(), new) {
                self.inside_long = false;
                self.hand_out(block, old + last + 1, first.map_or(0, |first| old + first + 1));
                return Ok(true);
            }
            if got == 0 {
                self.ended = true;
                if old > 0 {
                    self.hand_out(block, old, if self.inside_long { old } else { 0 });
                    return Ok(true);
                }
            } else if self.inside_long || old + got > self.max_line.saturating_add(SLACK) {
                // A CR is held back until it is known whether it belongs to the ending.
                let cut = text.len() - usize::from(text.ends_with(b"\r"));
                if cut > 0 {
                    block.begins = !mem::replace(&mut self.inside_long, true);
                    self.hand_out(block, cut, cut);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Ends the file with an error after everything that was handed out so far.
    pub(crate) fn fail(&mut self, block: &mut Block, error: io::Error) {
        self.ended = true;
        block.index = self.index;
        block.trouble = Some(error);
    }

    /// The index of the block that [`BlockSource::fill`] fills next.
    pub(crate) fn next_index(&self) -> u64 {
        self.index
    }

    fn hand_out(&mut self, block: &mut Block, cut: usize, passing: usize) {
        mem::swap(&mut block.input, &mut self.pending);
        self.pending.set(&block.input.text()[cut..]);
        block.input.held = cut;
        block.passing = passing;
        block.index = self.index;
        self.index += 1;
    }
}

impl Block {
    pub(crate) fn work(&mut self, job: &LineJob) {
        self.output.clear();
        for buffer in [&mut self.output, &mut self.result] {
            if buffer.capacity() > job.block.saturating_mul(SPARE_BLOCKS) {
                *buffer = Vec::new();
            }
        }
        self.marks.clear();
        self.rejects.clear();
        self.stopped = false;
        let bytes_in = (self.input.held - self.start) as u64;
        self.summary = Summary { bytes_in, ..Summary::default() };
        let input = mem::take(&mut self.input);
        // Capacity for most results, so that the buffer is not grown again and again.
        let usual = input.held.min(job.block.saturating_mul(2));
        memory::reserve(&mut self.output, usual + usual / 2);
        self.records(job, &input.text()[self.start..]);
        self.input = input;
    }

    fn records(&mut self, job: &LineJob, input: &[u8]) {
        let mut start = 0;
        if self.index == 0 && job.ending == Ending::Newline && input.starts_with(MARK) {
            start = MARK.len();
            if job.report.is_none() && job.keeps_mark {
                self.output.extend_from_slice(MARK);
            }
        }
        if self.passing > 0 {
            self.pass(job, &input[start..self.passing]);
            start = self.passing;
        }
        while start < input.len() && !self.stopped {
            let (piece, _) = input[start..].split_at(piece(job.ending, &input[start..]));
            if piece.len() > PIECE {
                self.line(job, piece);
            } else if !self.together(job, piece) {
                self.one_by_one(job, piece);
            }
            start += piece.len();
        }
    }

    /// Processes all lines of the piece at once and returns true, if that is possible.
    fn together(&mut self, job: &LineJob, piece: &[u8]) -> bool {
        let Some(together) = job.together else { return false };
        if job.needs_each_result() || piece.len() > job.max_line {
            return false;
        }
        let before = self.output.len();
        let done = together(piece, &mut self.output, &mut self.ranks);
        match done {
            Some(records) => self.summary.records += records,
            None => self.output.truncate(before),
        }
        done.is_some()
    }

    fn one_by_one(&mut self, job: &LineJob, piece: &[u8]) {
        let mut looked = mem::take(&mut self.looked);
        let noop = job.noop.filter(|_| !job.needs_each_result() && piece.len() <= job.max_line);
        let look = looked.at(piece, job.ending.byte(), noop);
        // Runs of unchanged lines are copied at once.
        let (mut copied, mut start) = (0, 0);
        while start < piece.len() && !self.stopped {
            let (next, stay) = look.run(start);
            self.summary.records += stay;
            start = next;
            if start == piece.len() {
                break;
            }
            let end = look.end(start);
            let line = &piece[start..end];
            if look.stays(start..start + job.ending.begins(line)) {
                self.summary.records += 1;
            } else {
                self.copy(&piece[copied..start]);
                self.line(job, line);
                copied = end;
            }
            start = end;
        }
        self.copy(&piece[copied..start]);
        self.looked = looked;
    }

    fn copy(&mut self, lines: &[u8]) {
        memory::reserve(&mut self.output, lines.len());
        self.output.extend_from_slice(lines);
    }

    /// Processes one line with its ending.
    fn line(&mut self, job: &LineJob, line: &[u8]) {
        let (record, ending) = line.split_at(job.ending.begins(line));
        self.summary.records += 1;
        let before = self.output.len();
        memory::reserve(&mut self.output, line.len());
        memory::check_available(record.len());
        // A reported result is not part of the output itself.
        let mut result = mem::take(&mut self.result);
        result.clear();
        let (out, start) =
            if job.report.is_some() { (&mut result, 0) } else { (&mut self.output, before) };
        let done = if record.is_empty() {
            Ok(false)
        } else if record.len() > job.max_line {
            Err(too_long(job))
        } else {
            (job.apply)(record, out).and_then(|changed| {
                // Unescaped line breaks in a report are harmless: it escapes them.
                if changed && job.report.is_none() && !job.splits {
                    unbroken(job.ending, record, &out[start..])?;
                }
                Ok(changed)
            })
        };
        match done {
            Ok(changed) => {
                if !changed {
                    memory::reserve(out, record.len());
                    out.extend_from_slice(record);
                }
                let hash = job.distinct.map(|distinct| distinct.hash(&out[start..]));
                if let Some(report) = job.report {
                    report(Some(record), Ok(&result), &mut self.output);
                } else {
                    self.output.extend_from_slice(ending);
                }
                self.marks.extend(hash.map(|hash| (before..self.output.len(), hash)));
            }
            Err(error) => {
                self.output.truncate(before);
                self.reject(job, line);
                match (job.on_error, job.report) {
                    (OnError::Raise, _) => self.stopped = true,
                    (_, Some(report)) => {
                        let known = (error.kind != Kind::LineTooLong).then_some(record);
                        report(known, Err(&error), &mut self.output);
                    }
                    (OnError::Keep, None) => self.output.extend_from_slice(line),
                    (OnError::Null, None) => self.output.extend_from_slice(ending),
                }
                self.summary.fail(record, error);
            }
        }
        self.result = result;
    }

    /// Collects a failed line; a job that stops at the first failure collects nothing.
    fn reject(&mut self, job: &LineJob, line: &[u8]) {
        if job.collects && job.on_error != OnError::Raise {
            self.rejects.extend_from_slice(line);
        }
    }

    /// Passes on a piece of a line that is too long to be held in memory.
    fn pass(&mut self, job: &LineJob, piece: &[u8]) {
        if self.begins {
            self.summary.records += 1;
            let error = too_long(job);
            match (job.on_error, job.report) {
                (OnError::Raise, _) => self.stopped = true,
                (_, Some(report)) => report(None, Err(&error), &mut self.output),
                _ => {}
            }
            self.summary.fail(piece, error);
        }
        self.reject(job, piece);
        if job.report.is_none() && !self.stopped {
            let kept = match job.on_error {
                OnError::Null => &piece[job.ending.begins(piece)..],
                OnError::Keep | OnError::Raise => piece,
            };
            self.output.extend_from_slice(kept);
        }
    }
}

/// The number of bytes to process next: some whole lines, or one line that is longer than a piece.
fn piece(ending: Ending, lines: &[u8]) -> usize {
    if lines.len() <= PIECE {
        return lines.len();
    }
    let (near, far) = lines.split_at(PIECE);
    let last = memchr::memrchr(ending.byte(), near);
    let end = || memchr::memchr(ending.byte(), far).map(|at| PIECE + at);
    last.or_else(end).map_or(lines.len(), |at| at + 1)
}

#[expect(clippy::unnecessary_box_returns, reason = "failures are always boxed")]
fn too_long(job: &LineJob) -> Box<Error> {
    let noun = match job.ending {
        Ending::Newline => "the line",
        Ending::Nul => "the record",
    };
    // Its end is not known before all of it is read.
    Error::naming(Kind::LineTooLong, 0..0, noun)
        .that(format!("is longer than {} bytes", job.max_line))
}

/// Checks that the result is a single record.
fn unbroken(ending: Ending, record: &[u8], result: &[u8]) -> Result<()> {
    if !ending.breaks(record, result) {
        return Ok(());
    }
    let at = record.windows(3).position(|triplet| match ending {
        Ending::Newline => matches!(triplet, [b'%', b'0', b'a' | b'A' | b'd' | b'D']),
        Ending::Nul => triplet == b"%00",
    });
    let at = at.map_or(0..record.len(), |at| at..at + 3);
    let error = Error::quoting(Kind::RecordSeparator, record, at);
    Err(match ending {
        Ending::Newline => error,
        Ending::Nul => error.that("would break the record in two"),
    })
}
