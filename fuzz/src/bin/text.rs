//! Fuzz target: every tier reads the same characters from octets as the standard library.
#![cfg_attr(feature = "guided", no_main)]

use std::{mem::MaybeUninit, sync::LazyLock};

use superuri_fuzz::property;
use superuri_kernels::Tier;
use superuri_kernels::characters::{TextShape, Width};

/// The byte that must not be overwritten.
const GUARD: u8 = 0xA5;

/// As many guard units as the widest store writes.
const GUARDS: usize = 64;

static TIERS: LazyLock<Vec<Tier>> = LazyLock::new(|| Tier::all().collect());

/// What a kernel wrote into space of exactly this length, if it returned true. Fails if it wrote
/// around the space.
fn written<U: From<u8> + Copy + PartialEq>(
    len: usize,
    kernel: impl FnOnce(&mut [MaybeUninit<U>]) -> bool,
) -> Option<Vec<U>> {
    let mut space = vec![MaybeUninit::new(U::from(GUARD)); len + 2 * GUARDS];
    let content = kernel(&mut space[GUARDS..GUARDS + len]);
    // SAFETY: every unit of the space was initialised, and a kernel writes units.
    let units: Vec<U> = space.iter().map(|unit| unsafe { unit.assume_init() }).collect();
    let is_guard = |unit: &U| *unit == U::from(GUARD);
    assert!(units[..GUARDS].iter().all(is_guard), "wrote before its space");
    assert!(units[GUARDS + len..].iter().all(is_guard), "wrote behind its space");
    content.then(|| units[GUARDS..GUARDS + len].to_vec())
}

/// The characters as units of this width, if they fit.
fn units<U: TryFrom<u32>>(text: Option<&str>, len: usize) -> Option<Vec<U>> {
    let units: Option<Vec<U>> = text?.chars().map(|c| U::try_from(u32::from(c)).ok()).collect();
    units.filter(|units| units.len() == len)
}

/// The kernels for short texts, which need the shape first.
fn agree_on_short(tier: Tier, octets: &[u8], text: Option<&str>) {
    let Some(TextShape { len, width }) = tier.shape(octets) else { return assert!(text.is_none()) };
    let most = text.expect("it has a shape").chars().max().unwrap_or('\0');
    assert_eq!(width, Width::of(most.into()), "{tier:?}");
    assert_eq!(text.map(|text| text.chars().count()), Some(len), "{tier:?}");
    if width == Width::One {
        let got = written(len, |out| tier.latin1(octets, out) == len);
        assert_eq!(got, units::<u8>(text, len), "{tier:?}");
    }
    if width <= Width::Two {
        let got = written(len, |out| tier.to_ucs2(octets, out) == len);
        assert_eq!(got, units::<u16>(text, len), "{tier:?}");
    }
}

property!(choices: 3, |data: &[u8]| {
    let [alignment, repeated, space, octets @ ..] = data else { return };
    // A part is repeated, so that a few bytes of the fuzzer fill registers.
    let end = usize::from(*repeated) % (octets.len() + 1);
    let octets = [&octets[..end].repeat(1 + usize::from(space % 23)), &octets[end..]].concat();
    let alignment = usize::from(alignment % 64);
    let mut memory = Vec::with_capacity(alignment + octets.len());
    memory.resize(alignment, GUARD);
    memory.extend_from_slice(&octets);
    let octets = &memory[alignment..];

    let text = std::str::from_utf8(octets).ok();
    let characters = octets.iter().filter(|&byte| byte & 0xC0 != 0x80).count();
    let lens = [characters, usize::from(*space)];
    let wanted = lens.map(|len| (units(text, len), units(text, len), units(text, len)));
    for tier in TIERS.iter() {
        agree_on_short(*tier, octets, text);
        let extent = tier.extent(octets);
        assert_eq!(extent.characters, characters);
        if let Some(text) = text {
            let most = text.chars().max().unwrap_or('\0');
            let widths = [0x7F, 0xFF, 0xFFFF, u32::from(char::MAX)];
            assert_eq!(
                widths.into_iter().find(|&width| u32::from(most) <= width),
                Some(extent.most)
            );
        }
        for (len, (latin1, ucs2, ucs4)) in lens.into_iter().zip(&wanted) {
            assert_eq!(written::<u8>(len, |out| tier.read_latin1(octets, out)), *latin1);
            assert_eq!(written::<u16>(len, |out| tier.read_ucs2(octets, out)), *ucs2);
            assert_eq!(written::<u32>(len, |out| tier.read_ucs4(octets, out)), *ucs4);
        }
    }
});
