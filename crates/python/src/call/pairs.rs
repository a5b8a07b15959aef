//! Pairs: how a query is read into them.
//!
//! The usual query: `&` between its pairs, UTF-8 in its escapes. What is wrong with any other is
//! for its verb to say, which reads it again.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyString, PyTuple};

use crate::guard;
use crate::objects::strings::{Lines, new_of_shape, new_utf8};
use superuri::codec::encodings::utf8;
use superuri::codec::form;
use superuri_kernels as kernels;
use superuri_kernels::Decoded;
use superuri_kernels::characters::shape;
use superuri_kernels::memory;
use superuri_kernels::pairs::{LONGEST, Pair, pairs};
use superuri_kernels::plus::{SHORT, decode_short};

/// How a query is read.
#[derive(Clone, Copy)]
pub(crate) struct Query<'a> {
    /// The query, as UTF-8.
    pub(crate) text: &'a [u8],
    /// Are names without a value pairs, too?
    pub(crate) keep_blank: bool,
    /// Is what is not valid text replaced, and a stray `%` left? Else it is [`Left::ToItsVerb`].
    pub(crate) replace: bool,
}

/// Why there is no answer.
pub(crate) enum Left {
    /// Only the verb can tell, or can say what is wrong.
    ToItsVerb,
    /// Memory is short, and Python's error is set.
    WithError,
}

/// What was found, if anything, for a verb that would go on without.
pub(crate) fn found<T>(py: Python<'_>, answer: Result<T, Left>) -> PyResult<Option<T>> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(Left::ToItsVerb) => Ok(None),
        Err(Left::WithError) => Err(PyErr::fetch(py)),
    }
}

/// Bytes that a pair has at least, most of the time.
const SHORTEST: usize = 16;

/// Pairs that are found at once.
const BATCH: usize = 32;

impl Query<'_> {
    /// The list of the pairs.
    pub(crate) fn list(self, py: Python<'_>) -> Result<Bound<'_, PyAny>, Left> {
        guard::afford(self.text.len());
        // A pair is seldom shorter.
        let mut tuples = memory::with_capacity(self.text.len() / SHORTEST + 1);
        self.each(py, |name, value| {
            memory::push(&mut tuples, tuple(name, value)?);
            Ok(())
        })?;
        list(py, tuples)
    }

    /// Calls this with each pair's name and value.
    pub(crate) fn each<'py>(
        self,
        py: Python<'py>,
        mut take: impl FnMut(Bound<'py, PyString>, Bound<'py, PyString>) -> Result<(), Left>,
    ) -> Result<(), Left> {
        if self.text.len() > LONGEST {
            return Err(Left::ToItsVerb);
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

    /// What a name or a value stands for.
    #[inline]
    fn part<'py>(
        self,
        py: Python<'py>,
        part: &[u8],
        is_coded: bool,
    ) -> Result<Bound<'py, PyString>, Left> {
        if is_coded { self.decoded(py, part) } else { string(py, part, true) }
    }

    fn decoded<'py>(self, py: Python<'py>, part: &[u8]) -> Result<Bound<'py, PyString>, Left> {
        if part.len() > SHORT {
            let mut octets = Vec::new();
            let decoded = kernels::decode_onto(&form::space_for_plus(part), &mut octets);
            return self.text(py, &octets, decoded.high, decoded.malformed);
        }
        let mut octets = Lines::<SHORT>::new();
        // Taken apart at once: passed on whole, it would be read in larger pieces than it was
        // written in, for which the processor waits.
        let Decoded { len, high, malformed } = decode_short(part, &mut octets.0);
        // SAFETY: the kernel has written as many bytes.
        let octets = unsafe { &*(std::ptr::from_ref(&octets.0[..len]) as *const [u8]) };
        self.text(py, octets, high, malformed)
    }

    /// The text of these octets.
    fn text<'py>(
        self,
        py: Python<'py>,
        octets: &[u8],
        is_high: bool,
        is_malformed: bool,
    ) -> Result<Bound<'py, PyString>, Left> {
        if is_malformed && !self.replace {
            return Err(Left::ToItsVerb);
        }
        if !is_high {
            return string(py, octets, true);
        }
        if octets.len() <= SHORT {
            if let Some(shape) = shape(octets) {
                // SAFETY: `py` shows that this thread holds the interpreter; what comes back is a
                // string, or null with Python's error set.
                return unsafe { owned(py, new_of_shape(octets, shape)) };
            }
        } else if simdutf8::basic::from_utf8(octets).is_ok() {
            return string(py, octets, false);
        }
        if !self.replace {
            return Err(Left::ToItsVerb);
        }
        string(py, &utf8::replaced(octets, utf8::REPLACEMENT), false)
    }
}

/// A new string of this UTF-8; of one ASCII character there is one already.
#[inline]
fn string<'py>(py: Python<'py>, utf8: &[u8], is_ascii: bool) -> Result<Bound<'py, PyString>, Left> {
    // SAFETY: `py` shows that this thread holds the interpreter; what comes back is a string, or
    // null with Python's error set. Pairs marked as ASCII were found to be ASCII by a kernel.
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

/// A new string of this text, which is mostly short; null where memory runs out, with Python's
/// error set.
///
/// # Safety
/// The calling thread holds the interpreter, and the text is ASCII.
#[inline]
unsafe fn new_short(text: &[u8]) -> *mut ffi::PyObject {
    // SAFETY: the new string has room for exactly these bytes, nobody else has seen it yet, and
    // the bytes are ASCII, as its largest character says. No slice is longer than a size can be.
    unsafe {
        let new = ffi::PyUnicode_New(text.len().cast_signed(), 127);
        if !new.is_null() {
            let room = ffi::PyUnicode_1BYTE_DATA(new).cast();
            kernels::copy(text, std::slice::from_raw_parts_mut(room, text.len()));
        }
        new
    }
}

/// What was made, or not.
///
/// # Safety
/// The pointer is a new reference to an object of this type, or null with Python's error set.
pub(super) unsafe fn owned<T>(
    py: Python<'_>,
    made: *mut ffi::PyObject,
) -> Result<Bound<'_, T>, Left> {
    // SAFETY: the pointer is as this function's own condition says.
    unsafe {
        let made = Bound::from_owned_ptr_or_opt(py, made).ok_or(Left::WithError)?;
        Ok(made.cast_into_unchecked())
    }
}

/// A new tuple of the two.
fn tuple<'py>(
    name: Bound<'py, PyString>,
    value: Bound<'py, PyString>,
) -> Result<Bound<'py, PyTuple>, Left> {
    let py = name.py();
    // SAFETY: the tuple is new, nobody else has seen it yet, and each of its two slots takes a
    // reference of its own, before anything else is asked of Python.
    unsafe {
        let tuple: Bound<'_, PyTuple> = owned(py, ffi::PyTuple_New(2))?;
        ffi::PyTuple_SET_ITEM(tuple.as_ptr(), 0, name.into_ptr());
        ffi::PyTuple_SET_ITEM(tuple.as_ptr(), 1, value.into_ptr());
        Ok(tuple)
    }
}

/// A new list of the tuples. The collector may run at each new tuple, and code of others with it,
/// so there is no list until all of them are made.
fn list<'py>(py: Python<'py>, tuples: Vec<Bound<'py, PyTuple>>) -> Result<Bound<'py, PyAny>, Left> {
    let Ok(length) = ffi::Py_ssize_t::try_from(tuples.len()) else { return Err(Left::ToItsVerb) };
    // SAFETY: the list is new, nobody else has seen it yet, and each of its slots takes a
    // reference of its own, before anything else is asked of Python.
    unsafe {
        let list: Bound<'_, PyAny> = owned(py, ffi::PyList_New(length))?;
        for (n, tuple) in tuples.into_iter().enumerate() {
            ffi::PyList_SET_ITEM(list.as_ptr(), n.cast_signed(), tuple.into_ptr());
        }
        Ok(list)
    }
}
