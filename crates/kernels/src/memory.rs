//! Memory: what happens if it runs out for a large text.

use std::{borrow::Cow, panic::resume_unwind};

/// The payload with which the engine unwinds if memory runs out. It is not a bug, so nothing is
/// printed.
#[derive(Clone, Copy, Debug)]
pub struct Short;

/// Reserves memory for `more` items.
///
/// # Panics
///
/// With [`Short`] if memory runs out: a caller that catches panics can report it, and the process
/// goes on.
#[inline]
pub fn reserve<T>(items: &mut Vec<T>, more: usize) {
    if items.try_reserve(more).is_err() {
        short();
    }
}

/// In bytes: allocations for a shorter text are not checked.
const CHECKED_FROM_BYTES: usize = 4 << 20;

/// How many times the length of a long text is checked for. An escape takes three bytes, and there
/// may be several results at a time.
const COPIES: usize = 8;

/// Panics if a long text has no memory for its results. A later allocation that cannot fail would
/// end the process. The memory is freed at once, without being written to.
///
/// # Panics
///
/// As [`reserve`].
#[inline]
pub fn check_available(len: usize) {
    if len >= CHECKED_FROM_BYTES {
        check_capacity::<u8>(len.saturating_mul(COPIES));
    }
}

/// As [`check_available`], for a number of items.
///
/// # Panics
///
/// As [`reserve`].
pub fn check_capacity<T>(items: usize) {
    std::hint::black_box(&with_capacity::<T>(items));
}

/// Appends an item; as [`reserve`].
#[inline]
pub fn push<T>(items: &mut Vec<T>, item: T) {
    if items.len() == items.capacity() {
        reserve(items, 1);
    }
    items.push(item);
}

/// A vector with this capacity; as [`reserve`].
#[must_use]
pub fn with_capacity<T>(capacity: usize) -> Vec<T> {
    let mut items = Vec::new();
    reserve(&mut items, capacity);
    items
}

/// All items in a vector; as [`reserve`].
pub fn collected<T>(from: impl Iterator<Item = T>) -> Vec<T> {
    let mut items = with_capacity(from.size_hint().0);
    from.for_each(|item| push(&mut items, item));
    items
}

/// The same for items that may be errors.
///
/// # Errors
/// The first error.
pub fn try_collect<T, E>(from: impl Iterator<Item = Result<T, E>>) -> Result<Vec<T>, E> {
    let mut items = with_capacity(from.size_hint().0);
    for item in from {
        push(&mut items, item?);
    }
    Ok(items)
}

/// The bytes as an owned vector; as [`reserve`].
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

/// The pieces, one after the other; as [`reserve`].
#[must_use]
pub fn concat(pieces: &[&[u8]]) -> Vec<u8> {
    let mut whole = with_capacity(pieces.iter().map(|piece| piece.len()).sum());
    for piece in pieces {
        whole.extend_from_slice(piece);
    }
    whole
}

/// The pieces, with the separator between them; as [`reserve`].
#[must_use]
pub fn joined<P: AsRef<[u8]>>(pieces: &[P], separator: u8) -> Vec<u8> {
    let lengths = pieces.iter().map(|piece| piece.as_ref().len() + 1);
    let mut whole = with_capacity(lengths.sum());
    for (n, piece) in pieces.iter().enumerate() {
        if n > 0 {
            whole.push(separator);
        }
        whole.extend_from_slice(piece.as_ref());
    }
    whole
}

/// A copy of the text; as [`reserve`].
#[must_use]
pub fn string(text: &str) -> String {
    let mut own = string_with_capacity(text.len());
    own.push_str(text);
    own
}

/// Appends to the text; as [`reserve`].
#[inline]
pub fn append(text: &mut String, more: &str) {
    if text.try_reserve(more.len()).is_err() {
        short();
    }
    text.push_str(more);
}

/// A text with this capacity; as [`reserve`].
#[must_use]
pub fn string_with_capacity(capacity: usize) -> String {
    let mut own = String::new();
    if own.try_reserve_exact(capacity).is_err() {
        short();
    }
    own
}

/// Unwinds because memory ran out.
///
/// # Panics
///
/// With [`Short`].
#[cold]
pub fn short() -> ! {
    resume_unwind(Box::new(Short))
}
