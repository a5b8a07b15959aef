//! Templates: whether a program has yet to fill in a part of a URL.

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

/// Whether a program has yet to fill in a part: `$HOST`, `%s`, `%(name)s`, a port in letters.
#[must_use]
pub fn has_placeholder(url: &[u8]) -> bool {
    let parts = split::split(url);
    if let Some(authority) = parts.authority
        && let Some(port) = split::authority(url, authority).port
        && !port.is_empty()
        && url[port].iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
    {
        return true;
    }
    let conversion = |at: usize| match &url[at..] {
        // With a hex digit as the first letter it may be a triplet.
        [b'%', next @ (b's' | b'i' | b'u' | b'r' | b'(' | b'{' | b'%' | b'@'), rest @ ..] => {
            // The linter has a rule about `%u0041`.
            !(*next == b'u' && rest.first().is_some_and(u8::is_ascii_hexdigit))
        }
        [b'%', b'v' | b'q', rest @ ..] => !rest.first().is_some_and(u8::is_ascii_alphanumeric),
        [b'%', b'd', next, ..] => !next.is_ascii_hexdigit(),
        [b'%', b'd'] => true,
        [b'$', rest @ ..] => is_variable(url[..at].last(), rest),
        _ => false,
    };
    memchr::memchr2_iter(b'%', b'$', url).any(conversion)
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
