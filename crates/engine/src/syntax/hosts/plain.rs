//! Plain beginnings: a scheme and host that every parser reads the same way.
//!
//! Most URIs begin with a scheme and a plain name. Parsers may remove white space, decode,
//! normalise or replace `\`, but nothing of that changes such a beginning, and the text after it
//! does not belong to the host. It is recognised here in a few nanoseconds. For any other text,
//! each of the [`readings`](crate::syntax::hosts::readings) is computed, which are the
//! specification. A yes is certain, a no is not.

use crate::base::schemes::{SPECIAL_SCHEMES, scheme_in};
use crate::syntax::{hosts::idna, hosts::literal, hosts::whatwg, split};
use superuri_kernels::{Table, find, has, marks, marks::below, set::Set};

/// What every parser sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alike<'a> {
    /// This host, of ASCII, perhaps in upper case.
    Host(&'a str),
    /// No host.
    Nothing,
    /// No host on a page. Other parsers may read the first part as a host.
    Relative,
}

/// Characters that are neither in a scheme nor in a plain host.
static ODD: Table = Table::new(
    Set::all_but("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-._").bits(),
);

/// Characters that are not in a plain host in lower case, as the URL standard writes it.
pub(crate) static ODD_IN_HOST: Table =
    Table::new(Set::all_but("abcdefghijklmnopqrstuvwxyz0123456789-._").bits());

/// In octets: the maximum length of a DNS name (RFC 1035 section 2.3.4).
const LONGEST_NAME: usize = 255;

/// In digits: the maximum length of a port.
const LONGEST_PORT: usize = 5;

/// What every parser sees, if the start of the text is enough to know it.
///
/// ```
/// use superuri::syntax::hosts::plain::{Alike, alike};
/// assert_eq!(alike(b"http://Example.com:80/\\@"), Some(Alike::Host("Example.com")));
/// assert_eq!(alike(b"/a/b"), Some(Alike::Nothing));
/// assert_eq!(alike(b"http://evil.com\\@good.com/"), None);
/// ```
#[must_use]
pub fn alike(text: &[u8]) -> Option<Alike<'_>> {
    // The URL library refuses longer texts.
    if text.len() > whatwg::LONGEST {
        return None;
    }
    let (name, rest) = text.split_at(find(text, &ODD));
    match rest {
        [b':', b'/', b'/', behind @ ..] => host_of(name, behind),
        [b':', behind @ ..] => {
            let opaque = split::is_scheme(name) && !scheme_in(Some(name), &SPECIAL_SCHEMES);
            (opaque && is_word(behind)).then_some(Alike::Nothing)
        }
        // A relative text has no host, unless a parser changes its start.
        [b'/', next, ..] if name.is_empty() && ODD.has(*next) => None,
        [] | [b'/' | b'?' | b'#', ..] if name.is_empty() => Some(Alike::Nothing),
        [] | [b'/' | b'?' | b'#', ..] => Some(Alike::Relative),
        // A text that begins with another visible character is relative. Parsers only change white
        // space, escapes and `\`.
        [first, ..] if name.is_empty() && first.is_ascii_graphic() => {
            (!matches!(first, b'%' | b'\\')).then_some(Alike::Relative)
        }
        _ => None,
    }
}

/// The host of an http, https or file URL, if the marks of its first block show that it is in lower
/// case, and that every parser sees it. [`alike`] is the reference implementation.
///
/// ```
/// use superuri::syntax::hosts::plain::lower_host;
/// assert!(lower_host(b"https://example.com/").is_none_or(|host| host == "example.com"));
/// assert_eq!(lower_host(b"https://127.1/"), None);
/// ```
#[must_use]
pub fn lower_host(text: &[u8]) -> Option<&str> {
    // `localhost` means no host in a file's URL.
    let start = if text.starts_with(b"https://") {
        8
    } else if text.starts_with(b"http://")
        || text.starts_with(b"file://") && !text[7..].starts_with(b"localhost")
    {
        7
    } else {
        return None;
    };
    let marks = marks(text, &ODD_IN_HOST).filter(|_| text.len() <= whatwg::LONGEST)?;
    let end = (marks.members & !below(start)).trailing_zeros() as usize;
    let host = &text[start..end.min(text.len())];
    let dots = marks.dot & below(end) & !below(start);
    let label = if dots == 0 { start } else { dots.ilog2() as usize + 1 };
    let is_plain = matches!(text.get(end), None | Some(b'/'))
        && text.get(label).is_some_and(u8::is_ascii_lowercase)
        && !has_a_label(host);
    if is_plain { std::str::from_utf8(host).ok() } else { None }
}

/// Does the text after a scheme begin with a word, so that it is neither a port nor another URL?
fn is_word(text: &[u8]) -> bool {
    let (name, rest) = text.split_at(find(text, &ODD));
    name.iter().any(|byte| !byte.is_ascii_digit()) && matches!(rest, [] | [b'/' | b'?' | b'#', ..])
}

/// What every parser sees after the `//` of this scheme.
fn host_of<'a>(scheme: &[u8], behind: &'a [u8]) -> Option<Alike<'a>> {
    // Some parsers read a scheme with a dot as a host.
    if !split::is_scheme(scheme) || memchr::memchr(b'.', scheme).is_some() {
        return None;
    }
    // There is no host between the slashes of `file:///`. For the schemes of the web, some parsers
    // look for one after them.
    if let Some(path) = behind.strip_prefix(b"/") {
        let is_file = scheme.eq_ignore_ascii_case(b"file");
        return (is_file && is_local(path)).then_some(Alike::Nothing);
    }
    let (host, rest) = behind.split_at(find(behind, &ODD));
    // The host of a file has no port. `localhost` means no host.
    let is_file = scheme.eq_ignore_ascii_case(b"file");
    if is_file && (rest.starts_with(b":") || host.eq_ignore_ascii_case(b"localhost")) {
        return None;
    }
    let ends = match rest.strip_prefix(b":").map_or(Some(rest), behind_port)? {
        [] | [b'/', ..] => true,
        // Some parsers end the authority only at `/`: the name goes on, or an `@` is before it.
        [b'?' | b'#', rest @ ..] => {
            !rest.starts_with(b".")
                && memchr::memchr2(b'@', b'/', rest).is_none_or(|at| rest[at] == b'/')
        }
        _ => false,
    };
    if !ends || !is_plain(host) {
        return None;
    }
    std::str::from_utf8(host).ok().map(Alike::Host)
}

/// Can the path of a file not become the path of a share, however it is decoded and resolved?
fn is_local(path: &[u8]) -> bool {
    let end = memchr::memchr2(b'?', b'#', path).unwrap_or(path.len());
    let is_odd = |byte: &u8| !byte.is_ascii_graphic() || matches!(byte, b'\\' | b'%');
    let path = &path[..end];
    !path.iter().any(is_odd)
        && !path.starts_with(b"/")
        && memchr::memmem::find(path, b"/.").is_none()
        && !path.starts_with(b".")
}

/// The text after the digits of a port, if all parsers accept the port.
fn behind_port(text: &[u8]) -> Option<&[u8]> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).take(LONGEST_PORT + 1);
    let (port, len) =
        digits.fold((0, 0), |(port, len), digit| (10 * port + u32::from(digit - b'0'), len + 1));
    (len <= LONGEST_PORT && u16::try_from(port).is_ok()).then(|| &text[len..])
}

/// Does the host have only one spelling, apart from case? Addresses in numbers and A-labels do not.
fn is_plain(host: &[u8]) -> bool {
    // A scheme may have a plus sign, but some parsers refuse it in a host.
    if host.len() > LONGEST_NAME || memchr::memchr(b'+', host).is_some() {
        return false;
    }
    let label = host.iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
    match host.get(label) {
        Some(b'0'..=b'9') => literal::is_ipv4(host),
        Some(first) => first.is_ascii_alphabetic() && !has_a_label(host),
        None => false,
    }
}

/// Can there be an A-label (`xn--…`), which is validated and may be displayed differently?
pub(crate) fn has_a_label(host: &[u8]) -> bool {
    has(host, b'-') && host.windows(4).any(idna::is_a_label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use superuri_kernels::marks::BLOCK;

    #[test]
    fn a_host_in_lower_case_is_what_all_read_alike() {
        let atoms = "a a-b . 1 xn-- A - _ / : :80 ? # @ + localhost".split(' ');
        let atoms: Vec<_> = atoms.collect();
        let mut texts = vec![String::new()];
        let mut found = 0;
        for _ in 0..4 {
            let longer = texts.iter().flat_map(|t| atoms.iter().map(move |a| format!("{t}{a}")));
            texts = longer.collect();
            for text in &texts {
                for lead in ["http://", "https://", "http://a.b", "file://", "http:", "HTTP://"] {
                    for letters in [0, 40 + text.len() % 2 * 12, 70] {
                        let text = [lead, &"c".repeat(letters), text].concat();
                        if let Some(host) = lower_host(text.as_bytes()) {
                            found += 1;
                            assert_eq!(alike(text.as_bytes()), Some(Alike::Host(host)), "{text}");
                            assert!(!host.contains(|c: char| c.is_ascii_uppercase()), "{text}");
                        }
                    }
                }
            }
        }
        // Without the necessary CPU instructions, nothing is found.
        assert!(found > 1000 || marks(b"", &ODD).is_none(), "{found}");
    }

    #[test]
    fn a_plain_host_is_found_without_the_other_readings() {
        let long = format!("http://{}", "a".repeat(BLOCK - 7));
        let rows = [
            (long.as_str(), Some(&long[7..])),
            (&format!("{long}a"), None),
            (&format!("https://h/{}", "a".repeat(BLOCK)), Some("h")),
            ("http://h", Some("h")),
            ("http://xn--1ug/", None),
            ("mailto:a", None),
            ("file://h/", Some("h")),
            ("http:", None),
        ];
        for (text, host) in rows {
            let found = lower_host(text.as_bytes());
            assert_eq!(found, host.filter(|_| marks(b"", &ODD).is_some()), "{text}");
        }
        for (text, host) in [("http://h:80/", "h"), ("http://h:65535", "h"), ("http://h:", "h")] {
            assert_eq!(alike(text.as_bytes()), Some(Alike::Host(host)), "{text}");
        }
        for text in ["http://h:65536/", "http://a.xn--1ug/", "http://h?a@b", "http://h?a@b/"] {
            assert_eq!(alike(text.as_bytes()), None, "{text}");
        }
        for text in ["http://h?a", "http://h#a/b@c"] {
            assert_eq!(alike(text.as_bytes()), Some(Alike::Host("h")), "{text}");
        }
    }
}
