//! Buffers for the bytes of a result, reused from one column to the next.
//!
//! Memory that the system hands out fresh costs more than what is written to it: each page is
//! cleared first, at its first use. So what a column leaves is kept for the next one, up to a
//! limit, and a column that is worked on batch by batch stays in the same memory.

use std::ops::{Deref, DerefMut};
use std::sync::Mutex;

use superuri_kernels::memory;

/// So much memory is kept for the next column at most: 64 MiB. What was never written to is none.
const KEPT: usize = 64 << 20;

/// What is smaller than this is not worth the trouble.
const SMALLEST: usize = 64 << 10;

/// What was left, and how much that is.
static LEFT: Mutex<(Vec<Bytes>, usize)> = Mutex::new((Vec::new(), 0));

/// Bytes whose memory is used again.
#[derive(Clone, Default, Debug)]
pub struct Bytes {
    bytes: Vec<u8>,
    /// So many, or a few more, were written by those who were here before.
    written: usize,
}

impl Bytes {
    /// No bytes yet, and room for so many.
    #[must_use]
    pub fn with_room(room: usize) -> Self {
        // Who would have to wait, or was forked while another held the lock, does without.
        if room >= SMALLEST
            && let Ok(mut left) = LEFT.try_lock()
            && let Some(at) = left.0.iter().rposition(|bytes| {
                // Much more than is wanted would be wasted.
                (room..=4 * room).contains(&bytes.capacity())
            })
        {
            let bytes = left.0.swap_remove(at);
            left.1 -= bytes.written;
            return bytes;
        }
        let mut bytes = Vec::new();
        memory::reserve(&mut bytes, room);
        bytes.into()
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
    fn what_is_left_is_used_again_empty() {
        for _ in 0..4 {
            let mut bytes = Bytes::with_room(1 << 20);
            assert!(bytes.is_empty() && bytes.capacity() >= 1 << 20);
            bytes.extend_from_slice(b"left by one who was here before");
        }
        drop(Bytes::from(Vec::with_capacity(2 * KEPT)));
        let kept = LEFT.lock().expect("no test panics with it");
        let sum: usize = kept.0.iter().map(|bytes| bytes.written).sum();
        assert!(kept.1 <= KEPT && kept.1 == sum);
        assert!(kept.0.iter().all(|bytes| bytes.is_empty() && bytes.written >= SMALLEST));
    }
}
