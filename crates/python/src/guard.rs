//! Panics caught: the one function behind which Python calls anything of ours.
//!
//! `#[guarded_function]` and `#[guarded_methods]` (`crates/guard`) put every body behind it; the
//! trampolines of verbs and classes, and the callbacks of Arrow, call it themselves.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyMemoryError;
use pyo3::ffi;
use pyo3::prelude::*;

use superuri_kernels::injected;
use superuri_kernels::memory::Short;
pub(crate) use superuri_kernels::memory::afford;

/// What a panic carries.
pub(crate) type Panic = Box<dyn Any + Send>;

/// A variable of the environment: where it is set at the import, texts can panic, and `all` makes
/// everything panic. Only engines with debug assertions look.
pub(crate) const INJECTED: &str = "SUPERURI_INJECT_PANIC";

/// The words of `PyO3` where Python has no memory for a new object.
const NULL: &str = "PyObject pointer is null";

/// What the work gives, or the panic that ended it.
#[inline]
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    catch_unwind(AssertUnwindSafe(|| {
        if injected::is_armed() {
            assert!(std::env::var_os(INJECTED).is_none_or(|what| what != "all"), "injected");
        }
        work()
    }))
}

/// What the work gives Python, a panic as an exception.
#[inline]
pub(crate) fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    caught(work).unwrap_or_else(|panic| Err(exception(panic)))
}

/// The same of work that has no error of its own.
#[inline]
pub(crate) fn guarded_value<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    caught(work).map_err(exception)
}

/// What unwinds out of a call that a signal ends, with what its handler raised.
struct Ended(PyErr);

/// A call serves the interpreter's other threads, and signals, as often.
const SERVED: Duration = Duration::from_millis(10);

/// Lets other threads run, and handlers of signals, in a call that takes long. What a handler raises
/// ends the call; the engine has not changed anything that anybody else sees.
pub(crate) fn serve() {
    thread_local! {
        static LAST: Cell<Option<Instant>> = const { Cell::new(None) };
    }
    // SAFETY: it may be asked on any thread.
    if unsafe { ffi::PyGILState_Check() } == 0 || LAST.get().is_some_and(|at| at.elapsed() < SERVED)
    {
        return;
    }
    let raised = Python::attach(|py| {
        py.detach(|| ());
        py.check_signals()
    });
    LAST.set(Some(Instant::now()));
    if let Err(error) = raised {
        resume_unwind(Box::new(Ended(error)));
    }
}

/// The exception of a panic: a bug of ours, which must not end the caller's process, or memory that
/// was not to be had.
#[cold]
#[inline(never)]
pub(crate) fn exception(panic: Panic) -> PyErr {
    let panic = match panic.downcast::<Ended>() {
        Ok(ended) => return ended.0,
        Err(panic) => panic,
    };
    let said = panic.downcast_ref::<&str>().copied();
    let said = said.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    if panic.is::<Short>() || said == Some(NULL) {
        return PyMemoryError::new_err(());
    }
    Python::attach(|py| {
        let made = || {
            let class = py.import("superuri.errors")?.getattr("InternalError")?;
            class.call1((format!("a bug in superuri: {}", said.unwrap_or("it panicked")),))
        };
        made().map_or_else(|error| error, PyErr::from_value)
    })
}
