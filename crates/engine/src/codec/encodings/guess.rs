//! Guessing: the probable encoding of some octets, and the evidence for it.
//!
//! Each candidate that can decode the octets is judged by the resulting characters: how common they
//! are, and whether their neighbours are plausible. The detector of web browsers (chardetng) has a
//! vote too.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GBK, ISO_2022_JP, KOI8_R, KOI8_U, SHIFT_JIS, WINDOWS_1251,
    WINDOWS_1252,
};

use crate::codec::encodings::guess_east::{big5, euc_jp, euc_kr, gbk, shift_jis};
use crate::codec::triplets::{Token, tokens};
use crate::codec::{characters::iri::first_char, encodings::charset::KnownEncoding};

/// One encoding that the octets may be in.
#[derive(Clone, PartialEq, Debug)]
pub struct Guess {
    /// Its label; `double-utf-8` if UTF-8 was read as windows-1252 and written as UTF-8 again.
    pub encoding: &'static str,
    /// How strong the evidence is, from 0 to 1.
    pub score: f64,
    /// The decoded text.
    pub text: String,
    /// The evidence, in words.
    pub evidence: String,
}

/// Judges one text in one encoding: returns a weight from 0 to 1 for each non-ASCII character.
type Judge = fn(&[u8], &str) -> Vec<f64>;

/// A candidate, and a description of the characters that are evidence for it.
struct Candidate {
    label: &'static str,
    encoding: &'static Encoding,
    judge: Judge,
    noun: &'static str,
}

/// The candidates; ties keep this order.
#[rustfmt::skip] // a table reads best one row a line
static CANDIDATES: [Candidate; 8] = [
    Candidate { label: "windows-1252", encoding: WINDOWS_1252, judge: latin, noun: "letters and signs where Western text has them" },
    Candidate { label: "windows-1251", encoding: WINDOWS_1251, judge: cyrillic, noun: "Cyrillic letters where words have them" },
    Candidate { label: "koi8-r", encoding: KOI8_R, judge: cyrillic, noun: "Cyrillic letters where words have them" },
    Candidate { label: "gbk", encoding: GBK, judge: gbk, noun: "common Chinese characters" },
    Candidate { label: "big5", encoding: BIG5, judge: big5, noun: "common Chinese characters" },
    Candidate { label: "shift_jis", encoding: SHIFT_JIS, judge: shift_jis, noun: "kana and common kanji" },
    Candidate { label: "euc-jp", encoding: EUC_JP, judge: euc_jp, noun: "kana and common kanji" },
    Candidate { label: "euc-kr", encoding: EUC_KR, judge: euc_kr, noun: "common Hangul" },
];

/// How many octets are judged; more would not change the result.
const ENOUGH: usize = 1 << 12;

/// From this weight on, a character counts as evidence for its encoding.
const SPEAKS: f64 = 0.6;

/// How far the detector's vote moves a score towards 1.
const VOTE: f64 = 0.2;

/// A guess with a lower score is dropped.
const LEAST: f64 = 0.05;

/// The encodings that the octets may be in, the most likely first. `tld`, the last label of the
/// host in lower case, helps the detector.
///
/// ```
/// let guesses = superuri::codec::encodings::guess::guess(b"\xC3\xC0\xCE\xC4", None);
/// assert_eq!((guesses[0].encoding, &*guesses[0].text), ("gbk", "美文"));
/// ```
#[must_use]
pub fn guess(octets: &[u8], tld: Option<&[u8]>) -> Vec<Guess> {
    let octets = &octets[..octets.len().min(ENOUGH)];
    if octets.is_ascii() {
        return vec![ascii(octets)];
    }
    let mut guesses: Vec<Guess> = unicode(octets);
    // KOI8-U equals KOI8-R except in places where KOI8-R has no letters.
    let voted = Some(vote(octets, tld)).filter(|voted| *voted != KOI8_U).unwrap_or(KOI8_R);
    for candidate in &CANDIDATES {
        let Some(text) = KnownEncoding::from(candidate.encoding).text(octets) else { continue };
        let weights = (candidate.judge)(octets, &text);
        let many = weights.len().max(1);
        #[expect(clippy::cast_precision_loss, reason = "they are few")]
        let mut score = weights.iter().sum::<f64>() / many as f64;
        // A single character may be an accident.
        score *= 1.0 - 0.5f64.powi(i32::try_from(many).unwrap_or(i32::MAX).saturating_add(1));
        let speaks = weights.iter().filter(|weight| **weight >= SPEAKS).count();
        let mut evidence = format!("{speaks} of {many} beyond ASCII: {}", candidate.noun);
        if voted == candidate.encoding {
            score += VOTE * (1.0 - score);
            evidence.push_str("; the detector agrees");
        }
        guesses.push(Guess { encoding: candidate.label, score: rounded(score), text, evidence });
    }
    if !guesses.iter().any(|guess| Encoding::for_label(guess.encoding.as_bytes()) == Some(voted))
        && let Some(text) = KnownEncoding::from(voted).text(octets)
    {
        let evidence = "the detector found it".to_owned();
        guesses.push(Guess { encoding: voted.name(), score: 2.0 * VOTE, text, evidence });
    }
    guesses.retain(|guess| guess.score >= LEAST);
    guesses.sort_by(|a, b| b.score.total_cmp(&a.score));
    guesses
}

/// The encodings that the octets of the percent-decoded text may be in, the most likely first. With
/// `raw`, raw non-ASCII characters are octets too; otherwise they are text already and stay as they
/// are.
///
/// ```
/// let guesses = superuri::codec::encodings::guess::of_text("日%E9".as_bytes(), false, None);
/// assert_eq!((guesses[0].encoding, &*guesses[0].text), ("windows-1252", "日é"));
/// ```
#[must_use]
pub fn of_text(text: &[u8], raw: bool, tld: Option<&[u8]>) -> Vec<Guess> {
    let known = |token: &Token| !raw && token.end == token.start + 1 && !token.byte.is_ascii();
    let mut octets = Vec::new();
    // Raw characters are replaced by spaces while guessing. This records which space replaces which
    // character; no candidate encodes a space in another way.
    let mut replaced = Vec::new();
    let mut spaces = 0;
    for token in tokens(text).filter(|token| !(known(token) && token.byte & 0xC0 == 0x80)) {
        if octets.len() == ENOUGH {
            break;
        }
        let octet = if known(&token) { b' ' } else { token.byte };
        if known(&token) {
            replaced.extend(first_char(&text[token.start..]).map(|c| (spaces, c)));
        }
        spaces += usize::from(octet == b' ');
        octets.push(octet);
    }
    let mut guesses = guess(&octets, tld);
    if !replaced.is_empty() {
        for guess in &mut guesses {
            guess.put_back(&replaced);
        }
    }
    guesses
}

impl Guess {
    /// Puts each raw character back in place of its space.
    fn put_back(&mut self, replaced: &[(usize, char)]) {
        let mut replaced = replaced.iter().copied().peekable();
        let mut spaces = 0;
        let mut text = String::with_capacity(self.text.len());
        for c in self.text.chars() {
            let raw = replaced.next_if(|(space, _)| c == ' ' && *space == spaces);
            text.push(raw.map_or(c, |(_, raw)| raw));
            spaces += usize::from(c == ' ');
        }
        if self.encoding == "ascii" {
            "no escape is beyond ASCII; raw characters are text already"
                .clone_into(&mut self.evidence);
        } else {
            self.evidence = self.evidence.replace(&shown(&self.text), &shown(&text));
        }
        self.text = text;
    }
}

fn ascii(octets: &[u8]) -> Guess {
    let text = String::from_utf8_lossy(octets).into_owned();
    let jis = KnownEncoding::from(ISO_2022_JP).text(octets).filter(|_| octets.contains(&0x1B));
    if let Some(text) = jis.filter(|text| !text.is_ascii()) {
        let evidence = "its escape sequences are ISO-2022-JP's".to_owned();
        Guess { encoding: "iso-2022-jp", score: 1.0, text, evidence }
    } else {
        let evidence = "nothing is beyond ASCII".to_owned();
        Guess { encoding: "ascii", score: 1.0, text, evidence }
    }
}

/// UTF-8, and UTF-8 that was encoded twice.
fn unicode(octets: &[u8]) -> Vec<Guess> {
    // A character that was cut off at `ENOUGH` is not an error.
    let text = match std::str::from_utf8(octets) {
        Ok(text) => text.to_owned(),
        Err(error) if error.error_len().is_none() && octets.len() == ENOUGH => {
            String::from_utf8_lossy(&octets[..error.valid_up_to()]).into_owned()
        }
        Err(_) => return Vec::new(),
    };
    let many = text.chars().filter(|c| !c.is_ascii()).count();
    let mut evidence = format!("all {many} sequences beyond ASCII are well-formed");
    let twice = crate::codec::encodings::mojibake::repaired(&text);
    let mut score = 1.0 - 0.1 * 0.3f64.powi(i32::try_from(many).unwrap_or(i32::MAX) - 1);
    let mut guesses = Vec::new();
    if let Some(twice) = twice {
        let twice_evidence = format!("as windows-1252, its text is UTF-8 again: {}", shown(&twice));
        guesses.push(Guess {
            encoding: "double-utf-8",
            score: rounded(score),
            text: twice,
            evidence: twice_evidence,
        });
        score *= 0.5;
        evidence.push_str(", but so is the text repaired from them");
    }
    guesses.push(Guess { encoding: "utf-8", score: rounded(score), text, evidence });
    guesses
}

/// Two digits; more would suggest a precision that the score does not have.
fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}

fn shown(text: &str) -> String {
    crate::base::error::quote(text.as_bytes())
}

fn vote(octets: &[u8], tld: Option<&[u8]>) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(octets, true);
    // The detector panics on any other TLD.
    let tld = tld.filter(|tld| tld.iter().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()));
    detector.guess(tld.filter(|tld| !tld.is_empty()), Utf8Detection::Deny)
}

/// Each non-ASCII character with the one before it and the one after it.
fn neighbours(text: &str) -> impl Iterator<Item = (Option<char>, char, Option<char>)> + '_ {
    let mut before = None;
    let mut chars = text.chars().peekable();
    std::iter::from_fn(move || {
        let c = chars.next()?;
        Some((before.replace(c), c, chars.peek().copied()))
    })
    .filter(|(_, c, _)| !c.is_ascii())
}

fn is_letter(c: Option<char>, ascii: bool) -> bool {
    c.is_some_and(|c| c.is_alphabetic() && c.is_ascii() == ascii)
}

fn latin(_: &[u8], text: &str) -> Vec<f64> {
    neighbours(text)
        .map(|(before, c, behind)| {
            let beside_ascii = is_letter(before, true) || is_letter(behind, true);
            let between = is_letter(before, true) && is_letter(behind, true);
            match c {
                'Ð' | 'Þ' | 'ð' | 'þ' | 'Ý' | 'ý' | 'ÿ' | 'Ÿ' if beside_ascii => 0.6,
                'ª' | 'º' | 'µ' | 'ƒ' => 0.3,
                _ if c.is_alphabetic() => {
                    let camel = c.is_uppercase() && before.is_some_and(char::is_lowercase);
                    let run = is_letter(before, false) && is_letter(behind, false);
                    match (camel, run, beside_ascii) {
                        (true, ..) | (_, true, _) => 0.1,
                        (_, _, true) => 1.0,
                        _ => 0.6,
                    }
                }
                '’' => 0.8,
                '\u{80}'..='\u{9F}' => 0.0,
                '“' | '”' | '‘' | '–' | '—' | '…' | '€' | '£' | '©' | '®' | '°' | '«' | '»'
                | '·' | '\u{A0}' | '¿' | '¡' | '™' | '•' => {
                    if between {
                        0.2
                    } else {
                        0.7
                    }
                }
                _ => 0.2,
            }
        })
        .collect()
}

fn cyrillic(_: &[u8], text: &str) -> Vec<f64> {
    neighbours(text)
        .map(|(before, c, behind)| {
            let cyrillic = |c: Option<char>| c.is_some_and(|c| matches!(c, 'Ѐ'..='ӿ'));
            let alone = !cyrillic(before) && !cyrillic(behind);
            if !cyrillic(Some(c)) || is_letter(before, true) || is_letter(behind, true) {
                return 0.05;
            }
            let case = if c.is_uppercase() && before.is_some_and(char::is_lowercase) {
                0.05
            } else if alone {
                0.5
            } else if c.is_uppercase() {
                if cyrillic(before) { 0.75 } else { 0.9 }
            } else {
                1.0
            };
            let lower = c.to_lowercase().next().unwrap_or(c);
            case * match lower {
                'о' | 'е' | 'а' | 'и' | 'н' | 'т' | 'с' | 'р' | 'в' | 'л' | 'к' | 'м' | 'д'
                | 'п' | 'у' => 1.0,
                'я' | 'ы' | 'ь' | 'г' | 'з' | 'б' | 'ч' | 'й' => 0.8,
                'а'..='я' | 'ё' | 'і' | 'ї' | 'є' => 0.45,
                _ => 0.2,
            }
        })
        .collect()
}
