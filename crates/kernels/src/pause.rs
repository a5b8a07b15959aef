//! Pauses: moments in long work at which a callback runs.

use std::sync::OnceLock;

/// The callback, if one was set.
static SERVE: OnceLock<fn()> = OnceLock::new();

/// The number of steps between two pauses. A step takes some dozens of nanoseconds.
const EVERY: u32 = 1 << 12;

/// Sets the callback, which runs at each pause on the working thread and may unwind. Only the first
/// call has an effect.
pub fn serve_by(serve: fn()) {
    _ = SERVE.set(serve);
}

/// Runs the callback.
#[cold]
pub fn now() {
    if let Some(serve) = SERVE.get() {
        serve();
    }
}

/// Pauses after a loop of this many steps, unless it was short.
pub fn after(steps: usize) {
    if steps >= EVERY as usize {
        now();
    }
}

/// Counts the steps of a loop that may be long.
#[derive(Default, Debug)]
pub struct Steps(u32);

impl Steps {
    /// Counts one step, and pauses when it is time.
    #[inline]
    pub fn one(&mut self) {
        self.0 = self.0.wrapping_add(1);
        if self.0.is_multiple_of(EVERY) {
            now();
        }
    }
}
