//! Passwords: where one may occur in a text that is about to be quoted, and how it is hidden.
//!
//! This is for messages, and so it errs on the side of hiding: the text is wrong, or it would not
//! be quoted.

use std::borrow::Cow;
use std::ops::Range;

use crate::base::schemes;

/// What stands for a password wherever a text is shown without it. No URI has this character: what
/// is shown so is never taken for what would be sent.
pub const HIDDEN: &str = "…";

/// The text with an ellipsis for each password of an authority in it.
///
/// ```
/// use superuri::base::password::masked;
/// assert_eq!(masked("see http://bob:secret@example.com/"), "see http://bob:…@example.com/");
/// assert_eq!(masked("http://example.com:80/@"), "http://example.com:80/@");
/// ```
#[must_use]
pub fn masked(text: &str) -> Cow<'_, str> {
    hidden(text, &passwords(text.as_bytes()))
}

/// The text with an ellipsis for each of these spans, which stand in it one after the other.
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

/// Where passwords may stand, in order: each between a colon and an @ behind what may begin an
/// authority, which is two slashes of either kind, or a scheme that browsers need none for.
///
/// Written raw, a password may hold delimiters: what is no port and has an @ behind it is hidden.
#[must_use]
pub fn passwords(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let Some(last) = text.iter().rposition(|&byte| byte == b'@') else { return found };
    // Where the authority ends that was looked at last, and the last @ in it.
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
        let until = at_sign.or_else(|| (colon <= last && !is_port()).then_some(last));
        if let Some(until) = until.filter(|&until| colon <= until) {
            found.push(colon..until);
            at = until;
        }
    }
    found
}

/// Does an authority begin here, as somebody may read it?
fn begins(text: &[u8], at: usize) -> bool {
    let is_slash = |byte: &u8| matches!(byte, b'/' | b'\\');
    if text.get(at).is_none_or(is_slash) {
        return false;
    }
    let slashes = text[..at].iter().rev().take_while(|byte| is_slash(byte)).count();
    slashes > 1 || text[..at - slashes].strip_suffix(b":").is_some_and(schemes::ends_in_special)
}

const fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\' | b'?' | b'#')
}

/// Behind the first of these bytes, if there is one before the end.
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
    fn a_password_may_stand_anywhere_in_a_long_text() {
        let long = format!("http://u:{0}@h/{0}", "s3cret".repeat(1 << 16));
        assert!(masked(&long).starts_with("http://u:…@h/"));
    }

    #[test]
    fn any_text_takes_linear_time() {
        // The square of these would take minutes.
        for piece in ["http:", "//a:", "//", "[:", "//a:@", "http:1", "@", "//[", ":/\\"] {
            let text = piece.repeat(1 << 18) + "@";
            assert!(masked(&text).len() <= 3 * text.len(), "{piece}");
        }
    }
}
