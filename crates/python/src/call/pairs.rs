//! Pairs: parsing a query into pairs.
//!
//! This handles the usual query, with `&` between its pairs and UTF-8 in its escapes. Any other
//! query is left to its verb, which parses it again and reports errors.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyString, PyTuple};

use crate::guard::{self, Answer};
use crate::objects::strings::{CacheLines, new_of_shape, new_utf8};
use superuri::codec::{encodings::utf8, form};
use superuri_kernels as kernels;
use superuri_kernels::pairs::{LONGEST, Pair, pairs};
use superuri_kernels::plus::{SHORT, decode_short};
use superuri_kernels::{Decoded, characters::shape, memory};

#[derive(Clone, Copy)]
pub(crate) struct Query<'a> {
    /// The query, as UTF-8.
    pub(crate) text: &'a [u8],
    /// Whether names without a value count as pairs.
    pub(crate) keep_blank: bool,
    /// Whether invalid text is replaced, and a stray `%` kept; otherwise the result is
    /// [`Fallback::SlowPath`].
    pub(crate) replace: bool,
}

/// Why there is no result.
pub(crate) enum Fallback {
    /// Only the verb can find the result or the error.
    SlowPath,
    /// Memory ran out, and Python's error is set.
    PythonError,
}

pub(crate) fn found<T>(py: Python<'_>, answer: Result<T, Fallback>) -> PyResult<Option<T>> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(Fallback::SlowPath) => Ok(None),
        Err(Fallback::PythonError) => Err(PyErr::fetch(py)),
    }
}

/// The assumed minimum length of a pair in bytes, to reserve memory.
const SHORTEST: usize = 16;

/// The number of pairs that are found at once.
const BATCH: usize = 32;

impl Query<'_> {
    pub(crate) fn list(self, py: Python<'_>) -> Result<Bound<'_, PyAny>, Fallback> {
        guard::check_available(self.text.len());
        // Few pairs are shorter than that.
        let mut tuples = memory::with_capacity(self.text.len() / SHORTEST + 1);
        self.each(py, |name, value| {
            memory::push(&mut tuples, tuple(name, value)?);
            Ok(())
        })?;
        list(py, tuples)
    }

    pub(crate) fn each<'py>(
        self,
        py: Python<'py>,
        mut take: impl FnMut(Bound<'py, PyString>, Bound<'py, PyString>) -> Result<(), Fallback>,
    ) -> Result<(), Fallback> {
        if self.text.len() > LONGEST {
            return Err(Fallback::SlowPath);
        }
        let mut batch = [Pair::default(); BATCH];
        let mut from = 0;
        while from < self.text.len() {
            let (count, next) = pairs(self.text, from, &mut batch);
            from = next;
            for pair in &batch[..count] {
                let (name, value) = pair.of(self.text);
                if !value.is_empty() || self.keep_blank {
                    let name = self.part(py, name, pair.name_is_coded)?;
                    take(name, self.part(py, value, pair.value_is_coded)?)?;
                }
            }
        }
        Ok(())
    }

    /// Decodes a name or a value.
    #[inline]
    fn part<'py>(
        self,
        py: Python<'py>,
        part: &[u8],
        is_coded: bool,
    ) -> Result<Bound<'py, PyString>, Fallback> {
        if is_coded { self.decoded(py, part) } else { string(py, part, true) }
    }

    fn decoded<'py>(self, py: Python<'py>, part: &[u8]) -> Result<Bound<'py, PyString>, Fallback> {
        if part.len() > SHORT {
            let mut octets = Vec::new();
            let decoded = kernels::decode_onto(&form::space_for_plus(part), &mut octets);
            return self.text(py, &octets, decoded.high, decoded.malformed);
        }
        let mut octets = CacheLines::<SHORT>::new();
        // The struct is destructured at once. If it were passed on as a whole, it would be loaded
        // in larger units than it was stored in, which makes the processor stall.
        let Decoded { len, high, malformed } = decode_short(part, &mut octets.0);
        // SAFETY: the kernel has written this many bytes.
        let octets = unsafe { &*(std::ptr::from_ref(&octets.0[..len]) as *const [u8]) };
        self.text(py, octets, high, malformed)
    }

    fn text<'py>(
        self,
        py: Python<'py>,
        octets: &[u8],
        is_high: bool,
        is_malformed: bool,
    ) -> Result<Bound<'py, PyString>, Fallback> {
        if is_malformed && !self.replace {
            return Err(Fallback::SlowPath);
        }
        if !is_high {
            return string(py, octets, true);
        }
        if octets.len() <= SHORT {
            if let Some(shape) = shape(octets) {
                // SAFETY: `py` proves that this thread holds the interpreter; the result is a
                // string, or null with Python's error set.
                return unsafe { owned(py, new_of_shape(octets, shape)) };
            }
        } else if simdutf8::basic::from_utf8(octets).is_ok() {
            return string(py, octets, false);
        }
        if !self.replace {
            return Err(Fallback::SlowPath);
        }
        string(py, &utf8::replaced(octets, utf8::REPLACEMENT), false)
    }
}

/// A new string of this UTF-8; for a single ASCII character, Python's existing string.
#[inline]
fn string<'py>(
    py: Python<'py>,
    utf8: &[u8],
    is_ascii: bool,
) -> Result<Bound<'py, PyString>, Fallback> {
    // SAFETY: `py` proves that this thread holds the interpreter; the result is a string, or null
    // with Python's error set. A kernel has found the pairs marked as ASCII to be ASCII.
    unsafe {
        owned(
            py,
            match utf8 {
                [character] if is_ascii => ffi::PyUnicode_FromOrdinal((*character).into()),
                _ if is_ascii => new_short(utf8),
                _ => new_utf8(utf8),
            },
        )
    }
}

/// A new string of this text, which is usually short; null if memory runs out, with Python's error
/// set.
///
/// # Safety
/// The calling thread holds the interpreter, and the text is ASCII.
#[inline]
unsafe fn new_short(text: &[u8]) -> *mut ffi::PyObject {
    // SAFETY: the new string has exactly the size for these bytes, no other code has a reference to
    // it yet, and the bytes are ASCII, as its largest character requires. The length of a slice
    // always fits.
    unsafe {
        let new = ffi::PyUnicode_New(text.len().cast_signed(), 127);
        if !new.is_null() {
            let space = ffi::PyUnicode_1BYTE_DATA(new).cast();
            kernels::copy(text, std::slice::from_raw_parts_mut(space, text.len()));
        }
        new
    }
}

/// The new object, or an error.
///
/// # Safety
/// The pointer is a new reference to an object of this type, or null with Python's error set.
pub(super) unsafe fn owned<T>(
    py: Python<'_>,
    made: *mut ffi::PyObject,
) -> Result<Bound<'_, T>, Fallback> {
    // SAFETY: the pointer is as this function requires.
    unsafe {
        let made = Bound::from_owned_ptr_or_opt(py, made).ok_or(Fallback::PythonError)?;
        Ok(made.cast_into_unchecked())
    }
}

fn tuple<'py, A, B>(
    name: Bound<'py, A>,
    value: Bound<'py, B>,
) -> Result<Bound<'py, PyTuple>, Fallback> {
    let py = name.py();
    // SAFETY: the tuple is new, no other code has a reference to it yet, and each of its two slots
    // gets a reference of its own before any other call of Python.
    unsafe {
        let tuple: Bound<'_, PyTuple> = owned(py, ffi::PyTuple_New(2))?;
        ffi::PyTuple_SET_ITEM(tuple.as_ptr(), 0, name.into_ptr());
        ffi::PyTuple_SET_ITEM(tuple.as_ptr(), 1, value.into_ptr());
        Ok(tuple)
    }
}

/// A new list of the tuples. The garbage collector, and other code with it, may run whenever a
/// tuple is made, so the list is made only after all tuples.
fn list<'py>(
    py: Python<'py>,
    tuples: Vec<Bound<'py, PyTuple>>,
) -> Result<Bound<'py, PyAny>, Fallback> {
    // SAFETY: the list is new, no other code has a reference to it yet, and each of its slots gets
    // a reference of its own before any other call of Python.
    unsafe {
        let list: Bound<'_, PyAny> = owned(py, ffi::PyList_New(tuples.len().cast_signed()))?;
        for (n, tuple) in tuples.into_iter().enumerate() {
            ffi::PyList_SET_ITEM(list.as_ptr(), n.cast_signed(), tuple.into_ptr());
        }
        Ok(list)
    }
}

/// A list of the pairs as tuples. A failure is an error, where that of a tuple of `PyO3` would
/// panic, and a panic needs memory itself.
pub(crate) fn listed<'py, A, B>(
    py: Python<'py>,
    pairs: Vec<(Bound<'py, A>, Bound<'py, B>)>,
) -> Answer<'py> {
    let tuples = memory::try_collect(pairs.into_iter().map(|(name, value)| tuple(name, value)));
    // Neither leaves anything to the verb.
    tuples.and_then(|tuples| list(py, tuples)).map_err(|_| PyErr::fetch(py))
}
