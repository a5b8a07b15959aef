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

/// A text shorter than this, in bytes, finds room.
const LONG: usize = 4 << 20;

/// How often a long text is copied at most by what grows with it and cannot fail: an escape takes
/// three bytes, and one result is made into another.
const COPIES: usize = 8;

/// Refuses a text of so many bytes, if it is long and there is no room for what is made of it: what
/// cannot be allocated later would end the process. The room is given back at once, untouched.
///
/// # Panics
///
/// As [`reserve`].
#[inline]
pub fn afford(len: usize) {
    if len >= LONG {
        let mut room = Vec::new();
        reserve(&mut room, len.saturating_mul(COPIES));
        std::hint::black_box(&room);
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
