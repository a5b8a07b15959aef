//! Direction: right-to-left text, decoded only where the reader sees the URI in logical order.
//!
//! If there is Hebrew on both sides of a slash, the reader sees the two swapped. A number after
//! Hebrew is drawn before it, and so is the `%2` of a `%2F`. RFC 3987 section 4.2 demands one
//! direction between two delimiters. That is not enough: the text after it must be left-to-right
//! again, too.

use crate::codec::characters::reason::Reason;
use crate::codec::characters::refused::{CharClass, Strong, opens};
use crate::show::characters::{Unit, is_lone_space};

/// Delimiters that end a part of the tail: a segment, a key or a value. One that is shown in place of
/// its escape ends a part, too, because the reader sees no difference.
const ENDS: &[char] = &['/', '?', '#', '&', '=', ';'];

/// Keeps as escapes what would run in the wrong direction or move its neighbours, and returns
/// whether there was any.
pub(crate) fn decide(uri: &[u8], units: &mut [Unit]) -> bool {
    if !units.iter().any(|unit| unit.is_decoded() && unit.strong == Strong::Right) {
        return false;
    }
    let mut end = units.len();
    // Would the next part be drawn before right-to-left text at the end of this one?
    let mut dragged = false;
    while end > 0 {
        let start =
            units[..end].iter().rposition(|unit| unit.is_shown_as(ENDS)).map_or(0, |n| n + 1);
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

/// Escapes the characters of the rarer direction in a part. If it has raw ASCII letters,
/// right-to-left characters are escaped.
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

/// Would right-to-left text in this part change places with what follows it?
fn drags(uri: &[u8], units: &[Unit], part: std::ops::Range<usize>, mut dragged: bool) -> bool {
    for i in part.rev() {
        let unit = &units[i];
        match runs(uri, units, i) {
            Strong::Left => dragged = false,
            Strong::Right if dragged => return true,
            // Numbers of the part belong to its text. Those of an escape do not, nor a number next
            // to one.
            Strong::Digit if !unit.is_shown() || sticks(units, i) => dragged = true,
            _ => {}
        }
    }
    false
}

/// Does this part open a bracket that may be closed in another part, and so affect its direction?
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
        !unit.is_shown() || unit.strong == Strong::Terminator || unit.class == CharClass::Mark
    });
    { beside }.any(|unit| !unit.is_shown() || unit.is_shown_as(&['#']))
}

fn runs(uri: &[u8], units: &[Unit], i: usize) -> Strong {
    // Spaces are decided later, and a lone one will be shown.
    if is_lone_space(units, i) { Strong::Neutral } else { units[i].runs(uri) }
}
