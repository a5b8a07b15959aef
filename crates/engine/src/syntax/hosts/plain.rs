//! Plain beginnings: the start of a text, scheme and host, that every reader reads the same way.
//!
//! Most URIs begin with a scheme and a plain name. Whatever a reader does to a text, be it to take
//! white space out, to decode, to normalise, to turn `\` round: a start without any such thing
//! stays, and what follows it is not a part of the host. Such a start is seen here in a few
//! nanoseconds; about every other the [`readings`](crate::syntax::hosts::readings) are asked one by
//! one, which is the truth. A yes is certain, a no is not.

use crate::base::schemes::{SPECIAL_SCHEMES, scheme_in};
use crate::syntax::hosts::idna;
use crate::syntax::hosts::literal;
use crate::syntax::hosts::whatwg;
use crate::syntax::split;
use superuri_kernels::set::Set;
use superuri_kernels::{Table, find, has};

/// What every reader sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alike<'a> {
    /// This host, of ASCII, perhaps in upper case.
    Host(&'a str),
    /// None.
    Nothing,
    /// None on a page; to others, what comes first may be a host.
    Relative,
}

/// What is neither of a scheme nor of a host as most are.
static ODD: Table = Table::new(
    Set::all_but("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-._").bits(),
);

/// In octets: no name of the DNS is longer (RFC 1035 section 2.3.4).
const LONGEST_NAME: usize = 255;

/// In digits: no port has more.
const LONGEST_PORT: usize = 5;

/// What every reader sees in the octets, if that shows at their start.
///
/// ```
/// use superuri::syntax::hosts::plain::{Alike, alike};
/// assert_eq!(alike(b"http://Example.com:80/\\@"), Some(Alike::Host("Example.com")));
/// assert_eq!(alike(b"/a/b"), Some(Alike::Nothing));
/// assert_eq!(alike(b"http://evil.com\\@good.com/"), None);
/// ```
#[must_use]
pub fn alike(text: &[u8]) -> Option<Alike<'_>> {
    // What is longer is not a URL to the library.
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
        // A relative text names no host, unless something becomes of its start.
        [b'/', next, ..] if name.is_empty() && ODD.has(*next) => None,
        [] | [b'/' | b'?' | b'#', ..] if name.is_empty() => Some(Alike::Nothing),
        [] | [b'/' | b'?' | b'#', ..] => Some(Alike::Relative),
        // What begins so is relative, and white space, escapes and `\` are all that is undone.
        [first, ..] if name.is_empty() && first.is_ascii_graphic() => {
            (!matches!(first, b'%' | b'\\')).then_some(Alike::Relative)
        }
        _ => None,
    }
}

/// Does a word begin what is behind a scheme, so that it is neither a port nor a URL of its
/// own?
fn is_word(text: &[u8]) -> bool {
    let (name, rest) = text.split_at(find(text, &ODD));
    name.iter().any(|byte| !byte.is_ascii_digit()) && matches!(rest, [] | [b'/' | b'?' | b'#', ..])
}

/// What every reader sees behind the `//` of this scheme.
fn host_of<'a>(scheme: &[u8], behind: &'a [u8]) -> Option<Alike<'a>> {
    // To some, a scheme with a dot is a host.
    if !split::is_scheme(scheme) || memchr::memchr(b'.', scheme).is_some() {
        return None;
    }
    // Between the slashes of `file:///` is not a host; the schemes of the web look for one behind
    // them.
    if let Some(path) = behind.strip_prefix(b"/") {
        let is_file = scheme.eq_ignore_ascii_case(b"file");
        return (is_file && is_local(path)).then_some(Alike::Nothing);
    }
    let (host, rest) = behind.split_at(find(behind, &ODD));
    // A file's host has no port, and may be the machine's own, which is none.
    let is_file = scheme.eq_ignore_ascii_case(b"file");
    if is_file && (rest.starts_with(b":") || host.eq_ignore_ascii_case(b"localhost")) {
        return None;
    }
    let ends = match rest.strip_prefix(b":").map_or(Some(rest), behind_port)? {
        [] | [b'/', ..] => true,
        // Some look for the `/` alone, and for an `@` before it.
        [b'?' | b'#', rest @ ..] => {
            memchr::memchr2(b'@', b'/', rest).is_none_or(|at| rest[at] == b'/')
        }
        _ => false,
    };
    if !ends || !is_plain(host) {
        return None;
    }
    std::str::from_utf8(host).ok().map(Alike::Host)
}

/// Does no path of a file become one of a share, whatever is decoded and resolved?
fn is_local(path: &[u8]) -> bool {
    let end = memchr::memchr2(b'?', b'#', path).unwrap_or(path.len());
    let is_odd = |byte: &u8| !byte.is_ascii_graphic() || matches!(byte, b'\\' | b'%');
    let path = &path[..end];
    !path.iter().any(is_odd)
        && !path.starts_with(b"/")
        && memchr::memmem::find(path, b"/.").is_none()
        && !path.starts_with(b".")
}

/// What follows the digits of a port, if it is one that all readers take.
fn behind_port(text: &[u8]) -> Option<&[u8]> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).take(LONGEST_PORT + 1);
    let (port, len) =
        digits.fold((0, 0), |(port, len), digit| (10 * port + u32::from(digit - b'0'), len + 1));
    (len <= LONGEST_PORT && u16::try_from(port).is_ok()).then(|| &text[len..])
}

/// Is it a host that is spelt in one way except for its case: no number that is an address, no
/// A-label?
fn is_plain(host: &[u8]) -> bool {
    // A scheme may have a plus sign; a host with one is not read by all.
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

/// May a label be one that is checked, and shown otherwise: `xn--…`?
fn has_a_label(host: &[u8]) -> bool {
    has(host, b'-') && host.windows(4).any(idna::is_a_label)
}
