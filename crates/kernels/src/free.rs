//! Membership: whether a text has no byte of a set.
//!
//! Most texts have none, and then nothing has to be done. So this check is the cost of most calls,
//! and it is cheaper than finding the first byte.

use crate::{Table, Tier, injected};

/// Is no byte of the text in the set?
#[inline]
#[must_use]
pub fn is_free(text: &[u8], table: &Table) -> bool {
    injected::ask(text);
    Tier::best().is_free(text, table)
}

#[cfg(test)]
mod tests {
    use super::super::tests::few;
    use super::*;
    use crate::set::{ALNUM, Set};

    /// Zero is in the set, so that zeros after the text would be found if they were read.
    const TABLE: Table = Table::new(Set::all_but(ALNUM).bits());

    /// Longer than the short case of any tier.
    const LONGEST: usize = 66;

    #[test]
    fn every_tier_agrees_for_every_byte_at_every_position() {
        for len in few(0..=LONGEST, 22) {
            for byte in few(0..=u8::MAX, 127) {
                for place in few(0..len.max(1), 17) {
                    let mut text = [b'a'; LONGEST];
                    text[place] = byte;
                    let text = &text[..len];
                    let want = !text.iter().any(|&byte| TABLE.has(byte));
                    for tier in Tier::all() {
                        assert_eq!(tier.is_free(text, &TABLE), want, "{tier:?} {text:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_behind_a_text_is_seen() {
        let text = ["a".repeat(64), " ".repeat(64), "a".repeat(200)].concat();
        for start in few(0..=64, 16) {
            for end in few(start..text.len(), 61) {
                let text = &text.as_bytes()[start..end];
                assert_eq!(is_free(text, &TABLE), !text.contains(&b' '), "{start}..{end}");
            }
        }
    }
}
