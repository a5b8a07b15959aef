"""Folders: which documents `superuri lint` reads, and which it skips."""

import os
import stat
from argparse import Namespace
from collections.abc import Iterator

from superuri import _core, _system
from superuri.cli.lint.find import encodings
from superuri.cli.lint.total import Total
from superuri.cli.output import messages

#: A longer file of a folder is not read; in bytes.
LONGEST = _core.MAX_LINE


def documents(options: Namespace, path: str, total: Total) -> Iterator[tuple[str, bytes]]:
    """Yield the document and its content; of a folder, each document in it.

    In a folder, what is hidden or excluded is skipped; so is what is not a file or not text: links,
    FIFOs, sockets, devices. These are counted. What cannot be read there is reported, listed as
    unread, and ends nothing; a document that is named itself must be readable, and may be a link.
    """
    if path != "-" and any(each.has(path) for each in options.excluded):
        total.passed["excluded file"] = total.passed.get("excluded file", 0) + 1
        return
    if path == "-" or not os.path.isdir(path):
        yield path, read(path)
        return
    for each in within(options, path, total):
        try:
            kind, data = contents(each)
        except OSError as error:
            tell(error, total)
            continue
        if kind:
            total.passed[kind] = total.passed.get(kind, 0) + 1
        else:
            yield each, data


def read(name: str) -> bytes:
    """Return what is in the file, or comes from standard input."""
    if name == "-":
        messages.say_waiting("superuri lint")
    with os.fdopen(0, "rb", closefd=False) if name == "-" else open(name, "rb") as file:
        data: bytes = file.read()
    return data


def within(options: Namespace, folder: str, total: Total) -> Iterator[str]:
    """Yield what is in the folder and those in it, in the order of names."""
    ignores = not options.no_gitignore
    for path, error in _core.Walk(folder, options.excluded, ignores=ignores):
        if error is not None:
            tell(error, total)
        if path is not None:
            yield os.path.normpath(path)


def contents(name: str) -> tuple[str, bytes]:
    """Return what is in a file of a folder; or what it is, where it is not valid text."""
    try:
        # A device may act when it is opened; and the file may be another one by then.
        kind = kind_of(os.lstat(name))
        if kind:
            return kind, b""
        with os.fdopen(_system.open_at_once(name), "rb") as file:
            kind = kind_of(os.fstat(file.fileno()))
            data = b"" if kind else file.read(encodings.SNIFFED)
            if not kind and not encodings.is_text(data):
                kind = "binary file"
            if kind:
                return kind, b""
            data += file.read(LONGEST)
    except OSError as error:
        # One of reading names no file.
        raise type(error)(error.errno, error.strerror, name) from None
    if len(data) > LONGEST:
        from errno import EFBIG  # noqa: PLC0415  because most runs need none

        raise OSError(EFBIG, f"longer than {LONGEST:,} bytes; name it to lint it", name)
    return "", data


def kind_of(status: os.stat_result) -> str:
    """Return what this is; "" of a file."""
    if stat.S_ISLNK(status.st_mode):
        return "link"
    return "" if stat.S_ISREG(status.st_mode) else "special file"


def tell(error: OSError, total: Total) -> None:
    """Report what cannot be read, and note it."""
    messages.say_file_error(error)
    total.unread.append(str(error.filename))
