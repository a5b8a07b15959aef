//! Fuzz target: no value leaves its slot, and what a template was filled with is read back.
#![cfg_attr(feature = "guided", no_main)]

use std::borrow::Cow;

use superuri::clean::{clean, profiles::RFC3986};
use superuri::codec::percent::{Errors, decode_bytes};
use superuri::syntax::unsplit::Components;
use superuri::uri;
use superuri::uri::template::source::{Draft, Takes};
use superuri::uri::{
    template::Template, template::fill::SlotValue, template::read_back::WrittenValue,
};
use superuri_fuzz::property;

/// The data of a value as written in a URI.
fn data_of(written: &[u8]) -> Vec<u8> {
    decode_bytes(written, Errors::Replace).map(Cow::into_owned).unwrap_or_default()
}

/// Where a slot begins and ends in the text: at any place, or all of the part that begins there.
fn place(text: &str, choice: u8) -> std::ops::Range<usize> {
    let near = usize::from(choice >> 1) % (text.len() + 1);
    if choice & 1 == 0 {
        // A slot in the middle of a triplet is refused.
        return near..near;
    }
    let is_mark = |c: char| "/?#&=:@.".contains(c);
    let start = text[near..].find(is_mark).map_or(text.len(), |at| near + at + 1);
    let end = text[start..].find(is_mark).map_or(text.len(), |at| start + at);
    start..end
}

/// The marks that delimit the parts of a URI.
fn marks(text: &[u8]) -> [usize; 6] {
    let parts = Components::split(text);
    let count = |part: &[u8], mark: u8| part.iter().filter(|byte| **byte == mark).count();
    [
        usize::from(parts.scheme.is_some()) + 2 * usize::from(parts.authority.is_some()),
        count(parts.path, b'/'),
        count(parts.query.unwrap_or_default(), b'&'),
        count(parts.query.unwrap_or_default(), b'='),
        usize::from(parts.query.is_some()) + 2 * usize::from(parts.fragment.is_some()),
        count(parts.authority.unwrap_or_default(), b'@'),
    ]
}

property!(choices: 3, texts: 3, |data: &[u8]| {
    let [first, second, stars, texts @ ..] = data else { return };
    let mut texts = texts.splitn(3, |&byte| byte == b'\n');
    let [text, a, b] = [(); 3].map(|()| texts.next().unwrap_or_default());
    let Ok(text) = clean(text, RFC3986) else { return };
    let text = std::str::from_utf8(&text).expect("a URI is ASCII");
    let star = |n: u8| Takes::STARS[[2, 2, 2, 1, 0][usize::from(stars >> n & 15) % 5]].0;
    let (one, two) = (place(text, *first), place(text, *second));
    let mut template = format!("{}{{{}a}}", &text[..one.start], star(0));
    template += if two.start >= one.end {
        &text[one.end..two.start]
    } else {
        &text[one.end..]
    };
    if two.start >= one.end {
        template += &format!("{{{}b}}{}", star(4), &text[two.end..]);
    }
    let Ok(compiled) = Draft::read(&template).and_then(Template::new) else { return };
    let given = |name: &str, takes, plain: bool| {
        let value = if plain { b"x" } else if name == "a" { a } else { b };
        match takes {
            Takes::One => SlotValue::One(value),
            Takes::Many => SlotValue::Many(value.split(|&byte| byte == b'/').collect()),
            Takes::Pairs => SlotValue::Pairs(vec![(value, value), (b"y", value)]),
        }
    };
    let values = |plain: bool| {
        let names = compiled.names.iter();
        names.map(|name| given(&name.name, name.takes, plain)).collect::<Vec<_>>()
    };
    let Ok(filled) = compiled.fill(&values(false)) else { return };
    let shown = format!("{template} makes {}", filled.escape_ascii());
    assert!(uri::check(&filled).is_ok(), "{shown}");
    let takes_one = |name: &superuri::uri::template::source::Name| name.takes == Takes::One;
    if compiled.names.iter().all(takes_one)
        && let Ok(plain) = compiled.fill(&values(true))
    {
        assert_eq!(marks(&filled), marks(&plain), "{shown}");
    }
    let Some(found) = compiled.matched(&filled) else {
        // A single slot is never ambiguous.
        assert!(compiled.names.len() > 1, "{shown} is not read back");
        return;
    };
    // What was found makes the same URI.
    let owned: Vec<Vec<Vec<u8>>> = found
        .iter()
        .map(|found| match found {
            WrittenValue::Absent => vec![],
            WrittenValue::One(value) => vec![data_of(value)],
            WrittenValue::Many(values) => values.iter().map(|value| data_of(value)).collect(),
            WrittenValue::Pairs(pairs) => {
                let both = |(name, value): &(&[u8], Option<&[u8]>)| {
                    [data_of(name), data_of(value.unwrap_or_default())]
                };
                pairs.iter().flat_map(both).collect()
            }
        })
        .collect();
    let again: Vec<SlotValue<'_>> = found
        .iter()
        .zip(&owned)
        .map(|(found, owned)| match found {
            WrittenValue::Absent => SlotValue::Absent,
            WrittenValue::One(_) => SlotValue::One(&owned[0]),
            WrittenValue::Many(_) => SlotValue::Many(owned.iter().map(|value| &value[..]).collect()),
            WrittenValue::Pairs(_) => {
                SlotValue::Pairs(owned.as_chunks().0.iter().map(|[n, v]| (&n[..], &v[..])).collect())
            }
        })
        .collect();
    // The pairs of one name may be the template's own or values, which have no order then.
    let sorted = |uri: &[u8]| {
        let mut pairs: Vec<_> = uri.split(|byte| b"?&#".contains(byte)).map(<[u8]>::to_vec).collect();
        pairs.sort();
        pairs
    };
    // A host with characters beyond ASCII is mapped as a whole, which makes its letters lower case.
    let lowered = |text: &[u8]| {
        let mut lowered = text.to_vec();
        if let Some(parts) = uri::authority(text) {
            lowered[parts.host].make_ascii_lowercase();
        }
        lowered
    };
    match compiled.fill(&again) {
        Ok(again) if compiled.names.iter().all(takes_one) => {
            assert_eq!(lowered(&again), lowered(&filled), "{shown}, {}", again.escape_ascii());
        }
        Ok(again) => assert_eq!(sorted(&again), sorted(&filled), "{shown}"),
        Err(refused) => assert!(compiled.names.len() > 1, "{shown}: {:?}", refused.error),
    }
});
