//! Records that are processed together give the same results as alone, however the file is cut and
//! read.

#[path = "../../kernels/tests/rng/mod.rs"]
mod rng;

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs::File, ops::ControlFlow, sync::Arc, thread, time::Duration};

use rng::Rng;
use superuri::base::error::{Error, Kind};
use superuri::base::sets::{rfc3986, whatwg};
use superuri::bulk::lines::files::{Destination, Files, InputFile, Target};
use superuri::bulk::lines::{Apply, Ending, LineJob, OnError, Side, Summary, Trouble, run};
use superuri::bulk::verbs::{Verb, clean, decode, encode, forms, normalize};
use superuri::bulk::{lines::batch::LineBatch, lines::stretches::Bulk};
use superuri::clean::profiles::RFC3986;
use superuri::codec::percent::Errors;
use superuri_kernels::ranks::Ranks;

impl Rng {
    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Lines of about this many bytes in total; most files have few unusual parts.
    fn file(&mut self, size: usize) -> Vec<u8> {
        const PLAIN: &[&[u8]] = &[
            b"a",
            b"xyz",
            b"/",
            b" ",
            b"%41",
            b"%C3%A9",
            "é".as_bytes(),
            b"%2F",
            b"+1+",
            b"0123456789",
        ];
        const ODD: &[&[u8]] = &[
            b"\r",
            b"\r\n",
            b"\n\n",
            b"\0",
            b"\0\0",
            b"\xFF",
            b"\xC3",
            b"%C3",
            b"%A9",
            b"%",
            b"%4",
            b"%\n41",
            b"%4\n1",
            b"%0A",
            b"%0d",
            b"%00",
            b"%E2%82",
            b"\xE2\n\x82",
            b"\xEF\xBB\xBF",
        ];
        const ENDINGS: &[&[u8]] = &[b"\n", b"\r\n", b"\0"];
        let (ending, oddness) = (self.of(ENDINGS), self.of(&[3, 30, 3000, usize::MAX]));
        let length = self.of(&[2, 10, 3000, 20_000]);
        let mut file = if self.below(9) == 0 { b"\xEF\xBB\xBF".to_vec() } else { Vec::new() };
        while file.len() < size {
            file.extend_from_slice(match () {
                () if oddness < usize::MAX && self.below(oddness) == 0 => self.of(ODD),
                () if self.below(length) == 0 => ending,
                () => self.of(PLAIN),
            });
        }
        if self.below(2) == 0 {
            file.extend_from_slice(ending);
        }
        file
    }

    fn verb(&mut self) -> Box<dyn Verb> {
        let trim = self.below(2) == 0;
        match self.below(6) {
            0 => return Box::new(clean::by(RFC3986, trim)),
            1 => return Box::new(normalize::plainly(trim)),
            _ => {}
        }
        let form = self.below(3) == 0;
        if self.below(2) == 0 {
            let all = [Errors::Strict, Errors::Strict, Errors::Replace, Errors::Ignore];
            let errors = self.of(&all);
            if form {
                return Box::new(forms::FormDecode { errors, encoding: None });
            }
            return Box::new(decode::into_utf8(errors));
        }
        if form {
            return Box::new(forms::FormEncode(None));
        }
        Box::new(encode::by(self.of(&[rfc3986::COMPONENT, rfc3986::PATH, whatwg::C0_CONTROL])))
    }
}

/// A file that is read in pieces of at most this size.
struct ShortReader<'a>(&'a [u8], usize);

impl Read for ShortReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(self.1);
        self.0.read(&mut buffer[..most])
    }
}

fn done(input: ShortReader, job: &LineJob) -> (Vec<u8>, Vec<u8>, Summary) {
    let (mut output, mut rejects) = (Vec::new(), Vec::new());
    let mut go_on = |_: &Summary| ControlFlow::Continue(());
    let summary = run(None, input, &mut output, Some(&mut rejects), job, &mut go_on)
        .expect("a slice can be read and written");
    (output, rejects, summary)
}

/// A temporary file with this text, positioned after its first bytes; its path has been removed.
fn file_of(text: &[u8], name: &str) -> File {
    let path = std::env::temp_dir().join(format!("superuri-{}-{name}", std::process::id()));
    std::fs::write(&path, [b"before", text].concat()).expect("a folder to write to");
    let mut file = File::options().read(true).write(true).open(&path).expect("it was written");
    std::fs::remove_file(&path).expect("it is there");
    file.seek(SeekFrom::Start(6)).expect("it is longer");
    file
}

/// The same for a regular file, of which each worker reads its own stretch.
fn done_anywhere(text: &[u8], job: &LineJob) -> (Vec<u8>, Vec<u8>, Summary, u64) {
    let (file, read) = (file_of(text, "anywhere"), Arc::default());
    let bulk = Bulk::of(&file, &read).expect("it is there");
    let (mut output, mut rejects) = (Vec::new(), Vec::new());
    let mut go_on = |_: &Summary| ControlFlow::Continue(());
    let summary = run(bulk, file, &mut output, Some(&mut rejects), job, &mut go_on)
        .expect("a file can be read");
    (output, rejects, summary, read.load(Ordering::Relaxed))
}

#[test]
fn records_together_give_the_same_as_each_alone() {
    let seed = 20_261_121;
    println!("seed {seed}");
    let mut rng = Rng(seed);
    let (mut asked, mut answered) = (0, 0);
    for round in 0..300 {
        let size = rng.of(&[5, 50, 500, 50_000, 100_000]);
        let (file, verb) = (rng.file(size), rng.verb());
        let ending = rng.of(&[Ending::Newline, Ending::Newline, Ending::Nul]);
        let together = LineBatch::of(&*verb, ending);
        let apply = |record: &[u8], out: &mut Vec<u8>| verb.apply(record, out);
        let counts = [0, 0].map(AtomicUsize::new);
        let many = |records: &[u8], out: &mut Vec<u8>, ranks: &mut Ranks| {
            let all = together.as_ref().and_then(|verb| verb.onto(records, out, ranks));
            let which = usize::from(all.is_some());
            counts[which].fetch_add(1, Ordering::Relaxed);
            all
        };
        let on_error = rng.of(&[OnError::Keep, OnError::Null, OnError::Raise]);
        let max_line = rng.of(&[3, 100, 1 << 20, 1 << 20]);
        let alone = LineJob::new(&apply, ending, on_error);
        let alone = LineJob { collects: true, max_line, block: 1 << 20, ..alone };
        let blocks = [100, 5000, 40_000, 128 << 10, 1, 9];
        // Blocks of one byte are slow.
        let (block, threads) =
            (rng.of(if file.len() > 1000 { &blocks[..4] } else { &blocks }), 1 + round % 4);
        let job =
            LineJob { together: Some(&many), noop: verb.facts().noop, block, threads, ..alone };
        let piece = rng.of(&[1000, 30_000, 1 << 20]);
        let (want, got) =
            (done(ShortReader(&file, 1 << 20), &alone), done(ShortReader(&file, piece), &job));
        let context = format!("round {round}, {} bytes, blocks of {block}", file.len());
        assert!(want.0 == got.0, "{context}");
        assert!(want.1 == got.1, "the rejects: {context}");
        let far = done_anywhere(&file, &job);
        assert!(want.0 == far.0, "read anywhere: {context}");
        assert!(want.1 == far.1, "read anywhere, the rejects: {context}");
        assert!(far.3 <= file.len() as u64, "{context}");
        let counts_of =
            |summary: Summary| (summary.records, summary.failed, summary.failures, summary.kinds);
        let want = counts_of(want.2);
        assert_eq!(want, counts_of(got.2), "{context}");
        assert_eq!(want, counts_of(far.2), "read anywhere: {context}");
        let [refused, taken] = counts.map(AtomicUsize::into_inner);
        (asked, answered) = (asked + refused + taken, answered + taken);
    }
    println!("{answered} of {asked} pieces were done together");
    assert!(answered > 500 && asked - answered > 500, "both ways are taken");
}

#[test]
fn a_file_may_grow_and_shrink_while_it_is_read() {
    let apply = |record: &[u8], out: &mut Vec<u8>| {
        out.extend_from_slice(&[b"<", record, b">"].concat());
        Ok(true)
    };
    let text: Vec<u8> = (0..20_000).flat_map(|n| format!("{n}\n").into_bytes()).collect();
    for (len, more) in
        [(text.len(), &b"12\n"[..]), (text.len() - 1, b"34"), (70_003, b""), (0, b"")]
    {
        let file = file_of(&text, &format!("grow-{len}"));
        let bulk = Bulk::of(&file, &Arc::default()).expect("it is there");
        let now = [&text[..len], more].concat();
        file.set_len(6 + len as u64).expect("it is shorter");
        file.write_all_at(more, 6 + len as u64).expect("it grows");
        let job = small_blocks(&apply, 4);
        let mut output = Vec::new();
        let mut go_on = |_: &Summary| ControlFlow::Continue(());
        let summary = run(bulk, file, &mut output, None, &job, &mut go_on).expect("it is read");
        let (want, _, lines) = done(ShortReader(&now, 1 << 20), &LineJob { threads: 1, ..job });
        assert!(output == want, "{len} bytes, and {} more", more.len());
        assert_eq!(summary.records, lines.records);
    }
}

#[test]
fn a_file_that_cannot_be_read_ends_the_job() {
    let path = std::env::temp_dir().join(format!("superuri-{}-shut", std::process::id()));
    let file = File::create(&path).expect("a folder to write to");
    std::fs::remove_file(&path).expect("it is there");
    file.set_len(100_000).expect("it grows");
    let bulk = Bulk::of(&file, &Arc::default()).expect("it is there");
    let apply = |_: &[u8], _: &mut Vec<u8>| Ok(false);
    let job = small_blocks(&apply, 2);
    let mut go_on = |_: &Summary| ControlFlow::Continue(());
    let ended = run(bulk, file, &mut Vec::new(), None, &job, &mut go_on);
    assert!(matches!(ended, Err(Trouble::Io(Side::Input, _))), "{ended:?}");
}

/// A job for which a long file is cut into many blocks.
fn small_blocks<'a>(apply: &'a Apply<'a>, threads: usize) -> LineJob<'a> {
    let job = LineJob::new(apply, Ending::Newline, OnError::Raise);
    LineJob { max_line: 100, block: 1000, threads, ..job }
}

/// Accepts this many bytes, slowly, and then fails.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        thread::sleep(Duration::from_micros(100));
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken > 0 { Ok(taken) } else { Err(io::ErrorKind::StorageFull.into()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_panic_and_a_full_disk_end_the_job_in_any_thread() {
    let text: Vec<u8> = (0..20_000).flat_map(|n| format!("{n}\n").into_bytes()).collect();
    for (threads, culprit) in [(2, "0"), (2, "777"), (3, "19999"), (4, "4000"), (5, "none")] {
        let apply = |record: &[u8], _: &mut Vec<u8>| {
            assert_ne!(record, culprit.as_bytes(), "a bug");
            Ok(false)
        };
        let job = small_blocks(&apply, threads);
        let ended = |output: &mut dyn Write| {
            let file = file_of(&text, &format!("ended-{threads}"));
            let bulk = Bulk::of(&file, &Arc::default()).expect("it is there");
            run(bulk, file, output, None, &job, &mut |_| ControlFlow::Continue(()))
        };
        let mut output = Vec::new();
        let caught = catch_unwind(AssertUnwindSafe(|| ended(&mut output).is_ok()));
        assert_eq!(caught.is_ok(), culprit == "none", "{threads}");
        assert!(text.starts_with(&output), "{threads}");
        assert_eq!(output.len() == text.len(), culprit == "none", "{threads}");
        if culprit == "none" {
            let ended = ended(&mut Full(text.len() / 2));
            assert!(matches!(ended, Err(Trouble::Io(Side::Output, _))), "{ended:?}");
        }
    }
}

/// The numbers of records and of failures, whenever they are reported.
type Reported = Vec<(u64, u64)>;

/// How many of these sources a job processes, what it writes, and what it reports meanwhile.
fn of_files(
    sources: Vec<InputFile>,
    on_error: OnError,
    name: &str,
) -> (Result<usize, Trouble>, Vec<u8>, Reported) {
    let path = std::env::temp_dir().join(format!("superuri-{}-{name}", std::process::id()));
    File::create(&path).expect("a folder to write to");
    let target = Target { place: Destination::Path(path.clone()), name: path.clone() };
    let apply = |record: &[u8], _: &mut Vec<u8>| {
        if record == b"slow" {
            thread::sleep(Duration::from_millis(150));
        }
        if record == b"!" { Err(Error::quoting(Kind::BadHost, record, 0..1)) } else { Ok(false) }
    };
    let job = LineJob { on_error, ..small_blocks(&apply, 1) };
    let mut numbers = Vec::new();
    let files = Files { sources, target, rejects: None };
    let ended = files.run(&job, &Arc::default(), &mut |records, failed| {
        numbers.push((records, failed));
        ControlFlow::Continue(())
    });
    let output = std::fs::read(&path).expect("it exists");
    std::fs::remove_file(&path).expect("it exists");
    (ended.map(|counts| counts.len()).map_err(|(trouble, _)| trouble), output, numbers)
}

#[test]
fn only_a_failure_ends_a_job_of_several_files() {
    // The numbers are reported after a slow record.
    for (texts, on_error, want, count, numbers) in [
        (["a\n", "b\n", "slow\n"], OnError::Raise, "a\nb\nslow\n", 3, Some((3, 0))),
        (["a\n", "b\n!\n", "slow\n"], OnError::Raise, "a\nb\n", 2, None),
        (["!\n", "a\n!\nslow\n", "b"], OnError::Keep, "!\na\n!\nslow\nb", 3, Some((4, 2))),
    ] {
        let sources = texts.map(|text| InputFile::Bytes(text.into())).to_vec();
        let (ended, output, reported) = of_files(sources, on_error, "several");
        assert_eq!((ended.expect("memory"), &*output), (count, want.as_bytes()), "{texts:?}");
        assert!(numbers.is_none_or(|numbers| reported.contains(&numbers)), "{reported:?}");
    }
}

#[test]
fn a_file_of_any_length_and_name_is_read_and_a_folder_is_not() {
    let folder = std::env::temp_dir().join(format!("superuri-{}-read", std::process::id()));
    for name in ["d.zst", "d.gz", "d.txt"] {
        std::fs::create_dir_all(folder.join(name)).expect("a folder to write to");
        let (ended, ..) =
            of_files(vec![InputFile::Path(folder.join(name))], OnError::Raise, "folder");
        let Err(Trouble::Io(Side::Input, error)) = ended else { panic!("{ended:?}") };
        assert_eq!(error.kind(), io::ErrorKind::IsADirectory, "{name}");
    }
    let path = folder.join("urls.txt");
    for text in ["", "a", "a\n", "a\nb", "a\nb\n", "a\nb\nc\n"] {
        std::fs::write(&path, text).expect("a folder to write to");
        let (_, output, _) = of_files(vec![InputFile::Path(path.clone())], OnError::Raise, "short");
        assert_eq!(output, text.as_bytes());
    }
    std::fs::remove_dir_all(&folder).expect("it exists");
}
