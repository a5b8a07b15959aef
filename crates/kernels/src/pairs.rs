//! Pairs: where the pairs of a query are, and which need decoding.
//!
//! The separators and equals signs of 64 bytes are found at once, and pairs are cut at the bits. A
//! pair that is longer than a block is searched through separately.

use crate::Tier;

/// A name and its value, undecoded: `text[start..equals]` and `text[equals + 1..end]`. A name
/// without a value has `equals` at its end.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pair {
    /// The start of the name.
    pub start: u32,
    /// The end of the name.
    pub equals: u32,
    /// The end of the value.
    pub end: u32,
    /// Does the name contain a `+`, a `%` or a byte that is not ASCII?
    pub name_is_coded: bool,
    /// Does the value contain one?
    pub value_is_coded: bool,
}

impl Pair {
    /// The name and the value, undecoded.
    #[inline]
    #[must_use]
    pub fn of<'a>(&self, text: &'a [u8]) -> (&'a [u8], &'a [u8]) {
        let (equals, end) = (self.equals as usize, self.end as usize);
        (&text[self.start as usize..equals], text.get(equals + 1..end).unwrap_or_default())
    }
}

/// The maximum length of a text, because places have 32 bits.
pub const LONGEST: usize = u32::MAX as usize;

/// Finds the pairs between `&` from this place on, as many as `out` has space for. Returns their
/// number, and the place to continue at, which is after the text if there are no more. Empty pairs
/// are skipped (URL standard section 5.1).
///
/// # Panics
/// If the text is longer than [`LONGEST`], or if `from` is beyond its end.
pub fn pairs(text: &[u8], from: usize, out: &mut [Pair]) -> (usize, usize) {
    assert!(text.len() <= LONGEST, "places have 32 bits");
    Tier::best().pairs(text, from, out)
}

/// The reference implementation.
pub(crate) fn plain(text: &[u8], from: usize, out: &mut [Pair]) -> (usize, usize) {
    let (mut from, mut count) = (from, 0);
    while count < out.len() && from < text.len() {
        let pair = first(text, from);
        from = pair.end as usize + 1;
        out[count] = pair;
        count += usize::from(pair.end > pair.start);
    }
    (count, from)
}

fn first(text: &[u8], start: usize) -> Pair {
    let rest = &text[start..];
    let field = memchr::memchr(b'&', rest).map_or(rest, |end| &rest[..end]);
    let name = memchr::memchr(b'=', field).map_or(field, |equals| &field[..equals]);
    let place = |len: usize| u32::try_from(start + len).expect("the text is not longer");
    let is_coded = |text: &[u8]| !text.is_ascii() || memchr::memchr2(b'+', b'%', text).is_some();
    Pair {
        start: place(0),
        equals: place(name.len()),
        end: place(field.len()),
        name_is_coded: is_coded(name),
        value_is_coded: is_coded(&field[name.len()..]),
    }
}

/// Bytes that are examined at once.
#[cfg(target_arch = "x86_64")]
pub(crate) const BLOCK: usize = 64;

/// A bit for each of the first 64 bytes of a text, set where the byte is the named one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Signs {
    /// `&`
    pub(crate) separator: u64,
    /// `=`
    pub(crate) equals: u64,
    /// `+`, `%`, or not ASCII
    pub(crate) coded: u64,
}

/// The same as [`plain`], given a function that finds the signs.
#[cfg(target_arch = "x86_64")]
#[expect(clippy::inline_always, reason = "it is compiled again for machines that count bits")]
#[inline(always)]
pub(crate) fn by_signs(
    text: &[u8],
    from: usize,
    out: &mut [Pair],
    signs: impl Fn(&[u8]) -> Signs,
) -> (usize, usize) {
    let (mut from, mut count) = (from, 0);
    while count < out.len() && from < text.len() {
        let rest = &text[from..];
        let Signs { separator, equals, coded } = signs(rest);
        // The end of the text ends a pair, too.
        let mut ends = if rest.len() < BLOCK { separator | 1 << rest.len() } else { separator };
        if ends == 0 {
            let pair = first(text, from);
            from = pair.end as usize + 1;
            out[count] = pair;
            count += 1;
            continue;
        }
        #[expect(clippy::cast_possible_truncation, reason = "the text is not longer")]
        let base = from as u32;
        let mut start = 0;
        while ends != 0 && count < out.len() {
            let end = ends.trailing_zeros();
            let field = ((1 << end) - 1) & !((1 << start) - 1);
            // Without an equals sign, it is the end of the field.
            let at = (equals & field | 1 << end).trailing_zeros();
            let name = (1 << at) - 1;
            out[count] = Pair {
                start: base + start,
                equals: base + at,
                end: base + end,
                name_is_coded: coded & field & name != 0,
                value_is_coded: coded & field & !name != 0,
            };
            count += usize::from(end > start);
            ends &= ends - 1;
            from = (base + end) as usize + 1;
            start = end + 1;
        }
    }
    (count, from)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Rng, SEED, few};
    use super::*;

    /// All pairs, found `space` at a time.
    fn all(text: &[u8], tier: Tier, space: usize) -> Vec<Pair> {
        let (mut found, mut from) = (Vec::new(), 0);
        while from < text.len() {
            let mut some = vec![Pair::default(); space];
            let (count, next) = tier.pairs(text, from, &mut some);
            assert!(next > from);
            found.extend_from_slice(&some[..count]);
            from = next;
        }
        found
    }

    fn check(text: &[u8]) {
        let shown = text.escape_ascii();
        let want = all(text, Tier::all().next().expect("plain is everywhere"), 1);
        let place = |place: u32| usize::try_from(place).expect("it is in the text");
        let ranges =
            want.iter().map(|pair| (place(pair.start)..place(pair.equals), pair.equals < pair.end));
        let mut at = 0;
        let pairs = text.split(|&byte| byte == b'&').filter_map(|field| {
            let start = at;
            at += field.len() + 1;
            let name = field.iter().position(|&byte| byte == b'=');
            let end = start + name.unwrap_or(field.len());
            (!field.is_empty()).then_some((start..end, name.is_some()))
        });
        assert!(ranges.eq(pairs), "{shown}");
        for tier in Tier::all() {
            for space in few([1, 16, 2, 3], 2) {
                assert_eq!(all(text, tier, space), want, "{tier:?} {shown}");
            }
        }
    }

    #[test]
    fn every_tier_finds_the_pairs_at_every_length() {
        println!("seed {SEED}");
        let mut random = Rng(SEED);
        for len in few(0..300, 199) {
            for atoms in
                [&b"ab&="[..], b"abcdefgh+%=&", b"&", b"=", b"a\x80\xffbcdefghijklmnopqrs&=", b"a"]
            {
                for _ in few(0..3, 3) {
                    let text: Vec<u8> =
                        (0..len).map(|_| atoms[random.below(atoms.len())]).collect();
                    check(&text);
                }
            }
        }
    }

    #[test]
    fn a_sign_is_seen_at_every_place() {
        for place in few(0..130, 64) {
            for sign in *b"&=+%\x80\xffa" {
                for other in few((0..130).step_by(13), 5) {
                    let mut text = [b'a'; 130];
                    text[other] = b'&';
                    text[place] = sign;
                    check(&text);
                }
            }
        }
    }
}
