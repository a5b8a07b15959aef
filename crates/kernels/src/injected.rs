//! Panics that a test asks for, to see each of them caught: where debug assertions are on, and
//! nowhere else.

use std::sync::atomic::{AtomicBool, Ordering};

static ARMED: AtomicBool = AtomicBool::new(false);

/// From now on, what asks panics where it is armed.
pub fn arm() {
    ARMED.store(true, Ordering::Relaxed);
}

/// May anything panic by request?
#[inline]
#[must_use]
pub fn is_armed() -> bool {
    cfg!(debug_assertions) && ARMED.load(Ordering::Relaxed)
}

/// Panics on the text of the test.
#[inline]
pub(crate) fn ask(text: &[u8]) {
    if is_armed() {
        assert_ne!(text, b"superuri: panic", "injected");
    }
}
