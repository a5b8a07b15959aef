//! Lint rules for octets beyond ASCII: invalid UTF-8, and characters that mislead readers.

use std::ops::Range;

use super::Linter;
use super::guessed::{fix_mojibake, remembered};
use super::rule::{Id, rows};
use crate::base::error::Kind;
use crate::codec::characters::refused::{CharClass, class, refusal};
use crate::codec::{
    characters::iri::first_char, characters::reason::Reason, encodings::mojibake,
    encodings::not_utf8::classify, triplets::triplet,
};
use superuri_kernels::{Table, find as find_stop, memory, pause::Steps};

const UTF_8: &str = "RFC 3629 section 3";
const SHOWN: &str = "RFC 3987 section 8; UTS 39";

rows! {
    /// A server that expects UTF-8 shows replacement characters, does not find the file, or answers
    /// with an error.
    INVALID_UTF8: "U301", "invalid-utf8", Warning, ON, "the octets are not valid UTF-8", "/caf%E9", UTF_8,
        good: "/caf%C3%A9",
        ignore: "the server names its files in an older encoding.",
        fix: "Guess the encoding, decode with it, and encode as UTF-8.";
    /// A program cut the text after a number of bytes, in the middle of a character.
    TRUNCATED_UTF8: "U302", "truncated-utf8", Warning, ON, "the UTF-8 of a character is cut short", "/%E2%98", UTF_8,
        good: "/%E2%98%83",
        ignore: "the bytes are a hash or other data and not text.",
        fix: "Shorten the decoded text, then encode it.";
    /// The filter sees two harmless bytes, and the decoder turns them into a slash or a dot.
    /// Attackers left the web folder of IIS (CVE-2000-0884) and of Tomcat (CVE-2008-2938) this way.
    OVERLONG: "U303", "overlong-utf8", Error, ON, "overlong UTF-8 is a disguise: careless decoders read the character it hides", "/%C0%AF", "RFC 3629 section 10; CVE-2000-0884",
        bad: "/a%C0%AFb", good: "/a/b",
        ignore: "the text is test data for a decoder; never in a request.";
    /// Strict decoders refuse the bytes, others replace them, so the text changes on its way. They
    /// usually come from a string that was cut between the halves of an emoji.
    SURROGATE: "U304", "surrogate", Warning, ON, "half of a surrogate pair has no UTF-8", "/%ED%A0%80", UTF_8,
        bad: "/%ED%A0%BD", good: "/%F0%9F%98%80",
        ignore: "the text is a file name from Windows, where such names exist.";
    /// Oracle's character set `UTF8` and Java's modified UTF-8 write such bytes. A UTF-8 decoder
    /// does not read the character, and names from the database do not match names in the URL.
    CESU8: "U305", "cesu-8", Warning, ON, "each half of a surrogate pair is encoded separately: this is CESU-8, not UTF-8", "/%ED%A0%BD%ED%B8%80", "UTR 26",
        good: "/%F0%9F%98%80",
        ignore: "both sides use CESU-8.",
        fix: "Encode the text again as UTF-8, where it is read from the database.";
    /// Each decoder fails or replaces the bytes in its own way, so two programs see different text.
    OUT_OF_RANGE: "U306", "out-of-range", Warning, ON, "there is no character beyond U+10FFFF", "/%F4%90%80%80", UTF_8,
        good: "/%F0%9F%98%80",
        ignore: "the bytes are a hash or other data and not text.";
    /// Programs with different encodings wrote the parts of this URL. A decoder that reads one part
    /// breaks the other one.
    MIXED_ENCODINGS: "U307", "mixed-encodings", Warning, ON, "the octets are not valid UTF-8, while others of the same text are", "/%E9%C3%A9", UTF_8,
        bad: "/caf%E9/caf%C3%A9", good: "/caf%C3%A9/caf%C3%A9",
        ignore: "the server treats file names as bytes, and they come from different systems.",
        fix: "Guess the encoding of the odd part, decode it with that, and encode it as UTF-8.";
    /// Users see `cafÃ©` instead of `café`, and the server does not find the page.
    MOJIBAKE: "U308", "mojibake", Warning, ON, "UTF-8 was read as windows-1252 and written as UTF-8 again", "/caf%C3%83%C2%A9", UTF_8,
        good: "/caf%C3%A9",
        ignore: "the sequence is intended, as in a page about broken encodings.";
    /// A file called `photo`, U+202E, `gpj.exe` is displayed as `photoexe.jpg`. Attackers hide the
    /// type of programs this way (MITRE ATT&CK T1036.002), and the meaning of source code ("Trojan
    /// Source", CVE-2021-42574).
    BIDI: "U310", "bidi-control", Error, ON, "the character reorders the displayed text", "/%E2%80%AE", "RFC 3987 section 4.1; UAX 9",
        bad: "/photo%E2%80%AEgpj.exe", good: "/photogpj.exe",
        ignore: "the name is Arabic or Hebrew, and its writer needs the mark.";
    /// Two URLs look the same and are different: a link fails, or a name passes a block list.
    INVISIBLE: "U311", "invisible-character", Warning, ON, "the character is invisible", "/a%E2%80%8Bb", SHOWN,
        bad: "/ad%E2%80%8Bmin", good: "/admin",
        ignore: "the server knows the resource only by the name with this character.";
    /// A person sees a slash where the parser sees a letter. If NFKC turns it into a slash, a check
    /// and the client see different hosts: CVE-2019-9636 in Python; Jonathan Birch, "HostSplit"
    /// (Black Hat USA 2019).
    LOOK_ALIKE: "U312", "look-alike", Info, ON, "the character looks like a delimiter, or becomes one by NFKC", "/%E2%81%84", SHOWN,
        bad: "/a%E2%81%84b", good: "/a/b",
        ignore: "the character is part of a title, and no program normalises the text with NFKC.";
    /// Fonts show a box for it. Another program, or the next version of Unicode, may give the code
    /// point a meaning that you do not know.
    UNASSIGNED: "U313", "unassigned-character", Info, ON, "the character is unassigned or for private use", "/%EE%80%80", SHOWN,
        bad: "/icon%EE%80%80", good: "/icon",
        ignore: "sender and receiver agree on their private characters.";
    /// Two links that look the same lead to two resources. The mark usually comes from a text file
    /// that was read as `utf-8` and not as `utf-8-sig`.
    BYTE_ORDER_MARK: "U314", "byte-order-mark", Warning, ON, "a byte order mark is not a part of a URI; some decoders drop it", "/%EF%BB%BFa", "RFC 3629 section 6",
        bad: "/%EF%BB%BFindex", good: "/index",
        ignore: "the server knows the file only by a name with the mark.";
    /// A program that normalises text, as editors and databases do, changes the URL. The server
    /// compares bytes and does not find the file.
    NOT_NFC: "U315", "not-nfc", Info, ON, "NFC changes the character: a copy of the URI may differ", "/%E2%84%AB", "UAX 15",
        good: "/%C3%85",
        ignore: "the server has the file under exactly this name.",
        fix: "Apply `unicodedata.normalize(\"NFC\", …)` to the name before it is encoded.";
    /// Node.js 4 and 5 cut the characters of a header to one byte each, so attackers could add
    /// headers (CVE-2016-2216). Versions 6 and 8 did so in the paths of requests (CVE-2018-12116).
    CUT_LINE_BREAK: "U317", "cut-line-break", Info, ON, "a parser that keeps one byte of each of these characters reads a line break", "/%E5%98%8D%E5%98%8A", "CVE-2016-2216; CVE-2018-12116",
        bad: "/next%E5%98%8D%E5%98%8ASet-Cookie:a", good: "/next",
        ignore: "the characters are the text of a title.";
    /// Forms, databases and messengers remove such characters. The link then leads to another
    /// resource, and both look almost the same.
    JOINER: "U316", "joiner", Info, ON, "a joiner or variation selector changes shapes only, and is easily lost", "/%D9%85%E2%80%8C%DB%8C", SHOWN,
        good: "/%D9%85%DB%8C",
        ignore: "the text is Persian, an Indic language or an emoji, which need the character.";
}

/// The maximum number of runs in a text whose encoding is guessed, because a guess is slow.
const GUESSED: usize = 8;

#[derive(Default)]
struct TextRuns {
    /// Runs with invalid UTF-8 that may be in another encoding, as many as are listed.
    runs: Vec<InvalidRun>,
    /// How many there are for each rule of [`VAGUE`], listed or not.
    counts: [usize; 2],
    /// The number of runs with invalid UTF-8.
    ill: usize,
    /// Is there a valid UTF-8 character in any run?
    any_valid: bool,
    /// Are there characters that may be UTF-8 read as windows-1252?
    may_be_octets: bool,
}

/// A run of octets beyond ASCII with invalid UTF-8.
struct InvalidRun {
    /// The rule for it, unless other octets of the text are valid UTF-8.
    id: Id,
    at: Range<usize>,
    /// All octets of the run, if their encoding must be guessed.
    octets: Option<Vec<u8>>,
}

/// Reports all findings of octets beyond ASCII outside the host.
pub(super) fn find(found: &mut Linter<'_>) {
    let text = found.text;
    if found.occurs.is_ascii && !found.occurs.has(b'%') {
        return;
    }
    let is_high =
        |at: usize| matches!(text.get(at + 1), Some(b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F'));
    if found.occurs.is_ascii && !memchr::memchr_iter(b'%', text).any(is_high) {
        return;
    }
    let host = found.authority.as_ref().map_or(0..0, |authority| authority.host.clone());
    let mut seen = TextRuns::default();
    runs_of(found, 0..host.start, true, &mut seen);
    runs_of(found, host.end..text.len(), false, &mut seen);
    let mixed = |id| if seen.any_valid { Id::MIXED_ENCODINGS } else { id };
    for InvalidRun { id, at, octets } in seen.runs {
        ill_formed(found, mixed(id), at, octets.as_deref());
    }
    for (id, count) in VAGUE.into_iter().zip(seen.counts) {
        found.more(mixed(id), count.saturating_sub(found.options.most));
    }
    if seen.may_be_octets
        && let Some(repaired) = mojibake::repair(text)
    {
        fix_mojibake(found, &repaired);
    }
}

/// `%`, and octets beyond ASCII, at which the search stops.
const STOPS: Table = Table::new(1 << b'%');

/// Rules for octets that may be in another encoding.
const VAGUE: [Id; 2] = [Id::INVALID_UTF8, Id::TRUNCATED_UTF8];

/// Checks each run of octets beyond ASCII in this part.
fn runs_of(found: &mut Linter<'_>, part: Range<usize>, secret: bool, seen: &mut TextRuns) {
    let text = &found.text[..part.end];
    let mut run: Vec<u8> = Vec::new();
    let mut start = part.start;
    let mut at = part.start;
    let mut steps = Steps::default();
    while at < part.end {
        steps.one();
        if run.is_empty() {
            at += find_stop(&text[at..], &STOPS);
            start = at;
        }
        let Some(&first) = text.get(at) else { break };
        let escaped = if first == b'%' { triplet(&text[at..]) } else { None };
        let (byte, len) = escaped.map_or((first, 1), |octet| (octet, 3));
        if byte >= 0x80 {
            memory::push(&mut run, byte);
        } else if !run.is_empty() && !is_shells(&text[at..]) {
            characters(found, start, &run, secret, seen);
            run.clear();
        }
        at += len;
    }
    if !run.is_empty() {
        characters(found, start, &run, secret, seen);
    }
}

/// Does the text begin with an escape and a shell's backslash? They occur within characters, too.
fn is_shells(text: &[u8]) -> bool {
    text.starts_with(b"\\") && triplet(&text[1..]).is_some_and(|octet| octet >= 0x80)
}

/// Finds the places of a run's octets in the text, from left to right. A list of the places would
/// take many times the memory of the text.
struct Places<'a> {
    text: &'a [u8],
    at: usize,
}

impl Places<'_> {
    /// The span of the next `octets` octets.
    fn next(&mut self, octets: usize) -> Range<usize> {
        let first = |at: usize| at + usize::from(self.text[at] == b'\\');
        let behind = |at: usize| at + if self.text[at] == b'%' { 3 } else { 1 };
        let start = first(self.at);
        self.at = (1..octets).fold(behind(start), |at, _| behind(first(at)));
        start..self.at
    }
}

/// The octet before this place, decoded if it is an escape.
fn before(text: &[u8], at: usize) -> Option<char> {
    let escaped = at.checked_sub(3).and_then(|n| triplet(&text[n..at]));
    escaped.or_else(|| at.checked_sub(1).map(|n| text[n])).map(char::from)
}

/// Checks the characters of one run and reports invalid bytes. Those that may be in another
/// encoding are one finding for the whole run.
fn characters(found: &mut Linter<'_>, start: usize, run: &[u8], secret: bool, seen: &mut TextRuns) {
    let mut places = Places { text: found.text, at: start };
    let mut vague: Option<(usize, Range<usize>)> = None;
    let mut is_ill = false;
    let mut at = 0;
    let mut last = before(found.text, start);
    let mut steps = Steps::default();
    while let Some(rest) = run.get(at..).filter(|rest| !rest.is_empty()) {
        steps.one();
        let Some(c) = first_char(rest) else {
            let (id, len) = ill_kind(rest);
            let span = places.next(len);
            match (VAGUE.iter().position(|&it| it == id), &mut vague) {
                (None, _) => found.add(id, span),
                (Some(kind), None) => vague = Some((kind, span)),
                (Some(kind), Some((known, known_at))) => {
                    *known = kind.min(*known);
                    known_at.end = span.end;
                }
            }
            is_ill = true;
            at += len;
            last = None;
            continue;
        };
        let span = places.next(c.len_utf8());
        if last.is_some_and(|last| is_cut_line_break(last, c)) {
            found.add(Id::CUT_LINE_BREAK, span.clone());
        }
        seen.any_valid = true;
        // A lead byte of UTF-8, read as windows-1252, and a character after it.
        seen.may_be_octets |= at > 0 && matches!(last, Some('Â'..='ô'));
        if !is_common(c) {
            let raw = found.text[span.start] != b'%';
            character(found, c, last, raw, span);
        }
        at += c.len_utf8();
        last = Some(c);
    }
    if let Some((kind, at)) = vague {
        seen.counts[kind] += 1;
        if seen.counts[kind] <= found.options.most {
            let octets = (seen.ill < GUESSED && !secret).then(|| run.to_vec());
            seen.runs.push(InvalidRun { id: VAGUE[kind], at, octets });
        }
    }
    seen.ill += usize::from(is_ill);
}

/// Are the low bytes of the two code points a CR and an LF, in either order?
fn is_cut_line_break(first: char, second: char) -> bool {
    let octet = |c: char| (c as u32) & 0xFF;
    matches!((octet(first), octet(second)), (0x0A, 0x0D) | (0x0D, 0x0A)) && second > '\u{FF}'
}

/// Letters that are always allowed, which saves the slower lookup of each character.
const COMMON: [(char, char); 7] = [
    ('À', 'ſ'),
    ('А', 'я'),
    ('ぁ', 'ゖ'),
    ('ァ', 'ヺ'),
    ('ー', 'ー'),
    ('\u{4E40}', '\u{9FBF}'),
    ('가', '힣'),
];

fn is_common(c: char) -> bool {
    COMMON.iter().any(|&(from, to)| (from..=to).contains(&c))
}

/// The rule for the ill-formed sequence at the start, and its length.
fn ill_kind(octets: &[u8]) -> (Id, usize) {
    // Sequences of five and six octets were once defined (RFC 2279), longer ones never.
    let follow = octets[1..].iter().take(5).take_while(|&&octet| octet & 0xC0 == 0x80).count();
    match octets[0] {
        0xF8..=0xFB if follow > 0 => return (Id::OVERLONG, 1 + follow.min(4)),
        0xFC..=0xFD if follow > 0 => return (Id::OVERLONG, 1 + follow.min(5)),
        _ => {}
    }
    let (kind, len) = classify(octets);
    let id = match kind {
        Kind::Overlong => Id::OVERLONG,
        Kind::OutOfRange => Id::OUT_OF_RANGE,
        Kind::TruncatedUtf8 => Id::TRUNCATED_UTF8,
        Kind::Surrogate => match octets {
            [0xED, 0xA0..=0xAF, 0x80..=0xBF, 0xED, 0xB0..=0xBF, 0x80..=0xBF, ..] => {
                return (Id::CESU8, 6);
            }
            _ => Id::SURROGATE,
        },
        _ => Id::INVALID_UTF8,
    };
    (id, len)
}

/// Reports invalid UTF-8, with the encoding that it may be in.
fn ill_formed(found: &mut Linter<'_>, id: Id, at: Range<usize>, octets: Option<&[u8]>) {
    let read = octets.filter(|_| found.wants(id)).and_then(remembered);
    found.add_with(id, at, || read, None);
}

fn character(found: &mut Linter<'_>, c: char, before: Option<char>, raw: bool, at: Range<usize>) {
    let joins = matches!(c, '\u{200C}' | '\u{200D}' | '\u{FE0E}' | '\u{FE0F}');
    let id = match c {
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            Id::BIDI
        }
        '\u{FEFF}' => Id::BYTE_ORDER_MARK,
        // After an ASCII letter or a delimiter, it has nothing to join.
        _ if joins && before.is_some_and(|c| !c.is_ascii() || class(c) == CharClass::Number) => {
            Id::JOINER
        }
        _ => match refusal(c) {
            None => return,
            Some(Reason::Control) => Id::ENCODED_CONTROL,
            Some(Reason::Invisible) => Id::INVISIBLE,
            Some(Reason::BecomesDelimiter | Reason::LookAlike | Reason::Mimic) => Id::LOOK_ALIKE,
            Some(Reason::NotNfc) => Id::NOT_NFC,
            Some(_) => Id::UNASSIGNED,
        },
    };
    // A raw character has this finding besides the one that it is illegal there.
    let written = if raw { ", raw" } else { "" };
    found.detail(id, at, || format!("U+{:04X}{written}", c as u32));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_common_letter_is_refused() {
        for c in COMMON.into_iter().flat_map(|(from, to)| from..=to) {
            assert_eq!(refusal(c), None, "{c}");
        }
    }
}
