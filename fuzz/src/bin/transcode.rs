//! Fuzz target: text in another encoding is read and written without loss or panic.
#![cfg_attr(feature = "guided", no_main)]

use superuri::clean::edits::{Encodings, edits};
use superuri::clean::{edit::apply, profiles::PROFILES};
use superuri::codec::encodings::guess::{guess, of_text};
use superuri::codec::encodings::labels::{Label, look_up};
use superuri::codec::encodings::mojibake::{repair, repaired};
use superuri::codec::{
    encodings::charset::Charset, encodings::decode::NamedEncoding, encodings::reader::Reader,
    percent::Errors,
};
use superuri::syntax::hosts::domain::last_label;
use superuri_fuzz::property;

/// Encodings of each kind: one octet for a character, several, stateful, four octets, superuri's
/// own.
const LABELS: [&str; 16] = [
    "latin-1",
    "ascii",
    "windows-1252",
    "windows-1251",
    "koi8-r",
    "iso-8859-8",
    "macintosh",
    "shift_jis",
    "euc-jp",
    "iso-2022-jp",
    "euc-kr",
    "gbk",
    "gb18030",
    "big5",
    "utf-8",
    "x-user-defined",
];

property!(choices: 2, |data: &[u8]| {
    let [label, profile, text @ ..] = data else { return };
    let name = LABELS[usize::from(*label) % LABELS.len()];
    let profile = &PROFILES[usize::from(*profile) % PROFILES.len()];
    if let (Label::Known(known), Ok(string)) = (look_up(name), std::str::from_utf8(text)) {
        let called = NamedEncoding { known, name: name.to_owned() };
        if let Ok(octets) = called.octets(string) {
            let _ = called.decode(&octets, Errors::Strict);
        }
        let charset = Some(Charset::Known(known));
        for encodings in
            [Encodings { text: charset, query: charset }, Encodings { text: None, query: charset }]
        {
            if let Ok(edits) = edits(text, profile, encodings) {
                assert!(edits.windows(2).all(|pair| pair[0].at.end <= pair[1].at.start));
                assert!(apply(text, &edits).len() + text.len() >= edits.len());
            }
        }
    }
    if let Label::Known(known) = look_up(name) {
        let reader = Reader::One(NamedEncoding { known, name: name.to_owned() });
        for errors in [Errors::Strict, Errors::Replace, Errors::Ignore, Errors::Keep] {
            match reader.decode_text(text, errors) {
                Ok(_) => {}
                Err(error) => {
                    assert!(errors == Errors::Strict, "{error}");
                    assert!(error.at.end <= text.len());
                }
            }
        }
    }
    let guesses = guess(text, None);
    assert!(guesses.iter().all(|guess| (0.0..=1.0).contains(&guess.score)));
    let top = (label >> 7 == 1).then(|| last_label(text));
    let _ = of_text(text, top.is_none(), top.as_deref());
    if let Some(better) = repair(text) {
        assert!(std::str::from_utf8(text).is_err() || std::str::from_utf8(&better).is_ok());
    }
    if let Ok(string) = std::str::from_utf8(text) {
        let _ = repaired(string);
    }
});
