"""Scratch folders: each goes with the program in it, also where a signal ends the process."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager, suppress
from threading import RLock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

#: Held while a folder or a program begins or ends, and while something must be done whole.
_change = RLock()
#: Every folder in use, and the program that is at work in it.
_folders: dict[str, subprocess.Popen[Any] | None] = {}
#: What else is done before a signal ends the process; each may return a sentence for the user.
_cleanups: list[Callable[[], str | None]] = []


@contextmanager
def folder(prefix: str = "superuri-") -> Iterator[str]:
    """Give the path of an empty folder; at the end, end the program in it and remove it."""
    with _change:
        path = tempfile.mkdtemp(prefix=prefix)
        _folders[path] = None
    try:
        yield path
    finally:
        with _change:
            _remove(path)
            del _folders[path]


def holds(path: str) -> bool:
    """Return whether a path is in a folder of :func:`folder`."""
    return any(os.path.commonpath([path, each]) == each for each in tuple(_folders))


def start(path: str, command: list[str], **more: Any) -> subprocess.Popen[Any]:  # noqa: ANN401  they are Popen's
    """Start a program in a folder of :func:`folder`. Raises what ``subprocess.Popen`` does."""
    with _change:
        process = subprocess.Popen(command, cwd=path, **more)  # noqa: S603  the rows are ours
        _folders[path] = process
    return process


@contextmanager
def cleanup(do: Callable[[], str | None]) -> Iterator[None]:
    """Call this at the end of the block, or where a signal ends the process."""
    _cleanups.append(do)
    try:
        yield
    finally:
        # Where a signal was first, the process ends here.
        with _change:
            _cleanups.remove(do)
            do()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold signals back until the end of the block."""
    with _change:
        yield


def end(paths: set[str]) -> None:
    """End the programs that are at work in these folders."""
    with _change:
        for path in paths & _folders.keys():
            _kill(_folders[path])


def end_all() -> list[str]:
    """Remove every folder, and let nothing begin: for a process that ends now.

    Returns what to say to the user.
    """
    _change.acquire()
    said = []
    for do in reversed(_cleanups):
        with suppress(OSError):
            said.append(do())
    for path in tuple(_folders):
        _remove(path)
    return [text for text in said if text]


def remove(path: str) -> None:
    """Remove a folder, also one in which other threads are still making files."""
    gone = f"{path}.gone"
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
        process.kill()
        process.wait()
