//! Buffer: memory for the bytes of a file, filled again and again.

use superuri_kernels::memory;

/// Bytes whose memory is allocated once; `bytes[..held]` are in use.
#[derive(Default)]
pub(crate) struct Buffer {
    bytes: Vec<u8>,
    pub(crate) held: usize,
}

impl Buffer {
    pub(crate) fn text(&self) -> &[u8] {
        &self.bytes[..self.held]
    }

    /// A slice of `more` bytes after those in use.
    pub(crate) fn spare(&mut self, more: usize) -> &mut [u8] {
        let need = self.held + more;
        if self.bytes.len() < need {
            // Growing by a fraction of the current size keeps a long line linear.
            let len = need.max(self.held + self.held / 4);
            let more = len - self.bytes.len();
            memory::reserve(&mut self.bytes, more);
            self.bytes.resize(len, 0);
        }
        &mut self.bytes[self.held..self.held + more]
    }

    pub(crate) fn set(&mut self, text: &[u8]) {
        self.held = 0;
        if !text.is_empty() {
            self.spare(text.len()).copy_from_slice(text);
            self.held = text.len();
        }
    }

    /// Empties the buffer and frees its memory if that is more than `most` bytes.
    pub(crate) fn clear(&mut self, most: usize) {
        self.held = 0;
        if self.bytes.len() > most {
            *self = Self::default();
        }
    }
}
