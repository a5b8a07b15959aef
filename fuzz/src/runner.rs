//! Running a property on generated texts: on all cores, and again on the one text that broke it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{ExitCode, exit};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::Shape;
use crate::grammar::Generator;

/// How many texts a thread takes at once. Few, so that all threads end at about the same time.
const BLOCK: u64 = 256;

/// The longest time that a property may take for one text, as libFuzzer's `-timeout` in `run.py`.
const SLOWEST: Duration = Duration::from_secs(20);

/// The number of a thread that has no text.
const IDLE: u64 = u64::MAX;

struct Options {
    from: u64,
    count: u64,
    seed: u64,
    threads: usize,
}

impl Options {
    fn read() -> Option<Self> {
        let clock = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos());
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let mut options =
            Self { from: 0, count: 1_000_000, seed: (clock % (1 << 32)) as u64, threads };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let number = words.next()?.parse().ok()?;
            match word.as_str() {
                "--from" => options.from = number,
                "--count" => options.count = number,
                "--seed" => options.seed = number,
                "--threads" => options.threads = usize::try_from(number).ok()?.max(1),
                _ => return None,
            }
        }
        Some(options)
    }
}

/// Gives the property the texts that the command line asks for. A text depends on the seed and its
/// number alone, so `--from NUMBER --count 1` repeats it.
pub fn run(name: &str, shape: Shape, property: impl Fn(&[u8]) + Sync) -> ExitCode {
    let Some(Options { from, count, seed, threads }) = Options::read() else {
        eprintln!("usage: {name} [--count N] [--from NUMBER] [--seed S] [--threads T]");
        return ExitCode::from(2);
    };
    let began = Instant::now();
    let end = from.saturating_add(count);
    let next = AtomicU64::new(from);
    let current: Vec<AtomicU64> = (0..threads).map(|_| AtomicU64::new(IDLE)).collect();
    let broken = |number: u64, why: &str| -> ! {
        let mut generator = Generator::default();
        let text = generator.text(seed, number, shape).escape_ascii();
        eprintln!("{name} {why} with --seed {seed} --from {number} --count 1:\n{text}");
        exit(1);
    };
    let work = |current: &AtomicU64| {
        let mut generator = Generator::default();
        loop {
            let first = next.fetch_add(BLOCK, Ordering::Relaxed);
            if first >= end {
                break current.store(IDLE, Ordering::Relaxed);
            }
            for number in first..end.min(first + BLOCK) {
                let text = generator.text(seed, number, shape);
                current.store(number, Ordering::Relaxed);
                if catch_unwind(AssertUnwindSafe(|| property(text))).is_err() {
                    broken(number, "is broken");
                }
            }
        }
    };
    thread::scope(|scope| {
        let (work, (working, done)) = (&work, mpsc::channel::<()>());
        for current in &current {
            let working = working.clone();
            scope.spawn(move || {
                work(current);
                drop(working);
            });
        }
        drop(working);
        let numbers = || -> Vec<u64> {
            current.iter().map(|number| number.load(Ordering::Relaxed)).collect()
        };
        let mut before = vec![IDLE; threads];
        while done.recv_timeout(SLOWEST) == Err(RecvTimeoutError::Timeout) {
            let now = numbers();
            let same = now.iter().zip(&before).find(|(now, before)| now == before);
            if let Some((&number, _)) = same.filter(|(now, _)| **now != IDLE) {
                broken(number, "takes too long");
            }
            before = now;
        }
    });
    let seconds = began.elapsed().as_secs_f64();
    println!("{count} texts of {name} hold, seconds {seconds:.1}, seed {seed}");
    ExitCode::SUCCESS
}
