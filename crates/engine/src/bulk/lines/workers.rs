//! Workers: several threads that share the blocks of one file.

use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::bulk::job::TICK;
use crate::bulk::lines::blocks::{Block, Source};
use crate::bulk::lines::job::{Job, Side, Trouble};
use crate::bulk::lines::sink::Sink;

/// How a worker gets lines: it fills the block, or says of it what the trouble is, and answers
/// true; false where there are no more, or nobody wants more.
pub(crate) type Fill<'a> = dyn Fn(&mut Block, &AtomicBool) -> bool + Sync + 'a;

/// The rest of a file, as one worker at a time reads it.
pub(crate) fn in_turn<R: Read>(
    source: &Mutex<Source<R>>,
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
pub(crate) struct Lines<'a> {
    pub(crate) fill: &'a Fill<'a>,
    /// May one have to wait for them? Then this thread, which has other duties, takes none.
    pub(crate) come_slowly: bool,
}

/// The blocks that nobody works at. Who takes one gets the one that was given last: its memory is
/// in the cache, and what is never taken never gets any.
struct Pool {
    /// None, once nobody wants more.
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

    /// A block, as soon as there is one; none, once nobody wants more.
    fn wait(&self) -> Option<Block> {
        let none_yet = |free: &mut Option<Vec<Block>>| free.as_ref().is_some_and(Vec::is_empty);
        let free = self.given.wait_while(self.free(), none_yet);
        free.unwrap_or_else(PoisonError::into_inner).as_mut()?.pop()
    }

    /// A block, if there is one now.
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

/// Stops the workers when it is dropped.
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

/// The workers read, cut and work; this thread writes, from the block with this number on, and
/// works as well where nothing is to be written. Blocks go round: anyone who takes a free one and then
/// the next piece of the file always comes to an end, so nobody waits in a circle.
///
/// What comes back is where in the file another reader is to go on, if a block says so.
pub(crate) fn run(
    lines: &Lines,
    next: u64,
    sink: &mut Sink,
    job: &Job,
) -> std::result::Result<Option<u64>, Trouble> {
    let stop = AtomicBool::new(false);
    let (done, finished) = channel();
    // One in work and one on its way for each, and one to write.
    let pool = Pool::of(2 * job.threads + 1);
    thread::scope(|scope| {
        let wanted = Wanted { pool: &pool, stop: &stop };
        let first = usize::from(!lines.come_slowly);
        for n in first..job.threads {
            let (pool, stop, done) = (&pool, &stop, done.clone());
            let worker = move || work(lines.fill, pool, &done, stop, job);
            match thread::Builder::new().spawn_scoped(scope, worker) {
                Ok(_) => {}
                // Fewer threads do the same work, later.
                Err(_) if n > first => break,
                Err(error) => return Err(Trouble::Io(Side::Input, error)),
            }
        }
        drop(done);
        write_in_order(lines, &finished, &wanted, next, sink, job)
    })
}

/// What a worker does until the file ends.
fn work(fill: &Fill, pool: &Pool, done: &Sender<Block>, stop: &AtomicBool, job: &Job) {
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

/// Fill the block with the next lines and do them; false if there are none.
fn step(fill: &Fill, block: &mut Block, stop: &AtomicBool, job: &Job) -> bool {
    let more = fill(block, stop);
    if more && block.trouble.is_none() {
        block.work(job);
    }
    more
}

/// Put the finished blocks back in order and write them; while there are none, do one.
fn write_in_order(
    lines: &Lines,
    finished: &Receiver<Block>,
    wanted: &Wanted,
    mut next: u64,
    sink: &mut Sink,
    job: &Job,
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
                Err(RecvTimeoutError::Timeout) => sink.look_around()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
        if let Some(panic) = early.last_mut().and_then(|block| block.panic.take()) {
            resume_unwind(panic);
        }
        while let Some(at) = early.iter().position(|block| block.index == next) {
            let mut block = early.swap_remove(at);
            if sink.take(&mut block)?.is_break() {
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
