//! DATA: characters that are refused though no property of Unicode covers them.

use crate::codec::characters::reason::Reason;

/// A range of characters, inclusive.
#[derive(Debug)]
pub struct RefusedRange {
    /// The first character.
    pub from: char,
    /// The last character.
    pub to: char,
    /// Why they are refused.
    pub reason: Reason,
    /// Where it is specified. The lists of both browsers were measured on 2026-11-21, over every
    /// character.
    pub source: &'static str,
}

const fn row(from: char, to: char, reason: Reason, source: &'static str) -> RefusedRange {
    RefusedRange { from, to, reason, source }
}

/// Characters that look like a slash, a colon, a dot, a bracket, a percent sign or a hyphen.
const LOOKS: &str = "WebKit URLHelpers.cpp; Chromium idn_spoof_checker.cc; UTS 39 confusables.txt";
const BROWSERS: &str = "Chromium escape.cc; Firefox UrlbarInput.mjs";
/// Fonts, normalisers and browsers do not support these yet: the repertoire is that of Unicode
/// 17.0.
const YOUNG: &str = "Unicode 18.0, DerivedAge.txt";

/// Every row, in the order of the characters.
#[rustfmt::skip] // a table reads best one row a line
pub static ROWS: &[RefusedRange] = &[
    row('\u{01C3}', '\u{01C3}', Reason::LookAlike, LOOKS),
    row('\u{02D0}', '\u{02D0}', Reason::LookAlike, LOOKS),
    row('\u{0337}', '\u{0338}', Reason::LookAlike, LOOKS),
    row('\u{0558}', '\u{0558}', Reason::Young, YOUNG),
    row('\u{0589}', '\u{0589}', Reason::LookAlike, LOOKS),
    row('\u{058B}', '\u{058C}', Reason::Young, YOUNG),
    row('\u{05C3}', '\u{05C3}', Reason::LookAlike, LOOKS),
    row('\u{05C8}', '\u{05C9}', Reason::Young, YOUNG),
    row('\u{0609}', '\u{060A}', Reason::LookAlike, LOOKS),
    row('\u{066A}', '\u{066A}', Reason::LookAlike, LOOKS),
    row('\u{06D4}', '\u{06D4}', Reason::LookAlike, LOOKS),
    row('\u{0701}', '\u{0704}', Reason::LookAlike, LOOKS),
    row('\u{0B53}', '\u{0B54}', Reason::Young, YOUNG),
    row('\u{1735}', '\u{1735}', Reason::LookAlike, LOOKS),
    row('\u{1ADE}', '\u{1ADF}', Reason::Young, YOUNG),
    row('\u{1AEC}', '\u{1AF0}', Reason::Young, YOUNG),
    row('\u{2010}', '\u{2011}', Reason::LookAlike, LOOKS),
    row('\u{2024}', '\u{2024}', Reason::LookAlike, LOOKS),
    row('\u{2027}', '\u{2027}', Reason::LookAlike, LOOKS),
    row('\u{2039}', '\u{203A}', Reason::LookAlike, LOOKS),
    row('\u{2041}', '\u{2041}', Reason::LookAlike, LOOKS),
    row('\u{2044}', '\u{2044}', Reason::LookAlike, LOOKS),
    row('\u{2052}', '\u{2052}', Reason::LookAlike, LOOKS),
    row('\u{208F}', '\u{208F}', Reason::Young, YOUNG),
    row('\u{209D}', '\u{209F}', Reason::Young, YOUNG),
    row('\u{20C2}', '\u{20C4}', Reason::Young, YOUNG),
    row('\u{2212}', '\u{2212}', Reason::LookAlike, LOOKS),
    row('\u{2215}', '\u{2216}', Reason::LookAlike, LOOKS),
    row('\u{2236}', '\u{2236}', Reason::LookAlike, LOOKS),
    row('\u{23AE}', '\u{23AE}', Reason::LookAlike, LOOKS),
    row('\u{244A}', '\u{244A}', Reason::LookAlike, LOOKS),
    row('\u{2571}', '\u{2572}', Reason::LookAlike, LOOKS),
    row('\u{2800}', '\u{2800}', Reason::Invisible, BROWSERS), // a braille cell without dots
    row('\u{29F5}', '\u{29F6}', Reason::LookAlike, LOOKS),
    row('\u{29F8}', '\u{29F9}', Reason::LookAlike, LOOKS),
    row('\u{2AFB}', '\u{2AFB}', Reason::LookAlike, LOOKS),
    row('\u{2AFD}', '\u{2AFD}', Reason::LookAlike, LOOKS),
    row('\u{2E60}', '\u{2E63}', Reason::Young, YOUNG),
    row('\u{2FF0}', '\u{2FFF}', Reason::LookAlike, LOOKS),
    row('\u{3002}', '\u{3002}', Reason::LookAlike, LOOKS),
    row('\u{3014}', '\u{3015}', Reason::LookAlike, LOOKS),
    row('\u{3033}', '\u{3033}', Reason::LookAlike, LOOKS),
    row('\u{3035}', '\u{3035}', Reason::LookAlike, LOOKS),
    row('\u{31EF}', '\u{31EF}', Reason::LookAlike, LOOKS),
    row('\u{4E36}', '\u{4E36}', Reason::LookAlike, LOOKS),
    row('\u{4E3F}', '\u{4E3F}', Reason::LookAlike, LOOKS),
    row('\u{A789}', '\u{A789}', Reason::LookAlike, LOOKS),
    row('\u{A7DD}', '\u{A7DD}', Reason::Young, YOUNG),
    row('\u{A7E2}', '\u{A7E2}', Reason::Young, YOUNG),
    row('\u{AB6C}', '\u{AB6D}', Reason::Young, YOUNG),
    row('\u{FF61}', '\u{FF61}', Reason::LookAlike, LOOKS),
    row('\u{FFFC}', '\u{FFFD}', Reason::Mimic, BROWSERS), // an object, and a character, that could not be shown
    row('\u{107BB}', '\u{107BF}', Reason::Young, YOUNG),
    row('\u{10EC9}', '\u{10ECF}', Reason::Young, YOUNG),
    row('\u{10ED9}', '\u{10EEE}', Reason::Young, YOUNG),
    row('\u{10EF0}', '\u{10EF9}', Reason::Young, YOUNG),
    row('\u{11B0A}', '\u{11B0A}', Reason::Young, YOUNG),
    row('\u{11DF0}', '\u{11DF1}', Reason::Young, YOUNG),
    row('\u{1246F}', '\u{1246F}', Reason::Young, YOUNG),
    row('\u{12475}', '\u{1247F}', Reason::Young, YOUNG),
    row('\u{12550}', '\u{12686}', Reason::Young, YOUNG),
    row('\u{18CD6}', '\u{18CDA}', Reason::Young, YOUNG),
    row('\u{18D1F}', '\u{18D20}', Reason::Young, YOUNG),
    row('\u{18E00}', '\u{19191}', Reason::Young, YOUNG),
    row('\u{191A0}', '\u{191D2}', Reason::Young, YOUNG),
    row('\u{1B123}', '\u{1B128}', Reason::Young, YOUNG),
    row('\u{1B168}', '\u{1B168}', Reason::Young, YOUNG),
    row('\u{1CED2}', '\u{1CED4}', Reason::Young, YOUNG),
    row('\u{1CEDD}', '\u{1CEDF}', Reason::Young, YOUNG),
    row('\u{1CEF1}', '\u{1CEFD}', Reason::Young, YOUNG),
    row('\u{1D127}', '\u{1D128}', Reason::Young, YOUNG),
    row('\u{1D1EB}', '\u{1D1FF}', Reason::Young, YOUNG),
    row('\u{1D250}', '\u{1D281}', Reason::Young, YOUNG),
    row('\u{1D6A6}', '\u{1D6A6}', Reason::Young, YOUNG),
    row('\u{1DB00}', '\u{1DB1C}', Reason::Young, YOUNG),
    row('\u{1DF1F}', '\u{1DF24}', Reason::Young, YOUNG),
    row('\u{1DF2B}', '\u{1DF81}', Reason::Young, YOUNG),
    row('\u{1DF90}', '\u{1DF96}', Reason::Young, YOUNG),
    row('\u{1DFCD}', '\u{1DFFF}', Reason::Young, YOUNG),
    row('\u{1F1AE}', '\u{1F1AE}', Reason::Young, YOUNG),
    row('\u{1F50F}', '\u{1F513}', Reason::Mimic, BROWSERS), // locks and keys
    row('\u{1F6D9}', '\u{1F6D9}', Reason::Young, YOUNG),
    row('\u{1F6E1}', '\u{1F6E1}', Reason::Mimic, BROWSERS), // a shield
    row('\u{1F7DA}', '\u{1F7DB}', Reason::Young, YOUNG),
    row('\u{1F7F1}', '\u{1F7FF}', Reason::Young, YOUNG),
    row('\u{1FA8B}', '\u{1FA8D}', Reason::Young, YOUNG),
    row('\u{1FACC}', '\u{1FACC}', Reason::Young, YOUNG),
    row('\u{1FADD}', '\u{1FADD}', Reason::Young, YOUNG),
    row('\u{1FAEB}', '\u{1FAEB}', Reason::Young, YOUNG),
    row('\u{1FAF9}', '\u{1FAFA}', Reason::Young, YOUNG),
    row('\u{2B81E}', '\u{2B81E}', Reason::Young, YOUNG),
    row('\u{3D000}', '\u{3FC3F}', Reason::Young, YOUNG),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_in_order() {
        assert!(ROWS.iter().all(|row| row.from <= row.to));
        assert!(ROWS.windows(2).all(|pair| pair[0].to < pair[1].from));
    }
}
