"""Errors of jobs over tables: one sentence each, which names the file."""

import errno
import zlib
from collections.abc import Iterator
from contextlib import contextmanager


class TableError(Exception):
    """A table cannot be read or written, or the job's options are invalid."""


class RowError(TableError):
    """A row failed, and errors are to end the job."""


class LockedError(TableError):
    """Another job is writing the output."""


class MissingError(TableError, ImportError):
    """A library that the job needs is not installed."""


@contextmanager
def about(name: str, doing: str = "read") -> Iterator[None]:
    """Turn the errors that libraries raise for a file into a TableError."""
    try:
        yield
    except BrokenPipeError:
        # The reader of a pipe may stop early, which is not reported.
        raise
    except OSError as error:
        if error.errno == errno.ENOSPC:
            message = f"{name}: the disk is full; the old output is unchanged"
        elif error.errno:
            message = f"{name}: {error.strerror}"
        else:
            message = f"{name}: it cannot be {doing}, for it is damaged ({first_line(error)})"
        raise TableError(message) from error
    except (ValueError, EOFError, MemoryError, NotImplementedError, zlib.error) as error:
        raise TableError(f"{name}: it cannot be {doing} ({first_line(error)})") from error
    except Exception as error:
        # Arrow raises its own class if no thread can be started; Arrow is not imported here.
        if type(error).__module__ != "pyarrow.lib":
            raise
        raise TableError(f"{name}: it cannot be {doing} ({first_line(error)})") from error


@contextmanager
def any_about(name: str, what: str) -> Iterator[None]:
    """Turn any error into a TableError, for libraries whose errors have no common class."""
    try:
        yield
    except TableError:
        raise
    except BaseException as error:
        if not isinstance(error, Exception) and not _is_panic(error):
            raise
        raise TableError(f"{name}: {what} cannot be used ({first_line(error)})") from error


def _is_panic(error: BaseException) -> bool:
    """Return whether a library in Rust has panicked.

    PyO3's class for that is not an `Exception`, and each library has its own, which it does not
    export.
    """
    return type(error).__module__ == "pyo3_runtime"


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message, shortened if it is long."""
    line = (str(error).splitlines() or [""])[0].rstrip(".") or type(error).__name__
    return line if len(line) < 200 else line[:199] + "…"  # noqa: PLR2004  a line of a terminal or two
