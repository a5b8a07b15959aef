//! Calls of one kernel, whose instructions `bench/neon.py` counts.
//!
//!     calls KERNEL TEXT TIMES
//!
//! The text is repeated up to 100 KB if `*` follows it. KERNEL is `encode` or `decode`, with
//! `-plain` for the specification.

use std::{env::args, hint::black_box, mem::MaybeUninit};

use superuri_kernels::set::{ALNUM, Set};
use superuri_kernels::{Table, decode, encode, plain, tier};

/// RFC 3986's *unreserved* stays.
static TABLE: Table = Table::new(Set::all_but(ALNUM).but("-._~").bits());
const REPEATED_BYTES: usize = 100_000;

fn main() {
    let [kernel, text, times] = [1, 2, 3].map(|n| args().nth(n).unwrap_or_default());
    let times: usize = times.parse().unwrap_or(0);
    let text = match text.strip_suffix('*') {
        Some(piece) => piece.repeat(REPEATED_BYTES / piece.len()),
        None => text,
    };
    let text = text.as_bytes();
    let mut space = vec![MaybeUninit::new(0); 3 * text.len() + 64];
    for _ in 0..times {
        let (text, space) = (black_box(text), &mut space[..]);
        _ = black_box(match &*kernel {
            "encode" => encode(text, &TABLE, space),
            "decode" => decode(text, space).len,
            "encode-plain" => plain::encode(text, &TABLE, space),
            "decode-plain" => plain::decode(text, space).len,
            other => panic!("no kernel {other}"),
        });
    }
    assert_eq!(tier(), "NEON", "another machine");
}
