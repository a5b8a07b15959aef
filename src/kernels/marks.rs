//! What are the marks that a block of 64 bytes shows its structure by?

use super::Table;

/// How many bytes are looked at at once: a bit of a word for each.
pub const BLOCK: usize = 64;

/// A bit for each byte of a block, the lowest for the first, set where the byte is what the name
/// says. No bit is set behind the end of a shorter text.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Marks {
    /// A member of the set that was asked about.
    pub members: u64,
    /// `:`
    pub colon: u64,
    /// `/`
    pub slash: u64,
    /// `?`
    pub question: u64,
    /// `#`
    pub hash: u64,
    /// `@`
    pub at: u64,
    /// `.`
    pub dot: u64,
    /// `A` to `Z`
    pub upper: u64,
    /// `%`
    pub percent: u64,
    /// A `%` that begins no triplet whose digits stand in this block, too.
    pub stray: u64,
}

/// As many bits as there are bytes below this place; all for a whole block.
#[must_use]
pub const fn below(place: usize) -> u64 {
    if place < BLOCK { (1 << place) - 1 } else { !0 }
}

/// The marks of the text's first block, one byte at a time: the truth, far too slow to be used.
#[must_use]
pub fn marks(text: &[u8], table: &Table) -> Marks {
    let block = &text[..text.len().min(BLOCK)];
    let all = |is: &dyn Fn(usize) -> bool| {
        (0..block.len()).filter(|&at| is(at)).fold(0, |bits, at| bits | 1 << at)
    };
    let is_digit = |at: usize| block.get(at).is_some_and(u8::is_ascii_hexdigit);
    let is_stray = |at: usize| block[at] == b'%' && !(is_digit(at + 1) && is_digit(at + 2));
    let of = |byte: u8| all(&|at| block[at] == byte);
    Marks {
        members: all(&|at| table.has(block[at])),
        colon: of(b':'),
        slash: of(b'/'),
        question: of(b'?'),
        hash: of(b'#'),
        at: of(b'@'),
        dot: of(b'.'),
        upper: all(&|at| block[at].is_ascii_uppercase()),
        percent: of(b'%'),
        stray: all(&is_stray),
    }
}

/// The `%` that begin no triplet, by where the hexadecimal digits stand.
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "no such marks"))]
pub(super) const fn stray(percent: u64, digit: u64) -> u64 {
    percent & !(digit >> 1 & digit >> 2)
}

#[cfg(test)]
mod tests {
    use super::super::Tier;
    use super::super::tests::{Random, SEED};
    use super::*;

    /// All ASCII but what stands in URIs.
    const ODD: Table = Table::new(u128::MAX ^ 0x47FF_FFFE_87FF_FFFE_AFFF_FFFA_0000_0000);

    #[test]
    fn every_tier_sees_the_marks_at_every_length_and_alignment() {
        println!("seed {SEED}");
        let mut random = Random(SEED);
        let atoms = b"abfgAFGZ019:/?#@.%%%[ \x7f\x80\xff";
        for len in 0..=130 {
            for alignment in 0..64 {
                let text: Vec<u8> = (0..alignment + len)
                    .map(|_| match random.below(9) {
                        0 => random.byte(),
                        _ => atoms[random.below(atoms.len())],
                    })
                    .collect();
                let text = &text[alignment..];
                for got in Tier::all().filter_map(|tier| tier.marks(text, &ODD)) {
                    assert_eq!(got, marks(text, &ODD), "{}", text.escape_ascii());
                }
            }
        }
    }

    #[test]
    fn every_tier_sees_every_byte_at_every_place() {
        for place in 0..BLOCK {
            for byte in 0..=u8::MAX {
                let mut text = [b'a'; BLOCK];
                text[place] = byte;
                for got in Tier::all().filter_map(|tier| tier.marks(&text, &ODD)) {
                    assert_eq!(got, marks(&text, &ODD), "{byte} at {place}");
                }
            }
        }
    }
}
