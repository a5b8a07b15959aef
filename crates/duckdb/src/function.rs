//! Function: a verb applied to a chunk of rows.

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use super::api::{Handle, api, kinds};
use super::options::{self, Columns, Given};
use super::vector::{Full, Output, Rows};
use superuri::base::secrets;
use superuri::bulk::columns::bits::BitVec;
use superuri::bulk::columns::bytes::Bytes;
use superuri::bulk::columns::failures::RowFailure;
use superuri::bulk::columns::{
    self, ColumnJob, Data, Layout, OnError, ResultType, TextWidth, Texts, Trouble, Values,
};
use superuri::bulk::verbs::{Make, VerbRow};
use superuri_kernels::memory::Short;

/// Characters of a text that an error shows.
const SHOWN: usize = 100;

/// A function for one type of text.
pub(crate) struct Function {
    name: String,
    row: &'static VerbRow,
    make: Make,
    on_error: OnError,
    is_text: bool,
    /// What its results are.
    pub(crate) returns: &'static ResultType,
    /// The job for the last options, which are nearly always those of the next chunk.
    last: Mutex<Option<(options::Values, Arc<ColumnJob>)>>,
}

/// Applies a function to a chunk.
///
/// # Safety
/// DuckDB calls it, with the arguments that belong to it.
pub(crate) unsafe extern "C" fn call(info: Handle, chunk: Handle, result: Handle) {
    let done = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the information is the function's, which DuckDB keeps; the chunk is flat.
        unsafe {
            let function = (api().scalar_function_get_extra_info)(info).cast::<Function>();
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
/// DuckDB calls it once, with the [`Function`] that it was given.
pub(crate) unsafe extern "C" fn destroy(function: Handle) {
    // SAFETY: it was made by `Box::into_raw`.
    drop(catch_unwind(|| unsafe { drop(Box::from_raw(function.cast::<Function>())) }));
}

fn of_panic(panic: &(dyn Any + Send)) -> String {
    if panic.is::<Short>() {
        return "superuri: out of memory".to_owned();
    }
    let message = panic.downcast_ref::<&str>().copied();
    let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("a bug in superuri: {}", message.unwrap_or("it panicked"))
}

impl Function {
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

    /// The job for these options.
    fn job(&self, values: &options::Values) -> Result<Arc<ColumnJob>, String> {
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
            work: work.map_err(|why| format!(": {why}"))?,
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
        let mut groups: HashMap<Option<options::Values>, Vec<usize>> = HashMap::new();
        // SAFETY: as the caller says; there is at least the text.
        unsafe {
            let vector = |n| Rows::new((api().data_chunk_get_vector)(chunk, n));
            let count = (api().data_chunk_get_column_count)(chunk);
            let arguments: Vec<_> = (1..count).map(vector).collect();
            let (texts, output) = (vector(0), Output(result));
            let parameters = self.row.parameters;
            let columns = Columns::of(&arguments, parameters).map_err(|why| format!(" {why}"))?;
            let rows = 0..(api().data_chunk_get_size)(chunk) as usize;
            if rows.is_empty() {
                return Ok(());
            }
            if columns.are_constant(&rows) {
                groups.insert(columns.of_row(0, parameters.len()), rows.collect());
            } else {
                for row in rows {
                    groups.entry(columns.of_row(row, parameters.len())).or_default().push(row);
                }
            }
            for (values, rows) in groups {
                match values {
                    None => rows.iter().for_each(|&row| output.set_null(row)),
                    Some(values) => self.apply_to(texts, &rows, &*self.job(&values)?, output)?,
                }
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
        rows: &[usize],
        job: &ColumnJob,
        output: Output,
    ) -> Result<(), String> {
        // SAFETY: as the caller says: the rows are texts, or null.
        let (offsets, bytes, valid) = unsafe { gathered(texts, rows) };
        let layout = Layout::Large(&offsets, &bytes);
        let bits = (valid.zeros() > 0).then(|| valid.bits());
        let column = Texts::new(layout, rows.len(), bits, self.is_text);
        let column = column.map_err(|why| format!(": {why}"))?;
        let pieces =
            columns::map(&[column], job, &mut || true).map_err(|why| self.of_trouble(why))?;
        let full = |Full| ": out of memory".to_owned();
        for piece in pieces {
            let to = |n: usize| rows[piece.rows.start + n];
            match piece.values {
                // SAFETY: the rows are those of the result, which has the type of the values.
                Some(mut values) => unsafe {
                    if *job.shape() == ResultType::Octets && *self.returns == ResultType::Text {
                        nulled(&mut values);
                    }
                    output.write(&values, &to).map_err(full)?;
                },
                // SAFETY: likewise; the texts are those of the rows.
                None => unsafe {
                    let start = u64::from_ne_bytes(offsets[piece.rows.start]) as usize;
                    let end = u64::from_ne_bytes(offsets[piece.rows.end]) as usize;
                    let at = |n: usize| {
                        u64::from_ne_bytes(offsets[piece.rows.start + n]) as usize - start
                    };
                    let span = |n: usize| at(n)..at(n + 1);
                    output
                        .write_texts(&bytes[start..end], piece.rows.len(), &span, &to)
                        .map_err(full)?;
                    for n in piece.rows.clone().filter(|&n| !texts.is_there(rows[n])) {
                        output.set_null(rows[n]);
                    }
                },
            }
        }
        Ok(())
    }

    /// Why a job did not finish.
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

/// Offsets, bytes and validity, as Arrow has them.
type Gathered = (Vec<[u8; 8]>, Bytes, BitVec);

/// The texts of these rows, one after the other.
///
/// # Safety
/// The vector has these rows, each of them a text, or null.
unsafe fn gathered(texts: Rows<'_>, rows: &[usize]) -> Gathered {
    let (mut offsets, mut valid) = (Vec::with_capacity(rows.len() + 1), BitVec::default());
    let text = |row: usize| {
        // SAFETY: as the caller says.
        unsafe { texts.is_there(row).then(|| texts.text(row)) }
    };
    let total = rows.iter().map(|&row| text(row).map_or(0, <[u8]>::len)).sum();
    let mut bytes = Bytes::with_capacity(total);
    offsets.push([0; 8]);
    for &row in rows {
        let text = text(row);
        valid.push(text.is_some());
        bytes.extend_from_slice(text.unwrap_or_default());
        offsets.push((bytes.len() as u64).to_ne_bytes());
    }
    (offsets, bytes, valid)
}

/// Makes null what is not valid text: octets that were kept.
fn nulled(values: &mut Values) {
    let Data::Texts(ends, bytes) = &values.data else { return };
    let mut valid = BitVec::default();
    for n in 0..values.len {
        valid.push(values.is_there(n) && std::str::from_utf8(&bytes[ends.span(n)]).is_ok());
    }
    values.valid = Some(valid);
}
