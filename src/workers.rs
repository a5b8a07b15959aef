//! How do several threads share the blocks of one file?

use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::blocks::{Block, Source};
use crate::lines::{Job, Side, Sink, TICK, Trouble};

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

/// The workers read, cut and work; this thread writes, from the block with this number on. Blocks
/// go round: whoever takes a free one and then the next piece of the file always comes to an end,
/// so nobody waits in a circle.
///
/// What comes back is where in the file another reader is to go on, if a block says so.
pub(crate) fn run(
    fill: &Fill,
    next: u64,
    sink: &mut Sink,
    job: &Job,
) -> std::result::Result<Option<u64>, Trouble> {
    let stop = AtomicBool::new(false);
    let (give, free) = channel();
    let free = Mutex::new(free);
    let (done, finished) = channel();
    // One in work and one on its way for each, and one to write.
    let blocks = 2 * job.threads + 1;
    for _ in 0..blocks {
        // The receiver is on this stack.
        let _ = give.send(Block::default());
    }
    thread::scope(|scope| {
        for n in 0..job.threads {
            let (free, stop, done) = (&free, &stop, done.clone());
            let worker = move || work(fill, free, &done, stop, job);
            match thread::Builder::new().spawn_scoped(scope, worker) {
                Ok(_) => {}
                // Fewer threads do the same work, later.
                Err(_) if n > 0 => break,
                Err(error) => return Err(Trouble::Io(Side::Input, error)),
            }
        }
        drop(done);
        let ended = write_in_order(&finished, give, next, sink);
        stop.store(true, Ordering::Relaxed);
        drop(finished);
        ended
    })
}

/// What a worker does until the file ends.
fn work(
    fill: &Fill,
    free: &Mutex<Receiver<Block>>,
    done: &Sender<Block>,
    stop: &AtomicBool,
    job: &Job,
) {
    loop {
        let block = free.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(mut block) = block else { return };
        let caught = catch_unwind(AssertUnwindSafe(|| {
            let more = fill(&mut block, stop);
            if more && block.trouble.is_none() {
                block.work(job);
            }
            more
        }));
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

/// Put the finished blocks back in order and write them. Once `give` is dropped on return, no
/// worker waits for a block any more.
#[expect(clippy::needless_pass_by_value, reason = "its end tells the workers to end")]
fn write_in_order(
    finished: &Receiver<Block>,
    give: Sender<Block>,
    mut next: u64,
    sink: &mut Sink,
) -> std::result::Result<Option<u64>, Trouble> {
    let mut early: Vec<Block> = Vec::new();
    loop {
        match finished.recv_timeout(TICK) {
            Ok(block) => early.push(block),
            Err(RecvTimeoutError::Timeout) => sink.look_around()?,
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
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
            // Nobody may be left to take it.
            let _ = give.send(block);
        }
    }
}
