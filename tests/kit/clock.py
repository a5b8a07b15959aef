"""Linear time: what is done within a block fails when it takes far longer."""

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
    spent = time.process_time() - begun
    assert spent < seconds, f"it took {spent:.1f} s"
