//! Pieces of decoding and of characters, each asked alone.

use superuri::base::{error::Kind, sets};
use superuri::codec::characters::refused::{
    CharClass, Strong, acts, bidi_strong_class, class, opens,
};
use superuri::codec::ecmascript::{decode_uri_component, escape, fixed_encode_uri, unescape};
use superuri::codec::encodings::charset::{Charset, KnownEncoding, Written, write};
use superuri::codec::encodings::decode::{NamedEncoding, undecodable};
use superuri::codec::encodings::labels::{Label, look_up};
use superuri::codec::{
    characters::reason::Reason, encodings::mojibake::repaired, encodings::reader::Reader, form,
    percent::Errors,
};

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn known(label: &str) -> KnownEncoding {
    match look_up(label) {
        Label::Known(known) => known,
        _ => panic!("{label} is built in"),
    }
}

fn called(label: &str) -> NamedEncoding {
    NamedEncoding { known: known(label), name: label.to_owned() }
}

#[test]
fn characters_have_a_class_and_a_direction() {
    for (c, of, direction) in [
        ('a', CharClass::Letter, Strong::Left),
        ('Z', CharClass::Letter, Strong::Left),
        ('0', CharClass::Number, Strong::Digit),
        ('9', CharClass::Number, Strong::Digit),
        ('#', CharClass::Other, Strong::Terminator),
        ('%', CharClass::Other, Strong::Terminator),
        ('/', CharClass::Other, Strong::Neutral),
        ('\0', CharClass::Other, Strong::Neutral),
        ('\x7F', CharClass::Other, Strong::Neutral),
        ('é', CharClass::Letter, Strong::Left),
        ('ʰ', CharClass::Letter, Strong::Left),
        ('日', CharClass::Letter, Strong::Left),
        ('ǅ', CharClass::Letter, Strong::Left),
        ('\u{301}', CharClass::Mark, Strong::Neutral),
        ('\u{903}', CharClass::Mark, Strong::Left),
        ('\u{20DD}', CharClass::Mark, Strong::Neutral),
        ('²', CharClass::Number, Strong::Digit),
        ('Ⅷ', CharClass::Number, Strong::Left),
        ('٣', CharClass::Number, Strong::Right),
        ('۳', CharClass::Number, Strong::Digit),
        ('א', CharClass::Letter, Strong::Right),
        ('ا', CharClass::Letter, Strong::Right),
        ('€', CharClass::Other, Strong::Terminator),
        ('。', CharClass::Other, Strong::Neutral),
    ] {
        assert_eq!((class(c), bidi_strong_class(c)), (of, direction), "{c:?}");
    }
}

#[test]
fn some_characters_act_and_some_open() {
    for c in ['\0', '\x7F', '\u{85}', '\u{AD}', '\u{202E}', '\u{2028}', '\u{2029}', '\u{34F}'] {
        assert!(acts(c), "{c:?}");
    }
    for c in ['\u{3164}', '\u{FE0F}', '\u{E0100}'] {
        assert!(acts(c), "{c:?}");
    }
    for c in [' ', 'a', '%', 'é', '\u{A0}', '日'] {
        assert!(!acts(c), "{c:?}");
    }
    assert!(['(', '[', '（', '「', '\u{2018}'].map(opens) == [true, true, true, true, false]);
    assert!([')', '）', 'a', '<'].map(opens) == [false; 4]);
}

#[test]
fn a_reason_is_a_sentence() {
    assert_eq!(Reason::Mark.sentence(), "there is no letter before it");
    assert_eq!(Reason::Mark.code(), "mark");
    let mut sentences: Vec<_> = Reason::ALL.iter().map(|reason| reason.sentence()).collect();
    sentences.sort_unstable();
    sentences.dedup();
    assert_eq!(sentences.len(), Reason::ALL.len());
}

#[test]
fn escape_and_unescape_are_those_of_ecmascript() {
    for (text, want) in [
        ("", ""),
        ("aZ09@*_+-./", "aZ09@*_+-./"),
        (" %é\u{FF}", "%20%25%E9%FF"),
        ("Ā☃😀", "%u0100%u2603%uD83D%uDE00"),
    ] {
        assert_eq!(escape(&units(text)), want.as_bytes(), "{text}");
        assert_eq!(unescape(&units(want)), units(text), "{want}");
    }
    assert_eq!(unescape(&units("%e9%4x%")), units("é%4x%"));
    let fixed = fixed_encode_uri(&units("[%5b]%5d%5D%5e%25é")).expect("no surrogates");
    assert_eq!(String::from_utf8_lossy(&fixed), "[[]]]%5e%25%C3%A9");
}

#[test]
fn a_decoded_text_goes_on_behind_a_character() {
    for (text, want) in [("%C3%A9x", "éx"), ("%E6%97%A5%41", "日A"), ("%F0%9F%98%80%C3%A9", "😀é")]
    {
        assert_eq!(decode_uri_component(&units(text)), Ok(units(want)), "{text}");
    }
}

#[test]
fn mojibake_may_be_of_latin_signs() {
    for (text, want) in [
        ("Â«a", Some("«a")),
        ("Â\u{A0}a", Some("\u{A0}a")),
        // A quotation mark behind a capital letter alone is not mojibake.
        ("Â“a", None),
        ("É”", None),
        ("Ã”", Some("Ô")),
    ] {
        assert_eq!(repaired(text).as_deref(), want, "{text}");
    }
}

#[test]
fn an_error_tells_where_in_the_whole_text() {
    let reader = Reader::of(vec![Some(called("euc-jp"))]).expect("it is not UTF-8");
    for (text, at) in [("a%FF", 1..4), ("é%FF", 2..5), ("aéb%FF", 4..7)] {
        let error = reader.decode_text(text.as_bytes(), Errors::Strict).expect_err("FF is none");
        assert_eq!(error.at, at, "{text}");
        let error = form::decode_in(text.as_bytes(), &reader, Errors::Strict);
        assert_eq!(error.expect_err("FF is none").at, at, "{text}");
    }
    let form = form::decode_in(b"a+%A4%A2", &reader, Errors::Strict).expect("it is EUC-JP");
    assert_eq!(String::from_utf8_lossy(&form), "a あ");
    // The first error is reported, whichever kind it is of.
    let both = Reader::of(vec![None, Some(called("euc-jp"))]).expect("not only UTF-8");
    for (text, kind) in [("%FF%zz", Kind::Undecodable), ("%zz%FF", Kind::BadHex)] {
        let error = both.decode(text.as_bytes(), Errors::Strict).expect_err("two errors");
        assert_eq!(error.kind, kind, "{text}");
    }
    // A caller's decoder may name no octet, and of no text.
    assert_eq!(undecodable(b"a%FF", &(1..1), "odd").at, 1..4);
    assert_eq!(undecodable(b"a%FF", &(7..9), "odd").at, 1..4);
    assert_eq!(undecodable(b"", &(0..0), "odd").at, 0..0);
}

#[test]
fn triplets_that_stay_are_three_characters() {
    let jis = called("iso-2022-jp");
    let shift_jis = called("shift_jis");
    for (called, text, want) in [
        (&shift_jis, "%2541a%FFb", "%2541a%FFb"),
        (&shift_jis, "%2541%2542%FF%41", "%2541%2542%FFA"),
        // In JIS, the % and 2 of %25 are octets of characters.
        (&jis, "%1B$B)%2541", ")%乙官"),
    ] {
        assert_eq!(called.decode(text.as_bytes(), Errors::Keep).as_deref(), Ok(want), "{text}");
    }
}

#[test]
fn an_encoding_has_octets_for_some_characters() {
    let latin = called("windows-1252");
    assert_eq!(latin.octets("aé€").expect("it has them"), b"a\xE9\x80");
    assert_eq!(latin.octets("a日").expect_err("it lacks it").at, 1..4);
    assert!(latin.check("é".as_bytes(), b"%C3%A9", Some(Errors::Strict)).is_ok());
    let outside = latin.check("ać".as_bytes(), b"a%C4%87", Some(Errors::Strict));
    assert_eq!(outside.expect_err("it lacks it").at, 1..7);
    let euc = known("euc-jp");
    assert_eq!(euc.lossy(b"a\xFFb", false), "a\u{FFFD}b");
    assert_eq!(euc.lossy(b"a\xFFb", true), "ab");
}

#[test]
fn an_encoder_that_names_nothing_comes_to_an_end() {
    // It refuses an x, and says that it is nowhere.
    let odd = |text: &str| match text.find('x') {
        Some(at) => Err(at..at),
        None => Ok(text.as_bytes().to_vec()),
    };
    let mut octets = Vec::new();
    let done = write::<()>("axxb", Charset::Other(&odd), &mut |written| {
        if let Written::Octets(part) = written {
            octets.extend_from_slice(part);
        }
        Ok(())
    });
    assert_eq!((done, &*octets), (Ok(()), &b"ab"[..]));
}

#[test]
fn a_set_has_the_year_of_its_standard_if_it_never_changes() {
    for row in sets::ROWS.iter().filter(|row| matches!(row.family, "rfc3986" | "whatwg")) {
        let year = (row.family == "rfc3986").then_some(2005);
        assert_eq!(row.year(), year, "{} {}", row.family, row.name);
    }
}
