//! Lint rule for the OWASP Core Rule Set (CRS) of ModSecurity: request targets that it refuses for
//! their escapes, dots or line breaks. Its rules for SQL, scripts and commands are not covered.
//!
//! `python -m heavy gateways` compares the rule with the CRS itself, behind Apache.

use super::Linter;
use super::rule::{Id, rows};
use crate::codec::triplets::triplet;

pub(super) const CRS: &str = "OWASP Core Rule Set 3.3.4, paranoia level 1, rules 920260, 920270, 921150, 921190, 930100, 930110, on Apache 2.4.67; tried 2026-11";

rows! {
    /// Clients get 403 and the application never learns why: a file name in a parameter looks like
    /// an attack.
    CRS_REFUSES: "U961", "crs-refuses", Error, OFF, "the rules of ModSecurity refuse this with 403", "/?a=../b", CRS,
        good: "/?a=b",
        ignore: "the rules 930100 and 930110 are excluded for this parameter.";
}

/// The encoded slashes of CRS rule 930100, apart from `/` and `\`.
const SLASHES: [&[u8]; 33] = [
    b"%c0%2f",
    b"%c0%af",
    b"%c0%qf",
    b"%c0%5c",
    b"%c0%9v",
    b"%c1%1c",
    b"%c1%9c",
    b"%c1%pc",
    b"%c1%8s",
    b"%c1%af",
    b"%25c0%25af",
    b"%25c1%259c",
    b"%252f",
    b"%255c",
    b"%2%46",
    b"%2f",
    b"%f0%80%80%af",
    b"%f8%80%80%80%af",
    b"%e0%80%af",
    b"%bg%qf",
    b"%%32%%66",
    b"%%32%46",
    b"%%32f",
    b"%%35%%63",
    b"%u2215",
    b"%u2216",
    b"%u002f",
    b"%uefc8",
    b"%uf025",
    b"%1u",
    b"%5c",
    b"0x2f",
    b"0x5c",
];

/// The encoded dots of the same rule.
const DOTS: [&[u8]; 28] = [
    b"%f0%80%80%ae",
    b"%fc%80%80%80%80%ae",
    b"%f8%80%80%80%ae",
    b"%e0%80%ae",
    b"%2e",
    b"%25c0%25ae",
    b"%252e",
    b"%2%45",
    b"%u002e",
    b"%uff0e",
    b"%u2024",
    b"%%32%%65",
    b"%%32%45",
    b"%%32e",
    b"%c0%2e",
    b"%c0%5e",
    b"%c0%6e",
    b"%c0%ae",
    b"%c0%ee",
    b"%c0%fe",
    b"%c0.",
    b".%00",
    b".%01",
    b".?",
    b".",
    b"?.",
    b"?",
    b"0x2e",
];

pub(super) fn find(found: &mut Linter<'_>) {
    if !found.wants(Id::CRS_REFUSES) {
        return;
    }
    let text = found.text;
    let (path, query) = (found.parts.path.clone(), found.parts.query.clone());
    let end = query.as_ref().unwrap_or(&path).end;
    if let Some((start, len)) = hidden_climb(&text[path.start..end]) {
        found.add(Id::CRS_REFUSES, path.start + start..path.start + start + len);
    }
    // Apache decodes the path first, then the CRS rule decodes it once more.
    let twice = decoded(&decoded(&text[path.clone()]));
    if climbs(&twice, true, query.is_none()) || twice.iter().any(|b| matches!(b, 0 | b'\n' | b'\r'))
    {
        found.add(Id::CRS_REFUSES, path);
    }
    let Some(query) = query else { return };
    // Rule 920260, of the query alone, because Apache refuses %u in a path. Its regular expression
    // knows no %U.
    for at in memchr::memmem::find_iter(&text[query.clone()], b"%u") {
        let escape = text.get(query.start + at..query.start + at + PERCENT_U_BYTES);
        if escape.is_some_and(|escape| matches!(uni(escape), Some([0xFF, _]))) {
            found.add(Id::CRS_REFUSES, query.start + at..query.start + at + PERCENT_U_BYTES);
        }
    }
    let once = decoded(&text[query.clone()]);
    if climbs(&once, false, true) || once.contains(&0) {
        found.add(Id::CRS_REFUSES, query.clone());
    }
    let mut start = query.start;
    for pair in text[query].split(|&octet| octet == b'&') {
        let len = memchr::memchr(b'=', pair).unwrap_or(pair.len());
        let name = decoded(&decoded(&pair[..len]));
        let value = decoded(pair.get(len + 1..).unwrap_or_default());
        if name.iter().any(|octet| matches!(octet, 0 | b'\n' | b'\r')) || is_refused(&value) {
            found.add(Id::CRS_REFUSES, start..start + pair.len());
        }
        start += pair.len() + 1;
    }
}

/// Is the value of a parameter refused, decoded once or twice?
fn is_refused(value: &[u8]) -> bool {
    let twice = decoded(value);
    hidden_climb(value).is_some() || climbs(&twice, true, true) || twice.contains(&0)
}

/// The bytes of `%uXXXX`.
const PERCENT_U_BYTES: usize = 6;

/// The two octets of the `%uXXXX` at the start of the text.
fn uni(text: &[u8]) -> Option<[u8; 2]> {
    let [b'%', b'u' | b'U', a, b, c, d, ..] = *text else { return None };
    Some([triplet(&[b'%', a, b])?, triplet(&[b'%', c, d])?])
}

/// The text decoded as the CRS does: escapes, `%uXXXX`, and `+`.
fn decoded(text: &[u8]) -> Vec<u8> {
    let mut octets = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&octet) = text.get(at) {
        let (octet, len) = match (octet, uni(&text[at..])) {
            (b'+', _) => (b' ', 1),
            // A full-width character is the ASCII one that it looks like; of any other, only the
            // last octet counts (urlDecodeUni of ModSecurity's reference manual).
            (_, Some([0xFF, low @ 0x01..=0x5E])) => (low + 0x20, PERCENT_U_BYTES),
            (_, Some([_, low])) => (low, PERCENT_U_BYTES),
            _ => triplet(&text[at..]).map_or((octet, 1), |octet| (octet, 3)),
        };
        octets.push(octet);
        at += len;
    }
    octets
}

/// Are there two dots between slashes, when quotes and backslashes are dropped and white space
/// before a slash is ignored? `starts` and `ends`: does the start or the end of the text count as a
/// slash?
fn climbs(text: &[u8], starts: bool, ends: bool) -> bool {
    // The number of dots since the last slash; `None` after any other character.
    let mut dots = starts.then_some(0);
    let mut white = false;
    for &octet in text {
        match octet {
            0 | b'\\' | b'"' | b'\'' | b'^' => {}
            b'\t'..=b'\r' | b' ' | b',' | b';' => white = true,
            b'/' if dots == Some(2) => return true,
            b'/' => (dots, white) = (Some(0), false),
            b'.' if !white => dots = dots.map(|n| n + 1),
            _ => (dots, white) = (None, false),
        }
    }
    ends && !white && dots == Some(2)
}

/// Where two dots are between slashes, with a slash or dot encoded in one of the ways of rule
/// 930100, and the length of that.
fn hidden_climb(text: &[u8]) -> Option<(usize, usize)> {
    (0..text.len()).find_map(|start| {
        let rest = &text[start..];
        let first = slash(rest)?;
        let climbs = |dot: usize| {
            let behind = &rest[first + dot..];
            heads(behind).find_map(|next| Some(first + dot + next + slash(&behind[next..])?))
        };
        heads(&rest[first..]).find_map(climbs).map(|len| (start, len))
    })
}

/// The length of the slash at the start of the text. No spelling in the list is a prefix of another
/// one.
fn slash(text: &[u8]) -> Option<usize> {
    match text.first()? {
        b'/' | b'\\' => Some(1),
        b'%' | b'0' => SLASHES.iter().find(|it| begins(text, it)).map(|it| it.len()),
        _ => None,
    }
}

/// The lengths of the spellings of a dot or two at the start of the text.
fn heads(text: &[u8]) -> impl Iterator<Item = usize> {
    let may = matches!(text.first(), Some(b'%' | b'.' | b'?' | b'0'));
    let dots = if may { &DOTS[..] } else { &[] };
    dots.iter().filter(|it| begins(text, it)).map(|it| it.len())
}

fn begins(text: &[u8], head: &[u8]) -> bool {
    text.get(..head.len()).is_some_and(|text| text.eq_ignore_ascii_case(head))
}
