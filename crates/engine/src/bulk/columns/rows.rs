//! Rows: what is done to those of a column, and those of a morsel one by one.

use std::ops::Range;

use super::values::{Data, ResultType, TextWidth, Values};
use super::{bytes::Bytes, failures, texts::Texts};
use crate::base::error::{Error, Kind, Result};
use crate::bulk::verbs::verb::{Makes, Work};
use crate::bulk::{columns::batch::ColumnBatch, job::OnError};
use crate::normal::keys::Keys;

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

/// The rows of a morsel that are processed one by one.
pub(super) struct MorselRows<'a> {
    texts: &'a Texts<'a>,
    job: &'a ColumnJob,
    pub(super) values: Values,
    pub(super) errors: Option<Values>,
    keys: Option<Keys>,
    /// Whether any row differs from its input.
    pub(super) changed: bool,
    /// Whether a result may be any octets. From UTF-8, verbs make UTF-8; from octets, not always.
    any: bool,
}

impl<'a> MorselRows<'a> {
    /// No rows yet, or those of `last`, to which more are appended.
    pub(super) fn new(texts: &'a Texts<'a>, job: &'a ColumnJob, last: Option<RowsResult>) -> Self {
        let changed = !matches!(job.work, Work::Text(_));
        let any = texts.is_text() || *job.shape() == ResultType::Octets;
        let (values, errors) = last.map_or((None, None), |last| (last.values, last.errors));
        let errors = errors.or_else(|| job.with_errors.then(|| Values::new(&failures::SHAPE)));
        let values = values.unwrap_or_else(|| Values::new(job.shape()));
        let keys = match &job.work {
            Work::FindText { keys, .. } => keys.map(Keys::new),
            _ => None,
        };
        Self { texts, job, values, errors, keys, changed, any }
    }

    /// Reserves memory for `rows` rows, and for the likely results of `bytes` bytes.
    pub(super) fn reserve(&mut self, rows: usize, bytes: usize, whole: Option<&ColumnBatch>) {
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
    pub(super) fn row(&mut self, row: usize) -> Result<()> {
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
    pub(super) fn finish(&mut self) {
        if let (Some(keys), Data::Texts(_, out)) = (&mut self.keys, &mut self.values.data) {
            keys.finish(out);
        }
    }

    pub(super) fn push_error(&mut self, failure: Option<(&Error, &[u8], bool)>) {
        if let Some(errors) = &mut self.errors {
            failures::push(errors, failure);
        }
    }
}
