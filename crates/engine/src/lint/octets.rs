//! Lint rules for triplets: their spelling, and octets that parsers do not treat as data.

use std::ops::Range;

use super::rule::{Id, SEGMENTS, rows};
use super::{Linter, browsers::is_of_drive};
use crate::base::sets::rfc3986::COMPONENT;
use crate::codec::triplets::{Token, tokens, triplet};
use superuri_kernels::pause::Steps;

rows! {
    /// Caches, signatures and programs that compare texts treat `%c3` and `%C3` as two different
    /// URLs.
    LOWER_HEX: "U201", "lower-case-hex", Info, ON, "the hex digits of a percent-escape should be upper case", "/%c3%a9", "RFC 3986 section 6.2.2.1",
        bad: "/caf%c3%a9", good: "/caf%C3%A9",
        ignore: "the URL is signed or must stay byte for byte as it is.";
    /// An access rule for `/admin` does not match `/%61dmin`, and the server decodes both to the
    /// same path (CWE-647).
    ENCODED_UNRESERVED: "U202", "encoded-unreserved", Info, ON, "the character needs no escape; some parsers decode it, others compare the text", "/%41", "RFC 3986 section 6.2.2.2",
        bad: "/%61dmin", good: "/admin",
        ignore: "the URL is signed, or a log has to show exactly what was sent.";
    /// Printed to a terminal, an escape sequence can change its title, colours and text (CWE-150).
    /// Written to a log, a control character can hide or forge an entry (CWE-117).
    ENCODED_CONTROL: "U309", "encoded-control", Warning, ON, "an encoded control character affects the program that prints or runs it", "/%01", "RFC 3986 section 7.3",
        bad: "/report%1B%5B2J", good: "/report",
        ignore: "the bytes are binary data, and nothing prints them.";
    /// One of the two is not what a parser sees: cleaning escapes the space and keeps the escape, and
    /// XlsxWriter escapes nothing in a link that has an escape. If the text is the name of a file, its
    /// `%` is data.
    SPACE_BESIDE_ESCAPE: "U318", "space-beside-escape", Warning, OFF, "a raw space beside an escape: the text is escaped only in part, or its % is data", "/a b%20c", "RFC 3986 section 2.4; XlsxWriter 3.3.1",
        bad: "/my file%20(1).txt", good: "/my%20file%20(1).txt",
        ignore: "the texts are dirty, and every program that reads them cleans them first.";
    /// Apache answers 404 by default (`AllowEncodedSlashes Off`), other servers see one more
    /// segment. Envoy applied its rules to the encoded path, and the server behind it used the
    /// decoded one (CVE-2021-29492).
    ENCODED_SLASH: "U501", "encoded-slash", Info, ON, "an encoded slash is data; many servers and proxies decode it into another path", "/a%2Fb", SEGMENTS,
        bad: "/files/a%2Fb", good: "/files/a/b",
        ignore: "your server keeps `%2F` as a part of the name, as GitLab does for \
            `group%2Fproject`.",
        fix: "Write `/` for a separator, or move a value that contains slashes into the query.";
    /// Behind a proxy, Tomcat read `%5C` as a separator and the proxy did not, so attackers left
    /// the published folder (CVE-2007-0450).
    ENCODED_BACKSLASH: "U502", "encoded-backslash", Warning, ON, "an encoded backslash is a slash to Windows and to some proxies", "/a%5Cb", SEGMENTS,
        bad: "/files%5Ca.txt", good: "/files/a.txt",
        ignore: "the backslash is data, and every server on the way treats it as data.";
    /// A check sees a name that ends in `.jpg`, and C code opens the file before the NUL (CWE-158).
    /// PHP before version 5.3.4 did so (CVE-2006-7243).
    ENCODED_NUL: "U505", "encoded-nul", Error, ON, "an encoded NUL ends the text for programs written in C", "/a%00b", "RFC 3986 section 7.3",
        bad: "/photo.php%00.jpg", good: "/photo.php",
        ignore: "the bytes are binary data that no C function reads as a string.";
    /// Apache's `mod_rewrite` decoded `%3F` and used it in a new URL, where it began a query
    /// (CVE-2024-38474; Orange Tsai, "Confusion Attacks", Black Hat USA 2024).
    ENCODED_DELIMITER: "U514", "encoded-delimiter", Info, ON, "an encoded ;, ? or # in a path is data; a parser that decodes before it splits ends the path or the segment there", "/a%3Fb", SEGMENTS,
        bad: "/wiki/Why%3F", good: "/wiki/Why",
        ignore: "the character is part of a title, and every parser splits before it decodes.";
    /// The writer of the URL can add headers to a response (CWE-113) or to a request: Python's
    /// `urllib` wrote line breaks of a path into the request (CVE-2019-9947).
    LINE_BREAK_IN_PATH: "U506", "encoded-line-break", Error, ON, "a line break outside the query is never intended: decoded, it ends a header line", "/a%0D%0Ab", "RFC 3986 section 7.3; CVE-2019-9740",
        bad: "/a%0D%0ASet-Cookie:x=1", good: "/a",
        ignore: "the text is test data for a server; never in a request.";
    /// A program that copies the value into a `Location` header lets the writer add headers
    /// (CWE-113). Python's `urllib` wrote line breaks of a query into the request (CVE-2019-9740).
    LINE_BREAK_IN_DATA: "U507", "line-break-in-data", Warning, ON, "a line break in the query is data at best; decoded into a header, it ends the line", "/?a=%0D%0A", "RFC 3986 section 7.3; CVE-2019-9740",
        bad: "/redirect?to=/a%0D%0ASet-Cookie:x=1", good: "/redirect?to=/a",
        ignore: "the value is a text of several lines, and no header contains it.";
}

/// A part of the URI, as the rules for triplets distinguish them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UriPart {
    Userinfo,
    Path,
    /// A path that does not begin with a slash, after a scheme.
    Opaque,
    Query,
    Fragment,
}

pub(super) fn find(found: &mut Linter<'_>) {
    if !found.occurs.has(b'%') {
        return;
    }
    if found.wants(Id::SPACE_BESIDE_ESCAPE)
        && let Some(space) = memchr::memchr(b' ', found.text)
        && tokens(found.text).any(Token::is_triplet)
    {
        found.add(Id::SPACE_BESIDE_ESCAPE, space..space + 1);
    }
    if let Some(userinfo) = found.authority.as_ref().and_then(|it| it.userinfo.clone()) {
        walk(found, userinfo, UriPart::Userinfo);
    }
    let path = if found.is_opaque() { UriPart::Opaque } else { UriPart::Path };
    walk(found, found.parts.path.clone(), path);
    if let Some(query) = found.parts.query.clone() {
        walk(found, query, UriPart::Query);
    }
    if let Some(fragment) = found.parts.fragment.clone() {
        walk(found, fragment, UriPart::Fragment);
    }
}

/// Reports the triplets of a component, each by the first of these rules that applies: digits in
/// lower case (in addition to the others), an escape of an unreserved character, an octet that
/// parsers may not treat as data. Neighbours with the same finding are joined.
fn walk(found: &mut Linter<'_>, span: Range<usize>, part: UriPart) {
    let Some(first_escape) = memchr::memchr(b'%', &found.text[span.clone()]) else { return };
    // The payload of data: is binary, and the lines of a mail end with CR LF.
    let binary = found.scheme_is(&[b"data"]);
    let lines = binary || found.scheme_is(&[b"mailto", b"sms", b"smsto"]);
    let first = found.parts.scheme.is_none() && found.parts.authority.is_none();
    // Before this place a decoded character could turn the start of the text into a scheme.
    let scheme_like = match memchr::memchr(b'/', found.text) {
        slash if first && part == UriPart::Path => slash.unwrap_or(found.text.len()),
        _ => 0,
    };
    let (mut at, mut steps) = (span.start + first_escape, Steps::default());
    while let Some(next) = memchr::memchr(b'%', &found.text[at..span.end]) {
        steps.one();
        let start = at + next;
        let Some(octet) = triplet(&found.text[start..span.end]) else {
            at = start + 1;
            continue;
        };
        at = start + 3;
        let here = start..at;
        let digits = [found.text[start + 1], found.text[start + 2]];
        if digits.iter().any(u8::is_ascii_lowercase) {
            let upper = [b'%', digits[0].to_ascii_uppercase(), digits[1].to_ascii_uppercase()];
            joined(found, Id::LOWER_HEX, here.clone(), Some(&upper));
        }
        if octet < 0x80 && !COMPONENT.encodes(octet) {
            if octet != b'.' || part != UriPart::Path || !is_in_dots(found.text, &span, start) {
                let bare = here.start >= scheme_like && may_be_bare(found, &here);
                let bare = bare.then_some([octet]);
                joined(found, Id::ENCODED_UNRESERVED, here, bare.as_ref().map(<[u8; 1]>::as_slice));
            }
            continue;
        }
        if let Some(id) = rule_of_octet(octet, part, binary, lines) {
            joined(found, id, here, None);
        }
    }
}

/// The rule for an encoded octet of this component that parsers may not treat as data. `binary`
/// allows every octet, `lines` allows line breaks.
#[inline]
fn rule_of_octet(octet: u8, part: UriPart, binary: bool, lines: bool) -> Option<Id> {
    Some(match octet {
        0 if !binary => Id::ENCODED_NUL,
        b'\r' | b'\n' if lines => return None,
        b'\r' | b'\n' if part == UriPart::Query => Id::LINE_BREAK_IN_DATA,
        b'\r' | b'\n' => Id::LINE_BREAK_IN_PATH,
        1..0x20 | 0x7F if !binary => Id::ENCODED_CONTROL,
        b'/' if part == UriPart::Path => Id::ENCODED_SLASH,
        b'\\' if part == UriPart::Path => Id::ENCODED_BACKSLASH,
        b';' | b'?' | b'#' if part == UriPart::Path => Id::ENCODED_DELIMITER,
        _ => return None,
    })
}

/// Adds a finding, or extends the last one if it continues that.
fn joined(found: &mut Linter<'_>, id: Id, at: Range<usize>, with: Option<&[u8]>) {
    if found.fix_at_once(id, &at, with) || found.continues_unlisted(id, &at) {
        return;
    }
    // Another rule may have reported the same triplet since then.
    let last = found.findings.iter_mut().rev().take(2);
    let last = last.into_iter().find(|last| last.id == id && last.at.end == at.start);
    match (last, with) {
        (Some(last), None) if last.fix.is_none() => last.at.end = at.end,
        (Some(super::Finding { at: span, fix: Some(fix), .. }), Some(with)) => {
            span.end = at.end;
            if let Some((span, text)) = fix.edits.last_mut() {
                span.end = at.end;
                text.to_mut().extend_from_slice(with);
            }
        }
        (_, None) => found.add(id, at),
        (_, Some(with)) => found.add_fixed(id, at, || with.to_vec(), || true),
    }
}

/// Is this encoded dot part of a dot segment? Those have a rule of their own.
fn is_in_dots(text: &[u8], path: &Range<usize>, dot: usize) -> bool {
    let (mut start, mut end) = (dot, dot);
    let mut dots = 0;
    while start > path.start && text[start - 1] != b'/' {
        start -= if text[start - 1] == b'.' {
            1
        } else if start >= path.start + 3 && triplet(&text[start - 3..]) == Some(b'.') {
            3
        } else {
            return false;
        };
        dots += 1;
        if dots > 1 {
            return false;
        }
    }
    while end < path.end && text[end] != b'/' {
        end += if text[end] == b'.' {
            1
        } else if triplet(&text[end..path.end]) == Some(b'.') {
            3
        } else {
            return false;
        };
        dots += 1;
        if dots > 2 {
            return false;
        }
    }
    true
}

/// How far before a triplet an incomplete `%uXXXX` or `&amp;` may begin.
const NEAR: usize = 5;

/// Can the character be decoded without completing an escape, an entity or a drive around it?
fn may_be_bare(found: &Linter<'_>, at: &Range<usize>) -> bool {
    let text = found.text;
    // Browsers drop what may be between the % and the character.
    if found.dropped.reads_otherwise {
        return false;
    }
    let from = at.start.saturating_sub(NEAR);
    let before = &text[from..at.start];
    let stray = (from..at.start).any(|n| text[n] == b'%' && triplet(&text[n..]).is_none());
    let behind = &text[at.end..text.len().min(at.end + NEAR)];
    let entity = before.contains(&b'&') && behind.contains(&b';');
    !stray
        && !entity
        && before.last() != Some(&b'\\')
        && !makes_drive(found, at)
        && !begins_behind_host(found, at)
}

/// Is this a dot directly behind the `?` or `#` that ends the authority? Parsers disagree there.
fn begins_behind_host(found: &Linter<'_>, at: &Range<usize>) -> bool {
    found.parts.authority.as_ref().is_some_and(|it| it.end + 1 == at.start)
        && found.parts.path.is_empty()
        && triplet(&found.text[at.clone()]) == Some(b'.')
}

/// Would browsers read a drive here if this letter were decoded? A drive begins the path anew, and
/// stays when a `..` follows it (URL standard, file state).
fn makes_drive(found: &Linter<'_>, at: &Range<usize>) -> bool {
    let inner = &found.dropped.inner;
    let (start, end) = (at.start - inner.start, at.end - inner.start);
    let is_letter = triplet(&found.text[at.clone()]).is_some_and(|it| it.is_ascii_alphabetic());
    is_letter
        && (found.parts.scheme.is_none() || found.scheme_is(&[b"file"]))
        && is_of_drive(&found.text[inner.clone()], &(start..end))
}
