//! Templates: whether a program has yet to fill in a part of a URL.

use crate::clean::connection::{Mistake, mistake};
use crate::codec::triplets::triplet;
use crate::syntax::split;

/// Words of `OData` and of the web after a `$`: a query option, or a segment of a path.
#[rustfmt::skip]
const OF_ODATA: [&[u8]; 21] = [
    b"top", b"skip", b"filter", b"select", b"expand", b"orderby", b"count", b"search", b"format",
    b"apply", b"compute", b"levels", b"skiptoken", b"deltatoken", b"metadata", b"batch", b"value",
    b"ref", b"entity", b"all", b"web",
];

/// Whether a part is yet to be filled in: `{id}`, `\n`, or a placeholder. A `\` before an `@` hides
/// the host.
pub(super) fn is_template(url: &[u8]) -> bool {
    let is_escape = |at: usize| url.get(at + 1) != Some(&b'@');
    memchr::memchr2(b'{', b'}', url).is_some()
        || memchr::memchr_iter(b'\\', url).any(is_escape)
        || has_placeholder(url)
}

/// Whether a program has yet to fill in a part: `$HOST`, a command in backticks, `%s`, `%Y`,
/// `%(name)s`, a port in letters.
#[must_use]
pub fn has_placeholder(url: &[u8]) -> bool {
    let is_filled_in = |at: usize| match &url[at..] {
        [b'%', rest @ ..] => is_conversion(rest),
        [b'$', rest @ ..] => is_variable(url[..at].last(), rest),
        _ => false,
    };
    has_named_port(url)
        || memchr::memchr_iter(b'`', url).nth(1).is_some()
        || memchr::memchr2_iter(b'%', b'$', url).any(is_filled_in)
}

/// Whether the text of a program has a placeholder that would be a fault in prose: a conversion
/// whose letter may begin a triplet (`%B`) or whose width looks like one (`%05d`), an argument of a
/// batch file or a group of Apache (`%1`), a variable of Windows (`%NAME%`).
#[must_use]
pub fn has_conversion(url: &[u8]) -> bool {
    memchr::memchr_iter(b'%', url).any(|at| match &url[at + 1..] {
        [b'0', b'1'..=b'9', b'd' | b'i' | b'u' | b'x' | b'X', rest @ ..]
        | [b'A'..=b'F' | b'a'..=b'f' | b'0'..=b'9', rest @ ..]
            if is_apart(rest) =>
        {
            true
        }
        rest => is_enclosed(rest),
    })
}

/// Whether a name and another `%` follow, which begins no triplet.
fn is_enclosed(rest: &[u8]) -> bool {
    let len = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    len > 0 && rest.get(len) == Some(&b'%') && triplet(&rest[len..]).is_none()
}

/// Whether the port is in letters, and neither a path of scp nor the beginning of a password.
fn has_named_port(url: &[u8]) -> bool {
    let Some(span) = split::split(url).authority else { return false };
    let parts = split::authority(url, span.clone());
    let Some(port) = parts.port.clone().map(|at| &url[at]).filter(|it| !it.is_empty()) else {
        return false;
    };
    port.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
        && match mistake(url, &span, &parts) {
            Some(Mistake::Password) => false,
            Some(Mistake::Scp) => !port.iter().any(u8::is_ascii_lowercase),
            _ => true,
        }
}

/// Whether a conversion of printf (C17 section 7.21.6.1) or strftime (section 7.27.3.5) begins with
/// this `%`. A triplet is not a conversion, and a conversion does not end within a word, as in
/// `50%off`, except for the usual ones.
fn is_conversion(rest: &[u8]) -> bool {
    let is_hex = |at: usize| rest.get(at).is_some_and(u8::is_ascii_hexdigit);
    match rest {
        [b's' | b'i' | b'r' | b'(' | b'{' | b'[' | b'%' | b'@', ..] => return true,
        // The linter has a rule about `%u0041`; `%da` is a triplet.
        [b'u' | b'd', ..] => return !is_hex(1),
        _ if is_hex(0) && is_hex(1) => return false,
        _ => {}
    }
    let digits = |from: usize| rest[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let flag = usize::from(rest.starts_with(b"-"));
    let width = flag + digits(flag);
    let precision = rest.get(width).filter(|b| **b == b'.').map_or(0, |_| digits(width + 1));
    let at = if precision > 0 { width + 1 + precision } else { width };
    let integers: [&[u8]; 7] = [b"hh", b"h", b"ll", b"l", b"j", b"z", b"t"];
    let length = integers.iter().find(|it| rest[at..].starts_with(it)).map_or(0, |it| it.len());
    let ends_in = |at: usize, letters: &[u8]| {
        rest.get(at).is_some_and(|letter| letters.contains(letter)) && is_apart(&rest[at + 1..])
    };
    (length > 0 && ends_in(at + length, b"duxX"))
        || match (flag, width - flag, precision) {
            (0, 0, 0) => ends_in(0, b"GHIMNPRSTUVWXYZghjklmnopqtvwxyz"),
            (_, 0, 0) => ends_in(1, b"HIMSdehjklmy"),
            (0, _, 0) => ends_in(at, b"s"),
            _ => ends_in(at, b"EFGXcdefgiosux"),
        }
}

/// Whether no word goes on here.
fn is_apart(rest: &[u8]) -> bool {
    !rest.first().is_some_and(u8::is_ascii_alphanumeric)
}

/// Whether this follows the `$` of a variable, and not that of `?$top=5` or `/$metadata`.
fn is_variable(before: Option<&u8>, rest: &[u8]) -> bool {
    let len = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let word = &rest[..len];
    let is_named = before.is_some_and(|byte| b"?&/;(".contains(byte)) && OF_ODATA.contains(&word);
    match rest.first() {
        Some(b'(') => true,
        Some(next) => (*next == b'_' || next.is_ascii_alphabetic()) && !is_named,
        None => false,
    }
}
