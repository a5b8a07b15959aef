//! Stretches: one file read by several threads at once.
//!
//! A regular file can be read at any offset, so each worker reads a stretch of its own. A line
//! belongs to the stretch in which it begins. To find its first line, a stretch is read from one
//! byte before it; to find the end of its last line, a little beyond. One other reader continues
//! where the stretches end: it reads what was added after the job began, a last line without an
//! ending, and lines that are too long.

use std::io::{self, Seek, SeekFrom};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::{fs::File, sync::Arc};

use crate::bulk::lines::blocks::{Block, SLACK, SPARE_BLOCKS};
use crate::bulk::{lines::job::LineJob, lines::packing::HEAD, lines::system};

/// How much is read beyond a stretch at first: most lines end within it.
const BEYOND: u64 = 2 << 10;

/// A regular file from its current position to its end.
pub struct Bulk {
    file: File,
    start: u64,
    end: u64,
    /// The number of the next stretch.
    next: AtomicU64,
    /// No stretch after the one with this number is wanted.
    last: AtomicU64,
    /// The number of bytes that were handed out.
    read: Arc<AtomicU64>,
}

impl Bulk {
    /// The bulk of this file, if it can be read at any offset. The bytes that are read are added to
    /// `read`.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn of(file: &File, read: &Arc<AtomicU64>) -> io::Result<Option<Self>> {
        let about = file.metadata()?;
        if !about.is_file() || !system::POSITIONAL {
            return Ok(None);
        }
        // The clone shares its position with the original.
        let mut file = file.try_clone()?;
        let start = file.stream_position()?;
        Ok((start < about.len()).then(|| Self {
            file,
            start,
            end: about.len(),
            next: AtomicU64::new(0),
            last: AtomicU64::new(u64::MAX),
            read: Arc::clone(read),
        }))
    }

    pub(crate) fn len(&self) -> u64 {
        self.end - self.start
    }

    pub(crate) fn head(&self) -> io::Result<Vec<u8>> {
        let mut first = [0; HEAD];
        let mut count = 0;
        while count < HEAD {
            match system::read_at(&self.file, &mut first[count..], self.start + count as u64) {
                Ok(0) => break,
                Ok(more) => count += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(first[..count].to_vec())
    }

    /// Moves the position of the file's reader to `rest`; returns whether anything is before it.
    pub(crate) fn go_on(&self, rest: u64) -> io::Result<bool> {
        (&self.file).seek(SeekFrom::Start(rest))?;
        Ok(rest > self.start)
    }

    /// Fills the block with the lines of the next stretch; returns false if there is none.
    pub(crate) fn fill(&self, block: &mut Block, stop: &AtomicBool, job: &LineJob) -> bool {
        let n = self.next.fetch_add(1, Ordering::Relaxed);
        let size = job.block.max(1) as u64;
        let from = n.checked_mul(size).and_then(|offset| self.start.checked_add(offset));
        let Some(from) = from.filter(|from| *from < self.end) else { return false };
        if stop.load(Ordering::Relaxed) || n > self.last.load(Ordering::Relaxed) {
            return false;
        }
        block.index = n;
        block.rest = None;
        block.start = 0;
        block.input.clear(job.block.saturating_mul(SPARE_BLOCKS));
        let to = self.end.min(from.saturating_add(size));
        match self.lines(block, from, to, job) {
            Ok(rest) => block.rest = rest,
            Err(error) => block.trouble = Some(error),
        }
        if block.rest.is_some() || block.trouble.is_some() {
            self.last.fetch_min(n, Ordering::Relaxed);
        }
        self.read.fetch_add((block.input.held - block.start) as u64, Ordering::Relaxed);
        true
    }

    /// Reads the lines that begin in `from..to`; returns where another reader has to continue, if
    /// it has to.
    fn lines(
        &self,
        block: &mut Block,
        from: u64,
        to: u64,
        job: &LineJob,
    ) -> io::Result<Option<u64>> {
        let (ending, most) = (job.ending.byte(), job.max_line.saturating_add(SLACK));
        // The byte before shows whether a line begins here.
        let base = from.max(self.start + 1) - 1;
        let mut until = to.saturating_add(BEYOND).min(self.end);
        self.read_to(block, base, until)?;
        let own = length(base, to).min(block.input.held);
        let text = block.input.text();
        if from > self.start {
            block.start = memchr::memchr(ending, &text[..own]).map_or(own, |at| at + 1);
        }
        // From the last byte of the stretch on, the next ending is that of its last line.
        let mut seen = own.saturating_sub(1).max(block.start);
        loop {
            let text = block.input.text();
            if block.start >= own {
                // No line begins here.
                block.input.held = block.start;
                break;
            }
            if let Some(at) = memchr::memchr(ending, &text[seen..]) {
                block.input.held = seen + at + 1;
                break;
            }
            seen = text.len();
            let line =
                block.start + memchr::memrchr(ending, &text[block.start..]).map_or(0, |at| at + 1);
            let read = base + seen as u64;
            let most = (base + line as u64).saturating_add(most as u64);
            if read >= most || read >= self.end || read < until {
                block.input.held = line;
                return Ok(Some(base + line as u64));
            }
            until = until.saturating_add(until - from).min(self.end).min(most);
            self.read_to(block, base, until)?;
        }
        let end = base + block.input.held as u64;
        Ok((to == self.end || own < length(base, to)).then_some(end))
    }

    /// Reads into the block what it still lacks of the file from `base` to `until`, or to the end
    /// of the file.
    fn read_to(&self, block: &mut Block, base: u64, until: u64) -> io::Result<()> {
        loop {
            let held = block.input.held;
            let lacks = length(base + held as u64, until);
            if lacks == 0 {
                return Ok(());
            }
            match system::read_at(&self.file, block.input.spare(lacks), base + held as u64) {
                Ok(0) => return Ok(()),
                Ok(count) => block.input.held += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// The number of bytes between two offsets of a file.
fn length(from: u64, to: u64) -> usize {
    usize::try_from(to.saturating_sub(from)).unwrap_or(usize::MAX)
}
