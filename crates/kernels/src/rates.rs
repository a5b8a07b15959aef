//! Rates: measurements of each tier on this machine.

use std::{hint::black_box, mem::MaybeUninit, time::Instant};

use super::tests::{Rng, SEED, written};
use crate::set::{ALNUM, Set};
use crate::{Table, Tier};

const MEGABYTE: usize = 1 << 20;

/// The most common set: all but RFC 3986's *unreserved*.
const TABLE: Table = Table::new(Set::all_but(ALNUM).but("-._~").bits());

/// Prints the rates of each tier: `cargo test --release -- --ignored --nocapture kernel_rates`.
#[test]
#[ignore = "prints rates, checks nothing"]
fn kernel_rates() {
    let mut random = Rng(SEED);
    let clean = vec![b'a'; MEGABYTE];
    let tenth = clean.iter().map(|&a| if random.below(10) == 0 { b' ' } else { a }).collect();
    let binary = (0..MEGABYTE).map(|_| random.byte() | 0x80).collect();
    let japanese = "起司堡のレシピ、".bytes().cycle().take(MEGABYTE).collect();
    for (name, text) in [("clean", clean), ("10 %", tenth), ("all", binary), ("Japanese", japanese)]
    {
        for tier in Tier::all() {
            let [find, count, encode, decode] = rates(tier, &text);
            println!(
                "{name:>8}, {tier:?}: GB/s of input: find {find:.1}, count {count:.1}, \
                 encode {encode:.1}, decode {decode:.1}"
            );
        }
    }
    for text in [
        "nothing",
        "nothing-to-do-in-20-",
        "a b/ue~*+",
        "two spaces in 29 bytes, here!",
        "a path of sixty bytes, that has spaces and commas, but no end",
    ] {
        for tier in Tier::all() {
            let [find, count, encode, decode] = times(tier, text.as_bytes());
            println!(
                "{:>2} bytes, {tier:?}: ns: find {find:.1}, count {count:.1}, \
                 encode {encode:.1}, decode {decode:.1}",
                text.len()
            );
        }
    }
}

/// Prints the rates of each tier: `cargo test --release -- --ignored --nocapture text_rates`.
#[test]
#[ignore = "prints rates, checks nothing"]
fn text_rates() {
    for (name, text) in [
        ("English", "It is what it is; "),
        ("French", "Ça fera l'affaire, à côté. "),
        ("English, quotes", "\u{2019}Tis what it is, \u{201C}it\u{201D}. "),
        ("Russian", "Это то, что есть. "),
        ("Japanese", "起司堡のレシピ、"),
        ("Japanese, mixed", "起司堡のレシピ, ABC 起司. "),
        ("faces", "Fine 😀 and fine 😀😀. "),
    ] {
        let text = text.repeat(MEGABYTE / text.len());
        for tier in Tier::all() {
            let [extent, latin1, ucs2, ucs4] = text_rates_of(tier, &text);
            println!(
                "{name:>15}, {tier:?}: GB/s of UTF-8: extent {extent:.1}, Latin-1 {latin1:.1}, \
                 UCS-2 {ucs2:.1}, UCS-4 {ucs4:.1}"
            );
        }
    }
}

/// Gigabytes of UTF-8 per second for each kernel that reads it.
fn text_rates_of(tier: Tier, text: &str) -> [f64; 4] {
    let len = text.chars().count();
    let octets = text.as_bytes();
    let mut latin1 = vec![MaybeUninit::new(0); len];
    let mut ucs2 = vec![MaybeUninit::new(0); len];
    let mut ucs4 = vec![MaybeUninit::new(0); len];
    let bytes = f64::from(u32::try_from(octets.len()).expect("a megabyte"));
    [
        nanoseconds(|| tier.extent(black_box(octets))),
        nanoseconds(|| tier.read_latin1(black_box(octets), &mut latin1)),
        nanoseconds(|| tier.read_ucs2(black_box(octets), &mut ucs2)),
        nanoseconds(|| tier.read_ucs4(black_box(octets), &mut ucs4)),
    ]
    .map(|time| bytes / time)
}

/// Gigabytes of input per second for each kernel. Decoding is of the encoded text.
fn rates(tier: Tier, text: &[u8]) -> [f64; 4] {
    let encoded = u32::try_from(text.len() + 2 * tier.count(text, &TABLE)).expect("megabytes");
    let len = u32::try_from(text.len()).expect("a megabyte");
    let passed = u32::try_from(tier.find(text, &TABLE)).expect("a megabyte");
    let [find, count, encode, decode] = times(tier, text);
    [(find, passed), (count, len), (encode, len), (decode, encoded)]
        .map(|(time, bytes)| f64::from(bytes) / time)
}

/// Nanoseconds for each kernel. Decoding is of the encoded text.
fn times(tier: Tier, text: &[u8]) -> [f64; 4] {
    let len = text.len() + 2 * tier.count(text, &TABLE);
    let encoded = written(len, |out| tier.encode(text, &TABLE, out));
    // Two registers away from any text: otherwise reading its end waits for what was just written.
    let mut out = vec![MaybeUninit::new(0); len + 256];
    let out = &mut out[128..128 + len];
    [
        nanoseconds(|| tier.find(black_box(text), &TABLE)),
        nanoseconds(|| tier.count(black_box(text), &TABLE)),
        nanoseconds(|| tier.encode(black_box(text), &TABLE, out)),
        nanoseconds(|| tier.decode(black_box(&encoded), out)),
    ]
}

/// The time of one call: the lowest of several means, because noise can only add to it.
fn nanoseconds<T>(mut call: impl FnMut() -> T) -> f64 {
    const ROUNDS: usize = 15;
    const ROUND_NANOSECONDS: u128 = 2_000_000;
    let mut time = |calls: u32| {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(call());
        }
        start.elapsed()
    };
    let ten = time(10).as_nanos().max(10);
    let calls = u32::try_from(10 * ROUND_NANOSECONDS / ten).expect("ten calls take some time");
    let calls = calls.max(10);
    let best = (0..ROUNDS).map(|_| time(calls)).min().expect("there are rounds");
    best.as_secs_f64() * 1e9 / f64::from(calls)
}
