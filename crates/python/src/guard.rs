//! Guard: catching panics in everything of ours that Python calls.
//!
//! `#[guarded_function]` and `#[guarded_methods]` (`crates/guard`) wrap every function body; the
//! trampolines of verbs and classes, and the callbacks of Arrow, call the guard themselves.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::time::{Duration, Instant};
use std::{any::Any, cell::Cell};

use pyo3::prelude::*;
use pyo3::{IntoPyObjectExt, exceptions::PyMemoryError, ffi};

use crate::reserve;
pub(crate) use superuri_kernels::memory::check_available;
use superuri_kernels::{injected, memory::Short};

pub(crate) type Panic = Box<dyn Any + Send>;

/// The result of a call: any object, or an exception.
pub(crate) type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// An environment variable for tests. If it is set at the import, texts can cause panics; the value
/// `all` makes every call panic. It only has an effect with debug assertions.
pub(crate) const INJECTED: &str = "SUPERURI_INJECT_PANIC";

/// The panic message of `PyO3` if Python has no memory for a new object.
const NULL: &str = "PyObject pointer is null";

/// Fills the reserve, and hides panics of `PyO3` for lack of memory: they are reported as
/// `MemoryError`, and a backtrace could find no memory and wait for ever.
pub(crate) fn prepare() {
    reserve::fill();
    let print = take_hook();
    set_hook(Box::new(move |panic| {
        if panic.payload_as_str() != Some(NULL) {
            print(panic);
        }
    }));
}

#[inline]
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    catch_unwind(AssertUnwindSafe(|| {
        if injected::is_armed() {
            assert!(std::env::var_os(INJECTED).is_none_or(|what| what != "all"), "injected");
        }
        work()
    }))
}

/// The result of the work; a panic becomes an exception.
#[inline]
pub(crate) fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    caught(work).unwrap_or_else(|panic| Err(exception(panic)))
}

/// The same for work that cannot fail otherwise.
#[inline]
pub(crate) fn guarded_value<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    caught(work).map_err(exception)
}

/// As [`guarded`], with a result that is converted to an object inside the guard.
#[inline]
pub(crate) fn guarded_object<'py, T: IntoPyObject<'py>>(
    work: impl FnOnce() -> PyResult<T>,
) -> PyResult<Py<PyAny>> {
    // SAFETY: only Python calls the guarded functions, so this thread holds the interpreter.
    guarded(|| work()?.into_py_any(unsafe { Python::assume_attached() }))
}

/// The same for work that cannot fail otherwise.
#[inline]
pub(crate) fn guarded_value_object<'py, T: IntoPyObject<'py>>(
    work: impl FnOnce() -> T,
) -> PyResult<Py<PyAny>> {
    guarded_object(|| Ok(work()))
}

/// Getters of a class that return the same function of different arguments.
macro_rules! getters {
    ($class:ident, $result:ty, |$this:ident, $py:ident, $argument:ident| $value:expr, {
        $($name:ident: $of:expr),+
    }) => {
        #[guarded_methods]
        impl $class {
            $(
                #[getter]
                fn $name<'py>(&self, $py: Python<'py>) -> PyResult<$result> {
                    let ($this, $argument) = (self, $of);
                    $value
                }
            )+
        }
    };
}
pub(crate) use getters;

/// The payload that unwinds a call if a signal handler or a callback raised; it holds that exception.
struct Ended(PyErr);

pub(crate) fn end(error: PyErr) -> ! {
    resume_unwind(Box::new(Ended(error)))
}

/// How often a long call lets other threads run and handles signals.
const SERVED: Duration = Duration::from_millis(10);

/// Lets other threads run, and signal handlers, during a long call. An exception of a handler ends
/// the call; until then the engine has changed nothing that others can see.
pub(crate) fn serve() {
    thread_local! {
        static LAST: Cell<Option<Instant>> = const { Cell::new(None) };
    }
    // SAFETY: this function may be called on any thread.
    if unsafe { ffi::PyGILState_Check() } == 0 || LAST.get().is_some_and(|at| at.elapsed() < SERVED)
    {
        return;
    }
    reserve::fill();
    let raised = Python::attach(|py| {
        py.detach(|| ());
        py.check_signals()
    });
    LAST.set(Some(Instant::now()));
    if let Err(error) = raised {
        end(error);
    }
}

/// The exception for a panic: `MemoryError` if memory ran out; otherwise it is a bug, which must
/// not end the caller's process.
#[cold]
#[inline(never)]
pub(crate) fn exception(panic: Panic) -> PyErr {
    let panic = match panic.downcast::<Ended>() {
        Ok(ended) => return ended.0,
        Err(panic) => panic,
    };
    let message = panic.downcast_ref::<&str>().copied();
    let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    if panic.is::<Short>() || message == Some(NULL) {
        reserve::fill();
        return PyMemoryError::new_err(());
    }
    Python::attach(|py| {
        let made = || {
            let class = py.import("superuri.errors")?.getattr("InternalError")?;
            class.call1((format!("a bug in superuri: {}", message.unwrap_or("it panicked")),))
        };
        made().map_or_else(|error| error, PyErr::from_value)
    })
}
