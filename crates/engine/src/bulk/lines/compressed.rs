//! Compressed files: how they are unpacked, and the messages for damaged ones.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;

/// The first bytes of each member of a gzip file (RFC 1952 section 2.3.1).
pub(super) const GZIP_MAGIC: &[u8] = b"\x1F\x8B";

/// The messages for data that are not in this format, or damaged.
struct Messages {
    /// The data does not begin in this format.
    none: &'static str,
    /// The data ends too early.
    short: &'static str,
    /// Other data follows.
    more: &'static str,
    damaged: &'static str,
}

const GZIP: Messages = Messages {
    none: "this is not a gzip file",
    short: "the gzip data is cut short",
    more: "something that is not gzip data follows the gzip data",
    damaged: "the gzip data is damaged",
};

const ZSTD: Messages = Messages {
    none: "this is not a zstd file",
    short: "the zstd data is cut short",
    more: "something that is not zstd data follows the zstd data",
    damaged: "the zstd data is damaged",
};

/// The members of a gzip file, one after the other.
pub(crate) struct Gzip<R> {
    /// The input before a member and between two.
    closed: Option<BufReader<R>>,
    member: Option<GzDecoder<BufReader<R>>>,
    begun: bool,
}

impl<R: Read> Gzip<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { closed: Some(BufReader::new(input)), member: None, begun: false }
    }

    /// Opens the next member; returns false at the end of the file.
    fn open(&mut self) -> io::Result<bool> {
        let Some(mut input) = self.closed.take() else { return Ok(true) };
        if self.begun {
            // At the end, `open` is not called again: a reader that is interrupted might never get
            // on.
            match skip_padding(&mut input) {
                Ok(true) => {}
                ended => {
                    self.closed = Some(input);
                    return ended;
                }
            }
        }
        let foreign = match input.fill_buf() {
            Ok([]) => Some(Err(io::Error::other(GZIP.short))),
            Ok(head) if head.iter().zip(GZIP_MAGIC).any(|(one, other)| one != other) => {
                let words = if self.begun { GZIP.more } else { GZIP.none };
                Some(Err(io::Error::other(words)))
            }
            Ok(_) => None,
            Err(error) => Some(Err(error)),
        };
        if let Some(ended) = foreign {
            self.closed = Some(input);
            return ended;
        }
        self.begun = true;
        self.member = Some(GzDecoder::new(input));
        Ok(true)
    }
}

/// Skips zeros: tapes are written in whole blocks, and gzip ignores the padding of the last one.
/// Returns whether there is more.
fn skip_padding(input: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let head = input.fill_buf()?;
        let zeros = head.iter().take_while(|&&byte| byte == 0).count();
        let (is_end, has_more) = (head.is_empty(), zeros < head.len());
        input.consume(zeros);
        if is_end || has_more {
            return Ok(has_more);
        }
    }
}

impl<R: Read> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.open()? {
            let Some(member) = &mut self.member else { break };
            match member.read(buffer) {
                Ok(0) if !buffer.is_empty() => {
                    self.closed = self.member.take().map(GzDecoder::into_inner);
                }
                done => return done.map_err(|error| reworded(error, &GZIP)),
            }
        }
        Ok(0)
    }
}

/// The frames of a zstd file, one after the other.
pub(crate) struct Zstd<R: Read> {
    frames: zstd::Decoder<'static, BufReader<R>>,
    begun: bool,
}

impl<R: Read> Zstd<R> {
    pub(crate) fn new(input: R) -> io::Result<Self> {
        Ok(Self { frames: zstd::Decoder::new(input)?, begun: false })
    }
}

impl<R: Read> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.frames.read(buffer).map_err(|error| {
            // The zstd library's message for a wrong magic number.
            if error.to_string() != "Unknown frame descriptor" {
                return reworded(error, &ZSTD);
            }
            io::Error::other(if self.begun { ZSTD.more } else { ZSTD.none })
        })?;
        self.begun |= count > 0;
        Ok(count)
    }
}

/// The error with a message of ours, unless it is about the file instead of the data.
fn reworded(error: io::Error, messages: &Messages) -> io::Error {
    match error.kind() {
        io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => error,
        _ if error.raw_os_error().is_some() => error,
        io::ErrorKind::UnexpectedEof => io::Error::other(messages.short),
        _ => io::Error::other(messages.damaged),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// Gives one byte at a time, and is interrupted before each.
    struct InterruptedSlice<'a>(&'a [u8], bool);

    impl Read for InterruptedSlice<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let count = self.0.len().min(buffer.len()).min(1);
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    /// The unpacked text, or the error message.
    fn unpacked(mut reader: impl Read) -> String {
        let mut text = String::new();
        match reader.read_to_string(&mut text) {
            Ok(_) => text,
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn each_problem_has_its_message() {
        let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        writer.write_all(b"abc").expect("memory");
        let gzip = writer.finish().expect("memory");
        let zstd = zstd::encode_all(&b"abc"[..], 0).expect("memory");
        let damaged = |packed: &[u8]| {
            let mut packed = packed.to_vec();
            packed[12] ^= 0x55;
            packed
        };
        let rows: [(Vec<u8>, &str); 13] = [
            (gzip.clone(), "abc"),
            (gzip.repeat(2), "abcabc"),
            ([&gzip, &b"\0"[..]].concat(), "abc"),
            ([&gzip, &[0; 10_000][..]].concat(), "abc"),
            ([&gzip, &b"\0\0"[..], &gzip].concat(), "abcabc"),
            ([&b"\0"[..], &gzip].concat(), GZIP.none),
            (gzip[..gzip.len() - 1].to_vec(), GZIP.short),
            (gzip[..4].to_vec(), GZIP.short),
            (Vec::new(), GZIP.short),
            (b"no\n".to_vec(), GZIP.none),
            (b"not even a header\n".to_vec(), GZIP.none),
            ([&gzip, &b"\0more"[..]].concat(), GZIP.more),
            (damaged(&gzip), GZIP.damaged),
        ];
        for (packed, want) in rows {
            assert_eq!(unpacked(Gzip::new(&packed[..])), want, "{packed:?}");
            assert_eq!(
                unpacked(Gzip::new(InterruptedSlice(&packed, false))),
                want,
                "{packed:?}, slowly"
            );
        }
        let rows: [(Vec<u8>, &str); 5] = [
            (zstd.repeat(2), "abcabc"),
            (zstd[..zstd.len() - 1].to_vec(), ZSTD.short),
            (b"no zstd\n".to_vec(), ZSTD.none),
            ([&zstd, &b"more"[..]].concat(), ZSTD.more),
            (Vec::new(), ZSTD.short),
        ];
        for (packed, want) in rows {
            let reader = Zstd::new(&packed[..]).expect("memory");
            assert_eq!(unpacked(reader), want, "{packed:?}");
        }
    }
}
