//! Memory: what happens where there is none for a large text.

use std::borrow::Cow;
use std::panic::resume_unwind;

/// What unwinds out of the engine where memory runs out: no bug, so no message.
#[derive(Clone, Copy, Debug)]
pub struct Short;

/// Makes room for so many more items.
///
/// # Panics
///
/// With [`Short`] where there is none: anyone who catches panics can say so, and the process lives.
#[inline]
pub fn reserve<T>(items: &mut Vec<T>, more: usize) {
    if items.try_reserve(more).is_err() {
        short();
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
        std::hint::black_box(&with_capacity::<u8>(len.saturating_mul(COPIES)));
    }
}

/// As [`reserve`], for one item more, which is appended.
#[inline]
pub fn push<T>(items: &mut Vec<T>, item: T) {
    if items.len() == items.capacity() {
        reserve(items, 1);
    }
    items.push(item);
}

/// Room for so many items; as [`reserve`].
#[must_use]
pub fn with_capacity<T>(capacity: usize) -> Vec<T> {
    let mut items = Vec::new();
    reserve(&mut items, capacity);
    items
}

/// The items, as many as there may be; as [`reserve`].
pub fn collected<T>(from: impl Iterator<Item = T>) -> Vec<T> {
    let mut items = with_capacity(from.size_hint().0);
    from.for_each(|item| push(&mut items, item));
    items
}

/// The same up to the first error.
///
/// # Errors
/// That one.
pub fn all<T, E>(from: impl Iterator<Item = Result<T, E>>) -> Result<Vec<T>, E> {
    let mut items = with_capacity(from.size_hint().0);
    for item in from {
        push(&mut items, item?);
    }
    Ok(items)
}

/// The bytes as the caller's own; as [`reserve`].
#[must_use]
pub fn owned(bytes: Cow<'_, [u8]>) -> Vec<u8> {
    match bytes {
        Cow::Owned(bytes) => bytes,
        Cow::Borrowed(bytes) => {
            let mut own = with_capacity(bytes.len());
            own.extend_from_slice(bytes);
            own
        }
    }
}

/// A copy of the text; as [`reserve`].
#[must_use]
pub fn string(text: &str) -> String {
    let mut own = String::new();
    if own.try_reserve_exact(text.len()).is_err() {
        short();
    }
    own.push_str(text);
    own
}

/// So many zeros; as [`reserve`].
#[must_use]
pub fn zeroed(len: usize) -> Vec<u8> {
    let mut bytes = with_capacity(len);
    bytes.resize(len, 0);
    bytes
}

/// Unwinds: there is no memory.
///
/// # Panics
///
/// With [`Short`].
#[cold]
pub fn short() -> ! {
    resume_unwind(Box::new(Short))
}
