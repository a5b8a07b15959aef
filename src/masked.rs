//! Where may a password stand in a text that is about to be quoted?
//!
//! This is for messages, and so it errs on the side of hiding: the text is wrong, or it would not
//! be quoted.

use std::borrow::Cow;
use std::ops::Range;

/// What stands for a password wherever a text is shown without it. No URI has this character: what
/// is shown so is never taken for what would be sent.
pub const HIDDEN: &str = "…";

/// How many bytes are looked at; of a longer text, so many remain.
const LOOKED_AT: usize = 2000;

/// The text with an ellipsis for each password of an authority in it.
///
/// ```
/// use superuri::masked::masked;
/// assert_eq!(masked("see http://bob:secret@example.com/"), "see http://bob:…@example.com/");
/// assert_eq!(masked("http://example.com:80/@"), "http://example.com:80/@");
/// ```
#[must_use]
pub fn masked(text: &str) -> Cow<'_, str> {
    if !text.contains('@') && text.len() <= LOOKED_AT {
        return Cow::Borrowed(text);
    }
    let text = &text[..text.floor_char_boundary(LOOKED_AT)];
    let bytes = text.as_bytes();
    let mut out = String::new();
    let mut done = 0;
    for start in authorities(bytes) {
        let end = first(bytes, start, b" \t\r\n\"<>");
        if let Some(span) = password(bytes, start, end)
            && span.start >= done
        {
            out.push_str(&text[done..span.start]);
            out.push_str(HIDDEN);
            done = span.end;
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// Behind what may an authority begin? Two slashes of either kind, or what browsers take for them.
fn authorities(text: &[u8]) -> impl Iterator<Item = usize> {
    let slash = |byte: &u8| matches!(byte, b'/' | b'\\');
    (2..=text.len()).filter(move |&at| text[at - 2..at].iter().all(slash))
}

/// Where the password stands of the authority that begins here, if it may have one.
///
/// Written raw, a password may hold delimiters: what is no port and has an @ behind it is hidden.
fn password(text: &[u8], start: usize, end: usize) -> Option<Range<usize>> {
    let colon = (start..first(text, start, b"/\\?#").min(end)).find(|&at| text[at] == b':')?;
    let authority_end = first(text, colon, b"/\\?#").min(end);
    let last_at = |end: usize| (colon..end).rfind(|&at| text[at] == b'@');
    let is_port = text[colon + 1..authority_end].iter().all(u8::is_ascii_digit);
    let at = last_at(authority_end).or_else(|| if is_port { None } else { last_at(end) })?;
    Some(colon + 1..at)
}

/// Where the first of these bytes stands from here on, or the end.
fn first(text: &[u8], from: usize, bytes: &[u8]) -> usize {
    (from..text.len()).find(|&at| bytes.contains(&text[at])).unwrap_or(text.len())
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
        ] {
            let shown = masked(text);
            assert!(!shown.contains("s3cr") && shown.contains("u:…@h") || shown.contains("u:…@["));
        }
        for text in ["http://h:80/a@b", "mailto:a@b", "a:b@c", "http://u@h/", "//h/a:b@c/"] {
            assert_eq!(masked(text), text);
        }
        let long = format!("http://u:s3cret@h/{}", "/".repeat(1 << 20));
        assert!(masked(&long).starts_with("http://u:…@h/"));
    }
}
