//! Compressed files: how they are unpacked, and what is reported for a damaged one.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;

/// What begins each member of a gzip file (RFC 1952 section 2.3.1).
pub(super) const GZIP_MAGIC: &[u8] = b"\x1F\x8B";

/// What is wrong with data that are in this format, or are not.
struct Complaint {
    /// Nothing of it was unpacked yet.
    none: &'static str,
    /// It ends too early.
    short: &'static str,
    /// Something else follows it.
    more: &'static str,
    damaged: &'static str,
}

const GZIP: Complaint = Complaint {
    none: "this is not a gzip file",
    short: "the gzip data is cut short",
    more: "something that is not gzip data follows the gzip data",
    damaged: "the gzip data is damaged",
};

const ZSTD: Complaint = Complaint {
    none: "this is not a zstd file",
    short: "the zstd data is cut short",
    more: "something that is not zstd data follows the zstd data",
    damaged: "the zstd data is damaged",
};

/// The members of a gzip file, one after the other.
pub(crate) struct Gzip<R> {
    /// Before a member and between two.
    closed: Option<BufReader<R>>,
    member: Option<GzDecoder<BufReader<R>>>,
    begun: bool,
}

impl<R: Read> Gzip<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { closed: Some(BufReader::new(input)), member: None, begun: false }
    }

    /// Open the next member; false at the end of the file.
    fn open(&mut self) -> io::Result<bool> {
        let Some(mut input) = self.closed.take() else { return Ok(true) };
        if self.begun {
            // At the end nothing is asked for again: an interrupted reader might never get on.
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

/// Skips zeros: a tape is written in whole blocks, and gzip ignores what fills the last one. Returns
/// whether there is more.
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
                done => return done.map_err(|error| said(error, &GZIP)),
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
            // The library's name for a wrong magic number.
            if error.to_string() != "Unknown frame descriptor" {
                return said(error, &ZSTD);
            }
            io::Error::other(if self.begun { ZSTD.more } else { ZSTD.none })
        })?;
        self.begun |= count > 0;
        Ok(count)
    }
}

/// The error, if it is about the data and not about the file, in our words.
fn said(error: io::Error, words: &Complaint) -> io::Error {
    match error.kind() {
        io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => error,
        _ if error.raw_os_error().is_some() => error,
        io::ErrorKind::UnexpectedEof => io::Error::other(words.short),
        _ => io::Error::other(words.damaged),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// Gives a byte at a time, and nothing the first time it is asked.
    struct Slow<'a>(&'a [u8], bool);

    impl Read for Slow<'_> {
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

    /// The result, or the message.
    fn unpacked(mut reader: impl Read) -> String {
        let mut text = String::new();
        match reader.read_to_string(&mut text) {
            Ok(_) => text,
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
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
        for (packed, said) in rows {
            assert_eq!(unpacked(Gzip::new(&packed[..])), said, "{packed:?}");
            assert_eq!(unpacked(Gzip::new(Slow(&packed, false))), said, "{packed:?}, slowly");
        }
        let rows: [(Vec<u8>, &str); 5] = [
            (zstd.repeat(2), "abcabc"),
            (zstd[..zstd.len() - 1].to_vec(), ZSTD.short),
            (b"no zstd\n".to_vec(), ZSTD.none),
            ([&zstd, &b"more"[..]].concat(), ZSTD.more),
            (Vec::new(), ZSTD.short),
        ];
        for (packed, said) in rows {
            let reader = Zstd::new(&packed[..]).expect("memory");
            assert_eq!(unpacked(reader), said, "{packed:?}");
        }
    }
}
