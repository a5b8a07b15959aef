//! Files of a job: opened, unpacked, packed, and read while their writer is slow.

use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::bulk::job::OnError;
use crate::bulk::lines;
use crate::bulk::lines::job::{Ending, Job, Side, Summary, Trouble};
use crate::bulk::lines::packing::{Packer, Packing, Unnamed, is_special};
use crate::bulk::lines::stretches::Bulk;
use crate::bulk::lines::system;

/// A file that packs what is written to it. Only [`Output::finish`] completes it.
struct Output {
    packer: Packer,
    last: Option<u8>,
}

impl Output {
    fn open(target: &Target) -> io::Result<Self> {
        let file = match &target.place {
            Place::Path(path) => File::options().append(true).open(path)?,
            Place::Stdout => system::file_of(&io::stdout())?,
            Place::Stderr => system::file_of(&io::stderr())?,
        };
        Ok(Self { packer: Packing::of(&target.name).writer(file)?, last: None })
    }

    /// Where a file lacks its last ending, what follows it is still another record.
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

/// A file that counts what is read, and answers `Interrupted` where it would wait for long, so
/// that anyone who waits can look around.
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
            // Another process was faster.
            io::ErrorKind::WouldBlock => io::ErrorKind::Interrupted.into(),
            _ => error,
        })?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Where records come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// The standard input.
    Stdin,
    /// A file, unpacked as its suffix or its first bytes say.
    Path(PathBuf),
    /// These bytes.
    Bytes(Vec<u8>),
}

impl Source {
    /// The file's name, if it is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        if let Self::Path(path) = self { Some(path) } else { None }
    }

    /// What reads the file at this path, unpacked, or the standard input where there is none. It
    /// answers `Interrupted` where it would wait for long: ask again. What is to be written again
    /// in its place has to have a name that says how it is packed.
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
            // The reader that continues behind the bulk begins inside the file: it looks for no magic number.
            Some(bulk) if !is_special(&bulk.head()?) => Ok((Some(bulk), Box::new(patient))),
            _ => Ok((None, packing.reader(patient, Unnamed::Unpacked)?)),
        }
    }
}

/// What several threads can read of a source at once, and who reads what is behind that.
type Opened<'a> = (Option<Bulk>, Box<dyn Read + Send + 'a>);

/// What is written to.
#[derive(Clone, Debug)]
pub enum Place {
    /// The standard output, from where it is.
    Stdout,
    /// The standard error, from where it is.
    Stderr,
    /// The end of a file that exists.
    Path(PathBuf),
}

/// Where results go, and the name it is to have.
#[derive(Clone, Debug)]
pub struct Target {
    /// What is written to.
    pub place: Place,
    /// Its suffix says how it is packed.
    pub name: PathBuf,
}

impl Target {
    /// Write these bytes, packed as the name says.
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
    /// Read one after the other.
    pub sources: Vec<Source>,
    /// Where the results go.
    pub target: Target,
    /// Where the records that failed go, if anywhere.
    pub rejects: Option<Target>,
}

/// Why the files could not be done: the trouble, and with which source.
pub type Fault = (Trouble, usize);

impl Files {
    /// The counts of each source.
    ///
    /// The bytes that are read, still packed, are added to `read`; `tick` is that of
    /// [`lines::run`], given how many records are done and how many failed.
    ///
    /// # Errors
    ///
    /// The first trouble. Nothing after it is read or written.
    pub fn run(
        &self,
        job: &Job,
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
            // Only at the very start is it a mark.
            let job = Job { keeps_mark: output.last.is_none(), ..*job };
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
    fn packing_and_unpacking_is_nothing() {
        let text = b"https://example.org/\n".repeat(20_000);
        for name in ["a", "a.GZ", "a.b.zst"] {
            let path = std::env::temp_dir().join(format!("superuri-{}-{name}", std::process::id()));
            File::create(&path).expect("a file");
            let target = Target { place: Place::Path(path.clone()), name: name.into() };
            // Two members, two frames: the second follows the first.
            for _ in 0..2 {
                let mut output = Output::open(&target).expect("it exists");
                output.write_all(&text).expect("it is written");
                output.finish().expect("it is finished");
            }
            let (mut unpacked, read) = (Vec::new(), Arc::default());
            let source = Source::Path(path.clone());
            let (_, mut input) = source.open(&read).expect("it exists");
            input.read_to_end(&mut unpacked).expect("it is read");
            std::fs::remove_file(&path).expect("it exists");
            assert!(unpacked == text.repeat(2), "{name}");
            assert!(read.load(Ordering::Relaxed) > 0);
        }
    }

    #[test]
    fn a_file_without_its_last_newline_is_no_part_of_the_next() {
        let apply = |_: &[u8], _: &mut Vec<u8>| Ok(false);
        let job = Job {
            apply: &apply,
            together: None,
            idle: None,
            report: None,
            ending: Ending::Newline,
            on_error: OnError::Keep,
            collects: false,
            max_line: 9,
            keeps_mark: true,
            splits: false,
            distinct: None,
            block: 9,
            threads: 1,
        };
        let path = std::env::temp_dir().join(format!("superuri-{}-join", std::process::id()));
        File::create(&path).expect("a file");
        let target = Target { place: Place::Path(path.clone()), name: "join".into() };
        let sources =
            ["\u{FEFF}a", "", "\u{FEFF}b\n", "c"].map(|text| Source::Bytes(text.into())).to_vec();
        let files = Files { sources, target, rejects: None };
        let counts = files.run(&job, &Arc::default(), &mut |_, _| ControlFlow::Continue(()));
        assert_eq!(counts.expect("files").iter().map(|one| one.records).sum::<u64>(), 3);
        assert_eq!(std::fs::read(&path).expect("it exists"), "\u{FEFF}a\nb\nc".as_bytes());
        std::fs::remove_file(&path).expect("it exists");
    }
}
