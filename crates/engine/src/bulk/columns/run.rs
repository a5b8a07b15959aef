//! Running: a verb applied to every row of a column, on several threads.
//!
//! Each thread takes the next morsel until none is left. The result does not depend on how the
//! column is cut into chunks and morsels, nor on the number of threads: the same rows come out, and
//! the reported failure is that of the first row that fails.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::bytes::Bytes;
use super::failures::{self, RowFailure};
use super::texts::Texts;
use super::values::{Data, ResultType, TextWidth, Values};
use crate::base::error::{Error, Kind, Result};
use crate::bulk::columns::batch::{self, ColumnBatch, Scratch};
use crate::bulk::job::{OnError, TICK, Trouble};
use crate::bulk::verbs::verb::{Makes, Work};
use crate::normal::keys::Keys;

/// A morsel holds about this many bytes: with its result it fits in a core's cache.
const MORSEL_BYTES: usize = 1 << 20;
/// The most rows that a morsel holds.
const MORSEL_ROWS: usize = 1 << 16;

/// What is done to a column.
pub struct ColumnJob {
    /// What is done to a row.
    pub work: Work,
    /// Whether the column is binary and its rows may be returned unchanged.
    pub keeps_octets: bool,
    /// What happens to a row that fails.
    pub on_error: OnError,
    /// Whether the failure of each row is reported.
    pub with_errors: bool,
    /// How the result is laid out.
    pub width: TextWidth,
    /// The number of threads, including the caller's.
    pub threads: usize,
}

impl ColumnJob {
    /// What a row of the result looks like.
    #[must_use]
    pub fn shape(&self) -> &'static ResultType {
        match &self.work {
            Work::Find { shape, .. } => shape,
            Work::FindText { octets: true, .. } => &ResultType::Octets,
            // A binary row that stays would be labelled text, and the other way round.
            Work::Text(verb) if self.keeps_octets || verb.facts().makes == Makes::Octets => {
                &ResultType::Octets
            }
            Work::Text(_) | Work::FindText { octets: false, .. } => &ResultType::Text,
        }
    }
}

/// The result of some rows of a chunk.
#[derive(Debug)]
pub struct RowsResult {
    /// Which chunk.
    pub chunk: usize,
    /// Which rows of it.
    pub rows: Range<usize>,
    /// The new values; `None` where the rows stay as they are.
    pub values: Option<Values>,
    /// The failure of each row, if that was requested.
    pub errors: Option<Values>,
}

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
    let done = Mutex::new(Vec::with_capacity(morsels.len()));
    let take = || {
        let n = next.fetch_add(1, Relaxed);
        if n >= morsels.len() || n > failed.load(Relaxed) {
            return false;
        }
        let (chunk, first, rows) = &morsels[n];
        let outcome = morsel(&chunks[*chunk], (*chunk, *first, rows), job, whole.as_ref());
        if outcome.is_err() {
            failed.fetch_min(n, Relaxed);
        }
        done.lock().unwrap_or_else(PoisonError::into_inner).push((n, outcome));
        true
    };
    let helpers = job.threads.min(morsels.len()).saturating_sub(1);
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
    let mut weight = 0;
    for row in start..most {
        weight += texts.weight(&(row..row + 1));
        if weight > MORSEL_BYTES {
            return row.max(start + 1);
        }
    }
    most
}

/// The result of a morsel. Views are made contiguous before.
fn morsel(
    texts: &Texts<'_>,
    (chunk, first, rows): (usize, usize, &Range<usize>),
    job: &ColumnJob,
    whole: Option<&ColumnBatch>,
) -> std::result::Result<RowsResult, Trouble> {
    let Some(joined) = texts.gathered(rows) else {
        return contiguous(texts, (chunk, first, rows), job, whole);
    };
    let (texts_of_it, from) = (texts.contiguous(rows, &joined), first + rows.start);
    match contiguous(&texts_of_it, (chunk, from, &(0..rows.len())), job, whole) {
        // The message has the number of the row.
        Err(Trouble::Malformed(_, why)) => {
            Err(Trouble::Malformed(chunk, texts.check(rows).err().unwrap_or(why)))
        }
        done => done.map(|piece| RowsResult { rows: rows.clone(), ..piece }),
    }
}

fn contiguous(
    texts: &Texts<'_>,
    (chunk, first, rows): (usize, usize, &Range<usize>),
    job: &ColumnJob,
    whole: Option<&ColumnBatch>,
) -> std::result::Result<RowsResult, Trouble> {
    let check =
        |rows: &Range<usize>| texts.check(rows).map_err(|why| Trouble::Malformed(chunk, why));
    let mut piece = RowsResult { chunk, rows: rows.clone(), values: None, errors: None };
    if whole.is_none() {
        check(rows)?;
    }
    if let Some(whole) = whole
        && !job.with_errors
        && whole.is_noop(texts, rows)
    {
        return Ok(piece);
    }
    let mut made = MorselRows::new(texts, job);
    made.reserve(rows.len(), texts.weight(rows), whole);
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

/// The rows of a morsel that are processed one by one.
struct MorselRows<'a> {
    texts: &'a Texts<'a>,
    job: &'a ColumnJob,
    values: Values,
    errors: Option<Values>,
    keys: Option<Keys>,
    /// Whether any row differs from its input.
    changed: bool,
    /// Whether a result may be any octets. From UTF-8, verbs make UTF-8; from octets, not always.
    any: bool,
}

impl<'a> MorselRows<'a> {
    fn new(texts: &'a Texts<'a>, job: &'a ColumnJob) -> Self {
        let changed = !matches!(job.work, Work::Text(_));
        let any = texts.is_text() || *job.shape() == ResultType::Octets;
        let errors = job.with_errors.then(|| Values::new(&failures::SHAPE));
        let keys = match &job.work {
            Work::FindText { keys, .. } => keys.map(Keys::new),
            _ => None,
        };
        Self { texts, job, values: Values::new(job.shape()), errors, keys, changed, any }
    }

    /// Reserves memory for `rows` rows, and for the likely results of `bytes` bytes.
    fn reserve(&mut self, rows: usize, bytes: usize, whole: Option<&ColumnBatch>) {
        if let (Work::Text(_), Data::Texts(ends, out)) = (&self.job.work, &mut self.values.data) {
            ends.reserve(rows);
            let more = match whole {
                Some(ColumnBatch::Decode) => 0,
                _ => bytes / 2,
            };
            *out = Bytes::with_capacity(bytes + more);
        } else {
            // Of several fields, few have more than a fourth of the text.
            self.values.reserve_fields(rows, bytes / 4);
        }
    }

    /// Processes one row and appends the result.
    fn row(&mut self, row: usize) -> Result<()> {
        let Some(text) = self.texts.row(row) else {
            self.values.push_null();
            self.push_error(None);
            return Ok(());
        };
        let made = match self.texts.refusal(row) {
            Some(error) => Err(Box::new(error.clone())),
            None => self.make(text),
        };
        let Err(error) = made else {
            self.push_error(None);
            return Ok(());
        };
        match self.job.on_error {
            OnError::Raise => return Err(error),
            // Invalid text cannot stay in a column of texts.
            OnError::Keep if self.texts.refusal(row).is_none() => self.values.push_text(text),
            _ => {
                self.values.push_null();
                self.changed = true;
            }
        }
        self.push_error(Some((&error, text, self.texts.is_text())));
        Ok(())
    }

    fn make(&mut self, text: &[u8]) -> Result<()> {
        if let Some(keys) = &mut self.keys {
            return self.values.push_with(|out| keys.push(text, out));
        }
        match &self.job.work {
            Work::Find { find, .. } => find(text, &mut self.values),
            Work::FindText { find, .. } => {
                self.values.push_text_or_null(find(text)?.as_deref());
                Ok(())
            }
            Work::Text(verb) => {
                let (changed, any) = (&mut self.changed, self.any);
                self.values.push_with(|out| {
                    let start = out.len();
                    if verb.apply(text, out)? {
                        *changed = true;
                    } else {
                        out.extend_from_slice(text);
                    }
                    if any || simdutf8::basic::from_utf8(&out[start..]).is_ok() {
                        return Ok(());
                    }
                    let error = Error::naming(Kind::InvalidUtf8, 0..text.len(), "the result");
                    Err(error)
                })
            }
        }
    }

    /// Computes what was left for the end.
    fn finish(&mut self) {
        if let (Some(keys), Data::Texts(_, out)) = (&mut self.keys, &mut self.values.data) {
            keys.finish(out);
        }
    }

    fn push_error(&mut self, failure: Option<(&Error, &[u8], bool)>) {
        if let Some(errors) = &mut self.errors {
            failures::push(errors, failure);
        }
    }
}
