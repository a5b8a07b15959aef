//! Buffer: memory for the bytes of a file, filled again and again.

use superuri_kernels::memory;

/// Bytes that were made room for once: `bytes[..held]` are real.
#[derive(Default)]
pub(crate) struct Buffer {
    bytes: Vec<u8>,
    pub(crate) held: usize,
}

impl Buffer {
    pub(crate) fn text(&self) -> &[u8] {
        &self.bytes[..self.held]
    }

    /// So many bytes of room behind the real ones.
    pub(crate) fn room(&mut self, more: usize) -> &mut [u8] {
        let need = self.held + more;
        if self.bytes.len() < need {
            // Growing by a share of what is there keeps a long line linear.
            let len = need.max(self.held + self.held / 4);
            let more = len - self.bytes.len();
            memory::reserve(&mut self.bytes, more);
            self.bytes.resize(len, 0);
        }
        &mut self.bytes[self.held..self.held + more]
    }

    /// Hold this text instead.
    pub(crate) fn set(&mut self, text: &[u8]) {
        self.held = 0;
        if !text.is_empty() {
            self.room(text.len()).copy_from_slice(text);
            self.held = text.len();
        }
    }

    /// Hold nothing, and no more memory than this.
    pub(crate) fn clear(&mut self, most: usize) {
        self.held = 0;
        if self.bytes.len() > most {
            *self = Self::default();
        }
    }
}
