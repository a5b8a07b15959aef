"""Foreign programs: the only way in which other people's programs are run, and their versions.

``who``, ``disagree``, ``wire``, the tests and the benchmarks start each in a process of its own, in
an empty folder, with only the environment variables that it needs. The processes that a
program starts are stopped with it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from threading import get_ident
from typing import TYPE_CHECKING, TypeVar

import superuri._scratch as _scratch
from superuri._foreign.process import MOST, Output, TooMuchError, environment, run, start

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping

Item = TypeVar("Item")
Result = TypeVar("Result")

__all__ = [
    "MOST",
    "Output",
    "TooMuchError",
    "as_they_come",
    "at_once",
    "environment",
    "find",
    "reported",
    "run",
    "start",
    "version",
]

#: The arguments to get a program's version, if not ``--version``.
VERSION_WORDS = {
    **dict.fromkeys(("java", "links", "w3m", "ffmpeg"), ("-version",)),
    "go": ("version",),
    "busybox": (),
}

#: How long a program may take to report its version; in seconds.
VERSION_WITHIN = 10


def find(name: str) -> str:
    """Return the path of the program. Raises FileNotFoundError if it is not installed."""
    path = shutil.which(name)
    if path is None:
        raise FileNotFoundError(2, f"{name} is not installed")
    return path


def at_once(
    do: Callable[[Item], Result], items: Iterable[Item], workers: int | None
) -> list[Result]:
    """Return the result of a function for each item; so many are worked on at the same time.

    If this is interrupted, the programs that the function has started are stopped.
    """
    return list(as_they_come(do, items, workers))


def as_they_come(
    do: Callable[[Item], Result], items: Iterable[Item], workers: int | None
) -> Generator[Result, None, None]:
    """Yield the results of :func:`at_once`, each as soon as it and those before it are there.

    If the generator is closed, the programs that the function has started are stopped.
    """
    threads: set[int] = set()
    try:
        with ThreadPoolExecutor(workers, initializer=lambda: threads.add(get_ident())) as pool:
            try:
                yield from pool.map(do, items)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                _scratch.end(threads)
                raise
    finally:
        # The system may give the number of a thread that has ended to another one.
        _scratch.ended.difference_update(threads)


def reported(command: tuple[str, ...], variables: Mapping[str, str] | None = None) -> str:
    """Return the output of the command; empty if it does not run, or fails.

    Args:
        command: The program and its arguments.
        variables: Environment variables, beside those of :func:`environment`.

    Returns:
        A str, without the white space around it.
    """
    try:
        output = run(command, limit=VERSION_WITHIN, variables=variables)
    except (OSError, subprocess.SubprocessError):
        # A version manager may leave a launcher on the path whose program is missing.
        return ""
    return b"".join(output).decode(errors="replace").strip()


def version(name: str) -> str:
    """Return the first number in the program's version; empty if it is not installed."""
    if name not in _versions:
        command = (name, *VERSION_WORDS.get(name, ("--version",)))
        number = re.search(r"\d+(?:\.\d+)+", reported(command) if shutil.which(name) else "")
        _versions[name] = number[0] if number else ""
    return _versions[name]


_versions: dict[str, str] = {}
