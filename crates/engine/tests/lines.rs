//! Properties L32, L33 and L44: the output does not depend on how a file is cut, nor on the number
//! of threads.

#[path = "../../kernels/tests/rng/mod.rs"]
mod rng;

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::{ops::ControlFlow, time::Duration};

use rng::Rng;
use superuri::base::error::{Error, Kind, Result};
use superuri::bulk::lines::{Ending, LineJob, OnError, Side, Summary, Trouble, run};
use superuri::bulk::verbs::{Verb, clean};
use superuri::clean::profiles::RFC3986;

/// Escapes `a`, decodes `%0A`, doubles `d`, and refuses a record with a `!`.
fn verb(record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
    if !record.iter().any(|byte| b"ad!%".contains(byte)) {
        return Ok(false);
    }
    let mut rest = record;
    while let [first, after @ ..] = rest {
        rest = after;
        match first {
            b'a' => out.extend_from_slice(b"%61"),
            b'd' => out.extend_from_slice(b"dd"),
            b'!' => {
                let at = record.len() - rest.len() - 1;
                return Err(Error::quoting(Kind::BadHost, record, at..at + 1));
            }
            b'%' if rest.starts_with(b"0A") => {
                out.push(b'\n');
                rest = &rest[2..];
            }
            _ => out.push(*first),
        }
    }
    Ok(true)
}

fn job(ending: Ending, on_error: OnError, max_line: usize, block: usize) -> LineJob<'static> {
    LineJob { collects: true, max_line, block, ..LineJob::new(&verb, ending, on_error) }
}

/// Processes a whole file without blocks; the reference for these tests.
fn plain(file: &[u8], job: &LineJob) -> (Vec<u8>, Vec<u8>, u64, u64) {
    let end = if job.ending == Ending::Newline { b'\n' } else { 0 };
    let (mut out, mut rejects, mut records, mut failed) = (vec![], vec![], 0, 0);
    let mut file = file;
    if end == b'\n' && file.starts_with(b"\xEF\xBB\xBF") {
        out.extend_from_slice(&file[..3]);
        file = &file[3..];
    }
    for line in file.split_inclusive(|byte| *byte == end) {
        let mut size = line.len() - usize::from(line.ends_with(&[end]));
        if end == b'\n' && line.ends_with(b"\r\n") {
            size -= 1;
        }
        let (record, ending) = line.split_at(size);
        let mut result = Vec::new();
        let done = verb(record, &mut result);
        if matches!(done, Ok(false)) {
            result.extend_from_slice(record);
        }
        let ok = record.len() <= job.max_line && done.is_ok();
        records += 1;
        if ok && !(end == b'\n' && result.contains(&b'\n')) {
            out.extend_from_slice(&result);
            out.extend_from_slice(ending);
            continue;
        }
        failed += 1;
        if job.on_error != OnError::Raise {
            rejects.extend_from_slice(line);
        }
        match job.on_error {
            OnError::Keep => out.extend_from_slice(line),
            OnError::Null => out.extend_from_slice(ending),
            OnError::Raise => break,
        }
    }
    (out, rejects, records, failed)
}

/// A reader that returns pieces of chosen sizes, and is interrupted before each.
struct InterruptedReader<'a> {
    file: &'a [u8],
    sizes: Vec<usize>,
    interrupted: bool,
}

impl Read for InterruptedReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let Some(size) = self.sizes.first_mut() else { return self.file.read(buffer) };
        let now = (*size).min(buffer.len()).min(self.file.len());
        *size -= now;
        if *size == 0 {
            self.sizes.remove(0);
        }
        buffer[..now].copy_from_slice(&self.file[..now]);
        self.file = &self.file[now..];
        Ok(now)
    }
}

fn done(file: &[u8], sizes: &[usize], job: &LineJob) -> (Vec<u8>, Vec<u8>, Summary) {
    let (mut output, mut rejects) = (Vec::new(), Vec::new());
    let input = InterruptedReader { file, sizes: sizes.to_vec(), interrupted: false };
    let mut go_on = |_: &Summary| ControlFlow::Continue(());
    let summary = run(None, input, &mut output, Some(&mut rejects), job, &mut go_on)
        .expect("a slice can be read and written");
    (output, rejects, summary)
}

impl Rng {
    fn file(&mut self, pieces: usize) -> Vec<u8> {
        const MARK: &[u8] = b"\xEF\xBB\xBF";
        let all: [&[u8]; 16] = [
            b"a",
            b"d",
            b"x",
            b"!",
            b"\n",
            b"\r\n",
            b"\r",
            b"\n\n",
            b"\0",
            b"\xFF",
            b"%0A",
            MARK,
            b"xy",
            b"xxxxxxxx",
            b"!\n",
            b"a\n",
        ];
        (0..pieces).flat_map(|_| all[self.below(all.len())]).copied().collect()
    }

    fn job(&mut self) -> LineJob<'static> {
        let ending = [Ending::Newline, Ending::Newline, Ending::Nul][self.below(3)];
        let on_error = [OnError::Keep, OnError::Null, OnError::Raise][self.below(3)];
        let max_line = [2, 3, 5, 8, 1000][self.below(5)];
        job(ending, on_error, max_line, [1, 2, 4, 64, 4096][self.below(5)])
    }
}

fn check(file: &[u8], sizes: &[usize], job: &LineJob) {
    let seen = |text: &[u8]| text.escape_ascii().to_string();
    let (output, rejects, summary) = done(file, sizes, job);
    let (want, refused, records, failed) = plain(file, job);
    let LineJob { ending, on_error, max_line, block, threads, .. } = job;
    let context = format!(
        "{} cut {sizes:?}, {ending:?} {on_error:?} {max_line} {block} {threads}",
        seen(file)
    );
    assert_eq!(seen(&output), seen(&want), "{context}");
    assert_eq!(seen(&rejects), seen(&refused), "{context}");
    assert_eq!((summary.records, summary.failed), (records, failed), "{context}");
    assert_eq!(summary.kinds.iter().map(|(_, times)| times).sum::<u64>(), failed, "{context}");
}

#[test]
fn every_cut_of_a_short_file_gives_the_same() {
    let mut rng = Rng(0x5EED);
    for _ in 0..60 {
        let file = rng.file(7);
        let file = &file[..file.len().min(12)];
        let job = rng.job();
        for cuts in 0..1_u32 << file.len().saturating_sub(1) {
            let mut sizes = vec![0];
            for at in 0..file.len() {
                *sizes.last_mut().expect("it has one") += 1;
                if cuts >> at & 1 == 1 {
                    sizes.push(0);
                }
            }
            sizes.retain(|size| *size > 0);
            check(file, &sizes, &job);
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same() {
    let mut rng = Rng(0xCAFE);
    for round in 0..400 {
        let pieces = 1 + rng.below(400);
        let file = rng.file(pieces);
        let sizes: Vec<usize> = (0..rng.below(60)).map(|_| 1 + rng.below(40)).collect();
        check(&file, &sizes, &LineJob { threads: 1 + round % 8, ..rng.job() });
    }
}

#[test]
fn what_belongs_to_the_file_stays() {
    let output = |file: &[u8], ending: Ending| {
        done(file, &[], &job(ending, OnError::Keep, 1000, 64)).0.escape_ascii().to_string()
    };
    let line = |file: &[u8]| output(file, Ending::Newline);
    assert_eq!(line(b""), "", "an empty file stays empty");
    assert_eq!(line(b"a"), "%61", "a missing last newline stays missing");
    assert_eq!(line(b"a\n\na\n"), r"%61\n\n%61\n", "empty lines stay empty");
    assert_eq!(line(b"a\r\na\r\n"), r"%61\r\n%61\r\n", "CR LF stays");
    assert_eq!(line(b"a\ra\r"), r"%61\r%61\r", "a lone CR is data");
    assert_eq!(line(b"\xEF\xBB\xBFa\n"), r"\xef\xbb\xbf%61\n", "the mark stays at the start");
    assert_eq!(line(b"\xEF\xBB\xBF"), r"\xef\xbb\xbf", "a file that has only a mark");
    assert_eq!(line(b"a\0\xFF\n"), r"%61\x00\xff\n", "any byte may be in a line");
    assert_eq!(line(b"a%0Aa\n"), r"a%0Aa\n", "a decoded newline would make two lines");
    assert_eq!(output(b"a\r\n\0a%0A\0", Ending::Nul), r"%61\r\n\x00%61\n\x00", "exact bytes");
    let lines = LineJob { splits: true, ..job(Ending::Newline, OnError::Keep, 1000, 64) };
    assert_eq!(done(b"d%0Ad\n", &[], &lines).0, b"dd\ndd\n", "unless a result is lines");
}

#[test]
fn a_mark_and_an_ending_do_not_make_a_line_too_long() {
    let file = b"\xEF\xBB\xBFad\r\nad\r\nxyz\r\n";
    for size in 1..=file.len() {
        let sizes = vec![size; file.len()];
        check(file, &sizes, &job(Ending::Newline, OnError::Null, 2, 64));
    }
}

#[test]
fn lines_that_certainly_stay_are_counted() {
    let verb = clean::by(RFC3986, false);
    let apply = |record: &[u8], out: &mut Vec<u8>| verb.apply(record, out);
    let job = job(Ending::Newline, OnError::Keep, 1000, 64);
    let job = LineJob { apply: &apply, noop: verb.facts().noop, ..job };
    let file = b"http://e.com/a\nhttp://e.com/b\n//e:x\nhttp://e.com/c\n/d e\n";
    let (output, _, summary) = done(file, &[], &job);
    assert!(output.ends_with(b"http://e.com/c\n/d%20e\n"));
    assert_eq!((summary.records, summary.failures[0].record), (5, 3));
}

#[test]
fn failures_have_a_number_and_a_place() {
    let job = LineJob { threads: 4, ..job(Ending::Newline, OnError::Keep, 9, 1) };
    let (_, _, summary) = done("x\n!a\n\n\u{fc}!\n".as_bytes(), &[], &job);
    let found: Vec<_> =
        summary.failures.iter().map(|f| (f.record, f.error.at.clone(), f.at.clone())).collect();
    assert_eq!(found, [(2, 0..1, 0..1), (4, 2..3, 1..2)], "characters where it is text");
    let (_, _, summary) = done(b"\xFF!", &[], &job);
    assert_eq!(summary.failures[0].at, 1..2, "bytes where it is none");
    let (_, _, summary) = done("\u{fc}\u{fc}\u{fc}\u{fc}!!".as_bytes(), &[], &job);
    assert_eq!(summary.failures[0].error.to_string(), "the line is longer than 9 bytes");
}

fn report(record: Option<&[u8]>, outcome: std::result::Result<&[u8], &Error>, out: &mut Vec<u8>) {
    let record = record.map(String::from_utf8_lossy);
    let outcome = outcome.map(String::from_utf8_lossy).map_err(|error| error.kind);
    out.extend_from_slice(format!("{record:?} {outcome:?}\n").as_bytes());
}

#[test]
fn a_report_replaces_every_record() {
    let want = "Some(\"a\") Ok(\"%61\")\nSome(\"!\") Err(BadHost)\nNone Err(LineTooLong)\n\
                Some(\"\") Ok(\"\")\nSome(\"x\") Ok(\"x\")\n";
    let job = LineJob { report: Some(&report), ..job(Ending::Nul, OnError::Keep, 2, 1) };
    for cut in 1..8 {
        let (output, _, summary) = done(b"a\0!\0xxxxxx\0\0x", &[cut], &job);
        assert_eq!(String::from_utf8_lossy(&output), want);
        assert_eq!(summary.records, 5);
    }
    // It gets a result of two lines, and one line about a line that was never held as a whole.
    let want = "Some(\"a%0Aa\") Ok(\"%61\\n%61\")\nNone Err(LineTooLong)\nSome(\"x\") Ok(\"x\")\n";
    let file = b"a%0Aa\nxxxxxxxxxxxxxxxx\nx";
    let job = LineJob { ending: Ending::Newline, max_line: 6, ..job };
    let (output, _, summary) = done(file, &[1; 24], &job);
    assert_eq!((&*String::from_utf8_lossy(&output), summary.records), (want, 3));
}

/// Reads a line of 10,000 bytes, all but the last thousand of which must have been written.
struct Long<'a>(usize, &'a AtomicUsize);

impl Read for Long<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        assert!(self.0 < 1000 + self.1.load(Relaxed), "it is held in memory");
        let count = buffer.len().min(10_000 - self.0);
        buffer[..count].fill(b'x');
        self.0 += count;
        Ok(count)
    }
}

struct Counter<'a>(&'a AtomicUsize);

impl Write for Counter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.fetch_add(bytes.len(), Relaxed);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_line_that_is_too_long_is_written_while_it_is_read() {
    let (written, job) = (AtomicUsize::new(0), job(Ending::Newline, OnError::Keep, 99, 64));
    let mut go_on = |_: &Summary| ControlFlow::Continue(());
    let summary = run(None, Long(0, &written), &mut Counter(&written), None, &job, &mut go_on);
    assert_eq!(summary.expect("it is read").failed, 1);
    assert_eq!(written.into_inner(), 10_000);
}

/// Returns a line this many times, and then the result of the function.
struct RepeatedLine(usize, fn() -> io::Result<usize>);

impl Read for RepeatedLine {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return self.1();
        }
        self.0 -= 1;
        buffer[..2].copy_from_slice(b"x\n");
        Ok(2)
    }
}

#[test]
fn what_was_read_before_an_error_is_written() {
    for threads in 1..5 {
        let mut output = Vec::new();
        let job = LineJob { threads, ..job(Ending::Newline, OnError::Keep, 9, 4) };
        let input = RepeatedLine(50, || Err(io::ErrorKind::TimedOut.into()));
        let ended = run(None, input, &mut output, None, &job, &mut |_| ControlFlow::Continue(()));
        let Err(Trouble::Io(Side::Input, error)) = ended else { panic!("{ended:?}") };
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(output, b"x\n".repeat(50));
    }
}

#[test]
fn a_panic_comes_back_to_the_caller() {
    for threads in 1..5 {
        let caught = std::panic::catch_unwind(|| {
            let job = LineJob { threads, ..job(Ending::Newline, OnError::Keep, 9, 4) };
            let input = RepeatedLine(50, || panic!("this reader gives up"));
            run(None, input, &mut Vec::new(), None, &job, &mut |_| ControlFlow::Continue(()))
                .is_ok()
        });
        assert!(caught.is_err());
    }
}

#[test]
fn the_caller_can_end_a_job_that_waits() {
    for threads in 1..5 {
        let mut output = Vec::new();
        let job = LineJob { threads, ..job(Ending::Newline, OnError::Keep, 9, 8) };
        let input = RepeatedLine(20, || {
            std::thread::sleep(Duration::from_millis(5));
            Err(io::ErrorKind::Interrupted.into())
        });
        let mut ticks = 0;
        let ended = run(None, input, &mut output, None, &job, &mut |_| {
            ticks += 1;
            if ticks > 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(matches!(ended, Err(Trouble::Stopped)));
        assert_eq!(output, b"x\n".repeat(20));
    }
}
