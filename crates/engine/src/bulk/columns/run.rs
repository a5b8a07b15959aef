//! Running: a verb applied to every row of a column, on several threads.
//!
//! Each thread takes the next morsel until none is left. The result does not depend on how the
//! column is cut into chunks and morsels, nor on the number of threads: the same rows come out, and
//! the reported failure is that of the first row that fails.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::{ops::Range, panic::resume_unwind, thread, time::Instant};

use super::rows::{ColumnJob, MorselRows, RowsResult};
use super::values::{TextWidth, Values};
use super::{failures::RowFailure, texts::Texts};
use crate::bulk::columns::batch::{self, ColumnBatch, Scratch};
use crate::bulk::job::{OnError, TICK, Trouble};
use crate::bulk::verbs::verb::Work;

/// A morsel holds about this many bytes: with its result it fits in a core's cache.
const MORSEL_BYTES: usize = 1 << 20;

/// The most bytes whose results one thread puts into one piece.
const MOST_TOGETHER: usize = 1 << 28;

/// The most rows that a morsel holds.
const MORSEL_ROWS: usize = 1 << 16;

/// A piece, or why there is none.
type Done = std::result::Result<RowsResult, Trouble>;

/// The pieces that the job makes of these chunks, in order. `go_on` is called now and then and
/// returns whether to continue.
///
/// Rows that are marked as text and are not valid UTF-8 fail singly, unless failures raise.
///
/// # Errors
/// Where a row fails and failures raise; where a chunk is malformed.
pub fn map(
    chunks: &[Texts<'_>],
    job: &ColumnJob,
    go_on: &mut dyn FnMut() -> bool,
) -> std::result::Result<Vec<RowsResult>, Trouble> {
    let outcome = map_valid(chunks, job, go_on);
    if job.on_error == OnError::Raise || !matches!(outcome, Err(Trouble::Malformed(..))) {
        return outcome;
    }
    // Only now does each row have to be looked at.
    let refused: Vec<_> = chunks.iter().map(Texts::invalid_rows).collect();
    let chunks: Vec<_> =
        chunks.iter().zip(&refused).map(|(texts, rows)| texts.clone().refusing(rows)).collect();
    map_valid(&chunks, job, go_on)
}

/// The same; text that is not valid UTF-8 is malformed.
fn map_valid(
    chunks: &[Texts<'_>],
    job: &ColumnJob,
    go_on: &mut dyn FnMut() -> bool,
) -> std::result::Result<Vec<RowsResult>, Trouble> {
    let morsels = morsels(chunks);
    let whole = match &job.work {
        Work::Text(verb) => ColumnBatch::of(&**verb),
        Work::FindText { .. } | Work::Find { .. } => None,
    };
    let next = AtomicUsize::new(0);
    // Morsels after the first one that failed are not started.
    let failed = AtomicUsize::new(usize::MAX);
    let done = Mutex::new(Vec::<(usize, Done)>::with_capacity(morsels.len()));
    let helpers = job.threads.min(morsels.len()).saturating_sub(1);
    // One thread appends to its last piece, so that the pieces need not be joined.
    let is_alone = helpers == 0 && matches!(job.work, Work::Find { .. });
    let together = AtomicUsize::new(0);
    let piece_to_continue = |n: usize| {
        let (chunk, _, rows) = &morsels[n];
        let (chunk, texts) = (*chunk, &chunks[*chunk]);
        let weight = texts.weight(rows);
        let fits = weight.saturating_add(together.load(Relaxed)) <= MOST_TOGETHER;
        let last = done
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop_if(|(_, last)| fits && matches!(last, Ok(last) if last.chunk == chunk));
        together.store(weight + last.as_ref().map_or(0, |_| together.load(Relaxed)), Relaxed);
        let mut last = last.and_then(|(_, last)| last.ok());
        // The first morsel of a piece shows how much memory the next ones take.
        if let Some(RowsResult { rows: before, values: Some(values), .. }) = &mut last
            && before.start == morsels[n - 1].2.start
        {
            let left = rows.start..texts.len();
            values.reserve_alike(left.len(), texts.weight(&left), texts.weight(before));
        }
        last.unwrap_or_else(|| {
            let mut values = Values::new(job.shape());
            values.reserve_fields(texts.len() - rows.start, weight / 4);
            RowsResult { chunk, rows: rows.start..rows.start, values: Some(values), errors: None }
        })
    };
    let take = || {
        let n = next.fetch_add(1, Relaxed);
        if n >= morsels.len() || n > failed.load(Relaxed) {
            return false;
        }
        let (chunk, first, rows) = &morsels[n];
        let last = is_alone.then(|| piece_to_continue(n));
        let outcome = morsel(&chunks[*chunk], (*chunk, *first, rows), job, whole.as_ref(), last);
        if outcome.is_err() {
            failed.fetch_min(n, Relaxed);
        }
        done.lock().unwrap_or_else(PoisonError::into_inner).push((n, outcome));
        true
    };
    let finished = thread::scope(|scope| {
        let mut working = Vec::with_capacity(helpers);
        for _ in 0..helpers {
            // With fewer threads the same work takes longer.
            let Ok(helper) = thread::Builder::new().spawn_scoped(scope, || while take() {}) else {
                break;
            };
            working.push(helper);
        }
        let mut last_tick = Instant::now();
        let mut wanted = true;
        while wanted && take() {
            if last_tick.elapsed() > TICK {
                (last_tick, wanted) = (Instant::now(), go_on());
            }
        }
        if !wanted {
            failed.store(0, Relaxed);
        }
        for helper in working {
            if let Err(panic) = helper.join() {
                resume_unwind(panic);
            }
        }
        wanted
    });
    if !finished {
        return Err(Trouble::Stopped);
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(n, _)| *n);
    let mut pieces: Vec<RowsResult> = Vec::with_capacity(done.len());
    for (_, outcome) in done {
        let piece = outcome?;
        match pieces.last_mut() {
            Some(last) if stay_together(last, &piece) => last.rows.end = piece.rows.end,
            _ => pieces.push(piece),
        }
    }
    Ok(pieces)
}

/// Whether both are unchanged rows of the same chunk; their rows are adjacent.
fn stay_together(one: &RowsResult, other: &RowsResult) -> bool {
    let untouched = |piece: &RowsResult| piece.values.is_none() && piece.errors.is_none();
    one.chunk == other.chunk && untouched(one) && untouched(other)
}

/// Each morsel: its chunk, the number of the chunk's first row, and its rows.
fn morsels(chunks: &[Texts<'_>]) -> Vec<(usize, usize, Range<usize>)> {
    let (mut morsels, mut first) = (Vec::new(), 0);
    for (n, texts) in chunks.iter().enumerate() {
        let mut start = 0;
        while start < texts.len() {
            let most = texts.len().min(start + MORSEL_ROWS);
            let end = end(texts, start, most);
            morsels.push((n, first, start..end));
            start = end;
        }
        first += texts.len();
    }
    morsels
}

/// The end of the morsel that begins with row `start`: its weight stays within `MORSEL_BYTES`, or
/// it is one row.
fn end(texts: &Texts<'_>, start: usize, most: usize) -> usize {
    let (mut low, mut high) = (start + 1, most);
    if texts.whole(&(start..most)).is_some() {
        // The weight grows with the rows, so bisect.
        while low < high {
            let middle = high - (high - low) / 2;
            if texts.weight(&(start..middle)) > MORSEL_BYTES {
                high = middle - 1;
            } else {
                low = middle;
            }
        }
        return low;
    }
    start + texts.fitting(start..most, MORSEL_BYTES).max(1)
}

/// The result of a morsel, appended to the last piece if there is one. Texts of views are copied to
/// one place before.
fn morsel(
    texts: &Texts<'_>,
    (chunk, first, rows): (usize, usize, &Range<usize>),
    job: &ColumnJob,
    whole: Option<&ColumnBatch>,
    last: Option<RowsResult>,
) -> Done {
    let Some(joined) = texts.gathered(rows) else {
        return contiguous(texts, (chunk, first, rows), job, whole, last);
    };
    let (texts_of_it, from) = (texts.contiguous(rows, &joined), first + rows.start);
    let start = last.as_ref().map_or(rows.start, |last| last.rows.start);
    match contiguous(&texts_of_it, (chunk, from, &(0..rows.len())), job, whole, last) {
        // The message has the number of the row.
        Err(Trouble::Malformed(_, why)) => {
            Err(Trouble::Malformed(chunk, texts.check(rows).err().unwrap_or(why)))
        }
        done => done.map(|piece| RowsResult { rows: start..rows.end, ..piece }),
    }
}

/// The result of a morsel as `morsel` makes it, of texts that are not views.
fn contiguous(
    texts: &Texts<'_>,
    (chunk, first, rows): (usize, usize, &Range<usize>),
    job: &ColumnJob,
    whole: Option<&ColumnBatch>,
    last: Option<RowsResult>,
) -> Done {
    let check =
        |rows: &Range<usize>| texts.check(rows).map_err(|why| Trouble::Malformed(chunk, why));
    let begin = last.as_ref().map_or(rows.start, |last| last.rows.start);
    let mut piece = RowsResult { chunk, rows: begin..rows.end, values: None, errors: None };
    if whole.is_none() {
        check(rows)?;
    }
    if let Some(whole) = whole
        && !job.with_errors
        && whole.is_noop(texts, rows)
    {
        return Ok(piece);
    }
    let is_first = last.is_none();
    let mut made = MorselRows::new(texts, job, last);
    if is_first {
        made.reserve(rows.len(), texts.weight(rows), whole);
    }
    let mut scratch = Scratch::default();
    let mut start = rows.start;
    while start < rows.end {
        let block = start..rows.end.min(start + batch::ROWS);
        start = block.end;
        if let Some(whole) = whole {
            if let Some(changed) = whole.rows(texts, &block, &mut made.values, &mut scratch) {
                made.changed |= changed;
                if made.errors.is_some() {
                    block.for_each(|_| made.push_error(None));
                }
                continue;
            }
            check(&block)?;
        }
        for row in block {
            made.row(row).map_err(|error| {
                let text = texts.row(row).unwrap_or_default().to_vec();
                let is_text = texts.is_text();
                Trouble::Row(Box::new(RowFailure { row: first + row, text, is_text, error }))
            })?;
        }
    }
    made.finish();
    piece.values = (made.changed || !texts.can_stay()).then_some(made.values);
    piece.errors = made.errors;
    let fits = |values: Option<Values>, width| {
        let fitted = values.map(|values| values.in_width(width)).transpose();
        fitted.map_err(|_| Trouble::TooLong(first + rows.start))
    };
    piece.values = fits(piece.values, job.width)?;
    piece.errors = fits(piece.errors, TextWidth::Small)?;
    Ok(piece)
}
