//! Fuzz target: every tier counts the members before each place as the plain one does.
#![cfg_attr(feature = "guided", no_main)]

use std::sync::LazyLock;

use superuri::base::sets::ROWS;
use superuri_fuzz::property;
use superuri_kernels::{Table, Tier, plain, ranks::Ranks};

static TABLES: LazyLock<Vec<Table>> =
    LazyLock::new(|| ROWS.iter().map(|row| Table::new(row.set.bits())).collect());

static TIERS: LazyLock<Vec<Tier>> = LazyLock::new(|| Tier::all().collect());

property!(choices: 3, |data: &[u8]| {
    let [table, alignment, byte, text @ ..] = data else { return };
    let table = &TABLES[usize::from(*table) % TABLES.len()];
    let text = &text[usize::from(*alignment % 64).min(text.len())..];
    let end = u32::try_from(text.len()).expect("the fuzzer's texts are short");
    // As `Ranks` has them: one word more than the text fills, so that its end has a word, too.
    let words = text.len() / 64 + 1;
    let (mut members, mut same) = (vec![0; words], vec![0; words]);
    plain::which(text, table, &mut members);
    plain::which_are(text, *byte, &mut same);

    let mut sum = 0;
    let mut true_ranks = Vec::with_capacity(text.len() + 1);
    for byte in text {
        true_ranks.push(sum);
        sum += i32::from(table.has(*byte));
    }
    true_ranks.push(sum);
    let sum = usize::try_from(sum).expect("it counts");
    let moved = |by: i32| {
        let each = |(place, &rank): (u32, &i32)| place.wrapping_add_signed(by * rank);
        (0..).zip(&true_ranks).map(each).collect::<Vec<u32>>()
    };
    let true_places = [-1, 2].map(moved);

    for tier in TIERS.iter() {
        let mut got = vec![0; words];
        tier.which_are(text, *byte, &mut got);
        assert_eq!(got, same, "which_are, {tier:?}");
        let mut got = vec![0; words];
        tier.which(text, table, &mut got);
        assert_eq!(got, members, "which, {tier:?}");
        let mut before = vec![0; words];
        assert_eq!(tier.sums(&got, &mut before) as usize, sum, "sums, {tier:?}");
        for (by, truth) in [-1, 2].into_iter().zip(&true_places) {
            let mut places: Vec<u32> = (0..=end).collect();
            let marked = tier.move_by(by, &got, &before, &mut places);
            assert_eq!((&places, marked), (truth, sum > 0), "move_by, {tier:?}");
        }
    }

    let mut ranks = Ranks::default();
    assert_eq!(ranks.members(text, table), sum);
    for place in 0..end {
        let own = table.has(text[place as usize]);
        assert_eq!(ranks.move_by(2, &mut [place]), own, "{place}");
    }
    // The same `Ranks` is used again for other bytes.
    assert_eq!(ranks.of(text, *byte), text.iter().filter(|&other| other == byte).count());
    ranks.digits(text);
    for place in 0..end {
        let before = &text[..place as usize];
        let own = before.iter().rev().take(2).any(|&byte| byte == b'%');
        assert_eq!(ranks.move_by(-1, &mut [place]), own, "{place}");
    }
});
