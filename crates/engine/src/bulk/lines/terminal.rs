//! Terminal output: text escaped so that it contains no control sequences.

use std::io::{self, Write};
use std::{thread, time::Duration};

use crate::codec::characters::refused::acts;

/// How long to wait for a terminal that is slow and does not block.
const PAUSE: Duration = Duration::from_millis(1);

/// Appends the text. Characters that would change the display of a terminal, and octets that are
/// not valid UTF-8, are escaped as in Python: `\x1b`, `\u202e`. Newlines, tabs and the CR of CR LF
/// stay.
pub fn escape_onto(text: &[u8], out: &mut Vec<u8>) {
    escape(text, out, |c, next| match c {
        '\n' | '\t' => true,
        '\r' => next == Some('\n'),
        _ => !acts(c),
    });
}

/// The same for a single line: newlines and tabs are escaped, too.
pub fn line_onto(text: &[u8], out: &mut Vec<u8>) {
    escape(text, out, |c, _| !acts(c));
}

/// Appends the text, escaped except for the characters for which `stays` is true; it gets a
/// character and the next one.
fn escape(text: &[u8], out: &mut Vec<u8>, stays: impl Fn(char, Option<char>) -> bool) {
    if text.iter().all(|byte| matches!(byte, b' '..=b'~')) {
        return out.extend_from_slice(text);
    }
    let put = |out: &mut Vec<u8>, code: u32| {
        let escaped = match code {
            0..=0xFF => format!("\\x{code:02x}"),
            0x100..=0xFFFF => format!("\\u{code:04x}"),
            _ => format!("\\U{code:08x}"),
        };
        out.extend_from_slice(escaped.as_bytes());
    };
    for chunk in text.utf8_chunks() {
        let mut rest = chunk.valid().chars().peekable();
        while let Some(c) = rest.next() {
            if stays(c, rest.peek().copied()) {
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            } else {
                put(out, c.into());
            }
        }
        for &octet in chunk.invalid() {
            put(out, octet.into());
        }
    }
}

/// A terminal to which only escaped text is written. Each piece written must end at a character
/// boundary.
pub(crate) struct Terminal<W> {
    inner: W,
    /// The escaped text that is being written, and how much of it has been.
    escaped: Vec<u8>,
    written: usize,
}

impl<W: Write> Terminal<W> {
    pub(crate) fn new(inner: W) -> Self {
        Self { inner, escaped: Vec::new(), written: 0 }
    }
}

impl<W: Write> Write for Terminal<W> {
    /// Writes everything or fails: after an error of kind `Interrupted`, call again with the same
    /// bytes.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.escaped.is_empty() {
            escape_onto(bytes, &mut self.escaped);
        }
        while self.written < self.escaped.len() {
            match self.inner.write(&self.escaped[self.written..]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => self.written += count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    thread::sleep(PAUSE);
                    return Err(io::ErrorKind::Interrupted.into());
                }
                Err(error) => return Err(error),
            }
        }
        self.escaped.clear();
        self.written = 0;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_control_sequences_are_escaped() {
        for (text, want) in [
            (&b"a\tb\r\nc\n"[..], "a\tb\r\nc\n"),
            (b"\x1b[2J\rx\x07\x7f", "\\x1b[2J\\x0dx\\x07\\x7f"),
            ("\u{9b}2J\u{202e}\u{2028}\u{e0041}".as_bytes(), "\\x9b2J\\u202e\\u2028\\U000e0041"),
            ("caf\u{e9} \u{5d0} \u{1F600}".as_bytes(), "caf\u{e9} \u{5d0} \u{1F600}"),
            (b"\xff\xc3(\\", "\\xff\\xc3(\\"),
        ] {
            let mut out = Vec::new();
            escape_onto(text, &mut out);
            assert_eq!(String::from_utf8_lossy(&out), want);
        }
    }

    /// A file that takes one byte at a time, and is not ready every other time.
    struct SlowTerminal(Vec<u8>, bool);

    impl Write for SlowTerminal {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            self.0.push(bytes[0]);
            Ok(1)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_slow_terminal_gets_everything_once() {
        let mut terminal = Terminal::new(SlowTerminal(Vec::new(), false));
        terminal.write_all(b"a\x1bb").expect("it is slow, not broken");
        terminal.write_all(b"c").expect("it is slow, not broken");
        assert_eq!(terminal.inner.0, b"a\\x1bbc");
    }
}
