//! Session ids in paths and queries, which the keys of web archives leave out.

/// A piece of the name or value of a session id.
enum SessionPiece {
    /// This word, in any case.
    Word(&'static [u8]),
    /// This many letters.
    Letters(usize),
    /// This many letters or digits.
    Alphanumerics(usize),
}
use SessionPiece::{Alphanumerics, Letters, Word};

/// The session ids in a query, in the order in which they are searched for. `cfid` is handled
/// separately.
const IN_QUERY: [&[SessionPiece]; 4] = [
    &[Word(b"jsessionid="), Alphanumerics(32)],
    &[Word(b"phpsessid="), Alphanumerics(32)],
    &[Word(b"sid="), Alphanumerics(32)],
    &[Word(b"aspsessionid"), Letters(8), Word(b"="), Letters(24)],
];

/// The length of the match, if the text begins with these pieces.
fn length(pieces: &[SessionPiece], text: &[u8]) -> Option<usize> {
    let mut at = 0;
    for piece in pieces {
        let rest = &text[at..];
        let (len, is_piece) = match *piece {
            Word(word) => (word.len(), rest.get(..word.len())?.eq_ignore_ascii_case(word)),
            Letters(len) => (len, rest.get(..len)?.iter().all(u8::is_ascii_alphabetic)),
            Alphanumerics(len) => (len, rest.get(..len)?.iter().all(u8::is_ascii_alphanumeric)),
        };
        if !is_piece {
            return None;
        }
        at += len;
    }
    Some(at)
}

/// Removes the last session id of each kind from a query, with the `&` after it.
pub fn leave_query(query: &mut Vec<u8>) {
    for pieces in IN_QUERY {
        let last = (0..query.len()).rev().find_map(|start| {
            let end = start + length(pieces, &query[start..])?;
            ends_pair(query, end).then_some(start..end)
        });
        remove(query, last);
    }
    let last = cold_fusion(query);
    remove(query, last);
}

fn ends_pair(query: &[u8], end: usize) -> bool {
    query.get(end).is_none_or(|&byte| byte == b'&')
}

fn remove(query: &mut Vec<u8>, session: Option<std::ops::Range<usize>>) {
    if let Some(session) = session {
        let and = usize::from(session.end < query.len());
        query.drain(session.start..session.end + and);
    }
}

/// Finds `cfid=…&cftoken=…`, both with a value. Text before `cfid` in its pair is kept.
fn cold_fusion(query: &[u8]) -> Option<std::ops::Range<usize>> {
    const ID: &[u8] = b"cfid=";
    const TOKEN: &[u8] = b"cftoken=";
    let mut end = query.len();
    // Pair by pair from the end: `next` is where the pair after this one ends.
    let mut next = None;
    loop {
        let start = memchr::memrchr(b'&', &query[..end]).map_or(0, |and| and + 1);
        if let Some(next_end) = next {
            let token = &query[end + 1..next_end];
            let has_token =
                token.len() > TOKEN.len() && token[..TOKEN.len()].eq_ignore_ascii_case(TOKEN);
            // The value of `cfid` must not be empty.
            let pair = &query[start..end.saturating_sub(1).max(start)];
            let id = pair.windows(ID.len()).rposition(|word| word.eq_ignore_ascii_case(ID));
            if let Some(id) = id.filter(|_| has_token) {
                return Some(start + id..next_end);
            }
        }
        next = Some(end);
        end = start.checked_sub(1)?;
    }
}

/// Removes the last session id of each of ASP.NET's two kinds from a path: a segment before a page
/// whose name contains `.aspx`.
pub fn leave_path(path: &mut Vec<u8>) {
    for kind in [cookieless, plain] {
        if let Some(segment) = session_segment(path, kind) {
            path.drain(segment);
        }
    }
}

/// `(A(…)B(…))/`: each value of 24 letters or digits.
fn cookieless(text: &[u8]) -> Option<usize> {
    const VALUE: &[SessionPiece] = &[Letters(1), Word(b"("), Alphanumerics(24), Word(b")")];
    let mut at = length(&[Word(b"(")], text)?;
    at += length(VALUE, &text[at..])?;
    while let Some(len) = length(VALUE, &text[at..]) {
        at += len;
    }
    Some(at + length(&[Word(b")/")], &text[at..])?)
}

/// `(…)/`: a value of 24 letters or digits.
fn plain(text: &[u8]) -> Option<usize> {
    length(&[Word(b"("), Alphanumerics(24), Word(b")/")], text)
}

fn session_segment(
    path: &[u8],
    kind: fn(&[u8]) -> Option<usize>,
) -> Option<std::ops::Range<usize>> {
    // Go from the end, so that the pages and the nearest question mark after a place are known.
    let mut pages: Vec<usize> = Vec::new();
    let mut question = path.len();
    for at in (0..path.len()).rev() {
        match path[at] {
            b'?' => question = at,
            b'.' if length(&[Word(b".aspx")], &path[at..]).is_some() => pages.push(at),
            b'/' => {
                let start = at + 1;
                let Some(len) = kind(&path[start..]) else { continue };
                // The page's name must have something before its `.aspx`.
                let page = pages.iter().rev().find(|&&page| page > start + len);
                if page.is_some_and(|&page| page < question) {
                    return Some(start..start + len);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_leave() {
        let (id, letters) = ("0123456789abcdefghijABCDEFGHIJ01", "abcdefghijklmnopqrstuvwx");
        let rows = [
            (format!("a=1&jsessionid={id}"), "a=1&"),
            (format!("jsessionid={id}&b=1"), "b=1"),
            (format!("PHPSESSID={id}&sid={id}&b"), "b"),
            (format!("sid={id}0"), ""),
            (format!("ASPSESSIONIDabcdefgh={letters}&x"), "x"),
            ("a&cfid=1&cftoken=2&b".to_owned(), "a&b"),
            ("xcfid=cfid=1&CFTOKEN=2".to_owned(), "xcfid="),
            ("cfid=cfid=&cftoken=2".to_owned(), ""),
        ];
        for (query, left) in rows {
            let mut text = query.clone().into_bytes();
            leave_query(&mut text);
            let left = if query.starts_with("sid=") { query.as_str() } else { left };
            assert_eq!(String::from_utf8_lossy(&text), left, "{query}");
        }
    }
}
