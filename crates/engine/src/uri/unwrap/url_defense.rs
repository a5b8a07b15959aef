//! URL Defense: how Proofpoint writes a target, in its versions 2 and 3.

use std::borrow::Cow;

use crate::codec::percent::{self, Errors};

/// The characters that say how long a run of replaced characters is, beginning with 2: those of
/// base64url.
const RUNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The target in version 2: `-` is `%`, and `_` is `/`.
///
/// ```
/// use superuri::uri::unwrap::url_defense::v2;
/// assert_eq!(v2(b"http-3A__e.com_a-2Db").unwrap(), b"http://e.com/a-b");
/// ```
#[must_use]
pub fn v2(value: &[u8]) -> Option<Vec<u8>> {
    let escaped: Vec<u8> = value
        .iter()
        .map(|b| match b {
            b'-' => b'%',
            b'_' => b'/',
            other => *other,
        })
        .collect();
    percent::decode_bytes(&escaped, Errors::Strict).ok().map(Cow::into_owned)
}

/// The target in version 3, from what follows `/v3/__`: the text up to `__;`, in which `*` is the
/// next of the characters behind it, and `**` and a letter the next two or more.
///
/// ```
/// use superuri::uri::unwrap::url_defense::v3;
/// assert_eq!(v3(b"https://e.com/a*b**Ac__;Jisq!!x!y$").unwrap(), b"https://e.com/a&b+*c");
/// ```
#[must_use]
pub fn v3(rest: &[u8]) -> Option<Vec<u8>> {
    let end = memchr::memmem::find(rest, b"__;")?;
    let behind = &rest[end + 3..];
    let replaced = base64(&behind[..memchr::memchr(b'!', behind)?])?;
    let mut characters = std::str::from_utf8(&replaced).ok()?.chars();
    let url = percent::decode_bytes(&rest[..end], Errors::Keep).ok()?;
    let mut target = Vec::new();
    let mut at = 0;
    while let Some(star) = memchr::memchr(b'*', &url[at..]) {
        target.extend_from_slice(&url[at..at + star]);
        at += star + 1;
        let mut count = 1;
        if let [b'*', run, ..] = &url[at..] {
            count = RUNS.iter().position(|b| b == run)? + 2;
            at += 2;
        }
        for _ in 0..count {
            target.extend_from_slice(characters.next()?.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    target.extend_from_slice(&url[at..]);
    Some(two_slashes(target))
}

/// The URL with two slashes behind its scheme: some gateways merge them.
fn two_slashes(mut url: Vec<u8>) -> Vec<u8> {
    if let Some(colon) = memchr::memchr(b':', &url)
        && let [b'/', next, ..] = &url[colon + 1..]
        && *next != b'/'
    {
        url.insert(colon + 1, b'/');
    }
    url
}

/// The octets of base64 (RFC 4648), with either alphabet, with or without padding.
#[must_use]
pub fn base64(text: &[u8]) -> Option<Vec<u8>> {
    let text = text.trim_ascii_end();
    let len = text.iter().rposition(|b| *b != b'=').map_or(0, |last| last + 1);
    if len % 4 == 1 {
        return None;
    }
    let mut octets = Vec::with_capacity(len / 4 * 3 + 2);
    for group in text[..len].chunks(4) {
        let mut bits = 0_u32;
        for b in group {
            let b = match b {
                b'+' => b'-',
                b'/' => b'_',
                other => *other,
            };
            bits = bits << 6 | u32::try_from(RUNS.iter().position(|it| *it == b)?).ok()?;
        }
        bits <<= 6 * (4 - group.len());
        octets.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    Some(octets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_targets_are_none() {
        for text in [
            "https://e.com",
            "https://e.com__;",
            "https://e.com/*__;!!x",
            "https://e.com/**",
            "a**!__;YWI!",
        ] {
            assert_eq!(v3(text.as_bytes()), None, "{text}");
        }
        assert_eq!(v2(b"http-3A__e.com_-Z"), None);
    }

    #[test]
    fn base64_has_its_vectors() {
        for (text, want) in [
            ("", ""),
            ("Zg", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg==", "foob"),
            ("Pz8_", "???"),
            ("Pz8/", "???"),
        ] {
            assert_eq!(base64(text.as_bytes()).as_deref(), Some(want.as_bytes()), "{text}");
        }
        assert_eq!([base64(b"Z"), base64(b"Z!==")], [None, None]);
    }

    #[test]
    fn one_slash_becomes_two() {
        assert_eq!(v3(b"https:/e.com/__;!!x").as_deref(), Some(&b"https://e.com/"[..]));
        assert_eq!(v3(b"https://e.com/*__;4pyT!!x").as_deref(), Some("https://e.com/✓".as_bytes()));
    }
}
