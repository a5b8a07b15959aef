//! Marks: the bytes that show the structure of a URI, in a block of 64 bytes.

use crate::Table;

/// How many bytes are examined at once: one for each bit of a word.
pub const BLOCK: usize = 64;

/// A triplet may begin in the last two bytes of a block, so the next block begins there.
const STRIDE: usize = BLOCK - 2;

/// What is found in one pass over a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarkSummary {
    /// The marks of the first block.
    pub first: Marks,
    /// The marks of all blocks, or'ed together: a word is 0 if the text has no such mark.
    pub all: Marks,
    /// The number of `#`.
    pub hashes: u32,
}

/// A query over the marks. It is monomorphised into each kernel, so that unused marks cost nothing. Its methods must be `#[inline(always)]`.
pub trait MarkQuery: Sized {
    /// The answer for this text, if there is one.
    fn of(text: &[u8], look: &MarkSummary) -> Option<Self>;
}

/// A bit for each byte of a block, the lowest for the first, set where the byte is the named one.
/// No bit after the end of a shorter text is set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Marks {
    /// A member of the set.
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
    /// `.` directly after a `/`
    pub slash_dot: u64,
    /// `A` to `Z`
    pub upper: u64,
    /// `%`
    pub percent: u64,
    /// A `%` that does not begin a triplet, unless its digits would be in the next block.
    pub stray: u64,
}

impl Marks {
    /// The union of both.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a kernel's instructions are those of its caller")]
    const fn or(self, other: Self) -> Self {
        Self {
            members: self.members | other.members,
            colon: self.colon | other.colon,
            slash: self.slash | other.slash,
            question: self.question | other.question,
            hash: self.hash | other.hash,
            at: self.at | other.at,
            dot: self.dot | other.dot,
            slash_dot: self.slash_dot | other.slash_dot,
            upper: self.upper | other.upper,
            percent: self.percent | other.percent,
            stray: self.stray | other.stray,
        }
    }
}

/// A bit for each place below this one; all bits for a whole block.
#[must_use]
pub const fn below(place: usize) -> u64 {
    if place < BLOCK { (1 << place) - 1 } else { !0 }
}

/// A look at a text, given a function for the marks of a text's first block.
#[cfg_attr(
    not(any(test, target_arch = "x86_64", target_arch = "aarch64")),
    expect(dead_code, reason = "no such marks")
)]
#[inline(always)]
#[expect(clippy::inline_always, reason = "a kernel's instructions are those of its caller")]
pub(crate) fn look_at(text: &[u8], marks: impl Fn(&[u8]) -> Marks) -> MarkSummary {
    let first = marks(text);
    let (mut all, mut hashes) = (Marks::default(), 0);
    let (mut rest, mut block) = (text, first);
    loop {
        let own = if rest.len() > BLOCK { below(STRIDE) } else { !0 };
        hashes += (block.hash & own).count_ones();
        all = all.or(Marks { stray: block.stray & own, ..block });
        if rest.len() <= BLOCK {
            return MarkSummary { first, all, hashes };
        }
        rest = &rest[STRIDE..];
        block = marks(rest);
    }
}

/// The marks of the text's first block, byte by byte: the reference implementation, too slow for
/// use.
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
        slash_dot: all(&|at| at > 0 && block[at - 1..=at] == *b"/."),
        upper: all(&|at| block[at].is_ascii_uppercase()),
        percent: of(b'%'),
        stray: all(&is_stray),
    }
}

/// The marks of a block, given a function that finds a byte in it. Digits are only searched for if
/// there is a `%`.
#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    expect(dead_code, reason = "no such marks")
)]
#[inline(always)]
#[expect(clippy::inline_always, reason = "a kernel's instructions are those of its caller")]
pub(crate) fn by_bits(
    of: impl Fn(u8) -> u64,
    members: u64,
    upper: u64,
    digits: impl FnOnce() -> u64,
) -> Marks {
    let (percent, slash, dot) = (of(b'%'), of(b'/'), of(b'.'));
    let followed = |digits: u64| digits >> 1 & digits >> 2;
    Marks {
        members,
        colon: of(b':'),
        slash,
        question: of(b'?'),
        hash: of(b'#'),
        at: of(b'@'),
        dot,
        slash_dot: slash << 1 & dot,
        upper,
        percent,
        stray: if percent == 0 { 0 } else { percent & !followed(digits()) },
    }
}

#[cfg(test)]
mod tests {
    use std::mem::MaybeUninit;

    use super::super::tests::{Rng, SEED, few};
    use super::*;
    use crate::{Tier, plain};

    /// All ASCII except for the characters of URIs.
    const ODD: Table = Table::new(u128::MAX ^ 0x47FF_FFFE_87FF_FFFE_AFFF_FFFA_0000_0000);

    impl MarkQuery for MarkSummary {
        fn of(_: &[u8], look: &MarkSummary) -> Option<Self> {
            Some(*look)
        }
    }

    /// Compares the marks of all blocks with those found byte by byte.
    fn agrees_with_the_plain_sums(text: &[u8], look: &MarkSummary) {
        let shown = text.escape_ascii();
        let has = |bits: u64| bits != 0;
        assert_eq!(has(look.all.members), text.iter().any(|&byte| ODD.has(byte)), "{shown}");
        let Marks { colon, slash, question, hash, at, dot, upper, percent, .. } = look.all;
        for (bits, of) in
            [colon, slash, question, hash, at, dot, percent].into_iter().zip(b":/?#@.%")
        {
            assert_eq!(has(bits), text.contains(of), "{of} in {shown}");
        }
        assert_eq!(has(upper), text.iter().any(u8::is_ascii_uppercase), "{shown}");
        let decoded = plain::decode(text, &mut vec![MaybeUninit::uninit(); text.len()]);
        assert_eq!(has(look.all.stray), decoded.malformed, "{shown}");
        assert_eq!(has(look.all.slash_dot), text.windows(2).any(|two| two == b"/."), "{shown}");
        assert_eq!(look.hashes as usize, memchr::memchr_iter(b'#', text).count(), "{shown}");
    }

    #[test]
    fn every_tier_sees_the_marks_at_every_length_and_alignment() {
        println!("seed {SEED}");
        let mut random = Rng(SEED);
        let atoms = b"abfgAFGZ019:/?#@.%%%[ \x7f\x80\xff";
        for len in few(0..=256, 83) {
            for alignment in few(0..64, 33) {
                let text: Vec<u8> = (0..alignment + len)
                    .map(|_| match random.below(9) {
                        0 => random.byte(),
                        _ => atoms[random.below(atoms.len())],
                    })
                    .collect();
                let text = &text[alignment..];
                let truth = look_at(text, |text| marks(text, &ODD));
                agrees_with_the_plain_sums(text, &truth);
                for got in Tier::all().filter_map(|tier| tier.look_at::<MarkSummary>(text, &ODD)) {
                    assert_eq!(got, truth, "{}", text.escape_ascii());
                }
            }
        }
    }

    #[test]
    fn every_tier_sees_every_byte_at_every_place() {
        for place in few(0..BLOCK, 31) {
            for byte in few(0..=u8::MAX, 85) {
                let mut text = [b'a'; BLOCK];
                text[place] = byte;
                for got in Tier::all().filter_map(|tier| tier.look_at::<MarkSummary>(&text, &ODD)) {
                    assert_eq!(got.first, marks(&text, &ODD), "{byte} at {place}");
                }
            }
        }
    }
}
