//! Buffers for the bytes of a result, reused from one column to the next.
//!
//! Fresh memory of the system costs more than writing to it, because each page is cleared at its
//! first use. So the memory of one column's result is kept for the next one, up to a limit, and a
//! column that is processed batch by batch uses the same memory throughout.

use std::ops::{Deref, DerefMut};
use std::sync::Mutex;

use superuri_kernels::memory;

/// The most memory that is kept for the next column: 64 MiB. Memory that was never written to does
/// not count.
const KEPT: usize = 64 << 20;

/// Smaller buffers are not worth keeping.
const SMALLEST: usize = 64 << 10;

/// The most bytes or items for which memory is reserved by a guess. For more, the system moves pages
/// and copies nothing.
pub(super) const MOST_GUESSED: usize = 16 << 20;

/// The kept buffers, and the sum of their sizes.
static LEFT: Mutex<(Vec<Bytes>, usize)> = Mutex::new((Vec::new(), 0));

/// Bytes whose memory is reused.
#[derive(Clone, Default, Debug)]
pub struct Bytes {
    bytes: Vec<u8>,
    /// Earlier users of this memory wrote about this many bytes.
    written: usize,
}

impl Bytes {
    /// No bytes yet, with this capacity.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        // A thread that would have to wait, or a process forked while the lock was held, allocates.
        if capacity >= SMALLEST
            && let Ok(mut left) = LEFT.try_lock()
            && let Some(at) = left.0.iter().rposition(|bytes| {
                // A much larger buffer would waste memory.
                (capacity..=4 * capacity).contains(&bytes.capacity())
            })
        {
            let bytes = left.0.swap_remove(at);
            left.1 -= bytes.written;
            return bytes;
        }
        let mut bytes = Vec::new();
        memory::reserve(&mut bytes, capacity);
        bytes.into()
    }

    /// Reserves memory for `more` bytes: kept memory, if there is some.
    pub(super) fn reserve_more(&mut self, more: usize) {
        if self.capacity() - self.len() < more {
            let before = std::mem::replace(self, Self::with_capacity(self.len() + more));
            self.extend_from_slice(&before);
        }
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        let mut bytes = std::mem::take(&mut self.bytes);
        let written = self.written.max(bytes.len()).max(SMALLEST);
        if (SMALLEST..=KEPT).contains(&bytes.capacity())
            && let Ok(mut left) = LEFT.try_lock()
            && left.1 + written <= KEPT
        {
            bytes.clear();
            left.1 += written;
            left.0.push(Self { bytes, written });
        }
    }
}

impl Deref for Bytes {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        &self.bytes
    }
}

impl DerefMut for Bytes {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, written: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_memory_is_reused_empty() {
        for _ in 0..4 {
            let mut bytes = Bytes::with_capacity(1 << 20);
            assert!(bytes.is_empty() && bytes.capacity() >= 1 << 20);
            bytes.extend_from_slice(b"written by an earlier user");
        }
        drop(Bytes::from(Vec::with_capacity(2 * KEPT)));
        let kept = LEFT.lock().expect("no test panics while it holds the lock");
        let sum: usize = kept.0.iter().map(|bytes| bytes.written).sum();
        assert!(kept.1 <= KEPT && kept.1 == sum);
        assert!(kept.0.iter().all(|bytes| bytes.is_empty() && bytes.written >= SMALLEST));
    }
}
