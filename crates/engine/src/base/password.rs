//! Passwords: where one may occur in a text that is about to be quoted, and how it is hidden.
//!
//! This is used for error messages, whose texts are usually malformed, so it hides too much rather
//! than too little.

use std::borrow::Cow;
use std::ops::Range;

use crate::base::schemes;
use superuri_kernels::memory;

/// What is shown in place of a password. No URI contains this character, so the shown text is never
/// mistaken for the text that would be sent.
pub const HIDDEN: &str = "…";

/// The text with an ellipsis in place of each password of an authority.
///
/// ```
/// use superuri::base::password::masked;
/// assert_eq!(masked("see http://bob:secret@example.com/"), "see http://bob:…@example.com/");
/// assert_eq!(masked("http://bob:secret%40h/"), "http://bob:…%40h/");
/// assert_eq!(masked("http://example.com:80/@"), "http://example.com:80/@");
/// ```
#[must_use]
pub fn masked(text: &str) -> Cow<'_, str> {
    // A password has an @ behind it, written so or percent-encoded.
    if memchr::memchr2(b'@', b'%', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    hidden(text, &passwords(text.as_bytes()))
}

/// The text with an ellipsis in place of each of these spans, which are in order and do not
/// overlap.
#[must_use]
pub fn hidden<'a>(text: &'a str, spans: &[Range<usize>]) -> Cow<'a, str> {
    if spans.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut done = 0;
    for span in spans {
        out.push_str(&text[done..span.start]);
        out.push_str(HIDDEN);
        done = span.end;
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// Where passwords may be, in order: each between a colon and an `@` after the start of an
/// authority. An authority starts after two slashes of either kind, or after a scheme for which
/// browsers need no slashes. The delimiters may be percent-encoded, as in a URI inside another.
///
/// A password that is written raw may contain delimiters, so everything that is not a port and has
/// an `@` after it is hidden.
#[must_use]
pub fn passwords(text: &[u8]) -> Vec<Range<usize>> {
    let written = in_authorities(text, true).into_iter().map(|(_, span)| span);
    united(written.chain(escaped(text, true)).collect())
}

/// Where passwords are next to a percent-encoded delimiter, encoded once or more often. With
/// `beyond`, a password may extend beyond the delimiters that end an authority.
#[must_use]
pub fn escaped(text: &[u8], beyond: bool) -> Vec<Range<usize>> {
    let has = |part: &[u8]| memchr::memmem::find(text, part).is_some();
    if !has(b"%") || !(has(b"@") || has(b"40")) {
        return Vec::new();
    }
    let (seen, from) = unescaped(text);
    let mut found = Vec::new();
    for (start, span) in in_authorities(&seen, beyond) {
        let slashes = seen[..start].iter().rev().take_while(|byte| is_slash(**byte)).count();
        let begins = start.saturating_sub(slashes + 1);
        let ends_escaped = beyond && from[span.end + 1] - from[span.end] > 1;
        let span = from[span.start]..from[span.end];
        // After raw delimiters, the password was found in the text as written, unless its @ is
        // percent-encoded. An & ends the query value that contains the URI.
        let is_raw = from[start] - from[begins] == start - begins;
        if (!is_raw || ends_escaped) && (beyond || !text[from[start]..span.end].contains(&b'&')) {
            found.push(span);
        }
    }
    found
}

/// These spans in order; spans that touch or overlap are joined.
#[must_use]
pub fn united(mut spans: Vec<Range<usize>>) -> Vec<Range<usize>> {
    spans.sort_unstable_by_key(|span| span.start);
    let mut all: Vec<Range<usize>> = memory::with_capacity(spans.len());
    for span in spans {
        match all.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => all.push(span),
        }
    }
    all
}

/// The start of each authority that has a password, and the span of the password.
fn in_authorities(text: &[u8], beyond: bool) -> Vec<(usize, Range<usize>)> {
    let mut found = Vec::new();
    let Some(last) = text.iter().rposition(|&byte| byte == b'@') else { return found };
    // The end of the authority that was examined last, and the last @ in it.
    let (mut end, mut at_sign) = (0, None);
    let mut at = 0;
    while let Some(start) = (at..last).find(|&at| begins(text, at)) {
        at = start + 1;
        if end < start {
            end = (start..text.len()).find(|&at| is_delimiter(text[at])).unwrap_or(text.len());
            at_sign = (start..end).rfind(|&at| text[at] == b'@');
        }
        let at_sign = at_sign.filter(|&at| at >= start);
        let literal = text[start] == b'[' && at_sign.is_none();
        let host = if literal { after(text, start, end, b']') } else { Some(start) };
        let Some(colon) = host.and_then(|host| after(text, host, end, b':')) else { continue };
        let is_port = || text[colon..end].iter().all(u8::is_ascii_digit);
        let until = at_sign.or_else(|| (beyond && colon <= last && !is_port()).then_some(last));
        if let Some(until) = until.filter(|&until| colon <= until) {
            found.push((start, colon..until));
            at = until;
        }
    }
    found
}

/// Whether the text contains an `@`, raw or percent-encoded any number of times. What is before it
/// may be a password.
#[must_use]
pub fn has_at_sign(text: &[u8]) -> bool {
    text.contains(&b'@')
        || memchr::memmem::find(text, b"40").is_some() && unescaped(text).0.contains(&b'@')
}

/// The text with every percent-escape decoded, nested ones too; and for each byte of the result,
/// and for its end, the offset in `text` that it comes from.
fn unescaped(text: &[u8]) -> (Vec<u8>, Vec<usize>) {
    let mut seen = memory::with_capacity(text.len());
    let mut from = memory::with_capacity(text.len() + 1);
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        from.push(at);
        // %253A: the 25 is an escaped %, and the %3A that it begins is a colon.
        let mut digits = at + 1;
        while text[digits..].starts_with(b"25") && hex(text, digits + 2).is_some() {
            digits += 2;
        }
        match hex(text, digits) {
            Some(octet) if byte == b'%' => {
                seen.push(octet);
                at = digits + 2;
            }
            _ => {
                seen.push(byte);
                at += 1;
            }
        }
    }
    from.push(at);
    (seen, from)
}

/// The octet of the two hex digits at this offset.
fn hex(text: &[u8], at: usize) -> Option<u8> {
    let digit = |at: usize| text.get(at).and_then(|&digit| char::from(digit).to_digit(16));
    u8::try_from(digit(at)? << 4 | digit(at + 1)?).ok()
}

/// Whether some parser may read an authority from here.
fn begins(text: &[u8], at: usize) -> bool {
    if text.get(at).is_none_or(|byte| is_slash(*byte)) {
        return false;
    }
    let slashes = text[..at].iter().rev().take_while(|byte| is_slash(**byte)).count();
    slashes > 1 || text[..at - slashes].strip_suffix(b":").is_some_and(schemes::ends_in_special)
}

const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

const fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\' | b'?' | b'#')
}

/// The offset after the first of these bytes, if there is one before the end.
fn after(text: &[u8], start: usize, end: usize, byte: u8) -> Option<usize> {
    (start..end).find(|&at| text[at] == byte).map(|at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_is_quoted() {
        for text in [
            "http://u:s3cret@h:80/p",
            "//u:s3cret@[::1/",
            "http:\\\\u:s3cret@h",
            "http://u:s3cret#1@h/",
            "http://u:s3cr/et@h/",
            "x http://a/ http://u:s3cret@h",
            "http://h/?u=http://u:s3cret@h/",
            "http:///u:s3cret@h",
            "http:u:s3cret@h",
            "HTTPS:/u:s3cret@h",
            "blob:ws:u:s3cret@h",
            "jdbc:mysql://u:s3cret@h/db",
            "http://u:\u{e9} s3cret@h/",
            "http://u:s3cret @h/",
            "http://a b:c@s3cret d@h/ http://u:s3cret@h",
        ] {
            let shown = masked(text);
            let seen = ["u:…@h", "u:…@[", "b:…@h"].iter().any(|seen| shown.contains(seen));
            assert!(!shown.contains("s3cr") && seen, "{text} {shown}");
        }
        for text in [
            "http://h:80/a@b",
            "mailto:a@b",
            "a:b@c",
            "http://u@h/",
            "//h/a:b@c/",
            "http://[::1]:80/@",
            "http://[::1]/a@b",
            "http:a@b",
        ] {
            assert_eq!(masked(text), text);
        }
    }

    #[test]
    fn delimiters_may_be_escaped_once_or_more_often() {
        for (text, shown) in [
            ("/?u=http%3A%2F%2Fu%3As3cret%40h%2F", "/?u=http%3A%2F%2Fu%3A…%40h%2F"),
            ("http%253a%252f%252fu%253as3cret%2540h", "http%253a%252f%252fu%253a…%2540h"),
            ("http:%2F/u:s3cret@h", "http:%2F/u:…@h"),
            ("http%3Au:s3cret@h", "http%3Au:…@h"),
            ("//u:s3cret@h/?u=%2F%2Fu:s3cr%2Fet@h", "//u:…@h/?u=%2F%2Fu:…@h"),
            ("http%3A%2F%2Fh%3A80%2Fa@b", "http%3A%2F%2Fh%3A80%2Fa@b"),
            ("http://u%3Ap@h/", "http://u%3Ap@h/"),
            ("%2F%2Fa%zz:%@%2", "%2F%2Fa%zz:…@%2"),
            // Only a % begins an escape.
            ("x2F%2Fa:b@c", "x2F%2Fa:b@c"),
            ("%2F%2Fa3A40c@d%20", "%2F%2Fa3A40c@d%20"),
            // Both delimiters are necessary, the @ escaped or not.
            ("%2F%2Fu:s3cret%40h", "%2F%2Fu:…%40h"),
            ("%2F%2Fu:40h", "%2F%2Fu:40h"),
        ] {
            assert_eq!(masked(text), shown);
        }
        assert!(escaped(b"?u=http%3A%2F%2Fh&m=a:b@c", false).is_empty());
        assert!(escaped(b"?u=http%3A%2F%2Fu:p%2Fq@h", false).is_empty());
    }

    #[test]
    fn an_at_sign_may_be_escaped() {
        for (text, has) in [
            ("a@b", true),
            ("a%40b", true),
            ("a%2540b", true),
            ("a40b", false),
            ("a%41b", false),
            ("%400", true),
            ("%4", false),
            ("", false),
        ] {
            assert_eq!(has_at_sign(text.as_bytes()), has, "{text}");
        }
    }

    #[test]
    fn a_password_may_be_anywhere_in_a_long_text() {
        let long = format!("http://u:{0}@h/{0}", "s3cret".repeat(1 << 16));
        assert!(masked(&long).starts_with("http://u:…@h/"));
    }

    #[test]
    fn any_text_takes_linear_time() {
        // Quadratic time would take minutes here.
        for piece in [
            "http:", "//a:", "//", "[:", "//a:@", "http:1", "@", "//[", ":/\\", "%2F%2F", "%25",
            "%2F:@",
        ] {
            let text = piece.repeat(1 << 18) + "@";
            assert!(masked(&text).len() <= 3 * text.len(), "{piece}");
        }
    }
}
