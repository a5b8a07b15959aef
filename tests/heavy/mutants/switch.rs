//! Which mutant is on, and which places a run reaches.
//!
//! `SUPERURI_MUTANT=N` turns on mutant N; `record` has a run note the places that it reaches, a byte
//! for each, in the file that SUPERURI_REACHED names: at once, because a process may end without
//! notice. Where the compiler evaluates the code, mutant N is on if
//! SUPERURI_BUILT was N when this was built.
#![feature(core_intrinsics, const_eval_select)]
#![allow(internal_features)]

use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

const UNKNOWN: u32 = u32::MAX;
const RECORD: u32 = u32::MAX - 1;
const PLACES: usize = 1 << 15;

static ON: AtomicU32 = AtomicU32::new(UNKNOWN);
static REACHED: [AtomicU8; PLACES] = [const { AtomicU8::new(0) }; PLACES];

/// The number of the mutant that is on; 0 if none is. `place` is that of the first mutant here.
#[inline(always)]
pub const fn at(place: u32) -> u32 {
    std::intrinsics::const_eval_select((place,), compiled, running)
}

const fn compiled(_: u32) -> u32 {
    match option_env!("SUPERURI_BUILT") {
        Some(word) => match u32::from_str_radix(word, 10) {
            Ok(number) => number,
            Err(_) => 0,
        },
        None => 0,
    }
}

#[inline(always)]
fn running(place: u32) -> u32 {
    let on = ON.load(Relaxed);
    if on >= RECORD { first(place) } else { on }
}

#[cold]
#[inline(never)]
fn first(place: u32) -> u32 {
    if ON.load(Relaxed) == UNKNOWN {
        let word = std::env::var("SUPERURI_MUTANT").unwrap_or_default();
        ON.store(if word == "record" { RECORD } else { word.parse().unwrap_or(0) }, Relaxed);
    }
    if ON.load(Relaxed) == RECORD {
        if REACHED[place as usize].swap(1, Relaxed) == 0 {
            written(place);
        }
        return 0;
    }
    ON.load(Relaxed)
}

fn written(place: u32) {
    let Some(path) = std::env::var_os("SUPERURI_REACHED") else { return };
    // Several processes of a test write to one file.
    if let Ok(file) = OpenOptions::new().write(true).create(true).truncate(false).open(path) {
        let _ = file.write_all_at(&[1], place.into());
    }
}

/// Turns on a mutant in a process that runs.
#[unsafe(no_mangle)]
pub extern "C" fn superuri_switch(on: u32) {
    ON.store(on, Relaxed);
}

/// The places that were reached; a byte for each.
#[unsafe(no_mangle)]
pub extern "C" fn superuri_reached() -> *const u8 {
    REACHED.as_ptr().cast()
}
