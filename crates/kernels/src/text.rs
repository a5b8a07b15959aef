//! UTF-8 as characters of one, two or four bytes each.
//!
//! First the [`extent`] is computed from the lead bytes. Then the characters are written into
//! exactly the space that they need, and validated at the same time.

use std::mem::MaybeUninit;

use crate::Tier;

/// The number of characters in octets, and the size of the largest, if they are valid UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The number of octets that are not continuation bytes.
    pub characters: usize,
    /// An upper bound of all characters: the last of ASCII, of Latin-1, of two bytes, or of
    /// Unicode.
    pub most: u32,
}

/// The extent of octets; `None` if this machine has no fast instructions for it.
#[must_use]
pub fn extent(octets: &[u8]) -> Option<Extent> {
    let best = Tier::best();
    best.reads_text().then(|| best.extent(octets))
}

/// Writes the characters of UTF-8, each below 0x100. Returns whether the text was valid, and filled
/// `out` exactly. If not, the content of `out` is undefined.
#[must_use]
pub fn read_latin1(utf8: &[u8], out: &mut [MaybeUninit<u8>]) -> bool {
    Tier::best().read_latin1(utf8, out)
}

/// The same as [`read_latin1`], for characters below 0x10000.
#[must_use]
pub fn read_ucs2(utf8: &[u8], out: &mut [MaybeUninit<u16>]) -> bool {
    Tier::best().read_ucs2(utf8, out)
}

/// The same as [`read_latin1`], for all characters.
#[must_use]
pub fn read_ucs4(utf8: &[u8], out: &mut [MaybeUninit<u32>]) -> bool {
    Tier::best().read_ucs4(utf8, out)
}

/// An upper bound of the characters, by the largest lead byte.
pub(crate) fn most(is_any_from: impl Fn(u8) -> bool) -> u32 {
    match () {
        () if is_any_from(0xF0) => char::MAX.into(),
        () if is_any_from(0xC4) => 0xFFFF,
        () if is_any_from(0x80) => 0xFF,
        () => 0x7F,
    }
}

/// The reference implementation of [`extent`].
pub(crate) fn plain_extent(octets: &[u8]) -> Extent {
    Extent {
        characters: octets.iter().filter(|&&octet| octet & 0xC0 != 0x80).count(),
        most: most(|least| octets.iter().any(|&octet| octet >= least)),
    }
}

/// The reference implementation of the other functions.
pub(crate) fn plain<U: TryFrom<u32>>(utf8: &[u8], out: &mut [MaybeUninit<U>]) -> bool {
    let Ok(text) = std::str::from_utf8(utf8) else { return false };
    let mut slots = out.iter_mut();
    for c in text.chars() {
        let (Some(slot), Ok(unit)) = (slots.next(), U::try_from(c.into())) else { return false };
        slot.write(unit);
    }
    slots.next().is_none()
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::super::tests::{Rng, SEED, few, guarded};
    use super::*;

    /// Characters that texts are made of. Runs of one kind are long enough to fill registers.
    const KINDS: [&str; 9] =
        ["a", "é", "я", "い", "日", "😀", "\u{7FF}\u{800}", "\u{D7FF}\u{E000}", "\u{10FFFF}"];

    /// Invalid UTF-8.
    const WRONG: [&[u8]; 12] = [
        b"\x80",
        b"\xC0\x80",
        b"\xC1\xBF",
        b"\xE0\x9F\xBF",
        b"\xED\xA0\x80",
        b"\xED\xBF\xBF",
        b"\xF0\x8F\xBF\xBF",
        b"\xF4\x90\x80\x80",
        b"\xF5\x80\x80\x80",
        b"\xF8\x88\x80\x80",
        b"\xE3\x81",
        b"\xFF",
    ];

    /// What a kernel wrote into space of exactly this length, if it returned true.
    fn written<U: Copy + PartialEq + Debug + From<u8>>(
        len: usize,
        kernel: impl FnOnce(&mut [MaybeUninit<U>]) -> bool,
    ) -> Option<Vec<U>> {
        let (units, content) = guarded(len, kernel);
        content.then_some(units)
    }

    /// Every tier with kernels of its own.
    fn tiers() -> impl Iterator<Item = Tier> {
        Tier::all().filter(|tier| tier.reads_text())
    }

    fn agree(octets: &[u8]) {
        let extent = plain_extent(octets);
        for tier in tiers() {
            assert_eq!(tier.extent(octets), extent, "{tier:?} {}", octets.escape_ascii());
        }
        agree_on_space(octets, extent.characters);
    }

    fn agree_on_space(octets: &[u8], len: usize) {
        let shown = octets.escape_ascii();
        let latin1 = written::<u8>(len, |out| plain(octets, out));
        let ucs2 = written::<u16>(len, |out| plain(octets, out));
        let ucs4 = written::<u32>(len, |out| plain(octets, out));
        for tier in tiers() {
            let got = written(len, |out| tier.read_latin1(octets, out));
            assert_eq!(got, latin1, "{tier:?} {shown}");
            let got = written(len, |out| tier.read_ucs2(octets, out));
            assert_eq!(got, ucs2, "{tier:?} {shown}");
            let got = written(len, |out| tier.read_ucs4(octets, out));
            assert_eq!(got, ucs4, "{tier:?} {shown}");
        }
    }

    /// At least `len` octets of up to `kinds` kinds of characters.
    fn text(random: &mut Rng, len: usize, kinds: usize) -> Vec<u8> {
        let mut text = Vec::new();
        while text.len() < len {
            let kind = KINDS[random.below(kinds)];
            text.extend_from_slice(kind.repeat(1 + random.below(3) * random.below(40)).as_bytes());
        }
        text.truncate(len);
        text
    }

    #[test]
    fn the_plain_one_is_right() {
        let octets = "aé日😀".as_bytes();
        assert_eq!(plain_extent(octets), Extent { characters: 4, most: 0x10_FFFF });
        for (text, most) in [("a", 0x7F), ("aé", 0xFF), ("éĀ", 0xFFFF), ("日", 0xFFFF)] {
            assert_eq!(plain_extent(text.as_bytes()).most, most, "{text}");
        }
        assert_eq!(
            written(4, |out| plain(octets, out)),
            Some(vec![0x61_u32, 0xE9, 0x65E5, 0x1_F600])
        );
        assert_eq!(written(4, |out| plain::<u16>(octets, out)), None);
        assert_eq!(written(3, |out| plain::<u32>(octets, out)), None);
        assert_eq!(written(5, |out| plain::<u32>(octets, out)), None);
        assert_eq!(written(2, |out| plain("aé".as_bytes(), out)), Some(vec![0x61_u8, 0xE9]));
        assert_eq!(written(1, |out| plain::<u8>(b"\xC3", out)), None);
    }

    #[test]
    fn every_tier_agrees_at_every_length_and_alignment() {
        println!("seed {SEED}");
        let mut random = Rng(SEED);
        for len in few(0..=256, 61) {
            for alignment in few(0..64, 33) {
                let kinds = 1 + alignment % KINDS.len();
                let mut text = text(&mut random, alignment + len, kinds);
                // Cut within a character, and at the start of one.
                agree(&text[alignment..]);
                let start = (alignment..text.len()).find(|&at| text[at] & 0xC0 != 0x80);
                let whole = start.map_or(&[][..], |start| &text[start..]);
                agree(
                    std::str::from_utf8(whole)
                        .map_or_else(|error| &whole[..error.valid_up_to()], str::as_bytes),
                );
                agree_on_space(&text[alignment..], random.below(len + 2));
                if len > 0 {
                    let at = alignment + random.below(len);
                    text[at] = random.byte();
                    agree(&text[alignment..]);
                }
            }
        }
    }

    #[test]
    fn every_tier_agrees_on_every_character() {
        for first in few((0..=0x11_0000).step_by(97), 999) {
            let text: String = (first..first + 97).filter_map(char::from_u32).collect();
            agree(text.as_bytes());
        }
    }

    #[test]
    fn every_tier_agrees_on_what_is_wrong_at_every_place() {
        for wrong in WRONG {
            for kind in KINDS {
                for before in few(0..=66, 66) {
                    for after in few([64, 0, 1], 3) {
                        agree(
                            &[kind.repeat(before).as_bytes(), wrong, kind.repeat(after).as_bytes()]
                                .concat(),
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn every_tier_agrees_on_the_edges_of_every_octet() {
        const EDGES: [u8; 20] = [
            0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xE0,
            0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF,
        ];
        for first in few(0..=u8::MAX, 51) {
            for second in few(EDGES, 9) {
                agree(&[first, second]);
                agree(&[second, first]);
            }
        }
        for first in few(EDGES, 5) {
            for second in few(EDGES, 3) {
                for third in few(EDGES, 11) {
                    for fourth in few([0x7F, 0x80, 0xBF], 3) {
                        agree(&[first, second, third, fourth]);
                    }
                }
            }
        }
    }
}
