"""Linear time: a block fails if it takes far longer."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

#: In seconds: a linear call takes less, even on a slow machine; a quadratic one takes minutes.
SECONDS = 10.0


@contextmanager
def linearly(seconds: float = SECONDS) -> Iterator[None]:
    """Fail if the block takes more processor time."""
    begun = time.process_time()
    yield
    _within(seconds, time.process_time() - begun)


@contextmanager
def children_linearly(seconds: float = SECONDS) -> Iterator[None]:
    """Fail if child processes that end in the block take more processor time."""
    begun = _of_children()
    yield
    _within(seconds, _of_children() - begun)


def _of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _within(seconds: float, spent: float) -> None:
    assert spent < seconds, f"it took {spent:.1f} s"
