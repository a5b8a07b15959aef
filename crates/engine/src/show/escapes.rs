//! Escapes: which ones of a URI can be shown as characters, and why the others cannot.
//!
//! There are four checks in this order, each in linear time: is the character readable, is each
//! mark on a letter and the whole in NFC, does the text run in one direction, is each space alone?
//! No check depends on whether a shown character was an escape, so cleaning a shown text and
//! showing it again gives the same text.

use unicode_normalization::{char::canonical_combining_class, is_nfc};

use crate::base::{schemes, sets::rfc3986::RESERVED};
use crate::codec::{
    characters::properties::properties, characters::reason::Reason, characters::refused::CharClass,
    triplets::triplet,
};
use crate::show::characters::{Unit, is_lone_space};
use crate::show::display::{Display, View};
use crate::show::{direction, medium::Sink};
use crate::syntax::split::Parts;
use superuri_kernels::pause;

/// The maximum number of marks on one letter: Vietnamese and pointed Hebrew need three.
const MOST_MARKS: usize = 3;

/// Katakana NO, which looks like a slash unless there is another kana or an ideograph next to it.
pub(crate) const KATAKANA_NO: char = '\u{30CE}';

/// Decides for every escape of the tail (path, query and fragment) whether it is shown decoded.
pub(crate) fn decide(uri: &[u8], parts: &Parts, units: &mut [Unit], view: &View) {
    let (display, sink) = (view.display(), view.sink);
    for unit in units.iter_mut().filter(|unit| unit.is_decoded()) {
        unit.reason = Some(reason_without_context(unit.c, display, sink));
    }
    if !display.lossless {
        edges(units);
        return;
    }
    if display.by_scheme {
        delimiters(parts.scheme.clone().map(|scheme| &uri[scheme]), units);
    }
    pause::after(units.len());
    drive_letters(units);
    marks(units);
    pause::after(units.len());
    if direction::decide(uri, units) | katakana_no(units) {
        // Check marks again, because letters before them may be escaped now.
        marks(units);
    }
    pause::after(units.len());
    for i in 0..units.len() {
        if is_lone_space(units, i) && !sink.refuses(' ') {
            units[i].reason = Some(Reason::Decoded);
        }
    }
}

/// Keeps reserved characters escaped except where the scheme gives them no purpose.
fn delimiters(scheme: Option<&[u8]>, units: &mut [Unit]) {
    let row = scheme.and_then(schemes::find);
    let (path, query) = row.map_or(("", ""), |row| (row.free_in_path, row.free_in_query));
    let mut free = path;
    for unit in units {
        if unit.is_raw(&['#']) {
            free = "";
        } else if unit.is_raw(&['?']) && free == path {
            free = query;
        } else if unit.is_decoded()
            && u8::try_from(unit.c).is_ok_and(|c| RESERVED.encodes(c))
            && !free.contains(unit.c)
        {
            unit.reason = Some(Reason::Delimiter);
        }
    }
}

/// The decision for a character regardless of its neighbours. Spaces are decided last.
pub(crate) fn reason_without_context(c: char, display: &Display, sink: Sink) -> Reason {
    let refused = match c {
        '\0'..='\x1F' | '\x7F' => Some(Reason::Control),
        ' ' if display.lossless => Some(Reason::Space),
        '%' => Some(Reason::Percent),
        _ if c.is_ascii() && !display.keeps.encodes(c as u8) => None,
        '.' => Some(Reason::Dot),
        '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => Some(Reason::Illegal),
        _ if c.is_ascii() => Some(Reason::Delimiter),
        _ if display.lossless => properties(c).refusal,
        _ => None,
    };
    match refused {
        Some(reason) => reason,
        None if sink.refuses(c) => Reason::Sink,
        None => Reason::Decoded,
    }
}

/// Keeps spaces at the start and end escaped: cleaning would refuse them, and copying would trim
/// them.
fn edges(units: &mut [Unit]) {
    let keep = |unit: &mut Unit| {
        let space = unit.c == ' ' && unit.is_decoded();
        if space {
            unit.reason = Some(Reason::Space);
        }
        space
    };
    let inner = units.iter_mut().rev().take_while(|unit| unit.c == ' ').map(keep).count();
    let rest = units.len() - inner;
    if units.first().is_some_and(|first| first.start() == 0) {
        units[..rest].iter_mut().take_while(|unit| unit.c == ' ').for_each(|unit| {
            keep(unit);
        });
    }
}

/// Keeps the letter of a segment escaped that would read as a drive letter in a `file:` URL.
fn drive_letters(units: &mut [Unit]) {
    for i in 0..units.len() {
        if units[i].is_raw(&['?', '#']) {
            break;
        }
        if units[i].is_decoded()
            && units[i].c.is_ascii_alphabetic()
            && (i == 0 || units[i - 1].is_raw(&['/']))
            && units.get(i + 1).is_some_and(|unit| unit.is_raw(&[':']))
            && units.get(i + 2).is_none_or(|unit| unit.is_raw(&['/', '?', '#']))
        {
            units[i].reason = Some(Reason::DriveLetter);
        }
    }
}

/// Keeps Katakana NO escaped where it is alone, and returns whether there was any.
fn katakana_no(units: &mut [Unit]) -> bool {
    let mut kept = false;
    let japanese = |unit: Option<&Unit>| {
        unit.is_some_and(|unit| {
            unit.is_shown()
                && unit.c != KATAKANA_NO
                && matches!(unit.c, '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{30FC}'
                    | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}')
        })
    };
    for i in 0..units.len() {
        if units[i].c == KATAKANA_NO && units[i].is_decoded() {
            let before = i.checked_sub(1).and_then(|before| units.get(before));
            if !japanese(before) && !japanese(units.get(i + 1)) {
                units[i].reason = Some(Reason::LookAlike);
                kept = true;
            }
        }
    }
    kept
}

/// Keeps marks escaped that have no letter, or too many marks before them, or that NFC would
/// compose or reorder.
fn marks(units: &mut [Unit]) {
    let mut text = String::new();
    let mut row = 0;
    for unit in units {
        if !unit.is_shown() {
            text.clear();
            row = 0;
            continue;
        }
        if unit.c.is_ascii() {
            row = 0;
            text.clear();
            if unit.class != CharClass::Other {
                text.push(unit.c);
            }
            continue;
        }
        // `text` holds what NFC could still change: the last starter and the marks on it.
        let kept = text.len();
        let joins = properties(unit.c).joins;
        text.push(unit.c);
        let reason = if unit.class == CharClass::Mark && kept == 0 {
            Some(Reason::Mark)
        } else if unit.class == CharClass::Mark && row == MOST_MARKS {
            Some(Reason::StackedMarks)
        } else if kept > 0 && joins && !is_nfc(&text) {
            Some(Reason::NotNfc)
        } else {
            None
        };
        if let Some(reason) = reason {
            unit.reason = Some(reason);
            text.clear();
            row = 0;
        } else {
            if !joins || canonical_combining_class(unit.c) == 0 {
                text.drain(..kept);
            }
            if unit.class == CharClass::Mark {
                row += 1;
            } else {
                row = 0;
            }
            if unit.class == CharClass::Other {
                text.clear();
            }
        }
    }
}

/// Could any escape of the cleaned URI be shown? `false` is certain, `true` is not.
pub(crate) fn is_worth_a_look(uri: &[u8], display: &Display) -> bool {
    let mut rest = uri;
    while let Some(first) = rest.first() {
        if *first != b'%' {
            rest = &rest[memchr::memchr(b'%', rest).unwrap_or(rest.len())..];
            continue;
        }
        let is_shown = match triplet(rest) {
            Some(octet @ 0..0x80) => !display.keeps.encodes(octet),
            // Well-formed UTF-8 beyond ASCII has one of these octets first.
            Some(octet) => matches!(octet, 0xC2..=0xF4),
            None => false,
        };
        if is_shown {
            return true;
        }
        rest = rest.get(3..).unwrap_or_default();
    }
    false
}
