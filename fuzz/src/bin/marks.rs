//! Fuzz target: every tier finds the marks of a block, and reads nothing around it.
#![cfg_attr(feature = "guided", no_main)]

use std::sync::LazyLock;

use superuri::base::sets::ROWS;
use superuri_fuzz::property;
use superuri_kernels::{Table, Tier, marks::marks};

static TABLES: LazyLock<Vec<Table>> =
    LazyLock::new(|| ROWS.iter().map(|row| Table::new(row.set.bits())).collect());

static TIERS: LazyLock<Vec<Tier>> = LazyLock::new(|| Tier::all().collect());

property!(choices: 3, |data: &[u8]| {
    let [table, alignment, end, text @ ..] = data else { return };
    let table = &TABLES[usize::from(*table) % TABLES.len()];
    // The bytes before and after the block are random, too.
    let start = usize::from(*alignment % 64).min(text.len());
    let end = text.len() - usize::from(*end % 64).min(text.len() - start);
    let text = &text[start..end];
    // A copy in an allocation of its own, so that a sanitizer reports a read beyond it.
    let alone = text.to_vec();
    let truth = marks(text, table);
    for tier in TIERS.iter() {
        for text in [text, &alone] {
            if let Some(got) = tier.marks(text, table) {
                assert_eq!(got, truth, "{tier:?}, {}", text.escape_ascii());
            }
        }
    }
});
