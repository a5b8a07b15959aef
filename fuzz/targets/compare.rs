//! Fuzz target: two URIs are equivalent if their normal forms are equal, and the steps lead there.
#![cfg_attr(not(feature = "generated"), no_main)]

use superuri::normal::steps::steps;
use superuri::normal::{Also, Level, compare, normalize};
use superuri_fuzz::law;

law!(choices: 1, texts: 2, |data: &[u8]| {
    let [choice, texts @ ..] = data else { return };
    let bit = |n: u8| choice >> n & 1 == 1;
    let also =
        Also { sort_query: bit(2), drop_fragment: bit(3), drop_tracking: bit(4), reserved: bit(5) };
    let (_, level) = Level::NAMES[usize::from(choice % 4)];
    let cut = texts.iter().position(|&byte| byte == b'\n').unwrap_or(texts.len());
    let (a, b) = (&texts[..cut], texts.get(cut + 1..).unwrap_or_default());
    let Ok(normal) = normalize(a, level, also) else {
        assert!(steps(a, level, also).is_err() && compare(a, b, level, also).is_err());
        return;
    };
    let taken = steps(a, level, also).expect("it has a normal form");
    let reached = taken.last().map_or(a, |step| &step.text);
    assert_eq!(*normal, *reached, "the steps");
    let before = std::iter::once(a).chain(taken.iter().map(|step| &*step.text));
    assert!(before.zip(&taken).all(|(before, step)| before != step.text));
    // The forms on the way are URIs with the same normal form.
    let others = taken.iter().map(|step| &*step.text).chain([a, b]);
    for other in others {
        let Ok(form) = normalize(other, level, also) else { continue };
        let ways = [compare(a, other, level, also), compare(other, a, level, also)];
        let [one, two] = ways.map(|way| way.expect("both have normal forms"));
        assert_eq!(one.word(), two.word());
        assert_eq!(one.is_equal(), normal == form, "{}", other.escape_ascii());
    }
});
