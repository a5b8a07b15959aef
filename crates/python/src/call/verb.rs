//! Verb: the trait of a function of the Python module, its arguments and its answers.

use std::ffi::CStr;

use pyo3::prelude::*;

use crate::call::signature::{MOST_PARAMETERS, Signature};
use crate::call::{Pairing, Query};
use crate::objects::uris::PyUri;
use superuri_kernels::Table;

/// How a function of Python's own is found.
pub(crate) type Original = for<'py> fn(Python<'py>, &CStr) -> PyResult<Bound<'py, PyAny>>;

/// A verb of the Python module.
pub(crate) trait Verb {
    /// The name, its signature and docstring: `name(parameters)\n--\n\nwhat comes back…`.
    const DOC: &'static CStr;
    /// What the docstring says of a call; the first parameter is the text and must be given.
    const SIGNATURE: &'static Signature = &Signature::of(Self::DOC);
    /// The name alone.
    const NAME: &'static CStr = Self::SIGNATURE.name();
    /// Where Python has this function too: its own. It is called with the very same arguments for
    /// all that [`Verb::call`] leaves to it ([`to_the_original`]), so that errors and warnings are
    /// those of the running Python, word for word.
    const ORIGINAL: Option<Original> = None;

    /// Is there nothing to do, whatever characters the bytes from 0x80 on stand for? Only where
    /// that is quicker to see than to ask [`Verb::quick`].
    fn is_idle(_characters: &[u8]) -> bool {
        false
    }

    /// The answer for one exact string alone, which is this UTF-8; [`Quick::Ask`] where more has
    /// to be known.
    fn quick(_: &[u8]) -> Quick<'_> {
        Quick::Ask
    }

    /// How pairs are written, by a verb that is called with such.
    fn pairing() -> Option<Pairing<'static>> {
        None
    }

    /// The answer for any arguments, in the order of [`Verb::SIGNATURE`].
    fn call<'py>(py: Python<'py>, arguments: &Arguments<'py>) -> PyResult<Bound<'py, PyAny>>;
}

/// An answer found without asking Python for anything.
pub(crate) enum Quick<'a> {
    /// The text is its own answer.
    Same,
    /// This text, which is ASCII.
    Ascii(Vec<u8>),
    /// This text, which is UTF-8.
    Utf8(Vec<u8>),
    /// The text that these octets are; if they are none, [`Verb::call`] knows.
    Text(Vec<u8>),
    /// What the kernel makes of the text, a few of whose bytes from here on are in the set.
    Encode(&'a [u8], usize, &'a Table),
    /// The same from the start, and a `+` for each space, which is not in the set.
    Form(&'a [u8], &'a Table),
    /// What the kernel makes of the text's escapes, if that is text and, where this is asked for,
    /// none of them is malformed.
    Decode(&'a [u8], bool),
    /// Yes or no.
    Bool(bool),
    /// These octets.
    Octets(Vec<u8>),
    /// Python's None.
    None,
    /// The list of the pairs of this query, if nothing is wrong with it.
    Pairs(Query<'a>),
    /// [`Verb::call`] knows.
    Ask,
}

/// The answer of a [`Verb::call`] that leaves the call to [`Verb::ORIGINAL`].
#[expect(clippy::unnecessary_wraps, reason = "it is what a call returns")]
pub(crate) fn to_the_original(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    Ok(py.NotImplemented().into_bound(py))
}

/// Is this the answer of [`to_the_original`]?
pub(crate) fn is_for_the_original(answer: &Bound<'_, PyAny>) -> bool {
    answer.is(answer.py().NotImplemented())
}

/// The arguments of one call, one slot a parameter.
pub(crate) struct Arguments<'py> {
    pub(crate) slots: [Option<Bound<'py, PyAny>>; MOST_PARAMETERS],
}

impl<'py> Arguments<'py> {
    /// The arguments in these slots; the first of them may be a URI, which stands for its text.
    pub(crate) fn of(mut slots: [Option<Bound<'py, PyAny>>; MOST_PARAMETERS]) -> Self {
        slots[0] = slots[0].as_ref().map(PyUri::text_of);
        Self { slots }
    }

    /// The text, which every verb has first.
    pub(crate) fn text(&self) -> &Bound<'py, PyAny> {
        self.slots[0].as_ref().expect("the trampoline has seen the first argument")
    }

    /// Was more given than the text?
    pub(crate) fn are_more_than_one(&self) -> bool {
        self.slots[1..].iter().any(Option::is_some)
    }

    /// The argument of the parameter with this number, if it was given.
    pub(crate) fn get(&self, n: usize) -> Option<&Bound<'py, PyAny>> {
        self.slots[n].as_ref()
    }
}
