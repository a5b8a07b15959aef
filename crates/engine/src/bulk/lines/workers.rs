//! Workers: several threads that share the blocks of one file.

use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::bulk::job::{Side, TICK, Trouble};
use crate::bulk::lines::blocks::{Block, BlockSource};
use crate::bulk::{lines::job::LineJob, lines::outputs::JobOutputs};

/// How a worker gets lines: it fills the block with them or with the error, and returns true. It
/// returns false if there are no more lines, or if no more are wanted.
pub(crate) type BlockFiller<'a> = dyn Fn(&mut Block, &AtomicBool) -> bool + Sync + 'a;

/// Fills the block with the next part of the rest of a file, which one worker at a time reads.
pub(crate) fn in_turn<R: Read>(
    source: &Mutex<BlockSource<R>>,
    block: &mut Block,
    stop: &AtomicBool,
) -> bool {
    let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
    while !stop.load(Ordering::Relaxed) {
        match source.fill(block) {
            Ok(more) => return more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                source.fail(block, error);
                return true;
            }
        }
    }
    false
}

/// How the workers get their lines.
pub(crate) struct LineSource<'a> {
    pub(crate) fill: &'a BlockFiller<'a>,
    /// Whether a worker may have to wait for them. Then this thread, which has other duties, reads
    /// none.
    pub(crate) come_slowly: bool,
}

/// The blocks that are not in use. The block that was returned last is taken first: its memory is
/// still in the cache, and blocks that are never needed never allocate any.
struct Pool {
    /// `None` once no more blocks are wanted.
    free: Mutex<Option<Vec<Block>>>,
    given: Condvar,
}

impl Pool {
    fn of(count: usize) -> Self {
        let blocks = (0..count).map(|_| Block::default()).collect();
        Self { free: Mutex::new(Some(blocks)), given: Condvar::new() }
    }

    fn free(&self) -> MutexGuard<'_, Option<Vec<Block>>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a free block; `None` once no more blocks are wanted.
    fn wait(&self) -> Option<Block> {
        let none_yet = |free: &mut Option<Vec<Block>>| free.as_ref().is_some_and(Vec::is_empty);
        let free = self.given.wait_while(self.free(), none_yet);
        free.unwrap_or_else(PoisonError::into_inner).as_mut()?.pop()
    }

    /// A free block, if there is one right now.
    fn spare(&self) -> Option<Block> {
        self.free().as_mut()?.pop()
    }

    fn give(&self, block: Block) {
        if let Some(free) = self.free().as_mut() {
            free.push(block);
        }
        self.given.notify_one();
    }
}

/// Stops the workers when dropped.
struct Wanted<'a> {
    pool: &'a Pool,
    stop: &'a AtomicBool,
}

impl Drop for Wanted<'_> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        *self.pool.free() = None;
        self.pool.given.notify_all();
    }
}

/// Starts the workers, which read, cut and process blocks. This thread writes the blocks in order,
/// from number `next` on, and processes blocks itself while there is nothing to write. A worker
/// takes a free block first and then the next piece of the file, and always finishes it, so that no
/// deadlock can occur.
///
/// Returns the offset at which another reader has to continue, if a block has set one.
pub(crate) fn run(
    lines: &LineSource,
    next: u64,
    outputs: &mut JobOutputs,
    job: &LineJob,
) -> std::result::Result<Option<u64>, Trouble> {
    let stop = AtomicBool::new(false);
    let (done, finished) = channel();
    // For each thread, one block in work and one waiting, and one block for the writer.
    let pool = Pool::of(2 * job.threads + 1);
    thread::scope(|scope| {
        let wanted = Wanted { pool: &pool, stop: &stop };
        let first = usize::from(!lines.come_slowly);
        for n in first..job.threads {
            let (pool, stop, done) = (&pool, &stop, done.clone());
            let worker = move || work(lines.fill, pool, &done, stop, job);
            match thread::Builder::new().spawn_scoped(scope, worker) {
                Ok(_) => {}
                // With fewer threads the same work takes longer.
                Err(_) if n > first => break,
                Err(error) => return Err(Trouble::Io(Side::Input, error)),
            }
        }
        drop(done);
        write_in_order(lines, &finished, &wanted, next, outputs, job)
    })
}

/// Runs a worker until the file ends.
fn work(fill: &BlockFiller, pool: &Pool, done: &Sender<Block>, stop: &AtomicBool, job: &LineJob) {
    while let Some(mut block) = pool.wait() {
        let caught = catch_unwind(AssertUnwindSafe(|| step(fill, &mut block, stop, job)));
        let more = match caught {
            Ok(more) => more,
            Err(panic) => {
                stop.store(true, Ordering::Relaxed);
                block.panic = Some(panic);
                true
            }
        };
        if !more || done.send(block).is_err() {
            return;
        }
    }
}

/// Fills the block with the next lines and processes them; returns false if there are none.
fn step(fill: &BlockFiller, block: &mut Block, stop: &AtomicBool, job: &LineJob) -> bool {
    let more = fill(block, stop);
    if more && block.trouble.is_none() {
        block.work(job);
    }
    more
}

/// Puts the finished blocks back in order and writes them; processes a block itself while none is
/// finished.
fn write_in_order(
    lines: &LineSource,
    finished: &Receiver<Block>,
    wanted: &Wanted,
    mut next: u64,
    outputs: &mut JobOutputs,
    job: &LineJob,
) -> std::result::Result<Option<u64>, Trouble> {
    let mut early: Vec<Block> = Vec::new();
    let mut helps = !lines.come_slowly;
    loop {
        if let Ok(block) = finished.try_recv() {
            early.push(block);
        } else if helps && let Some(mut block) = wanted.pool.spare() {
            helps = step(lines.fill, &mut block, wanted.stop, job);
            if helps {
                early.push(block);
            }
        } else {
            match finished.recv_timeout(TICK) {
                Ok(block) => early.push(block),
                Err(RecvTimeoutError::Timeout) => outputs.ask_caller()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
        if let Some(panic) = early.last_mut().and_then(|block| block.panic.take()) {
            resume_unwind(panic);
        }
        while let Some(at) = early.iter().position(|block| block.index == next) {
            let mut block = early.swap_remove(at);
            if outputs.take(&mut block)?.is_break() {
                return Ok(None);
            }
            if block.rest.is_some() {
                return Ok(block.rest);
            }
            next += 1;
            wanted.pool.give(block);
        }
    }
}
