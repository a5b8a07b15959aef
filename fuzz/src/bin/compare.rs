//! Fuzz target: two URIs are equivalent if their normal forms are equal, and the steps lead there.
#![cfg_attr(feature = "guided", no_main)]

use superuri::normal::{compare, normalize, steps::steps};
use superuri_fuzz::{level, property, two};

property!(choices: 1, texts: 2, |data: &[u8]| {
    let [choice, texts @ ..] = data else { return };
    let (level, also) = level(*choice);
    let (a, b) = two(texts);
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
