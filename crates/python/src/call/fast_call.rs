//! Fast call: the trait of a function of the Python module, with its arguments and results.

use std::ffi::CStr;

use pyo3::prelude::*;

use crate::call::signature::{MOST_PARAMETERS, Signature};
use crate::call::{Pairing, Query};
use crate::guard::Answer;
use crate::objects::uris::PyUri;
use superuri_kernels::Table;

/// Finds a function of Python itself by its name.
pub(crate) type Original = for<'py> fn(Python<'py>, &CStr) -> Answer<'py>;

/// A function of the Python module that is called without the cost of a general binding.
pub(crate) trait FastCall {
    /// The name, signature and docstring: `name(parameters)\n--\n\ntext…`.
    const DOC: &'static CStr;
    /// The signature in the docstring; the first parameter is the text and must be given.
    const SIGNATURE: &'static Signature = &Signature::of(Self::DOC);
    const NAME: &'static CStr = Self::SIGNATURE.name();
    /// Python's own function, if Python has one of this name. It is called with the same arguments
    /// in all cases that [`FastCall::call`] leaves to it ([`to_the_original`]), so that errors and
    /// warnings are exactly those of the running Python.
    const ORIGINAL: Option<Original> = None;

    /// Whether there is nothing to do, for any meaning of the bytes from 0x80 on. Only for verbs
    /// for which this test is faster than [`FastCall::quick`].
    fn is_noop(_characters: &[u8]) -> bool {
        false
    }

    /// The result for a single exact string, given as UTF-8; [`Fast::NeedsSlowPath`] if `call` has
    /// to decide.
    fn quick(_: &[u8]) -> Fast<'_> {
        Fast::NeedsSlowPath
    }

    /// How pairs are written, for a verb that takes pairs.
    fn pairing() -> Option<Pairing<'static>> {
        None
    }

    /// The result for any arguments, in the order of [`FastCall::SIGNATURE`].
    fn call<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py>;
}

/// A result that was found without calling Python.
pub(crate) enum Fast<'a> {
    Same,
    Ascii(Vec<u8>),
    Utf8(Vec<u8>),
    /// These octets as text; if they are not valid text, [`FastCall::call`] decides.
    Text(Vec<u8>),
    /// The text, percent-encoded by the kernel; before this offset no byte is in the set.
    Encode(&'a [u8], usize, &'a Table),
    /// The same from the start, with a `+` for each space, which is not in the set.
    Form(&'a [u8], &'a Table),
    /// The text with its escapes decoded by the kernel, if the result is valid text and, with
    /// `true`, no escape is malformed.
    Decode(&'a [u8], bool),
    Bool(bool),
    Octets(Vec<u8>),
    None,
    /// The list of the pairs of this query, if it has no errors.
    Pairs(Query<'a>),
    /// [`FastCall::call`] decides.
    NeedsSlowPath,
}

/// The result of a [`FastCall::call`] that leaves the call to [`FastCall::ORIGINAL`].
#[expect(clippy::unnecessary_wraps, reason = "a call returns this type")]
pub(crate) fn to_the_original(py: Python<'_>) -> Answer<'_> {
    Ok(py.NotImplemented().into_bound(py))
}

pub(crate) fn is_for_the_original(answer: &Bound<'_, PyAny>) -> bool {
    answer.is(answer.py().NotImplemented())
}

/// The arguments of a call: one slot for each parameter.
pub(crate) struct CallArguments<'py> {
    pub(crate) slots: [Option<Bound<'py, PyAny>>; MOST_PARAMETERS],
}

impl<'py> CallArguments<'py> {
    /// The arguments in these slots; the first may be a URI, which is replaced by its text.
    pub(crate) fn of(mut slots: [Option<Bound<'py, PyAny>>; MOST_PARAMETERS]) -> Self {
        slots[0] = slots[0].as_ref().map(PyUri::text_of);
        Self { slots }
    }

    /// The text, which is the first argument of every verb.
    pub(crate) fn text(&self) -> &Bound<'py, PyAny> {
        self.slots[0].as_ref().expect("the trampoline has checked the first argument")
    }

    pub(crate) fn are_more_than_one(&self) -> bool {
        self.slots[1..].iter().any(Option::is_some)
    }

    /// The argument of the parameter with this index, if it was given.
    pub(crate) fn get(&self, n: usize) -> Option<&Bound<'py, PyAny>> {
        self.slots[n].as_ref()
    }
}
