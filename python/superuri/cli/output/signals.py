"""Signals: one ends the command at once, wherever it waits, and leaves no litter.

A thread waits for the signals, so that none is missed while another thread is blocked in a read
or a write. It removes unfinished files and ends the process.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
else:
    # `signal` makes enumerations of what is here, which takes longer than the whole watch.
    import _signal as signal

ENDING = ("SIGINT", "SIGTERM", "SIGHUP")

unfinished: list[Callable[[], None]] = []
"""What to call before the process ends."""


def watch() -> None:
    """End the process with 128 + N at signal N. A signal that is ignored stays ignored."""
    if not hasattr(signal, "pthread_sigmask"):
        return
    known = {getattr(signal, name) for name in ENDING}
    awaited = {number for number in known if signal.getsignal(number) != signal.SIG_IGN}
    if not awaited:
        return
    import _thread  # noqa: PLC0415  because `threading` costs more than the whole watch

    signal.pthread_sigmask(signal.SIG_BLOCK, awaited)
    _thread.start_new_thread(wait, (awaited,))


def wait(awaited: set[int]) -> None:
    """Wait for the first of the signals, and end."""
    number = signal.sigwait(awaited)
    for tidy in tuple(unfinished):
        tidy()
    scratch = sys.modules.get("superuri._scratch")
    if scratch is not None:  # most runs need none
        scratch.end_all()
    os._exit(128 + number)
