//! Direction: right-to-left text that can be shown while a URI reads in the order it is sent.
//!
//! Where two runs of Hebrew are on both sides of a slash, the reader sees them swapped, slash
//! and all; a number that follows one is drawn before it, and so is the `%2` of a `%2F`. RFC 3987
//! section 4.2 asks that what is between two delimiters run one way. That is not enough:
//! here, what follows it must run from left to right again, too.

use crate::codec::characters::reason::Reason;
use crate::codec::characters::refused::{Class, Strong, opens};
use crate::show::characters::{Unit, is_lone_space};

/// What ends a part of a tail: a segment, a key, a value.
const ENDS: &str = "/?#&=;";

/// Keeps what would run the other way, or drag its neighbours along, as escapes; says whether
/// there was anything of the kind.
pub(crate) fn decide(uri: &[u8], units: &mut [Unit]) -> bool {
    if !units.iter().any(|unit| unit.is_decoded() && unit.strong == Strong::Right) {
        return false;
    }
    let mut end = units.len();
    // Would what follows be drawn before a right-to-left text that ended here?
    let mut dragged = false;
    while end > 0 {
        let start = units[..end].iter().rposition(|unit| unit.is_raw(ENDS)).map_or(0, |n| n + 1);
        one_way(&mut units[start..end]);
        if drags(uri, units, start..end, dragged) || is_left_open(&units[start..end]) {
            keep(&mut units[start..end], Strong::Right);
        }
        let first = (start..end).map(|i| runs(uri, units, i)).find(|run| run.leads());
        dragged = first.map_or(dragged, |run| run != Strong::Left);
        end = start.saturating_sub(1);
    }
    true
}

/// Keeps the minority of a part's directions; a letter of ASCII cannot be a minority, because it
/// may appear there raw.
fn one_way(part: &mut [Unit]) {
    let count = |strong: Strong| {
        part.iter().filter(|unit| unit.is_decoded() && unit.strong == strong).count()
    };
    let (right, left) = (count(Strong::Right), count(Strong::Left));
    if right == 0 {
        return;
    }
    let latin = part.iter().any(|unit| unit.is_shown() && unit.c.is_ascii_alphabetic());
    keep(part, if latin || right <= left { Strong::Right } else { Strong::Left });
}

fn keep(part: &mut [Unit], strong: Strong) {
    for unit in part.iter_mut().filter(|unit| unit.is_decoded() && unit.strong == strong) {
        unit.reason = Some(Reason::Direction);
    }
}

/// Would this part's right-to-left text change places with what follows it?
fn drags(uri: &[u8], units: &[Unit], part: std::ops::Range<usize>, mut dragged: bool) -> bool {
    for i in part.rev() {
        let unit = &units[i];
        match runs(uri, units, i) {
            Strong::Left => dragged = false,
            Strong::Right if dragged => return true,
            // The part's own numbers belong to its text; an escape's do not, nor what sticks to one.
            Strong::Digit if !unit.is_shown() || sticks(units, i) => dragged = true,
            _ => {}
        }
    }
    false
}

/// Does a bracket open in this part whose closing one may follow in another, and drag it here?
fn is_left_open(part: &[Unit]) -> bool {
    let mut open = 0_usize;
    for unit in part.iter().filter(|unit| unit.is_shown()) {
        match unit.c {
            '(' => open += 1,
            ')' => open = open.saturating_sub(1),
            c if !c.is_ascii() && opens(c) => return true,
            _ => {}
        }
    }
    open > 0
}

/// Is a delimiter or an escape drawn as a part of the number that ends here (UAX 9, rule W5)?
fn sticks(units: &[Unit], i: usize) -> bool {
    let beside = units[i + 1..].iter().take_while(|unit| {
        !unit.is_shown() || unit.strong == Strong::Terminator || unit.class == Class::Mark
    });
    { beside }.any(|unit| !unit.is_shown() || unit.is_raw("#"))
}

fn runs(uri: &[u8], units: &[Unit], i: usize) -> Strong {
    // The spaces are decided later, and this one will be shown.
    if is_lone_space(units, i) { Strong::Neutral } else { units[i].runs(uri) }
}
