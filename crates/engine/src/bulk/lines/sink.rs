//! Sink: where results and rejected records are written, and when the caller is asked whether to go on.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use crate::bulk::job::TICK;
use crate::bulk::lines::blocks::Block;
use crate::bulk::lines::job::{Side, Summary, Trouble};
use crate::bulk::lines::seen::Distinct;

/// So long to wait for a reader that is slow and does not block.
const PAUSE: Duration = Duration::from_millis(1);

/// What a job is writing to, and what it has done so far.
pub(crate) struct Sink<'a> {
    pub(crate) output: &'a mut dyn Write,
    pub(crate) rejects: Option<&'a mut dyn Write>,
    pub(crate) distinct: Option<&'a Distinct>,
    pub(crate) tick: &'a mut dyn FnMut(&Summary) -> ControlFlow<()>,
    pub(crate) ticked: Instant,
    pub(crate) summary: Summary,
}

impl Sink<'_> {
    /// Write a block that is done; `Break` after the last one.
    pub(crate) fn take(&mut self, block: &mut Block) -> Result<ControlFlow<()>, Trouble> {
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

    fn put(&mut self, mut bytes: &[u8], side: Side) -> Result<(), Trouble> {
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
    pub(crate) fn look_around(&mut self) -> Result<(), Trouble> {
        self.ticked = Instant::now();
        match (self.tick)(&self.summary) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Trouble::Stopped),
        }
    }
}
