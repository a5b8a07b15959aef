//! Memory: what happens where there is none for a large text.

use std::panic::resume_unwind;

/// What unwinds out of the engine where memory is short: no bug, so no message.
#[derive(Clone, Copy, Debug)]
pub struct Short;

/// Makes room for so many more bytes.
///
/// # Panics
///
/// With [`Short`] where there is none: whoever catches panics can say so, and the process lives.
pub fn reserve(bytes: &mut Vec<u8>, more: usize) {
    if bytes.try_reserve(more).is_err() {
        resume_unwind(Box::new(Short));
    }
}

/// So many zeros; as [`reserve`].
#[must_use]
pub fn zeroed(len: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    reserve(&mut bytes, len);
    bytes.resize(len, 0);
    bytes
}
