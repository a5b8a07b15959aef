//! Lint rules for the query and the fragment.

use std::{borrow::Cow, collections::HashSet, ops::Range};

use super::Linter;
use super::rule::{Id, rows};
use crate::codec::percent::{Errors, decode_bytes};
use crate::codec::triplets::tokens;

rows! {
    /// Two programs with different rules for spaces wrote this query. A form decoder reads two
    /// spaces, any other decoder a plus sign and a space.
    PLUS_MIX: "U701", "plus-and-percent-20", Info, ON, "the query writes a space as + and as %20: one of them is not what a parser sees", "/?a=b+c%20d", "URL standard, application/x-www-form-urlencoded",
        bad: "/?q=a+b%20c", good: "/?q=a%20b%20c",
        ignore: "the plus sign is data, and the parser is known to keep it.";
    /// A filter checks one value, and the application uses the other one: HTTP Parameter Pollution
    /// (Luca Carettoni and Stefano di Paola, OWASP AppSec Europe 2009; CWE-235).
    DUPLICATE_PARAMETER: "U702", "duplicate-parameter", Info, ON, "the parameter occurs twice: some parsers take the first, others the last", "/?a=1&a=2", "URL standard, URLSearchParams",
        bad: "/pay?amount=1&amount=1000", good: "/pay?amount=1",
        ignore: "the parameter is a list, such as a group of check boxes.";
    /// Some decoders drop the empty pair, others add a parameter without a name, and signatures of
    /// the query differ.
    EMPTY_PARAMETER: "U703", "empty-parameter", Info, ON, "there is nothing between two delimiters of the query", "/?a=1&&b=2", "URL standard, application/x-www-form-urlencoded",
        good: "/?a=1&b=2",
        ignore: "the parser drops empty pairs, as the URL standard does.";
    /// The data is cut off: an SVG image with a colour such as `#f00` is not displayed.
    FRAGMENT_IN_DATA: "U704", "fragment-in-data", Warning, ON, "the # ends the data of a data: URL", "data:,a#b", "RFC 2397; RFC 3986 section 3.5",
        good: "data:,a%23b",
        ignore: "the fragment names an element of the document that the URL contains.",
        fix: "Write `%23` for each `#` of the data.";
    /// The parameter `b` is missing, and the value of `a` is `1?b=2`.
    SECOND_QUESTION: "U705", "second-question-mark", Info, ON, "a ? in a query is data: a second query was perhaps appended", "/?a=1?b=2", "RFC 3986 section 3.4",
        good: "/?a=1&b=2",
        ignore: "the question mark is data, which RFC 3986 section 3.4 allows.",
        fix: "Add each pair encoded, and not as text.";
    /// A program that joins the value to a folder opens a file outside that folder.
    DOTS_IN_QUERY: "U706", "dots-in-query", Info, ON, "dot segments in a query are data; they lead up where the data becomes a path", "/?a=../b", "CWE-22",
        bad: "/download?file=../secret.txt", good: "/download?file=secret.txt",
        ignore: "the value never becomes the path of a file or of a request.";
    /// Python split queries at both, and caches only at `&`. An attacker could hide a parameter
    /// from the cache and store a wrong answer in it (CVE-2021-23336).
    SEMICOLON: "U707", "semicolon-in-query", Info, ON, "some parsers split the pairs of a query at ; as well as at &", "/?a=1;b=2", "HTML 4.01 appendix B.2.2; CVE-2021-23336",
        good: "/?a=1&b=2",
        ignore: "every parser splits at `&` alone, as the URL standard requires.";
    /// The text was joined from pieces that were not encoded, so the pairs after the delimiter are
    /// not part of the value, and those after a `#` do not reach the server.
    CUT_URI: "U708", "cut-uri", Warning, ON, "this delimiter ends the URI that is the value; perhaps it was meant as part of that URI", "/?to=http://h.example/a#b&c=d", "RFC 3986 section 2.4",
        good: "/?to=http://h.example/a%23b&c=d",
        ignore: "the URI ends where it was meant to end.",
        fix: "Nobody but the author knows where the value ends: encode it before it is joined, \
            with `build` or `set`.";
}

pub(super) fn find(found: &mut Linter<'_>) {
    if let Some(fragment) = found.parts.fragment.clone()
        && found.scheme_is(&[b"data"])
    {
        found.add(Id::FRAGMENT_IN_DATA, fragment.start - 1..fragment.end);
    }
    let Some(span) = found.parts.query.clone() else { return };
    let query = &found.text[span.clone()];
    if let Some(delimiter) = cut(query, found.text.get(span.end + 1..)) {
        found.add(Id::CUT_URI, span.start + delimiter..span.start + delimiter + 1);
    }
    let splits = |at: &usize| !query[..*at].ends_with(b"&amp") && query[*at..].contains(&b'=');
    let occurs = &found.occurs;
    if occurs.has(b';')
        && let Some(semicolon) = memchr::memchr_iter(b';', query).take(FEW).find(splits)
    {
        found.add(Id::SEMICOLON, span.start + semicolon..span.start + semicolon + 1);
    }
    // Question marks divide the query of LDAP (RFC 4516 section 2).
    if let Some(second) = memchr::memchr(b'?', query)
        && !found.scheme_is(&[b"ldap", b"ldaps", b"ldapi"])
    {
        found.add(Id::SECOND_QUESTION, span.start + second..span.start + second + 1);
    }
    if let Some(segment) = dot_segment(query) {
        found.add(Id::DOTS_IN_QUERY, span.start + segment.start..span.start + segment.end);
    }
    if found.occurs.has(b'+')
        && let Some(plus) = memchr::memchr(b'+', query)
        && memchr::memchr_iter(b'%', query).any(|at| query[at..].starts_with(b"%20"))
    {
        found.add(Id::PLUS_MIX, span.start + plus..span.start + plus + 1);
    }
    if found.occurs.has(b'&') && memchr::memchr(b'&', query).is_some() || query.starts_with(b"=") {
        pairs(found, span);
    }
}

/// The offset of the delimiter that ends a URI within the query, and was surely not meant to: an
/// `&` after a query of its own, or the `#` of a fragment in which more pairs follow.
fn cut(query: &[u8], fragment: Option<&[u8]>) -> Option<usize> {
    let mut start = 0;
    for scheme in memchr::memchr_iter(b':', query) {
        if scheme < start || !query[scheme..].starts_with(b"://") {
            continue;
        }
        let is_of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'%';
        let before = scheme - query[..scheme].iter().rev().take_while(is_of_name).count();
        let mut name = tokens(&query[before..scheme]).map(|token| token.byte);
        let is_name = before < scheme && name.all(|byte| byte.is_ascii_alphanumeric());
        if !is_name || before == 0 || query[before - 1] != b'=' {
            continue;
        }
        let end = memchr::memchr(b'&', &query[scheme..]).map_or(query.len(), |n| scheme + n);
        let has_query = memchr::memchr(b'?', &query[scheme..end]).is_some();
        if end < query.len() && has_query {
            return Some(end);
        }
        if end == query.len() && fragment.is_some_and(has_pairs) {
            return Some(end);
        }
        start = end;
    }
    None
}

/// Do pairs of a query seem to follow in this fragment, after an `&`?
fn has_pairs(fragment: &[u8]) -> bool {
    memchr::memchr(b'&', fragment)
        .is_some_and(|first| memchr::memchr(b'=', &fragment[first..]).is_some())
}

/// The first dot segment in a value, escaped or not: the span of its last dot and its slash.
fn dot_segment(query: &[u8]) -> Option<Range<usize>> {
    if !memchr::memchr2_iter(b'.', b'%', query).any(|at| is_dot_and_slash(&query[at..])) {
        return None;
    }
    let (mut before, mut dot) = (None, None);
    for token in tokens(query) {
        let raw = token.end - token.start == 1;
        match (dot, token.byte) {
            (Some(start), b'/' | b'\\') => return Some(start..token.end),
            (_, b'.') => {
                let climbs = match before {
                    None | Some((b'.' | b'/' | b'\\', _)) => true,
                    Some((byte, raw)) => raw && matches!(byte, b'=' | b'&'),
                };
                dot = climbs.then_some(token.start);
            }
            _ => dot = None,
        }
        before = Some((token.byte, raw));
    }
    None
}

/// Does the text begin with a dot and a slash of either kind, each escaped or not?
fn is_dot_and_slash(text: &[u8]) -> bool {
    let mut tokens = tokens(text).map(|token| token.byte);
    tokens.next() == Some(b'.') && matches!(tokens.next(), Some(b'/' | b'\\'))
}

/// Up to this many pairs are compared with each other; more use a hash set.
const FEW: usize = 12;

fn pairs(found: &mut Linter<'_>, span: Range<usize>) {
    let query = &found.text[span.clone()];
    let mut few: Vec<Cow<'_, [u8]>> = Vec::new();
    let mut many: HashSet<Cow<'_, [u8]>> = HashSet::new();
    let mut start = span.start;
    for pair in query.split(|&b| b == b'&') {
        let at = start..start + pair.len();
        start = at.end + 1;
        let name = pair.split(|&b| b == b'=').next().unwrap_or_default();
        if name.is_empty() {
            // Show the delimiter that has nothing on one side.
            let shown = if at.start > span.start { at.start - 1..at.end } else { at };
            found.add(Id::EMPTY_PARAMETER, shown);
            continue;
        }
        let name = decode_bytes(name, Errors::Keep).unwrap_or(Cow::Borrowed(name));
        let again = if few.len() < FEW { few.contains(&name) } else { !many.insert(name.clone()) };
        if again && !name.ends_with(b"[]") {
            found.add(Id::DUPLICATE_PARAMETER, at);
        }
        if few.len() < FEW {
            few.push(name);
            if few.len() == FEW {
                many.extend(few.iter().cloned());
            }
        }
    }
}
