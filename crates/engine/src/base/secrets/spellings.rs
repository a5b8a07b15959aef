//! Spellings: what a text says when the escapes of the formats around it are undone, level by level.
//!
//! A URL inside another text may be percent-encoded, or written in JSON, HTML or JavaScript, several
//! times over. Each level undoes each kind of escape once, and keeps where its bytes come from. The
//! fullwidth form of an ASCII character is that character on every level, and so is a defanged one.

use superuri_kernels::memory;

use crate::base::defanged::{DefangedPart, SPELLINGS};

/// Levels that are undone one by one. Beyond them, all triplets that are left are undone at once.
const LEVELS: usize = 16;
/// The longest escape, in bytes: a character reference of HTML with leading zeros.
const LONGEST: usize = 12;

/// A text with escapes undone.
pub(crate) struct UnescapedText {
    /// The bytes of the text.
    pub bytes: Vec<u8>,
    /// For each byte, and for the end, its offset in the source.
    from: Vec<usize>,
}

impl UnescapedText {
    /// The offset in the source of the byte at this offset, or of the end.
    pub(super) fn source(&self, at: usize) -> usize {
        self.from[at]
    }

    /// Whether the byte at this offset is written as it is in the source.
    pub(super) fn is_raw(&self, at: usize) -> bool {
        self.from[at + 1] - self.from[at] == 1
    }
}

/// What an escape stands for.
enum Meaning {
    Octet(u8),
    Char(char),
    Text(&'static [u8]),
}

/// Shows the text as it is written, then with each level of escapes undone, until `see` returns
/// false.
pub(crate) fn for_each_spelling(text: &[u8], mut see: impl FnMut(&UnescapedText) -> bool) {
    let from = memory::collected(0..=text.len());
    let mut level = folded(UnescapedText { bytes: memory::concat(&[text]), from });
    for _ in 0..LEVELS {
        if !see(&level) {
            return;
        }
        let Some(next) = undo(&level, escape) else { return };
        level = folded(next);
    }
    if see(&level)
        && let Some(last) = undo(&level, |text, at| nested_triplet(&text[at..]))
    {
        see(&folded(last));
    }
}

/// The text with ASCII characters in place of their fullwidth and defanged forms. An `@` that is not
/// percent-encoded is folded, too: inside a password, all else may be escaped once more.
fn folded(level: UnescapedText) -> UnescapedText {
    let has_wide = memchr::memchr(0xEF, &level.bytes).is_some();
    let wide = has_wide.then(|| undo(&level, |text, at| fullwidth(&text[at..]))).flatten();
    let level = wide.unwrap_or(level);
    if has_mark(&level.bytes) { undo(&level, mark).unwrap_or(level) } else { level }
}

pub(super) fn has_mark(text: &[u8]) -> bool {
    (0..text.len()).any(|at| mark(text, at).is_some())
}

/// The defanged mark, or the escape of an `@`, at this place.
fn mark(text: &[u8], at: usize) -> Option<(Meaning, usize)> {
    match text[at] {
        b'[' | b'(' | b'{' | b'<' | b' ' | b'+' => defanged(text, at),
        b'&' => at_sign_of_html(&text[at..]),
        b'\\' => escape(text, at).and_then(at_sign),
        b'%' if matches!(text.get(at + 1), Some(b'u' | b'U')) => escape(text, at).and_then(at_sign),
        _ => None,
    }
}

/// The text with the escapes undone that `escape` reads at a place of a text; none if there are none.
fn undo(
    level: &UnescapedText,
    escape: impl Fn(&[u8], usize) -> Option<(Meaning, usize)>,
) -> Option<UnescapedText> {
    let mut bytes = memory::with_capacity(level.bytes.len());
    let mut from = memory::with_capacity(level.bytes.len() + 1);
    let (mut at, mut is_new) = (0, false);
    while let Some(&byte) = level.bytes.get(at) {
        let (meaning, length) = escape(&level.bytes, at).unwrap_or((Meaning::Octet(byte), 1));
        let before = bytes.len();
        match meaning {
            Meaning::Octet(octet) => bytes.push(octet),
            Meaning::Text(text) => bytes.extend_from_slice(text),
            Meaning::Char(c) => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
        from.resize(from.len() + bytes.len() - before, level.from[at]);
        is_new |= length > 1;
        at += length;
    }
    from.push(level.from[at]);
    is_new.then_some(UnescapedText { bytes, from })
}

/// The escape at this place: a triplet, `%uXXXX` of JavaScript, a backslash escape of JSON and
/// JavaScript, or a character reference of HTML.
fn escape(whole: &[u8], at: usize) -> Option<(Meaning, usize)> {
    let text = &whole[at..];
    let unit = |at: usize, digits: usize| {
        Some((Meaning::Char(char::from_u32(hex(text.get(at..at + digits)?)?)?), at + digits))
    };
    match text {
        [b'%', b'u' | b'U', ..] | [b'\\', b'u', ..] => unit(2, 4),
        [b'\\', b'x', ..] => unit(2, 2),
        [b'\\', byte @ (b'/' | b'\\' | b'"' | b'\''), ..] => Some((Meaning::Octet(*byte), 2)),
        [b'%', ..] => triplet(text, 1),
        [b'&', ..] => reference(&text[..text.len().min(LONGEST)]),
        _ => None,
    }
}

/// An `@` as a character reference of HTML, perhaps escaped for HTML again: `&amp;#64;`.
fn at_sign_of_html(text: &[u8]) -> Option<(Meaning, usize)> {
    let again = text[1..].chunks(AMP.len()).take(LEVELS).take_while(|it| *it == AMP).count();
    let rest = &text[1 + again * AMP.len()..];
    let mut last = [b'&'; LONGEST];
    let length = rest.len().min(LONGEST - 1);
    last[1..=length].copy_from_slice(&rest[..length]);
    let (meaning, length) = reference(&last[..=length])?;
    at_sign((meaning, length + again * AMP.len()))
}

/// The escape if it is one of an `@`, or of its fullwidth form.
fn at_sign((meaning, length): (Meaning, usize)) -> Option<(Meaning, usize)> {
    let is_it = matches!(meaning, Meaning::Char('@' | '\u{FF20}') | Meaning::Octet(b'@'));
    is_it.then_some((Meaning::Octet(b'@'), length))
}

/// What follows the `&` of an escaped `&`.
const AMP: &[u8] = b"amp;";

/// The brackets and the spaces around a defanged mark that are read, on each side.
const AROUND: usize = 4;

/// A defanged `@`, colon or slashes: in any brackets, or as a word behind what seems to be a
/// password: `https://u:p at h/`. A space on both sides of an `@` in brackets is of it.
fn defanged(whole: &[u8], at: usize) -> Option<(Meaning, usize)> {
    let is_space = |byte: &&u8| matches!(**byte, b' ' | b'+');
    let is_wide = matches!(whole[at..], [b' ' | b'+', b'[' | b'(' | b'{' | b'<', ..]);
    let text = &whole[at + usize::from(is_wide)..];
    let opening = text.iter().take(AROUND).take_while(|byte| b"[({<".contains(byte)).count();
    let spaces = text[opening..].iter().take(AROUND).take_while(is_space).count();
    // Most brackets are around something else.
    let first = text.get(opening + spaces)?;
    if !first.is_ascii_alphabetic() && !b"@:/\\".contains(first) {
        return None;
    }
    if opening == 0 && (spaces != 1 || !is_behind_password(&whole[..at])) {
        return None;
    }
    let mut marks = SPELLINGS.iter().flat_map(|row| {
        let is_it =
            matches!(row.part, DefangedPart::At | DefangedPart::Colon | DefangedPart::Slashes);
        let pieces = row.written.split(['[', ']', '(', ')', '{', '}']).filter(move |_| is_it);
        let marks = pieces.filter(|piece| !piece.is_empty());
        marks.map(|piece| {
            (piece, if row.part == DefangedPart::Slashes { piece } else { row.meaning })
        })
    });
    let word = &text[opening + spaces..];
    let is_word = |(piece, _): &(&str, &str)| {
        word.get(..piece.len()).is_some_and(|word| word.eq_ignore_ascii_case(piece.as_bytes()))
            && matches!(word.get(piece.len()), Some(b' ' | b'+' | b']' | b')' | b'}' | b'>'))
    };
    let (piece, meaning) = marks.find(is_word)?;
    let rest = &word[piece.len()..];
    let after = rest.iter().take(AROUND).take_while(is_space).count();
    let closing =
        rest[after..].iter().take(opening).take_while(|byte| b"])}>".contains(byte)).count();
    let mut length = opening + spaces + piece.len() + after + closing;
    if is_wide {
        text.get(length).filter(is_space).filter(|_| meaning == "@")?;
        length += 2;
    }
    (closing == opening).then_some((Meaning::Text(meaning.as_bytes()), length))
}

/// The text before a word that is looked at, in bytes.
const BEFORE: usize = 1024;

/// Whether this ends in an authority with a colon and no port.
fn is_behind_password(before: &[u8]) -> bool {
    let before = &before[before.len().saturating_sub(BEFORE)..];
    let Some(slashes) = memchr::memmem::rfind(before, b"//") else { return false };
    let rest = &before[slashes + 2..];
    let of_user = |byte: &u8| !byte.is_ascii_whitespace() && !b":/?#".contains(byte);
    let colon = rest.iter().position(|byte| !of_user(byte)).filter(|at| rest[*at] == b':');
    colon.is_some_and(|colon| {
        let behind = rest[colon + 1..].iter().find(|byte| !byte.is_ascii_digit());
        behind.is_some_and(|byte| !b"/?# ".contains(byte))
    })
}

/// The octet of a triplet whose digits begin here.
fn triplet(text: &[u8], at: usize) -> Option<(Meaning, usize)> {
    let octet = u8::try_from(hex(text.get(at..at + 2)?)?).ok()?;
    Some((Meaning::Octet(octet), at + 2))
}

/// A triplet, percent-encoded any number of times: `%252540`.
fn nested_triplet(text: &[u8]) -> Option<(Meaning, usize)> {
    let mut at = text.starts_with(b"%").then_some(1)?;
    while text[at..].starts_with(b"25") && triplet(text, at + 2).is_some() {
        at += 2;
    }
    triplet(text, at)
}

/// The delimiters of a URL as HTML names them.
const NAMED: [(&[u8], u8); 12] = [
    (b"amp;", b'&'),
    (b"colon;", b':'),
    (b"commat;", b'@'),
    (b"sol;", b'/'),
    (b"bsol;", b'\\'),
    (b"quest;", b'?'),
    (b"num;", b'#'),
    (b"equals;", b'='),
    (b"semi;", b';'),
    (b"percnt;", b'%'),
    (b"quot;", b'"'),
    (b"apos;", b'\''),
];

/// A character reference of HTML, of a number or of a delimiter's name.
fn reference(text: &[u8]) -> Option<(Meaning, usize)> {
    let named = |row: &&(&[u8], u8)| text[1..].starts_with(row.0);
    if let Some((name, byte)) = NAMED.iter().find(named) {
        return Some((Meaning::Octet(*byte), 1 + name.len()));
    }
    let (start, radix) = match text {
        [b'&', b'#', b'x' | b'X', ..] => (3, 16),
        [b'&', b'#', ..] => (2, 10),
        _ => return None,
    };
    let is_digit = |byte: &&u8| char::from(**byte).is_digit(radix);
    let end = start + text[start..].iter().take_while(is_digit).count();
    let digits = std::str::from_utf8(&text[start..end]).ok()?;
    let c = char::from_u32(u32::from_str_radix(digits, radix).ok()?)?;
    Some((Meaning::Char(c), end + usize::from(text.get(end) == Some(&b';'))))
}

/// The ASCII character of a fullwidth or small form, as NFKC maps it: U+FF01 to U+FF5E, and the
/// small `:`, `@` and `\`.
fn fullwidth(text: &[u8]) -> Option<(Meaning, usize)> {
    let c = std::str::from_utf8(text.get(..3)?).ok()?.chars().next()?;
    let ascii = match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0)?,
        '\u{FE55}' => ':',
        '\u{FE6B}' => '@',
        '\u{FE68}' => '\\',
        _ => return None,
    };
    Some((Meaning::Char(ascii), 3))
}

fn hex(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |value, &digit| Some(value << 4 | char::from(digit).to_digit(16)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let mut seen = Vec::new();
        for_each_spelling(text.as_bytes(), |level| {
            seen.push(String::from_utf8_lossy(&level.bytes).into_owned());
            assert_eq!(level.source(level.bytes.len()), text.len());
            true
        });
        seen
    }

    #[test]
    fn each_level_undoes_each_kind_of_escape_once() {
        for (text, levels) in [
            ("a", &["a"][..]),
            ("%2540", &["%2540", "%40", "@"]),
            (r"\/%u0040\u00e9\x3a", &[r"\/@\u00e9\x3a", "/@é:"]),
            ("&#64;&#x3A;&commat;&amp;#64", &["@&#x3A;@@", "@:@@"]),
            ("＠：／", &["@:/"]),
            ("%EF%BC%A0%2540", &["%EF%BC%A0%2540", "@%40", "@@"]),
            ("(at)[:]{ AT }[://][[@]]", &["@:@://@"]),
            ("a [at] b+(@)+c [:] d [at]e", &["a@b@c : d @e"]),
            ("//u:p at h", &["//u:p@h"]),
            ("//h:80 at h [dot]", &["//h:80 at h [dot]"]),
            (r"%4 %zz \u12 &#; &#xFFFFFFFF; &x", &[r"%4 %zz \u12 &#; &#xFFFFFFFF; &x"]),
        ] {
            assert_eq!(all(text), levels, "{text}");
        }
    }

    #[test]
    fn a_triplet_may_be_encoded_any_number_of_times() {
        let text = format!("%{}40", "25".repeat(1 << 16));
        assert_eq!(all(&text).last().map(String::as_str), Some("@"));
    }

    #[test]
    fn a_byte_knows_where_it_is_written() {
        let mut at = Vec::new();
        for_each_spelling(b"a%40b%2540", |level| {
            at = level.bytes.iter().zip(0..).map(|(b, n)| (*b, level.source(n))).collect();
            true
        });
        assert_eq!(at, [(b'a', 0), (b'@', 1), (b'b', 4), (b'@', 5)]);
    }
}
