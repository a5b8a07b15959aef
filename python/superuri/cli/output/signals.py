"""Signals: one ends the command at once, and temporary files are removed.

A thread waits for the signals, so that none is missed while another thread is blocked in a read
or a write. It removes unfinished files and ends the process.
"""

from __future__ import annotations

import os
import sys

from superuri.cli.output import messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
    from typing import NoReturn
else:
    # `signal` creates enumerations of these, which takes longer than all of this.
    import _signal as signal

ENDING = ("SIGINT", "SIGTERM", "SIGHUP")

unfinished: list[Callable[[], None]] = []
"""Functions to call before the process ends."""


def watch() -> None:
    """End the process with exit code 128 + N at signal N; ignored signals stay ignored."""
    if not hasattr(signal, "pthread_sigmask"):
        return
    known = {getattr(signal, name) for name in ENDING}
    awaited = {number for number in known if signal.getsignal(number) != signal.SIG_IGN}
    if not awaited:
        return
    import _thread  # noqa: PLC0415  because `threading` costs more than the whole watch

    signal.pthread_sigmask(signal.SIG_BLOCK, awaited)
    try:
        _thread.start_new_thread(wait, (awaited,))
    except RuntimeError:
        # If no thread can be created, signals are handled the next time Python code runs.
        for number in awaited:
            signal.signal(number, lambda number, _: end(number))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, awaited)


def wait(awaited: set[int]) -> None:
    """Wait for the first of the signals, and end the process."""
    end(signal.sigwait(awaited))


def end(number: int) -> NoReturn:
    """End the process as by this signal, after removing temporary files."""
    for tidy in tuple(unfinished):
        tidy()
    scratch = sys.modules.get("superuri._scratch")
    if scratch is not None:  # most runs need none
        for text in scratch.end_all():
            say(text)
    # Exit from this thread: `sys.exit` would end only it, and the main one may be in a system call.
    os._exit(128 + number)


def say(text: str) -> None:
    """Write a message if that does not block, because the process ends now."""
    import select  # noqa: PLC0415  because most runs need none

    try:
        if select.select([], [2], [], 0)[1]:
            os.write(2, f"{messages.printable(text)}\n".encode("utf-8", "backslashreplace"))
    except OSError:
        pass
