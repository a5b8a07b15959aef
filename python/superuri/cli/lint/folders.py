"""Folders: which documents `superuri lint --find` reads, and which it skips."""

import os
import stat
from collections.abc import Iterator

from superuri import _system
from superuri.cli.output import messages


def documents(names: list[str], unread: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield each document and what is in it; those of the folders, too.

    There, what is hidden is passed over, and what is no file: FIFOs, sockets, devices, links that
    lead nowhere or to folders. What cannot be read there is told, listed as unread, and ends
    nothing; what is named itself must be readable.
    """
    for name in names:
        if name == "-" or not os.path.isdir(name):
            yield name, read(name)
            continue
        for each in within(name, unread):
            try:
                data = contents(each)
            except OSError as error:
                tell(error, unread)
                continue
            if data is not None:
                yield each, data


def read(name: str) -> bytes:
    """Return what is in the file, or comes from standard input."""
    with os.fdopen(0, "rb", closefd=False) if name == "-" else open(name, "rb") as file:
        data: bytes = file.read()
    return data


def within(folder: str, unread: list[str]) -> Iterator[str]:
    """Yield what is in the folder and those in it, in order."""
    for here, folders, files in os.walk(folder, onerror=lambda error: tell(error, unread)):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        seen = sorted(each for each in files if not each.startswith("."))
        yield from (os.path.normpath(os.path.join(here, each)) for each in seen)


def contents(name: str) -> bytes | None:
    """Return what is in a file of a folder; None where it is no file."""
    # Looked at first, for a device may act when it is opened; and again, for it may have changed.
    if not os.path.isfile(name):
        return None
    try:
        # A FIFO that took a file's place meanwhile is not waited for.
        with os.fdopen(_system.open_to_read(name, waits=False), "rb") as file:
            return file.read() if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else None
    except OSError as error:
        # One of reading names no file.
        raise type(error)(error.errno, error.strerror, name) from None


def tell(error: OSError, unread: list[str]) -> None:
    """Say what cannot be read, and note it."""
    messages.say_file_error(error)
    unread.append(str(error.filename))
