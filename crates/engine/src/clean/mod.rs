//! Cleaning: any text made a legal URI.
//!
//! The definition is [`crate::clean::edits`]. The functions here give the result of applying the
//! edits, faster; tests compare the two.

pub mod authority;
mod bare_host;
pub mod connection;
pub mod default_scheme;
pub mod edit;
pub mod edits;
pub mod fanged;
pub mod fast_check;
pub(crate) mod illegal_mask;
pub mod legal;
pub mod long_check;
pub(crate) mod octets;
mod other_notations;
mod pass;
pub mod profile;
pub mod profiles;
pub mod rewrite;
pub mod salvage;
pub(crate) mod spans;
pub mod suspect;
pub mod transcode;

use std::borrow::Cow;

use crate::base::error::Result;
use crate::clean::{
    edits::Encodings, fast_check::FastResult, pass::pass, profile::Profile, profiles::RFC3986,
};
use superuri_kernels::encode_onto;

/// The text as a legal URI reference; borrowed if it was one.
///
/// ```
/// use superuri::clean::clean;
/// use superuri::clean::profiles::RFC3986;
/// let text = "http://e.com/a b?q=%2F&r=50%".as_bytes();
/// assert_eq!(&*clean(text, RFC3986).unwrap(), b"http://e.com/a%20b?q=%2F&r=50%25");
/// ```
///
/// # Errors
/// Where the authority can be read in two ways or holds no host, and where white space surrounds
/// a whole URI.
pub fn clean<'a>(text: &'a [u8], profile: &Profile) -> Result<Cow<'a, [u8]>> {
    let mut out = Vec::new();
    Ok(if clean_into(text, profile, &mut out)? { Cow::Owned(out) } else { Cow::Borrowed(text) })
}

/// Appends the cleaned text and returns whether anything changed. If nothing changed, or on
/// failure, nothing is appended.
///
/// # Errors
/// As [`clean`].
pub fn clean_into(text: &[u8], profile: &Profile, out: &mut Vec<u8>) -> Result<bool> {
    if std::ptr::eq(profile, RFC3986) {
        match long_check::legal(text) {
            Some(FastResult::Unchanged) => return Ok(false),
            Some(FastResult::Escaped) => {
                encode_onto(text, &fast_check::ODD, out);
                return Ok(true);
            }
            None => {}
        }
    }
    clean_into_slow(text, profile, out)
}

/// As [`clean_into`], for a text for which one look was not enough.
///
/// # Errors
/// As [`clean`].
pub fn clean_into_slow(text: &[u8], profile: &Profile, out: &mut Vec<u8>) -> Result<bool> {
    if profile.salvages
        && let Cow::Owned(inner) = salvage::salvaged(text)
    {
        let start = out.len();
        match pass(&inner, profile, out) {
            Ok(true) => {}
            Ok(false) => out.extend_from_slice(&inner),
            Err(_) => {
                out.truncate(start);
                // The failure's offsets are those of the salvaged text; the definition gives those
                // of the text.
                edits::edits(text, profile, Encodings::default())?;
            }
        }
        return Ok(true);
    }
    pass(text, profile, out)
}

/// The text as a legal URI reference by the default profile, after a look at it.
///
/// # Errors
/// As [`clean`].
pub(crate) fn after_look(text: &[u8], look: Option<FastResult>) -> Result<Cow<'_, [u8]>> {
    let mut out = Vec::new();
    let changed = match look {
        Some(FastResult::Unchanged) => false,
        Some(FastResult::Escaped) => {
            encode_onto(text, &fast_check::ODD, &mut out);
            true
        }
        None => clean_into_slow(text, RFC3986, &mut out)?,
    };
    Ok(if changed { Cow::Owned(out) } else { Cow::Borrowed(text) })
}

/// Whether the text is legal as it is.
#[must_use]
pub fn is_clean(text: &[u8], profile: &Profile) -> bool {
    let look = if std::ptr::eq(profile, RFC3986) { fast_check::legal(text) } else { None };
    look.map_or_else(|| legal::is_legal(text, profile), |legal| legal == FastResult::Unchanged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean::edit::apply;
    use crate::clean::edits::edits;
    use crate::clean::illegal_mask::MASK_FROM_BYTES;
    use crate::clean::profiles::{PROFILES, and};
    use crate::rng::Rng;

    /// Pieces that are difficult to clean, to be joined.
    #[rustfmt::skip] // similar atoms share a line
    const ATOMS: &[&str] = &[
        "%", "%2", "%25", "%41", "%zz", "%C3%A9", "é", "起", "\u{FFFE}", "\u{202E}", "\u{AD}",
        "http:", "HTTPS:", "mailto:", "x:", "//", "/", "\\", "?", "#", "@", ":", "[", "]", "[::1]",
        "[fe80::1%eth0]", "80", "e.com", "bücher.de", "//a&amp;ü", " ", "\t", "\n", "\"", "<", ">", "^", "`",
        "{", "|", "}", "'", "&", "&amp;", "hxxp:", "hxp", "[.]", "[dot]", "(.)", "~", "a", "b", "..", "\0", "\x7F", ";", "=", "+",
        "(", ")*", "ü(", "!$,",
    ];

    /// Repeats some of the text so often that it is tested 64 bytes at a time.
    fn lengthen(text: &mut Vec<u8>, rng: &mut Rng) {
        let from = rng.below(text.len() + 1);
        let unit = [&text[from..], ATOMS[rng.below(ATOMS.len())].as_bytes()].concat();
        let times = rng.below(3 * MASK_FROM_BYTES).div_ceil(unit.len());
        text.splice(from..from, unit.repeat(times));
    }

    fn agrees_on_what_is_legal(text: &[u8], profile: &Profile, context: &str) {
        let truth = edits(text, profile, Encodings::default());
        let legal = truth.as_ref().is_ok_and(Vec::is_empty);
        assert_eq!(is_clean(text, profile), legal, "{context}");
        if !profile.salvages {
            let first = truth.map(|edits| edits.into_iter().next().map(|edit| edit.at));
            assert_eq!(legal::first(text, profile), first, "{context}");
        }
    }

    #[test]
    fn the_fast_pass_agrees_with_the_edits() {
        let mut rng = Rng(20_261_121);
        let count = if std::env::var_os("SUPERURI_FULL").is_some() { 60_000 } else { 15_000 };
        for _ in 0..count {
            let before = rng;
            let mut text = Vec::new();
            for _ in 0..rng.below(9) {
                text.extend_from_slice(ATOMS[rng.below(ATOMS.len())].as_bytes());
            }
            if rng.below(8) == 0 {
                text.push(rng.below(256).to_le_bytes()[0]);
            }
            if rng.below(16) == 0 {
                lengthen(&mut text, &mut rng);
            }
            let derived = (0..PROFILES.len()).map(|row| and(row, rng.below(256).to_le_bytes()[0]));
            for profile in PROFILES.iter().chain(derived.collect::<Vec<_>>()) {
                let shown = String::from_utf8_lossy(&text);
                let context = format!("{} of {shown:?}, {before:?}", profile.name);
                let plain = edits(&text, profile, Encodings::default());
                let plain = plain.map(|edits| apply(&text, &edits));
                let fast = clean(&text, profile).map(Cow::into_owned);
                assert_eq!(fast, plain, "{context}");
                agrees_on_what_is_legal(&text, profile, &context);
                let Ok(cleaned) = fast else { continue };
                let twice = clean(&cleaned, profile).map(Cow::into_owned);
                assert_eq!(twice.as_ref(), Ok(&cleaned), "twice: {context}");
            }
        }
    }

    #[test]
    fn each_decision_has_a_row() {
        for (text, want) in [
            ("http://h/%%41", "http://h/%25%41"),
            ("http://h/a[b]|c", "http://h/a%5Bb%5D%7Cc"),
            ("http://h/#a#b", "http://h/#a%23b"),
            ("a b:c/d:e", "a%20b%3Ac/d:e"),
            (":a", "%3Aa"),
            ("http://a@b@c/", "http://a%40b@c/"),
            ("//[::1%25e%]", "//[::1%25e%25]"),
            ("http://[fe80::1%eth0]/a b", "http://[fe80::1%25eth0]/a%20b"),
            ("http://bücher.example/ü", "http://xn--bcher-kva.example/%C3%BC"),
            ("HTTP://ü%41/", "HTTP://%C3%BC%41/"),
            ("x://ü/", "x://%C3%BC/"),
            ("/\\\\github.com?extra", "/%5C%5Cgithub.com?extra"),
            ("http://h:/?#", "http://h:/?#"),
            ("mailto:a b@c.d?subject=x y", "mailto:a%20b@c.d?subject=x%20y"),
        ] {
            let cleaned = clean(text.as_bytes(), RFC3986).expect(text);
            assert_eq!(String::from_utf8_lossy(&cleaned), want);
        }
        for (text, code, at) in [
            ("http://evil.com\\@good.com/", "ambiguous-authority", 7..25),
            ("http://a:b:80/", "ambiguous-authority", 7..13),
            ("http://[::1]x/", "ambiguous-authority", 7..13),
            ("http://[::g]/", "ambiguous-authority", 7..12),
            ("http://h:8o80/", "bad-port", 9..13),
            ("http://℅/", "bad-host", 7..10),
            (" http://h/", "surrounding-space", 0..1),
            ("http://h/ \n", "surrounding-space", 9..11),
        ] {
            let error = clean(text.as_bytes(), RFC3986).expect_err(text);
            assert_eq!((error.kind.code(), error.at.clone()), (code, at), "{text}: {error}");
        }
    }
}
