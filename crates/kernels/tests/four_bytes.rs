//! Four-byte inputs: each tier encodes and decodes them as the plain kernels do.
//!
//! `python -m heavy four-bytes` runs all 4,294,967,296 of them, `cargo test` a few. Each is tried
//! alone, where the kernels mask what is not text, and behind 28 letters, where it fills a
//! register. `FROM=…` continues at a first byte, `STEP=…` takes every n-th input, and `TIER=…`
//! names another tier than the best.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::{env, mem::MaybeUninit, time::Instant};

use superuri_kernels::set::{ALNUM, Set};
use superuri_kernels::{Decoded, Table, Tier, plain};

/// The letters before the input.
const BEFORE: [u8; 28] = [b'k'; 28];
const WIDE: usize = BEFORE.len() + 4;

/// The longest output of a kernel, and more.
const CAPACITY: usize = 64;

/// Memory for what a kernel writes.
struct Page([MaybeUninit<u8>; CAPACITY]);

impl Page {
    fn new() -> Self {
        Self([MaybeUninit::new(0); CAPACITY])
    }

    /// The bytes that a kernel writes into this much space.
    #[inline]
    fn written(
        &mut self,
        space: usize,
        kernel: impl FnOnce(&mut [MaybeUninit<u8>]) -> usize,
    ) -> &[u8] {
        let len = kernel(&mut self.0[..space]);
        // SAFETY: every byte was initialised, and a kernel writes bytes.
        unsafe { &*(&raw const self.0[..len] as *const [u8]) }
    }
}

/// The inputs of a thread, and what the plain kernels make of them.
struct Bench {
    tiers: Vec<Tier>,
    table: Table,
    /// The input behind letters.
    wide: [u8; WIDE],
    /// The letters, then what the plain kernels wrote; one for each direction.
    encoded: Page,
    decoded: Page,
    page: Page,
}

impl Bench {
    fn new(tiers: &[Tier]) -> Self {
        let mut pages = [Page::new(), Page::new()];
        for page in &mut pages {
            page.0[..BEFORE.len()].copy_from_slice(&BEFORE.map(MaybeUninit::new));
        }
        let [encoded, decoded] = pages;
        Self {
            tiers: tiers.to_vec(),
            table: Table::new(Set::all_but(ALNUM).but("-._~").bits()),
            wide: [BEFORE[0]; WIDE],
            encoded,
            decoded,
            page: Page::new(),
        }
    }

    /// Do all tiers answer as the plain kernels do?
    fn agree(&mut self, input: [u8; 4]) -> bool {
        let Self { tiers, table, wide, encoded, decoded, page } = self;
        wide[BEFORE.len()..].copy_from_slice(&input);
        let space = 4 + 2 * plain::count(&input, table);
        let encoded = encoded.written(BEFORE.len() + space, |out| {
            BEFORE.len() + plain::encode(&input, table, &mut out[BEFORE.len()..])
        });
        let mut result = Decoded { len: 0, high: false, malformed: false };
        let decoded = decoded.written(WIDE, |out| {
            result = plain::decode(&input, &mut out[BEFORE.len()..]);
            BEFORE.len() + result.len
        });
        tiers.iter().all(|tier| {
            let mut alone = result;
            let mut behind = result;
            page.written(space, |out| tier.encode(&input, table, out)) == &encoded[BEFORE.len()..]
                && page.written(encoded.len(), |out| tier.encode(wide, table, out)) == encoded
                && page.written(4, |out| {
                    alone = tier.decode(&input, out);
                    alone.len
                }) == &decoded[BEFORE.len()..]
                && page.written(WIDE, |out| {
                    behind = tier.decode(wide, out);
                    behind.len
                }) == decoded
                && alone == result
                && behind == Decoded { len: BEFORE.len() + result.len, ..result }
        })
    }
}

/// Tries every `step`-th input from this first byte on, on as many threads as there are cores.
fn try_all(tiers: &[Tier], from: u32, step: usize) {
    let began = Instant::now();
    let next = AtomicU32::new(from);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let counted = std::thread::scope(|scope| {
        let work = || {
            let (mut bench, mut counted) = (Bench::new(tiers), 0_u64);
            loop {
                let first = next.fetch_add(1, Relaxed);
                if first > 0xFF {
                    return counted;
                }
                // Behind each first byte, other inputs are taken.
                for rest in (first as usize % step..1 << 24).step_by(step) {
                    let number = first << 24 | u32::try_from(rest).expect("it has 24 bits");
                    let input = number.to_be_bytes();
                    assert!(bench.agree(input), "{}", input.escape_ascii());
                    counted += 1;
                }
                if first % 16 == 15 {
                    println!("up to first byte {first} after {:?}", began.elapsed());
                }
            }
        };
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().expect("all agree")).sum::<u64>()
    });
    let names: Vec<_> = tiers.iter().map(|tier| tier.name()).collect();
    println!(
        "{counted} inputs agree, seconds {:.0}: {}",
        began.elapsed().as_secs_f64(),
        names.join(", ")
    );
}

#[test]
fn a_tier_treats_four_bytes_as_the_plain_one_does() {
    let tiers: Vec<_> = Tier::all().collect();
    try_all(&tiers, 0, 10_007);
}

#[test]
#[ignore = "minutes: python -m heavy four-bytes"]
fn a_tier_treats_all_four_bytes_as_the_plain_one_does() {
    let number =
        |name: &str, usual| env::var(name).map_or(usual, |value| value.parse().expect("a number"));
    let best = Tier::all().last().expect("plain is everywhere");
    let name = env::var("TIER").unwrap_or_else(|_| best.name().to_owned());
    let tier = Tier::all().find(|tier| tier.name() == name).expect("this machine has that tier");
    let from = u32::try_from(number("FROM", 0)).expect("a byte");
    try_all(&[tier], from, number("STEP", 1));
}
