//! Panics on request, for tests that each of them is caught. Only in builds with debug assertions.

use std::sync::atomic::{AtomicBool, Ordering};

static ARMED: AtomicBool = AtomicBool::new(false);

/// Makes all later requests panic.
pub fn arm() {
    ARMED.store(true, Ordering::Relaxed);
}

/// Can a request panic?
#[inline]
#[must_use]
pub fn is_armed() -> bool {
    cfg!(debug_assertions) && ARMED.load(Ordering::Relaxed)
}

/// Panics if armed, and if the text is the one of the test.
#[inline]
pub(crate) fn ask(text: &[u8]) {
    if is_armed() {
        assert_ne!(text, b"superuri: panic", "injected");
    }
}
