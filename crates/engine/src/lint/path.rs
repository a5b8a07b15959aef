//! Lint rules for the path: segments that some parsers take for something other than a name.

use std::ops::Range;

use super::rule::{Id, SEGMENTS, rows};
use super::{Linter, limits};
use crate::codec::percent;
use crate::codec::triplets::{Token, tokens, triplet};
use superuri_kernels::{Table, find as find_stop, set::Set};

rows! {
    /// A filter that compares texts sees a path below `/public`, and the server opens `/admin`
    /// (CWE-22).
    DOT_SEGMENT: "U503", "dot-segment", Info, ON, "the first parser resolves a dot segment", "/a/../b", "RFC 3986 section 5.2.4",
        bad: "/public/../admin", good: "/admin",
        ignore: "the text is a relative reference in a document: browsers resolve it before they \
            send it.",
        fix: "`normalize` resolves dot segments.";
    /// Attackers read files outside the web folder of Apache 2.4.49, which did not recognise `.%2E`
    /// as `..` (CVE-2021-41773).
    ENCODED_DOTS: "U504", "encoded-dot-segment", Error, ON, "an encoded dot segment hides from checks, but is resolved", "/a/%2E%2E/b", "RFC 3986 section 6.2.2.3",
        bad: "/icons/.%2E/secret", good: "/secret",
        ignore: "the text is test data for a server; never in a request.";
    /// A program that decodes the whole URL like a form requests another file.
    PLUS_IN_PATH: "U508", "plus-in-path", Info, ON, "a plus sign in a path is a plus sign; form decoders turn it into a space", "/a+b", "URL standard, application/x-www-form-urlencoded",
        good: "/a%2Bb",
        ignore: "the plus sign is part of the name, and your server reads paths by RFC 3986.";
    /// A rule for `/admin/users` does not match, and a server that merges slashes answers the
    /// request. Patterns of Apache's `LocationMatch` had to account for this (CVE-2019-0220).
    EMPTY_SEGMENT: "U509", "empty-segment", Info, ON, "two slashes are an empty segment, which many servers drop", "/a//b", SEGMENTS,
        bad: "/admin//users", good: "/admin/users",
        ignore: "empty segments have a meaning for your server, as in keys of S3.";
    /// URI parsers drop the segments that have no parent. A program that joins the path to a folder
    /// opens a file outside that folder (CWE-22).
    ABOVE_ROOT: "U510", "above-root", Warning, ON, "the dot segments climb above the root", "/../a", "RFC 3986 section 5.4.2",
        bad: "/../secret", good: "/secret",
        ignore: "all parsers resolve dot segments by RFC 3986, as browsers do.";
    /// A check for segments that are exactly `..` does not find it (CWE-32).
    MANY_DOTS: "U511", "many-dots", Info, ON, "a segment of three dots or more is a name here, and leads up in some file systems", "/.../a", SEGMENTS,
        bad: "/.../secret", good: "/secret",
        ignore: "the dots are an ellipsis in a title.";
    /// The first parser sees one name and passes it on; the server behind it decodes `%2F`, `%5C`,
    /// `%3F` or `%23`, or drops a space at the end, and then goes one level up (CWE-22, CWE-177).
    HIDDEN_DOTS: "U520", "hidden-dot-segment", Warning, ON, "a part of the segment is a dot segment for servers that decode a delimiter, or drop a space, before they resolve", "/a/..%20/b", "RFC 3986 section 2.4; CWE-22",
        bad: "/static/..%2f..%2fetc", good: "/static/etc",
        ignore: "the text is test data for a server; never in a request.";
    /// The proxy sees a name and passes the request on; Tomcat drops `;` and goes one level up.
    /// Attackers ran code on F5 BIG-IP this way (CVE-2020-5902). Orange Tsai described the method
    /// ("Breaking Parser Logic", Black Hat USA 2018).
    DOTS_WITH_PARAMETERS: "U513", "dots-with-parameters", Warning, ON, "a dot segment with parameters is a name to most parsers, and leads up on servers that drop parameters", "/a/..;/b", "Tomcat, Jetty: path parameters; CVE-2020-5902",
        bad: "/public/..;/admin", good: "/admin",
        ignore: "the text is test data for a server; never in a request.";
    /// IIS sent the source of a script instead of its output (CVE-1999-0278; CWE-69), and let
    /// everybody into folders that require a password (CVE-2010-2731).
    ALTERNATE_STREAM: "U515", "alternate-stream", Warning, ON, "Windows reads a stream such as `::$DATA` behind a name as the same file or folder, and checks of the name do not", "/a.asp::$DATA", "Windows, NTFS streams; CVE-1999-0278; CVE-2010-2731",
        good: "/a.asp",
        ignore: "none of your servers runs on Windows.";
    /// An access rule for `/admin` does not match `/;/admin`. A server that drops parameters and
    /// merges slashes answers the request (CWE-647).
    PARAMETERS_ALONE: "U516", "parameters-alone", Info, ON, "a segment that has only parameters is empty to servers that drop them", "/a/;/b", "RFC 3986 section 3.3; Tomcat, Jetty: path parameters",
        bad: "/;/admin", good: "/admin",
        ignore: "all your servers treat parameters as a part of the segment's name.";
    /// A rule of the gateway for `/admin` does not match `/admin;a`, and Tomcat answers it as
    /// `/admin`. For a cache, `/account;a.css` is a style sheet (Martin Doyhenard, "Gotta cache 'em
    /// all", Black Hat USA 2024).
    PATH_PARAMETERS: "U518", "path-parameters", Warning, OFF, "servers that drop parameters and a gateway that keeps them see different paths", "/admin;a=b/c", "RFC 3986 section 3.3; Tomcat, Jetty: path parameters",
        bad: "/admin;a.css", good: "/admin",
        ignore: "the gateway drops parameters before it compares paths.";
    /// IIS sent the source of a script where a dot followed its name (CVE-1999-0154; CWE-42).
    DROPPED_ENDING: "U519", "dropped-ending", Warning, OFF, "Windows drops dots and spaces at the end of a name, and checks of the name do not", "/a.asp./b", "Windows, naming files; CVE-1999-0154",
        bad: "/a.asp%20", good: "/a.asp",
        ignore: "none of your servers runs on Windows.";
    /// fsspec, and with it pandas and Dask, divides `s3://bucket/a::1.txt` into the object `a` and the
    /// local file `1.txt`: two such names write to one object. An escape does not help, because it is
    /// not decoded.
    CHAINED_NAME: "U521", "chained-name", Info, ON, "fsspec reads two colons in a name as the end of the name, and what follows as another file", "s3://bucket/a::1.txt", "fsspec documentation, URL chaining; fsspec 2026.9.0",
        good: "s3://bucket/a-1.txt",
        ignore: "no program opens the name with fsspec.",
        fix: "Rename the object, or open its key with a file system object: `fs.open(key)`.";
    /// Scanners for path traversal try this spelling: a program with escapes of its own may decode
    /// it after all checks are done.
    HEX_SLASH: "U512", "hex-slash", Info, ON, "0x2E, 0x2F and 0x5C are letters here, but some parsers decode them to a dot or a slash", "/a0x2fb", SEGMENTS,
        bad: "/files/..0x2fsecret", good: "/files/secret",
        ignore: "the text is a hash, an address or another number in hexadecimal.";
    /// A reader of the document follows the reference and finds nothing, and the author does not
    /// notice.
    MISSING_FILE: "U517", "missing-file", Warning, OFF, "the file that a relative reference names may be missing: the setting `check-files` looks for it", "a.html", "RFC 3986 section 5.2.3",
        bad: "no-such-page.html", good: "https://h.example/a.html",
        ignore: "the file is made when the site is built.",
        fix: "Correct the name, or add the file.";
    /// A proxy that takes its target from the path connects to any host (CWE-918). More often a
    /// base and an absolute URL were joined as texts.
    URL_IN_PATH: "U629", "url-in-path", Info, ON, "the path contains a whole URL", "/https://h.example/a", SEGMENTS,
        bad: "http://h.example/https://h.example/a", good: "https://h.example/a",
        ignore: "the service takes URLs in its path, as web archives do.",
        fix: "`resolve` joins a base and a reference.";
    /// Apache and nginx answer 414 by default: Apache reads request lines of 8190 bytes, and nginx
    /// has buffers of 8 KiB.
    TOO_LONG: "U901", "too-long", Warning, ON, "not all recipients support more than 8000 octets", text(&TOO_LONG), "RFC 9110 section 4.1",
        good: "/search?id=7",
        ignore: "client and server are yours, and their limits are higher.",
        fix: "Send the data in the body of a request.";
    /// A program that stores the resource under this name fails with `ENAMETOOLONG`.
    LONG_SEGMENT: "U902", "long-segment", Info, ON, "no file name is as long as this segment", text(&LONG_SEGMENT), "POSIX, NAME_MAX",
        good: "/a",
        ignore: "no file has this name: the segment is a token or a signature.";
}

/// Schemes that begin another URL within a path.
const SCHEMES: [&[u8]; 6] = [b"http:", b"https:", b"ftp:", b"file:", b"javascript:", b"data:"];

/// A path of `N` letters, with a slash before every `segment` of them.
const fn long<const N: usize>(segment: usize) -> [u8; N] {
    let mut text = [b'a'; N];
    let mut at = 0;
    while at < N {
        text[at] = b'/';
        at += segment;
    }
    text
}

const fn text(bytes: &[u8]) -> &str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("it is ASCII"),
    }
}

/// One octet more than every recipient should support.
const TOO_LONG: [u8; limits::URI + 1] = long(100);
const LONG_SEGMENT: [u8; limits::SEGMENT + 2] = long(1000);

pub(super) fn find(found: &mut Linter<'_>) {
    let text = found.text;
    if text.len() > limits::URI && !found.scheme_is(&[b"data", b"blob", b"javascript"]) {
        found.detail(Id::TOO_LONG, 0..text.len(), || format!("{} octets", text.len()));
    }
    if found.is_opaque() {
        return;
    }
    let path = found.parts.path.clone();
    let beside = found.parts.scheme.is_none() && found.parts.authority.is_none();
    if beside && !path.is_empty() && !text[path.clone()].starts_with(b"/") {
        found.add(Id::MISSING_FILE, path.clone());
    }
    if found.occurs.has(b'+')
        && let Some(plus) = memchr::memchr(b'+', &text[path.clone()])
    {
        found.add(Id::PLUS_IN_PATH, path.start + plus..path.start + plus + 1);
    }
    if found.occurs.has(b'0') && found.occurs.has_any(b"xX") {
        hex_slash(found, found.tail());
    }
    segments(found, path);
}

/// Streams and URLs have a colon, parameters a semicolon; both may be escaped. Spaces are dropped
/// behind dots. A character beyond ASCII, which is a member too, may become a dot or a slash.
const ODD: Table = Table::new(Set::only(":;% \t").bits());

/// Reports the findings of each segment. A segment has at most one finding of its dots and length:
/// the first arm that applies, from the most to the least specific. The depth below the root only
/// matters to `..`, and is counted with decoded dots, as servers do.
fn segments(found: &mut Linter<'_>, path: Range<usize>) {
    let text = found.text;
    let wants_all = found.wants(Id::DROPPED_ENDING);
    let next_odd = |start: usize| start + find_stop(&text[start..path.end], &ODD);
    let mut odd = next_odd(path.start);
    let rooted = text.get(path.start) == Some(&b'/');
    let mut depth = 0_usize;
    let mut start = path.start;
    let mut before: &[u8] = b"";
    while start <= path.end {
        let len = memchr::memchr(b'/', &text[start..path.end]).unwrap_or(path.end - start);
        let at = start..start + len;
        let segment = &text[at.clone()];
        let (is_first, is_last) = (start == path.start, at.end == path.end);
        let dots = dots(segment);
        if odd < start {
            odd = next_odd(start);
        }
        let is_odd = wants_all || odd < at.end;
        if is_odd {
            parameters(found, segment, at.clone());
            chained_name(found, segment, &at);
        }
        match (segment.len(), dots) {
            // The two slashes of a URL in the path are reported with it.
            (0, _) if !is_first && !is_last && before.last() != Some(&b':') => {
                found.add(Id::EMPTY_SEGMENT, at.start - 1..at.end + 1);
            }
            (_, Some(n)) if segment.len() > n => found.add(Id::ENCODED_DOTS, at.clone()),
            (_, Some(2)) if rooted && depth == 0 => found.add(Id::ABOVE_ROOT, at.clone()),
            (1 | 2, Some(_)) => found.add(Id::DOT_SEGMENT, at.clone()),
            (_, None) if is_odd && has_hidden_dots(segment) => {
                found.add(Id::HIDDEN_DOTS, at.clone());
            }
            (limits::SEGMENT.., _) if segment.len() > limits::SEGMENT => {
                found.detail(Id::LONG_SEGMENT, at.clone(), || format!("{len} octets"));
            }
            _ if len > 2 && segment.iter().all(|&b| b == b'.') => {
                found.add(Id::MANY_DOTS, at.clone());
            }
            _ => {}
        }
        let is_url = |scheme: &&[u8]| {
            segment.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme))
        };
        if is_odd && (rooted || !is_first) && SCHEMES.iter().any(is_url) {
            found.add(Id::URL_IN_PATH, at.clone());
        }
        depth = match dots {
            Some(2) => depth.saturating_sub(1),
            None if len > 0 => depth + 1,
            _ => depth,
        };
        before = segment;
        start = at.end + 1;
    }
}

/// Reports path parameters and alternate streams, which begin at a semicolon or a colon.
fn parameters(found: &mut Linter<'_>, segment: &[u8], at: Range<usize>) {
    if let Some(stream) = stream(segment) {
        found.add(Id::ALTERNATE_STREAM, at.start + stream..at.end);
    }
    let begins = |n: &usize| segment[*n] == b';' || triplet(&segment[*n..]) == Some(b';');
    match memchr::memchr2_iter(b';', b'%', segment).find(begins) {
        Some(0) => found.add(Id::PARAMETERS_ALONE, at),
        Some(end) if dots(&segment[..end]).is_some() => found.add(Id::DOTS_WITH_PARAMETERS, at),
        Some(end) if segment[end] == b';' => found.add(Id::PATH_PARAMETERS, at.start + end..at.end),
        _ => dropped_ending(found, segment, &at),
    }
}

/// Schemes of stores that fsspec opens, and no browser.
const STORES: [&[u8]; 14] = [
    b"abfs", b"abfss", b"adl", b"az", b"file", b"gcs", b"gs", b"hdfs", b"hf", b"memory", b"oci",
    b"oss", b"s3", b"s3a",
];

/// Reports two colons in a name of a store, unless the scheme of a chained URL follows.
fn chained_name(found: &mut Linter<'_>, segment: &[u8], at: &Range<usize>) {
    let mut colons = memchr::memchr_iter(b':', segment);
    let colons = colons.find(|&colon| segment.get(colon + 1) == Some(&b':'));
    if let Some(start) = colons
        && !segment.ends_with(b":")
        && found.scheme_is(&STORES)
    {
        found.add(Id::CHAINED_NAME, at.start + start..at.start + start + 2);
    }
}

/// Reports dots and spaces at the end of a name, which Windows drops.
fn dropped_ending(found: &mut Linter<'_>, segment: &[u8], at: &Range<usize>) {
    let mut name = segment;
    while let Some((rest, b'.' | b' ')) = last(name) {
        name = rest;
    }
    if !name.is_empty() && name.len() < segment.len() {
        found.add(Id::DROPPED_ENDING, at.start + name.len()..at.end);
    }
}

/// The last octet, escaped or not, and the text before it.
fn last(segment: &[u8]) -> Option<(&[u8], u8)> {
    let escape = segment.len().checked_sub(3);
    match escape.and_then(|at| Some((at, triplet(&segment[at..])?))) {
        Some((at, octet)) => Some((&segment[..at], octet)),
        None => segment.split_last().map(|(octet, rest)| (rest, *octet)),
    }
}

/// Streams that are the file itself or the folder (NTFS).
const STREAMS: [&[u8]; 3] = [b"::$data", b"::$index_allocation", b":$i30:$index_allocation"];

/// Where one of the streams at the end of the segment begins, escaped or not, in any case.
fn stream(segment: &[u8]) -> Option<usize> {
    STREAMS.iter().find_map(|stream| {
        let mut rest = segment;
        for &want in stream.iter().rev() {
            let (before, octet) = last(rest)?;
            if octet.to_ascii_lowercase() != want {
                return None;
            }
            rest = before;
        }
        Some(rest.len())
    })
}

/// Reports the first `0x2E`, `0x2F` or `0x5C`.
fn hex_slash(found: &mut Linter<'_>, tail: Range<usize>) {
    let text = &found.text[tail.clone()];
    let is_meant = |at: &usize| {
        let digits = text.get(at + 1..at + 3).unwrap_or_default();
        *at > 0
            && text[at - 1] == b'0'
            && [b"2e", b"2f", b"5c"].iter().any(|octet| digits.eq_ignore_ascii_case(*octet))
    };
    if let Some(at) = memchr::memchr2_iter(b'x', b'X', text).find(is_meant) {
        found.add(Id::HEX_SLASH, tail.start + at - 1..tail.start + at + 3);
    }
}

/// Whether a part of the segment is a dot segment after its encoded delimiters are decoded, or
/// after NFKC. Windows drops spaces at the end of a part.
fn has_hidden_dots(segment: &[u8]) -> bool {
    if !may_have_dots(segment) {
        return false;
    }
    let delimits = |token: &Token| {
        let byte = matches!(token.byte, b'/' | b'\\' | b'?' | b'#');
        byte && token.is_triplet() || token.byte == b'/'
    };
    let mut start = 0;
    let ends = tokens(segment).filter(delimits).map(|token| (token.start, token.end));
    let is_hidden = ends.chain([(segment.len(), 0)]).any(|(end, next)| {
        let mut part = &segment[start..end];
        start = next;
        while let Some((rest, b' ' | b'\t')) = last(part) {
            part = rest;
        }
        dots(part).is_some()
    });
    is_hidden || folded(segment).is_some_and(|folded| has_hidden_dots(&folded))
}

/// Whether a character of the segment is a dot, or may become one, escaped or not.
fn may_have_dots(segment: &[u8]) -> bool {
    let escapes = [*b"2e", *b"2E", *b"e2", *b"E2", *b"ef", *b"EF", *b"eF", *b"Ef"];
    segment.iter().enumerate().any(|(at, byte)| match byte {
        b'.' | 0x80.. => true,
        b'%' => segment[at + 1..].first_chunk().is_some_and(|digits| escapes.contains(digits)),
        _ => false,
    })
}

/// The segment with dots and delimiters in place of the characters that NFKC turns into them; none
/// if it has no such character.
fn folded(segment: &[u8]) -> Option<Vec<u8>> {
    // Escaped or not, all of them begin with the octet E2 or EF.
    let is_start = |token: &Token| matches!(token.byte, 0xE2 | 0xEF);
    tokens(segment).find(is_start)?;
    let mut octets = Vec::new();
    percent::decode_onto(segment, &mut octets);
    let characters = String::from_utf8_lossy(&octets);
    characters.chars().find_map(by_nfkc)?;
    let mut out = Vec::new();
    for c in characters.chars() {
        match (by_nfkc(c), c) {
            (Some(meant), _) => out.extend_from_slice(meant.as_bytes()),
            // Delimiters that were escaped stay so.
            (None, '/' | '\\' | '?' | '#' | '%') => {
                out.extend_from_slice(format!("%{:02X}", u32::from(c)).as_bytes());
            }
            _ => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Some(out)
}

/// The dots or the delimiter that NFKC makes of a character.
const fn by_nfkc(c: char) -> Option<&'static str> {
    match c {
        '\u{2024}' | '\u{FF0E}' | '\u{FE52}' => Some("."),
        '\u{2025}' => Some(".."),
        '\u{FF0F}' => Some("/"),
        '\u{FF3C}' | '\u{FE68}' => Some("%5C"),
        '\u{FF05}' | '\u{FE6A}' => Some("%"),
        _ => None,
    }
}

/// The number of dots of a dot segment, escaped or not.
pub(super) fn dots(segment: &[u8]) -> Option<usize> {
    let (mut at, mut dots) = (0, 0);
    while at < segment.len() {
        at += match segment[at] {
            b'.' => 1,
            b'%' if triplet(&segment[at..]) == Some(b'.') => 3,
            _ => return None,
        };
        dots += 1;
        if dots > 2 {
            return None;
        }
    }
    (dots > 0).then_some(dots)
}
