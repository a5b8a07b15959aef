//! Tiers: tests that each one has the same results as the plain one, and writes nowhere else.

use std::{fmt::Debug, mem::MaybeUninit};

use super::plain;
use crate::set::{ALNUM, Set};
use crate::{Table, Tier};

/// The byte that must not be overwritten.
const GUARD: u8 = 0xA5;

/// As many guard bytes as the widest store writes. Miri needs none: it knows where memory ends.
const GUARDS: usize = if cfg!(miri) { 0 } else { 64 };

pub(crate) const SEED: u64 = 0x5355_5045_5255_5249;

/// Triplets, and text that almost is one.
const PIECES: [&[u8]; 12] = [
    b"%41",
    b"%c3%A9",
    b"%",
    b"%4",
    b"%%41",
    b"%4%41",
    b"%g1",
    b"%1g",
    b"%\xb1\x31",
    b"\xff",
    b"%25",
    b"%2525",
];

/// Sets of every kind: with few members, many, no ASCII, everything.
fn sets() -> [Set; 7] {
    let unreserved = Set::all_but(ALNUM).but("-._~");
    let path = Set::controls().and(" \"#<>?^`{}");
    [
        unreserved,
        path,
        path.and("%"),
        Set::controls(),
        Set::only(""),
        Set::all_but(""),
        Set::only("a"),
    ]
}

fn tables() -> impl Iterator<Item = Table> {
    sets().into_iter().map(|set| Table::new(set.bits()))
}

pub(crate) use crate::rng::Rng;

impl Rng {
    pub(crate) fn byte(&mut self) -> u8 {
        self.below(256).to_le_bytes()[0]
    }

    /// `len` bytes, of which about one in `rarity` is outside `a` to `p`.
    fn bytes(&mut self, len: usize, rarity: usize) -> Vec<u8> {
        (0..len)
            .map(|_| if self.below(rarity) == 0 { self.byte() } else { b'a' + self.byte() % 16 })
            .collect()
    }

    /// At least `len` bytes, of which about one in `rarity` pieces is a triplet or almost one.
    fn escapes(&mut self, len: usize, rarity: usize) -> Vec<u8> {
        let mut text = Vec::new();
        while text.len() < len {
            let piece = PIECES[self.below(PIECES.len())];
            text.extend_from_slice(if self.below(rarity) == 0 { piece } else { b"4" });
        }
        text.truncate(len);
        text
    }
}

/// All of them; under Miri, which is some thousand times slower, the first of every `step`.
pub(crate) fn few<T>(all: impl IntoIterator<Item = T>, step: usize) -> impl Iterator<Item = T> {
    all.into_iter().step_by(if cfg!(miri) { step } else { 1 })
}

/// What a kernel wrote into space of exactly this length, and its result. Fails if it wrote around
/// the space.
pub(crate) fn guarded<U: Copy + Debug + PartialEq + From<u8>, T>(
    len: usize,
    kernel: impl FnOnce(&mut [MaybeUninit<U>]) -> T,
) -> (Vec<U>, T) {
    let guard = U::from(GUARD);
    let mut space = vec![MaybeUninit::new(guard); len + 2 * GUARDS];
    let answer = kernel(&mut space[GUARDS..GUARDS + len]);
    // SAFETY: every unit of the space was initialised, and a kernel writes units.
    let units: Vec<U> = space.iter().map(|unit| unsafe { unit.assume_init() }).collect();
    let (before, rest) = units.split_at(GUARDS);
    let (inside, after) = rest.split_at(len);
    assert!(before.iter().chain(after).all(|&unit| unit == guard), "wrote outside its space");
    (inside.to_vec(), answer)
}

/// The same as [`guarded`], cut to the length that the kernel returned.
pub(crate) fn written(len: usize, kernel: impl FnOnce(&mut [MaybeUninit<u8>]) -> usize) -> Vec<u8> {
    let (mut bytes, used) = guarded(len, kernel);
    bytes.truncate(used);
    bytes
}

fn agree(tier: Tier, text: &[u8], table: &Table) {
    let members = plain::count(text, table);
    let len = text.len() + 2 * members;
    let shown = String::from_utf8_lossy(text);
    assert_eq!(tier.find(text, table), plain::find(text, table), "{tier:?} {shown:?}");
    assert_eq!(tier.count(text, table), members, "{tier:?} {shown:?}");
    agree_on_ranks(tier, text, table);
    let truth = written(len, |out| plain::encode(text, table, out));
    assert_eq!(written(len, |out| tier.encode(text, table, out)), truth, "{tier:?} {shown:?}");
    assert_eq!(truth.len(), len);
    assert_eq!(
        written(3 * text.len() + 99, |out| tier.encode(text, table, out)),
        truth,
        "{tier:?}"
    );
}

fn agree_on_ranks(tier: Tier, text: &[u8], table: &Table) {
    let shown = String::from_utf8_lossy(text);
    for byte in few(text.first().into_iter().chain(text.last()).chain(b"%\0\xA5"), 2) {
        assert_eq!(tier.has(text, *byte), text.contains(byte), "{tier:?} {shown:?} {byte}");
    }
    let (mut truth, mut found) = (vec![0; text.len() / 64 + 1], vec![!0; text.len() / 64 + 1]);
    plain::which_are(text, b'%', &mut truth);
    tier.which_are(text, b'%', &mut found);
    assert_eq!(found, truth, "{tier:?} {shown:?}");
    plain::which(text, table, &mut truth);
    tier.which(text, table, &mut found);
    assert_eq!(found, truth, "{tier:?} {shown:?}");
    let mut before = vec![0; found.len()];
    assert_eq!(tier.sums(&found, &mut before) as usize, plain::count(text, table));
    let end = u32::try_from(text.len()).expect("tests are short");
    for by in [2, -1] {
        let mut places: Vec<u32> = (0..=end).collect();
        let marked = tier.move_by(by, &found, &before, &mut places);
        assert_eq!(marked, plain::count(text, table) > 0, "{tier:?} {shown:?}");
        let mut rank = 0;
        for (place, moved) in (0_u32..).zip(places) {
            assert_eq!(moved, place.wrapping_add_signed(by * rank), "{tier:?} {shown:?}");
            let own = text.get(place as usize).is_some_and(|&byte| table.has(byte));
            if !cfg!(miri) || place % 64 == 0 {
                let marked = tier.move_by(by, &found, &before, &mut [place]);
                assert_eq!(marked, own, "{tier:?} {shown:?} {place}");
            }
            rank += i32::from(own);
        }
    }
}

fn agree_on_decoding(tier: Tier, text: &[u8]) {
    let shown = text.escape_ascii();
    let (mut decoded, mut true_decoded) = (None, None);
    let truth = written(text.len(), |out| true_decoded.insert(plain::decode(text, out)).len);
    let got = written(text.len(), |out| decoded.insert(tier.decode(text, out)).len);
    assert_eq!(got, truth, "{tier:?} {shown}");
    assert_eq!(decoded, true_decoded, "{tier:?} {shown}");
}

/// Every tier of this machine but the plain one.
fn tiers() -> impl Iterator<Item = Tier> {
    Tier::all().skip(1)
}

#[test]
fn the_plain_kernels_are_right() {
    let table = Table::new(Set::only(" %").bits());
    let encoded = |text| written(64, |out| plain::encode(text, &table, out));
    let decoded = |text: &[u8]| {
        let mut flags = (false, false);
        let bytes = written(text.len(), |out| {
            let done = plain::decode(text, out);
            flags = (done.high, done.malformed);
            done.len
        });
        (bytes, flags.0, flags.1)
    };
    assert_eq!(encoded(b"a b%/\xC3\xBC"), b"a%20b%25/%C3%BC");
    assert_eq!(plain::find(b"ab c", &table), 2);
    assert_eq!(plain::find(b"abc", &table), 3);
    assert_eq!(plain::count(b"a b%\x80", &table), 3);
    assert_eq!(decoded(b"caf%c3%A9"), (b"caf\xC3\xA9".to_vec(), true, false));
    assert_eq!(decoded(b"%%41"), (b"%A".to_vec(), false, true));
    assert_eq!(decoded(b"%4%41"), (b"%4A".to_vec(), false, true));
    assert_eq!(decoded(b"%2541%"), (b"%41%".to_vec(), false, true));
    assert_eq!(decoded(b"%4"), (b"%4".to_vec(), false, true));
    assert_eq!(decoded(b"\xFF"), (b"\xFF".to_vec(), true, false));
}

#[test]
fn a_table_holds_its_set_and_all_that_is_not_ascii() {
    for (set, table) in sets().into_iter().zip(tables()) {
        for byte in 0..=u8::MAX {
            assert_eq!(table.has(byte), !byte.is_ascii() || set.encodes(byte), "{byte}");
        }
    }
}

#[test]
fn every_tier_agrees_at_every_length_and_alignment() {
    println!("seed {SEED}");
    let mut random = Rng(SEED);
    let tables: Vec<Table> = tables().collect();
    for len in few(0..=256, 61) {
        for alignment in few(0..64, 33) {
            let table = &tables[alignment % tables.len()];
            let rarity = [1, 2, 10, 100][random.below(4)];
            let bytes = random.bytes(alignment + len, rarity);
            let escapes = random.escapes(alignment + len, rarity);
            for tier in tiers() {
                agree(tier, &bytes[alignment..], table);
                agree_on_decoding(tier, &escapes[alignment..]);
            }
        }
    }
}

#[test]
fn every_tier_agrees_on_every_set_and_long_texts() {
    println!("seed {SEED}");
    let mut random = Rng(SEED);
    for table in few(tables(), 4) {
        for len in few([300, 511, 512, 513, 1000, 2311], 6) {
            for rarity in few([1, 3, 10, 50, 1000], 3) {
                let bytes = random.bytes(len, rarity);
                let escapes = random.escapes(len, rarity);
                for tier in tiers() {
                    agree(tier, &bytes, &table);
                    agree_on_decoding(tier, &escapes);
                    agree_on_decoding(tier, &bytes);
                }
            }
        }
    }
}

#[test]
fn every_tier_agrees_on_every_byte_at_every_place() {
    for table in few(tables(), 4) {
        for byte in few(0..=u8::MAX, 85) {
            let place = usize::from(byte) * 7 % 150;
            let mut text = [b'a'; 150];
            text[place] = byte;
            for tier in tiers() {
                agree(tier, &text, &table);
                agree(tier, &text[place..], &table);
                agree(tier, &text[..=place], &table);
                agree_on_decoding(tier, &text);
                agree_on_decoding(tier, &[byte; 150][place..]);
            }
        }
    }
}

#[test]
fn every_tier_agrees_on_a_percent_before_any_two_bytes() {
    for first in few(0..=u8::MAX, 255) {
        let text: Vec<u8> = few(0..=u8::MAX, 3).flat_map(|second| [b'%', first, second]).collect();
        for tier in tiers() {
            agree_on_decoding(tier, &text);
            agree_on_decoding(tier, &text[usize::from(first)..]);
        }
    }
}

#[test]
fn every_tier_agrees_on_a_piece_across_every_edge() {
    for piece in PIECES {
        for before in few(0..=132, 65) {
            for after in few([1, 0, 2, 3, 14, 30, 62, 64, 80], 7) {
                for filler in few([b"4", b"z"], 2) {
                    let text = [&filler.repeat(before), piece, &filler.repeat(after)].concat();
                    for tier in tiers() {
                        agree_on_decoding(tier, &text);
                    }
                }
            }
        }
    }
}

#[test]
fn every_tier_agrees_on_a_run_of_triplets_and_where_it_breaks() {
    let run: Vec<u8> =
        (0..=u8::MAX).rev().flat_map(|byte| format!("%{byte:02x}").into_bytes()).collect();
    for len in few(0..=3 * 70, 69) {
        for before in few([0, 1, 15, 16, 33], 3) {
            let text = [&b"z".repeat(before), &run[..len]].concat();
            for tier in tiers() {
                agree_on_decoding(tier, &text);
            }
        }
    }
    for place in few(0..3 * 48, 71) {
        for piece in [&b"%"[..], b"g", b"\xB1", b"%80"] {
            let mut text = b"%41".repeat(50);
            text[place..place + piece.len()].copy_from_slice(piece);
            for tier in tiers() {
                agree_on_decoding(tier, &text);
                agree_on_decoding(tier, &text[..3 * 48]);
            }
        }
    }
}

#[test]
fn every_tier_agrees_on_triplets_without_a_gap_but_for_one_at_any_place() {
    let octet = |octet: u8| {
        if octet.is_multiple_of(3) { format!("%{octet:02x}") } else { format!("%{octet:02X}") }
    };
    let run: String = (0..=u8::MAX).map(octet).collect();
    for (before, step) in [(0, 1), (1, 7), (2, 11), (63, 13), (64, 17), (65, 19)] {
        let text = [&b"z".repeat(before), run.as_bytes()].concat();
        for place in few((0..text.len()).step_by(step), 401) {
            for wrong in [b'z', b'%', b'4', 0xB1] {
                let mut text = text.clone();
                text[place] = wrong;
                for tier in tiers() {
                    agree_on_decoding(tier, &text);
                    agree_on_decoding(tier, &text[..=place]);
                }
            }
        }
    }
}

#[test]
fn every_tier_counts_beyond_what_a_byte_of_a_register_counts() {
    let (all, text) = (Table::new(Set::all_but("").bits()), b"%".repeat(40_000));
    for len in few([4081, 4079, 4080, 8160, 8177, text.len()], 6) {
        for tier in Tier::all() {
            assert_eq!(tier.count(&text[..len], &all), len, "{tier:?}");
        }
    }
}

#[test]
fn no_tier_writes_outside_too_small_a_buffer() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    let table = Table::new(!0);
    for tier in Tier::all() {
        for len in [1, 15, 16, 17, 40, 64, 65, 100, 200] {
            let text = vec![b'%'; len];
            let mut space = vec![MaybeUninit::new(GUARD); 3 * len - 1 + 2 * GUARDS];
            let inside = &mut space[GUARDS..GUARDS + 3 * len - 1];
            let encoding = AssertUnwindSafe(|| tier.encode(&text, &table, inside));
            assert!(catch_unwind(encoding).is_err(), "{tier:?} {len}");
            let inside = &mut space[GUARDS..GUARDS + len - 1];
            let decoding = AssertUnwindSafe(|| tier.decode(&text, inside));
            assert!(catch_unwind(decoding).is_err(), "{tier:?} {len}");
            // SAFETY: every byte of the space was initialised, and a kernel writes bytes.
            let guard = |byte: &MaybeUninit<u8>| unsafe { byte.assume_init() } == GUARD;
            let (before, rest) = space.split_at(GUARDS);
            assert!(before.iter().chain(&rest[3 * len - 1..]).all(guard), "{tier:?} {len}");
        }
    }
}
