//! Packing: how the bytes of a file are compressed, detected by its name and its first bytes.

use std::io::{self, Cursor, IsTerminal, Read, Write};
use std::{fs::File, path::Path};

use flate2::write::GzEncoder;

use crate::bulk::lines::compressed::{GZIP_MAGIC, Gzip, Zstd};
use crate::bulk::lines::terminal::Terminal;

/// How the bytes of a file are compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Packing {
    Plain,
    /// RFC 1952: any number of members.
    Gzip,
    /// RFC 8878: any number of frames.
    Zstd,
}

impl Packing {
    /// The format that a file's suffix names.
    pub(super) fn of(path: &Path) -> Self {
        match path.extension() {
            Some(suffix) if suffix.eq_ignore_ascii_case("gz") => Self::Gzip,
            Some(suffix) if suffix.eq_ignore_ascii_case("zst") => Self::Zstd,
            _ => Self::Plain,
        }
    }

    /// A reader of the unpacked input. If the name does not name a format, the first bytes decide.
    pub(super) fn reader<'a>(
        self,
        input: impl Read + Send + 'a,
        unnamed: Unnamed,
    ) -> io::Result<Box<dyn Read + Send + 'a>> {
        Ok(match self {
            Self::Plain => Box::new(Sniffed::new(input, unnamed)),
            Self::Gzip => Box::new(Sniffed::new(Gzip::new(input), Unnamed::Stays)),
            Self::Zstd => Box::new(Sniffed::new(Zstd::new(input)?, Unnamed::Stays)),
        })
    }

    pub(super) fn writer(self, output: File) -> io::Result<Packer> {
        Ok(match self {
            Self::Plain if output.is_terminal() => Packer::Terminal(Terminal::new(output)),
            Self::Plain => Packer::Plain(output),
            Self::Gzip => Packer::Gzip(GzEncoder::new(output, flate2::Compression::default())),
            Self::Zstd => {
                let mut packer = zstd::Encoder::new(output, 0)?;
                // Without a checksum, a flipped bit may go unnoticed (RFC 8878 section 3.1.1).
                packer.include_checksum(true)?;
                Packer::Zstd(packer)
            }
        })
    }
}

pub(super) enum Packer {
    Plain(File),
    /// A terminal, which must not receive control sequences.
    Terminal(Terminal<File>),
    Gzip(GzEncoder<File>),
    Zstd(zstd::Encoder<'static, File>),
}

impl Packer {
    fn inner(&mut self) -> &mut dyn Write {
        match self {
            Self::Plain(file) => file,
            Self::Terminal(terminal) => terminal,
            Self::Gzip(packer) => packer,
            Self::Zstd(packer) => packer,
        }
    }

    /// Writes the end of the compressed data.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::Plain(_) | Self::Terminal(_) => Ok(()),
            Self::Gzip(packer) => packer.finish().map(drop),
            Self::Zstd(packer) => packer.finish().map(drop),
        }
    }
}

impl Write for Packer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner().flush()
    }
}

/// How packed bytes are treated if the name does not show that they are packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unnamed {
    Unpacked,
    /// They are refused, because they would be written back unpacked.
    Refused,
    /// They are data: a file that was packed twice is unpacked once.
    Stays,
}

/// The number of first bytes that identify a file.
pub(super) const HEAD: usize = 4;

/// What the first bytes of a file identify it as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FileKind {
    Packed(Packing),
    /// Text in an encoding that is not supported, and the encoding's name.
    Foreign(&'static str),
}

/// The first bytes of each format; the first match counts (RFC 1952 section 2.3.1, RFC 8878 section
/// 3.1.1, the Unicode standard's byte order marks).
const HEADS: [(&[u8], FileKind); 5] = [
    (GZIP_MAGIC, FileKind::Packed(Packing::Gzip)),
    (b"\x28\xB5\x2F\xFD", FileKind::Packed(Packing::Zstd)),
    (b"\xFF\xFE\0\0", FileKind::Foreign("UTF-32")),
    (b"\xFF\xFE", FileKind::Foreign("UTF-16")),
    (b"\xFE\xFF", FileKind::Foreign("UTF-16")),
];

fn kind(head: &[u8]) -> Option<FileKind> {
    HEADS.iter().find(|(magic, _)| head.starts_with(magic)).map(|&(_, kind)| kind)
}

/// Whether the first bytes show that this is packed, or in an encoding other than UTF-8.
pub(super) fn is_special(head: &[u8]) -> bool {
    kind(head).is_some()
}

/// Whether these bytes are the start of a longer magic number.
fn may_be_more(head: &[u8]) -> bool {
    HEADS.iter().any(|(magic, _)| magic.len() > head.len() && magic.starts_with(head))
}

/// An input that is unpacked, or refused, according to its first bytes.
enum Sniffed<'a, R> {
    /// The bytes that were read, but not yet handed to the caller.
    Head {
        input: Option<R>,
        held: Vec<u8>,
        unnamed: Unnamed,
    },
    Rest(Box<dyn Read + Send + 'a>),
}

impl<'a, R: Read + Send + 'a> Sniffed<'a, R> {
    fn new(input: R, unnamed: Unnamed) -> Self {
        Self::Head { input: Some(input), held: Vec::new(), unnamed }
    }

    /// The input from `held` on, unpacked according to that.
    fn rest(input: R, held: Vec<u8>, unnamed: Unnamed) -> io::Result<Box<dyn Read + Send + 'a>> {
        let kind = kind(&held);
        let input: Box<dyn Read + Send + 'a> = Box::new(Cursor::new(held).chain(input));
        match kind {
            Some(FileKind::Packed(packing)) if unnamed == Unnamed::Unpacked => {
                packing.reader(input, Unnamed::Stays)
            }
            Some(FileKind::Packed(_)) if unnamed == Unnamed::Refused => Err(io::Error::other(
                "it is compressed, but its name does not end in .gz or .zst: rename it",
            )),
            Some(FileKind::Foreign(name)) => Err(io::Error::other(format!(
                "this is {name}; superuri reads UTF-8: convert it with iconv -f {name} -t UTF-8"
            ))),
            _ => Ok(input),
        }
    }
}

impl<'a, R: Read + Send + 'a> Read for Sniffed<'a, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Self::Head { input, held, unnamed } = self else {
            let Self::Rest(rest) = self else { return Ok(0) };
            return rest.read(buffer);
        };
        let Some(source) = input else { return Ok(0) };
        if buffer.is_empty() {
            return Ok(0);
        }
        if held.is_empty() {
            let count = source.read(buffer)?;
            if kind(&buffer[..count]).is_none() && !may_be_more(&buffer[..count]) {
                // Nearly always, the bytes that were read are what the caller wants.
                let Some(source) = input.take() else { return Ok(0) };
                *self = Self::Rest(Box::new(source));
                return Ok(count);
            }
            held.extend_from_slice(&buffer[..count]);
        }
        // Read byte by byte, so that the reader waits only for bytes that can still decide.
        while !held.is_empty() && may_be_more(held) {
            let mut byte = [0];
            match source.read(&mut byte)? {
                0 => break,
                _ => held.push(byte[0]),
            }
        }
        let (held, unnamed) = (std::mem::take(held), *unnamed);
        let Some(source) = input.take() else { return Ok(0) };
        *self = Self::Rest(Self::rest(source, held, unnamed)?);
        self.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte at a time, and is interrupted before each.
    struct InterruptedBytes(Vec<u8>, bool);

    impl Read for InterruptedBytes {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            if self.0.is_empty() || buffer.is_empty() {
                return Ok(0);
            }
            buffer[0] = self.0.remove(0);
            Ok(1)
        }
    }

    #[test]
    fn the_first_bytes_decide() {
        let mut writer = GzEncoder::new(Vec::new(), flate2::Compression::fast());
        writer.write_all(b"abc").expect("memory");
        let gzip = writer.finish().expect("memory");
        let zstd = zstd::encode_all(&b"abc"[..], 0).expect("memory");
        let twice = zstd::encode_all(&gzip[..], 0).expect("memory");
        let rows: [(&[u8], &[u8]); 10] = [
            (&gzip, b"abc"),
            (&zstd, b"abc"),
            (&twice, &gzip),
            (b"", b""),
            (b"a", b"a"),
            (b"\x1F", b"\x1F"),
            (b"(\xB5/", b"(\xB5/"),
            (b"\xEF\xBB\xBFa", b"\xEF\xBB\xBFa"),
            (b"\xFF", b"\xFF"),
            (b"\xFFa\n", b"\xFFa\n"),
        ];
        for (packed, want) in rows {
            let mut unpacked = Vec::new();
            let mut reader = Packing::Plain
                .reader(InterruptedBytes(packed.to_vec(), false), Unnamed::Unpacked)
                .expect("memory");
            reader.read_to_end(&mut unpacked).expect("it is read");
            assert_eq!(unpacked, want, "{packed:?}");
        }
    }

    #[test]
    fn a_line_does_not_wait_for_the_next() {
        let (mut buffer, mut reader) =
            ([0; 9], Sniffed::new(InterruptedBytes(b"a\nb".to_vec(), true), Unnamed::Unpacked));
        assert_eq!(reader.read(&mut buffer).expect("a byte"), 1);
    }

    #[test]
    fn a_packed_file_edited_in_place_needs_its_suffix() {
        let packed = zstd::encode_all(&b"abc"[..], 0).expect("memory");
        let mut reader = Packing::Plain.reader(&packed[..], Unnamed::Refused).expect("memory");
        let error = reader.read_to_end(&mut Vec::new()).expect_err("it is refused");
        assert!(error.to_string().contains("its name does not end in"), "{error}");
    }

    #[test]
    fn utf_16_and_utf_32_are_refused() {
        let packed = zstd::encode_all(&b"\xFE\xFF\0a"[..], 0).expect("memory");
        for (text, name) in [
            (&b"\xFF\xFEa\0"[..], "UTF-16"),
            (b"\xFE\xFF\0a", "UTF-16"),
            (b"\xFF\xFE\0\0a\0\0\0", "UTF-32"),
            (&packed, "UTF-16"),
        ] {
            let mut reader = Packing::Plain.reader(text, Unnamed::Unpacked).expect("memory");
            let error = reader.read_to_end(&mut Vec::new()).expect_err("it is refused");
            assert!(error.to_string().starts_with(&format!("this is {name};")), "{error}");
        }
    }
}
