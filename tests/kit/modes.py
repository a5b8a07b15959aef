"""Modes of files: the mask of the process, and the mode that a file has."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def umask(mode: int) -> Iterator[None]:
    """Set the mask until the end of the block."""
    old = os.umask(mode)
    try:
        yield
    finally:
        os.umask(old)


def mode_of(path: Path) -> int:
    """Return the permissions of a file."""
    return stat.S_IMODE(path.stat().st_mode)
