//! Cut: which characters of the tail are left out to keep to the length of the view.

use std::ops::Range;

use crate::codec::characters::reason::Reason;
use crate::codec::characters::refused::{CharClass, Strong};
use crate::show::characters::Unit;
use crate::show::display::{Userinfo, View};

/// How often a cut is recomputed when escaping its surroundings makes them longer. After that, all
/// right-to-left text is escaped.
const MOVES: usize = 8;

/// The units that are left out, none of them before `least`. The head is `head` characters long.
///
/// A cut may remove the left-to-right text between two right-to-left texts, which would then swap
/// places. So right-to-left text before the cut stays escaped, back to the last unit that is shown
/// left-to-right.
pub(super) fn cut(
    uri: &[u8],
    units: &mut [Unit],
    head: usize,
    least: usize,
    view: &View,
) -> Range<usize> {
    let ellipsis = view.sink.ellipsis().chars().count();
    let limit = match view.length {
        Some(length) if head + widths(units, view).sum::<usize>() > length => {
            length.saturating_sub(head + ellipsis)
        }
        _ => return units.len()..units.len(),
    };
    for _ in 0..MOVES {
        let found = left_out(units, limit, least, view);
        let left = units[..found.start].iter().rposition(|unit| unit.runs(uri) == Strong::Left);
        if !keep(units, left.map_or(0, |n| n + 1)..found.start) {
            return found;
        }
    }
    keep(units, 0..units.len());
    left_out(units, limit, least, view)
}

/// Keeps right-to-left text as escapes, and returns whether there was any.
fn keep(units: &mut [Unit], these: Range<usize>) -> bool {
    let mut kept = false;
    for unit in &mut units[these] {
        if unit.is_decoded() && unit.strong == Strong::Right {
            unit.reason = Some(Reason::Direction);
            kept = true;
        }
    }
    kept
}

/// How many characters each unit takes when shown. The first redacted unit of a run takes those of
/// the ellipsis, the rest none.
fn widths<'a>(units: &'a [Unit], view: &'a View) -> impl DoubleEndedIterator<Item = usize> + 'a {
    units.iter().enumerate().map(move |(i, unit)| match unit.reason {
        Some(Reason::Redacted) if is_within(units, i) => 0,
        Some(Reason::Redacted) => redacted(units, i, view).1.chars().count(),
        _ if unit.is_shown() => 1,
        _ => usize::from(unit.len),
    })
}

fn is_within(units: &[Unit], i: usize) -> bool {
    i > 0 && units[i - 1].reason == Some(Reason::Redacted)
}

/// The last unit of the redacted run that begins here, and the text shown for it.
pub(super) fn redacted<'a>(
    units: &'a [Unit],
    from: usize,
    view: &View,
) -> (&'a Unit, &'static str) {
    let hidden = |unit: &&Unit| unit.reason == Some(Reason::Redacted);
    let last = units[from..].iter().take_while(hidden).last().unwrap_or(&units[from]);
    // The `@` is dropped only if the view drops the userinfo.
    let is_dropped = last.c == '@' && view.userinfo == Userinfo::Dropped;
    (last, if is_dropped { "" } else { view.sink.ellipsis() })
}

fn left_out(units: &[Unit], limit: usize, least: usize, view: &View) -> Range<usize> {
    let fitting = |widths: &mut dyn Iterator<Item = usize>, limit: usize| {
        let sum = widths.scan(0, |sum, width| {
            *sum += width;
            Some(*sum)
        });
        sum.take_while(|sum| *sum <= limit).count()
    };
    let mut start = fitting(&mut widths(units, view), limit.div_ceil(2)).max(least);
    let used: usize = widths(units, view).take(start).sum();
    let left = limit.saturating_sub(used).min(limit / 2);
    let fits = fitting(&mut widths(units, view).rev(), left);
    let mut end = units.len() - fits.min(units.len() - start);
    // A letter is not separated from its marks.
    let is_mark = |unit: Option<&Unit>| unit.is_some_and(|unit| unit.class == CharClass::Mark);
    while start > least && is_mark(units.get(start)) {
        start -= 1;
    }
    while is_mark(units.get(end)) {
        end += 1;
    }
    start..end
}
