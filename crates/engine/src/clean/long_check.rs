//! Long check: the quick test of [`fast_check`], for texts of any length.
//!
//! In a long text without a `%`, three searches find what a look at each block would. If it is legal
//! except for some octets, it is encoded in one go, several times as fast as component by component.

use crate::base::sets::rfc3986;
use crate::clean::fast_check::{self, FastResult, ODD};
use superuri_kernels::marks::{MarkQuery, MarkSummary, Marks};
use superuri_kernels::{Table, find, marks};

/// Bytes that are not allowed in a URI, or only in some places or combinations.
static STOPS: Table = Table::new(rfc3986::FRAGMENT.bits());

/// In bytes: the searches would make shorter legal texts slower.
const SEARCHES_FROM_BYTES: usize = 2048;

/// How this text becomes a legal URI reference, if that is quickly found.
///
/// ```
/// use superuri::clean::fast_check::FastResult;
/// use superuri::clean::long_check::legal;
/// let text = ["http://example.com/", &"a b".repeat(1000)].concat();
/// assert_ne!(legal(text.as_bytes()), Some(FastResult::Unchanged));
/// ```
#[must_use]
#[inline]
pub fn legal(text: &[u8]) -> Option<FastResult> {
    if text.len() < SEARCHES_FROM_BYTES { fast_check::legal(text) } else { of_long(text) }
}

/// The same for a long text; in a function of its own, so that a call with a short one is inlined.
#[inline(never)]
fn of_long(text: &[u8]) -> Option<FastResult> {
    let first = marks(text, &ODD).filter(|first| first.percent == 0)?;
    let seen = |members, hashes| {
        let all = Marks { members, ..Marks::default() };
        FastResult::of(text, &MarkSummary { first, all, hashes })
    };
    // Most texts that are not plain show it in the first block.
    let plain = seen(0, 0)?;
    let rest = &text[find(text, &STOPS)..];
    if rest.is_empty() {
        return Some(plain);
    }
    if memchr::memchr(b'%', rest).is_some() {
        return None;
    }
    let hashes = memchr::memchr_iter(b'#', rest).take(2).map(|_| 1).sum();
    seen(u64::from(find(rest, &ODD) < rest.len()), hashes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean::edit::apply;
    use crate::clean::edits::{Encodings, edits};
    use crate::clean::profiles::RFC3986;
    use crate::rng::Rng;
    use superuri_kernels::encode_onto;

    #[test]
    fn a_yes_is_certain_for_long_texts() {
        let starts =
            "http://e.com/,//e.com:80?,a/,mailto:,x:/,http://[::1]/,é, ,//u@h/,a:,,1:,http://é/,#";
        let starts: Vec<_> = starts.split(',').collect();
        let atoms = ["a", "/", ":", "?", "#", "%", "%20", "é", " ", "[", "//", ".", "@", "~"];
        let (mut rng, mut found) = (Rng(20_261_121), [0; 2]);
        println!("{rng:?}");
        for _ in 0..20_000 {
            let mut text = starts[rng.below(starts.len())].to_owned();
            let few = 1 + rng.below(3);
            let some: Vec<_> = (0..few).map(|_| atoms[rng.below(atoms.len())]).collect();
            let letters = "b".repeat(rng.below(3 * SEARCHES_FROM_BYTES / few));
            for atom in some {
                text.extend([letters.as_str(), atom]);
            }
            let (text, shown) = (text.as_bytes(), &text);
            let truth = || edits(text, RFC3986, Encodings::default());
            match legal(text) {
                None => {}
                Some(FastResult::Unchanged) => {
                    assert_eq!(truth(), Ok(vec![]), "{shown}");
                    found[0] += usize::from(text.len() >= SEARCHES_FROM_BYTES);
                }
                Some(FastResult::Escaped) => {
                    let mut encoded = Vec::new();
                    encode_onto(text, &ODD, &mut encoded);
                    let want = apply(text, &truth().expect("legal, except for octets"));
                    assert_eq!(encoded, want, "{shown}");
                    found[1] += usize::from(text.len() >= SEARCHES_FROM_BYTES);
                }
            }
        }
        // Without the necessary CPU instructions, the result is never yes.
        let rare = found.map(|found| found < 500);
        assert!(marks(b"", &ODD).is_none() || rare == [false; 2], "{found:?}");
    }
}
