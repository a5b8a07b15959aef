//! Long components: the octets that are not allowed in them, found 64 bytes at a time.
//!
//! A member of the component's set is not allowed, unless it is the `%` of a triplet. Whether a `%`
//! begins a triplet depends only on the two bytes after it, because a `%` is not a digit. So 64
//! bytes are tested by a few operations on words.

use crate::clean::profile::Component;
use crate::codec::characters::iri::unescaped_prefix_len;
use crate::codec::triplets::{escaped, triplet};
use superuri_kernels as kernels;
use superuri_kernels::set::{NonAscii, Set};
use superuri_kernels::{Table, encode_onto, find};

/// The bits of a word; each stands for a byte.
const BITS: usize = u64::BITS as usize;

/// The words of a stretch. A stretch this long stays in the L1 cache while it is read several
/// times.
const WORDS: usize = 32;

/// Shorter texts are processed faster one stop at a time.
pub(crate) const MASK_FROM_BYTES: usize = 512;

static NO_DIGIT: Table = Table::new(Set::all_but("0123456789ABCDEFabcdef").bits());

/// A stretch of whole words, and the bytes that are not allowed in it.
pub(crate) struct IllegalMask<'a> {
    stretch: &'a [u8],
    /// A bit for each byte that is not allowed.
    wrong: [u64; WORDS],
    is_wrong: bool,
    has_triplets: bool,
    has_strays: bool,
}

impl<'a> IllegalMask<'a> {
    /// Tests the first bytes of the text, as many as make whole words; `None` if there are not
    /// enough for one word. With `stray`, a `%` that does not begin a triplet is not allowed.
    pub(crate) fn of(text: &'a [u8], component: &Component, stray: bool) -> Option<Self> {
        let words = (text.len() / BITS).min(WORDS);
        let (stretch, behind) = text.split_at(words * BITS);
        let (mut wrong, mut percents, mut others) = ([0; WORDS], [0; WORDS], [0; WORDS]);
        kernels::which(stretch, component.members(), &mut wrong[..words]);
        kernels::which_are(stretch, b'%', &mut percents[..words]);
        let (mut triplets, mut strays) = (0, 0);
        if percents.iter().any(|&word| word != 0) {
            kernels::which(stretch, &NO_DIGIT, &mut others[..words]);
            let digit = |at: usize| u64::from(behind.get(at).is_some_and(u8::is_ascii_hexdigit));
            let mut ahead = digit(0) | digit(1) << 1;
            for n in (0..words).rev() {
                let digits = !others[n];
                let next = digits >> 1 | ahead << (BITS - 1);
                let second = digits >> 2 | ahead << (BITS - 2);
                let begins = percents[n] & next & second;
                triplets |= begins;
                strays |= percents[n] & !begins;
                wrong[n] |= if stray { percents[n] & !begins } else { 0 };
                ahead = digits;
            }
        }
        let is_wrong = wrong.iter().any(|&word| word != 0);
        let (has_triplets, has_strays) = (triplets != 0, stray && strays != 0);
        (words > 0).then_some(Self { stretch, wrong, is_wrong, has_triplets, has_strays })
    }

    /// The number of bytes in the stretch.
    pub(crate) const fn len(&self) -> usize {
        self.stretch.len()
    }

    /// Whether anything must be encoded.
    pub(crate) const fn is_wrong(&self) -> bool {
        self.is_wrong
    }

    fn first(&self) -> Option<usize> {
        let n = self.wrong.iter().position(|&word| word != 0)?;
        Some(n * BITS + self.wrong[n].trailing_zeros() as usize)
    }

    /// Appends the stretch, with the bytes that are not allowed as triplets.
    pub(crate) fn encode_onto(&self, component: &Component, out: &mut Vec<u8>) {
        if !self.has_strays {
            encode_onto(self.stretch, component.members(), out);
        } else if !self.has_triplets {
            encode_onto(self.stretch, component.stops(), out);
        } else {
            let mut encoded = [0; 3 * BITS];
            for (block, mut wrong) in self.stretch.chunks_exact(BITS).zip(self.wrong) {
                let mut to = 0;
                for &byte in block {
                    let is_wrong = wrong & 1 == 1;
                    encoded[to..to + 3].copy_from_slice(&if is_wrong {
                        escaped(byte)
                    } else {
                        [byte, 0, 0]
                    });
                    to += if is_wrong { 3 } else { 1 };
                    wrong >>= 1;
                }
                out.extend_from_slice(&encoded[..to]);
            }
        }
    }
}

/// The first octet that is not allowed in this component, which is the whole text.
pub(crate) fn first(text: &[u8], component: &Component, stray: bool) -> Option<usize> {
    let (mut at, rule) = (0, component.set().rule());
    loop {
        at += find(&text[at..], component.stops());
        let rest = &text[at..];
        if rest.len() >= MASK_FROM_BYTES
            && rule == NonAscii::Encoded
            && let Some(mask) = IllegalMask::of(rest, component, stray)
        {
            if let Some(wrong) = mask.first() {
                return Some(at + wrong);
            }
            at += mask.len();
            continue;
        }
        at += match *rest.first()? {
            b'%' if triplet(rest).is_some() => 3,
            b'%' if stray => return Some(at),
            byte @ 0..0x80 if byte != b'%' && component.set().encodes(byte) => return Some(at),
            0..0x80 => 1,
            _ => match unescaped_prefix_len(rest, rule) {
                0 => return Some(at),
                len => len,
            },
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean::octets;
    use crate::clean::profiles::RFC3986;
    use crate::rng::Rng;

    #[test]
    fn many_octets_are_judged_as_one_by_one() {
        let mut rng = Rng(20_261_121);
        println!("{rng:?}");
        let pieces: [&[u8]; 9] =
            [b"%", b"%4", b"%41", b"%e9", b"%%41", b"a", b" ", b"\xC3", b"%g1"];
        for round in 0..4_000 {
            // Mostly one or two kinds of pieces, so that some words hold only one kind.
            let kinds = [0; 3].map(|_| pieces[rng.below(pieces.len())]);
            let mut text = Vec::new();
            while text.len() < MASK_FROM_BYTES + rng.below(WORDS * BITS * 2) {
                text.extend_from_slice(kinds[rng.below(30) / 14]);
            }
            let (component, stray) = (&RFC3986.fragment, round % 3 > 0);
            let mut wrong = Vec::new();
            octets::for_each_edit(&text, 0..text.len(), component.set(), stray, &mut |edit| {
                wrong.extend(edit.at);
            });
            assert_eq!(
                first(&text, component, stray),
                wrong.first().copied(),
                "{}",
                text.escape_ascii()
            );
            let mask = IllegalMask::of(&text, component, stray).expect("the text is long");
            let (mut want, mut got) = (Vec::new(), Vec::new());
            for (at, &byte) in text.iter().enumerate().take(mask.len()) {
                match wrong.binary_search(&at) {
                    Ok(_) => want.extend(escaped(byte)),
                    Err(_) => want.push(byte),
                }
            }
            mask.encode_onto(component, &mut got);
            assert_eq!(got.escape_ascii().to_string(), want.escape_ascii().to_string());
            assert_eq!(mask.is_wrong(), want.len() != mask.len());
        }
    }
}
