//! Speed of the linter: how many real URLs it reads in a second, on one core.
//!
//! `make lint-rate`; the folder of the data is as in `tests/conftest.py`.

use std::path::PathBuf;
use std::time::Instant;

use superuri::lint::{Options, lint};

/// The least that is promised, in URLs a second.
const LEAST: f64 = 1_000_000.0;

/// How many times each file is read; the best time counts.
const RUNS: usize = 7;

#[test]
#[ignore = "it measures"]
fn a_million_real_urls_a_second() {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let data = std::env::var_os("SUPERURI_DATA").map_or_else(|| PathBuf::from(beside), Into::into);
    let options = Options::default();
    for name in ["urls/kasztp.txt", "urls/node_files.txt"] {
        let Ok(text) = std::fs::read(data.join(name)) else {
            println!("SKIPPED: no {name} (SUPERURI_DATA names the folder of the data)");
            continue;
        };
        let mut best = f64::INFINITY;
        let (mut lines, mut findings) = (0, 0);
        for _ in 0..RUNS {
            let start = Instant::now();
            (lines, findings) = (0, 0);
            for line in text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
                lines += 1;
                findings += lint(line, &options).len();
            }
            best = best.min(start.elapsed().as_secs_f64());
        }
        let rate = f64::from(lines) / best;
        println!("{name}: {lines} URLs, {findings} findings, {:.2} million a second", rate / 1e6);
        assert!(rate >= LEAST, "{rate}");
    }
}
