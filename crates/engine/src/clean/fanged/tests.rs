//! Tests: every spelling is restored, and every text comes back.

use super::*;
use crate::rng::Rng;

fn back(text: &str) -> String {
    String::from_utf8(refang(text.as_bytes()).into_owned()).expect("marks are ASCII")
}

#[test]
fn every_spelling_is_restored() {
    for row in &SPELLINGS {
        let (text, want) = match row.part {
            DefangedPart::Scheme => {
                (format!("{}://e.com/", row.written), format!("{}://e.com/", row.meaning))
            }
            DefangedPart::Slashes => {
                (format!("http{}e.com/", row.written), "http://e.com/".to_owned())
            }
            DefangedPart::Dot => {
                (format!("http://e{}com/", row.written), "http://e.com/".to_owned())
            }
            DefangedPart::At => {
                (format!("http://u{}e.com/", row.written), "http://u@e.com/".to_owned())
            }
            DefangedPart::Colon => {
                (format!("http://e.com{}80/", row.written), "http://e.com:80/".to_owned())
            }
        };
        assert_eq!(back(&text), want, "{row:?}");
        assert_eq!(back(&text.to_uppercase()).to_lowercase(), want, "{row:?}");
        let place = format!("http://e.com/a{}b", row.written);
        assert_eq!(back(&place), place, "{row:?}");
    }
}

#[test]
fn atoms_come_back() {
    const ATOMS: &[&str] = &[
        "http",
        "https",
        "ftp",
        "ssh",
        "HTTP",
        "hTTp",
        "mailto",
        ":",
        "//",
        "://",
        "/",
        "?",
        "#",
        "@",
        ".",
        "..",
        "e",
        "com",
        "1",
        "80",
        "(",
        ")",
        "(.",
        ".)",
        "v1.",
        "[v1.a]",
        "[::1]",
        "[::ffff:1.2.3.4]",
        "dot",
        "at",
        "%2E",
        "~",
        "-",
        "_",
        "!",
        "$",
        "&",
        "'",
        "*",
        "+",
        ",",
        ";",
        "=",
        "x",
        "hxxp",
        "meow",
    ];
    const BROKEN: &[&str] =
        &["[", "]", "{", "}", "<", ">", " ", "\\", "[.]", "[dot]", "[:]", "[@]", "[://]"];
    let mut rng = Rng(20_261_128);
    let (mut legal, mut raised) = (0, 0);
    for round in 0..200_000 {
        let mut text = String::new();
        for _ in 0..rng.below(12) {
            let atoms = if round % 4 == 0 && rng.below(3) == 0 { BROKEN } else { ATOMS };
            text.push_str(atoms[rng.below(atoms.len())]);
        }
        let text = text.as_bytes();
        let shown = text.escape_ascii();
        let once = refang(text);
        assert_eq!(refang(&once), once, "{shown}");
        let defanged = defang(text);
        if let Ok(defanged) = &defanged {
            assert_eq!(&*refang(defanged), text, "{shown}");
        }
        if crate::clean::is_clean(text, crate::clean::profiles::RFC3986) {
            legal += 1;
            // Only a defanged text has no way back.
            assert_eq!(defanged.is_err(), matches!(once, Cow::Owned(_)), "{shown}");
            raised += usize::from(defanged.is_err());
        }
    }
    assert!(legal > 10_000 && raised > 100, "{legal} {raised}");
}
