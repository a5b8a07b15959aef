"""Scratch folders: each is removed with the program in it, also when a signal ends the process."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import contextmanager, suppress
from threading import RLock, get_ident
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

#: Held while a folder or a program is started or removed, and during work that must not be cut off.
_change = RLock()
#: Every folder in use, and the program that runs in it.
_folders: dict[str, subprocess.Popen[Any] | None] = {}
#: The thread that uses each of the folders.
_threads: dict[str, int] = {}
#: Threads that start no more programs.
ended: set[int] = set()
#: Functions that are called before a signal ends the process; each may return a message.
_cleanups: list[Callable[[], str | None]] = []


@contextmanager
def folder(prefix: str = "superuri-") -> Iterator[str]:
    """Yield the path of an empty folder; at the end, stop the program in it and remove the
    folder.
    """
    with _change:
        path = tempfile.mkdtemp(prefix=prefix)
        _folders[path] = None
        _threads[path] = get_ident()
    try:
        yield path
    finally:
        with _change:
            _remove(path)
            del _folders[path], _threads[path]


def holds(path: str) -> bool:
    """Return whether a path is in a folder of :func:`folder`."""
    return any(os.path.commonpath([path, each]) == each for each in tuple(_folders))


def start(path: str, command: list[str], **more: Any) -> subprocess.Popen[Any]:  # noqa: ANN401  they are Popen's
    """Start a program in a folder of :func:`folder`. Raises what ``subprocess.Popen`` does.

    It has a session of its own, so that it is stopped together with what it starts, and cannot ask
    for anything on the terminal.
    """
    with _change:
        if get_ident() in ended:
            raise InterruptedError(errno.EINTR, "the work was interrupted")
        process = subprocess.Popen(command, cwd=path, start_new_session=True, **more)  # noqa: S603  the rows are ours
        _folders[path] = process
    return process


def stop(process: subprocess.Popen[Any]) -> None:
    """Stop a program, and what it has started."""
    if hasattr(os, "killpg"):
        # Its group has the same number. It may be left when the program itself has ended.
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


@contextmanager
def cleanup(do: Callable[[], str | None]) -> Iterator[None]:
    """Call a function at the end of the block, or when a signal ends the process."""
    _cleanups.append(do)
    try:
        yield
    finally:
        # If a signal came first, end_all holds the lock and ends the process.
        with _change:
            _cleanups.remove(do)
            do()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay signals until the end of the block."""
    with _change:
        yield


def end(threads: set[int]) -> None:
    """Stop the programs that these threads have started, and let them start no more."""
    with _change:
        ended.update(threads)
        for path, thread in _threads.items():
            if thread in threads:
                _kill(_folders[path])


def end_all() -> list[str]:
    """Remove every folder and prevent new ones, because the process ends now.

    Returns messages for the user.
    """
    _change.acquire()
    messages = []
    for do in reversed(_cleanups):
        with suppress(OSError):
            messages.append(do())
    for path in tuple(_folders):
        _remove(path)
    return [text for text in messages if text]


def remove(path: str) -> None:
    """Remove a folder, even if other threads are still creating files in it."""
    gone = f"{path}.gone"
    # A run that was killed here left it, and a folder cannot take its name.
    shutil.rmtree(gone, ignore_errors=True)
    try:
        os.rename(path, gone)  # noqa: PTH104  pathlib takes longer to load than most runs
    except OSError:
        gone = path
    shutil.rmtree(gone, ignore_errors=True)


def _remove(path: str) -> None:
    _kill(_folders[path])
    remove(path)


def _kill(process: subprocess.Popen[Any] | None) -> None:
    if process is not None:
        stop(process)
