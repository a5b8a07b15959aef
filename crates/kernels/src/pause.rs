//! Pauses: moments in long work at which anyone who waits for something else is served.

use std::sync::OnceLock;

/// Who serves, if anybody does.
static SERVE: OnceLock<fn()> = OnceLock::new();

/// So many steps, of some dozens of nanoseconds each, are made from one pause to the next.
const EVERY: u32 = 1 << 12;

/// Has this called at each pause, on the thread that works. It may unwind; the first one stays.
pub fn serve_by(serve: fn()) {
    _ = SERVE.set(serve);
}

/// Serves anyone who waits.
#[cold]
pub fn now() {
    if let Some(serve) = SERVE.get() {
        serve();
    }
}

/// The steps of a loop that may be long.
#[derive(Default, Debug)]
pub struct Steps(u32);

impl Steps {
    /// Makes one more, and a pause where it is time for one.
    #[inline]
    pub fn one(&mut self) {
        self.0 = self.0.wrapping_add(1);
        if self.0.is_multiple_of(EVERY) {
            now();
        }
    }
}
