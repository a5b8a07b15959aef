//! Functions: a verb applied to a chunk of rows.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::{any::Any, borrow::Cow, cell::RefCell, collections::HashMap, ffi::CString, ops::Range};

use super::api::{Handle, api, kinds};
use super::options::{self, Columns, Given, NeedsPython, Options};
use super::vector::{NoMemory, ResultVector, Rows, To};
use superuri::base::error::{Error, Kind};
use superuri::base::secrets;
use superuri::bulk::columns::{
    self, ColumnJob, Data, Layout, OnError, ResultType, TextWidth, Texts, Trouble,
};
use superuri::bulk::verbs::{Make, VerbRow, Work};
use superuri::bulk::{
    columns::bits::BitVec, columns::bytes::Bytes, columns::failures::RowFailure,
    verbs::verb::FindText,
};
use superuri_kernels::memory::{self, Short};

/// Characters of a text that an error shows.
const SHOWN: usize = 100;

/// A function for one type of text.
pub(crate) struct ScalarFunction {
    name: String,
    row: &'static VerbRow,
    make: Make,
    on_error: OnError,
    is_text: bool,
    pub(crate) returns: &'static ResultType,
    /// The job for the last options, which are nearly always those of the next chunk.
    last: Mutex<Option<(Options, Arc<ColumnJob>)>>,
}

/// Applies a function to a chunk.
///
/// # Safety
/// DuckDB calls it, with the arguments that belong to it.
pub(crate) unsafe extern "C" fn call(info: Handle, chunk: Handle, result: Handle) {
    let done = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the information is the function's, which DuckDB keeps; the chunk is flat.
        unsafe {
            let function = (api().scalar_function_get_extra_info)(info).cast::<ScalarFunction>();
            (*function).apply(chunk, result).map_err(|why| format!("{}{why}", (*function).name))
        }
    }));
    if let Err(why) = done.unwrap_or_else(|panic| Err(of_panic(&*panic))) {
        let message = CString::new(why.replace('\0', "\\0")).unwrap_or_default();
        // SAFETY: DuckDB copies the message.
        unsafe { (api().scalar_function_set_error)(info, message.as_ptr()) };
    }
}

/// Frees a function.
///
/// # Safety
/// DuckDB calls it once, with the [`ScalarFunction`] that it was given.
pub(crate) unsafe extern "C" fn destroy(function: Handle) {
    // SAFETY: it was made by `Box::into_raw`.
    drop(catch_unwind(|| unsafe { drop(Box::from_raw(function.cast::<ScalarFunction>())) }));
}

fn of_panic(panic: &(dyn Any + Send)) -> String {
    if panic.is::<Short>() {
        return "superuri: out of memory".to_owned();
    }
    let message = panic.downcast_ref::<&str>().copied();
    let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("a bug in superuri: {}", message.unwrap_or("it panicked"))
}

impl ScalarFunction {
    /// The function of this name, for texts of this type; `None` if the verb needs an option.
    pub(crate) fn new(
        name: &str,
        row: &'static VerbRow,
        make: Make,
        on_error: OnError,
        kind: u32,
    ) -> Option<Self> {
        let (name, is_text) = (name.to_owned(), kind == kinds::VARCHAR);
        let mut function = Self {
            name,
            row,
            make,
            on_error,
            is_text: true,
            returns: &ResultType::Text,
            last: Mutex::default(),
        };
        // A text that stays is a text, whatever its octets are.
        function.returns = function.job(&vec![None; row.parameters.len()]).ok()?.shape();
        (function.is_text, function.last) = (is_text, Mutex::default());
        Some(function)
    }

    fn job(&self, values: &Options) -> Result<Arc<ColumnJob>, String> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, job)) = &*last
            && known == values
        {
            return Ok(Arc::clone(job));
        }
        let wrong = RefCell::default();
        let given = Given { parameters: self.row.parameters, values, is_text: self.is_text, wrong };
        let work = (self.make)(&given).map_err(options::sentence);
        if let Some(wrong) = given.wrong.take() {
            return Err(format!(": {wrong}"));
        }
        let job = Arc::new(ColumnJob {
            work: without_python(work.map_err(|why| format!(": {why}"))?),
            keeps_octets: !self.is_text && self.on_error == OnError::Keep,
            on_error: self.on_error,
            with_errors: false,
            width: TextWidth::Large,
            threads: 1,
        });
        *last = Some((values.clone(), Arc::clone(&job)));
        Ok(job)
    }

    /// Writes the results for the rows of the chunk; or returns what is wrong, after the name.
    ///
    /// # Safety
    /// The chunk is flat and has the function's arguments; the result has its type.
    unsafe fn apply(&self, chunk: Handle, result: Handle) -> Result<(), String> {
        let mut groups: HashMap<Option<Options>, Vec<usize>> = HashMap::new();
        // SAFETY: as the caller says; there is at least the text.
        unsafe {
            let vector = |n| Rows::new((api().data_chunk_get_vector)(chunk, n));
            let count = (api().data_chunk_get_column_count)(chunk);
            let arguments: Vec<_> = (1..count).map(vector).collect();
            let (texts, output) = (vector(0), ResultVector(result));
            let parameters = self.row.parameters;
            let columns = Columns::of(&arguments, parameters).map_err(|why| format!(" {why}"))?;
            let rows = 0..(api().data_chunk_get_size)(chunk);
            if rows.is_empty() {
                return Ok(());
            }
            if columns.are_constant(&rows) {
                let values = columns.of_row(0, parameters.len()).unwrap_or_default();
                return self.apply_to(texts, rows.len(), To::From(0), &*self.job(&values)?, output);
            }
            for row in rows {
                groups.entry(columns.of_row(row, parameters.len())).or_default().push(row);
            }
            for (values, rows) in groups {
                let Some(values) = values else {
                    for &row in &rows {
                        output.set_null(row);
                    }
                    continue;
                };
                let to = To::Rows(&rows);
                self.apply_to(texts, rows.len(), to, &*self.job(&values)?, output)?;
            }
        }
        Ok(())
    }

    /// Applies the job to these rows.
    ///
    /// # Safety
    /// As [`Self::apply`].
    unsafe fn apply_to(
        &self,
        texts: Rows<'_>,
        len: usize,
        rows: To<'_>,
        job: &ColumnJob,
        output: ResultVector,
    ) -> Result<(), String> {
        // SAFETY: as the caller says: the rows are texts, or null.
        let (offsets, bytes, valid) = unsafe { gathered(texts, len, rows) };
        let layout = Layout::Large(&offsets, &bytes);
        let column = Texts::new(layout, len, valid.as_ref().map(BitVec::bits), self.is_text);
        let column = column.map_err(|why| format!(": {why}"))?;
        let pieces = columns::map(&[column], job, &mut || true);
        for piece in pieces.map_err(|why| self.of_trouble(why))? {
            let Range { start, end } = piece.rows;
            let to = rows.after(start);
            // Octets that were kept may not be a text.
            let checks = job.keeps_octets && *self.returns == ResultType::Text;
            let is_bad = |text: &[u8]| checks && std::str::from_utf8(text).is_err();
            // SAFETY: the rows are those of the result, which has the type of the values; unchanged
            // texts are those of the rows.
            let done = unsafe {
                if let Some(values) = piece.values {
                    let done = output.write(&values, to);
                    if let (true, Data::Texts(ends, bytes)) = (checks, &values.data) {
                        let bad = (0..values.len).filter(|&n| is_bad(&bytes[ends.span(n)]));
                        bad.for_each(|n| output.set_null(to.row(n)));
                    }
                    done
                } else {
                    let at = |n: usize| usize::from_ne_bytes(offsets[start + n]);
                    output.write_texts(&bytes, end - start, at, to);
                    let is_there = |n| valid.as_ref().is_none_or(|valid| valid.bits().get(n));
                    let is_null =
                        |n: &usize| !is_there(start + n) || is_bad(&bytes[at(*n)..at(n + 1)]);
                    let nulls = (0..end - start).filter(is_null);
                    nulls.for_each(|n| output.set_null(to.row(n)));
                    Ok(())
                }
            };
            done.map_err(|NoMemory| ": out of memory".to_owned())?;
        }
        Ok(())
    }

    fn of_trouble(&self, trouble: Trouble) -> String {
        match trouble {
            Trouble::Row(failure) => {
                let RowFailure { text, error, .. } = *failure;
                let text = String::from_utf8_lossy(&text);
                let text = secrets::masked(&text);
                let mut shown: String = text.chars().take(SHOWN).collect();
                if shown.len() < text.len() {
                    shown.push('…');
                }
                let base = self.name.trim_end_matches("_raise");
                format!("({shown:?}): {error}; {base} gives NULL for such a row")
            }
            Trouble::Malformed(_, why) => format!(": {why}"),
            other => format!(": {other:?}"),
        }
    }
}

/// The same work; a row that needs Python fails.
fn without_python(work: Work) -> Work {
    let Work::FindText { octets, find, keys: None } = work else { return work };
    let find: Box<FindText> = Box::new(move |text| {
        catch_unwind(AssertUnwindSafe(|| find(text).map(|found| found.map(memory::owned))))
            .unwrap_or_else(|panic| {
                if !panic.is::<NeedsPython>() {
                    resume_unwind(panic);
                }
                let is = "depends on Python's tables: use superuri.columns.duckdb";
                Err(Error::naming(Kind::BadHost, 0..text.len(), "the result").that(is))
            })
            .map(|found| found.map(Cow::Owned))
    });
    Work::FindText { octets, find, keys: None }
}

/// Offsets, bytes and validity, if a row is null, as Arrow has them.
type Gathered = (Vec<[u8; 8]>, Bytes, Option<BitVec>);

/// The texts of these rows, one after the other.
///
/// # Safety
/// The vector has these rows, each of them a text, or null.
unsafe fn gathered(texts: Rows<'_>, len: usize, rows: To<'_>) -> Gathered {
    // SAFETY: as the caller says.
    let text = |n: usize| unsafe {
        let row = rows.row(n);
        if texts.is_there(row) { texts.text(row) } else { b"" }
    };
    let mut offsets = Vec::with_capacity(len + 1);
    let mut end = 0;
    offsets.push([0; 8]);
    for n in 0..len {
        end += text(n).len();
        offsets.push(end.to_ne_bytes());
    }
    let mut bytes = Bytes::with_capacity(end);
    (0..len).for_each(|n| bytes.extend_from_slice(text(n)));
    let valid = texts.has_nulls().then(|| {
        let mut valid = BitVec::default();
        // SAFETY: as the caller says.
        (0..len).for_each(|n| valid.push(unsafe { texts.is_there(rows.row(n)) }));
        valid
    });
    (offsets, bytes, valid)
}
