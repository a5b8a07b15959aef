//! Simple URIs: those in which each escape is decided by itself.
//!
//! Most escapes are of letters, digits and spaces that no neighbour can affect. The general way
//! ([`escapes::decide`]) makes a list of all characters of a URI, and passes over it several times.
//! It is the reference implementation of this.

use crate::codec::characters::refused::{CharClass, Strong};
use crate::codec::{
    characters::iri::escaped_char, characters::properties::properties, characters::reason::Reason,
    triplets::triplet,
};
use crate::show::escapes::{self, KATAKANA_NO};
use crate::show::{display::Display, medium::Sink};
use superuri_kernels::{memory, pause::Steps};

struct TailEscape {
    c: char,
    /// In bytes of the URI.
    len: usize,
    reason: Reason,
    class: CharClass,
}

/// The shown text of a cleaned URI whose tail begins at `tail`, for a view that only decodes.
/// `None` if it is not simple.
pub(crate) fn shown(uri: &[u8], tail: usize, display: &Display) -> Option<Vec<u8>> {
    if !display.lossless || display.by_scheme {
        return None;
    }
    let mut out = memory::with_capacity(uri.len());
    // The class of the shown character before, if there is one.
    let (mut at, mut before) = (tail, None);
    let mut steps = Steps::default();
    out.extend_from_slice(&uri[..tail]);
    while let Some(plain) = memchr::memchr(b'%', &uri[at..]) {
        steps.one();
        let start = at + plain;
        if plain > 0 {
            before = Some(properties(char::from(uri[start - 1])).class);
        }
        out.extend_from_slice(&uri[at..start]);
        let it = escape(uri, start, display)?;
        at = start + it.len;
        let is_shown = match it.reason {
            Reason::Decoded => true,
            Reason::Space => {
                matches!(before, Some(CharClass::Letter | CharClass::Number))
                    && has_letter(uri, at, display)?
            }
            _ => false,
        };
        if is_shown {
            out.extend_from_slice(it.c.encode_utf8(&mut [0; 4]).as_bytes());
        } else {
            out.extend_from_slice(&uri[start..at]);
        }
        before = is_shown.then_some(it.class);
    }
    out.extend_from_slice(&uri[at..]);
    Some(out)
}

/// Is a letter or a digit shown at this place, right after a space?
fn has_letter(uri: &[u8], at: usize, display: &Display) -> Option<bool> {
    let class = match uri.get(at) {
        None => return Some(false),
        Some(b'%') => {
            let next = escape(uri, at, display)?;
            if next.reason != Reason::Decoded {
                return Some(false);
            }
            next.class
        }
        Some(&octet) => properties(char::from(octet)).class,
    };
    Some(matches!(class, CharClass::Letter | CharClass::Number))
}

/// The escape at this place. `None` if its neighbours matter: marks, right-to-left text, what NFC
/// would change, and what may be a drive letter.
fn escape(uri: &[u8], at: usize, display: &Display) -> Option<TailEscape> {
    let rest = &uri[at..];
    let c = match triplet(rest)? {
        octet @ 0..0x80 => Some(char::from(octet)),
        _ => escaped_char(rest),
    };
    let Some(c) = c else {
        let (c, reason) = (char::REPLACEMENT_CHARACTER, Reason::NoText);
        return Some(TailEscape { c, len: 3, reason, class: CharClass::Other });
    };
    let len = 3 * c.len_utf8();
    let reason = escapes::reason_without_context(c, display, Sink::Text);
    let it = properties(c);
    let is_simple = if c.is_ascii() {
        !c.is_ascii_alphabetic() || rest.get(len) != Some(&b':')
    } else {
        !it.joins && it.class != CharClass::Mark && it.strong != Strong::Right && c != KATAKANA_NO
    };
    is_simple.then_some(TailEscape { c, len, reason, class: it.class })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::show::display::View;
    use crate::show::{plain, pretty};

    /// Escapes of all kinds, and raw text around them.
    const ATOMS: [&str; 28] = [
        "%20",
        "%C3%A9",
        "%CC%81",
        "%D7%90",
        "%E3%83%8E",
        "%E6%97%A5",
        "%41",
        "%31",
        "%2F",
        "%25",
        "%7E",
        "%FF",
        "%C3",
        "%E2%80%AE",
        "%EF%BF%BD",
        "%F0%9F%98%80",
        "a",
        "1",
        "/",
        ":",
        "?",
        "#",
        "&",
        "=",
        "(",
        "-",
        "e",
        "%0A",
    ];

    #[test]
    fn it_is_what_the_general_way_shows() {
        let mut rng = Rng(20_261_126);
        let mut simple = 0;
        for turn in 0..60_000_u32 {
            let heads = ["", "http://h.example", "file:///", "http:/", "urn:a", "//xn--a"];
            let mut text = heads[turn as usize % heads.len()].to_owned();
            for _ in 0..rng.below(9) {
                text.push_str(ATOMS[rng.below(ATOMS.len())]);
            }
            for row in 0..3 {
                let view = View::of(row);
                let (fast, slow) = (pretty(text.as_bytes(), &view), plain(text.as_bytes(), &view));
                assert_eq!(fast.ok(), slow.ok(), "{text}");
            }
            simple += usize::from(shown(text.as_bytes(), 0, View::of(0).display()).is_some());
        }
        assert!(simple > 6_000, "{simple}");
    }
}
