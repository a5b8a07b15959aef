//! Outputs: where results and rejected records are written, and when the caller can stop the job.

use std::io::{self, Write};
use std::time::{Duration, Instant};
use std::{ops::ControlFlow, thread};

use crate::bulk::job::{Side, TICK, Trouble};
use crate::bulk::{lines::blocks::Block, lines::job::Summary, lines::seen::Distinct};

/// How long to wait for an output that is slow and does not block.
const PAUSE: Duration = Duration::from_millis(1);

/// The outputs of a job, and the counts so far.
pub(crate) struct JobOutputs<'a> {
    pub(crate) output: &'a mut dyn Write,
    pub(crate) rejects: Option<&'a mut dyn Write>,
    pub(crate) distinct: Option<&'a Distinct>,
    pub(crate) tick: &'a mut dyn FnMut(&Summary) -> ControlFlow<()>,
    pub(crate) ticked: Instant,
    pub(crate) summary: Summary,
}

impl JobOutputs<'_> {
    /// Writes a processed block; returns `Break` after the last one.
    pub(crate) fn take(&mut self, block: &mut Block) -> Result<ControlFlow<()>, Trouble> {
        if let Some(error) = block.trouble.take() {
            return Err(Trouble::Io(Side::Input, error));
        }
        if let Some(distinct) = self.distinct
            && !distinct.sift(&mut block.output, &block.marks)
        {
            return Err(Trouble::TooManyDistinct(distinct.most()));
        }
        self.put(&block.output, Side::Output)?;
        self.put(&block.rejects, Side::Rejects)?;
        self.summary.add(std::mem::take(&mut block.summary));
        if self.ticked.elapsed() >= TICK {
            self.ask_caller()?;
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
                Err((io::ErrorKind::Interrupted, _)) => self.ask_caller()?,
                Err((io::ErrorKind::WouldBlock, _)) => {
                    thread::sleep(PAUSE);
                    self.ask_caller()?;
                }
                Err((_, error)) => return Err(Trouble::Io(side, error)),
            }
        }
        Ok(())
    }

    pub(crate) fn ask_caller(&mut self) -> Result<(), Trouble> {
        self.ticked = Instant::now();
        match (self.tick)(&self.summary) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Trouble::Stopped),
        }
    }
}
