//! Characters: tests that each one is counted and written correctly.

use std::fmt::Debug;

use super::super::tests::{self, Rng, SEED, few, guarded};
use super::*;

/// The same as [`guarded`], for a kernel that fills its space.
fn written<U: Copy + PartialEq + Debug + From<u8>>(
    len: usize,
    kernel: impl FnOnce(&mut [MaybeUninit<U>]) -> usize,
) -> Vec<U> {
    let (units, used) = guarded(len, kernel);
    assert_eq!(used, len);
    units
}

fn agree(utf8: &[u8]) {
    let truth = std::str::from_utf8(utf8).ok();
    let shown = utf8.escape_ascii();
    for tier in Tier::all() {
        let shape = tier.shape(utf8);
        assert_eq!(shape, plain::shape(utf8), "{tier:?} {shown}");
        assert_eq!(shape.is_some(), truth.is_some(), "{tier:?} {shown}");
        let (Some(text), Some(TextShape { len, width })) = (truth, shape) else { continue };
        let units: Vec<u32> = text.chars().map(u32::from).collect();
        assert_eq!(len, units.len(), "{tier:?} {shown}");
        let most = units.iter().copied().max().unwrap_or(0);
        assert_eq!(width, Width::of(most), "{tier:?} {shown}");
        assert_eq!(written(len, |out| ucs4(utf8, out)), units);
        if width <= Width::Two {
            let got = written(len, |out| tier.to_ucs2(utf8, out));
            assert!(
                got.iter().map(|&unit| u32::from(unit)).eq(units.iter().copied()),
                "{tier:?} {shown}"
            );
        }
        if width == Width::One {
            let got = written(len, |out| tier.latin1(utf8, out));
            assert!(got.iter().map(|&unit| u32::from(unit)).eq(units), "{tier:?} {shown}");
            let back = tests::written(2 * len + SLACK, |out| tier.latin1_to_utf8(&got, out));
            assert_eq!(back, utf8, "{tier:?} {shown}");
        }
    }
}

#[test]
fn every_character_is_seen_and_written_as_it_should() {
    let last = u32::from(char::MAX);
    let agree_from = |first: u32, count: u32| {
        agree((first..first + count).filter_map(char::from_u32).collect::<String>().as_bytes());
    };
    for first in few((0..=last).step_by(37), 4001) {
        agree_from(first, 37);
    }
    for point in few((0..0x1000).chain((0..=last).step_by(0x101)), 999) {
        agree_from(point, 1);
    }
}

#[test]
fn every_length_and_mixture_is_seen_and_written_as_it_should() {
    println!("seed {SEED}");
    let mut random = Rng(SEED);
    let kinds: [&[&str]; 5] = [
        &["a"],
        &["a", "a", "a", "é", "\u{80}", "ÿ"],
        &["a", "é", "Ł", "\u{7FF}"],
        &["a", "か", "\u{800}", "\u{FFFF}", "\u{D7FF}", "\u{E000}"],
        &["a", "é", "Ł", "か", "😀", "\u{10FFFF}"],
    ];
    for len in few(0..=256, 127) {
        for kind in kinds {
            let mut text = String::new();
            for _ in 0..len {
                text.push_str(kind[random.below(kind.len())]);
            }
            agree(text.as_bytes());
            // Cut anywhere, it may begin or end within a character.
            let start = random.below(text.len() + 1);
            agree(&text.as_bytes()[start..]);
            agree(&text.as_bytes()[..start]);
        }
    }
}

#[test]
fn invalid_text_is_detected_across_every_edge() {
    let wrong: [&[u8]; 14] = [
        b"\x80",
        b"\xC0\x80",
        b"\xC1\xBF",
        b"\xC2",
        b"\xC3a",
        b"\xE0\x9F\xBF",
        b"\xE0\xA0",
        b"\xED\xA0\x80",
        b"\xED\xBF\xBF",
        b"\xE3\x81",
        b"\xE3\x81a",
        b"\xF4\x90\x80\x80",
        b"\xF5",
        b"\xFF",
    ];
    for wrong in wrong {
        for before in few((0..=67).chain(124..=130), 64) {
            for (filler, after) in [("a", 0), ("a", 1), ("a", 70), ("é", 1), ("か", 3)] {
                let text = [&b"a".repeat(before), wrong, filler.repeat(after).as_bytes()].concat();
                agree(&text);
            }
        }
    }
}

#[test]
fn any_two_and_three_bytes_are_judged_as_they_should() {
    for first in few(0x80..=u8::MAX, 25) {
        for second in few(0..=u8::MAX, 61) {
            agree(&[first, second]);
            for third in [0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF] {
                agree(&[first, second, third]);
            }
        }
    }
}
