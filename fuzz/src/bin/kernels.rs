//! Fuzz target: every tier answers as the plain one does, and writes nowhere else.
#![cfg_attr(feature = "guided", no_main)]

use std::{mem::MaybeUninit, sync::LazyLock};

use superuri::base::sets::ROWS;
use superuri_fuzz::property;
use superuri_kernels::{Table, Tier, plain};

/// The byte that must not be overwritten.
const GUARD: u8 = 0xA5;

/// As many guard bytes as the widest store writes.
const GUARDS: usize = 64;

static TABLES: LazyLock<Vec<Table>> =
    LazyLock::new(|| ROWS.iter().map(|row| Table::new(row.set.bits())).collect());

static TIERS: LazyLock<Vec<Tier>> = LazyLock::new(|| Tier::all().collect());

/// What a kernel wrote into space of exactly this length. Fails if it wrote around the space.
fn written(len: usize, kernel: impl FnOnce(&mut [MaybeUninit<u8>]) -> usize) -> Vec<u8> {
    let mut space = vec![MaybeUninit::new(GUARD); len + 2 * GUARDS];
    let used = kernel(&mut space[GUARDS..GUARDS + len]);
    // SAFETY: every byte of the space was initialised, and a kernel writes bytes.
    let guarded = |byte: &MaybeUninit<u8>| unsafe { byte.assume_init() } == GUARD;
    assert!(space[..GUARDS].iter().all(guarded), "wrote before its space");
    assert!(space[GUARDS + len..].iter().all(guarded), "wrote behind its space");
    // SAFETY: as above.
    space[GUARDS..GUARDS + used].iter().map(|byte| unsafe { byte.assume_init() }).collect()
}

property!(choices: 2, |data: &[u8]| {
    let [table, alignment, text @ ..] = data else { return };
    let table = &TABLES[usize::from(*table) % TABLES.len()];
    // The text ends where its allocation ends, so that a sanitizer reports a read beyond it.
    let alignment = usize::from(alignment % 64);
    let mut memory = Vec::with_capacity(alignment + text.len());
    memory.resize(alignment, GUARD);
    memory.extend_from_slice(text);
    let text = &memory[alignment..];

    let members = plain::count(text, table);
    let first = plain::find(text, table);
    let len = text.len() + 2 * members;
    let encoded = written(len, |out| plain::encode(text, table, out));
    let mut expected = None;
    let decoded = written(text.len(), |out| expected.insert(plain::decode(text, out)).len);
    for tier in TIERS.iter().skip(1) {
        assert_eq!(tier.count(text, table), members, "count, {tier:?}");
        assert_eq!(tier.find(text, table), first, "find, {tier:?}");
        assert_eq!(tier.is_free(text, table), members == 0, "is_free, {tier:?}");
        assert_eq!(written(len, |out| tier.encode(text, table, out)), encoded, "{tier:?}");
        let mut result = None;
        let got = written(text.len(), |out| result.insert(tier.decode(text, out)).len);
        assert_eq!(got, decoded, "decode, {tier:?}");
        assert_eq!(result, expected, "decode, {tier:?}");
    }
});
