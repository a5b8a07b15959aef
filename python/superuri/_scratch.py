"""Scratch folders: each goes with the program in it, also where a signal ends the process."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

#: Held while a folder or a program begins or ends.
_change = Lock()
#: Every folder in use, and the program that is at work in it.
_folders: dict[str, subprocess.Popen[Any] | None] = {}


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


def start(path: str, command: list[str], **more: Any) -> subprocess.Popen[Any]:  # noqa: ANN401  they are Popen's
    """Start a program in a folder of :func:`folder`. Raises what ``subprocess.Popen`` does."""
    with _change:
        process = subprocess.Popen(command, cwd=path, **more)  # noqa: S603  the rows are ours
        _folders[path] = process
    return process


def end(paths: set[str]) -> None:
    """End the programs that are at work in these folders."""
    with _change:
        for path in paths & _folders.keys():
            _kill(_folders[path])


def end_all() -> None:
    """Remove every folder, and let nothing begin: for a process that ends now."""
    _change.acquire()
    for path in tuple(_folders):
        _remove(path)


def _remove(path: str) -> None:
    _kill(_folders[path])
    shutil.rmtree(path, ignore_errors=True)


def _kill(process: subprocess.Popen[Any] | None) -> None:
    if process is not None:
        process.kill()
        process.wait()
