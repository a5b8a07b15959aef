//! Files of a job: opened, unpacked and packed, and read without blocking while their writer is
//! slow.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs::File, ops::ControlFlow, sync::Arc};

use crate::bulk::job::{OnError, Side, Trouble};
use crate::bulk::lines::job::{Ending, LineJob, Summary};
use crate::bulk::lines::packing::{Packer, Packing, Unnamed, is_special};
use crate::bulk::{lines, lines::stretches::Bulk, lines::system};

/// A file; what is written to it is packed first. Only [`Output::finish`] completes it.
struct Output {
    packer: Packer,
    last: Option<u8>,
}

impl Output {
    fn open(target: &Target) -> io::Result<Self> {
        let file = match &target.place {
            Destination::Path(path) => File::options().append(true).open(path)?,
            Destination::Stdout => system::file_of(&io::stdout())?,
            Destination::Stderr => system::file_of(&io::stderr())?,
        };
        Ok(Self { packer: Packing::of(&target.name).writer(file)?, last: None })
    }

    /// Ends the last record of a file that lacks its ending, so that the next file begins a new
    /// record.
    fn end(&mut self, ending: Ending) -> io::Result<()> {
        match self.last {
            Some(last) if last != ending.byte() => self.write_all(&[ending.byte()]),
            _ => Ok(()),
        }
    }

    fn finish(self) -> io::Result<()> {
        self.packer.finish()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.packer.write(bytes)?;
        self.last = bytes[..count].last().copied().or(self.last);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.packer.flush()
    }
}

/// A file that counts the bytes that are read, and returns `Interrupted` instead of waiting for
/// long, so that the caller can do something else meanwhile.
struct Patient {
    file: File,
    read: Arc<AtomicU64>,
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !system::is_readable(&self.file)? {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let count = self.file.read(buffer).map_err(|error| match error.kind() {
            // Another process read the bytes first.
            io::ErrorKind::WouldBlock => io::ErrorKind::Interrupted.into(),
            _ => error,
        })?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Where records come from.
#[derive(Clone, Debug)]
pub enum InputFile {
    /// The standard input.
    Stdin,
    /// A file, unpacked according to its suffix or its first bytes.
    Path(PathBuf),
    /// These bytes.
    Bytes(Vec<u8>),
}

impl InputFile {
    /// The path, if the source is a file.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        if let Self::Path(path) = self { Some(path) } else { None }
    }

    /// A reader of the file at this path, unpacked, or of the standard input if there is no path.
    /// It returns `Interrupted` instead of waiting for long: read again. With `in_place`, a packed
    /// file whose name does not end in `.gz` or `.zst` is refused, because it would be written back
    /// unpacked.
    ///
    /// # Errors
    /// Those of the file.
    pub fn reader(path: Option<&Path>, in_place: bool) -> io::Result<Box<dyn Read + Send>> {
        let unnamed = if in_place { Unnamed::Refused } else { Unnamed::Unpacked };
        let (file, packing) = match path {
            Some(path) => (File::open(path)?, Packing::of(path)),
            None => (system::file_of(&io::stdin())?, Packing::Plain),
        };
        packing.reader(Patient { file, read: Arc::default() }, unnamed)
    }

    fn open<'a>(&'a self, read: &Arc<AtomicU64>) -> io::Result<Opened<'a>> {
        let (file, packing) = match self {
            Self::Bytes(bytes) => return Ok((None, Box::new(bytes.as_slice()))),
            Self::Stdin => (system::file_of(&io::stdin())?, Packing::Plain),
            Self::Path(path) => (File::open(path)?, Packing::of(path)),
        };
        let bulk = match packing {
            Packing::Plain => Bulk::of(&file, read)?,
            _ => None,
        };
        let patient = Patient { file, read: Arc::clone(read) };
        match bulk {
            // The other reader continues after the bulk, in the middle of the file, so it must not
            // look for a magic number.
            Some(bulk) if !is_special(&bulk.head()?) => Ok((Some(bulk), Box::new(patient))),
            _ => Ok((None, packing.reader(patient, Unnamed::Unpacked)?)),
        }
    }
}

/// The part of a source that several threads can read at once, if any, and a reader of the rest.
type Opened<'a> = (Option<Bulk>, Box<dyn Read + Send + 'a>);

/// The destination of an output.
#[derive(Clone, Debug)]
pub enum Destination {
    /// The standard output, at its current position.
    Stdout,
    /// The standard error, at its current position.
    Stderr,
    /// The end of an existing file.
    Path(PathBuf),
}

/// The destination of results, and the name that the file will have.
#[derive(Clone, Debug)]
pub struct Target {
    /// The destination.
    pub place: Destination,
    /// The name, whose suffix decides how the output is packed.
    pub name: PathBuf,
}

impl Target {
    /// Writes these bytes, packed according to the name.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn append(&self, bytes: &[u8]) -> io::Result<()> {
        let mut output = Output::open(self)?;
        output.write_all(bytes)?;
        output.finish()
    }
}

/// The files of a job.
#[derive(Clone, Debug)]
pub struct Files {
    /// The inputs, read one after the other.
    pub sources: Vec<InputFile>,
    /// The destination of the results.
    pub target: Target,
    /// The destination of the records that failed, if any.
    pub rejects: Option<Target>,
}

/// Why a job failed, and the index of the source.
pub type Fault = (Trouble, usize);

impl Files {
    /// Processes all sources and returns the counts of each.
    ///
    /// The bytes that are read, before unpacking, are added to `read`. `tick` is that of
    /// [`lines::run`]; it gets the numbers of processed and of failed records.
    ///
    /// # Errors
    ///
    /// The first error. Nothing after it is read or written.
    pub fn run(
        &self,
        job: &LineJob,
        read: &Arc<AtomicU64>,
        tick: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Vec<Summary>, Fault> {
        let on = |side, n| move |error| (Trouble::Io(side, error), n);
        let mut output = Output::open(&self.target).map_err(on(Side::Output, 0))?;
        let mut rejects = match &self.rejects {
            Some(target) => Some(Output::open(target).map_err(on(Side::Rejects, 0))?),
            None => None,
        };
        let mut summaries = Vec::new();
        let (mut records, mut failed) = (0, 0);
        for (n, source) in self.sources.iter().enumerate() {
            let (bulk, input) = source.open(read).map_err(on(Side::Input, n))?;
            // A report ends its own lines.
            if job.report.is_none() {
                output.end(job.ending).map_err(on(Side::Output, n))?;
            }
            if let Some(rejects) = &mut rejects {
                rejects.end(job.ending).map_err(on(Side::Rejects, n))?;
            }
            let collected = rejects.as_mut().map(|rejects| -> &mut dyn Write { rejects });
            let mut tick = |now: &Summary| tick(records + now.records, failed + now.failed);
            // U+FEFF is a byte order mark only at the start of the output.
            let job = LineJob { keeps_mark: output.last.is_none(), ..*job };
            let summary = lines::run(bulk, input, &mut output, collected, &job, &mut tick)
                .map_err(|trouble| (trouble, n))?;
            (records, failed) = (records + summary.records, failed + summary.failed);
            summaries.push(summary);
            if failed > 0 && job.on_error == OnError::Raise {
                break;
            }
        }
        let last = self.sources.len();
        output.finish().map_err(on(Side::Output, last))?;
        rejects.map_or(Ok(()), Output::finish).map_err(on(Side::Rejects, last))?;
        Ok(summaries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpacking_undoes_packing() {
        let text = b"https://example.org/\n".repeat(20_000);
        for name in ["a", "a.GZ", "a.b.zst"] {
            let path = std::env::temp_dir().join(format!("superuri-{}-{name}", std::process::id()));
            File::create(&path).expect("a file");
            let target = Target { place: Destination::Path(path.clone()), name: name.into() };
            // Two members, two frames: the second follows the first.
            for _ in 0..2 {
                let mut output = Output::open(&target).expect("it exists");
                output.write_all(&text).expect("it is written");
                output.finish().expect("it is finished");
            }
            let (mut unpacked, read) = (Vec::new(), Arc::default());
            let source = InputFile::Path(path.clone());
            let (_, mut input) = source.open(&read).expect("it exists");
            input.read_to_end(&mut unpacked).expect("it is read");
            std::fs::remove_file(&path).expect("it exists");
            assert!(unpacked == text.repeat(2), "{name}");
            assert!(read.load(Ordering::Relaxed) > 0);
        }
    }

    #[test]
    fn a_file_without_its_last_newline_does_not_run_into_the_next() {
        let apply = |_: &[u8], _: &mut Vec<u8>| Ok(false);
        let job = LineJob::new(&apply, Ending::Newline, OnError::Keep);
        let job = LineJob { max_line: 9, block: 9, ..job };
        let path = std::env::temp_dir().join(format!("superuri-{}-join", std::process::id()));
        File::create(&path).expect("a file");
        let target = Target { place: Destination::Path(path.clone()), name: "join".into() };
        let sources = ["\u{FEFF}a", "", "\u{FEFF}b\n", "c"]
            .map(|text| InputFile::Bytes(text.into()))
            .to_vec();
        let files = Files { sources, target, rejects: None };
        let counts = files.run(&job, &Arc::default(), &mut |_, _| ControlFlow::Continue(()));
        assert_eq!(counts.expect("files").iter().map(|one| one.records).sum::<u64>(), 3);
        assert_eq!(std::fs::read(&path).expect("it exists"), "\u{FEFF}a\nb\nc".as_bytes());
        std::fs::remove_file(&path).expect("it exists");
    }
}
