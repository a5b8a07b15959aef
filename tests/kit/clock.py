"""Linear time: what is done within a block fails when it takes far longer."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

#: What takes this long on a slow machine is linear; what takes a square takes minutes.
SECONDS = 10.0


@contextmanager
def linearly(seconds: float = SECONDS) -> Iterator[None]:
    """Fail where what is done within takes more of the processor's time."""
    begun = time.process_time()
    yield
    _within(seconds, time.process_time() - begun)


@contextmanager
def children_linearly(seconds: float = SECONDS) -> Iterator[None]:
    """Fail where the child processes that end within take more of the processor's time."""
    begun = _of_children()
    yield
    _within(seconds, _of_children() - begun)


def _of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _within(seconds: float, spent: float) -> None:
    assert spent < seconds, f"it took {spent:.1f} s"
