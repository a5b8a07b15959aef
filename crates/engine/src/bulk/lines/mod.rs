//! Lines: a verb applied to every line of a file, in order, on several threads.
//!
//! A record is a line without its ending. The endings, and a byte order mark at the start of the
//! file, belong to the file: they are kept and never passed to the verb. The output does not depend
//! on how the file is cut into blocks, nor on the number of threads.

pub mod batch;
pub(crate) mod blocks;
pub(crate) mod buffer;
pub(crate) mod compressed;
mod ends;
pub mod files;
pub mod found;
pub(crate) mod job;
pub mod noop;
pub(crate) mod outputs;
mod packing;
pub mod record;
pub mod review;
pub mod seen;
pub mod stretches;
mod system;
pub mod templates;
pub mod terminal;
mod unusual;
pub(crate) mod workers;

use std::io::{self, Read, Write};
use std::{ops::ControlFlow, sync::Mutex, sync::atomic::AtomicBool, time::Instant};

pub use crate::bulk::job::{Apply, OnError, Side, Trouble};
use crate::bulk::lines::blocks::{Block, BlockSource};
pub use crate::bulk::lines::job::{
    BLOCK, Ending, LineJob, MAX_FAILURES, MAX_LINE, RecordFailure, Report, Summary, Together,
};
use crate::bulk::{lines::outputs::JobOutputs, lines::stretches::Bulk};

/// Applies the verb to every record of `input`, writes the results in order, and returns the
/// counts.
///
/// If `input` reads a regular file, `bulk` is the part that several threads read at once; `input`
/// continues after it.
///
/// `tick` is called about ten times a second with the counts so far. To keep that up while a pipe
/// is silent, the reader must return `Interrupted` now and then instead of blocking.
///
/// # Errors
///
/// [`Trouble`]: what was written before is a prefix of the correct output.
pub fn run<'a, R: Read + Send>(
    bulk: Option<Bulk>,
    input: R,
    output: &'a mut dyn Write,
    rejects: Option<&'a mut dyn Write>,
    job: &LineJob<'a>,
    tick: &'a mut dyn FnMut(&Summary) -> ControlFlow<()>,
) -> Result<Summary, Trouble> {
    let summary = Summary::default();
    let distinct = job.distinct;
    let mut outputs =
        JobOutputs { output, rejects, distinct, tick, ticked: Instant::now(), summary };
    let mut index = 0;
    if let Some(bulk) = bulk.filter(|bulk| job.wants_threads(bulk.len())) {
        let fill = |block: &mut Block, stop: &AtomicBool| bulk.fill(block, stop, job);
        let lines = workers::LineSource { fill: &fill, come_slowly: false };
        let Some(rest) = workers::run(&lines, 0, &mut outputs, job)? else {
            return Ok(outputs.summary);
        };
        index = u64::from(bulk.go_on(rest).map_err(|error| Trouble::Io(Side::Input, error))?);
    }
    let mut source = BlockSource::new(input, index, job);
    let before = outputs.summary.bytes_in;
    let mut block = Block::default();
    while !job.wants_threads(outputs.summary.bytes_in - before) {
        match source.fill(&mut block) {
            Ok(true) => block.work(job),
            Ok(false) => return Ok(outputs.summary),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                outputs.ask_caller()?;
                continue;
            }
            Err(error) => return Err(Trouble::Io(Side::Input, error)),
        }
        if outputs.take(&mut block)?.is_break() {
            return Ok(outputs.summary);
        }
    }
    let (next, source) = (source.next_index(), Mutex::new(source));
    let fill = |block: &mut Block, stop: &AtomicBool| workers::in_turn(&source, block, stop);
    workers::run(&workers::LineSource { fill: &fill, come_slowly: true }, next, &mut outputs, job)?;
    Ok(outputs.summary)
}
