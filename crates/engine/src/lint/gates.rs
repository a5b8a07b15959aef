//! Lint rules for gateways: how Spring's firewall and Envoy treat a path.

use super::rule::{Id, rows};
use super::{Linter, path::dots};
use crate::codec::percent::{Errors, decode_bytes};
use crate::codec::triplets::{Token, tokens, triplet};
use crate::codec::{characters::reason::Reason, characters::refused::refusal};

const SPRING: &str = "Spring Security, StrictHttpFirewall";
const ENVOY_NORMALIZE: &str = "Envoy, HttpConnectionManager.normalize_path";
const ENVOY_MERGE: &str = "Envoy, HttpConnectionManager.merge_slashes";
const ENVOY: &str = "Envoy, HttpConnectionManager.path_with_escaped_slashes_action";

rows! {
    /// After a second decoding, the path differs from the one that the access rules saw.
    SPRING_PERCENT: "U921", "spring-percent", Error, OFF, "the firewall rejects an encoded percent sign", "/a%25b", SPRING,
        bad: "/sale/50%25", good: "/sale/50-percent",
        ignore: "your firewall has `setAllowUrlEncodedPercent(true)`.";
    /// An encoded slash in a path parameter bypassed the access rules of Spring Security
    /// (CVE-2016-9879).
    SPRING_SLASH: "U922", "spring-encoded-slash", Error, OFF, "the firewall rejects an encoded slash", "/a%2Fb", SPRING,
        good: "/a/b",
        ignore: "your firewall has `setAllowUrlEncodedSlash(true)`.";
    /// A rule for `/a/b` does not match, and the servlet container may answer as if it did.
    SPRING_DOUBLE_SLASH: "U923", "spring-double-slash", Error, OFF, "the firewall rejects two slashes", "/a//b", SPRING,
        good: "/a/b",
        ignore: "your firewall has `setAllowUrlEncodedDoubleSlash(true)`.";
    /// Java on Windows treats a backslash as a separator, and access rules do not.
    SPRING_BACKSLASH: "U924", "spring-backslash", Error, OFF, "the firewall rejects a backslash, encoded or not", "/a%5Cb", SPRING,
        good: "/a/b",
        ignore: "your firewall has `setAllowBackSlash(true)`.";
    /// A rule sees the whole name, and native code only the part before the NUL (CWE-158).
    SPRING_NULL: "U925", "spring-nul", Error, OFF, "the firewall rejects NUL, encoded or not", "/a%00b", SPRING,
        good: "/ab",
        ignore: "your firewall has `setAllowNull(true)`.";
    /// The dot of a regular expression does not match a line feed, so a rule of
    /// `RegexRequestMatcher` did not apply to such a path (CVE-2022-22978).
    SPRING_LINE_FEED: "U926", "spring-line-feed", Error, OFF, "the firewall rejects a line feed, encoded or not", "/a%0Ab", SPRING,
        good: "/ab",
        ignore: "your firewall has `setAllowUrlEncodedLineFeed(true)`.";
    /// The dot of a regular expression does not match a carriage return, so a rule of
    /// `RegexRequestMatcher` did not apply to such a path (CVE-2022-22978).
    SPRING_CARRIAGE_RETURN: "U927", "spring-carriage-return", Error, OFF, "the firewall rejects a carriage return, encoded or not", "/a%0Db", SPRING,
        good: "/ab",
        ignore: "your firewall has `setAllowUrlEncodedCarriageReturn(true)`.";
    /// Some servlet containers keep path parameters and others drop them, so access rules of Spring
    /// Security did not apply (CVE-2018-1199).
    SPRING_SEMICOLON: "U928", "spring-semicolon", Error, OFF, "the firewall rejects a semicolon, encoded or not", "/a;b", SPRING,
        bad: "/a;jsessionid=1", good: "/a",
        ignore: "your firewall has `setAllowSemicolon(true)`, as matrix variables need.";
    /// Encoded dots can make `..` after the access rules have been applied.
    SPRING_PERIOD: "U929", "spring-encoded-period", Error, OFF, "the firewall rejects an encoded period", "/a%2Eb", SPRING,
        good: "/a.b",
        ignore: "your firewall has `setAllowUrlEncodedPeriod(true)`.";
    /// The dot of a regular expression in Java does not match these characters, so a rule that uses
    /// one does not apply to the path.
    SPRING_SEPARATOR: "U930", "spring-line-separator", Error, OFF, "the firewall rejects U+2028 and U+2029", "/a%E2%80%A8b", SPRING,
        good: "/ab",
        ignore: "your firewall allows them (`setAllowUrlEncodedLineSeparator`, \
            `…ParagraphSeparator`).";
    /// The access rules see one path, and the servlet container opens another one.
    SPRING_NOT_NORMALIZED: "U931", "spring-not-normalized", Error, OFF, "the firewall rejects dot segments", "/a/../b", SPRING,
        bad: "/public/../admin", good: "/admin",
        ignore: "a proxy before the application resolves dot segments.",
        fix: "`normalize` resolves dot segments.";
    /// Containers decode raw bytes with different encodings, so a rule may see another name.
    SPRING_NOT_PRINTABLE: "U932", "spring-not-printable", Error, OFF, "the firewall rejects what is not printable ASCII", "/é", SPRING,
        good: "/%C3%A9",
        ignore: "the client encodes the path before it sends it, as browsers do.",
        fix: "`clean` escapes the characters.";
    /// The request is answered with an error as soon as the application reads its parameters.
    SPRING_PARAMETER: "U933", "spring-parameter-name", Error, OFF, "the firewall rejects a control character or an unassigned one in the name of a parameter", "/?a%00=1", SPRING,
        good: "/?a=1",
        ignore: "your firewall has another predicate in `setAllowedParameterNames`.";
    /// Rules of Envoy see one segment and the server behind it sees two, so that a rule for `/a/b`
    /// does not apply (CVE-2021-29492).
    ENVOY_KEEPS: "U941", "envoy-keeps", Warning, OFF, "the escaped slash is forwarded unchanged: the next server may decode it", "/a%2Fb", ENVOY,
        good: "/a/b",
        ignore: "the server behind Envoy never decodes `%2F` before it splits the path.";
    /// Clients cannot reach resources whose names contain a slash.
    ENVOY_REJECTS: "U942", "envoy-rejects", Error, OFF, "the request with an escaped slash is answered with 400", "/a%2Fb", ENVOY,
        good: "/a/b",
        ignore: "none of your resources has such a name, and attacks should fail.";
    /// A name that contains a slash becomes two segments, and the client reaches another resource.
    ENVOY_REDIRECTS: "U943", "envoy-redirects", Warning, OFF, "the client is sent to the path with its slashes unescaped", "/a%2Fb", ENVOY,
        good: "/a/b",
        ignore: "none of your resources has a slash in its name.";
    /// A firewall before Envoy allows `/a%2Fb`, and the server receives the forbidden `/a/b`.
    ENVOY_FORWARDS: "U944", "envoy-forwards", Error, OFF, "the path is forwarded with its slashes unescaped: an earlier check saw a different path", "/a%2Fb", ENVOY,
        good: "/a/b",
        ignore: "Envoy is the first to check paths.";
    /// A filter before Envoy sees `/public/../admin`, and Envoy routes the request to `/admin`;
    /// without the option, the server behind Envoy resolves the dots itself (CVE-2019-9901).
    ENVOY_NORMALIZES: "U945", "envoy-normalizes", Warning, OFF, "routes and filters see the path without its dot segments, and with slashes for backslashes", "/a/../b", ENVOY_NORMALIZE,
        bad: "/public/../admin", good: "/admin",
        ignore: "nothing before Envoy decides by the path.";
    /// Without the option, a route for `/admin` does not match `//admin`, but the next server may.
    ENVOY_MERGES: "U946", "envoy-merges", Warning, OFF, "routes and filters see one slash", "/a//b", ENVOY_MERGE,
        good: "/a/b",
        ignore: "nothing before Envoy decides by the path.";
}

pub(super) fn find(found: &mut Linter<'_>) {
    if !ROWS.iter().any(|rule| found.wants(rule.id)) {
        return;
    }
    let path = found.parts.path.clone();
    let mut segment = path.start;
    let mut at = path.start;
    while at < path.end {
        let rest = &found.text[at..path.end];
        let escaped = if rest[0] == b'%' { triplet(rest) } else { None };
        let len = if escaped.is_some() { 3 } else { 1 };
        octet(found, at..at + len, escaped, rest[0]);
        if let (Some(one), Some(other)) = (slash(rest), slash(&rest[len..])) {
            found.add(Id::SPRING_DOUBLE_SLASH, at..at + one + other);
        }
        if rest.starts_with(b"//") {
            found.add(Id::ENVOY_MERGES, at..at + 2);
        }
        if rest[0] == b'\\' {
            found.add(Id::ENVOY_NORMALIZES, at..at + 1);
        }
        if rest[0] == b'/' {
            segment_ends(found, segment, at);
            segment = at + 1;
        }
        at += len;
    }
    segment_ends(found, segment, path.end);
    if found.wants(Id::SPRING_SEPARATOR) {
        separators(found);
    }
    if found.wants(Id::SPRING_PARAMETER) {
        parameter_names(found);
    }
}

/// The length of the slash at the start of the text, escaped or not.
fn slash(text: &[u8]) -> Option<usize> {
    match text {
        [b'/', ..] => Some(1),
        _ => (triplet(text) == Some(b'/')).then_some(3),
    }
}

fn octet(found: &mut Linter<'_>, at: std::ops::Range<usize>, escaped: Option<u8>, raw: u8) {
    let id = match (escaped, raw) {
        // A % that does not begin a triplet remains a % after decoding.
        (Some(b'%'), _) | (None, b'%') => Id::SPRING_PERCENT,
        (Some(b'/'), _) => Id::SPRING_SLASH,
        (Some(b'\\'), _) | (None, b'\\') => Id::SPRING_BACKSLASH,
        (Some(0), _) | (None, 0) => Id::SPRING_NULL,
        (Some(b'\n'), _) | (None, b'\n') => Id::SPRING_LINE_FEED,
        (Some(b'\r'), _) | (None, b'\r') => Id::SPRING_CARRIAGE_RETURN,
        (Some(b';'), _) | (None, b';') => Id::SPRING_SEMICOLON,
        (Some(b'.'), _) => Id::SPRING_PERIOD,
        (None, 0..0x20 | 0x7F..) => Id::SPRING_NOT_PRINTABLE,
        _ => return,
    };
    // Envoy handles both escaped slashes.
    if matches!(escaped, Some(b'/' | b'\\')) {
        found.add(Id::ENVOY_KEEPS, at.clone());
        found.add(Id::ENVOY_REJECTS, at.clone());
        found.add(Id::ENVOY_REDIRECTS, at.clone());
        found.add(Id::ENVOY_FORWARDS, at.clone());
    }
    if id == Id::SPRING_NOT_PRINTABLE {
        // A character beyond ASCII has several bytes: one finding for all of them.
        let last = found.findings.iter_mut().next_back();
        if let Some(last) = last.filter(|last| last.id == id && last.at.end == at.start) {
            last.at.end = at.end;
            return;
        }
        if found.continues_unlisted(id, &at) {
            return;
        }
    }
    found.add(id, at);
}

fn segment_ends(found: &mut Linter<'_>, start: usize, end: usize) {
    let segment = &found.text[start..end];
    if dots(segment).is_some_and(|n| n == segment.len()) {
        found.add(Id::SPRING_NOT_NORMALIZED, start..end);
        found.add(Id::ENVOY_NORMALIZES, start..end);
    }
}

fn parameter_names(found: &mut Linter<'_>) {
    let Some(query) = found.parts.query.clone() else { return };
    let text = found.text;
    let mut start = query.start;
    for pair in text[query].split(|&b| b == b'&') {
        let len = memchr::memchr(b'=', pair).unwrap_or(pair.len());
        let name = decode_bytes(&pair[..len], Errors::Keep).unwrap_or_default();
        let is_refused = |c: char| c.is_control() || refusal(c) == Some(Reason::Unassigned);
        if String::from_utf8_lossy(&name).chars().any(is_refused) {
            found.add(Id::SPRING_PARAMETER, start..start + len);
        }
        start += pair.len() + 1;
    }
}

/// Reports U+2028 and U+2029 in the decoded path.
fn separators(found: &mut Linter<'_>) {
    let path = found.parts.path.clone();
    let text = found.text;
    let mut last: Vec<Token> = Vec::with_capacity(3);
    for token in tokens(&text[path.clone()]) {
        if last.len() == 3 {
            last.remove(0);
        }
        last.push(token);
        if let [
            Token { byte: 0xE2, start, .. },
            Token { byte: 0x80, .. },
            Token { byte: 0xA8 | 0xA9, end, .. },
        ] = last[..]
        {
            found.add(Id::SPRING_SEPARATOR, path.start + start..path.start + end);
        }
    }
}
