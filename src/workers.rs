//! How do several threads share the blocks of one file?

use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::blocks::{Block, Source};
use crate::lines::{Job, Side, Sink, TICK, Trouble};

/// The workers read, cut and work; this thread writes. Blocks go round: whoever takes a free one
/// and then the next piece of the file always comes to an end, so nobody waits in a circle.
pub(crate) fn run<R: Read + Send>(
    source: Source<R>,
    sink: &mut Sink,
    job: &Job,
) -> std::result::Result<(), Trouble> {
    let next = source.next_index();
    let source = Mutex::new(source);
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
            let (source, free, stop, done) = (&source, &free, &stop, done.clone());
            let worker = move || work(source, free, &done, stop, job);
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
fn work<R: Read>(
    source: &Mutex<Source<R>>,
    free: &Mutex<Receiver<Block>>,
    done: &Sender<Block>,
    stop: &AtomicBool,
    job: &Job,
) {
    loop {
        let block = free.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(mut block) = block else { return };
        let caught = catch_unwind(AssertUnwindSafe(|| {
            let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                if stop.load(Ordering::Relaxed) {
                    return false;
                }
                match source.fill(&mut block) {
                    Ok(true) => break,
                    Ok(false) => return false,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => {
                        source.fail(&mut block, error);
                        return true;
                    }
                }
            }
            drop(source);
            block.work(job);
            true
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
) -> std::result::Result<(), Trouble> {
    let mut early: Vec<Block> = Vec::new();
    loop {
        match finished.recv_timeout(TICK) {
            Ok(block) => early.push(block),
            Err(RecvTimeoutError::Timeout) => sink.look_around()?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if let Some(panic) = early.last_mut().and_then(|block| block.panic.take()) {
            resume_unwind(panic);
        }
        while let Some(at) = early.iter().position(|block| block.index == next) {
            let mut block = early.swap_remove(at);
            if sink.take(&mut block)?.is_break() {
                return Ok(());
            }
            next += 1;
            // Nobody may be left to take it.
            let _ = give.send(block);
        }
    }
}
