"""Locks of outputs: one job at a time writes one; whatever ends its process releases the lock."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from superuri import _scratch, _system
from superuri.tables.files.failure import TableError, about
from superuri.tables.job import outputs


@contextmanager
def held(paths: Iterable[Path]) -> Iterator[None]:
    """Hold the outputs of a job, so that no other job writes them meanwhile.

    Raises TableError where another job holds one, or where there is no folder for it.
    """
    with ExitStack() as stack:
        for _, path in sorted({outputs.final(path): path for path in paths}.items()):
            stack.enter_context(_lock(path))
        yield


@contextmanager
def _lock(output: Path) -> Iterator[None]:
    name, descriptor = _locked(output)

    def remove() -> None:
        # Under Windows an open file stays; the next job takes it.
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


def _locked(output: Path) -> tuple[Path, int]:
    """Return the file that says who writes an output, and its descriptor."""
    name = outputs.beside(output, "lock")
    while True:
        with about(str(output), "written"):
            descriptor = _system.open_lock(name)
        try:
            is_ours = _system.lock(descriptor)
        except OSError as error:
            os.close(descriptor)
            instead = Path(tempfile.gettempdir(), f"superuri-{outputs.digest(str(output))}.lock")
            with suppress(OSError):
                name.unlink()
            if name == instead:
                raise TableError(f"{output}: it cannot be locked ({error.strerror})") from error
            # A file system without locks: at least the jobs of this machine are kept apart.
            name = instead
            continue
        if not is_ours:
            process = os.read(descriptor, 20).decode("ascii", "replace").strip()
            os.close(descriptor)
            who = f"another job (process {process})" if process.isdecimal() else "another job"
            message = f"{who} is writing it; wait for its end, or name another output"
            raise TableError(f"{output}: {message}")
        # The job that held it may have removed the name since it was opened.
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(descriptor), name.stat()):
                return name, descriptor
        os.close(descriptor)
