"""Locks of outputs: one job at a time writes an output; the lock ends with the process."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import superuri._scratch as _scratch
import superuri._system as _system
from superuri.tables.files.failure import LockedError, TableError, about
from superuri.tables.job import outputs


@contextmanager
def acquire(paths: Iterable[Path]) -> Iterator[None]:
    """Hold the locks of a job's outputs.

    Raises TableError if another job holds one, or if the folder of an output does not exist.
    """
    with ExitStack() as stack:
        for _, path in sorted({outputs.real_path(path): path for path in paths}.items()):
            stack.enter_context(_lock(path))
        yield


@contextmanager
def _lock(output: Path) -> Iterator[None]:
    name, descriptor = _open_locked(output)

    def remove() -> None:
        # Windows does not remove an open file; the next job reuses it.
        with suppress(OSError):
            name.unlink()

    try:
        with _scratch.cleanup(remove):
            with about(str(output), "written"):
                os.truncate(descriptor, 0)
                os.write(descriptor, f"{os.getpid()}\n".encode())
            yield
    finally:
        os.close(descriptor)


def _open_locked(output: Path) -> tuple[Path, int]:
    """Return the path and the descriptor of an output's lock file, locked."""
    name = outputs.hidden_path(output, "lock")
    while True:
        with about(str(output), "written"):
            descriptor = _system.open_lock(name)
        try:
            is_ours = _system.lock(descriptor)
        except OSError as error:
            os.close(descriptor)
            fallback = Path(tempfile.gettempdir(), f"superuri-{outputs.digest(str(output))}.lock")
            with suppress(OSError):
                name.unlink()
            if name == fallback:
                raise TableError(f"{output}: it cannot be locked ({error.strerror})") from error
            # A file system without locks: the fallback locks among the jobs of this machine.
            name = fallback
            continue
        if not is_ours:
            process = os.read(descriptor, 20).decode("ascii", "replace").strip()
            os.close(descriptor)
            who = f"another job (process {process})" if process.isdecimal() else "another job"
            message = f"{who} is writing it; wait until it ends, or name another output"
            raise LockedError(f"{output}: {message}")
        # The previous holder may have removed the file after it was opened here.
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(descriptor), name.stat()):
                return name, descriptor
        os.close(descriptor)
